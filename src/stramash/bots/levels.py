"""How strong a bot plays: a dial from a quick look to a long search, by budget and memory, not by blunders.

What a level is made of is loaded when one sits down, since the compiled engine takes a moment.
"""

from functools import partial
from importlib import import_module
from random import Random
from typing import Any, Final, NamedTuple

from stramash.bots.base import Bot, Factory
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame


class Level(NamedTuple):
    """One step of the dial."""

    name: str
    sentence: str
    """Its character, for the table."""
    cost: str
    """What a decision takes of one processor core, about."""
    factory: Factory
    stand_in: str | None = None
    """Who plays at tables that it has not learned; None: it plays at all."""


_CLUB: Final = ByFamily(
    "club bot",
    climbing=("stramash.bots.climbing.club.climber", "ClubClimber"),
    mu=("stramash.bots.mu.club", "ClubTrickTaker"),
)
_EXPERT: Final = ByFamily(
    "expert",
    climbing=("stramash.bots.climbing.expert", "ExpertClimber"),
    mu=("stramash.bots.mu.expert", "ExpertTrickTaker"),
)


def regular_bot(game: AnyGame, rng: Random) -> Bot:
    """A player that looks at its own hand alone."""
    return _made("stramash.bots.policy_bot", "PolicyBot", game, rng)


def club_bot(game: AnyGame, rng: Random, **settings: Any) -> Bot:
    """A player by rules of thumb, who counts cards; in Mü `auction` is ``bold`` or ``careful``."""
    return _made(*_CLUB.of(game), game, rng, **settings)


def expert_bot(game: AnyGame, rng: Random, **settings: Any) -> Bot:
    """A player who searches; `budget` is ``seconds:0.2``, or ``playouts:2000`` to be repeatable."""
    return _made(*_EXPERT.of(game), game, rng, **settings)


def small_net(game: AnyGame, rng: Random, *, level: str, stand_in: Factory) -> Bot:
    """A player that learned for a short while; at tables that it has not learned another level plays."""
    bot: Bot = import_module("stramash.bots.net_bot").level_bot(game, rng, level=level, stand_in=stand_in)
    return bot


def _made(module: str, name: str, game: AnyGame, rng: Random, **settings: Any) -> Bot:
    bot: Bot = getattr(import_module(module), name)(game, rng, **settings)
    return bot


_keen: Final = partial(expert_bot, budget="playouts:200")

LEVELS: Final = (
    Level("regular", "Keeps its hand together, remembers nothing, never bets.", "1 ms", regular_bot),
    Level("club", "Counts cards, knows the rules of thumb and bets on a good hand.", "2 ms", club_bot),
    Level(
        "piper",
        "Plays by ear: a small net that learned for a short while.",
        "1 ms",
        partial(small_net, level="piper", stand_in=club_bot),
        stand_in="club",
    ),
    Level(
        "laird",
        "Has seen many a deal: a small net that learned longer than the piper.",
        "1 ms",
        partial(small_net, level="laird", stand_in=_keen),
        stand_in="keen",
    ),
    Level("keen", "Thinks a few hundred deals ahead before it plays.", "10 ms", _keen),
    Level(
        "strong",
        "Tries its favourite moves over a thousand times each decision.",
        "30 ms",
        partial(expert_bot, budget="playouts:1200"),
    ),
    Level("expert", "Searches as long as it may and plays endings to perfection.", "200 ms", expert_bot),
)
"""From the weakest to the strongest; `random` and `greedy` come before them."""
