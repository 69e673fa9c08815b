"""The last tricks of Mü, where few worlds are left: each of them is solved.

The solver is compiled code and is asked for only when an ending has come: a net's first move does not wait
for it.
"""

from random import Random
from typing import Any, Final

import numpy as np

from stramash.bots.mu.net import NetTrickTaker
from stramash.mu.game import MuGame
from stramash.mu.moves import Move
from stramash.mu.state import Phase, View
from stramash.nets.mu.player import Net
from stramash.sim.mu.pack import pack_move

SOLVED_TRICKS: Final = {3: 5, 4: 4, 5: 4, 6: 3}
"""With how many tricks to go, by seats, searches solve worlds instead of playing them out."""
AT_A_GLANCE: Final = {
    3: (60, 60, 60, 12, 12),
    4: (100, 100, 100, 40, 8),
    5: (60, 60, 60, 12),
    6: (60, 60, 60),
}
"""How many worlds a net solves, by seats and by tricks to go from one on: in some 0.3 ms, or 1 with eight of
five tricks."""


def is_ending(view: View, tricks: int) -> bool:
    """Whether no more than so many tricks are to go."""
    return view.table.phase is Phase.PLAY and max(view.table.counts) <= tricks


class EndingTrickTaker(NetTrickTaker):
    """Plays Mü by a net, and its last tricks by solving them."""

    def __init__(self, game: MuGame, parts: dict[str, Any]) -> None:
        super().__init__(game, parts)
        self._mu = game

    def choose(self, view: View) -> Move:
        """The move it likes best, or the card of an ending that is best."""
        worlds = AT_A_GLANCE[self.game.seats]
        if len(view.legal) == 1 or not is_ending(view, len(worlds)):
            return super().choose(view)
        from stramash.bots.mu.worlds import MuWorlds  # noqa: PLC0415  compiled code

        # A net plays the same wherever it sees the same, so its luck comes from the view.
        rng = Random(f"{view.seat} {view.hand} {view.table.trick} {view.table.counts}")
        count = worlds[max(view.table.counts) - 1]
        return best_card(self._mu, self.net, view, MuWorlds(self._mu, view, rng).take(count))


def best_card(game: MuGame, net: Net, view: View, worlds: Any) -> Move:
    """The card of an ending that is best on the mean of packed worlds, each of them solved."""
    from stramash.bots.mu.endgame import solved  # noqa: PLC0415  compiled code

    assert view.seat is not None, "a spectator is never asked"
    worth = solved(game, worlds, list(view.legal), view.seat).mean(axis=0)
    best = np.flatnonzero(worth >= worth.max() - 1e-6)
    if len(best) == 1:
        return view.legal[int(best[0])]
    # Of equals the net's favourite.
    packed = np.array([pack_move(view.legal[i]) for i in best], np.int64)
    values, _ = net.values(net.seen(view, packed))
    return view.legal[int(best[int(np.argmax(values))])]
