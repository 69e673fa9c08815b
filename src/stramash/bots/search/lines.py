"""Rollouts along a given line: some moves first, then the playout policy to the end of the deal."""

from typing import Any

from stramash.core.game import AnyGame
from stramash.sim.family import LISTED, family_of
from stramash.sim.kernels import QUICK
from stramash.sim.run import Workspace


class LinePlayer:
    """Plays packed worlds on, in place, with the memory of one thread."""

    def __init__(self, game: AnyGame) -> None:
        home = family_of(game)
        self._acting, self._apply = home.names["acting_seat"], home.names["apply_move"]
        self._choose, self._play_out = home.loops["choose_listed"], home.loops["play_out" + LISTED]
        self._pack = home.pack_move
        self._rules = home.pack_rules(game.rules)
        self._space = Workspace(home)

    def make(self, world: Any, move: Any) -> None:
        """The seat to act makes a move."""
        self._apply(world, self._rules, self._acting(world, self._rules), *self._pack(move))

    def make_quick(self, world: Any) -> None:
        """The seat to act does what the quick policy likes."""
        space, seat = self._space, self._acting(world, self._rules)
        self._choose(world, self._rules, seat, True, QUICK, space.mem, space.move, space.buffer, 1)
        self._apply(world, self._rules, seat, *(int(word) for word in space.move))

    def finish(self, world: Any) -> None:
        """Everybody does so, to the end of the deal."""
        space = self._space
        self._play_out(world, self._rules, True, QUICK, space.mem, space.move, space.buffer, 1, space.tally)
