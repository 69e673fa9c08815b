"""Which family a game belongs to."""

from stramash.climbing.rules import ClimbingRules
from stramash.core.game import AnyGame
from stramash.wire.climbing import CLIMBING
from stramash.wire.codec import Family
from stramash.wire.mu import MU


def family_of(game: AnyGame) -> Family:
    """How the values of a game are written."""
    return CLIMBING if isinstance(game.rules, ClimbingRules) else MU
