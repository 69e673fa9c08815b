"""Would advice be better with a net? Its favourite move, values and bets beside those of the search.

Decisions of deals between club players are looked at three ways: by the adviser's search (4,000 playouts),
by the game's net at a glance, and by three judges that neither of them is: trees ten times as large, nets
that play the deal to its end in worlds dealt from the view, and clubs that play the true deal on.
``python -m benchmarks.net_advice --seconds 240 --jobs 2 --folder F`` works out decisions of every table in
turn; ``--seconds 0`` reports.
"""

import argparse
import json
from collections.abc import Iterator
from copy import deepcopy
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

import numpy as np

from benchmarks.moments import WITH_NETS
from stramash import games
from stramash.bots.climbing.advice import BETS_IN, alike_rules, measure_bets
from stramash.bots.climbing.expert import ExpertClimber
from stramash.bots.climbing.learned.net import NetClimber
from stramash.bots.climbing.worlds import Worlds
from stramash.bots.driver import step
from stramash.bots.registry import seat_bot
from stramash.bots.search.estimate import Sizes, estimate
from stramash.bots.search.weigh import MOST_SHOWN, Weighed, screening, weigh
from stramash.climbing.moves import PASS, Bet
from stramash.climbing.state import Phase
from stramash.core.match import Match, shuffled
from stramash.nets.cards import shipped
from stramash.nets.crowd import Crowd
from stramash.nets.files import read, read_critic
from stramash.sim.run import limit_threads, pack_moves

PLAYOUTS: Final = 4000
LONGER: Final = 10
EVERY: Final = 7
CRITIC_WORLDS: Final = 200
NET_WORLDS: Final = 200
CLUB_TRIES: Final = 2
TO_THE_END: Final = 1000
"""Decisions that no deal has."""


class Asked:
    """All who are asked about the decisions of one table."""

    def __init__(self, game_id: str, seats: int, seed: int) -> None:
        self.game: Any = games.get(game_id, seats)
        path = shipped(self.game)
        assert path is not None, "a table with a net"
        parts = {**read(path, self.game)[2], **read_critic(path, self.game)}
        self.net, self.crowd = NetClimber(self.game, parts), Crowd(self.game, parts)
        self._rng = Random(seed)
        self.lead = np.full((len(self.game.sides), seats), -1 / (len(self.game.sides) - 1))
        for side, own in enumerate(self.game.sides):
            self.lead[side, list(own)] = 1.0

    def about(self, view: Any, played: Any, here: Any) -> dict[str, Any] | None:
        """What each of them says of a decision, and what the judges say of both."""
        expert = ExpertClimber(self.game, Random(self._rng.getrandbits(32)), budget=screening(PLAYOUTS))
        alike = alike_rules(expert.club, view)
        usual = None if isinstance(played, Bet) else played
        weighed = weigh(expert, view, PLAYOUTS, alike, PASS, usual)
        if not isinstance(weighed, Weighed):
            return None
        searched, liked = weighed.lines[0][0], self.net.choose(view)
        found: dict[str, Any] = {"same": liked in weighed.lines[0]}
        found["listed"] = any(liked in line for line in weighed.lines)
        if usual is not None:
            said = weighed.place.get(next((line[0] for line in weighed.lines if usual in line), None))
            if said is not None:
                critic = self._critic(view, [usual])
                found["value"] = [weighed.estimates.value(said).points, float(critic[0])]
        if not found["same"]:
            found |= self._judged(expert, view, here, searched, liked)
        return found

    def about_bets(self, view: Any) -> dict[str, Any] | None:
        """The bet that each of them would make in turn, and what it gains by long measures."""
        bets = [move for move in view.legal if isinstance(move, Bet)]
        table = view.table
        if (
            not bets
            or table.phase is not Phase.TRICK
            or table.turn != view.seat
            or len(bets) == len(view.legal)
        ):
            return None
        expert = ExpertClimber(self.game, Random(self._rng.getrandbits(32)))
        move = self.net.choose(view)
        short = measure_bets(expert, view, move, bets, BETS_IN)
        gains = [short.value(i).points for i in range(len(bets))]
        best = int(np.argmax(gains))
        searched = best if gains[best] > 0 else None
        wanted: Any = self.net.interject(view)
        liked = None if wanted is None else bets.index(wanted)
        found: dict[str, Any] = {"searched": searched, "net": liked, "bets": [bet.value for bet in bets]}
        if searched != liked:
            sizes = Sizes(BETS_IN.batches, LONGER * BETS_IN.worlds)
            long = measure_bets(expert, view, move, bets, sizes)
            found["long"] = [round(long.value(i).points, 2) for i in range(len(bets))]
            worlds = Worlds(self.game, view, self._rng.getrandbits(40)).records(NET_WORLDS)
            packed = pack_moves(self.game, [move, *bets])
            by_nets = self.crowd.worth(view.seat, worlds, packed, TO_THE_END)
            found["nets"] = np.round((by_nets[:, 1:] - by_nets[:, :1]).mean(axis=0), 2).tolist()
        return found

    def _critic(self, view: Any, moves: list[Any]) -> Any:
        worlds = Worlds(self.game, view, self._rng.getrandbits(40)).records(CRITIC_WORLDS)
        return self.crowd.worth(view.seat, worlds, pack_moves(self.game, moves), 0).mean(axis=0)

    def _judged(
        self, expert: ExpertClimber, view: Any, here: Any, searched: Any, liked: Any
    ) -> dict[str, Any]:
        """By how much the net's move is better than the search's, by each judge, with errors."""
        moves = [searched, liked]
        room = LONGER * (PLAYOUTS - PLAYOUTS // 6) // expert.price(view)
        long = estimate(lambda worlds: expert.measure(view, moves, worlds), Sizes.within(room, MOST_SHOWN))
        better = long.means[:, 1] - long.means[:, 0]
        worlds = Worlds(self.game, view, self._rng.getrandbits(40)).records(NET_WORLDS)
        by_nets = self.crowd.worth(view.seat, worlds, pack_moves(self.game, moves), TO_THE_END)
        return {
            "trees": _mean(better),
            "nets": _mean(by_nets[:, 1] - by_nets[:, 0]),
            "clubs": np.mean([self._by_clubs(here, view.seat, moves) for _ in range(CLUB_TRIES)]),
        }

    def _by_clubs(self, here: Any, seat: int, moves: list[Any]) -> float:
        """What the second of two moves brings more than the first where clubs play the true deal on."""
        seed, ends = self._rng.getrandbits(32), []
        for move in moves:
            match = deepcopy(here)
            match.act(seat, move)
            bots = {each: seat_bot("club", self.game, Random(seed + each)) for each in range(self.game.seats)}
            while match.deals[-1].result is None:
                step(match, bots)
            ends.append(float(np.array(match.deals[-1].result.scores) @ self.lead[:, seat]))
        return ends[1] - ends[0]


def decisions(asked: Asked, seed: int) -> Iterator[dict[str, Any] | None]:
    """What is known of every so-manieth decision with a choice, deal after deal, when the deal is over."""
    game, rng, number = asked.game, Random(seed), 0
    while True:
        match: Any = Match(game, rng.randrange(game.seats))
        match.deal(shuffled(game, rng))
        bots = {seat: seat_bot("club", game, Random(rng.getrandbits(32))) for seat in range(game.seats)}
        found: list[tuple[int, dict[str, Any]]] = []
        while match.deals[-1].result is None:
            seat = min(game.waiting(match.state))
            view = match.view(seat)
            before = len(match.deals[-1].moves)
            is_asked = False
            if len([move for move in view.legal if not game.is_interjection(move)]) > 1:
                number += 1
                is_asked = number % EVERY == 0
            here = deepcopy(match) if is_asked else None
            step(match, bots)
            if here is None or match.deals[-1].moves[before][0] != seat:
                continue
            said = asked.about(view, match.deals[-1].moves[before][1], here)
            if said is not None:
                found.append((seat, {**said, "bets": asked.about_bets(view)}))
        scores = np.array(match.deals[-1].result.scores)
        for seat, said in found:
            yield {**said, "came": float(scores @ asked.lead[:, seat])}


def _mean(values: Any) -> list[float]:
    return [round(float(values.mean()), 3), round(float(values.std(ddof=1) / sqrt(len(values))), 3)]


def work(folder: Path, share: int, seconds: float, only: list[str]) -> None:
    """A share of the decisions of every table, in turn, until time is up."""
    limit_threads(1)  # the shares fill the cores
    until = monotonic() + seconds
    asked = {
        f"{game_id}-{seats}": Asked(game_id, seats, share) for game_id, seats in WITH_NETS if game_id in only
    }
    lines = {name: decisions(one, 7000 + share) for name, one in asked.items()}
    while monotonic() < until:
        for name, found in lines.items():
            with (folder / f"{name}-{share}.jsonl").open("a") as file:
                file.write(json.dumps(next(found)) + "\n")
            if monotonic() >= until:
                break


def _with_error(values: list[float]) -> str:
    if len(values) < 2:
        return ""
    mean, error = _mean(np.array(values))
    return f"{mean:+.1f} ± {error:.1f}"


def report(folder: Path) -> str:
    """Three tables: moves, values, bets."""
    judged = "| the same | net less search by trees | by nets | by clubs | better, as good, worse by trees |"
    moves = [f"| game, seats | decisions {judged}", "|---|--:|--:|--:|--:|--:|--:|"]
    values = ["| game, seats | decisions | off by: search | critic |", "|---|--:|--:|--:|"]
    bets = [
        "| game, seats | bets | the same | net less search by playouts | by nets |",
        "|---|--:|--:|--:|--:|",
    ]
    for game_id, seats in WITH_NETS:
        texts = [path.read_text() for path in sorted(folder.rglob(f"{game_id}-{seats}-*.jsonl"))]
        found = [json.loads(line) for text in texts for line in text.splitlines()]
        for table, cells in ((moves, _moves(found)), (values, _values(found)), (bets, _bets(found))):
            if cells:
                table.append(f"| `{game_id}` {seats} | {' | '.join(cells)} |")
    return "\n".join([*moves, "", *values, "", *bets])


def _moves(found: list[dict[str, Any]]) -> list[str]:
    """How often the moves are the same, and what the net's brings more, by each judge."""
    if not found:
        return []
    other = [item for item in found if not item["same"]]
    gains = (
        [0.0 if item["same"] else _first(item[judge]) for item in found]
        for judge in ("trees", "nets", "clubs")
    )
    signs = [
        int(np.sign(points)) if abs(points) > 2 * error else 0
        for points, error in (item["trees"] for item in other)
    ]
    counts = " / ".join(str(signs.count(sign)) for sign in (1, 0, -1))
    same = f"{100 * (1 - len(other) / len(found)):.0f} %"
    return [f"{len(found)}", same, *map(_with_error, gains), counts]


def _values(found: list[dict[str, Any]]) -> list[str]:
    """By how much search and critic are off from how the deal came out, root mean square."""
    off = [np.array(item["value"]) - item["came"] for item in found if "value" in item]
    if not off:
        return []
    search, critic = np.sqrt((np.array(off) ** 2).mean(axis=0))
    return [f"{len(off)}", f"{search:.1f}", f"{critic:.1f}"]


def _bets(found: list[dict[str, Any]]) -> list[str]:
    """How often the bets are the same, and what the net's brings more."""
    asked = [item["bets"] for item in found if item["bets"]]
    if not asked:
        return []
    differ = [item for item in asked if item["searched"] != item["net"]]
    same = [0.0] * (len(asked) - len(differ))
    gains = (
        [*same, *(_gain(item, judge, "net") - _gain(item, judge, "searched") for item in differ)]
        for judge in ("long", "nets")
    )
    return [f"{len(asked)}", f"{100 * len(same) / len(asked):.0f} %", *map(_with_error, gains)]


def _first(said: Any) -> float:
    return float(said[0] if isinstance(said, list) else said)


def _gain(item: dict[str, Any], judge: str, who: str) -> float:
    return 0.0 if item[who] is None else float(item[judge][item[who]])


def main() -> None:
    """Look at decisions until time is up, and print what all of them say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--first-share", type=int, default=0)
    parser.add_argument("--game", choices=sorted({game_id for game_id, _ in WITH_NETS}))
    parser.add_argument("--folder", type=Path, default=Path("build/net-advice"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    only = [asked.game] if asked.game else [game_id for game_id, _ in WITH_NETS]
    if asked.seconds:
        shares = range(asked.first_share, asked.first_share + asked.jobs)
        with get_context("spawn").Pool(asked.jobs) as pool:
            pool.starmap(work, [(asked.folder, share, asked.seconds, only) for share in shares], chunksize=1)
    print(report(asked.folder))


if __name__ == "__main__":
    main()
