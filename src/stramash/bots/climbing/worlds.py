"""Worlds that agree with a climbing view: the unseen cards dealt over and over, and how likely each deal is.

Everything here starts from a view; no state is ever seen. The cards are dealt in compiled code, since a
search wants hundreds of worlds a move.
"""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np

from stramash.bots.climbing.club.beats import has_higher
from stramash.bots.climbing.club.split import words_of
from stramash.climbing.cards import FIRST_NUMBERS, JACK, NUMBERS
from stramash.climbing.determinize import known_with_partner, unseen
from stramash.climbing.events import Passed, Played, TrickTaken
from stramash.climbing.game import ClimbingGame
from stramash.climbing.plays.combos import Kind
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import Phase, View
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet, each, join
from stramash.core.seats import Seat
from stramash.sim.bits import below, mix, next_state
from stramash.sim.climbing import record as at
from stramash.sim.climbing.facts import combo_code
from stramash.sim.climbing.pack import pack_rules, pack_state
from stramash.sim.compiling.compiled import compiled

PASSED_ON_A_SINGLE: Final = 0.7
PASSED_ON_A_RUN: Final = 0.45
"""How likely a pass is from somebody who could have beaten the trick with number cards alone: less likely
than from somebody who could not (1.0); on singles people hold back more often than on runs."""
DEALT_FOR_EACH_KEPT: Final = 3
"""How many worlds are dealt for each one kept, where the worlds differ in likelihood."""


@dataclass(frozen=True, slots=True)
class PassedOn:
    """Somebody passed: on what, and which cards they played after that."""

    seat: Seat
    code: int
    later: CardSet
    likelihood: float


@compiled
def deal_hidden(
    cards: Any, takes: Any, known: Any, first: int, last: int, seed: int, hands: Any, rest: Any
) -> None:
    """Deal the unseen cards into worlds `first` to `last - 1`; what nobody takes is the haggis."""
    seats = takes.shape[0]
    for world in range(first, last):
        rng = mix(seed + world)
        for i in range(cards.shape[0] - 1, 0, -1):
            rng = next_state(rng)
            j = below(rng, i + 1)
            held = cards[i]
            cards[i] = cards[j]
            cards[j] = held
        at_card = 0
        for seat in range(seats):
            once = known[seat, 0]
            twice = known[seat, 1]
            for _ in range(takes[seat]):
                bit = 1 << cards[at_card]
                twice |= once & bit
                once |= bit
                at_card += 1
            hands[world, seat, 0] = once
            hands[world, seat, 1] = twice
        once = rest[world, 0] * 0
        twice = once
        for i in range(at_card, cards.shape[0]):
            bit = 1 << cards[i]
            twice |= once & bit
            once |= bit
        rest[world, 0] = once
        rest[world, 1] = twice


@compiled
def weigh_passes(rules: Any, passes: Any, factors: Any, hands: Any, weights: Any) -> None:
    """Make worlds less likely in which somebody passed who could have beaten the trick without courts."""
    for world in range(hands.shape[0]):
        weight = 1.0
        for i in range(passes.shape[0]):
            seat = passes[i, 0]
            once = hands[world, seat, 0] & FIRST_NUMBERS
            twice = hands[world, seat, 1] | (once & passes[i, 2]) | passes[i, 3]
            once |= passes[i, 2]
            if has_higher(rules, once, twice, passes[i, 1]):
                weight *= factors[i]
        weights[world] = weight


def passes_seen(rules: ClimbingRules, view: View) -> list[PassedOn]:
    """Every pass of another seat in a trick that an opponent of theirs was winning."""
    found: list[tuple[Seat, int, int, float]] = []
    played: list[list[CardSet]] = [[0] for _ in range(rules.seats)]
    top, holder = None, 0
    for event in view.past:
        match event:
            case Played(seat=seat, play=play):
                top, holder = play.combo, seat
                played[seat].append(join(played[seat][-1], play.cards & NUMBERS))
            case TrickTaken():
                top = None
            case Passed(seat=seat) if top is not None and seat != view.seat and not top.is_bomb:
                if rules.side_of[seat] != rules.side_of[holder]:
                    single = top.kind is Kind.SINGLE
                    likelihood = PASSED_ON_A_SINGLE if single else PASSED_ON_A_RUN
                    found.append((seat, combo_code(top), len(played[seat]) - 1, likelihood))
    return [
        PassedOn(seat, code, _without(played[seat][-1], played[seat][then]), likelihood)
        for seat, code, then, likelihood in found
    ]


def _without(cards: CardSet, earlier: CardSet) -> CardSet:
    """The cards of a set that were not in it earlier, copies counted."""
    once, twice = cards & FIRST_COPIES, cards >> SECOND_COPY
    once_then, twice_then = earlier & FIRST_COPIES, earlier >> SECOND_COPY
    both = twice & ~once_then
    one = (once & ~once_then) | (twice & once_then & ~twice_then)
    return (one | both) | both << SECOND_COPY


def joined(a: Any, b: Any) -> Any:
    """Two card sets together, two words each in the last place."""
    once, shared = a[..., 0] | b[..., 0], a[..., 0] & b[..., 0]
    return np.stack([once, a[..., 1] | b[..., 1] | shared], axis=-1)


def left_of(a: Any, b: Any) -> Any:
    """What is left of card sets without others, which they must contain."""
    once, twice, taken = a[..., 0], a[..., 1], b[..., 0]
    return np.stack([once & ~taken | twice & taken & ~b[..., 1], twice & ~taken], axis=-1)


def fits(a: Any, b: Any) -> Any:
    """Whether card sets contain others."""
    return (b[..., 0] & ~a[..., 0] | b[..., 1] & ~a[..., 1]) == 0


class Worlds:
    """Deals of the hidden cards for one view, made as they are needed.

    `hands[world, seat]` are two words of cards; `rest[world]` is the haggis; `weights[world]` is how well the
    world explains the passes seen, the same for all where the past is not remembered.
    """

    def __init__(self, game: ClimbingGame, view: View, seed: int, *, remembers: bool = True) -> None:
        assert view.seat is not None, "a spectator is never asked"
        rules = game.rules
        self.game, self.view, self.seed = game, view, seed
        self.rules = pack_rules(rules)
        table = view.table
        partner = rules.partner(view.seat) if rules.partners else None
        self._cards = np.array(list(each(unseen(rules, view))), np.int64)
        self._takes = np.zeros(rules.seats, np.int64)
        self._known = np.zeros((rules.seats, 2), np.int64)
        for seat in range(rules.seats):
            if seat == view.seat:
                self._known[seat] = words_of(view.hand)
                continue
            known = known_with_partner(rules, view) if seat == partner else 0
            courts = table.courts[seat]
            self._takes[seat] = table.counts[seat] - courts.bit_count() - known.bit_count()
            self._known[seat] = words_of(known | courts << JACK)
        passes = passes_seen(rules, view) if remembers else []
        self._passes = np.array(
            [(item.seat, item.code, *words_of(item.later)) for item in passes], np.int64
        ).reshape(len(passes), 4)
        self._factors = np.array([item.likelihood for item in passes], np.float64)
        self._dealt = 0

    @property
    def is_known(self) -> bool:
        """Whether nothing is hidden that matters to anybody's hand."""
        return not self._takes.any()

    def deal(self, count: int) -> tuple[Any, Any, Any]:
        """The next worlds: their hands, what nobody holds, and their weights, which average to 1."""
        hands = np.zeros((count, len(self._takes), 2), np.int64)
        rest = np.zeros((count, 2), np.int64)
        weights = np.ones(count, np.float64)
        deal_hidden(self._cards, self._takes, self._known, 0, count, self.seed + self._dealt, hands, rest)
        self._dealt += count
        if len(self._passes):
            weigh_passes(self.rules, self._passes, self._factors, hands, weights)
            weights /= weights.mean()
        return hands, rest, weights

    def likely(self, count: int) -> tuple[Any, Any]:
        """The next worlds, drawn in proportion to their weights: their hands and what nobody holds."""
        if not len(self._passes) or self.is_known:
            hands, rest, _ = self.deal(count)
            return hands, rest
        hands, rest, weights = self.deal(count * DEALT_FOR_EACH_KEPT)
        # Systematic drawing: one world every `step` of the summed weights, so that few come twice.
        sums = np.cumsum(weights)
        places = (np.arange(count) + 0.5) * (sums[-1] / count)
        chosen = np.minimum(np.searchsorted(sums, places), len(sums) - 1)
        return hands[chosen], rest[chosen]

    def records(self, count: int) -> Any:
        """The next likely worlds as records of the compiled engine."""
        view = self.view
        rng = Random(self.seed + self._dealt)
        if view.table.phase in (Phase.PASSING, Phase.AUCTION, Phase.PUTTING_BACK):
            # More than hands is hidden here (cards given, the order of the haggis), and little was seen.
            self._dealt += count
            states = [self.game.determinize(view, rng) for _ in range(count)]
            return np.array([pack_state(self.game.rules, state) for state in states])
        hands, rest = self.likely(count)
        return self._records(hands, rest, rng)

    def shares(self, count: int, rng: Any) -> Any:
        """The unseen cards dealt at random: what each seat gets of them, two words a seat."""
        orders = rng.permuted(np.tile(self._cards, (count, 1)), axis=1)
        shares = np.zeros((count, len(self._takes), 2), np.int64)
        for place, seat in enumerate(np.repeat(np.arange(len(self._takes)), self._takes)):
            bit = 1 << orders[:, place]
            shares[:, seat, 1] |= shares[:, seat, 0] & bit
            shares[:, seat, 0] |= bit
        return shares

    @property
    def takers(self) -> list[Seat]:
        """The seats that hold cards that are not known."""
        return [int(seat) for seat in np.flatnonzero(self._takes)]

    @property
    def unseen(self) -> Any:
        """Two words of the unseen cards."""
        return np.array(words_of(unseen(self.game.rules, self.view)), np.int64)

    def records_of(self, shares: Any) -> Any:
        """Shares of the unseen cards as records of the compiled engine; what is left is the haggis."""
        rest = np.repeat(self.unseen[None], len(shares), axis=0)
        for seat in self.takers:
            rest = left_of(rest, shares[:, seat])
        return self._records(
            joined(np.broadcast_to(self._known, shares.shape), shares), rest, Random(self.seed)
        )

    def takes_of(self, seat: Seat) -> int:
        """How many of the unseen cards a seat holds."""
        return int(self._takes[seat])

    def known_of(self, seat: Seat) -> Any:
        """Two words of the cards that a seat is known to hold."""
        return self._known[seat]

    def hands_of(self, seat: Seat, shares: Any) -> Any:
        """The hands that shares of a seat make with what is known of it."""
        return joined(np.broadcast_to(self._known[seat], shares.shape), shares)

    def _records(self, hands: Any, rest: Any, rng: Random) -> Any:
        view, count = self.view, len(hands)
        base = pack_state(self.game.rules, self.game.determinize(view, rng))
        rows = np.repeat(base[None, :], count, axis=0)
        seats = len(self._takes)
        rows[:, at.HANDS : at.HANDS + 2 * seats] = hands.reshape(count, 2 * seats)
        if not view.table.open_haggis and view.table.haggis_count:
            once, twice = words_of(view.put_back)
            rows[:, at.HAGGIS] = rest[:, 0] | once
            rows[:, at.HAGGIS + 1] = rest[:, 1] | twice | rest[:, 0] & once
        return rows
