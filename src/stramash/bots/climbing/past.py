"""What others decided in a climbing deal so far, and how likely a net would have decided so in other worlds.

Only what a view has is used: the table as everybody saw it at each decision, and worlds that a search dealt.
"""

from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.bots.climbing.club_split import words_of
from stramash.bots.climbing.worlds import Worlds, fits, joined, left_of
from stramash.climbing.advance import advance_table, opening_table
from stramash.climbing.cards import JACK
from stramash.climbing.events import BetMade, Dealt, Passed, Played
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import PASS, Bet, Move
from stramash.climbing.state import Phase, Table, View
from stramash.core.cards import SECOND_COPY, CardSet, each, join, remove
from stramash.core.seats import Seat
from stramash.nets.crowd import Crowd
from stramash.sim.climbing import record as at
from stramash.sim.climbing.pack import pack_move, pack_state

MISTAKEN: Final = 0.02
"""The chance that somebody does what the net would not: others are no nets, and nets are not alike."""
PARTS: Final = 3
"""In how many parts the decisions of a seat are looked at."""
HOPELESS: Final = 5.0
"""A hand that explains what was seen so many times worse than the best, as a logarithm, is given up."""
ROUNDS: Final = 2
NEAR: Final = 50
"""How often, and from how many hands that explain much, others are tried that differ in a card."""
KEPT: Final = 2000
"""How many worlds in the making are kept from seat to seat."""


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
    """Worlds drawn by how likely a net would have decided in them as the others did.

    What a seat does tells of its own hand alone. So hands are weighed seat by seat, and those that go
    together make a world: some hundred hands of each seat are thousands of worlds.
    """

    def __init__(self, crowd: Crowd, worlds: Worlds, seed: int, sharpness: float = 1.0) -> None:
        self._crowd, self._worlds, self._sharpness = crowd, worlds, sharpness
        self._game, self._view = worlds.game, worlds.view
        self._found = decisions(self._game, self._view)
        self._state = self._game.determinize(self._view, Random(0))
        self._rng = np.random.default_rng(seed)

    def worlds(self, count: int, dealt: int) -> Any:
        """So many packed worlds, made of the hands of `dealt` others."""
        takers = self._worlds.takers
        shares = self._worlds.shares(dealt if self._found else count, self._rng)
        if not self._found or not takers:
            return self._worlds.records_of(shares[:count])
        by_seat = [self._weighed(seat, shares[:, seat]) for seat in takers]
        made = np.zeros((1, self._game.seats, 2), np.int64)
        left, weights = self._worlds.unseen[None], np.zeros(1)
        for seat, (hands, likely) in zip(takers, by_seat, strict=True):
            old, new = np.nonzero(fits(left[:, None], hands[None]))
            if not len(old):  # no hands go together: those that were dealt together do
                return self._worlds.records_of(shares[:count])
            drawn = self._drawn(weights[old] + likely[new], KEPT)
            old, new = old[drawn], new[drawn]
            made = made[old]
            made[:, seat] = hands[new]
            left = left_of(left[old], hands[new])
            # They were drawn by their weights: from here on all count the same.
            weights = np.zeros(len(made))
        return self._worlds.records_of(made[self._drawn(weights, count)])

    def _weighed(self, seat: Seat, shares: Any) -> tuple[Any, Any]:
        """The hands of a seat that explain what it did, and how well, as logarithms."""
        shares, weights = self._explaining(seat, np.unique(shares, axis=0))
        for _ in range(ROUNDS):
            near = np.unique(self._near(shares[self._drawn(weights, NEAR)]), axis=0)
            known = (near[:, None] == shares[None]).all(axis=2).any(axis=1)
            if known.all():
                break
            found, likely = self._explaining(seat, near[~known], float(weights.max()))
            shares, weights = np.concatenate([shares, found]), np.concatenate([weights, likely])
        return shares, weights

    def _explaining(self, seat: Seat, shares: Any, best: float = -np.inf) -> tuple[Any, Any]:
        """Those of some hands that are not far worse than the best, with their logarithms."""
        # Few moves beat a trick and many can be led: what takes long is asked of the hands that are left.
        found = sorted((item for item in self._found if item.seat == seat), key=_cost)
        weights = np.zeros(len(shares))
        parts = min(PARTS, len(found))
        for part in range(parts):
            some = found[part * len(found) // parts : (part + 1) * len(found) // parts]
            weights = weights + self._log_chances(seat, shares, some)
            kept = weights > max(best, weights.max()) - HOPELESS
            shares, weights = shares[kept], weights[kept]
            if not len(shares):
                break
        return shares, weights

    def _near(self, shares: Any) -> Any:
        """Hands in which one unseen card is another than in these."""
        unseen = int(self._worlds.unseen[0]) | int(self._worlds.unseen[1]) << SECOND_COPY
        near = []
        for once, twice in shares.tolist():
            share = once | twice << SECOND_COPY
            held, others = list(each(share)), list(each(remove(unseen, share)))
            if others:
                gone, come = (cards[self._rng.integers(len(cards))] for cards in (held, others))
                share = join(remove(share, 1 << gone), 1 << come)
            near.append(words_of(share))
        return np.array(near, np.int64)

    def _log_chances(self, seat: Seat, shares: Any, found: list[Decision]) -> Any:
        """How likely the net would have made some decisions with hands of a seat; logarithms."""
        hands = self._worlds.hands_of(seat, shares)
        rows = np.concatenate([self._before(item, hands) for item in found])
        moves = np.repeat(np.array([pack_move(item.move) for item in found], np.int64), len(hands), axis=0)
        chances = self._crowd.log_chances(rows, moves, self._sharpness)
        likely = np.logaddexp(chances + np.log1p(-MISTAKEN), np.log(MISTAKEN))
        return likely.reshape(len(found), len(hands)).sum(axis=0)

    def _drawn(self, weights: Any, count: int) -> Any:
        """Numbers in proportion to their weights, in any order."""
        sums = np.cumsum(np.exp(weights - weights.max()))
        places = (np.arange(count) + self._rng.random()) * (sums[-1] / count)
        return self._rng.permutation(np.minimum(np.searchsorted(sums, places), len(sums) - 1))

    def _before(self, item: Decision, hands: Any) -> Any:
        """The game as it was when somebody decided, with hands of theirs and the cards they played since."""
        # Of the other hands a net is told no more than their sizes and courts, which all have seen.
        table = item.table
        some = tuple(_some_hand(table, seat) for seat in range(self._game.seats))
        before = pack_state(self._game.rules, self._state._replace(table=table, hands=some))
        rows = np.repeat(before[None], len(hands), axis=0)
        since = remove(self._view.table.shown[item.seat], table.shown[item.seat])
        place = at.HANDS + 2 * item.seat
        rows[:, place : place + 2] = joined(hands, np.array(words_of(since), np.int64))
        return rows


def _cost(item: Decision) -> int:
    """How much there is to choose from, about: the cards of who leads, nothing for who follows."""
    return item.table.counts[item.seat] if item.table.top is None else 0


def _some_hand(table: Table, seat: Seat) -> CardSet:
    """Cards of the right number with the right courts."""
    courts = table.courts[seat]
    return (1 << table.counts[seat] - courts.bit_count()) - 1 | courts << JACK
