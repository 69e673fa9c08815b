"""Worlds that agree with a view of Mü: the hidden cards exchanged again and again in compiled code.

The first world is drawn by the rules' own sampler, every further one by many exchanges of two hidden cards
that break nothing that was seen. An exchange that makes a world less likely, given the trumps that were
named, is made less often (Metropolis and Hastings): who names a colour tends to hold more of it.
"""

from random import Random
from typing import Any, Final

import numpy as np

from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet, each, remove
from stramash.core.seats import Seat
from stramash.mu.cards import KINDS
from stramash.mu.game import MuGame
from stramash.mu.state import State, Table, View
from stramash.mu.tricks import SUITS, trumps
from stramash.sim.bits import below, mix, next_state
from stramash.sim.compiling.compiled import compiled
from stramash.sim.mu import record as at
from stramash.sim.mu.pack import pack_state

EXCHANGES_A_CARD: Final = 4
"""Exchanges tried between one world and the next, for each hidden card."""
NAMED: Final = 0.3
"""By how much (a logarithm) each further card of the trump that a seat named makes a world more likely.

Measured over deals between bots: with it the worlds give those who named a trump as many more cards of it as
they have. For cards that are shown without being named nothing holds for all players: some show all they
have, some hide the rest.
"""
_ONE: Final = 1 << 24


@compiled
def exchange_hidden(
    base: Any,
    places: Any,
    cards: Any,
    holders: Any,
    allowed: Any,
    liked: Any,
    liking: Any,
    steps: int,
    seed: int,
    rows: Any,
) -> int:
    """Fill rows with worlds, each some exchanges after the one before; returns the generator's state."""
    count = cards.shape[0]
    rng = seed
    for row in range(rows.shape[0]):
        for _ in range(steps):
            rng = next_state(rng)
            i = below(rng, count)
            rng = next_state(rng)
            j = below(rng, count)
            one = holders[i]
            other = holders[j]
            if one == other or not (allowed[one] >> cards[j]) & (allowed[other] >> cards[i]) & 1:
                continue
            gain = liking[one] * (((liked[one] >> cards[j]) & 1) - ((liked[one] >> cards[i]) & 1))
            gain += liking[other] * (((liked[other] >> cards[i]) & 1) - ((liked[other] >> cards[j]) & 1))
            rng = next_state(rng)
            if gain < 0.0 and below(rng, _ONE) >= np.exp(gain) * _ONE:
                continue
            holders[i] = other
            holders[j] = one
        for word in range(base.shape[0]):
            rows[row, word] = base[word]
        for i in range(count):
            place = places[holders[i]]
            bit = 1 << cards[i]
            rows[row, place + 1] |= rows[row, place] & bit
            rows[row, place] |= bit
    return rng


class MuWorlds:
    """Packed worlds of one view, made as they are needed; the same seed gives the same worlds."""

    def __init__(self, game: MuGame, view: View, rng: Random, *, remembers: bool = True) -> None:
        """Without `remembers` all worlds are equally likely, whatever was named."""
        assert view.seat is not None, "a spectator is never asked"
        first = game.determinize(view, rng)
        self._rng = int(mix(rng.getrandbits(62)))
        self._base = pack_state(game.rules, first)
        others = [seat for seat in range(game.seats) if seat != view.seat]
        places, held, allowed = _hidden(first, others)
        liked, liking = _liked(view.table, others if remembers else [], len(places))
        for place in places:
            self._base[place : place + 2] = 0
        for seat in others:
            shown = view.table.displays[seat]
            self._base[at.HANDS + 2 * seat] = shown & FIRST_COPIES
            self._base[at.HANDS + 2 * seat + 1] = shown >> SECOND_COPY
        self._places = np.array(places, np.int64)
        self._allowed = np.array(allowed, np.int64)
        self._liked = np.array(liked, np.int64)
        self._liking = np.array(liking, np.float64)
        pairs = [(card, holder) for holder, cards in enumerate(held) for card in each(cards)]
        self._cards = np.array([card for card, _ in pairs], np.int64)
        self._holders = np.array([holder for _, holder in pairs], np.int64)
        # The first world was drawn as if all were equally likely: as many exchanges again let it settle.
        self.take(4 if self._liking.any() else 1)

    def take(self, count: int) -> Any:
        """Some more worlds, as packed records."""
        rows = np.zeros((count, at.WORDS), np.int64)
        self._rng = exchange_hidden(
            self._base,
            self._places,
            self._cards,
            self._holders,
            self._allowed,
            self._liked,
            self._liking,
            EXCHANGES_A_CARD * len(self._cards),
            self._rng,
            rows,
        )
        return rows


def _hidden(state: State, seats: list[Seat]) -> tuple[list[int], list[CardSet], list[int]]:
    """Where hidden cards may be: their place in the record, the cards there, the faces allowed there."""
    table = state.table
    places = [at.HANDS + 2 * seat for seat in seats]
    held = [remove(state.hands[seat], table.displays[seat]) for seat in seats]
    allowed = [_may_hold(table, seat) for seat in seats]
    everything = (1 << KINDS) - 1
    if state.talon:
        places.append(at.TALON)
        held.append(state.talon)
        allowed.append(everything)
    if state.buried and table.crown in seats:
        places.append(at.BURIED)
        held.append(state.buried)
        allowed.append(everything)
    return places, held, allowed


def _may_hold(table: Table, seat: Seat) -> int:
    """The faces of the suits that a seat has not shown to be out of (M5.4)."""
    faces = 0
    for suit in range(SUITS):
        if not table.voids[seat] >> suit & 1:
            faces |= table.trumps.suits[suit] & FIRST_COPIES
    return faces


def _liked(table: Table, others: list[Seat], places: int) -> tuple[list[int], list[float]]:
    """Faces that each holder is likely to have more of, and how much more likely each makes a world."""
    liked, liking = [0] * places, [0.0] * places
    for place, seat in enumerate(others):
        named = {table.crown: table.trumps.major, table.shield: table.trumps.minor}.get(seat)
        if named is not None:
            liked[place], liking[place] = trumps(None, named).cards & FIRST_COPIES, NAMED
    return liked, liking
