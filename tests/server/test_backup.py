"""Backups of a running server, and what comes back of them, from and into both databases."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from random import Random

import pytest
from tests.server.conftest import MakeStore
from tests.server.evenings import opened, play_deal, sat_down
from tests.server.harness import Running, create, fill, play_randomly, serving, start
from tests.server.postgresql import STORES, fresh_database
from typer.testing import CliRunner

from stramash.cli.commands import app
from stramash.client import Rest, SeatClient
from stramash.server.config import Config
from stramash.server.store.backup import COLUMNS, back_up, restore
from stramash.server.store.base import StoreError
from stramash.server.store.postgres import PostgresStore
from stramash.server.store.schema import MIGRATIONS
from stramash.server.store.sql import SqlStore
from stramash.server.store.sqlite import SqliteStore


def config_of(store: SqlStore, folder: Path) -> Config:
    """The settings that lead to a store."""
    return Config(data=str(folder), database=store.url if isinstance(store, PostgresStore) else "")


def same(store: SqlStore) -> SqlStore:
    """Another store on the same database."""
    return PostgresStore(store.url) if isinstance(store, PostgresStore) else SqliteStore(store.path)  # type: ignore[attr-defined]


@contextlib.asynccontextmanager
async def two_play(running: Running, table: str, secrets: list[str], until_n: int):  # type: ignore[no-untyped-def]
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(SeatClient(running.address, table, secret)) for secret in secrets
        ]
        playing = [asyncio.create_task(play_randomly(c, Random(i), until_n)) for i, c in enumerate(clients)]
        yield clients
        await asyncio.gather(*playing)


@pytest.mark.parametrize("target", STORES)
def test_a_match_goes_on_from_a_backup_taken_in_the_middle_of_it(
    make_store: MakeStore, tmp_path: Path, request: pytest.FixtureRequest, target: str
) -> None:
    file = tmp_path / "backup.sqlite3"

    async def run() -> None:
        store = make_store()
        async with serving(tmp_path, store=store) as running:
            created = await create(running, "haggis", 2)
            table, secrets = created["table"]["id"], await fill(running, created)
            await start(running, created)
            async with two_play(running, table, secrets, 60) as clients:
                await clients[0].until(lambda: (clients[0].n or 0) > 10)
                source = make_store()
                assert await back_up(config_of(source, tmp_path), source, file) == 1
            before = await SeatClient(running.address, table, secrets[0]).history()
        assert file.stat().st_mode & 0o077 == 0
        if target == "sqlite":
            other: SqlStore = SqliteStore(tmp_path / "new" / "tables.sqlite3")
        else:
            other = PostgresStore(fresh_database(request.getfixturevalue("postgres"), "restored"))
        assert await restore(other, file) == 1
        with pytest.raises(StoreError, match="not empty"):
            await restore(same(other), file)
        again = same(other)
        async with serving(tmp_path / "new", store=again) as running:
            past = await SeatClient(running.address, table, secrets[0]).history()
            assert len(past) >= 10
            assert past == before[: len(past)]
            async with two_play(running, table, secrets, 10**9):
                pass
            state = await Rest(running.address, secrets[0])("GET", f"/tables/{table}")
            assert state["table"]["stage"] == "over"

    asyncio.run(asyncio.wait_for(run(), 120))


def test_a_backup_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    async def run() -> None:
        old = SqliteStore(tmp_path / "old.sqlite3", MIGRATIONS[:2])
        await old.open()
        await old._ask(
            lambda execute: (
                execute(
                    "INSERT INTO tables (id, is_public, n, updated, epoch, expires)"
                    " VALUES ('aaaaaa', 0, 0, 1, 7, 0)"
                )
                and None
            )
        )
        await old._ask(lambda e: e("INSERT INTO papers VALUES ('aaaaaa', '{}', '{}')") and None)
        await old.close()
        target = SqliteStore(tmp_path / "new.sqlite3")
        assert await restore(target, tmp_path / "old.sqlite3") == 1

    asyncio.run(asyncio.wait_for(run(), 30))


def test_the_commands_say_what_they_did_or_why_not(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "copy"

    async def make() -> None:
        store = SqliteStore(data / "tables.sqlite3")
        await store.open()
        await store.close()

    def said(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, list(arguments))
        return result.exit_code, result.output

    asyncio.run(make())
    assert said("backup", str(file), "--data", str(data))[0] == 0
    assert "exists already" in said("backup", str(file), "--data", str(data))[1]
    assert "could not be made" in said("backup", str(tmp_path / "x"), "--data", str(tmp_path / "none"))[1]
    assert list(tmp_path.glob("*.part*")) == []
    assert said("restore", str(file), "--data", str(tmp_path / "new"))[1] == "0 tables are back\n"
    (tmp_path / "bad").write_text("no database")
    assert "no backup of stramash" in said("restore", str(tmp_path / "bad"), "--data", str(data))[1]
    assert "there is no backup" in said("restore", str(tmp_path / "gone"), "--data", str(data))[1]
    with sqlite3.connect(file) as newer:
        newer.execute("UPDATE schema_version SET version = 99")
    newer.close()
    assert "schema version 99" in said("restore", str(file), "--data", str(data))[1]


@pytest.mark.parametrize("version", ["seven", None, -1, 5.5, "", b"\x00"])
def test_a_version_that_is_none_is_refused_in_words(tmp_path: Path, version: object) -> None:
    async def run() -> None:
        file = tmp_path / "backup.sqlite3"
        store = SqliteStore(file)
        await store.open()
        await store.close()
        with contextlib.closing(sqlite3.connect(file)) as changed:
            changed.execute("DROP TABLE schema_version")
            changed.execute("CREATE TABLE schema_version (version)")
            changed.execute("INSERT INTO schema_version VALUES (?)", (version,))
            changed.commit()
        with pytest.raises(StoreError, match=r"the backup has schema version .*, which is no version"):
            await restore(SqliteStore(tmp_path / "new.sqlite3"), file)
        with pytest.raises(StoreError, match=r"the database has schema version .*, which is no version"):
            await SqliteStore(file).open()

    asyncio.run(asyncio.wait_for(run(), 30))


NOT_KEPT = {"tables": {"owner", "wanted", "expires"}, "schema_version": {"version"}, "probes": {"id", "body"}}
"""Leases, the version, and what is written to see whether something can be."""


def test_everything_that_the_database_holds_is_in_a_backup(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite3")
        await store.open()
        await store.close()

    asyncio.run(asyncio.wait_for(run(), 30))
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as made:
        names = [name for (name,) in made.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        held = {name: {row[1] for row in made.execute(f"PRAGMA table_info({name})")} for name in names}
    kept = {name: set(columns) for name, columns in COLUMNS.items()}
    assert {name: kept.get(name, set()) | NOT_KEPT.get(name, set()) for name in names} == held


@pytest.mark.parametrize("target", STORES)
def test_an_evening_comes_back_with_all_that_was_played_in_it(
    make_store: MakeStore, tmp_path: Path, request: pytest.FixtureRequest, target: str
) -> None:
    file = tmp_path / "backup.sqlite3"

    async def run() -> None:
        store = make_store()
        async with serving(tmp_path, store=store) as running:
            evening = await opened(running)
            table = await sat_down(evening, "Ann")
            await play_deal(running, table, 1)

            async def forms(address: str) -> list[object]:
                own = f"/tables/{table['table']['id']}/evening"
                return [
                    await Rest(address, evening.secret)("GET", f"/evenings/{evening.id}"),
                    await Rest(address, table["secret"])("GET", own),
                ]

            source = make_store()
            await back_up(config_of(source, tmp_path), source, file)
            before = await forms(running.address)
        if target == "sqlite":
            other: SqlStore = SqliteStore(tmp_path / "new" / "tables.sqlite3")
        else:
            other = PostgresStore(fresh_database(request.getfixturevalue("postgres"), "evening"))
        assert await restore(other, file) == 1
        async with serving(tmp_path / "new", store=same(other)) as running:
            assert await forms(running.address) == before
            await Rest(running.address, table["secret"])("DELETE", f"/tables/{table['table']['id']}")
        with pytest.raises(StoreError, match="not empty, it has evenings"):  # although no table is left
            await restore(same(other), file)

    asyncio.run(asyncio.wait_for(run(), 120))
