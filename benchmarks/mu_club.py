"""The club player of Mü with another caution in the auction, and what a Crown that it misses costs it.

``benchmarks.mu_club:club`` is a bot: the club player (`club@auction=bold`) with another caution where that is
said; ``@least_chance=0.3@opens=1`` (0.35 with four) is `club@auction=careful`.

``python -m benchmarks.mu_club SEATS BOT --deals N --jobs N`` plays deals of a bot among its like twice: as
they went, and from the display that won the Crown on with a pass in its place. What the seat led by in the
first, less in the second, is what the Crown brought it; told of those made, of those missed and of all.
"""

import argparse
import json
import sys
from math import sqrt
from multiprocessing import get_context
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from stramash import games
from stramash.bots.mu.club import Caution, ClubTrickTaker
from stramash.bots.outside.specs import find_bot
from stramash.core.errors import StramashError
from stramash.core.game import AnyGame
from stramash.core.match import Match, shuffled
from stramash.mu.moves import PASS, Display
from stramash.sim.run import limit_threads


def club(
    game: AnyGame,
    rng: Random,
    *,
    points: str = "6",
    for_each_card: str = "0",
    least_chance: str = "0",
    opens: str = "0",
) -> Any:
    """A club player with a caution of its own."""
    caution = Caution(float(points), float(for_each_card), float(least_chance), opens != "0")
    return ClubTrickTaker(game, rng, caution=caution)  # type: ignore[arg-type]


class Deal(NamedTuple):
    """A deal as it went."""

    crown: int | None
    display: int
    """At which move the Crown's last display came."""
    bid: int
    is_made: bool
    lead: list[float]


def play(game: AnyGame, bot: str, number: int, passing: int | None = None) -> Deal | None:
    """Play one deal of a bot among its like, with a pass at one of the moves; None if it was thrown in."""
    match = Match(game, number % game.seats)
    match.deal(shuffled(game, Random(f"crown {number}")))
    bots = [find_bot(bot).factory(game, Random(f"{number} {seat}")) for seat in range(game.seats)]
    count, displays = 0, dict[int, int]()
    while (result := match.deals[-1].result) is None:
        (seat,) = game.waiting(match.state)
        if count == passing:
            # Luck after it must not depend on what the bot would have thought here.
            bots = [
                find_bot(bot).factory(game, Random(f"{number} {seat} then")) for seat in range(game.seats)
            ]
        move = PASS if count == passing else bots[seat].choose(match.view(seat))
        if isinstance(move, Display):
            displays[seat] = count
        match.act(seat, move)
        count += 1
    if result.redeal:
        return None
    table = match.state.table
    crown = table.crown
    scores = result.scores
    lead = [points - (sum(scores) - points) / (game.seats - 1) for points in scores]
    if crown is None:
        return Deal(None, -1, 0, False, lead)
    is_made = any(line.clause == "M6.2" for line in table.sheet)
    return Deal(crown, displays[crown], table.bids[crown], is_made, lead)


def study(task: tuple[str, int, str, dict[str, str], int]) -> dict[str, Any] | None:
    """One deal, and the same with a pass where the Crown was won."""
    limit_threads(1)  # the deals fill the cores
    game_id, seats, bot, options, number = task
    game = games.get_written(game_id, seats, {"rounds": "1", **options})
    went = play(game, bot, number)
    if went is None or went.crown is None:
        return None
    passed = play(game, bot, number, went.display)
    without = 0.0 if passed is None else passed.lead[went.crown]
    return {"bid": went.bid, "made": went.is_made, "lead": went.lead[went.crown], "passed": without}


def told(rows: list[dict[str, Any]]) -> str:
    """How many, what they led by, and what they would have led by after a pass."""
    if not rows:
        return "none"
    gains = [row["lead"] - row["passed"] for row in rows]
    mean = sum(gains) / len(gains)
    error = sqrt(sum((gain - mean) ** 2 for gain in gains) / max(1, len(gains) - 1) / len(gains))
    lead, passed = (sum(row[name] for row in rows) / len(rows) for name in ("lead", "passed"))
    return f"{len(rows)}: lead {lead:+.1f}, after a pass {passed:+.1f}: {mean:+.1f} ± {error:.1f}"


def main() -> int:
    """Read the command line and tell what Crowns brought."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mu_club", description=__doc__)
    parser.add_argument("seats", type=int)
    parser.add_argument("bot")
    parser.add_argument("--game", default="mu")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--set", nargs="*", default=[], help="options of the game, NAME=NUMBER")
    given = parser.parse_args()
    rows, played, ends = list[dict[str, Any]](), 0, monotonic() + given.seconds
    try:
        options = {name: value for name, _, value in (one.partition("=") for one in given.set)}
        tasks = [
            (given.game, given.seats, given.bot, options, number)
            for number in range(given.first, given.first + given.deals)
        ]
        study(tasks[0])  # compiled once, before the others start
        with get_context("fork").Pool(given.jobs) as pool:
            for row in pool.imap(study, tasks):
                played += 1
                if row is not None:
                    rows.append(row)
                if monotonic() > ends:
                    pool.terminate()
                    break
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    made = [row for row in rows if row["made"]]
    missed = [row for row in rows if not row["made"]]
    found = {
        "seats": given.seats,
        "bot": given.bot,
        "options": options,
        "deals": played,
        "crowns": len(rows),
        "cards": round(sum(row["bid"] for row in rows) / max(1, len(rows)), 2),
        "made_share": round(len(made) / max(1, len(rows)), 3),
        "all": told(rows),
        "made": told(made),
        "missed": told(missed),
    }
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
