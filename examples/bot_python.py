"""A bot in Python: give it a game and a source of chance, and it plays one seat of any game.

Try it here:      cd examples
In the terminal:  stramash terminal haggis --bot bot_python:make
At the table:     stramash play --bot mine=bot_python:make
In the arena:     stramash arena haggis --bots bot_python:make random --deals 20
And whether it keeps to the rules of every game:  stramash bot-check bot_python:make

A package that names it in the group `stramash.bots` of its entry points offers it by name (docs/arena.md).
"""

from random import Random
from typing import Any

from stramash.climbing.moves import Play
from stramash.climbing.state import View as ClimbingView
from stramash.core.cards import size
from stramash.core.game import AnyGame


# --8<-- [start:bot]
class MyBot:
    """Plays as many cards as it can, and any legal move where there are none to play; never bets."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game = game
        self.rng = rng
        """All chance must come from here: then the same seed gives the same deal again."""

    def choose(self, view: Any) -> Any:
        """The move of a seat that must act. The view holds all it may know; `view.legal` is never empty."""
        plays = [move for move in view.legal if isinstance(move, Play)]
        if isinstance(view, ClimbingView) and plays:
            most = max(size(play.cards) for play in plays)
            return self.rng.choice([play for play in plays if size(play.cards) == most])
        return self.rng.choice(view.legal)

    def interject(self, view: Any) -> Any | None:
        """A bet out of turn, or None."""
        return None


def make(game: AnyGame, rng: Random) -> MyBot:
    """What a spec names: it is called once for each seat."""
    return MyBot(game, rng)


# --8<-- [end:bot]
