"""The language of the rules tests: hands laid out by hand, moves written as in a record.

Each family adds its words: `tests.rules.climbing` and `tests.rules.mu`.
"""

import dataclasses
from collections.abc import Iterator
from typing import Any, Generic, Self, TypeVar

import pytest

from stramash.core.errors import IllegalMove, Reason
from stramash.core.events import Event
from stramash.core.game import AnyGame, Carry, Result, Step
from stramash.core.seats import Seat

TheGame = TypeVar("TheGame", bound=AnyGame)
TheState = TypeVar("TheState")


def to_the_letter(move: Any) -> str:
    """A move with its parts as they are, where 1 is not True."""
    parts = tuple(move) if isinstance(move, tuple) else dataclasses.astuple(move)
    return f"{type(move).__name__}{parts!r}"


class Scripted(Generic[TheGame, TheState]):
    """A deal being played. Every move goes through `check`, `legal` and `apply`, which must agree."""

    def __init__(self, game: TheGame, carry: Carry, step: Step[TheState]) -> None:
        self.game = game
        self.carry = carry
        self.state = step.state
        self.events: list[Event] = list(step.events)
        self.last: tuple[Event, ...] = step.events
        """What the last move brought about."""

    def play(self, *scripts: str) -> Self:
        """Make the moves of a script: `SEAT MOVE`, one a line or parted by ;, with # comments."""
        for script in scripts:
            for seat, text in moves_of(script):
                self.act(seat, self.game.parse_move(text))
        return self

    def act(self, seat: Seat, move: Any) -> None:
        """Make one move."""
        assert self.game.check(self.state, seat, move) is None, f"{seat} {move}"
        assert self.lists(seat, move), f"{seat} {move}"
        assert seat in self.game.may_act(self.state), f"{seat} {move}"
        step = self.game.apply(self.state, seat, move)
        self.state = step.state
        self.last = step.events
        self.events.extend(step.events)

    def lists(self, seat: Seat, move: Any) -> bool:
        """Whether `legal` lists a move."""
        return move in self.game.legal(self.state, seat)

    def refuse(self, line: str) -> Reason:
        """Why a written move is refused."""
        ((seat, text),) = moves_of(line)
        return self.refuse_move(seat, self.game.parse_move(text))

    def refuse_move(self, seat: Seat, move: Any) -> Reason:
        """Why a move is refused: the same reason everywhere, and nothing changes."""
        before = self.state
        reason = self.game.check(self.state, seat, move)
        assert reason is not None, f"{seat} {move} is allowed"
        with pytest.raises(IllegalMove) as refusal:
            self.game.apply(self.state, seat, move)
        assert refusal.value.reason == reason
        if 0 <= seat < self.game.seats:
            # By what is written: PlayCard(True) equals PlayCard(1), and is refused all the same.
            assert to_the_letter(move) not in map(to_the_letter, self.game.legal(self.state, seat))
        assert self.state == before
        return reason

    def allows(self, line: str) -> bool:
        """Whether a written move is legal."""
        ((seat, text),) = moves_of(line)
        move = self.game.parse_move(text)
        is_listed = self.lists(seat, move)
        assert is_listed == (self.game.check(self.state, seat, move) is None)
        return is_listed

    def legal(self, seat: Seat) -> list[str]:
        """The legal moves of a seat, written."""
        return [str(move) for move in self.game.legal(self.state, seat)]

    @property
    def waiting(self) -> set[Seat]:
        """The seats that must act."""
        return set(self.game.waiting(self.state))

    @property
    def is_over(self) -> bool:
        """Whether the deal has a result."""
        return self.game.result(self.state) is not None

    @property
    def result(self) -> Result:
        """The end of the deal, which must have been reached."""
        result = self.game.result(self.state)
        assert result is not None, "the deal is not over"
        return result

    @property
    def sheet(self) -> list[tuple[int, int, str]]:
        """The score sheet: side, points, clause."""
        return [(line.side, line.points, line.clause) for line in self.result.sheet]

    def lines(self, clause: str) -> list[tuple[int, int]]:
        """The side and points of the score lines of one clause."""
        return [(line.side, line.points) for line in self.result.sheet if line.clause == clause]

    def events_of(self, kind: type[Event]) -> list[Any]:
        """What happened so far of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def moves_of(script: str) -> Iterator[tuple[Seat, str]]:
    """The seats and moves of a script."""
    for line in script.splitlines():
        for part in line.partition("#")[0].split(";"):
            if part.strip():
                seat, _, move = part.strip().partition(" ")
                yield int(seat), move
