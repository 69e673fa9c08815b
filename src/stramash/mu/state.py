"""What is on the table, the whole state of a deal, and what one seat knows of it."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from stramash.core.cards import Card, CardSet, remove
from stramash.core.events import Event
from stramash.core.game import Carry, ScoreLine
from stramash.core.seats import Seat
from stramash.core.show import cards_held
from stramash.mu.cards import FACES
from stramash.mu.moves import Move
from stramash.mu.rules import REVISED, Titles
from stramash.mu.show import show
from stramash.mu.tricks import Trumps


class Phase(StrEnum):
    """What a deal is waiting for."""

    AUCTION = "auction"
    SHIELD_TRUMP = "shield_trump"
    CROWN_TRUMP = "crown_trump"
    BURY = "bury"
    PARTNER = "partner"
    PLAY = "play"
    NEXT_DEALER = "next_dealer"
    OVER = "over"
    THROWN_IN = "thrown_in"
    ECLAT = "eclat"


class Table(NamedTuple):
    """Everything that everybody sees."""

    phase: Phase
    turn: Seat | None
    """Who acts; None when the rules themselves do, or when the deal is over."""
    carry: Carry
    """What the deal started from: dealer, number of the deal, totals before it."""
    counts: tuple[int, ...]
    """How many cards each seat holds, displayed ones included."""
    talon: int
    """How many cards lie face down in the talon."""
    buried: int
    """How many cards lie face down in the Crown's score pile."""
    displays: tuple[CardSet, ...]
    """The cards of each hand that lie face up."""
    bids: tuple[int, ...]
    """How many cards each seat displayed in the auction (M3.6)."""
    reached: tuple[int, ...]
    """At which display of the auction each seat reached its bid, from 1; 0 for none (M3.3, M3.8)."""
    passes: int
    """How many players have passed in succession."""
    crown: Seat | None
    """Who has most, the Chief of the game of 1995; nobody where several share it (M3.2, M3.8)."""
    shield: Seat | None
    """Who comes second, the Vice of the game of 1995 (M3.3, M3.9)."""
    trumps: Trumps
    partner: Seat | None
    leader: Seat | None
    """Who leads the trick."""
    trick: tuple[Card, ...]
    """The cards of the trick so far, the leader's first."""
    won: tuple[CardSet, ...]
    """The face-up cards of each score pile; with the buried ones once the deal is scored."""
    played: tuple[CardSet, ...]
    """The cards that each seat has played in this deal, those of the trick included."""
    voids: tuple[int, ...]
    """Per seat a bitmask of the suits it has shown to be out of; bit 5 is the suit of trumps."""
    scores: tuple[int, ...] | None
    """Points of this deal, once it is scored."""
    sheet: tuple[ScoreLine, ...]
    next_dealer: Seat | None

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.counts)

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.carry.dealer

    @property
    def led(self) -> Card | None:
        """The card that began the trick."""
        return self.trick[0] if self.trick else None

    @property
    def crown_team(self) -> tuple[Seat, ...]:
        """The Crown player and the partner, if they are known (M4.4, M4.5)."""
        return tuple(seat for seat in (self.crown, self.partner) if seat is not None)

    def hidden(self, seat: Seat, hand: CardSet) -> CardSet:
        """The cards of a seat's hand that are not displayed."""
        return remove(hand, self.displays[seat])


class State(NamedTuple):
    """A whole deal, secrets included."""

    table: Table
    hands: tuple[CardSet, ...]
    """The cards each seat holds, displayed ones included."""
    talon: CardSet
    """The cards face down in the talon."""
    taken: CardSet
    """The cards of the Crown's hand that came from the talon, until three are buried."""
    buried: CardSet
    """The cards face down in the Crown's score pile, until the deal is scored."""

    def __str__(self) -> str:
        return self.text(REVISED)

    def text(self, titles: Titles) -> str:
        """As text, with the titles of an edition."""
        hidden = {"talon": self.talon, "buried": self.buried}
        lines = [f"{where}: {FACES.write(cards)}" for where, cards in hidden.items() if cards]
        return show(titles, self.table, dict(enumerate(self.hands)), lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat may know, or a spectator, who has no seat."""

    seat: Seat | None
    table: Table
    hand: CardSet
    taken: CardSet
    """The cards this seat took from the talon, until it has buried three."""
    buried: CardSet
    """The cards this seat buried, until the deal is scored."""
    legal: tuple[Move, ...]
    past: tuple[Event, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return self.text(REVISED)

    def text(self, titles: Titles) -> str:
        """As text, with the titles of an edition."""
        hidden = {"talon": self.table.talon, "buried": self.table.buried}
        lines = [f"{where}: {cards_held(count)}" for where, count in hidden.items() if count]
        return show(titles, self.table, {} if self.seat is None else {self.seat: self.hand}, lines)
