"""Leases cost as little as they may: where nobody else can come none is renewed, elsewhere all at once."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import create, serving
from tests.server.postgresql import STORES, fresh_database

from stramash.server.store.base import Owner
from stramash.server.store.postgres import PostgresStore
from stramash.server.store.sqlite import SqliteStore


def chores() -> set[str]:
    return {task.get_name() for task in asyncio.all_tasks()} & {"leases", "sweep"}


def test_in_a_file_that_nobody_shares_no_lease_ends_and_none_is_renewed(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite3")
        async with serving(tmp_path, store=store, lease_seconds=0.5) as running:
            assert chores() == {"sweep"}
            created = await create(running, "haggis", 2)
            table = created["table"]["id"]
            left = await store._ask(
                lambda execute: execute(f"SELECT expires - {store.now} FROM tables").fetchone()[0]
            )
            assert left > 1e9
            assert await store.expire(-1) == 0  # as old as it may be, it is in use
            assert table in running.service.hall.tables
            hall = running.service.hall
            await hall._unload(hall.tables[table], "moved")
            assert await store.expire(-1) == 1

    asyncio.run(asyncio.wait_for(run(), 60))


def test_who_opens_the_file_after_a_crash_finds_every_table_free(tmp_path: Path) -> None:
    async def run() -> None:
        path, forever = tmp_path / "tables.sqlite3", float("inf")
        store = SqliteStore(path)
        await store.open()
        await store.create("aaaaaa", Owner("ann", forever), {"settings": {"public": False}}, {}, [])
        await store.close()  # without a word about its tables
        store = SqliteStore(path)
        await store.open()
        claim = await store.claim("aaaaaa", Owner("bob", forever))
        await store.save("aaaaaa", claim, info={})  # type: ignore[arg-type]
        await store.close()

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize("name", ["renewed"] if "postgres" in STORES else [])
def test_in_a_shared_database_all_leases_are_renewed_in_one_statement(
    tmp_path: Path, postgres: str, name: str
) -> None:
    url = fresh_database(postgres, name)

    async def run() -> None:
        store = PostgresStore(url)
        async with serving(tmp_path, store=store, lease_seconds=3600) as running:
            assert chores() == {"leases", "sweep"}
            owner = running.service.hall.owner
            for number in range(5):
                await store.create(f"table{number}", owner, {"settings": {"public": False}}, {}, [])
            said: list[str] = []
            execute = store.execute

            def listen(statement: str, *values: Any) -> Any:
                said.append(statement.split(" ", maxsplit=1)[0])
                return execute(statement, *values)

            store.execute = listen  # type: ignore[method-assign]
            renewed = await store.renew(owner)
            assert renewed.epochs == {f"table{number}": 1 for number in range(5)}
            assert said == ["BEGIN", "UPDATE", "COMMIT"]

    asyncio.run(asyncio.wait_for(run(), 60))
