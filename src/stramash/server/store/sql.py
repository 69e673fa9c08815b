"""The store on SQL: one thread, one connection, and one transaction for all that arrived meanwhile."""

import asyncio
import contextlib
import json
import queue
import secrets
import threading
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from math import inf
from typing import Any, Final, Generic, TypeVar

from stramash.server.evenings.model import Entrant, NotAdmitted, Play
from stramash.server.evenings.store import EveningRows
from stramash.server.store.base import Claim, HeldBy, Listed, LostLease, Owner, Renewed, StoreError
from stramash.server.store.past import Execute, SqlPast, keep
from stramash.server.store.schema import MIGRATIONS, checked_version
from stramash.server.table.play.entries import DoesNotReplay, Entry
from stramash.server.table.play.snapshot import Snapshot
from stramash.wire.codec import Json

T = TypeVar("T")

MOST_IN_ONE_COMMIT: Final = 512
PATIENCE: Final = 8.0
"""Seconds that a job may take, its wait included; after that nobody knows whether it was done."""
CLOSE_SECONDS: Final = 4.0
PROBE_BYTES: Final = 24 * 1024
"""More than a table takes when it is created, so that where this can be written that can be too."""
PARTS: Final = ("entries", "snapshots", "documents")
"""Of a table, besides its row."""
LONGEST_LEASE: Final = 3
"""How many times its length a lease can seem to have left without the clock having been set back."""


Outcome = tuple[Any, StoreError | DoesNotReplay | None]
"""What a job returned, or why it did not."""


class NoConnection(StoreError):
    """The database cannot be reached; nothing was done."""


class Job(Generic[T]):
    """Something to do inside a transaction."""

    def __init__(
        self, work: Callable[[Execute], T], future: "asyncio.Future[T] | None" = None, until: float = inf
    ) -> None:
        self.work = work
        self.future = future
        """Where its result is waited for; touched by the event loop alone."""
        self.until = until
        """When nobody waits for it any more: it is not begun after that."""


class SqlStore(SqlPast, EveningRows):
    """All statements; a subclass knows how to connect."""

    is_shared: bool
    now: str
    """The database's clock, in seconds since 1970."""

    def __init__(self, migrations: tuple[tuple[str, ...], ...] = MIGRATIONS) -> None:
        self.migrations = migrations
        self.commits = 0
        self.patience = PATIENCE
        self._jobs: queue.SimpleQueue[Job[Any] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._ended: Future[None] = Future()
        self._loop: asyncio.AbstractEventLoop | None = None

    # For subclasses, called on the store's own thread only.

    @abstractmethod
    def connect(self) -> None:
        """Open the connection; raises StoreError."""

    @abstractmethod
    def disconnect(self) -> None:
        """Close the connection."""

    @abstractmethod
    def begin(self) -> None:
        """Begin a transaction, connecting again where the connection was lost."""

    def commit(self) -> None:
        """Make it durable."""
        self.execute("COMMIT")

    def rollback(self) -> None:
        """Undo it, if it can still be undone."""
        self.execute("ROLLBACK")

    @abstractmethod
    def execute(self, statement: str, *values: Any) -> Any:
        """Run one statement with ? for values; a cursor."""

    @abstractmethod
    def lock_schema(self) -> None:
        """Keep other processes from migrating at the same time, until the transaction ends."""

    @abstractmethod
    def after_opening(self, execute: Execute) -> None:
        """What else to do once, after the schema is up to date."""

    def interrupt(self) -> None:  # a file cannot be hung up on
        """Called from another thread: whatever the store waits for, it should wait no longer."""

    # The thread.

    async def open(self) -> None:
        """Connect and bring the schema up to date."""
        self._loop = asyncio.get_running_loop()
        started: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, args=(started,), name="store", daemon=True)
        self._thread.start()
        await asyncio.wrap_future(started)

    async def close(self) -> None:
        """Finish what was asked for, then disconnect; a store that does not answer is left alone."""
        if self._thread is None:
            return
        self._thread = None
        self._jobs.put(None)
        for is_last in (False, True):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._ended)), CLOSE_SECONDS / 2)
                return
            if not is_last:
                self.interrupt()

    def _run(self, started: "Future[None]") -> None:
        try:
            self.connect()
            self._migrate()
        except Exception as error:  # whatever it is, whoever opens the store must hear of it
            for undo in (self.rollback, self.disconnect):
                with contextlib.suppress(Exception):
                    undo()
            started.set_exception(error if isinstance(error, StoreError) else StoreError(str(error)))
            return
        started.set_result(None)
        is_open = True
        while is_open:
            job = self._jobs.get()
            batch: list[Job[Any]] = []
            while job is not None:
                batch.append(job)
                if len(batch) >= MOST_IN_ONE_COMMIT or self._jobs.empty():
                    break
                job = self._jobs.get()
            is_open = job is not None
            if batch:
                self._do(batch)
        with contextlib.suppress(Exception):
            self.disconnect()
        self._ended.set_result(None)

    def _do(self, batch: list[Job[Any]]) -> None:
        """One transaction for all; where that fails, one for each, so that nobody suffers for another."""
        try:
            outcomes = self._transact(batch)
        except NoConnection as error:
            outcomes = [(None, error)] * len(batch)
        except Exception as error:  # any database error
            if len(batch) > 1:
                for job in batch:
                    self._do([job])
                return
            outcomes = [(None, StoreError(str(error)))]
        assert self._loop is not None
        with contextlib.suppress(RuntimeError):  # the loop has ended: nobody waits any more
            self._loop.call_soon_threadsafe(_deliver, batch, outcomes)  # it is woken once for all of them

    def _transact(self, batch: list[Job[Any]]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        try:
            self.begin()
            for job in batch:
                if time.monotonic() > job.until:
                    outcomes.append((None, StoreError("too late")))
                    continue
                try:
                    outcomes.append((job.work(self.execute), None))
                except (DoesNotReplay, LostLease) as problem:  # found before anything was written
                    outcomes.append((None, problem))
            self.commit()
        except BaseException:
            with contextlib.suppress(Exception):
                self.rollback()
            raise
        self.commits += 1
        return outcomes

    def _migrate(self) -> None:
        self.begin()
        self.lock_schema()
        self.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        found = self.execute("SELECT version FROM schema_version").fetchone()
        version = 0 if found is None else checked_version(found[0], len(self.migrations))
        if found is None:
            self.execute("INSERT INTO schema_version VALUES (0)")
        for statements in self.migrations[version:]:
            for statement in statements:
                self.execute(statement)
        self.execute("UPDATE schema_version SET version = ?", len(self.migrations))
        self.after_opening(self.execute)
        self.commit()

    async def _ask(self, work: Callable[[Execute], T]) -> T:
        """Do something inside a transaction, and wait for it."""
        if self._thread is None:
            raise StoreError("the store is closed")
        # What was asked for happens, whether or not the asker is still there.
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(work, future, time.monotonic() + self.patience))
        try:
            async with asyncio.timeout(self.patience):
                return await future
        except TimeoutError:
            self.interrupt()
            raise StoreError("the database does not answer") from None

    # The statements.

    async def create(
        self, table: str, owner: Owner, doc: Json, info: Json, entries: Sequence[Entry]
    ) -> Claim:
        """A new table, claimed by its creator."""
        return await self._ask(lambda execute: self._create(execute, table, owner, doc, info, entries))

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

        def work(execute: Execute) -> Claim | NotAdmitted:
            refused = self._enter(execute, entrant, table, coming)
            if refused is not None:
                return refused
            claim = self._create(execute, table, owner, doc, info, entries)
            self._note(execute, coming)
            return claim

        return await self._ask(work)

    def _create(
        self, execute: Execute, table: str, owner: Owner, doc: Json, info: Json, entries: Sequence[Entry]
    ) -> Claim:
        execute(
            "INSERT INTO tables (id, is_public, n, updated, owner, epoch, expires)"
            f" VALUES (?, ?, ?, {self.now}, ?, 1, {self.now} + ?)",
            table, _is_public(doc), len(entries), owner.name, owner.ttl,
        )  # fmt: skip
        execute("INSERT INTO documents VALUES (?, ?, ?)", table, _dump(doc), _dump(info))
        _insert(execute, table, entries)
        return Claim(1)

    async def claim(self, table: str, owner: Owner) -> Claim | HeldBy | None:
        """Own a table, or ask its owner for it."""
        # A lease that ends later than any could was given before the clock was set back: its owner would have
        # renewed it. Whoever is wronged by that loses nothing: the epoch keeps two from writing.
        is_free = f"owner IS NULL OR owner = ? OR expires < {self.now} OR expires > {self.now} + ?"

        def work(execute: Execute) -> Claim | HeldBy | None:
            found = execute(
                f"SELECT owner, epoch, wanted, ({is_free}) FROM tables WHERE id = ?",
                owner.name, LONGEST_LEASE * owner.ttl, table,
            ).fetchone()  # fmt: skip
            if found is None:
                return None
            holder, epoch, wanted, may_have = found
            if may_have:
                done = execute(
                    f"UPDATE tables SET owner = ?, epoch = epoch + 1, wanted = 0, expires = {self.now} + ?"
                    " WHERE id = ? AND epoch = ?",
                    owner.name, owner.ttl, table, epoch,
                )  # fmt: skip
                if done.rowcount == 1:
                    return Claim(epoch + 1)
            elif not wanted:
                execute("UPDATE tables SET wanted = 1 WHERE id = ?", table)
            return HeldBy(holder or "")

        return await self._ask(work)

    async def release(self, table: str, claim: Claim) -> None:
        """Give a table up."""
        statement = "UPDATE tables SET owner = NULL, wanted = 0 WHERE id = ? AND epoch = ?"
        await self._ask(lambda execute: execute(statement, table, claim.epoch) and None)

    async def release_all(self, owner: Owner) -> None:
        """Give all tables of an owner up."""
        statement = "UPDATE tables SET owner = NULL, wanted = 0 WHERE owner = ?"
        await self._ask(lambda execute: execute(statement, owner.name) and None)

    async def renew(self, owner: Owner) -> Renewed:
        """Keep all tables of an owner for another while."""

        def work(execute: Execute) -> Renewed:
            rows = execute(
                f"UPDATE tables SET expires = {self.now} + ? WHERE owner = ? RETURNING id, epoch, wanted",
                owner.ttl, owner.name,
            ).fetchall()  # fmt: skip
            wanted = frozenset(row[0] for row in rows if row[2])
            return Renewed({row[0]: row[1] for row in rows}, wanted)

        return await self._ask(work)

    async def probe(self) -> None:
        """Write something and make it durable."""
        name, body = secrets.token_hex(8), secrets.token_hex(PROBE_BYTES // 2)

        def work(execute: Execute) -> None:
            # In this order: it needs room beside the last one, as a table that is created would.
            execute("INSERT INTO probes VALUES (?, ?)", name, body)
            execute("DELETE FROM probes WHERE id <> ?", name)

        await self._ask(work)

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
        """Add entries, change the document, or both; and what they mean for an evening, in one go."""

        def work(execute: Execute) -> None:
            parts = [f"updated = {self.now}"]
            values: list[str | int] = []
            if entries:
                parts.append("n = ?")
                values.append(entries[-1].n)
            if doc is not None:
                parts.append("is_public = ?")
                values.append(_is_public(doc))
            where = "id = ? AND epoch = ?"
            last: list[str | int] = [table, claim.epoch]
            if entries:
                where += " AND n = ?"
                last.append(entries[0].n - 1)
            done = execute(f"UPDATE tables SET {', '.join(parts)} WHERE {where}", *values, *last)
            if done.rowcount != 1:
                raise LostLease(f"table {table} is owned by another process now")
            _insert(execute, table, entries)
            if snapshot is not None:
                keep(execute, table, snapshot)
            if doc is not None:
                execute("UPDATE documents SET doc = ? WHERE table_id = ?", _dump(doc), table)
            if info is not None:
                execute("UPDATE documents SET info = ? WHERE table_id = ?", _dump(info), table)
            if play is not None:
                self._note(execute, play)

        await self._ask(work)

    async def delete(self, table: str, claim: Claim, nobody: str) -> None:
        """Forget a table for good."""

        def work(execute: Execute) -> None:
            found = execute("SELECT 1 FROM tables WHERE id = ? AND epoch = ?", table, claim.epoch).fetchone()
            if found is None:
                raise LostLease(f"table {table} is owned by another process now")
            self._withdraw(execute, table)
            for kept in PARTS:
                execute(f"DELETE FROM {kept} WHERE table_id = ?", table)
            execute("DELETE FROM tables WHERE id = ?", table)
            self._forget_names(execute, table, nobody)

        await self._ask(work)

    async def public(self, limit: int) -> list[Listed]:
        """What is public about public tables, those that changed last first."""

        def work(execute: Execute) -> list[Listed]:
            rows = execute(
                "SELECT id, info FROM tables JOIN documents ON table_id = id"
                " WHERE is_public = 1 ORDER BY updated DESC LIMIT ?",
                limit,
            ).fetchall()
            return [Listed(*row) for row in rows]

        return await self._ask(work)

    async def count(self) -> int:
        """How many tables there are."""
        return await self._ask(lambda execute: int(execute("SELECT COUNT(*) FROM tables").fetchone()[0]))

    async def expire(self, older_than: float) -> int:
        """Forget tables that nobody has touched for so many seconds."""

        def work(execute: Execute) -> int:
            old = f"updated < {self.now} - ? AND (owner IS NULL OR expires < {self.now})"
            for kept in PARTS:
                execute(
                    f"DELETE FROM {kept} WHERE table_id IN (SELECT id FROM tables WHERE {old})", older_than
                )
            self._expire_evenings(execute, older_than)
            return int(execute(f"DELETE FROM tables WHERE {old}", older_than).rowcount)

        return await self._ask(work)


def _deliver(batch: list[Job[Any]], outcomes: list[Outcome]) -> None:
    for job, (value, problem) in zip(batch, outcomes, strict=True):
        if job.future is None or job.future.done():
            continue
        if problem is None:
            job.future.set_result(value)
        else:
            job.future.set_exception(problem)


def _dump(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _is_public(doc: Json) -> int:
    return int(bool(doc["settings"]["public"]))


def _insert(execute: Execute, table: str, entries: Sequence[Entry]) -> None:
    for entry in entries:
        execute(
            "INSERT INTO entries (table_id, n, kind, body) VALUES (?, ?, ?, ?)",
            table, entry.n, entry.kind, _dump(entry.body),
        )  # fmt: skip
