"""What others decided in a climbing deal so far, and how likely a net would have decided so in other worlds.

Only what a view has is used: the table as everybody saw it at each decision, and worlds that a search dealt.
"""

from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.climbing.advance import advance_table, opening_table
from stramash.climbing.cards import JACK
from stramash.climbing.events import BetMade, Dealt, Passed, Played
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import PASS, Bet, Move
from stramash.climbing.state import Phase, State, Table, View
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet, remove
from stramash.core.seats import Seat
from stramash.bots.climbing.worlds import Worlds
from stramash.nets.crowd import Crowd
from stramash.sim.climbing import record as at
from stramash.sim.climbing.pack import pack_move, pack_state

MISTAKEN: Final = 0.02
"""The chance that somebody does what the net would not: others are no nets, and nets are not alike."""


class Decision(NamedTuple):
    """A move that another seat made in its turn, and the table before it."""

    seat: Seat
    table: Table
    move: Move


def decisions(game: ClimbingGame, view: View) -> list[Decision]:
    """The decisions of the other seats in the tricks of a deal, the first one first."""
    found: list[Decision] = []
    if not view.past or not isinstance(view.past[0], Dealt):
        return found
    table = opening_table(game.rules, view.past[0])
    for event in view.past[1:]:
        move: Move | None = None
        match event:
            case Played(play=play):
                move = play
            case Passed():
                move = PASS
            case BetMade(seat=seat, value=value) if seat == table.turn:
                move = Bet(value)
        if move is not None and table.phase is Phase.TRICK and table.turn != view.seat:
            found.append(Decision(table.turn, table, move))
        table = advance_table(table, event)
    return found


class Belief:
    """Worlds drawn by how likely a net would have decided in them as the others did."""

    def __init__(
        self, crowd: Crowd, worlds: Worlds, seed: int, *, last: int = 100, sharpness: float = 1.0
    ) -> None:
        self._crowd, self._worlds, self._sharpness = crowd, worlds, sharpness
        self._game, self._view = worlds.game, worlds.view
        self._found = decisions(self._game, self._view)[-last:]
        self._deciders = sorted({item.seat for item in self._found})
        self._state = self._game.determinize(self._view, Random(0))
        self._rng = np.random.default_rng(seed)

    def worlds(self, count: int, dealt: int, sweeps: int) -> Any:
        """So many packed worlds, of `dealt` times as many the likeliest; then cards change places."""
        orders = self._worlds.arranged(count * (dealt if self._found else 1), self._rng)
        records = self._worlds.records_of(orders)
        if not self._found or self._worlds.is_known:
            return records
        weights = self.log_weights(records)
        chosen = self._drawn(weights.sum(axis=1), count)
        orders, records, weights = orders[chosen], records[chosen], weights[chosen]
        for _ in range(sweeps):
            self._swap(orders, records, weights)
        return records

    def log_weights(self, records: Any, only: Any = None) -> Any:
        """How well packed worlds explain what each seat did, logarithms: all, or where `only` is true."""
        weights = np.zeros((len(records), self._game.seats))
        rows, moves, places = [], [], []
        for item in self._found:
            here = np.arange(len(records)) if only is None else np.flatnonzero(only[:, item.seat])
            rows.append(_before(self._game, self._view, self._state, records[here], item))
            moves.append(np.tile(np.array(pack_move(item.move), np.int64), (len(here), 1)))
            places.append((here, item.seat))
        chances = self._crowd.log_chances(np.concatenate(rows), np.concatenate(moves), self._sharpness)
        likely = np.logaddexp(chances + np.log1p(-MISTAKEN), np.log(MISTAKEN))
        at_row = 0
        for here, seat in places:
            weights[here, seat] += likely[at_row : at_row + len(here)]
            at_row += len(here)
        return weights

    def _drawn(self, weights: Any, count: int) -> Any:
        """Numbers of worlds in proportion to their weights, in any order."""
        sums = np.cumsum(np.exp(weights - weights.max()))
        places = (np.arange(count) + self._rng.random()) * (sums[-1] / count)
        return self._rng.permutation(np.minimum(np.searchsorted(sums, places), len(sums) - 1))

    def _swap(self, orders: Any, records: Any, weights: Any) -> None:
        """Let two cards change hands in each world, where that explains as much or by luck (Metropolis)."""
        owners, rng, n = self._worlds.owners, self._rng, len(orders)
        pairs = np.array([(i, j) for i in range(len(owners)) for j in range(i) if owners[i] != owners[j]])
        if not len(pairs):
            return
        i, j = pairs[rng.integers(len(pairs), size=n)].T
        each = np.arange(n)
        tried = orders.copy()
        tried[each, i], tried[each, j] = orders[each, j], orders[each, i]
        changed = np.zeros((n, self._game.seats + 1), bool)
        changed[each, owners[i]] = changed[each, owners[j]] = True
        new_records = self._worlds.records_of(tried)
        new = np.where(changed[:, :-1], self.log_weights(new_records, changed), weights)
        gain = (new - weights).sum(axis=1)
        taken = np.log(rng.random(n)) < gain
        orders[taken], records[taken], weights[taken] = tried[taken], new_records[taken], new[taken]


def _before(game: ClimbingGame, view: View, state: State, worlds: Any, item: Decision) -> Any:
    """The worlds as they were when somebody decided: their hand with the cards they have played since."""
    # Of the other hands a net is told no more than their sizes and courts, which are the same in all worlds.
    hands = tuple(
        _some_hand(item.table, seat) for seat in range(game.seats)
    )
    before = pack_state(game.rules, state._replace(table=item.table, hands=hands))
    rows = np.repeat(before[None], len(worlds), axis=0)
    since = remove(view.table.shown[item.seat], item.table.shown[item.seat])
    once, twice = since & FIRST_COPIES, since >> SECOND_COPY
    place = at.HANDS + 2 * item.seat
    rows[:, place] = worlds[:, place] | once
    rows[:, place + 1] = worlds[:, place + 1] | twice | worlds[:, place] & once
    return rows


def _some_hand(table: Table, seat: Seat) -> CardSet:
    """Cards of the right number with the right courts."""
    courts = table.courts[seat]
    return (1 << table.counts[seat] - courts.bit_count()) - 1 | courts << JACK


