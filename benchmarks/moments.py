"""Decisions from deals between club players, for what looks at advice."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from stramash.bots.driver import step
from stramash.bots.registry import seat_bot
from stramash.core.game import AnyGame
from stramash.core.match import Match, shuffled

TABLES: Final = (
    ("haggis", 2),
    ("haggis", 3),
    ("haggis3", 3),
    ("neeps", 4),
    ("tatties", 3),
    ("haggis-classic", 2),
    ("mu", 4),
    ("mu-classic", 4),
)
"""Games and seats whose advice is looked at."""
WITH_NETS: Final = (
    *(("haggis", 2), ("haggis", 3), ("haggis3", 3)),
    *(("neeps", 4), ("tatties", 3), ("haggis-classic", 2), ("haggis-classic", 3)),
)
"""Climbing games and seats that have a net, and so a `master`."""


def decisions(game: AnyGame, seed: int, every: int) -> Iterator[Any]:
    """The view of every so-manieth decision with a choice, deal after deal, the same for the same seed."""
    rng = Random(seed)
    number = 0
    while True:
        match: Any = Match(game, rng.randrange(game.seats))
        match.deal(shuffled(game, rng))
        bots = {seat: seat_bot("club", game, Random(rng.getrandbits(32))) for seat in range(game.seats)}
        while match.deals[-1].result is None:
            seat = min(game.waiting(match.state))
            view = match.view(seat)
            if len([move for move in view.legal if not game.is_interjection(move)]) > 1:
                number += 1
                if number % every == 0:
                    yield view
            step(match, bots)
