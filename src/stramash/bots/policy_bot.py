"""The playout policy as a bot: it is stateless and looks at its own hand alone."""

from random import Random
from typing import Any

from stramash.core.game import AnyGame
from stramash.sim.family import family_of


class PolicyBot:
    """Plays what the quick policy likes best; it is the same in every world that agrees with the view."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game = game
        self._family = family_of(game)
        self._rules = self._family.pack_rules(game.rules)
        self._like = self._family.names["quick_key"]

    def choose(self, view: Any) -> Any:
        """The move liked best, the first of equals."""
        if len(view.legal) == 1:
            return view.legal[0]
        world = self._family.pack_state(self.game.rules, self.game.determinize(view, Random(0)))
        keys = [
            self._like(world, self._rules, view.seat, *self._family.pack_move(move)) for move in view.legal
        ]
        return view.legal[keys.index(max(keys))]

    def interject(self, view: Any) -> Any | None:
        """It never bets."""
        return None
