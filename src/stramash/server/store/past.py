"""What happened at tables before, read by stretches: nobody waits for a whole journal."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from stramash.server.store.base import ENTRIES_AT_ONCE, Stored
from stramash.server.table.play.entries import DoesNotReplay, Entry
from stramash.server.table.play.snapshot import Snapshot
from stramash.wire.codec import Json

T = TypeVar("T")
Execute = Callable[..., Any]


class SqlPast(ABC):
    """Entries and snapshots of a table."""

    @abstractmethod
    async def _ask(self, work: Callable[[Execute], T]) -> T:
        """Do something inside a transaction, and wait for it."""

    async def document(self, table: str) -> Json | None:
        """The document of a table."""
        return await self._ask(lambda execute: read_document(execute, table))

    async def load(self, table: str) -> Stored | None:
        """What a table is opened with."""

        def work(execute: Execute) -> Stored | None:
            doc = read_document(execute, table)
            if doc is None:
                return None
            last = read_snapshots(execute, "table_id = ? ORDER BY n DESC LIMIT 2", table)
            snapshot = last[1] if len(last) == 2 else None
            entries = read_entries(execute, table, snapshot.n if snapshot else 0)
            return Stored(doc, entries, snapshot, last[0].n if last else 0)

        return await self._ask(work)

    async def entries(self, table: str, after: int) -> tuple[Entry, ...]:
        """The next entries of a table."""
        return await self._ask(lambda execute: read_entries(execute, table, after))

    async def snapshot(self, table: str, match: int, deal: int | None = None) -> Snapshot | None:
        """A table before a deal, before the last one of a match unless said."""
        where, last = "table_id = ? AND match_number = ?", "ORDER BY deal_number DESC LIMIT 1"
        if deal is None:
            found = await self._ask(lambda execute: read_snapshots(execute, f"{where} {last}", table, match))
        else:
            where = f"{where} AND deal_number = ?"
            found = await self._ask(lambda execute: read_snapshots(execute, where, table, match, deal))
        return found[0] if found else None

    async def snapshot_at(self, table: str, n: int) -> Snapshot | None:
        """The latest snapshot of a table that has nothing after an entry."""
        where = "table_id = ? AND n <= ? ORDER BY n DESC LIMIT 1"
        found = await self._ask(lambda execute: read_snapshots(execute, where, table, n))
        return found[0] if found else None

    async def snapshots(self, table: str, match: int, deal: int, most: int) -> tuple[Snapshot, ...]:
        """A table before some deals of a match, from one on."""
        where = "table_id = ? AND match_number = ? AND deal_number >= ? ORDER BY deal_number LIMIT ?"
        return await self._ask(lambda execute: read_snapshots(execute, where, table, match, deal, most))

    async def keep_snapshots(self, table: str, snapshots: Sequence[Snapshot]) -> None:
        """Snapshots made anew from the entries: in place of those that are there."""

        def work(execute: Execute) -> None:
            if execute("SELECT 1 FROM tables WHERE id = ?", table).fetchone() is None:
                return  # deleted meanwhile
            for one in snapshots:
                execute("DELETE FROM snapshots WHERE table_id = ? AND n = ?", table, one.n)
                keep(execute, table, one)

        await self._ask(work)


def read_document(execute: Execute, table: str) -> Json | None:
    """The document of a table."""
    found = execute("SELECT doc FROM documents WHERE table_id = ?", table).fetchone()
    return None if found is None else _parsed(found[0], 0)


def _parsed(text: str, n: int) -> Json:
    """What was written of a table: an entry, or for 0 its document."""
    try:
        form = json.loads(text)
    except (ValueError, RecursionError):
        form = None
    if not isinstance(form, dict):
        raise DoesNotReplay(n, "no JSON")
    return form


def read_entries(execute: Execute, table: str, after: int) -> tuple[Entry, ...]:
    """The next entries of a table, as many as are read at once."""
    rows = execute(
        "SELECT n, kind, body FROM entries WHERE table_id = ? AND n > ? ORDER BY n LIMIT ?",
        table, after, ENTRIES_AT_ONCE,
    ).fetchall()  # fmt: skip
    return tuple(Entry(n, kind, _parsed(body, n)) for n, kind, body in rows)


def read_snapshots(execute: Execute, where: str, *values: Any) -> tuple[Snapshot, ...]:
    """The snapshots that some words of SQL choose."""
    columns = "n, match_number, deal_number, body, digest"
    rows = execute(f"SELECT {columns} FROM snapshots WHERE {where}", *values).fetchall()
    return tuple(Snapshot(*row) for row in rows)


def keep(execute: Execute, table: str, one: Snapshot) -> None:
    """Write a snapshot down."""
    execute(
        "INSERT INTO snapshots (table_id, n, match_number, deal_number, body, digest)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        table, one.n, one.match, one.deal, one.body, one.digest,
    )  # fmt: skip
