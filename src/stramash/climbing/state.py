"""What is on the table for all to see, the whole state, and what one seat may know."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from stramash.climbing.cards import FACES
from stramash.climbing.moves import Move, Play
from stramash.climbing.plays.combos import Combo
from stramash.climbing.show import show
from stramash.core.cards import Card, CardSet
from stramash.core.events import Event
from stramash.core.game import Result
from stramash.core.seats import Seat
from stramash.core.show import cards_held


class Phase(StrEnum):
    """What kind of decision is due."""

    PASSING = "passing"  # C8.1
    AUCTION = "auction"  # C8.2
    PUTTING_BACK = "putting back"  # C8.3
    TRICK = "trick"  # C5
    TRICK_AWARD = "trick award"  # C6.2
    NAMING_LEAD = "naming lead"  # C7.2
    HAGGIS_AWARD = "haggis award"  # C9.3
    OVER = "over"


# Python 3.11 takes long to find a member of an enum, and these are asked for at every move.
PASSING, TRICK, OVER = Phase.PASSING, Phase.TRICK, Phase.OVER


class Table(NamedTuple):
    """Everything that everybody sees. Tuples have one entry a seat unless said otherwise."""

    phase: Phase
    turn: Seat
    """Who must act, except in the passing, where all who have not chosen must."""
    dealer: Seat
    deal: int
    totals: tuple[int, ...]
    """Points before this deal, one entry a side."""
    first_lead: Seat
    counts: tuple[int, ...]
    """Cards in hand, courts included."""
    courts: tuple[int, ...]
    """Courts in hand, as three bits J 1, Q 2, K 4: they lie face up (C1.2)."""
    shown: tuple[CardSet, ...]
    """The cards each seat has played or laid open in this deal."""
    trick: tuple[tuple[Seat, Play], ...] = ()
    """The plays of this trick, in order."""
    top: Combo | None = None
    """The highest combination of the trick; None while somebody is to lead."""
    top_seat: Seat = 0
    """Who played it; after a trick, who won it."""
    passes: int = 0
    """Passes in succession since the highest combination."""
    has_bombed: bool = False
    """Whether the last play was a bomb."""
    piles: tuple[CardSet, ...] = ()
    """Score piles, counted as `cards.laid_down` says."""
    out: tuple[Seat, ...] = ()
    """The seats that are out, first to last."""
    unpaid: tuple[Seat, ...] = ()
    """Seats that went out in this trick and get their bonus when it is over (C9.2)."""
    out_points: tuple[int, ...] = ()
    """Bonuses for going out so far."""
    bets: tuple[int, ...] = ()
    """The bet each seat has made; 0 for none."""
    has_ended: bool = False
    """Whether the end of the round (C9.1) has been reached."""
    committed: int = 0
    """Bit per seat that has chosen a card to pass (C8.1)."""
    passed_rounds: int = 0
    """How often cards have been passed in this deal."""
    bidders: int = 0
    """Bit per seat still in the auction."""
    bid: int = 0
    """The standing bid; 0 for none."""
    shepherd: Seat | None = None
    """Who made the standing bid."""
    haggis_count: int = 0
    """Cards in the haggis that nobody has taken."""
    open_haggis: CardSet = 0
    """The haggis once it has gone to a score pile (C9.3)."""
    result: Result | None = None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that must act, lowest first."""
        if self.phase is OVER:
            return ()
        if self.phase is PASSING:
            return tuple(seat for seat in range(len(self.counts)) if not self.committed >> seat & 1)
        return (self.turn,)


class State(NamedTuple):
    """A deal with all its secrets."""

    table: Table
    hands: tuple[CardSet, ...]
    haggis: tuple[Card, ...]
    """Top card first."""
    passed: tuple[tuple[Card, ...], ...]
    """The cards each seat has chosen for its partner, in order; the last may still be face down (C8.1)."""
    taken: CardSet = 0
    """What the Shepherd took from the haggis (C8.3)."""
    put_back: CardSet = 0
    """What the Shepherd put back on it."""

    def __str__(self) -> str:
        haggis = " ".join(FACES.code_of[card] for card in self.haggis)
        return show(self.table, dict(enumerate(self.hands)), [f"haggis: {haggis}"] if haggis else [])


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat, or a spectator (None), may know."""

    seat: Seat | None
    table: Table
    hand: CardSet
    passed: tuple[Card, ...]
    """Cards chosen for the partner; the last may still be face down."""
    received: tuple[Card, ...]
    """Cards that came from the partner."""
    taken: CardSet
    """Cards taken from the haggis, if this seat is the Shepherd."""
    put_back: CardSet
    """Cards put back on the haggis, if this seat is the Shepherd."""
    legal: tuple[Move, ...]
    past: tuple[Event, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        hidden = self.table.haggis_count
        haggis = [f"haggis: {cards_held(hidden)}"] if hidden else []
        return show(self.table, {} if self.seat is None else {self.seat: self.hand}, haggis)
