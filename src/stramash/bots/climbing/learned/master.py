"""The master of the climbing games: a search over the net's favourite moves in sampled worlds.

The net says which moves are worth a thought. Each of them is made in worlds that agree with the view; there
the net plays on for everybody, and its critic, which sees all cards of such a world, says what is still to
come. Worlds are drawn from a posterior: by how likely the net would have decided in them as the others did.
In no world does anybody play by cards they cannot know.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final

import numpy as np

from stramash.bots.climbing.expert import MOST_SOLVED, SOLVED_A_MOVE, ExpertClimber
from stramash.bots.climbing.learned.hand_cache import HandCache
from stramash.bots.climbing.learned.net import NetClimber
from stramash.bots.climbing.learned.opponent_model import Posterior
from stramash.bots.climbing.move_classes import MoveClasses, outline
from stramash.bots.climbing.worlds import Worlds
from stramash.bots.search.paired_stats import contenders, distinct, mean_and_error
from stramash.bots.settings import NetSettings, settings_from
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import Move, Play
from stramash.climbing.state import Phase, View
from stramash.core.options import Flag, Number, Real, option
from stramash.core.seats import Seat, sides_by_seat
from stramash.nets import levels
from stramash.nets.batched_net import BatchedNet, Ends
from stramash.nets.match_odds import MatchOdds
from stramash.sim.run import pack_moves

WORLDS: Final = 60
STEPS: Final = 8
"""How many decisions of everybody's the net plays on before its critic is asked."""
DEALT: Final = 100
"""How many hands of each other seat are weighed by what it did, besides neighbours of the best."""
CANDIDATES: Final = 6
LEAST_CHANCE: Final = 0.01
"""Plays that the net itself would hardly ever make are not looked at."""
LCB_STDEVS: Final = 1.0
"""By how many standard errors another move must be better than the net's own to be made instead."""
NOTHING: Final = 1e-6
"""Points by which sums of the same numbers may differ."""
PLAYED: Final = 2400
"""How many decisions the net plays on in all worlds together: where many moves stay in question, fewer worlds
are looked at. Work is counted, not time, so that the same seed plays the same on any machine."""


@dataclass(frozen=True, kw_only=True)
class MasterSettings(NetSettings):
    """What may be set of a master."""

    worlds: int = option(WORLDS, Number(1, 100_000), "In how many worlds moves are looked at.")
    steps: int = option(
        STEPS, Number(1, 1_000), "How many decisions the net plays on before its critic is asked."
    )
    dealt: int = option(
        DEALT,
        Number(0, 100_000),
        "How many hands of each other seat are weighed by what it did; 0: worlds as the expert has them.",
    )
    sharpness: float = option(1.0, Real(0, 100), "The power to which likelihoods of worlds are raised.")
    lcb_stdevs: float = option(
        LCB_STDEVS, Real(0, 100), "By how many standard errors a move must be better than the net's own."
    )
    candidates: int = option(CANDIDATES, Number(1, 1_000), "How many moves are looked at.")
    chance: float = option(
        LEAST_CHANCE, Real(0, 1), "The chance by the net below which a move is not looked at."
    )
    stakes: bool = option(
        True, Flag(), "Whether the end of a match is played for the chance to win it, not for points."
    )


class MasterClimber(NetClimber):
    """Plays a climbing game by a net and its critic."""

    asks_critic: ClassVar = True

    def __init__(self, game: ClimbingGame, parts: dict[str, Any], rng: Random, **settings: Any) -> None:
        super().__init__(game, parts)
        chosen = settings_from(MasterSettings, settings)
        self._climbing = game
        self.batched = BatchedNet(game, parts)
        self._rng, self._worlds, self._steps = rng, chosen.worlds, chosen.steps
        self._dealt, self._sharpness, self._chance = chosen.dealt, chosen.sharpness, chosen.chance
        self._lcb_stdevs, self._most = chosen.lcb_stdevs, chosen.candidates
        self._stakes = chosen.stakes
        self._expert = ExpertClimber(game, rng)  # for its endings alone
        self._hand_caches: defaultdict[Seat | None, HandCache] = defaultdict(HandCache)
        self._chosen: tuple[View, Move] | None = None

    def choose(self, view: View) -> Move:
        """The best move found; bets are made by `interject`."""
        if len(view.legal) == 1:
            return view.legal[0]
        if view.table.phase is not Phase.TRICK:
            return super().choose(view)
        if self._expert.can_solve(view):
            return self._solved(view)
        move = self._best(view)
        return super().choose(view) if self.game.is_interjection(move) else move

    def interject(self, view: View) -> Move | None:
        """A bet, where the net would think of one."""
        if view.table.phase is not Phase.TRICK:
            return super().interject(view)
        if {self.game.is_interjection(move) for move in view.legal} != {True, False}:
            return None
        move = self._best(view)
        return move if self.game.is_interjection(move) else None

    def _solved(self, view: View) -> Move:
        """The move of an ending that is best on the mean of likely worlds, each of them solved."""
        moves = self._expert.candidates(view)
        if len(moves) == 1:
            return moves[0]
        worlds = self._likely(view)[: max(SOLVED_A_MOVE, MOST_SOLVED // len(moves))]
        worth = self._expert.solved(view, worlds, moves).mean(axis=0)
        # Of equals the first: the club player's taste.
        return moves[int(np.argmax(worth >= worth.max() - NOTHING))]

    def _best(self, view: View) -> Move:
        if self._chosen is None or self._chosen[0] is not view:
            self._chosen = (view, self._look(view))
        return self._chosen[1]

    def _look(self, view: View) -> Move:
        """The move that is surely better than the net's own, or that one."""
        moves, tried = self._tried(view)
        if len(tried) == 1:
            return moves[int(tried[0])]
        assert view.seat is not None, "a spectator is never asked"
        worlds, times = distinct(self._likely(view))
        packed = pack_moves(self.game, [moves[i] for i in tried])
        kept, worth, ends, left = np.arange(len(tried)), np.zeros((0, len(tried))), None, PLAYED
        while len(kept) > 1 and (first := len(worth)) < len(worlds):
            # A quarter of the worlds, another one, then the rest: each for the moves still in question.
            last = first + -(-len(worlds) // 4) if first < len(worlds) // 2 else len(worlds)
            last = min(last, len(worlds), first + left // (len(kept) * max(1, self._steps)))
            if last == first:
                break
            more = self.batched.ends(worlds[first:last], packed[kept], self._steps)
            left -= more.is_over.size * self._steps
            ends = more if ends is None else Ends(*map(np.concatenate, zip(ends, more, strict=True)))
            worth = self._worth(view, ends)
            stays = contenders(worth, times[:last])
            kept, worth, ends = kept[stays], worth[:, stays], Ends(*(part[:, stays] for part in ends))
        if len(kept) == 1:
            return moves[int(tried[kept[0]])]
        better, error = mean_and_error(worth - worth[:, :1], times[: len(worth)])
        best = int(np.argmax(better - self._lcb_stdevs * error))
        return moves[int(tried[kept[best]])]

    def _worth(self, view: View, ends: Ends) -> Any:
        """What ends of a deal are worth to a seat: points, or late in a match the chance to win it."""
        assert view.seat is not None, "a spectator is never asked"
        side = sides_by_seat(self._climbing.sides)[view.seat]
        stakes = MatchOdds(self._climbing, view.table.totals, view.table.deal)
        return stakes.worth(side, *ends) if self._stakes and stakes.are_near else ends.leads[..., side]

    def _tried(self, view: View) -> tuple[list[Move], Any]:
        """All moves, and the numbers of those worth a look: the net's own first."""
        moves, values, level_values, of = self._think(view)
        own = levels.best(values, level_values, of)
        usual = np.flatnonzero(of == 0)
        chances = levels.log_softmax(values[usual])
        order = np.argsort(-chances, kind="stable")[: self._most]
        liked = usual[order[chances[order] > np.log(self._chance)]]
        bets = np.flatnonzero(of > 0)
        highest = _highest(moves)
        tried = dict.fromkeys(highest.get(int(i), int(i)) for i in (own, *liked, *bets))
        # Of moves that come to the same the net's favourite: what tells them apart in some worlds is noise.
        classes = MoveClasses(self._expert.club, view)
        outlines = Counter(outline(moves[i]) for i in tried)
        first: dict[Hashable, int] = {}
        for i in tried:
            first.setdefault(classes.same(moves[i]) if outlines[outline(moves[i])] > 1 else i, i)
        return moves, np.array([*first.values()])

    def _likely(self, view: View) -> Any:
        """Packed worlds, drawn by how well they explain what the others did."""
        seed = self._rng.getrandbits(40)
        if not self._dealt:
            return Worlds(self._climbing, view, seed).records(self._worlds)
        worlds = Worlds(self._climbing, view, seed, remembers=False)
        posterior = Posterior(
            self.batched, worlds, seed, self._sharpness, self._hand_caches[worlds.view.seat]
        )
        return posterior.worlds(self._worlds, self._dealt)


def _highest(moves: list[Move]) -> dict[int, int]:
    """For each play the highest combination of the same kind and length that its cards make.

    Lower ones are easier to beat and leave the same hand. Where they make no difference in any world, luck
    would choose one of them now and then.
    """
    best: dict[tuple[Any, ...], int] = {}
    keys = {}
    for i, move in enumerate(moves):
        if isinstance(move, Play):
            key = keys[i] = (move.cards, move.combo.kind, move.combo.tracks, move.combo.length)
            if key not in best or move.combo.top > _top(moves[best[key]]):
                best[key] = i
    return {i: best[key] for i, key in keys.items()}


def _top(move: Move) -> int:
    assert isinstance(move, Play), "only plays have keys"
    return move.combo.top
