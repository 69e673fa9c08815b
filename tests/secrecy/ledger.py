"""Bookkeeping of its own of what each onlooker may know: who was dealt, gave, took or saw which card.

It is driven by the true states and moves, not by events, and knows nothing of views.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from typing import Any

from tests.playing import Moment

from stramash.climbing.cards import JACK
from stramash.core.cards import Card, CardSet, card_set, each
from stramash.core.game import AnyGame
from stramash.core.seats import Seat

Place = Seat | str
"""A seat's hand, the haggis, the talon, the buried cards, or where all can see."""
OPEN, FACE_DOWN = "open", "face down"
EVERY_COURT = sum(1 << card for card in range(JACK, 64))


class Ledger:
    """What one onlooker may know: how many copies of each face, and where some of them are."""

    def __init__(self, onlooker: Seat | None) -> None:
        self.onlooker = onlooker
        self.known: Counter[Card] = Counter()
        self.at: dict[Place, Counter[Card]] = {}

    def meets(self, cards: Iterable[Card], place: Place) -> None:
        """Cards that were never seen before are seen at a place."""
        cards = list(cards)
        self.known.update(cards)
        self.at.setdefault(place, Counter()).update(cards)

    def sees(self, cards: Iterable[Card], source: Place, target: Place) -> None:
        """Cards go from one place to another, face up for this onlooker."""
        before = self.at.setdefault(source, Counter())
        for card in cards:
            if before[card]:
                before[card] -= 1
            else:
                self.known[card] += 1
            self.at.setdefault(target, Counter())[card] += 1

    def known_at(self, place: Place) -> Counter[Card]:
        """The cards that are known to be at a place."""
        return +self.at.get(place, Counter())

    @property
    def allowed(self) -> CardSet:
        """All that may ever be shown to this onlooker."""
        return card_set(self.known.elements())


class Books:
    """The ledgers of all seats and of a spectator for one deal."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.is_mu = game.family == "mu"
        self.ledgers: dict[Seat | None, Ledger] = {
            onlooker: Ledger(onlooker) for onlooker in (*range(game.seats), None)
        }
        self.voids: dict[Seat, set[int]] = {seat: set() for seat in range(game.seats)}
        """The suits of Mü that a seat has shown to lack (M5.4)."""
        self._chosen: dict[Seat, Card] = {}
        for seat, hand in enumerate(state.hands):
            self.ledgers[seat].meets(numbers(hand, self.is_mu), seat)

    def allowed(self, onlooker: Seat | None) -> CardSet:
        """All cards that may be shown to an onlooker; courts lie face up (C1.2)."""
        allowed = self.ledgers[onlooker].allowed
        return allowed if self.is_mu else allowed | EVERY_COURT

    def follow(self, moment: Moment) -> None:
        """Take note of a move and all that came of it."""
        assert moment.seat is not None
        before, after, seat, move = moment.before, moment.match.state, moment.seat, moment.move
        if self.is_mu:
            self._follow_mu(before, after, seat, move)
        else:
            self._follow_climbing(before, after, seat, move)

    def _all_see(self, cards: Iterable[Card], source: Place) -> None:
        cards = list(cards)
        for ledger in self.ledgers.values():
            ledger.sees(cards, source, OPEN)

    def _follow_climbing(self, before: Any, after: Any, seat: Seat, move: Any) -> None:
        match type(move).__name__:
            case "Play":
                self._all_see(numbers(move.cards), seat)
            case "GiveCard":  # C8.1
                self._chosen[seat] = move.card
                if len(self._chosen) == self.game.seats:
                    self._exchange()
            case "PutBack":  # C8.3
                self.ledgers[seat].sees(each(move.cards), seat, FACE_DOWN)
        if len(after.haggis) < len(before.haggis) and self.game.result(after) is None:
            drawn = before.haggis[: len(before.haggis) - len(after.haggis)]  # C8.3
            shepherd = after.table.shepherd
            assert after.hands[shepherd].bit_count() == before.hands[shepherd].bit_count() + len(drawn)
            self.ledgers[shepherd].sees(drawn, FACE_DOWN, shepherd)
        if self.game.result(after) is not None:
            self._open_at_the_end(before, after)

    def _exchange(self) -> None:
        for onlooker, ledger in self.ledgers.items():
            if onlooker is None:
                continue
            partner = (onlooker + 2) % 4
            given, got = self._chosen[onlooker], self._chosen[partner]
            ledger.sees([got], partner, "on its way")
            ledger.sees([given], onlooker, partner)
            ledger.sees([got], "on its way", onlooker)
        self._chosen = {}

    def _open_at_the_end(self, before: Any, after: Any) -> None:
        """C9.3, C9.4: what goes to a score pile is open from then on."""
        if before.haggis and not after.haggis:
            self._all_see(before.haggis, FACE_DOWN)
        played = Counter(card for play in after.table.shown for card in each(play))
        for owner, hand in enumerate(before.hands):
            is_taken = self.game.rules.last_hand_to != "nobody" or len(after.table.out) < self.game.seats - 1
            if owner not in after.table.out and is_taken:
                assert all(played[card] for card in each(hand))
                self._all_see(numbers(hand), owner)

    def _follow_mu(self, before: Any, after: Any, seat: Seat, move: Any) -> None:
        match type(move).__name__:
            case "Display":  # M3.1: the card stays in hand, for all to see
                for onlooker, ledger in self.ledgers.items():
                    if onlooker != seat:
                        ledger.meets(each(move.cards), seat)
            case "PlayCard":
                self._all_see([move.card], seat)
                suit_of = before.table.trumps.suit_of
                led = before.table.trick[0] if before.table.trick else move.card
                if suit_of[led] != suit_of[move.card]:
                    self.voids[seat].add(suit_of[led])
            case "Bury":  # M4.4
                self.ledgers[seat].sees(each(move.cards), seat, FACE_DOWN)
        if before.talon and not after.talon:  # M4.4
            crown = after.table.crown
            self.ledgers[crown].sees(each(before.talon), FACE_DOWN, crown)
            if not after.taken:  # all else on display: the talon is buried at once
                self.ledgers[crown].sees(each(before.talon), crown, FACE_DOWN)
        if before.buried and not after.buried:  # M6.1: the pile is counted
            self._all_see(each(before.buried), FACE_DOWN)

    def check_world(self, world: Any, onlooker: Seat | None) -> None:
        """A sampled state has no card elsewhere than the onlooker knows it to be, or where it cannot be."""
        ledger = self.ledgers[onlooker]
        for seat, hand in enumerate(world.hands):
            assert ledger.known_at(seat) <= Counter(each(hand))
            assert all(self._may_hold(world, seat, card) for card in each(hand))
        assert ledger.known_at(FACE_DOWN) <= Counter(self._face_down(world))

    def _face_down(self, state: Any) -> Iterable[Card]:
        return (*each(state.talon), *each(state.buried)) if self.is_mu else state.haggis

    def has_other_worlds(self, state: Any, onlooker: Seat | None) -> bool:
        """Whether the cards an onlooker cannot place could lie otherwise than they do."""
        hidden = self._hidden(state, onlooker)
        may_move: dict[tuple[Place, Place], set[Card]] = {}
        for source, cards in hidden.items():
            for target in hidden:
                if source != target:
                    may_move[source, target] = {card for card in cards if self._may_hold(state, target, card)}
        return any(
            all(edges) and len(set().union(*edges)) > 1
            for cycle in cycles(list(hidden))
            for edges in [[may_move[step] for step in zip(cycle, (*cycle[1:], cycle[0]), strict=True)]]
        )

    def _hidden(self, state: Any, onlooker: Seat | None) -> dict[Place, set[Card]]:
        """The faces at each place that hold cards whose place is not known to the onlooker."""
        ledger = self.ledgers[onlooker]
        places: dict[Place, Counter[Card]] = {
            FACE_DOWN: Counter(self._face_down(state)) - ledger.known_at(FACE_DOWN)
        }
        for seat, hand in enumerate(state.hands):
            if seat != onlooker:
                places[seat] = Counter(numbers(hand, self.is_mu)) - ledger.known_at(seat)
        return {place: set(cards) for place, cards in places.items() if cards}

    def _may_hold(self, state: Any, place: Place, card: Card) -> bool:
        if not self.is_mu or not isinstance(place, int):
            return True
        return state.table.trumps.suit_of[card] not in self.voids[place]


def cycles(places: list[Place]) -> Iterator[tuple[Place, ...]]:
    """Every way to go round two or more places, each from its first place on; shorter ways first."""
    for length in range(2, len(places) + 1):
        for members in combinations(places, length):
            for rest in permutations(members[1:]):
                yield (members[0], *rest)


def numbers(cards: CardSet, is_mu: bool = False) -> list[Card]:
    """The cards of a hand that can be secret: all of them, or all but the courts (C1.2)."""
    return [card for card in each(cards) if is_mu or card < JACK]
