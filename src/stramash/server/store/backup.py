"""Backups: one SQLite file of our own schema, from either database while it is used, back into either."""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, Final

from stramash.server.config import Config
from stramash.server.store.base import StoreError
from stramash.server.store.past import Execute
from stramash.server.store.schema import MIGRATIONS, checked_version
from stramash.server.store.sql import SqlStore
from stramash.server.store.sqlite import SqliteStore

COLUMNS: Final = {
    "tables": ("id", "is_public", "n", "updated", "epoch"),
    "documents": ("table_id", "doc", "info"),
    "entries": ("table_id", "n", "kind", "body"),
    "snapshots": ("table_id", "n", "match_number", "deal_number", "body", "digest"),
    "evenings": ("id", "doc", "updated", "is_closed", "ends"),
    "plays": ("evening_id", "table_id", "deal", "body", "at"),
    "entrants": ("evening_id", "person", "table_id", "network", "at"),
}
"""What is kept of each table of the schema, parents first. Leases are not: a restored table is nobody's."""
ROWS_AT_ONCE: Final = 1000


async def back_up(config: Config, source: SqlStore, file: Path) -> int:
    """Write all tables as they are at one moment into a new file; how many. Raises StoreError."""
    if file.exists():
        raise StoreError(f"{file} exists already; backups are not written over")
    part = file.with_name(file.name + ".part")
    part.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))  # as private as the database
        if isinstance(source, SqliteStore):
            _copy_file(source.path, part)
        else:
            await _fresh(part)
            _copy_rows(config.database, part)
        count = _checked(part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(file)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"the backup could not be made: {error}") from None
    finally:
        for rest in (part, part.with_name(part.name + ".lock")):
            rest.unlink(missing_ok=True)
    return count


async def restore(target: SqlStore, file: Path) -> int:
    """Put the tables of a backup into an empty database, all or none; how many. Raises StoreError."""
    if not file.is_file():
        raise StoreError(f"there is no backup {file}")
    with tempfile.TemporaryDirectory(prefix="stramash-restore-") as name:
        copy = Path(name) / "copy.sqlite3"
        try:
            _copy_file(file, copy)
            if _version(copy) < len(MIGRATIONS):  # made by an older version
                await _fresh(copy)
            _checked(copy)
        except sqlite3.Error as error:
            raise StoreError(f"{file} is no backup of stramash: {error}") from None
        return await _put_back(target, copy)


async def _put_back(target: SqlStore, copy: Path) -> int:
    target.patience = inf
    await target.open()
    try:

        def work(execute: Execute) -> int:
            for table in COLUMNS:
                if execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None:
                    raise StoreError(f"the database is not empty, it has {table}; restore into a new one")
            with contextlib.closing(_read_only(copy)) as source:
                for table, columns in COLUMNS.items():
                    for row in source.execute(f"SELECT {', '.join(columns)} FROM {table}"):
                        execute(_insertion(table), *row)
                execute("UPDATE tables SET epoch = epoch + 1")
                return int(source.execute("SELECT COUNT(*) FROM tables").fetchone()[0])

        return await target._ask(work)  # noqa: SLF001  # one transaction: all tables or none
    finally:
        await target.close()


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _copy_file(source: Path, copy: Path) -> None:
    """SQLite's online backup: one consistent moment, while the server writes on."""
    with contextlib.closing(_read_only(source)) as old, contextlib.closing(sqlite3.connect(copy)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")


async def _fresh(path: Path) -> None:
    """Bring a file's schema up to date, or make it."""
    store = SqliteStore(path)
    await store.open()
    await store.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _copy_rows(url: str, part: Path) -> None:
    """Everything that PostgreSQL holds at one moment, by one snapshot."""
    import psycopg  # noqa: PLC0415  # an extra that few need

    try:
        with (
            psycopg.connect(url, connect_timeout=10) as old,
            contextlib.closing(sqlite3.connect(part)) as new,
        ):
            old.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            found = old.execute("SELECT version FROM schema_version").fetchone()
            if found is None or found[0] != len(MIGRATIONS):
                raise StoreError("the database has another version; start this version's server on it first")
            for table, columns in COLUMNS.items():
                with old.cursor(name=f"backup_{table}") as rows:
                    rows.execute(f"SELECT {', '.join(columns)} FROM {table}".encode())
                    new.executemany(_insertion(table), _streamed(rows))
            new.commit()
    except psycopg.Error as error:
        raise StoreError(f"the backup could not be made: {error}") from None


def _streamed(rows: Any) -> Iterator[tuple[Any, ...]]:
    while batch := rows.fetchmany(ROWS_AT_ONCE):
        yield from batch


def _insertion(table: str) -> str:
    columns, values = ", ".join(COLUMNS[table]), ", ".join("?" * len(COLUMNS[table]))
    if table == "tables":  # a lease that ran out long ago
        columns, values = f"{columns}, expires", f"{values}, 0"
    return f"INSERT INTO {table} ({columns}) VALUES ({values})"


def _version(path: Path) -> int:
    with contextlib.closing(_read_only(path)) as connection:
        found = connection.execute("SELECT version FROM schema_version").fetchone()
    return checked_version(None if found is None else found[0], what="backup")


def _checked(path: Path) -> int:
    """How many tables a file holds; raises StoreError if it is damaged."""
    _version(path)
    with contextlib.closing(_read_only(path)) as connection:
        if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise StoreError("the copy is damaged")
        return int(connection.execute("SELECT COUNT(*) FROM tables").fetchone()[0])
