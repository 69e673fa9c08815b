"""A player that learned: a net plays where there is one for the game, the search elsewhere."""

import logging
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

from stramash import games
from stramash.bots.base import Bot
from stramash.bots.levels import expert_bot
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.nets.files import WeightsError, read, shipped

HARMLESS: Final = {"goal", "rounds"}
"""Options that change nothing in a deal: a net that learned with the sheet's values plays with others."""
_PLAYERS: Final = ByFamily("net", climbing=("stramash.bots.climbing.net", "NetClimber"), mu=None)

_log = logging.getLogger("stramash.bots")


def net_bot(game: AnyGame, rng: Random, *, weights: str | None = None) -> Bot:
    """The net of a game; where there is none that fits, the search plays, and the log says why."""
    reason = _why_not(game, weights)
    if reason is None:
        try:
            return _seated(game, weights)
        except WeightsError as error:
            reason = str(error)
    _log.warning("no net for %s: %s; the search plays", game.id, reason)
    return expert_bot(game, rng)


def has_net(game: AnyGame) -> bool:
    """Whether a net that comes with stramash plays this game."""
    return _why_not(game, None) is None


def _why_not(game: AnyGame, weights: str | None) -> str | None:
    if _PLAYERS.of(game) is None:
        return "there are no nets for games of this kind yet"
    changed = set(games.written_options(game)) - HARMLESS
    if changed:
        return f"its net learned the rules of the sheet, not other values of {', '.join(sorted(changed))}"
    if weights is None and shipped(game) is None:
        return f"none has been trained for {game.seats} seats"
    return None


def _seated(game: AnyGame, weights: str | None) -> Bot:
    path = Path(weights) if weights is not None else shipped(game)
    player = _PLAYERS.of(game)
    assert path is not None, "asked for before"
    assert player is not None, "asked for before"
    module, name = player
    bot: Bot = getattr(import_module(module), name)(game, _weights(path, game.id, game.seats))
    return bot


@lru_cache(maxsize=8)
def _weights(path: Path, game_id: str, seats: int) -> dict[str, Any]:
    _, _, parts = read(path, games.get(game_id, seats))
    return parts
