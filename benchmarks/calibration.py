"""How far the errors that advice states can be believed: its intervals against searches 20 times as long.

Every decision is one line of a file with all that was measured, and what is there already is not worked out
again: a run can be stopped and gone on with, and shares of it can be worked out on several machines.
``python -m benchmarks.calibration --decisions 2000 --jobs 2`` is the full size; ``--decisions 0`` reports.
"""

import argparse
import json
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.moments import TABLES, decisions
from stramash import games
from stramash.bots.climbing.expert import UNLEARNT as CLIMBING
from stramash.bots.mu.expert import UNLEARNT as MU
from stramash.bots.registry import BOTS
from stramash.bots.search.estimate import Estimates, Sizes, estimate
from stramash.bots.search.weigh import MOST_SHOWN, SCREENING, screening
from stramash.core.families import ByFamily
from stramash.sim.run import limit_threads

LONGER: Final = 20
EVERY: Final = 7
"""Of how many decisions one is taken, so that all stages of a deal come up."""
UNLEARNT_OF: Final = ByFamily("error of trees", climbing=CLIMBING, mu=MU)
LOOKED_AT: Final = 2
"""How many of the moves that advice would show are measured: the first, and others by lot."""


class Inside(NamedTuple):
    """How many intervals there were, and how many held what the long search found."""

    all: int
    held: int

    def __str__(self) -> str:
        return f"{100 * self.held / self.all:.1f} % of {self.all:,}" if self.all else ""


def look_at(game: Any, view: Any, number: int, playouts: int) -> dict[str, Any] | None:
    """The batches of a decision as advice would measure it, and what a search 20 times as long finds."""
    rng = Random(number)
    expert: Any = BOTS["expert"].make(game, rng, budget=screening(playouts))
    shown = [item.move for item in expert.evaluate(view) if item.worlds][:MOST_SHOWN]
    if len(shown) < 2:
        return None
    moves = [shown[0], *rng.sample(shown[1:], LOOKED_AT - 1)]
    room = (playouts - playouts // SCREENING) // expert.price(view)
    sizes, longer = Sizes.within(room, len(shown)), Sizes.within(LONGER * room, len(shown))
    short, long = (
        estimate(lambda worlds: expert.measure(view, moves, worlds), size).means for size in (sizes, longer)
    )
    return {
        "sizes": [sizes.batches, sizes.worlds],
        "longer": [longer.batches, longer.worlds],
        "has_trees": expert.has_tree(view),
        "short": np.round(short, 3).tolist(),
        "long": np.round(long.mean(axis=0), 3).tolist(),
    }


def work(folder: Path, share: int, each: int, playouts: int, seconds: float, only: list[str]) -> None:
    """A share of the decisions of every table, in turn, until there are enough of each or time is up."""
    limit_threads(1)  # the shares fill the cores
    until = monotonic() + seconds
    lines: dict[tuple[str, int], Any] = {}
    for game_id, seats in TABLES:
        if game_id in only:
            path = folder / f"{game_id}-{seats}-{playouts}-{share}.jsonl"
            done = len(path.read_text().splitlines()) if path.exists() else 0
            lines[game_id, seats] = _lines(game_id, seats, share, done, each, playouts, path)
    while lines and monotonic() < until:
        for table in list(lines):
            if monotonic() >= until or next(lines[table], None) is None:
                del lines[table]


def _lines(
    game_id: str, seats: int, share: int, done: int, each: int, playouts: int, path: Path
) -> Iterator[bool]:
    """Decision by decision into the file."""
    game = games.get(game_id, seats)
    for number, view in enumerate(decisions(game, 1 + share, EVERY)):
        if number >= each:
            return
        if number >= done:
            with path.open("a") as file:
                file.write(json.dumps(look_at(game, view, number, playouts)) + "\n")
            yield True


def inside(found: list[dict[str, Any]], unlearnt: float) -> tuple[Inside, Inside]:
    """The intervals of values, and of differences to the first move, that hold what the long search found."""
    values, differences = [], []
    for item in found:
        batches, worlds = item["sizes"]
        short = Estimates(np.array(item["short"]), batches * worlds, unlearnt if item["has_trees"] else 0.0)
        first, *rest = long = item["long"]
        values += [points in short.value(i) for i, points in enumerate(long)]
        differences += [points - first in short.difference(i, 0) for i, points in enumerate(rest, 1)]
    return Inside(len(values), sum(values)), Inside(len(differences), sum(differences))


def known(folder: Path, game_id: str, seats: int, playouts: int) -> list[dict[str, Any]]:
    """The decisions of a table that were worked out in any share; those without a choice are left out."""
    texts = [path.read_text() for path in sorted(folder.rglob(f"{game_id}-{seats}-{playouts}-*.jsonl"))]
    return [item for text in texts for line in text.splitlines() if (item := json.loads(line)) is not None]


def report(folder: Path, playouts: int) -> str:
    """The table of all that is in a folder."""
    rows = ["| game, seats | decisions | values inside | differences inside |", "|---|--:|--:|--:|"]
    for game_id, seats in TABLES:
        found = known(folder, game_id, seats, playouts)
        shares = " | ".join(map(str, inside(found, UNLEARNT_OF.of(games.get(game_id, seats)))))
        rows.append(f"| `{game_id}` {seats} | {len(found):,} | {shares} |")
    return "\n".join(rows)


def main() -> None:
    """Look at decisions of every table and print which share of the intervals holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=100, help="of each table, over all shares")
    parser.add_argument("--playouts", type=int, default=4000, help="as in a review; a hint begins with 6000")
    parser.add_argument("--game", choices=sorted({game_id for game_id, _ in TABLES}))
    parser.add_argument("--jobs", type=int, default=1, help="how many shares are worked out side by side")
    parser.add_argument("--first-share", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=1e9, help="when to stop, done or not")
    parser.add_argument("--folder", type=Path, default=Path("build/calibration"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    each = -(-asked.decisions // asked.jobs)
    only = [asked.game] if asked.game else [game_id for game_id, _ in TABLES]
    shares = range(asked.first_share, asked.first_share + asked.jobs)
    given = (each, asked.playouts, asked.seconds, only)
    if asked.decisions:
        with get_context("spawn").Pool(asked.jobs) as pool:
            pool.starmap(work, [(asked.folder, share, *given) for share in shares], chunksize=1)
    print(report(asked.folder, asked.playouts))


if __name__ == "__main__":
    main()
