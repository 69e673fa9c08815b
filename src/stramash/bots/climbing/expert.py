"""The expert of the climbing games: playouts over likely worlds, and exact search of short endings."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np

from stramash.bots.climbing import endgame
from stramash.bots.climbing.club.climber import ClubClimber
from stramash.bots.climbing.worlds import Worlds
from stramash.bots.search.compare import SEARCHES, Budget, Evaluator, MoveEstimate, compare
from stramash.bots.search.estimate import LEARNING
from stramash.bots.search.tree import playout_evaluator
from stramash.bots.settings import BudgetText, settings_from
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import PASS, Bet, Move, Play, PutBack
from stramash.climbing.state import Phase, View
from stramash.core.cards import remove
from stramash.core.options import Choice, option
from stramash.sim.climbing import record as at
from stramash.sim.climbing.pack import unpack_move
from stramash.sim.run import pack_moves

CANDIDATES: Final = 14
"""How many plays, the club player's favourites, are compared."""
TOO_CLOSE: Final = 2.0
"""Points by which playouts cannot tell moves apart, however many there are: the quick policy that plays them
knows little of what a King is worth later on. Between such moves the club player's taste decides."""
BET_WORLDS: Final = 240
"""In how many worlds a bet is tried."""
MOST_SOLVED: Final = 600
SOLVED_A_MOVE: Final = 16
"""How many endings are solved for a decision where the budget is in playouts: so many, or so many a move."""
UNLEARNT: Final = 8.0
"""Points by which larger trees are off from those of a hundred worlds, as `benchmarks.calibration` found."""
SOLVING_PRICE: Final = 16
"""How many playouts solving an ending takes as long as, about."""


@dataclass(frozen=True, kw_only=True)
class ExpertSettings:
    """What may be set of an expert."""

    budget: str = option("seconds:0.2", BudgetText(), "How long a decision may take.")
    search: str = option(
        "tree", Choice(SEARCHES), "How moves are evaluated: by playouts that learn from those before, or not."
    )


class ExpertClimber:
    """A player of the climbing games that looks ahead."""

    def __init__(
        self,
        game: ClimbingGame,
        rng: Random,
        *,
        looks_at_all: bool = False,
        **settings: Any,
    ) -> None:
        """With `looks_at_all` every legal move is compared, and not the club player's favourites alone."""
        self.game, self.rules, self._rng = game, game.rules, rng
        chosen = settings_from(ExpertSettings, settings)
        self._budget = Budget.parse(chosen.budget)
        self._learns = chosen.search == "tree"
        self._looks_at_all = looks_at_all
        self._memory: endgame.Tables | None = None
        self.club = ClubClimber(game, rng)
        self._ready: tuple[View, Move] | None = None

    def choose(self, view: View) -> Move:
        """The move of the seat that must act."""
        if len(view.legal) == 1:
            return view.legal[0]
        if self._ready is not None and self._ready[0] is view:
            return self._ready[1]
        moves = self.candidates(view)
        estimates = self._compared(view, moves)
        best = estimates[0]
        least = best.value - self._margin(view)
        close = {item.move for item in estimates if item.worlds == best.worlds and item.value >= least}
        return next(move for move in moves if move in close)

    def interject(self, view: View) -> Move | None:
        """A bet, as late as may be: just before the seat's first card (C10.1)."""
        bets = [move for move in view.legal if isinstance(move, Bet)]
        table = view.table
        if not bets or table.phase is not Phase.TRICK or table.turn != view.seat:
            return None
        move = self.choose(view)
        self._ready = (view, move)
        return self._best_bet(view, move, bets) if isinstance(move, Play) else None

    def evaluate(self, view: View) -> list[MoveEstimate]:
        """The moves worth a thought, best first, each with what it may bring."""
        return self._compared(view, self.candidates(view))

    def measure(self, view: View, moves: list[Move], worlds: int) -> Any:
        """The mean of every move over some worlds, with trees that have learnt from no others."""
        records = self._worlds(view).records(worlds)
        if self.can_solve(view):
            return self._by_solving(view)(records, moves).mean(axis=0)
        learns = self.has_tree(view)
        values = playout_evaluator(self.game, None, learns=learns)(records, moves)
        return values[worlds // LEARNING if learns else 0 :].mean(axis=0)

    def solved(self, view: View, records: Any, moves: list[Move]) -> Any:
        """What each move brings in each packed world of an ending if both play their best from there on."""
        return self._by_solving(view)(records, moves)

    def price(self, view: View) -> int:
        """How many playouts a world and move takes as long as."""
        return SOLVING_PRICE if self.can_solve(view) else 1

    def has_tree(self, view: View) -> bool:
        """Whether playouts learn: a tree is one of moves that all have seen, which cards put back are not."""
        has_secrets = view.table.phase in (Phase.PASSING, Phase.AUCTION, Phase.PUTTING_BACK)
        return self._learns and not has_secrets and not self.can_solve(view)

    def unlearnt(self, view: View) -> float:
        """Points by which larger trees are off from those of a hundred worlds; 0 where nothing is learnt."""
        return UNLEARNT if self.has_tree(view) else 0.0

    def _compared(self, view: View, moves: list[Move]) -> list[MoveEstimate]:
        worlds = self._worlds(view)
        if self.can_solve(view):
            return compare(worlds.records, moves, self._by_solving(view), self._solving_budget(len(moves)))
        evaluate = playout_evaluator(self.game, None, learns=self.has_tree(view))
        return compare(worlds.records, moves, evaluate, self._budget, self._margin(view))

    def _margin(self, view: View) -> float:
        """How close is too close to tell: only guesses have a margin, and only in tricks is there a taste."""
        return 0.0 if view.table.phase is not Phase.TRICK or self.can_solve(view) else TOO_CLOSE

    def _solving_budget(self, moves: int) -> Budget:
        """The budget in endings solved; every move is looked at, so more where there are more."""
        most = self._budget.playouts
        return Budget(playouts=min(most, max(MOST_SOLVED, SOLVED_A_MOVE * moves))) if most else self._budget

    def can_solve(self, view: View) -> bool:
        """Whether this is an ending short enough to be solved."""
        return endgame.is_short(self.rules, view.table.counts)

    def candidates(self, view: View) -> list[Move]:
        """The moves worth a thought, the club's favourites first; all outside the tricks and in endings."""
        if view.table.phase is Phase.PUTTING_BACK:
            return self._put_backs(view)
        if view.table.phase is not Phase.TRICK:
            return [move for move in view.legal if not isinstance(move, Bet)]
        if self._looks_at_all or self.can_solve(view):
            return self._all_by_taste(view)
        scored = self.club.evaluate(view)
        plays = len(scored.moves)
        order = np.argsort(-scored.scores[:plays], kind="stable")[:CANDIDATES]
        moves: list[Move] = [unpack_move(*map(int, scored.moves[i])) for i in order]
        if view.table.top is not None:
            moves.insert(int((scored.scores[order] >= scored.scores[plays]).sum()), PASS)
        return moves

    def _all_by_taste(self, view: View) -> list[Move]:
        """Every legal move; first those that the club player thinks about at all, by its taste."""
        scored = self.club.evaluate(view)
        order = np.argsort(-scored.scores[: len(scored.moves)], kind="stable")
        liked = [unpack_move(*map(int, scored.moves[i])) for i in order]
        place = {move: i for i, move in enumerate(liked)}
        moves = [move for move in view.legal if not isinstance(move, Bet)]
        return sorted(moves, key=lambda move: place.get(move, len(place)))

    def _put_backs(self, view: View) -> list[Move]:
        price = self.club.study(view).price
        choices = [move for move in view.legal if isinstance(move, PutBack)]
        return [*sorted(choices, key=lambda move: price(remove(view.hand, move.cards)))[:CANDIDATES]]

    def _worlds(self, view: View) -> Worlds:
        return Worlds(self.game, view, self._rng.getrandbits(60))

    def _by_solving(self, view: View) -> Evaluator:
        """Evaluates moves by exact search, and by flat playouts in worlds where that takes too long."""
        assert view.seat is not None, "a spectator is never asked"
        sign = 1 if view.seat == 0 else -1
        memory = self._memory = self._memory or endgame.tables(self.rules)
        guess = self._flat()

        def evaluate(records: Any, moves: list[Move]) -> Any:
            leads = np.zeros((len(records), len(moves)), np.int64)
            packed = pack_moves(self.game, moves)
            missing = endgame.solve_worlds(records, packed, endgame.MOST_NODES, memory, leads)
            values = sign * leads.astype(np.float64)
            if missing:
                is_missing = (leads == endgame.UNKNOWN).any(axis=1)
                values[is_missing] = guess(records[is_missing], moves)
            return values

        return evaluate

    def _flat(self) -> Evaluator:
        return playout_evaluator(self.game, None, learns=False)

    def _best_bet(self, view: View, move: Move, bets: list[Bet]) -> Bet | None:
        """The bet that gains most, with the move found played after it; never over a partner's."""
        seat = view.seat
        assert seat is not None, "a spectator is never asked"
        if self.rules.partners and view.table.bets[self.rules.partner(seat)]:
            return None
        gains = self.bet_gains(view, move, bets)
        best = max(gains, key=lambda item: item.value)
        return best.move if best.value > 0 else None

    def measure_bets(self, view: View, move: Move | None, bets: list[Bet], worlds: int) -> Any:
        """What each bet adds over some worlds, then how often each is won."""
        assert view.seat is not None, "a spectator is never asked"
        evaluate, moves = self._flat(), [] if move is None else [move]
        records = self._worlds(view).records(worlds)
        without = evaluate(records, moves)
        gains = []
        for bet in bets:
            records[:, at.BETS + view.seat] = bet.value
            gains.append((evaluate(records, moves) - without)[:, 0])
        return np.array([*(gain.mean() for gain in gains), *((gain > 0).mean() for gain in gains)])

    def bet_gains(self, view: View, move: Move | None, bets: list[Bet]) -> list[MoveEstimate]:
        """What each bet gains over none, if a move is made after it, or none by this seat yet."""
        seat = view.seat
        assert seat is not None, "a spectator is never asked"
        evaluate = self._flat()
        moves = [] if move is None else [move]
        records = self._worlds(view).records(BET_WORLDS)
        without = evaluate(records, moves)
        gains = []
        for bet in bets:
            records[:, at.BETS + seat] = bet.value
            gain = evaluate(records, moves) - without
            error = float(gain.std() / np.sqrt(BET_WORLDS - 1))
            gains.append(MoveEstimate(bet, float(gain.mean()), error, BET_WORLDS))
        return gains
