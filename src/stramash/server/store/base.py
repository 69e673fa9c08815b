"""What is kept of tables, and the promise of whoever keeps it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from stramash.core.errors import StramashError
from stramash.server.evenings.model import Entrant, NotAdmitted, Play
from stramash.server.evenings.store import EveningStore
from stramash.server.table.play.journal import Entry
from stramash.wire.codec import Json


class StoreError(StramashError):
    """The store cannot be used, or what it did is not known."""


class LostLease(StoreError):
    """Another process owns the table now; nothing was saved."""


@dataclass(frozen=True)
class Stored:
    """A table as it is kept."""

    doc: Json
    entries: tuple[Entry, ...]


class Listed(NamedTuple):
    """A public table in the list of them."""

    table: str
    info: str
    """What is public about it, as it was written: another version may have done that."""


@dataclass(frozen=True)
class Claim:
    """The right to write to a table until the lease runs out or is renewed."""

    epoch: int


@dataclass(frozen=True)
class HeldBy:
    """Another process owns the table; it has been asked for it."""

    name: str


@dataclass(frozen=True)
class Owner:
    """A server process."""

    name: str
    ttl: float
    """Seconds for which a lease holds without being renewed; inf where nobody else may use the store."""


@dataclass(frozen=True)
class Renewed:
    """What an owner still has."""

    epochs: dict[str, int]
    """Its tables, each with the epoch of its claim."""
    wanted: frozenset[str]
    """Those among them that another process has been asked for."""


class Store(EveningStore, Protocol):
    """Tables on disk. Every method returns only when what it did is durable."""

    is_shared: bool
    """Whether other processes may use the same tables; if not, no lease ends while the store is open."""

    async def open(self) -> None:
        """Connect and bring the schema up to date; raises StoreError."""

    async def close(self) -> None:
        """Finish what was asked for, then disconnect."""

    async def create(
        self, table: str, owner: Owner, doc: Json, info: Json, entries: Sequence[Entry]
    ) -> Claim:
        """A new table, claimed by its creator."""

    async def create_in_evening(
        self,
        table: str,
        owner: Owner,
        doc: Json,
        info: Json,
        entries: Sequence[Entry],
        entrant: Entrant,
        coming: Play,
    ) -> Claim | NotAdmitted:
        """A new table together with its maker's entry into an evening: both or neither."""

    async def claim(self, table: str, owner: Owner) -> Claim | HeldBy | None:
        """Own a table, or ask its owner for it; None, and nothing written, if there is no such table."""

    async def release(self, table: str, claim: Claim) -> None:
        """Give a table up."""

    async def release_all(self, owner: Owner) -> None:
        """Give all tables of an owner up."""

    async def renew(self, owner: Owner) -> Renewed:
        """Keep all tables of an owner for another while; those that are left, and those that others want."""

    async def probe(self) -> None:
        """Write as much as a new table takes and make it durable; raises StoreError where that fails."""

    async def document(self, table: str) -> Json | None:
        """The document of a table; raises DoesNotReplay where it is no JSON."""

    async def load(self, table: str) -> Stored | None:
        """All that is known of a table; raises DoesNotReplay where it is no JSON."""

    async def save(
        self,
        table: str,
        claim: Claim,
        entries: Sequence[Entry] = (),
        doc: Json | None = None,
        info: Json | None = None,
        play: Play | None = None,
    ) -> None:
        """Add entries, change the document, note how a deal of an evening ended; raises LostLease."""

    async def public(self, limit: int) -> list[Listed]:
        """What is public about public tables, those that changed last first."""

    async def delete(self, table: str, claim: Claim, nobody: str) -> None:
        """Forget a table for good; in its evening its deals stay, under another name. Raises LostLease."""

    async def count(self) -> int:
        """How many tables there are."""

    async def expire(self, older_than: float) -> int:
        """Forget tables that nobody has touched for so many seconds; how many."""
