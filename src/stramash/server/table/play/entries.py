"""The lines of a table's journal, and what each of them brings about."""

from dataclasses import dataclass
from typing import Literal

from stramash.core.errors import StramashError
from stramash.core.events import Event
from stramash.core.game import Result
from stramash.core.seats import Seat
from stramash.fairness.cuts import Closing, Shuffle
from stramash.server.table.play.finished import By
from stramash.wire.codec import Json

Kind = Literal["commit", "cut", "begin", "close", "open", "match", "deal", "move", "take_back"]


class DoesNotReplay(StramashError):
    """What is stored of a table cannot have happened under the rules of this version."""

    def __init__(self, n: int, what: str, why: str = "") -> None:
        place = f"entry {n} of its journal" if n else "its description"
        super().__init__(why or f"{place} does not follow the rules of this version ({what})")
        self.n = n
        self.what = what


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal, as it is stored."""

    n: int
    kind: Kind
    body: Json


@dataclass(frozen=True, slots=True)
class Happening:
    """What one entry brought about. The events are unabridged: only `seen_by` of them may be told."""

    n: int
    kind: Kind
    match: int
    deal: int
    seat: Seat | None = None
    by: By | None = None
    by_level: str | None = None
    """The bot that chose the move, who may be another than the one that sits there."""
    events: tuple[Event, ...] = ()
    result: Result | None = None
    reveal: Shuffle | None = None
    closing: Closing | None = None
    took_back: int | None = None
    """The entry whose move has not happened after all."""
