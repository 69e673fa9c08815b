"""The store in one SQLite file."""

import os
import sqlite3
from pathlib import Path
from typing import IO, Any

from stramash.server.store.base import StoreError
from stramash.server.store.past import Execute
from stramash.server.store.schema import MIGRATIONS
from stramash.server.store.sql import SqlStore

try:
    import fcntl
except ImportError:  # Windows: SQLite itself still keeps writers apart
    fcntl = None  # type: ignore[assignment]


class SqliteStore(SqlStore):
    """One file, written by one process, safe against a power cut at any time."""

    is_shared = False
    now = "((julianday('now') - 2440587.5) * 86400.0)"

    def __init__(self, path: Path, migrations: tuple[tuple[str, ...], ...] = MIGRATIONS) -> None:
        super().__init__(migrations)
        self.path = path
        self._connection: sqlite3.Connection | None = None
        self._lock: IO[str] | None = None

    def connect(self) -> None:
        """Open the file and make sure that nobody else has it open."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._take_lock()
        # Secrets of deals to come are in it: nobody but its owner may read it.
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=True)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA busy_timeout = 5000")
        self._connection = connection

    def _take_lock(self) -> None:
        self._lock = self.path.with_name(self.path.name + ".lock").open("w", encoding="ascii")
        if fcntl is not None:
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._lock.close()
                raise StoreError(
                    f"another stramash server uses {self.path}; stop it, or choose another file with --data"
                ) from None

    def disconnect(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()
        if self._lock is not None:
            self._lock.close()

    def begin(self) -> None:
        """Begin a transaction that may write."""
        self.execute("BEGIN IMMEDIATE")

    def execute(self, statement: str, *values: Any) -> Any:
        """Run one statement."""
        assert self._connection is not None
        return self._connection.execute(statement, values)

    def lock_schema(self) -> None:
        """The file is ours alone."""

    def after_opening(self, execute: Execute) -> None:
        """Leases of a process that died: the lock says that it is gone."""
        execute("UPDATE tables SET owner = NULL")
