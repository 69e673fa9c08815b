"""A server process that takes orders: its clock is set, its disk is full, it is of a later version.

python -m benchmarks.soak.server DATA DATABASE PORT ORDERS VERSION
"""

import contextlib
import json
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from stramash.server import serve
from stramash.server.config import Config
from stramash.server.store.postgres import PostgresStore
from stramash.server.store.sqlite import SqliteStore
from stramash.server.table.play.entries import Entry, Happening
from stramash.server.table.play.journal import Journal

MANY: Final = 10**6
RENAMED: Final = "commit"
"""The kind of journal entries that every later version writes under a name of its own."""


class LaterVersion:
    """Rows as a later version writes them: fields that are unknown today, and a kind of entries as well."""

    version = 0

    def execute(self, statement: str, *values: Any) -> Any:
        """Run a statement, with what is written as this version writes it."""
        if self.version and statement.startswith("INSERT INTO entries"):
            table, n, kind, body = values
            kind = f"{kind}-{self.version}" if kind == RENAMED else kind
            values = table, n, kind, self._with_field(body)
        elif self.version and statement.startswith(("INSERT INTO documents", "UPDATE documents")):
            values = tuple(self._with_field(value) for value in values)
        return super().execute(statement, *values)  # type: ignore[misc]

    def _with_field(self, value: Any) -> Any:
        if not isinstance(value, str) or not value.startswith("{"):
            return value
        return json.dumps({**json.loads(value), f"since_{self.version}": True})


def read_later_entries(version: int) -> None:
    """Make a process read the journals of all versions up to its own."""
    take, names = Journal.take, {f"{RENAMED}-{known}" for known in range(1, version + 1)}

    def take_any(self: Journal, entry: Entry) -> Happening:
        return take(self, replace(entry, kind=RENAMED) if entry.kind in names else entry)

    Journal.take = take_any  # type: ignore[method-assign]


class Orders(threading.Thread):
    """What the process is told, read from a file."""

    def __init__(self, file: Path) -> None:
        super().__init__(daemon=True)
        self.file = file
        self.told: dict[str, Any] = {"clock": 0.0, "full": False}

    def run(self) -> None:
        """Look again and again."""
        while True:
            with contextlib.suppress(OSError, ValueError):
                self.told.update(json.loads(self.file.read_text()))
            time.sleep(0.1)


def main() -> None:
    data, database, port, file, version = sys.argv[1:6]
    orders, true_time = Orders(Path(file)), time.time
    orders.start()
    time.time = lambda: true_time() + orders.told["clock"]
    LaterVersion.version = int(version)
    read_later_entries(int(version))

    class Sqlite(LaterVersion, SqliteStore):
        is_full = False

        def begin(self) -> None:
            super().begin()
            if orders.told["full"] != self.is_full:  # what needs a page more fails as on a full disk
                self.is_full = orders.told["full"]
                pages = self.execute("PRAGMA page_count").fetchone()[0]
                self.execute(f"PRAGMA max_page_count = {pages if self.is_full else 2**30}")

    class Postgres(LaterVersion, PostgresStore):
        pass

    serve.make_store = lambda config: (
        Postgres(database) if database else Sqlite(config.data_folder / serve.DATABASE_FILE)
    )
    config = Config(
        data=data,
        database=database,
        port=int(port),
        lease_seconds=3.0,
        warm_up=False,
        bot_delay=0.05,
        idle_seconds=5.0,
        rest_seconds=5.0,
        requests_per_second=MANY,
        messages_per_second=MANY,
        tables_per_address=MANY,
        connections_per_address=MANY,
        most_tables=MANY,
    )
    serve.run(config, on_ready=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
