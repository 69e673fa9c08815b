"""The interface of a bot."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, Protocol

from stramash.core.game import AnyGame


class Bot(Protocol):
    """A player of one seat. It is given views of that seat and keeps no other knowledge of the game.

    A view's type depends on the family of games, as the moves do; its `legal` is never empty when asked.
    """

    def choose(self, view: Any) -> Any:
        """The move of a seat that must act."""

    def interject(self, view: Any) -> Any | None:
        """A move out of turn, such as a bet, or None; asked at every step of which a seat may make use."""


class Advice(NamedTuple):
    """One move and what is to be said about it."""

    move: Any
    also: tuple[Any, ...]
    """Other moves that come to the same."""
    value: float | None
    """The points it may bring in this deal, less the mean of the other sides'; None for bets, and where
    nothing was estimated."""
    margin: float | None
    """The value lies within so much, in 95 of 100 cases."""
    than: Any | None
    """The move it is compared with: the first in the list, and for the first the pass or the next one. Bets
    are compared with making none."""
    better: float | None
    """By how many points it is better than that; negative where it is worse, None where nothing was."""
    better_margin: float | None
    """The difference lies within so much, in 95 of 100 cases."""
    reason: str


Factory = Callable[[AnyGame, Random], Bot]
"""Makes a bot for one seat of one game, with its own source of chance."""
