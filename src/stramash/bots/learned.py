"""Which tables have a net of a level. Only cards are read for it, no weights."""

from functools import cache
from pathlib import Path
from typing import Final

from stramash import games
from stramash.core.game import AnyGame
from stramash.nets.cards import Card, WeightsError, read_card, rules_of, shipped

NET: Final = "net"
MASTER: Final = "master"
LARGE: Final = frozenset({NET, MASTER})
"""The levels of the large nets, at a glance and with a search; the others have small ones of their own."""


def why_no_level(game: AnyGame, level: str) -> str | None:
    """Why the net of a level does not play a game; None where it does."""
    changed = rules_of(game)
    if changed:
        return f"it learned the rules of the sheet, not other values of {', '.join(sorted(changed))}"
    path = _weights(game, level)
    if path is None:
        return f"it has not learned {game.id} for {game.seats}"
    try:
        read_card(path)
    except WeightsError as error:
        return str(error)
    return None


@cache
def learned_tables(level: str) -> dict[str, list[int]]:
    """The games, with the numbers of seats, that a level has learned, by the rules of the sheet."""
    tables = {
        info.id: [seats for seats in info.seats if why_no_level(games.get(info.id, seats), level) is None]
        for info in games.GAMES.values()
    }
    return {game_id: seats for game_id, seats in tables.items() if seats}


@cache
def taught_tables(level: str) -> dict[str, list[int]]:
    """Those of them that a level learned from another net, by what its cards say; the others by playing."""
    tables = {
        game_id: [count for count in seats if _card(games.get(game_id, count), level).teacher]
        for game_id, seats in learned_tables(level).items()
    }
    return {game_id: seats for game_id, seats in tables.items() if seats}


def _card(game: AnyGame, level: str) -> Card:
    path = _weights(game, level)
    assert path is not None, "it has learned this table"
    return read_card(path)


def _weights(game: AnyGame, level: str) -> Path | None:
    return shipped(game) if level in LARGE else shipped(game, level)
