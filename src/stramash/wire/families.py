"""How the values of each family of games are written."""

from typing import Final

from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.wire.climbing import CLIMBING
from stramash.wire.codec import Forms
from stramash.wire.mu import MU

WIRE: Final = ByFamily("form on the wire", climbing=CLIMBING, mu=MU)


def forms_of(game: AnyGame) -> Forms:
    """How the values of a game are written."""
    return WIRE.of(game)
