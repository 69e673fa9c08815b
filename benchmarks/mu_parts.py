"""What a net of Mü gains and loses where: alone among experts, it bids and an expert plays, or the reverse.

``python -m benchmarks.mu_parts SEATS --into FILE --cores N --minutes M`` plays deals with one seat after the
other held by the net, by an expert who bids for a net that plays, and by a net that bids for an expert who
plays; experts sit at the others. A line of JSON a table, and ``--table`` prints what they come to by role.
Two files of weights can be told apart: ``--net net@weights=FILE.net``.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

from stramash import games
from stramash.bots.outside.specs import find_bot
from stramash.core.match import Match, shuffled
from stramash.mu.moves import Display, PlayCard
from stramash.mu.state import Phase
from stramash.sim.run import limit_threads
from stramash.train.duel import mean_and_error, seated

EXPERT: Final = "expert@budget=playouts:4000"

WAYS: Final = {
    "net": (True, True, True),
    "net bids": (True, False, False),
    "expert bids": (False, True, True),
    "net names": (False, True, False),
    "net plays": (False, False, True),
}
"""Who is asked in the auction, for trumps and partner, and for cards: the net or not."""
ROLES: Final = ("Crown", "partner", "Shield", "other")


class Task(NamedTuple):
    """One deal with somebody else at one seat."""

    seats: int
    net: str
    way: str
    deal: int
    lone: int


def play(task: Task) -> dict[str, Any]:
    """One table: who had which role, what the Crown came to, and everybody's points."""
    limit_threads(1)  # the tables fill the cores
    game = games.get("mu", task.seats)
    match = Match(game, task.deal % task.seats)
    match.deal(shuffled(game, Random(f"parts {task.deal}")))
    experts = seated(game, (EXPERT,) * task.seats, task.deal)
    net = find_bot(task.net).factory(game, Random(f"{task.deal}"))
    bids, names, plays = WAYS[task.way]
    moves = []
    while (result := match.deals[-1].result) is None:
        (seat,) = game.waiting(match.state)
        phase = match.state.table.phase
        is_net = bids if phase is Phase.AUCTION else plays if phase is Phase.PLAY else names
        move = (net if seat == task.lone and is_net else experts[seat]).choose(match.view(seat))
        if not isinstance(move, PlayCard):
            moves.append(
                f"{seat} {len(str(move).split()) - 1}" if isinstance(move, Display) else f"{seat} {move}"
            )
        match.act(seat, move)
    table, scores = match.state.table, list(result.scores)
    told: dict[str, Any] = {**task._asdict(), "scores": scores, "moves": moves}
    if result.redeal or table.crown is None:
        return {**told, "role": None}
    team = [seat for seat in table.crown_team if seat != table.crown]
    roles: dict[int | None, int] = {table.crown: 0, table.shield: 2, **dict.fromkeys(team, 1)}
    return {
        **told,
        "role": ROLES[roles.get(task.lone, 3)],
        "crown": table.crown,
        "bid": table.bids[table.crown],
        "shield": None if table.shield is None else table.bids[table.shield],
        "own": table.bids[task.lone],
        "made": any(line.clause == "M6.2" for line in table.sheet),
        "major": str(table.trumps.major),
        "minor": str(table.trumps.minor),
    }


def tasks(seats: int, net: str, ways: list[str], first: int) -> Iterator[Task]:
    """Deal after deal, every seat in every way."""
    deal = first
    while True:
        for lone in range(seats):
            for way in ways:
                yield Task(seats, net, way, deal, lone)
        deal += 1


def lead(told: dict[str, Any]) -> float:
    """What the seat that is looked at leads the others by."""
    scores, lone = told["scores"], told["lone"]
    return float(scores[lone] - (sum(scores) - scores[lone]) / (len(scores) - 1))


def written(values: list[float]) -> str:
    """A mean and its standard error."""
    mean, error = mean_and_error(values)
    return f"{mean:+.1f} ± {error:.1f}"


def table(lines: list[dict[str, Any]]) -> str:
    """What the tables come to, by way and role."""
    found = [
        "| way | tables | lead | " + " | ".join(f"as {role}" for role in ROLES) + " | Crown: cards, made |"
    ]
    found.append("|" + "---|" * 8)
    by_way: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in lines:
        by_way[line["way"]].append(line)
    for way, told in by_way.items():
        cells = [way, str(len(told)), written([lead(line) for line in told])]
        for role in ROLES:
            mine = [lead(line) for line in told if line["role"] == role]
            cells.append(f"{100 * len(mine) / len(told):.0f} %: {written(mine)}" if mine else "never")
        crowns = [line for line in told if line["role"] == "Crown"]
        count = max(1, len(crowns))
        cells.append(
            f"{sum(line['bid'] for line in crowns) / count:.1f}, "
            f"{100 * sum(line['made'] for line in crowns) / count:.0f} %"
        )
        found.append("| " + " | ".join(cells) + " |")
    return "\n".join(found)


def main() -> int:
    """Read the command line; play until the time is over."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mu_parts", description=__doc__)
    parser.add_argument("seats", type=int)
    parser.add_argument("--net", default="net")
    parser.add_argument("--ways", nargs="*", default=["net", "net bids", "expert bids"], choices=WAYS)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--table", action="store_true", help="print what is known and stop")
    given = parser.parse_args()
    ends = monotonic() + 60 * given.minutes
    every = tasks(given.seats, given.net, given.ways, given.first)
    if not given.table:
        play(Task(given.seats, given.net, given.ways[0], 0, 0))  # compiled once, before the others start
        with given.into.open("a", encoding="utf-8") as file, get_context("fork").Pool(given.cores) as pool:
            running: list[Any] = []
            while running or monotonic() < ends:
                while monotonic() < ends and len(running) < 2 * given.cores:
                    running.append(pool.apply_async(play, (next(every),)))
                file.write(json.dumps(running.pop(0).get()) + "\n")
                file.flush()
    print(table([json.loads(line) for line in given.into.read_text(encoding="utf-8").splitlines()]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
