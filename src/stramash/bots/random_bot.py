"""A bot that plays any legal move: it reaches every corner of the rules and wins by accident only."""

from random import Random
from typing import Any, Final

from stramash.core.game import AnyGame

BET_OUT_OF_TURN: Final = 0.02
"""How often a chance to bet out of turn is taken; there are dozens of them in a deal."""


class RandomBot:
    """Samples the legal moves, those that no list names too."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game = game
        self.rng = rng

    def choose(self, view: Any) -> Any:
        """Any legal move."""
        return self.game.sample(view, self.rng)

    def interject(self, view: Any) -> Any | None:
        """A bet, rarely."""
        bets = [move for move in view.legal if self.game.is_interjection(move)]
        return self.rng.choice(bets) if bets and self.rng.random() < BET_OUT_OF_TURN else None
