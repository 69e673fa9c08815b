"""How long a bot thinks: `python -m benchmarks.thinking BOT [GAME:SEATS …] [--deals N]`, at rest.

The bot is asked, beside them, about the decisions with a choice of all seats of deals between nets; a deal
before these is not counted, since it compiles what is needed. Times are those of the clock on the wall, and
of all cores together.
"""

import argparse
from random import Random
from time import perf_counter, process_time
from typing import Any, Final

import numpy as np

from benchmarks.moments import WITH_NETS
from stramash import games
from stramash.bots.driver import step
from stramash.bots.outside.specs import find_bot
from stramash.bots.registry import seat_bot
from stramash.core.match import Match, shuffled

TWO_DIGITS: Final = 10.0
TABLES: Final = tuple(f"{game_id}:{seats}" for game_id, seats in (*WITH_NETS, ("mu", 3), ("mu", 4)))


def times(spec: str, game_id: str, seats: int, deals: int) -> list[tuple[float, float]]:
    """What each decision took, in milliseconds: on the wall, and of processor time."""
    game = games.get(game_id, seats)
    found: list[tuple[float, float]] = []
    for deal in range(-1, deals):
        match: Any = Match(game, deal % seats)
        match.deal(shuffled(game, Random(f"thinking {deal}")))
        nets = {seat: seat_bot("net", game, Random(seat)) for seat in range(seats)}
        bots = {seat: find_bot(spec).factory(game, Random(f"{deal} {seat}")) for seat in range(seats)}
        while match.deals[-1].result is None:
            seat = min(game.waiting(match.state))
            view = match.view(seat)
            if len(view.legal) > 1:
                wall, spent = perf_counter(), process_time()
                if bots[seat].interject(view) is None:
                    bots[seat].choose(view)
                if deal >= 0:
                    found.append((1000 * (perf_counter() - wall), 1000 * (process_time() - spent)))
            step(match, nets)
    return found


def main() -> None:
    """A row for each table, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot")
    parser.add_argument("tables", nargs="*", default=TABLES)
    parser.add_argument("--deals", type=int, default=3)
    asked = parser.parse_args()
    print("| game, seats | decisions | mean | median | 95 of 100 below | longest | all cores: mean | 95 % |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|", flush=True)
    every: list[tuple[float, float]] = []
    for table in asked.tables:
        game_id, _, seats = table.partition(":")
        every += (found := times(asked.bot, game_id, int(seats), asked.deals))
        print(_row(f"`{game_id}` {seats}", found), flush=True)
    print(_row("all", every))


def _row(name: str, found: list[tuple[float, float]]) -> str:
    wall, spent = np.array(found).T
    most, most_spent = np.percentile(wall, 95), np.percentile(spent, 95)
    figures = (wall.mean(), np.median(wall), most, wall.max(), spent.mean(), most_spent)
    said = [f"{figure:.0f} ms" if figure >= TWO_DIGITS else f"{figure:.2g} ms" for figure in figures]
    return f"| {name} | {len(found)} | " + " | ".join(said) + " |"


if __name__ == "__main__":
    main()
