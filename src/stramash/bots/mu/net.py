"""The net of Mü as a bot: one forward pass a decision, no search."""

from typing import Any, ClassVar

import numpy as np

from stramash.core.cards import join
from stramash.core.game import AnyGame
from stramash.mu.moves import PASS, Display, Move
from stramash.mu.state import Phase, View
from stramash.nets import levels
from stramash.nets.mu.player import Net, auction_moves
from stramash.nets.player import Seen
from stramash.sim.mu.pack import pack_move


class NetTrickTaker:
    """Plays Mü by a net alone."""

    asks_critic: ClassVar = False
    """Whether it is given a critic besides the net."""

    def __init__(self, game: AnyGame, parts: dict[str, Any]) -> None:
        self.game, self.net = game, Net(game.rules, parts)

    def choose(self, view: View) -> Move:
        """The move it likes best; of a display first how many cards, then which."""
        if len(view.legal) == 1:
            return view.legal[0]
        if view.table.phase is Phase.AUCTION:
            return self._bid(view)
        packed = np.array([pack_move(move) for move in view.legal], np.int64)
        return view.legal[self._best(self.net.seen(view, packed))]

    def interject(self, view: View) -> Move | None:
        """Nothing happens out of turn in Mü."""
        return None

    def _bid(self, view: View) -> Move:
        counts = auction_moves(self.net.rules, view)
        before = self.net.seen(view, counts)
        sums = self.net.first_sums(before.words)
        planned = int(counts[self._counted(view, before, sums), 0]) & 63
        if not planned:
            return PASS
        # Looked at once: cards that are staged change little of what the net is told.
        every = auction_moves(self.net.rules, view, 0, planned)
        place = {code: i for i, code in enumerate(every[:, 0].tolist())}
        before = self.net.with_moves(before, view, every)
        staged = 0
        for _ in range(planned):
            left = auction_moves(self.net.rules, view, staged, planned)[:, 0].tolist()
            kept = [place[code] for code in left]
            under_way = self.net.with_staged(before, view, staged, planned, kept)
            # Staged cards add bits and take none away.
            added = self.net.first_sums(under_way.words & ~before.words)
            best = self._best(under_way, sums + added)
            staged = join(staged, 1 << (left[best] & 63))
        return Display(staged)

    def _counted(self, view: View, seen: Seen, sums: Any) -> int:
        """Which of the counts it may show; none is a pass."""
        return self._best(seen, sums)

    def _best(self, seen: Seen, sums: Any = None) -> int:
        if len(seen.moves) == 1:
            return 0
        return levels.best(*self.net.values(seen, sums), seen.levels)
