"""Two bots over whole matches on all cores: who wins, and how often.

`python -m stramash.train.matches GAME SEATS A B MATCHES CORES [FIRST] [OPTION=VALUE …]`. Matches come in
pairs: the same decks as long as both last, A on the first side and then on the second. Every seat of a side
is the same bot; where there are more than two sides A sits alone, on another side each time. The answer is a
line of JSON; one comes after every ten pairs, so that who has no more time has something.
"""

import json
import sys
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from stramash import games
from stramash.bots.driver import step
from stramash.bots.outside.specs import find_bot
from stramash.core.match import Match, shuffled
from stramash.sim.run import limit_threads
from stramash.train.duel import mean_and_error, seated

TOLD_EVERY: Final = 10
"""Rounds of matches with the same decks between two lines of what is known so far."""


class Meeting(NamedTuple):
    """One match."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    number: int
    side: int
    """Where A sits."""


class Won(NamedTuple):
    """How a match ended for A."""

    share: float
    """1 for a match won, a part of it where sides share the victory."""
    deals: int
    lead: float
    """Its points less the mean of the others'."""


def play(meeting: Meeting) -> Won:
    """One whole match."""
    limit_threads(1)  # the matches fill the cores
    game = games.get_written(meeting.game, meeting.seats, dict(meeting.options))
    match: Any = Match(game, meeting.number % game.seats)
    decks = Random(f"match {meeting.number}")
    bots = seated(game, meeting.bots, meeting.number)
    while not match.is_over:
        match.deal(shuffled(game, decks))
        while match.deals[-1].result is None:
            step(match, bots)
    others = [total for side, total in enumerate(match.totals) if side != meeting.side]
    share = 1 / len(match.winners) if meeting.side in match.winners else 0.0
    return Won(share, len(match.deals), match.totals[meeting.side] - sum(others) / len(others))


def meetings(
    game: str, seats: int, a: str, b: str, count: int, first: int = 0, options: dict[str, str] | None = None
) -> Iterator[Meeting]:
    """So many matches; each set of decks once with A on every side."""
    written = tuple((options or {}).items())
    sides = games.get_written(game, seats, options or {}).sides
    for i in range(count):
        side = i % len(sides)
        bots = tuple(a if seat in sides[side] else b for seat in range(seats))
        yield Meeting(game, seats, written, bots, first + i // len(sides), side)


def known(found: list[Won]) -> dict[str, Any]:
    """The share of matches won with its standard error, deals a match, and the lead at the end."""
    count = len(found)
    share, error = mean_and_error([won.share for won in found])
    return {
        "matches": count,
        "won": round(share, 4),
        "error": round(error, 4),
        "deals": round(sum(won.deals for won in found) / count, 2),
        "lead": round(sum(won.lead for won in found) / count, 1),
    }


def run(every: list[Meeting], cores: int, tell: Callable[[dict[str, Any]], None] | None = None) -> list[Won]:
    """Play matches; `tell` is given what is known on the way."""
    found: list[Won] = []
    rounds = TOLD_EVERY * len({meeting.side for meeting in every})
    find_bot(every[0].bots[0])  # a name that is none is refused here, not in a process
    with get_context("fork").Pool(cores) as pool:
        for won in pool.imap(play, every):
            found.append(won)
            if tell is not None and len(found) % rounds == 0 and len(found) < len(every):
                tell(known(found))
    return found


def main() -> None:
    """Read the command line and let the bots meet."""
    game, seats, a, b, count, cores, *more = sys.argv[1:]
    first = int(more.pop(0)) if more and "=" not in more[0] else 0
    options = dict(text.partition("=")[::2] for text in more)
    began = perf_counter()
    about = {"game": game, "seats": int(seats), "options": options, "a": a, "b": b, "first": first}

    def tell(line: dict[str, Any]) -> None:
        print(json.dumps({**about, **line, "seconds": round(perf_counter() - began)}), flush=True)

    every = list(meetings(game, int(seats), a, b, int(count), first, options))
    tell(known(run(every, int(cores), tell)))


if __name__ == "__main__":
    main()
