"""The greedy bot: one simple, sane player for each family of games."""

from random import Random
from typing import Final

from stramash.bots.base import Bot
from stramash.bots.climbing.greedy import GreedyClimber
from stramash.bots.mu.greedy import GreedyTrickTaker
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame

GREEDY: Final = ByFamily[type[GreedyClimber] | type[GreedyTrickTaker]](
    "greedy bot", climbing=GreedyClimber, mu=GreedyTrickTaker
)


def greedy_bot(game: AnyGame, rng: Random) -> Bot:
    """The greedy bot for a game; it leaves nothing to chance."""
    return GREEDY.of(game)(game.rules)
