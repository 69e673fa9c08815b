"""A player of Mü that learned: it looks at a position once, without a search."""

from typing import Any

import numpy as np

from stramash.core.cards import join
from stramash.core.game import AnyGame
from stramash.mu.moves import PASS, Display, Move
from stramash.mu.state import Phase, View
from stramash.nets import levels
from stramash.nets.mu.player import Net, auction_moves
from stramash.sim.mu.pack import pack_move


class NetTrickTaker:
    """Plays Mü by a net alone."""

    def __init__(self, game: AnyGame, parts: dict[str, Any]) -> None:
        self.game, self.net = game, Net(game.rules, parts)

    def choose(self, view: View) -> Move:
        """The move it likes best; of a display first how many cards, then which."""
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
        counts = auction_moves(self.net.rules, view)
        planned = int(counts[self._best(view, counts), 0]) & 63
        if not planned:
            return PASS
        staged = 0
        for _ in range(planned):
            moves = auction_moves(self.net.rules, view, staged, planned)
            staged = join(staged, 1 << (int(moves[self._best(view, moves, staged, planned), 0]) & 63))
        return Display(staged)

    def _best(self, view: View, packed: Any, staged: int = 0, planned: int = 0) -> int:
        if len(packed) == 1:
            return 0
        seen = self.net.seen(view, packed, staged, planned)
        return levels.best(*self.net.values(seen), seen.levels)
