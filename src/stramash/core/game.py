"""The contract that every game fulfils, and the small values it speaks in."""

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from stramash.core.cards import Card, CardSet
from stramash.core.errors import DeckError, IllegalMove, Reason
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
    seat: Seat | None = None
    """The seat that `what` names, where it names one."""


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
        """This seat's legal moves as `Game.legal` lists them; empty when it may not act."""

    @property
    def past(self) -> tuple[Event, ...]:
        """What this seat has seen in this deal so far; not part of equality."""


class Game(Protocol[StateT, MoveT, ViewT]):
    """The rules of one game for one number of seats: frozen, without state and without randomness."""

    @property
    def id(self) -> str:
        """The game's id, such as ``haggis3``."""

    @property
    def family(self) -> str:
        """The family of games it belongs to: games of one family share states, moves, views and events."""

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
        """Deal a shuffled deck; raises DeckError for one that does not hold exactly the cards of the game."""

    def block(self, seat: Seat) -> slice:
        """The stretch of a shuffled deck that a seat is dealt."""

    def waiting(self, s: StateT) -> frozenset[Seat]:
        """The seats that must act."""

    def may_act(self, s: StateT) -> frozenset[Seat]:
        """The seats that may act: those that must, and those that may bet out of turn."""

    def legal(self, s: StateT, seat: Seat) -> tuple[MoveT, ...]:
        """The distinct legal moves of a seat in canonical order.

        All of them, but for moves that take any number of cards (the displays of M3.1): of these only the
        ones with a single card. `extensions` leads from the moves listed to all others, each reached once.
        """

    def extensions(self, view: ViewT, move: MoveT) -> tuple[MoveT, ...]:
        """The legal moves that are this one with one card more, where a move takes any number of them."""

    def sample(self, view: ViewT, rng: Random) -> MoveT:
        """A legal move of the view's seat by chance; every one, listed or not, can come out."""

    def check(self, s: StateT, seat: Seat, move: MoveT) -> Reason | None:
        """Why a move is not legal, or None if it is; without generating the others."""

    def readings(self, s: StateT, seat: Seat, cards: CardSet) -> tuple[MoveT, ...]:
        """What a seat can mean by some cards alone now, legal or not; raises IllegalMove where nothing."""

    def show(self, shown: StateT | ViewT) -> str:
        """A state or a view as text, in the words of this game."""

    def is_interjection(self, move: MoveT) -> bool:
        """Whether a move may be made out of turn (a bet, C10.1): it never changes whose turn it is."""

    def is_still_hidden(self, s: StateT, seat: Seat, move: MoveT, *, is_last: bool) -> bool:
        """Whether nobody has learned anything from a seat's latest move; `is_last`: none came after it."""

    def apply(self, s: StateT, seat: Seat, move: MoveT) -> Step[StateT]:
        """The state after a move; raises IllegalMove."""

    def view(self, s: StateT, seat: Seat | None, events: Iterable[Event] = ()) -> ViewT:
        """What a seat may know; None is a spectator. The events of the deal so far become its `past`."""

    def see(self, view: ViewT | None, event: Event, seat: Seat | None) -> ViewT:
        """A seat's view after one more event as that seat sees it; None before the deal's first event."""

    def determinize(self, view: ViewT, rng: Random) -> StateT:
        """A full state, sampled so that it agrees with everything the view shows."""

    def result(self, s: StateT) -> Result | None:
        """The scores, once the deal is over."""


AnyGame = Game[Any, Any, Any]


def check_deck(game: AnyGame, deck: tuple[Card, ...]) -> None:
    """Raise DeckError unless a deck holds exactly the cards of a game; every `start` begins with it."""
    cards = game.deck()
    if Counter(deck) != Counter(cards):
        raise DeckError(f"the deck must hold exactly the {len(cards)} cards of {game.id} for {game.seats}")


def seen_by(seat: Seat | None, events: Iterable[Event]) -> tuple[Event, ...]:
    """Events as a seat sees them."""
    return tuple(event.seen_by(seat) for event in events)
