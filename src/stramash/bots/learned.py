"""At which tables a level that learned plays. Only cards are read for it, no weights."""

from functools import cache
from typing import Final

from stramash import games
from stramash.core.game import AnyGame
from stramash.nets.bars import has_passed, is_between
from stramash.nets.cards import WeightsError, read_card, rules_of, shipped

NET: Final = "net"
"""The level of the large nets; the others have small ones of their own."""


def why_no_level(game: AnyGame, level: str) -> str | None:
    """Why the net of a level does not play a game; None where it does."""
    changed = rules_of(game)
    if changed:
        return f"it learned the rules of the sheet, not other values of {', '.join(sorted(changed))}"
    path, has_shown = (shipped(game), has_passed) if level == NET else (shipped(game, level), is_between)
    if path is None:
        return f"it has not learned {game.id} for {game.seats}"
    try:
        return None if has_shown(read_card(path)) else "it has not shown what it must"
    except WeightsError as error:
        return str(error)


@cache
def learned_tables(level: str) -> dict[str, list[int]]:
    """The games, with the numbers of seats, that a level has learned, by the rules of the sheet."""
    tables = {
        info.id: [seats for seats in info.seats if why_no_level(games.get(info.id, seats), level) is None]
        for info in games.GAMES.values()
    }
    return {game_id: seats for game_id, seats in tables.items() if seats}
