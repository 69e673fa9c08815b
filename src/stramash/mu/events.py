"""What happens in a deal of Mü, and what each thing changes on the table."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Self

from stramash.core.cards import Card, CardSet, count, join, remove, size
from stramash.core.events import Event, PublicEvent
from stramash.core.game import Carry, ScoreLine
from stramash.core.seats import Seat, with_entry
from stramash.mu.moves import Trump
from stramash.mu.rules import FEWEST_SEATS, TALON
from stramash.mu.state import Phase, Table
from stramash.mu.tricks import trumps


@dataclass(frozen=True, slots=True)
class MuEvent(Event):
    """One thing that happened after the deal."""

    @abstractmethod
    def on_table(self, table: Table) -> Table:
        """The table afterwards; secrets that an event may hold make no difference to it."""


@dataclass(frozen=True, slots=True)
class PublicMuEvent(PublicEvent, MuEvent):
    """An event in which nothing is secret."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The cards were dealt (M2.1); a seat sees its own hand, None stands for the others."""

    carry: Carry
    hand_size: int
    talon_size: int
    hands: tuple[CardSet | None, ...]
    talon: CardSet | None

    def seen_by(self, seat: Seat | None) -> Self:
        """Only the own hand; nobody sees the talon."""
        hands = tuple(hand if owner == seat else None for owner, hand in enumerate(self.hands))
        return replace(self, hands=hands, talon=None)

    def table(self) -> Table:
        """The table at the start of the auction, which the dealer begins (M3.1)."""
        seats = len(self.hands)
        zeros = (0,) * seats
        return Table(
            phase=Phase.AUCTION,
            turn=self.carry.dealer,
            carry=self.carry,
            counts=(self.hand_size,) * seats,
            talon=self.talon_size,
            buried=0,
            displays=zeros,
            bids=zeros,
            reached=zeros,
            passes=0,
            crown=None,
            shield=None,
            trumps=trumps(None, None),
            partner=None,
            leader=None,
            trick=(),
            won=zeros,
            played=zeros,
            voids=zeros,
            scores=None,
            sheet=(),
            next_dealer=None,
        )


@dataclass(frozen=True, slots=True)
class Displayed(PublicMuEvent):
    """A player laid cards face up (M3.1), and who has the Crown and the Shield now (M3.2, M3.3, M3.8)."""

    seat: Seat
    cards: CardSet
    crown: Seat | None
    shield: Seat | None

    def on_table(self, table: Table) -> Table:
        """The next player is asked."""
        seat = self.seat
        bids = with_entry(table.bids, seat, table.bids[seat] + size(self.cards))
        reached = with_entry(table.reached, seat, max(table.reached) + 1)
        return table._replace(
            turn=(seat + 1) % table.seats,
            displays=with_entry(table.displays, seat, join(table.displays[seat], self.cards)),
            bids=bids,
            reached=reached,
            passes=0,
            crown=self.crown,
            shield=self.shield,
        )


@dataclass(frozen=True, slots=True)
class Passed(PublicMuEvent):
    """A player displayed nothing (M3.1)."""

    seat: Seat

    def on_table(self, table: Table) -> Table:
        """The auction ends when all have passed in succession; the Shield names its trump first (M4.1)."""
        passes = table.passes + 1
        if passes < table.seats:
            return table._replace(passes=passes, turn=(self.seat + 1) % table.seats)
        if table.crown is None:
            return table._replace(passes=passes, turn=None)
        if table.shield is None:
            return table._replace(passes=passes, phase=Phase.CROWN_TRUMP, turn=table.crown)
        return table._replace(passes=passes, phase=Phase.SHIELD_TRUMP, turn=table.shield)


@dataclass(frozen=True, slots=True)
class ThrownIn(PublicMuEvent):
    """Nobody displayed a card; the same dealer deals again (M3.5)."""

    def on_table(self, table: Table) -> Table:
        """The deal is over."""
        return table._replace(phase=Phase.THROWN_IN)


@dataclass(frozen=True, slots=True)
class Eclat(PublicMuEvent):
    """Several players have displayed most: nothing is played (M3.8)."""

    seats: tuple[Seat, ...]
    last: Seat
    """Who drew level last."""

    def on_table(self, table: Table) -> Table:
        """Only the score is to come."""
        return table._replace(phase=Phase.ECLAT)


@dataclass(frozen=True, slots=True)
class TrumpNamed(PublicMuEvent):
    """The Shield named the minor trump or the Crown the major trump (M4.1, M4.2)."""

    seat: Seat
    trump: Trump

    def on_table(self, table: Table) -> Table:
        """The Crown is next: to name its trump, to take the talon, to pick a partner or to lead."""
        if table.phase is Phase.SHIELD_TRUMP:
            return table._replace(phase=Phase.CROWN_TRUMP, turn=table.crown, trumps=trumps(self.trump, None))
        named = trumps(table.trumps.minor, self.trump)
        if table.talon:
            return table._replace(phase=Phase.BURY, turn=None, trumps=named)
        if table.seats == FEWEST_SEATS:  # M4.4: the Crown of three has no partner
            return table._replace(phase=Phase.PLAY, leader=table.crown, trumps=named)
        return table._replace(phase=Phase.PARTNER, trumps=named)


@dataclass(frozen=True, slots=True)
class TalonTaken(MuEvent):
    """The Crown took the talon into hand (M4.4); None stands for the cards where they are not seen."""

    seat: Seat
    cards: CardSet | None

    def seen_by(self, seat: Seat | None) -> Self:
        """Only the Crown sees the cards."""
        return self if seat == self.seat else replace(self, cards=None)

    def on_table(self, table: Table) -> Table:
        """The Crown chooses what to bury, unless its whole hand but the talon is displayed."""
        held = table.counts[self.seat] + TALON
        is_choice = held - size(table.displays[self.seat]) > TALON
        return table._replace(
            turn=self.seat if is_choice else None,
            counts=with_entry(table.counts, self.seat, held),
            talon=0,
        )


@dataclass(frozen=True, slots=True)
class Buried(MuEvent):
    """The Crown put three cards face down into its score pile (M4.4); None where they are not seen."""

    seat: Seat
    cards: CardSet | None

    def seen_by(self, seat: Seat | None) -> Self:
        """Only the Crown knows the cards."""
        return self if seat == self.seat else replace(self, cards=None)

    def on_table(self, table: Table) -> Table:
        """The Crown leads (M5.1)."""
        return table._replace(
            phase=Phase.PLAY,
            turn=self.seat,
            leader=self.seat,
            counts=with_entry(table.counts, self.seat, table.counts[self.seat] - TALON),
            buried=TALON,
        )


@dataclass(frozen=True, slots=True)
class PartnerNamed(PublicMuEvent):
    """The Crown picked a partner (M4.5)."""

    seat: Seat
    partner: Seat

    def on_table(self, table: Table) -> Table:
        """The Crown leads (M5.1)."""
        return table._replace(phase=Phase.PLAY, turn=self.seat, leader=self.seat, partner=self.partner)


@dataclass(frozen=True, slots=True)
class CardPlayed(PublicMuEvent):
    """A player played a card to the trick (M5.2)."""

    seat: Seat
    card: Card

    def on_table(self, table: Table) -> Table:
        """Who does not follow suit shows to have none of it left (M5.4)."""
        seat, card = self.seat, self.card
        trick = (*table.trick, card)
        voids = table.voids
        suit_of = table.trumps.suit_of
        led = suit_of[trick[0]]
        if suit_of[card] != led:
            voids = with_entry(voids, seat, voids[seat] | 1 << led)
        displays = table.displays
        # M1.4: of two alike the one on display is played, which tells the others least.
        if count(displays[seat], card):
            displays = with_entry(displays, seat, remove(displays[seat], 1 << card))
        seats = len(table.counts)
        return table._replace(
            turn=None if len(trick) == seats else (seat + 1) % seats,
            counts=with_entry(table.counts, seat, table.counts[seat] - 1),
            displays=displays,
            trick=trick,
            played=with_entry(table.played, seat, join(table.played[seat], 1 << card)),
            voids=voids,
        )


@dataclass(frozen=True, slots=True)
class TrickWon(PublicMuEvent):
    """A player took the trick into their score pile (M5.6)."""

    seat: Seat
    cards: CardSet

    def on_table(self, table: Table) -> Table:
        """The winner leads the next trick, if there are cards left (M5.1)."""
        return table._replace(
            turn=self.seat if table.counts[self.seat] else None,
            leader=self.seat,
            trick=(),
            won=with_entry(table.won, self.seat, join(table.won[self.seat], self.cards)),
        )


@dataclass(frozen=True, slots=True)
class Scored(PublicMuEvent):
    """The hand was scored (M6); the buried cards and all score piles are open now."""

    scores: tuple[int, ...]
    sheet: tuple[ScoreLine, ...]
    buried: CardSet
    piles: tuple[CardSet, ...]
    is_last: bool
    """Whether the match ends with this hand (M6.5)."""
    next_dealer: Seat | None
    """Who deals next, where that is no choice (M6.6)."""

    def on_table(self, table: Table) -> Table:
        """The dealer names the next one (M6.6), unless there is none to come or nothing to choose."""
        is_over = self.is_last or self.next_dealer is not None
        return table._replace(
            phase=Phase.OVER if is_over else Phase.NEXT_DEALER,
            turn=None if is_over else table.dealer,
            next_dealer=self.next_dealer,
            leader=None,
            buried=0,
            won=self.piles,
            scores=self.scores,
            sheet=self.sheet,
        )


@dataclass(frozen=True, slots=True)
class DealerNamed(PublicMuEvent):
    """The dealer named the next dealer (M6.6)."""

    seat: Seat
    dealer: Seat

    def on_table(self, table: Table) -> Table:
        """The deal is over."""
        return table._replace(phase=Phase.OVER, turn=None, next_dealer=self.dealer)
