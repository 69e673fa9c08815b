"""Advice on a decision: what each move may bring, how sure that is, and why in words.

It is honest about hidden cards: it goes by worlds that agree with the view, never by the true deal.
"""

from collections.abc import Callable
from typing import Any, Final

from stramash.bots.base import Advice
from stramash.bots.climbing.advice import advise as advise_climber
from stramash.bots.mu.advice import advise as advise_trick_taker
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame

__all__ = ["Advice", "advice"]

DEFAULT_BUDGET: Final = "playouts:1500"
_ADVISERS: Final = ByFamily[Callable[[Any, Any, str, int], list[Advice]]](
    "advice", climbing=advise_climber, mu=advise_trick_taker
)


def advice(game: AnyGame, view: Any, *, budget: str = DEFAULT_BUDGET, seed: int = 0) -> list[Advice]:
    """The moves worth a thought, best first; bets come last, each with what it would add."""
    return _ADVISERS.of(game)(game, view, budget, seed) if view.legal else []
