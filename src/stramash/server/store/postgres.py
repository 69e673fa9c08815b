"""The store on PostgreSQL, for one server process or several."""

from typing import Any

import psycopg

from stramash.server.store.base import StoreError
from stramash.server.store.sql import MIGRATIONS, Execute, SqlStore

_SCHEMA_LOCK = 0x57AA5A


class PostgresStore(SqlStore):
    """One connection, made anew when it is lost."""

    now = "EXTRACT(EPOCH FROM clock_timestamp())::double precision"

    def __init__(self, url: str, migrations: tuple[tuple[str, ...], ...] = MIGRATIONS) -> None:
        super().__init__(migrations)
        self.url = url
        self._connection: psycopg.Connection[Any] | None = None

    def connect(self) -> None:
        """Connect to the server."""
        try:
            # Autocommit, since transactions are begun by hand, many jobs to one.
            self._connection = psycopg.connect(self.url, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            raise StoreError(f"cannot connect to the database: {error}") from error

    def disconnect(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    def begin(self) -> None:
        """Begin a transaction, connecting again where the connection was lost."""
        if self._connection is None or self._connection.closed:
            self.connect()
        try:
            self.execute("BEGIN")
        except psycopg.OperationalError:
            self.disconnect()
            self.connect()
            self.execute("BEGIN")

    def commit(self) -> None:
        """Make it durable."""
        self.execute("COMMIT")

    def rollback(self) -> None:
        """Undo it."""
        self.execute("ROLLBACK")

    def execute(self, statement: str, *values: Any) -> Any:
        """Run one statement."""
        assert self._connection is not None
        return self._connection.execute(statement.replace("?", "%s"), values or None)

    def lock_schema(self) -> None:
        """One process at a time."""
        self.execute("SELECT pg_advisory_xact_lock(?)", _SCHEMA_LOCK)

    def after_opening(self, execute: Execute) -> None:
        """Nothing: leases of other processes may be alive."""
