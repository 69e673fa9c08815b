"""A player of Mü that learned: it looks at a position once, without a search."""

from typing import Any

import numpy as np

from stramash.core.cards import join
from stramash.core.game import AnyGame
from stramash.mu.moves import PASS, Display, Move
from stramash.mu.state import Phase, View
from stramash.nets import levels
from stramash.nets.mu.player import Net, auction_moves
from stramash.sim.mu import record as at
from stramash.sim.mu.pack import pack_move


class NetTrickTaker:
    """Plays Mü by a net alone."""

    def __init__(self, game: AnyGame, parts: dict[str, Any]) -> None:
        self.game, self.net = game, Net(game.rules, parts)

    def choose(self, view: View) -> Move:
        """The move it likes best; a display is built card by card, as it learned to."""
        if len(view.legal) == 1:
            return view.legal[0]
        if view.table.phase is Phase.AUCTION:
            return self._bid(view)
        packed = np.array([pack_move(move) for move in view.legal], np.int64)
        return view.legal[self._best(view, packed)]

    def interject(self, view: View) -> Move | None:
        """Nothing happens out of turn in Mü."""
        return None

    def _bid(self, view: View) -> Move:
        staged = 0
        while True:
            moves = auction_moves(self.game, view, staged)
            code = int(moves[self._best(view, moves, staged), 0])
            if code >> 32 != at.ADD_CARD:
                return Display(staged) if staged else PASS
            staged = join(staged, 1 << (code & 63))

    def _best(self, view: View, packed: Any, staged: int = 0) -> int:
        if len(packed) == 1:
            return 0
        seen = self.net.seen(view, packed, staged)
        return levels.best(*self.net.values(seen), seen.levels)
