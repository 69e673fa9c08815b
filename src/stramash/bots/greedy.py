"""The greedy bot: one simple, sane player for each family of games."""

from random import Random

from stramash.bots.base import Bot
from stramash.bots.climbing.greedy import GreedyClimber
from stramash.bots.mu.greedy import GreedyTrickTaker
from stramash.climbing.rules import ClimbingRules
from stramash.core.game import AnyGame


def greedy_bot(game: AnyGame, rng: Random) -> Bot:
    """The greedy bot for a game; it leaves nothing to chance."""
    if isinstance(game.rules, ClimbingRules):
        return GreedyClimber(game.rules)
    return GreedyTrickTaker(game.rules)
