"""When saving fails, or our code does: the truth is read again, nothing is lost, the others play on."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import psycopg
import pytest
from tests.server.conftest import MakeStore
from tests.server.harness import Running, create, fill, has_heard_all, play_randomly, serving, start
from tests.server.postgresql import STORES, fresh_database
from tests.server.test_kill import Player, check_record

from stramash.client import Rest, SeatClient
from stramash.server.store.base import Claim, Owner, StoreError
from stramash.server.store.postgres import PostgresStore
from stramash.server.store.sql import SqlStore
from stramash.server.table.people.auth import digest

Save = Callable[..., Coroutine[Any, Any, None]]


def failing(save: Save, every: int, *, is_saved: bool) -> Save:
    """A way of saving that fails now and then, before or after it has saved."""
    count = 0

    async def save_or_fail(table: str, claim: Claim, entries: Any = (), **documents: Any) -> None:
        nonlocal count
        count += 1
        if count % every:
            return await save(table, claim, entries, **documents)
        if is_saved:
            await save(table, claim, entries, **documents)
        raise StoreError("the line is dead")

    return save_or_fail


@contextlib.asynccontextmanager
async def all_at_a_table(running: Running, game: str = "mu", seats: int = 4) -> Any:
    created = await create(running, game, seats, options={"rounds": "2"} if game == "mu" else {})
    secrets = await fill(running, created)
    await start(running, created)
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(SeatClient(running.address, created["table"]["id"], secret))
            for secret in secrets
        ]
        for client in clients:
            await client.until(partial(has_heard_all, client))
        yield created["table"]["id"], secrets, clients


@pytest.mark.parametrize("is_saved", [False, True])
def test_a_move_whose_saving_failed_is_sent_again_and_counts_once(
    make_store: MakeStore, tmp_path: Path, is_saved: bool
) -> None:
    async def run() -> None:
        store = make_store()
        async with (
            serving(tmp_path, store=store) as running,
            all_at_a_table(running) as (table, secrets, clients),
        ):
            store.save = failing(store.save, 17, is_saved=is_saved)  # type: ignore[method-assign]
            players = [Player(client, Random(seat)) for seat, client in enumerate(clients)]
            await asyncio.gather(*(player.play(0.0) for player in players))
            assert min(client.reconnections for client in clients) >= 3
            store.save = failing(store.save, 10**9, is_saved=True)  # type: ignore[method-assign]
            await check_record(running.address, table, secrets[0], players)

    asyncio.run(asyncio.wait_for(run(), 90))


def test_a_table_that_fails_is_read_again_and_the_others_notice_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with (
            serving(tmp_path) as running,
            all_at_a_table(running, "haggis", 2) as (table, _, clients),
            all_at_a_table(running, "haggis", 2) as (_, _, others),
        ):
            broken = running.service.hall.tables[table]
            broken.journal.take = None  # type: ignore[assignment,method-assign]  # as a fault of ours might
            (leader,) = [client for client in clients if client.must is not None]
            n = await leader.move(leader.view.legal[0])  # saved, then sent again and acknowledged
            assert running.service.hall.tables[table] is not broken
            await asyncio.gather(
                *(play_randomly(client, Random(i)) for i, client in enumerate([*clients, *others])),
            )
            assert n < (leader.n or 0)
            assert [client.reconnections for client in [*clients, *others]] == [1, 1, 0, 0]

    asyncio.run(asyncio.wait_for(run(), 60))
    assert [record.message for record in caplog.records if record.name == "stramash.table"] == [
        "table failed"
    ]


@pytest.mark.parametrize("name", ["cut_off"] if "postgres" in STORES else [])
def test_a_connection_to_the_database_that_was_lost_is_made_anew(postgres: str, name: str) -> None:
    url = fresh_database(postgres, name)

    async def run() -> None:
        store: SqlStore = PostgresStore(url)
        await store.open()
        try:
            claim = await store.create("aaaaaa", Owner("ann", 30.0), {"settings": {"public": False}}, {}, [])
            for _ in range(3):
                with psycopg.connect(postgres, autocommit=True) as other:
                    other.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,)
                    )
                await store.save("aaaaaa", claim, info={})
            assert await store.count() == 1
        finally:
            await store.close()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_table_refuses_what_waits_when_the_server_stops(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as running:
            created = await create(running, "haggis", 2)
            table = running.service.hall.tables[created["table"]["id"]]
            saving = asyncio.Event()
            save = running.service.hall.store.save

            async def slow(*what: Any, **documents: Any) -> None:
                saving.set()
                await asyncio.sleep(0.2)
                await save(*what, **documents)

            running.service.hall.store.save = slow  # type: ignore[method-assign]
            host = Rest(running.address, created["secret"])
            first = asyncio.create_task(host("POST", f"/tables/{table.id}/links"))
            await saving.wait()
            closing = asyncio.create_task(table.close("stopping"))
            await asyncio.sleep(0)
            late = asyncio.create_task(table.do(lambda: table.hosting.new_links(digest(created["secret"]))))
            assert set(await first) == {"invite", "watch"}  # what was in hand is finished
            await closing
            assert str(await asyncio.gather(late, return_exceptions=True)).count("the server stops") == 1

    asyncio.run(asyncio.wait_for(run(), 60))
