"""Every error this library raises on purpose; each says what is wrong and what is allowed."""

from typing import NamedTuple


class Reason(NamedTuple):
    """Why a move is not legal: the clause of the rules and a sentence a player understands."""

    clause: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.clause}: {self.sentence}"


class StramashError(Exception):
    """The base of all errors raised on purpose."""


class IllegalMove(StramashError):
    """A well-formed move that the rules forbid here; the state is untouched."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(str(reason))
        self.reason = reason


class MoveSyntaxError(StramashError):
    """A text that is not a move of this game."""


class RulesError(StramashError):
    """An option or a choice of game that makes no sense: its name, the value given, what is allowed."""

    def __init__(self, option: str, value: object, allowed: str) -> None:
        super().__init__(f"{option} = {value}: {allowed}")
        self.option = option
        self.value = value
        self.allowed = allowed


class DeckError(StramashError):
    """A deck that does not hold exactly the cards of its game."""


class RecordError(StramashError):
    """A record that cannot be read or does not verify: the line, and a clause where a rule was broken."""

    def __init__(self, line: int, problem: str, clause: str | None = None) -> None:
        where = f"line {line}: " + (f"{clause}: " if clause else "")
        super().__init__(where + problem)
        self.line = line
        self.problem = problem
        self.clause = clause
