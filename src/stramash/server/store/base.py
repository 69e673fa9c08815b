"""What is kept of tables, and the promise of whoever keeps it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from stramash.core.errors import StramashError
from stramash.server.evenings.model import Entrant, NotAdmitted, Play
from stramash.server.evenings.store import EveningStore
from stramash.server.table.play.entries import Entry
from stramash.server.table.play.snapshot import Snapshot
from stramash.wire.codec import Json

ENTRIES_AT_ONCE: Final = 500
"""Of one table: nobody else waits for more of them to be read."""


class StoreError(StramashError):
    """The store cannot be used, or what it did is not known."""


class LostLease(StoreError):
    """Another process owns the table now; nothing was saved."""


@dataclass(frozen=True)
class Stored:
    """A table as it is kept, as far as it is read to open it."""

    doc: Json
    entries: tuple[Entry, ...]
    """The first after the snapshot, ENTRIES_AT_ONCE at most."""
    snapshot: Snapshot | None = None
    """Before the last deal but one: who was away for a moment is told of both. None: from the start."""
    latest: int = 0
    """The entry of the latest snapshot."""


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
        """What a table is opened with; raises DoesNotReplay where it is no JSON."""

    async def entries(self, table: str, after: int) -> tuple[Entry, ...]:
        """The next entries of a table, ENTRIES_AT_ONCE at most; raises DoesNotReplay."""

    async def snapshot(self, table: str, match: int, deal: int | None = None) -> Snapshot | None:
        """A table before a deal, before the last one of a match unless said."""

    async def snapshot_at(self, table: str, n: int) -> Snapshot | None:
        """The latest snapshot of a table that has nothing after an entry."""

    async def snapshots(self, table: str, match: int, deal: int, most: int) -> tuple[Snapshot, ...]:
        """A table before some deals of a match, from one on."""

    async def keep_snapshots(self, table: str, snapshots: Sequence[Snapshot]) -> None:
        """Snapshots made anew from the entries: in place of those that are there."""

    async def save(
        self,
        table: str,
        claim: Claim,
        entries: Sequence[Entry] = (),
        doc: Json | None = None,
        info: Json | None = None,
        play: Play | None = None,
        snapshot: Snapshot | None = None,
    ) -> None:
        """Add entries, with the snapshot before the deal that they begin; change the document; note a play.

        Raises LostLease.
        """

    async def public(self, limit: int) -> list[Listed]:
        """What is public about public tables, those that changed last first."""

    async def delete(self, table: str, claim: Claim, nobody: str) -> None:
        """Forget a table for good; in its evening its deals stay, under another name. Raises LostLease."""

    async def count(self) -> int:
        """How many tables there are."""

    async def expire(self, older_than: float) -> int:
        """Forget tables that nobody has touched for so many seconds; how many."""
