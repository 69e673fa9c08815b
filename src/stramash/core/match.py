"""A whole match: deals one after the other, their history, and the totals."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic

from stramash.core.cards import Card
from stramash.core.errors import StramashError
from stramash.core.events import Event
from stramash.core.game import AnyGame, Carry, Game, MoveT, Result, StateT, Step, ViewT
from stramash.core.seats import Seat


class MatchError(StramashError):
    """Something asked of a match at a time when it cannot be done."""


@dataclass(slots=True)
class Deal(Generic[MoveT]):
    """One deal of a match: how it began, every move in it, how it ended."""

    carry: Carry
    deck: tuple[Card, ...]
    moves: list[tuple[Seat, MoveT]] = field(default_factory=list)
    result: Result | None = None


def shuffled(game: AnyGame, rng: Random) -> tuple[Card, ...]:
    """A deck ready to be dealt."""
    deck = list(game.deck())
    rng.shuffle(deck)
    return tuple(deck)


class Match(Generic[StateT, MoveT, ViewT]):
    """The driver of a match. It is told the decks and the moves and remembers all of them.

    It knows every card, as whoever runs the table does; a player is given `view(seat)`.
    """

    def __init__(
        self,
        game: Game[StateT, MoveT, ViewT],
        dealer: Seat = 0,
        names: tuple[str, ...] | None = None,
        revision: int | None = None,
        carry: Carry | None = None,
    ) -> None:
        """A match from its first deal on, or from a later one: then `carry` says what that starts from."""
        if not 0 <= dealer < game.seats:
            raise MatchError(f"the first dealer must be a seat from 0 to {game.seats - 1}, not {dealer}")
        self.game = game
        self.first_dealer = dealer
        self.revision = revision
        """The earlier revision of the rules in which its record is written; None: the one of today."""
        self.names = names or tuple(f"seat {seat}" for seat in range(game.seats))
        if len(self.names) != game.seats:
            raise MatchError(f"{game.seats} names are needed, one a seat")
        self.deals: list[Deal[MoveT]] = []
        self._state: StateT | None = None
        self._carry: Carry | None = carry or game.first(dealer)
        self._events: list[Event] = []

    def __repr__(self) -> str:
        return f"<Match of {self.game.id} for {self.game.seats}: {self._standing()}, totals {self.totals}>"

    def __str__(self) -> str:
        table = "" if self._state is None else f"\n{self.game.show(self._state)}"
        return f"{self.game.id}, {self._standing()}, totals {' '.join(map(str, self.totals))}{table}"

    @property
    def state(self) -> StateT:
        """The latest deal as it stands, with all its secrets; raises MatchError before the first."""
        if self._state is None:
            raise MatchError("no cards have been dealt yet")
        return self._state

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each side after the last finished deal."""
        if not self.deals:
            assert self._carry is not None
            return self._carry.totals
        last = self.deals[-1]
        return last.carry.totals if last.result is None else last.result.totals

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
    def is_whole(self) -> bool:
        """Whether its first deal is remembered, or is to come: only then it has a record."""
        first = self.deals[0].carry if self.deals else self._carry
        return first == self.game.first(self.first_dealer)

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

    @property
    def waiting(self) -> frozenset[Seat]:
        """The seats that must act; none between two deals."""
        return frozenset() if self._state is None else self.game.waiting(self._state)

    def legal(self, seat: Seat) -> tuple[MoveT, ...]:
        """The legal moves of a seat as `Game.legal` lists them; none between two deals."""
        self._check_seat(seat)
        return () if self._state is None else self.game.legal(self._state, seat)

    def view(self, seat: Seat | None) -> ViewT:
        """What a seat may know now, with all it has seen in this deal; None is a spectator."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.view(self.state, seat, self._events)

    def deal(self, deck: Random | Sequence[Card]) -> tuple[Event, ...]:
        """Begin the next deal with a shuffled deck, or with one shuffled now by a source of chance."""
        if self._carry is None:
            raise MatchError("the match is over" if self.is_over else "the last deal is not finished")
        cards = shuffled(self.game, deck) if isinstance(deck, Random) else tuple(deck)
        step = self.game.start(cards, self._carry)
        self.deals.append(Deal(self._carry, cards))
        self._carry = None
        self._events = []
        return self._take(step)

    def act(self, seat: Seat, move: MoveT | str) -> tuple[Event, ...]:
        """Make a move, or the one a text names; raises IllegalMove or MoveSyntaxError and changes nothing."""
        self._check_playing()
        made: MoveT = self.game.parse_move(move) if isinstance(move, str) else move
        step = self.game.apply(self.state, seat, made)
        self.deals[-1].moves.append((seat, made))
        return self._take(step)

    def take_back(self, index: int | None = None) -> tuple[Seat, MoveT]:
        """Let a move of this deal, counted from 0, not have happened: the last one unless said.

        Raises MatchError where there is no such move and IllegalMove where a later one needs it.
        """
        self._check_playing()
        deal = self.deals[-1]
        if index is None:
            index = len(deal.moves) - 1
        if not 0 <= index < len(deal.moves):
            raise MatchError(f"there is no move {index} in this deal, which has {len(deal.moves)}")
        kept = [*deal.moves[:index], *deal.moves[index + 1 :]]
        state, events = self.game.start(deal.deck, deal.carry)
        told = list(events)
        for seat, move in kept:
            state, events = self.game.apply(state, seat, move)
            told += events
        taken, deal.moves = deal.moves[index], kept
        self._state, self._events = state, told
        return taken

    def forget(self, kept: int) -> None:
        """Remember no more than the latest deals, at least one."""
        del self.deals[:-kept]

    def _check_playing(self) -> None:
        if not self.deals or self._carry is not None or self.is_over:
            raise MatchError("no deal is being played")

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self.game.seats:
            raise MatchError(f"there is no seat {seat} at this table")

    def _standing(self) -> str:
        if self.is_over:
            return "won by " + " and ".join(
                "/".join(self.names[seat] for seat in self.game.sides[side]) for side in self.winners
            )
        if self._carry is not None:
            return f"deal {self._carry.deal} is to be dealt"
        waiting = ", ".join(self.names[seat] for seat in sorted(self.waiting))
        return f"deal {self.deals[-1].carry.deal}, waiting for {waiting}"

    def _take(self, step: Step[StateT]) -> tuple[Event, ...]:
        self._state = step.state
        self._events.extend(step.events)
        result = self.game.result(step.state)
        if result is not None:
            self.deals[-1].result = result
            self._carry = result.carry
        return step.events


AnyMatch = Match[Any, Any, Any]
