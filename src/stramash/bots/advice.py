"""Advice on a decision: what each move may bring, how sure that is, and why in words.

It is honest about hidden cards: it goes by worlds that agree with the view, never by the true deal.
"""

from collections.abc import Callable
from typing import Any, Final

from stramash.bots.base import Advice
from stramash.bots.climbing.advice import advise as advise_climber
from stramash.bots.mu.advice import advise as advise_trick_taker
from stramash.bots.search.compare import Budget
from stramash.core.errors import RulesError
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame

__all__ = ["Advice", "advice"]

DEFAULT_BUDGET: Final = "playouts:9000"
_ADVISERS: Final = ByFamily[Callable[[Any, Any, int, int, Any, bool], list[Advice]]](
    "advice", climbing=advise_climber, mu=advise_trick_taker
)


def advice(
    game: AnyGame,
    view: Any,
    *,
    budget: str = DEFAULT_BUDGET,
    seed: int = 0,
    played: Any = None,
    looks_at_all: bool = False,
) -> list[Advice]:
    """The moves worth a thought, best first; then bets, each with what it would add.

    A move that was `played` is among them, however bad it is, or comes to the same as one that is. With
    `looks_at_all` every legal move of a trick is compared, and not the club player's favourites alone.
    """
    if not view.legal:
        return []
    playouts = Budget.parse(budget).playouts
    if playouts is None:
        raise RulesError("budget", budget, "advice is counted in playouts: write playouts:9000")
    return _ADVISERS.of(game)(game, view, playouts, seed, played, looks_at_all)
