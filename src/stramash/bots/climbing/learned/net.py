"""The net of the climbing games as a bot: one forward pass a decision, no search."""

from typing import Any, ClassVar

import numpy as np

from stramash.climbing.moves import Move
from stramash.climbing.state import View
from stramash.core.game import AnyGame
from stramash.nets import levels
from stramash.nets.climbing.player import Net, lean
from stramash.sim.climbing.pack import pack_move


class NetClimber:
    """Plays a climbing game by a net alone."""

    asks_critic: ClassVar = False
    """Whether it is given a critic besides the net."""

    def __init__(self, game: AnyGame, parts: dict[str, Any]) -> None:
        self.game, self.net = game, Net(game.rules, parts)
        self._thought: tuple[View, list[Move], Any, Any, Any] | None = None

    def choose(self, view: View) -> Move:
        """The move it likes best; bets are made by `interject`."""
        if len(view.legal) == 1:
            return view.legal[0]
        moves, values, level_values, of = self._think(view)
        usual = np.array([not self.game.is_interjection(move) for move in moves])
        if not usual.any():
            return moves[levels.best(values, level_values, of)]
        kept = np.flatnonzero(usual)
        return moves[int(kept[levels.best(values[kept], level_values, of[kept])])]

    def interject(self, view: View) -> Move | None:
        """A bet, where there is something to decide besides: that is where it learned to bet (C10.1)."""
        if {self.game.is_interjection(move) for move in view.legal} != {True, False}:
            return None
        moves, values, level_values, of = self._think(view)
        move = moves[levels.best(values, level_values, of)]
        return move if self.game.is_interjection(move) else None

    def _think(self, view: View) -> tuple[list[Move], Any, Any, Any]:
        if self._thought is None or self._thought[0] is not view:
            packed = np.array([pack_move(move) for move in view.legal], np.int64)
            kept = np.flatnonzero(lean(self.net.rules, view.hand, packed))
            moves = [view.legal[i] for i in kept]
            seen = self.net.seen(view, packed[kept])
            self._thought = (view, moves, *self.net.values(seen), seen.levels)
        return self._thought[1:]
