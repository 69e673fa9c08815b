"""Two bots over duplicate deals on all cores, where there is nothing but NumPy and Numba.

`python -m stramash.train.duel GAME SEATS A B DEALS CORES`: what `stramash arena` does, without statistics.
Every deal is played with A alone on each side and with B alone on each side. With five sides or more that is
ten tables a deal; there each deal has two: half of the sides, drawn by its number, are A's, then they change
places. The answer is a line of JSON: the lead of A over B in points a deal with its standard error, over all
seatings, with A and with B alone.
A line comes every 50 deals, so that who has no more time has something.
"""

import json
import sys
from collections.abc import Callable
from math import sqrt
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from stramash import games
from stramash.bots.base import Bot
from stramash.bots.driver import step
from stramash.bots.outside.specs import find_bot
from stramash.core.game import AnyGame
from stramash.core.match import Match, shuffled
from stramash.sim.run import limit_threads

TOLD_EVERY: Final = 50
"""Deals between two lines of what is known so far."""
MOST_SIDES: Final = 4
"""With more sides than this a deal has two tables."""


class Table(NamedTuple):
    """One deal in one seating."""

    game: str
    seats: int
    bots: tuple[str, ...]
    deal: int


def play(table: Table) -> list[int]:
    """The points of a table, by side."""
    limit_threads(1)  # the tables fill the cores
    game = games.get(table.game, table.seats)
    match = Match(game, table.deal % table.seats)
    match.deal(shuffled(game, Random(f"duel {table.deal}")))
    bots = seated(game, table.bots, table.deal)
    while (result := match.deals[-1].result) is None:
        step(match, bots)
    return list(result.scores)


def seated(game: AnyGame, specs: tuple[str, ...], number: int) -> dict[int, Bot]:
    """Bots by seat, each with luck of its own that follows from the number of the deal or match."""
    return {
        seat: find_bot(spec, game=game).factory(game, Random(f"{number} {seat}"))
        for seat, spec in enumerate(specs)
    }


def mean_and_error(values: list[float]) -> tuple[float, float]:
    """A mean and its standard error."""
    mean = sum(values) / len(values)
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values))


def seatings(sides: tuple[tuple[int, ...], ...], a: str, b: str, deal: int = 0) -> list[tuple[str, ...]]:
    """Who sits where in a deal: A alone on each side, B alone on each; partners are the same bot.

    With many sides: half of them, rounded down, are A's, then all the others; which half goes by the deal.
    """
    seats, count = range(sum(map(len, sides))), len(sides)
    picks: list[tuple[tuple[int, ...], ...]] = [(side,) for side in sides]
    if count > MOST_SIDES:
        picks = [tuple(Random(f"seating {deal}").sample(sides, count // 2))]
    lines = [
        tuple(one if any(seat in side for side in pick) else other for seat in seats)
        for one, other in ((a, b), (b, a))
        for pick in picks
    ]
    return list(dict.fromkeys(lines))


def duel(
    game: str,
    seats: int,
    a: str,
    b: str,
    *,
    deals: int,
    cores: int,
    first: int = 0,
    tell: Callable[[dict[str, Any]], None] | None = None,
) -> dict[str, Any]:
    """Let A and B meet; the deals are numbered from `first` on. `tell` is given what is known on the way."""
    sides = games.get(game, seats).sides
    tables = [
        Table(game, seats, line, deal)
        for deal in range(first, first + deals)
        for line in seatings(sides, a, b, deal)
    ]
    each = len(tables) // deals
    began = perf_counter()
    by_deal: dict[int, list[float]] = {}
    by_kind: dict[str, list[float]] = {"a_alone": [], "b_alone": []}

    def found() -> dict[str, Any]:
        lead, error = mean_and_error([sum(leads) / len(leads) for leads in by_deal.values()])
        known: dict[str, Any] = {"game": game, "seats": seats, "a": a, "b": b, "deals": len(by_deal)}
        known |= {"first": first, "lead": round(lead, 2), "error": round(error, 2)}
        known["seconds"] = round(perf_counter() - began)
        return known | {
            kind: [round(number, 2) for number in mean_and_error(leads)]
            for kind, leads in by_kind.items()
            if leads
        }

    play(tables[0])  # compiled once, before the others start
    with get_context("fork").Pool(cores) as pool:
        for number, (table, points) in enumerate(zip(tables, pool.imap(play, tables), strict=True), 1):
            who = [table.bots[side[0]] for side in sides]
            mine = [score for score, spec in zip(points, who, strict=True) if spec == a]
            theirs = [score for score, spec in zip(points, who, strict=True) if spec == b]
            lead = sum(mine) / len(mine) - sum(theirs) / len(theirs)
            by_deal.setdefault(table.deal, []).append(lead)
            if min(len(mine), len(theirs)) == 1:
                by_kind["a_alone" if len(mine) == 1 else "b_alone"].append(lead)
            if tell is not None and number % (TOLD_EVERY * each) == 0 and number < len(tables):
                tell(found())
    return found()


def main() -> None:
    """Read the command line and let the bots meet."""
    game, seats, a, b, deals, cores, *first = sys.argv[1:]
    begins = int(first[0]) if first else 0
    print(
        json.dumps(duel(game, int(seats), a, b, deals=int(deals), cores=int(cores), first=begins, tell=_tell))
    )


def _tell(known: dict[str, Any]) -> None:
    print(json.dumps(known), flush=True)


if __name__ == "__main__":
    main()
