"""Advice for a seat's own decision. Whoever gives it sees the seat's view and nothing else."""

from random import Random
from typing import Any, Protocol

from stramash.bots.registry import seat_bot
from stramash.core.game import AnyGame
from stramash.server.families import family_of
from stramash.server.wire import Json

ADVISER = "greedy"


class Adviser(Protocol):
    """Says what some moves of a decision are worth."""

    def advise(self, view: Any) -> list[tuple[Any, float | None, str]]:
        """Moves, best first, each with its expected points (None: not estimated) and a reason."""


class GreedyAdviser:
    """What the greedy bot would do; it estimates nothing."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self._bot = seat_bot(ADVISER, game, rng)

    def advise(self, view: Any) -> list[tuple[Any, float | None, str]]:
        """One move."""
        move = self._bot.interject(view)
        if move is None:
            move = self._bot.choose(view)
        return [(move, None, "what the greedy bot would do")]


def advise(game: AnyGame, view: Any, rng: Random) -> list[Json]:
    """Advice as it is sent."""
    if not view.legal:
        return []
    write = family_of(game).move
    lines = GreedyAdviser(game, rng).advise(view)
    return [{"move": write(move), "value": value, "why": why} for move, value, why in lines]
