"""The store on PostgreSQL, for one server process or several."""

import contextlib
import socket
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict

from stramash.server.store.past import Execute
from stramash.server.store.schema import MIGRATIONS
from stramash.server.store.sql import NoConnection, SqlStore

_SCHEMA_LOCK = 0x57AA5A
CONNECT_SECONDS: Final = 3
STATEMENT_SECONDS: Final = 5
_TIMEOUTS: Final[dict[str, Any]] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": STATEMENT_SECONDS * 1000,
    "options": f"-c statement_timeout={STATEMENT_SECONDS * 1000} -c lock_timeout={STATEMENT_SECONDS * 1000}"
    f" -c idle_in_transaction_session_timeout={2 * STATEMENT_SECONDS * 1000}",
}
"""So that neither a host that is gone nor a lock keeps tables waiting; the address may say more."""


class PostgresStore(SqlStore):
    """One connection, made anew when it is lost."""

    is_shared = True
    now = "EXTRACT(EPOCH FROM clock_timestamp())::double precision"

    def __init__(self, url: str, migrations: tuple[tuple[str, ...], ...] = MIGRATIONS) -> None:
        super().__init__(migrations)
        self.url = url
        self._connection: psycopg.Connection[Any] | None = None

    def connect(self) -> None:
        """Connect to the server."""
        try:
            told = conninfo_to_dict(self.url)
            unsaid = {name: value for name, value in _TIMEOUTS.items() if name not in told}
            # Autocommit, since transactions are begun by hand, many jobs to one.
            self._connection = psycopg.connect(self.url, autocommit=True, **unsaid)
        except psycopg.Error as error:
            raise NoConnection(f"cannot connect to the database: {error}") from error

    def interrupt(self) -> None:
        """Hang up: a statement that waits for a frozen database fails."""
        connection = self._connection
        if connection is not None and not connection.closed:
            with (
                contextlib.suppress(OSError, psycopg.Error),
                socket.socket(fileno=connection.fileno()) as line,
            ):
                try:
                    line.shutdown(socket.SHUT_RDWR)
                finally:
                    line.detach()  # it is the connection's, which will close it

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

    def execute(self, statement: str, *values: Any) -> Any:
        """Run one statement."""
        assert self._connection is not None
        return self._connection.execute(statement.replace("?", "%s"), values or None)

    def lock_schema(self) -> None:
        """One process at a time, and as long as it takes."""
        self.execute("SET LOCAL statement_timeout = 0")
        self.execute("SET LOCAL lock_timeout = 0")
        self.execute("SELECT pg_advisory_xact_lock(?)", _SCHEMA_LOCK)

    def after_opening(self, execute: Execute) -> None:
        """Nothing: leases of other processes may be alive."""
