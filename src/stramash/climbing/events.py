"""What happens in a climbing deal, and who sees how much of it."""

from dataclasses import dataclass, replace
from typing import Self

from stramash.climbing.moves import Play
from stramash.climbing.state import Phase
from stramash.core.cards import Card, CardSet
from stramash.core.events import Event, PublicEvent
from stramash.core.game import Carry, Result
from stramash.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """The cards are dealt; each seat sees its own (C1.3)."""

    carry: Carry
    lead: Seat
    hands: tuple[CardSet | None, ...]

    def seen_by(self, seat: Seat | None) -> Self:
        """One's own hand only."""
        return replace(self, hands=tuple(h if s == seat else None for s, h in enumerate(self.hands)))


@dataclass(frozen=True, slots=True)
class CardChosen(Event):
    """A seat has chosen a card for its partner, face down (C8.1)."""

    seat: Seat
    card: Card | None

    def seen_by(self, seat: Seat | None) -> Self:
        """That a card lies there, but which one only its giver knows."""
        return self if seat == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class CardsPassed(Event):
    """All chosen cards change hands at once (C8.1)."""

    partners: tuple[Seat, ...]
    cards: tuple[Card | None, ...]
    """By giver."""

    def seen_by(self, seat: Seat | None) -> Self:
        """The card one gave and the card one got."""
        mine = () if seat is None else (seat, self.partners[seat])
        return replace(self, cards=tuple(c if s in mine else None for s, c in enumerate(self.cards)))


@dataclass(frozen=True, slots=True)
class BetMade(PublicEvent):
    """A seat has bet (C10.1)."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class BidMade(PublicEvent):
    """A seat has bid to be the Shepherd (C8.2)."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class BidPassed(PublicEvent):
    """A seat has left the auction (C8.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HaggisDrawn(Event):
    """The Shepherd takes the top of the haggis (C8.3)."""

    seat: Seat
    count: int
    cards: CardSet | None

    def seen_by(self, seat: Seat | None) -> Self:
        """How many; which only the Shepherd knows."""
        return self if seat == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class HaggisReturned(Event):
    """The Shepherd puts cards back on the haggis (C8.3)."""

    seat: Seat
    count: int
    cards: CardSet | None

    def seen_by(self, seat: Seat | None) -> Self:
        """How many; which only the Shepherd knows."""
        return self if seat == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class Leads(PublicEvent):
    """A seat is to lead (C7.1, C8.4)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Played(PublicEvent):
    """A seat has played a combination."""

    seat: Seat
    play: Play


@dataclass(frozen=True, slots=True)
class Passed(PublicEvent):
    """A seat has passed in a trick (C5.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class WentOut(PublicEvent):
    """A seat has no cards left (C9.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OutBonus(PublicEvent):
    """A seat that went out gets its bonus (C9.2)."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class RoundEnded(PublicEvent):
    """All but one player, or both of a side, are out (C9.1)."""


@dataclass(frozen=True, slots=True)
class Asked(PublicEvent):
    """A seat must make a choice that its last play brought about (C6.2, C7.2, C9.3)."""

    seat: Seat
    phase: Phase


@dataclass(frozen=True, slots=True)
class TrickTaken(PublicEvent):
    """The cards of a trick go to a score pile (C6.1, C6.2)."""

    winner: Seat
    receiver: Seat


@dataclass(frozen=True, slots=True)
class HaggisTaken(PublicEvent):
    """The haggis goes to a score pile, and piles are open (C9.3)."""

    receiver: Seat
    cards: CardSet


@dataclass(frozen=True, slots=True)
class HandTaken(PublicEvent):
    """The cards left in a hand go to a score pile (C9.4, C9.5)."""

    owner: Seat
    receiver: Seat
    cards: CardSet


@dataclass(frozen=True, slots=True)
class Scored(PublicEvent):
    """The deal is scored."""

    result: Result
