"""A whole match: deals one after the other, their history, and the totals."""

from dataclasses import dataclass, field
from typing import Any

from stramash.core.cards import Card
from stramash.core.errors import StramashError
from stramash.core.events import Event
from stramash.core.game import AnyGame, Carry, Result
from stramash.core.seats import Seat


class MatchError(StramashError):
    """Something asked of a match at a time when it cannot be done."""


@dataclass(slots=True)
class Deal:
    """One deal of a match: how it began, every move in it, how it ended."""

    carry: Carry
    deck: tuple[Card, ...]
    moves: list[tuple[Seat, Any]] = field(default_factory=list)
    result: Result | None = None


class Match:
    """The driver of a match. It is told the decks and the moves and remembers all of them."""

    def __init__(self, game: AnyGame, dealer: Seat, names: tuple[str, ...] | None = None) -> None:
        if not 0 <= dealer < game.seats:
            raise MatchError(f"the first dealer must be a seat from 0 to {game.seats - 1}, not {dealer}")
        self.game = game
        self.first_dealer = dealer
        self.names = names or tuple(f"seat {seat}" for seat in range(game.seats))
        if len(self.names) != game.seats:
            raise MatchError(f"{game.seats} names are needed, one a seat")
        self.deals: list[Deal] = []
        self.state: Any = None
        self._carry: Carry | None = game.first(dealer)
        self._events: list[Event] = []

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each side after the last finished deal."""
        for deal in reversed(self.deals):
            if deal.result is not None:
                return deal.result.totals
        return tuple(0 for _ in self.game.sides)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning sides; empty while the match goes on."""
        last = self.deals[-1].result if self.deals else None
        return last.winners if last is not None else ()

    @property
    def is_over(self) -> bool:
        """Whether the match is decided."""
        return bool(self.winners)

    @property
    def needs_deck(self) -> bool:
        """Whether the next thing to happen is a deal."""
        return self._carry is not None

    @property
    def next_carry(self) -> Carry | None:
        """What the next deal starts from, while one is due."""
        return self._carry

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened in the latest deal, with all secrets."""
        return tuple(self._events)

    def deal(self, deck: tuple[Card, ...]) -> tuple[Event, ...]:
        """Begin the next deal with a shuffled deck."""
        if self._carry is None:
            raise MatchError("the match is over" if self.is_over else "the last deal is not finished")
        step = self.game.start(deck, self._carry)
        self.deals.append(Deal(self._carry, deck))
        self._carry = None
        self._events = []
        return self._take(step.state, step.events)

    def act(self, seat: Seat, move: Any) -> tuple[Event, ...]:
        """Make a move; raises IllegalMove and then changes nothing."""
        if self._carry is not None or self.is_over:
            raise MatchError("no deal is being played")
        step = self.game.apply(self.state, seat, move)
        self.deals[-1].moves.append((seat, move))
        return self._take(step.state, step.events)

    def take_back(self, index: int) -> None:
        """Let a move of this deal, counted from 0, not have happened.

        Raises MatchError where there is no such move and IllegalMove where a later one needs it.
        """
        if not self.deals or self._carry is not None or self.is_over:
            raise MatchError("no deal is being played")
        deal = self.deals[-1]
        if not 0 <= index < len(deal.moves):
            raise MatchError(f"there is no move {index} in this deal, which has {len(deal.moves)}")
        kept = [*deal.moves[:index], *deal.moves[index + 1 :]]
        state, events = self.game.start(deal.deck, deal.carry)
        told = list(events)
        for seat, move in kept:
            state, events = self.game.apply(state, seat, move)
            told += events
        deal.moves = kept
        self.state, self._events = state, told

    def view(self, seat: Seat | None) -> Any:
        """What a seat may know now, with all it has seen in this deal."""
        if not self.deals:
            raise MatchError("no cards have been dealt yet")
        if seat is not None and not 0 <= seat < self.game.seats:
            raise MatchError(f"there is no seat {seat} at this table")
        return self.game.view(self.state, seat, self._events)

    def _take(self, state: Any, events: tuple[Event, ...]) -> tuple[Event, ...]:
        self.state = state
        self._events.extend(events)
        result = self.game.result(state)
        if result is not None:
            self.deals[-1].result = result
            self._carry = result.carry
        return events
