"""How long a match may be at a table of the server; by the rules alone it could be far longer."""

from collections.abc import Mapping
from typing import Final

from stramash import games
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame
from stramash.core.options import Kind, Number, options_of

LONGEST: Final[Mapping[str, int]] = {"rounds": 100, "goal": 2_000}
"""The most that an option may be here: an evening's play, and more."""


def kind_here(name: str, kind: Kind) -> Kind:
    """The values that an option may take at a table of the server."""
    if isinstance(kind, Number) and name in LONGEST:
        return Number(kind.least, min(kind.most, LONGEST[name]))
    return kind


def game_of(game_id: str, seats: int | None, options: Mapping[str, str]) -> AnyGame:
    """The game of a new table; raises RulesError, also where a match of it would be too long."""
    game = games.get_written(game_id, seats, options)
    for item in options_of(game.rules):
        value, kind = getattr(game.rules, item.name), kind_here(item.name, item.kind)
        if not kind.accepts(value):
            raise RulesError(item.name, value, f"{kind.allowed} at a table of this server")
    return game
