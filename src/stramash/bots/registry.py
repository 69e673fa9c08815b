"""The bots by name, from the weakest to the strongest."""

from functools import partial
from importlib import import_module
from random import Random
from typing import Any, Final, NamedTuple

from stramash.bots.base import Bot, Factory
from stramash.bots.greedy import greedy_bot
from stramash.bots.learned import MASTER, NET, why_no_level
from stramash.bots.levels import LEVELS
from stramash.bots.random_bot import RandomBot
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame


class BotInfo(NamedTuple):
    """A bot before it sits down."""

    name: str
    sentence: str
    factory: Factory
    is_offered: bool = True
    """Whether tables offer it; one that has no character of its own is asked for by name."""
    stand_in: str | None = None
    """Who plays at tables that it has not learned; None: it plays at all."""
    light: Factory | None = None
    """The same bot without compiled code; None: it cannot play without."""


def _net_bot(game: AnyGame, rng: Random, **settings: Any) -> Bot:
    """Loaded when one sits down."""
    bot: Bot = import_module("stramash.bots.net_bot").net_bot(game, rng, **settings)
    return bot


def _master_bot(game: AnyGame, rng: Random, **settings: Any) -> Bot:
    """Loaded when one sits down."""
    bot: Bot = import_module("stramash.bots.net_bot").master_bot(game, rng, **settings)
    return bot


BOTS: Final[dict[str, BotInfo]] = {
    bot.name: bot
    for bot in (
        BotInfo("random", "Plays any legal move.", RandomBot, light=RandomBot),
        BotInfo(
            "greedy",
            "Sheds as many cards as it can, keeps its wild cards, follows simple rules.",
            greedy_bot,
            light=greedy_bot,
        ),
        *(
            # Small nets need NumPy alone.
            BotInfo(
                level.name,
                level.sentence,
                level.factory,
                stand_in=level.stand_in,
                light=level.factory if level.stand_in is not None else None,
            )
            for level in LEVELS
        ),
        BotInfo(
            NET,
            "A large net that learned until it beat the expert; plays at a glance.",
            _net_bot,
            stand_in="expert",
            light=partial(_net_bot, endings=0),  # the endings of Mü are solved by compiled code
        ),
        BotInfo(
            MASTER,
            "The large net, and a look at many deals that may be before each move: the strongest there is.",
            _master_bot,
            stand_in="expert",
        ),
    )
}


def seat_bot(name: str, game: AnyGame, rng: Random | None = None) -> Bot:
    """A bot for one seat, with its own source of chance; raises RulesError for an unknown name."""
    if name not in BOTS:
        raise RulesError("bot", name, "no such bot; there are " + ", ".join(BOTS))
    return BOTS[name].factory(game, Random() if rng is None else rng)


def level_at(name: str, game: AnyGame) -> str:
    """Who plays where a bot is asked for: itself, or its stand-in at a table that it has not learned."""
    stand_in = BOTS[name].stand_in if name in BOTS else None
    if stand_in is None or why_no_level(game, name) is None:
        return name
    return stand_in


def instead(name: str, seated: str) -> str:
    """What is said where another bot sits down than was asked for."""
    return f"{name.capitalize()} has not learned this table; {seated} plays."
