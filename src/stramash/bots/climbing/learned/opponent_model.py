"""The opponent model of the climbing games: a posterior over hidden hands, given what their holders did.

Only what a view has is used: the table as everybody saw it at each decision, and worlds that a search dealt.
"""

from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.bots.climbing.club.split import words_of
from stramash.bots.climbing.learned.hand_cache import HandCache, Hands, neighbours, repaired
from stramash.bots.climbing.worlds import Worlds, fits, joined, left_of
from stramash.climbing.advance import advance_table, opening_table
from stramash.climbing.cards import JACK
from stramash.climbing.events import BetMade, Dealt, Passed, Played
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import PASS, Bet, Move
from stramash.climbing.state import Phase, Table, View
from stramash.core.cards import SECOND_COPY, CardSet, remove
from stramash.core.seats import Seat
from stramash.nets.batched_net import BatchedNet
from stramash.sim.climbing import record as at
from stramash.sim.climbing.pack import pack_move, pack_state

BLUNDER_RATE: Final = 0.02
"""The probability that an opponent departs from the net's policy."""
PARTS: Final = 4
"""In how many parts the decisions of a seat are looked at."""
HOPELESS: Final = 5.0
"""A hand whose log-likelihood is this far below the best is given up."""
ROUNDS: Final = 2
NEIGHBOURS: Final = 50
"""How often, and from how many hands that explain much, others are tried that differ in a card."""
REPAIRED: Final = 30
"""How many hands that are no longer possible are changed where they must and weighed again."""
ASKED: Final = {1: 3000, 2: 3000, 3: 2200}
"""About how many positions a net is asked about for all hands of a decision, by how many others hold unseen
cards (in Neeps three, and a position has more moves): where more was seen, fewer hands are weighed. Work is
counted, not time, so that the same seed plays the same on any machine."""
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


class Posterior:
    """Draws worlds by how likely a net would have decided in them as the others did.

    What a seat does tells of its own hand alone. So hands are weighed seat by seat, and those that go
    together make a world: some hundred hands of each seat are thousands of worlds. Hands that were weighed
    before are asked about what was decided since.
    """

    def __init__(
        self,
        batched: BatchedNet,
        worlds: Worlds,
        seed: int,
        sharpness: float = 1.0,
        cache: HandCache | None = None,
    ) -> None:
        self._batched, self._worlds, self._sharpness = batched, worlds, sharpness
        self._game, self._view = worlds.game, worlds.view
        self._found = decisions(self._game, self._view)
        self._state = self._game.determinize(self._view, Random(0))
        self._rng = np.random.default_rng(seed)
        self._unseen = int(worlds.unseen[0]) | int(worlds.unseen[1]) << SECOND_COPY
        self._cache = HandCache() if cache is None else cache
        self._cache.begin(self._view, self._found)
        self._asked = 0

    def worlds(self, count: int, dealt: int) -> Any:
        """So many packed worlds, made of the hands of `dealt` others."""
        takers = self._worlds.takers
        shares = self._worlds.shares(dealt if self._found else count, self._rng)
        if not self._found or not takers:
            return self._worlds.records_of(shares[:count])
        by_seat = [self._weighed(seat, shares[:, seat], ASKED[len(takers)] // len(takers)) for seat in takers]
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

    def _weighed(self, seat: Seat, dealt: Any, most: int) -> tuple[Any, Any]:
        """The hands of a seat that explain what it did, and their log-likelihoods.

        About `most` positions are asked about at most, a quarter of the hands dealt at least.
        """
        found = [item for item in self._found if item.seat == seat]
        if not found:
            return dealt, np.zeros(len(dealt))
        before = self._asked
        cached, lost = self._cache.recall(self._worlds, seat)
        hands = self._explaining(found, cached)
        fresh = max(len(dealt) // 4, min(len(dealt) - len(hands.shares), most // (2 * len(found))))
        size = self._worlds.takes_of(seat)
        others = np.concatenate([dealt[:fresh], repaired(lost[:REPAIRED], size, self._unseen, self._rng)])
        hands = self._with_others(found, hands, others)
        for _ in range(ROUNDS if len(cached.shares) < NEIGHBOURS else 1):
            if self._asked - before > most or not len(hands.shares):
                break
            some = hands.shares[self._drawn(hands.weights, NEIGHBOURS)]
            hands = self._with_others(found, hands, neighbours(some, self._unseen, self._rng))
        self._cache.keep(self._worlds, seat, hands, len(dealt))
        return hands.shares, hands.weights

    def _with_others(self, found: list[Decision], hands: Hands, others: Any) -> Hands:
        """Hands, and those of some others that are not among them and explain as much."""
        others = np.unique(others, axis=0)
        new = others[~(others[:, None] == hands.shares[None]).all(axis=2).any(axis=1)]
        if not len(new):
            return hands
        return hands.and_also(self._explaining(found, Hands(new, np.zeros((len(new), 0))), hands.chances))

    def _explaining(self, found: list[Decision], hands: Hands, beside: Any = None) -> Hands:
        """Those of some hands that are not far worse than the best, asked about all decisions of a seat.

        `beside` has the chances of others that are among those to be compared with.
        """
        known = hands.chances.shape[1]
        shares, chances = hands.shares, np.zeros((len(hands.shares), len(found)))
        chances[:, :known] = hands.chances
        # Few moves beat a trick and many can be led: what takes long is asked of the hands that are left.
        order = sorted(range(known, len(found)), key=lambda i: _cost(found[i]))
        parts = min(PARTS, -(-len(order) // 2))
        for part in range(parts if len(shares) else 0):
            end = (part + 1) * len(order) // parts
            some = order[part * len(order) // parts : end]
            chances[:, some] = self._log_chances(shares, [found[i] for i in some])
            weights = chances.sum(axis=1)
            best = weights.max()
            if beside is not None and len(beside):
                best = max(best, beside[:, [*range(known), *order[:end]]].sum(axis=1).max())
            kept = weights > best - HOPELESS
            shares, chances = shares[kept], chances[kept]
            if not len(shares):
                break
        return Hands(shares, chances)

    def _log_chances(self, shares: Any, found: list[Decision]) -> Any:
        """How likely the net would have made some decisions of a seat with hands of it; logarithms."""
        hands = self._worlds.hands_of(found[0].seat, shares)
        rows = np.concatenate([self._before(item, hands) for item in found])
        moves = np.repeat(np.array([pack_move(item.move) for item in found], np.int64), len(hands), axis=0)
        self._asked += len(rows)
        chances = self._batched.log_chances(rows, moves, self._sharpness)
        likely = np.logaddexp(chances + np.log1p(-BLUNDER_RATE), np.log(BLUNDER_RATE))
        return likely.reshape(len(found), len(hands)).T

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
