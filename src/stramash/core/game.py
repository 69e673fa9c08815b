"""The contract that every game fulfils, and the small values it speaks in."""

from collections.abc import Hashable
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from stramash.core.cards import Card
from stramash.core.errors import IllegalMove, Reason
from stramash.core.events import Event
from stramash.core.seats import Seat

__all__ = ["AnyGame", "Carry", "Game", "IllegalMove", "Reason", "Result", "ScoreLine", "Seat", "Step", "View"]

# What a move, a state and a view are differs from family to family.
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT", bound=Hashable)
ViewT = TypeVar("ViewT", bound="View")


class Step(NamedTuple, Generic[StateT]):
    """A new state and what happened on the way to it."""

    state: StateT
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Carry:
    """What a match hands to its next deal."""

    dealer: Seat
    totals: tuple[int, ...]
    """Points so far, one entry a side."""
    deal: int = 1
    """The number of the deal to come, from 1; a deal that is thrown in (M3.5) keeps its number."""
    lead: Seat | None = None
    """Who leads the deal to come, where the match decides that."""


class ScoreLine(NamedTuple):
    """Where some points of a deal came from."""

    side: int
    points: int
    clause: str
    what: str


class Result(NamedTuple):
    """The end of a deal."""

    scores: tuple[int, ...]
    """Points of this deal, one entry a side."""
    sheet: tuple[ScoreLine, ...]
    """Where each point came from; sums to `scores`."""
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    """The winning side or sides; empty while the match goes on."""
    carry: Carry | None
    """For the next deal; None when the match is over."""
    redeal: bool = False
    """The deal was thrown in: nothing scored, the same deal is dealt again."""


class View(Protocol):
    """What one seat may know: built field by field, without a reference to the state."""

    @property
    def seat(self) -> Seat | None:
        """Whose view it is; None for a spectator."""

    @property
    def legal(self) -> tuple[Any, ...]:
        """This seat's legal moves in canonical order; empty when it may not act."""

    @property
    def past(self) -> tuple[Event, ...]:
        """What this seat has seen in this deal so far, where a match supplies it; not part of equality."""


class Game(Protocol[StateT, MoveT, ViewT]):
    """The rules of one game for one number of seats: frozen, without state and without randomness."""

    @property
    def id(self) -> str:
        """The game's id, such as ``haggis3``."""

    @property
    def rules(self) -> Any:
        """The frozen options object."""

    @property
    def seats(self) -> int:
        """How many seats play."""

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that share one total; a side of one seat each where there are no fixed partners."""

    def deck(self) -> tuple[Card, ...]:
        """All cards that are dealt, in order, unshuffled."""

    def card_code(self, card: Card) -> str:
        """The written code of a card."""

    def parse_card(self, code: str) -> Card:
        """The card a code names."""

    def parse_move(self, text: str) -> MoveT:
        """The move a text names: ``parse_move(str(move)) == move``."""

    def first(self, dealer: Seat) -> Carry:
        """What the first deal of a match starts from."""

    def start(self, deck: tuple[Card, ...], carry: Carry) -> Step[StateT]:
        """Deal a shuffled deck."""

    def waiting(self, s: StateT) -> frozenset[Seat]:
        """The seats that must act."""

    def may_act(self, s: StateT) -> frozenset[Seat]:
        """The seats that may act: those that must, and those that may bet out of turn."""

    def legal(self, s: StateT, seat: Seat) -> tuple[MoveT, ...]:
        """Every distinct legal move of a seat, in canonical order."""

    def check(self, s: StateT, seat: Seat, move: MoveT) -> Reason | None:
        """Why a move is not legal, or None if it is; without generating the others."""

    def apply(self, s: StateT, seat: Seat, move: MoveT) -> Step[StateT]:
        """The state after a move; raises IllegalMove."""

    def view(self, s: StateT, seat: Seat | None) -> ViewT:
        """What a seat may know; None is a spectator."""

    def see(self, view: ViewT | None, event: Event, seat: Seat | None) -> ViewT:
        """A seat's view after one more event as that seat sees it; None before the deal's first event."""

    def determinize(self, view: ViewT, rng: Random) -> StateT:
        """A full state, sampled so that it agrees with everything the view shows."""

    def result(self, s: StateT) -> Result | None:
        """The scores, once the deal is over."""


AnyGame = Game[Any, Any, Any]
