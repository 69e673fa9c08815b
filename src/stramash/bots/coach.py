"""What a hand is worth before it is bet or bid on: chances and points over worlds that agree with the view.

As with advice nothing but the view is known, and every number has its error.
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from stramash.bots.climbing.coach import coach as coach_climber
from stramash.bots.mu.coach import coach as coach_trick_taker
from stramash.bots.search.chances import Coaching
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame

__all__ = ["Coaching", "coach"]

DEFAULT_PLAYOUTS: Final = 3000
_COACHES: Final = ByFamily[Callable[[Any, Any, int, Random], Coaching | None]](
    "coach", climbing=coach_climber, mu=coach_trick_taker
)


def coach(game: AnyGame, view: Any, *, playouts: int = DEFAULT_PLAYOUTS, seed: int = 0) -> Coaching | None:
    """What each bet or bid may come to; None where nothing is to be bet or bid."""
    if view.seat is None:
        return None
    return _COACHES.of(game)(game, view, playouts, Random(seed))
