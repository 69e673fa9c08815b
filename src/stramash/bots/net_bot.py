"""Bots that play by a net where there is one for the game, and by search elsewhere."""

import logging
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from stramash import games
from stramash.bots.base import Bot
from stramash.bots.learned import why_no_level
from stramash.bots.registry import BOTS, seat_bot
from stramash.bots.settings import NetSettings
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.core.options import Flag, option
from stramash.nets.cards import WeightsError, for_matches, rules_of, shipped
from stramash.nets.files import read, read_critic
from stramash.nets.one_core import products_on_one_core

_PLAYERS: Final = ByFamily(
    "net",
    climbing=("stramash.bots.climbing.learned.net", "NetClimber"),
    mu=("stramash.bots.mu.endings", "EndingTrickTaker"),
)
_GLANCING: Final = ByFamily(
    "net at a glance",
    climbing=("stramash.bots.climbing.learned.net", "NetClimber"),
    mu=("stramash.bots.mu.net", "NetTrickTaker"),
)
_MASTERS: Final = ByFamily(
    "master",
    climbing=("stramash.bots.climbing.learned.master", "MasterClimber"),
    mu=("stramash.bots.mu.master", "MasterTrickTaker"),
)

_log = logging.getLogger("stramash.bots")


class Files(NamedTuple):
    """Where the weights of a player lie, and those of the critic that a search with it asks."""

    player: Path
    critic: Path


@dataclass(frozen=True, kw_only=True)
class EndingSettings(NetSettings):
    """What may be set of a net."""

    endings: bool = option(True, Flag(), "Whether the last tricks of Mü are solved, not played at a glance.")


def net_bot(game: AnyGame, rng: Random, *, weights: str | None = None, endings: bool = True) -> Bot:
    """The net of a game; where there is none that fits, the search plays, and the log says why."""
    return _net_or_expert(_PLAYERS if endings else _GLANCING, game, rng, weights)


def master_bot(game: AnyGame, rng: Random, *, weights: str | None = None, **settings: Any) -> Bot:
    """The net of a game with a search; where there is none that fits, the expert plays."""
    return _net_or_expert(_MASTERS, game, rng, weights, rng, **settings)


def piper_bot(game: AnyGame, rng: Random) -> Bot:
    """The small net that learned for a short while."""
    return _level_bot(game, rng, "piper")


def laird_bot(game: AnyGame, rng: Random) -> Bot:
    """The small net that learned longer."""
    return _level_bot(game, rng, "laird")


def _level_bot(game: AnyGame, rng: Random, level: str) -> Bot:
    """The small net of a level; where it has not learned the table another plays, and the log says why."""
    reason = why_no_level(game, level)
    if reason is None:
        path = shipped(game, level)
        assert path is not None, "asked for before"
        try:
            return _seated(_GLANCING, game, Files(path, path))
        except WeightsError as error:
            reason = str(error)
    tell_once(f"{level} does not play {game.id}: {reason}; another level plays")
    return seat_bot(BOTS[level].stand_in or "club", game, rng)


def _net_or_expert(
    players: ByFamily[Any], game: AnyGame, rng: Random, weights: str | None, *more: Any, **settings: Any
) -> Bot:
    reason = _why_not(game, weights, players)
    if reason is None:
        files, *others = _candidates(game) if weights is None else [Files(Path(weights), Path(weights))]
        try:
            return _seated(players, game, files, *more, **settings)
        except WeightsError as error:
            reason = str(error)
        for plain in others:
            tell_once(f"no net for matches of {game.id}: {reason}; the net for deals plays")
            try:
                return _seated(players, game, plain, *more, **settings)
            except WeightsError as error:
                reason = str(error)
    assert reason is not None, "there was one, or none could be seated"
    return _expert_instead(game, rng, reason)


def _candidates(game: AnyGame) -> list[Files]:
    """The weights that may play, the best first; a search asks the critic of the net that counts points."""
    path, plain = for_matches(game), shipped(game)
    assert plain is not None, "asked for before"
    return [Files(plain, plain)] if path is None else [Files(path, plain), Files(plain, plain)]


def _seated(players: ByFamily[Any], game: AnyGame, files: Files, *more: Any, **settings: Any) -> Bot:
    module, name = players.of(game)
    player = getattr(import_module(module), name)
    rules = tuple(rules_of(game).items())
    parts = _weights(files, game.id, game.seats, rules, with_critic=player.asks_critic)
    products_on_one_core()
    bot: Bot = player(game, parts, *more, **settings)
    return bot


def _expert_instead(game: AnyGame, rng: Random, reason: str) -> Bot:
    tell_once(f"no net for {game.id}: {reason}; the search plays")
    return seat_bot("expert", game, rng)


@lru_cache(maxsize=256)
def tell_once(text: str) -> None:
    """Log why somebody else plays: not at every deal of a thousand again."""
    _log.warning(text)


def _why_not(game: AnyGame, weights: str | None, players: ByFamily[Any]) -> str | None:
    if players.of(game) is None:
        return "there are no nets for games of this kind yet"
    changed = rules_of(game)
    if changed and weights is None:
        return f"its net learned the rules of the sheet, not other values of {', '.join(sorted(changed))}"
    if weights is None and shipped(game) is None:
        return f"none has been trained for {game.seats} seats"
    return None


@lru_cache(maxsize=8)
def _weights(
    files: Files, game_id: str, seats: int, options: tuple[tuple[str, str], ...], *, with_critic: bool
) -> dict[str, Any]:
    game = games.get_written(game_id, seats, dict(options))
    _, _, parts = read(files.player, game)
    return {**parts, **read_critic(files.critic, game)} if with_critic else parts
