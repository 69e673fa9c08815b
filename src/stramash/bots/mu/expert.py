"""The expert at Mü: searches over worlds that agree with its view, and solves the last tricks."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from stramash.bots.mu.club import ClubTrickTaker, by_playouts
from stramash.bots.mu.club_ideas import own_seat, worth_a_thought
from stramash.bots.mu.endgame import by_solving
from stramash.bots.mu.endings import SOLVED_TRICKS
from stramash.bots.mu.worlds import MuWorlds
from stramash.bots.search.compare import SEARCHES, Budget, MoveEstimate, compare
from stramash.bots.search.estimate import LEARNING
from stramash.bots.search.tree import playout_evaluator
from stramash.bots.settings import BudgetText, settings_from
from stramash.core.options import Choice, option
from stramash.mu.game import MuGame
from stramash.mu.moves import Move
from stramash.mu.state import Phase, View
from stramash.sim.mu.pack import pack_rules

QUICKLY_SOLVED: Final = 3
UNLEARNT: Final = 5.0
"""Points by which larger trees are off from those of a hundred worlds, as `benchmarks.calibration` found."""
PRICES: Final = (2, 24)
"""How many playouts solving a world is worth in time: with up to so many tricks to go, and with more."""


@dataclass(frozen=True, kw_only=True)
class ExpertSettings:
    """What may be set of an expert."""

    budget: str = option("seconds:0.15", BudgetText(), "How long a decision may take.")
    search: str = option(
        "tree", Choice(SEARCHES), "How moves are evaluated: by playouts that learn from those before, or not."
    )


class ExpertTrickTaker:
    """A player of Mü that looks ahead."""

    def __init__(self, game: MuGame, rng: Random, **settings: Any) -> None:
        self.game = game
        self._rng = rng
        chosen = settings_from(ExpertSettings, settings)
        self._budget = Budget.parse(chosen.budget)
        self._rules = pack_rules(game.rules)
        self._club = ClubTrickTaker(game, rng)
        self._learns = chosen.search == "tree"

    def choose(self, view: View) -> Move:
        """The move of the seat that must act."""
        if len(view.legal) == 1:
            return view.legal[0]
        move: Move = self.evaluate(view)[0].move
        return move

    def interject(self, view: View) -> Move | None:
        """Nothing happens out of turn in Mü."""
        return None

    def evaluate(self, view: View) -> list[MoveEstimate]:
        """The moves worth a thought, best first, each with what it may bring."""
        if view.table.phase is Phase.NEXT_DEALER:  # nothing of this deal depends on it
            return [MoveEstimate(self._club.choose(view), 0.0, 0.0, 0)]
        moves = worth_a_thought(self.game, self._rules, view)
        worlds = MuWorlds(self.game, view, self._rng)
        table = view.table
        if self._can_solve(view):
            solving = by_solving(self.game, own_seat(view))
            return compare(worlds.take, moves, solving, self._solving(max(table.counts)))
        is_flat = not self.has_tree(view)
        evaluate = by_playouts(self.game, view) if is_flat else playout_evaluator(self.game, 1, learns=True)
        return compare(worlds.take, moves, evaluate, self._budget)

    def measure(self, view: View, moves: list[Move], worlds: int) -> Any:
        """The mean of every move over some worlds, with trees that have learnt from no others."""
        rows = MuWorlds(self.game, view, self._rng).take(worlds)
        if self._can_solve(view):
            return by_solving(self.game, own_seat(view))(rows, moves).mean(axis=0)
        if not self.has_tree(view):
            return by_playouts(self.game, view)(rows, moves).mean(axis=0)
        return playout_evaluator(self.game, 1, learns=True)(rows, moves)[worlds // LEARNING :].mean(axis=0)

    def price(self, view: View) -> int:
        """How many playouts a world and move takes as long as."""
        return PRICES[max(view.table.counts) > QUICKLY_SOLVED] if self._can_solve(view) else 1

    def has_tree(self, view: View) -> bool:
        """Whether playouts learn from those before."""
        return self._learns and view.table.phase is Phase.PLAY and not self._can_solve(view)

    def unlearnt(self, view: View) -> float:
        """Points by which larger trees are off from those of a hundred worlds; 0 where nothing is learnt."""
        return UNLEARNT if self.has_tree(view) else 0.0

    def _can_solve(self, view: View) -> bool:
        return view.table.phase is Phase.PLAY and max(view.table.counts) <= SOLVED_TRICKS[self.game.seats]

    def _solving(self, tricks: int) -> Budget:
        """The budget in worlds solved, each of which takes as long as several playouts."""
        if self._budget.playouts is None:
            return self._budget
        return Budget(playouts=max(1, self._budget.playouts // PRICES[tricks > QUICKLY_SOLVED]))
