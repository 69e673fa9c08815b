"""How far the errors that advice states can be believed: its intervals against searches 20 times as long.

Every decision is one line of a file, and what is there already is not worked out again: a run can be stopped
and gone on with. ``python -m benchmarks.calibration --decisions 2000`` is the full size.
"""

import argparse
import json
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.moments import decisions
from stramash import games
from stramash.bots.levels import expert_bot
from stramash.bots.search.estimate import Sizes, estimate
from stramash.bots.search.weigh import MOST_SHOWN, SCREENING, screening

TABLES: Final = (("haggis", 2), ("haggis3", 3), ("neeps", 4), ("tatties", 3), ("mu", 4))
LONGER: Final = 20
EVERY: Final = 7
"""Of how many decisions one is taken, so that all stages of a deal come up."""


def look_at(game: Any, view: Any, number: int, playouts: int) -> dict[str, int]:
    """How many of the intervals stated for a decision hold the value that a long search finds."""
    expert: Any = expert_bot(game, Random(number), budget=screening(playouts))
    moves = [item.move for item in expert.judge(view) if item.worlds][:MOST_SHOWN]
    if len(moves) < 2:
        return {"values": 0, "values_in": 0, "differences": 0, "differences_in": 0}
    room = (playouts - playouts // SCREENING) // expert.price(view)
    sizes = Sizes.within(room, len(moves))
    short = estimate(lambda worlds: expert.measure(view, moves, worlds), sizes)
    longer = Sizes(sizes.batches * LONGER, sizes.worlds)
    long = estimate(lambda worlds: expert.measure(view, moves, worlds), longer)
    first, *rest = short.order()
    return {
        "values": len(moves),
        "values_in": sum(long.value(i).points in short.value(i) for i in range(len(moves))),
        "differences": len(rest),
        "differences_in": sum(long.difference(i, first).points in short.difference(i, first) for i in rest),
    }


def run(game_id: str, seats: int, wanted: int, playouts: int, folder: Path) -> list[dict[str, int]]:
    """The decisions of one table, those looked at before read from the file."""
    path = folder / f"{game_id}-{seats}-{playouts}.jsonl"
    known = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    game = games.get(game_id, seats)
    with path.open("a") as lines:
        for number, view in enumerate(islice(decisions(game, 1, EVERY), wanted)):
            if number < len(known):
                continue
            known.append(look_at(game, view, number, playouts))
            lines.write(json.dumps(known[-1]) + "\n")
            lines.flush()
    return known[:wanted]


def report(name: str, found: list[dict[str, int]]) -> str:
    """One line of the table."""

    def share(kind: str) -> str:
        count = sum(item[kind] for item in found)
        inside = sum(item[f"{kind}_in"] for item in found)
        return f"{100 * inside / count:.1f} % of {count:,}" if count else ""

    return f"| `{name}` | {len(found):,} | {share('values')} | {share('differences')} |"


def main() -> None:
    """Look at decisions of every table and print which share of the intervals holds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=9000)
    parser.add_argument("--game", choices=[game_id for game_id, _ in TABLES])
    parser.add_argument("--folder", type=Path, default=Path("build/calibration"))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    print("| game, seats | decisions | values inside | differences inside |\n|---|--:|--:|--:|")
    for game_id, seats in TABLES:
        if asked.game in (None, game_id):
            found = run(game_id, seats, asked.decisions, asked.playouts, asked.folder)
            print(report(f"{game_id} {seats}", found), flush=True)


if __name__ == "__main__":
    main()
