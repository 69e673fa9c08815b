"""What a computer player is."""

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
    value: float | None
    """The points it may bring in this deal, less the mean of the other sides'; for a bet, what it adds; None
    where nothing was estimated."""
    error: float | None
    """The standard error of the value."""
    reasons: tuple[str, ...]


Factory = Callable[[AnyGame, Random], Bot]
"""Makes a bot for one seat of one game, with its own source of chance."""
