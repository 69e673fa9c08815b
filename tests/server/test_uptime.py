"""The server stays up: a frozen database, a clock that is set, a journal that does not replay."""

import asyncio
import contextlib
import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import MakeStore
from tests.server.harness import Running, act, as_host, create, fill, refused, serving, start

from stramash import games
from stramash.client import ClientError, RefusedByServer, Rest, RestError, SeatClient
from stramash.server.store import sql
from stramash.server.store.base import Claim, HeldBy, Owner, StoreError
from stramash.server.store.past import Execute
from stramash.server.store.sql import SqlStore
from stramash.server.table import hall as hall_module
from stramash.server.table.play.entries import Entry


async def status_of(address: str, path: str) -> int:
    """The status that a path is answered with."""
    reader, writer = await asyncio.open_connection(*address.removeprefix("http://").split(":"))
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    line = await reader.readline()
    writer.close()
    return int(line.split()[1])


class Frozen:
    """A store whose database stops answering, and may answer again."""

    def __init__(self, store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_frozen = False
        begin = store.begin

        def wait_and_begin() -> None:
            while self.is_frozen:
                time.sleep(0.01)
            begin()

        monkeypatch.setattr(store, "begin", wait_and_begin)


def test_it_is_ready_only_while_moves_can_be_saved(
    make_store: MakeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "PROBE_SECONDS", 0.2)
    monkeypatch.setattr(hall_module, "PROBE_AGAIN_SECONDS", 0.0)

    async def run() -> None:
        store = make_store()
        store.patience = 0.3
        frozen = Frozen(store, monkeypatch)
        async with serving(tmp_path, store=store) as running:
            assert await status_of(running.address, "/readyz") == 200
            frozen.is_frozen = True
            assert await status_of(running.address, "/readyz") == 503
            assert await status_of(running.address, "/healthz") == 200
            frozen.is_frozen = False
            while await status_of(running.address, "/readyz") != 200:
                await asyncio.sleep(0.05)
            running.service.hall.is_stopping = True
            assert await status_of(running.address, "/readyz") == 503
            assert await status_of(running.address, "/healthz") == 200

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_frozen_database_stops_neither_the_answers_nor_the_end(
    make_store: MakeStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in ((hall_module, "STOP_SECONDS"), (hall_module, "RELEASE_SECONDS")):
        monkeypatch.setattr(module, name, 0.2)
    monkeypatch.setattr(sql, "CLOSE_SECONDS", 0.2)

    async def run() -> None:
        store = make_store()
        store.patience = 5.0
        frozen = Frozen(store, monkeypatch)
        try:
            async with serving(tmp_path, store=store) as running:
                created = await create(running, "haggis", 2)
                host = as_host(running, created)
                path = f"/tables/{created['table']['id']}"
                await host("GET", path)
                store.patience = 0.3
                frozen.is_frozen = True
                assert await refused(host("POST", f"{path}/links")) == "unavailable"
                assert await refused(host("GET", path)) == "unavailable"
                store.patience = 600.0  # nobody would wait for this
                waiting = asyncio.create_task(host("GET", path))
                await asyncio.sleep(0.05)
                waiting.cancel()
        finally:
            frozen.is_frozen = False

    asyncio.run(asyncio.wait_for(run(), 30))


def test_what_nobody_waits_for_any_more_is_not_begun(
    make_store: MakeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        store = make_store()
        frozen = Frozen(store, monkeypatch)
        await store.open()
        store.patience = 0.1
        frozen.is_frozen = True
        done: list[int] = []
        results = await asyncio.gather(
            *(store._ask(lambda execute, n=n: done.append(n)) for n in range(3)),  # type: ignore[misc]
            return_exceptions=True,
        )
        assert [type(result) for result in results] == [StoreError] * 3
        frozen.is_frozen = False
        store.patience = 5.0
        await store._ask(lambda execute: done.append(9))
        assert done == [9]
        await store.close()

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_lease_given_before_the_clock_was_set_back_does_not_hold_for_ever(make_store: MakeStore) -> None:
    async def run() -> None:
        store = make_store()
        await store.open()
        ann, bob = Owner("ann", 6.0), Owner("bob", 6.0)
        await store.create("aaaaaa", ann, {"settings": {"public": False}}, {}, [])
        assert await store.claim("aaaaaa", bob) == HeldBy("ann")

        def step_back(execute: Execute) -> None:
            execute("UPDATE tables SET expires = expires + 3600")

        await store._ask(step_back)
        assert isinstance(await store.claim("aaaaaa", bob), Claim)
        await store.close()

    asyncio.run(asyncio.wait_for(run(), 30))


def test_what_is_asked_of_a_table_that_is_not_there_writes_nothing(make_store: MakeStore) -> None:
    async def run() -> None:
        store = make_store()
        await store.open()
        said: list[str] = []
        execute = store.execute

        def listen(statement: str, *values: Any) -> Any:
            said.append(statement.split(" ", maxsplit=1)[0])
            return execute(statement, *values)

        store.execute = listen  # type: ignore[method-assign]
        assert await store.claim("nobody", Owner("ann", 6.0)) is None
        assert "UPDATE" not in said
        await store.close()

    asyncio.run(asyncio.wait_for(run(), 30))


@pytest.mark.parametrize("seconds", [-86_400.0, 86_400.0])
def test_the_next_deal_comes_although_the_clock_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    true_time, offset = time.time, 0.0
    monkeypatch.setattr(time, "time", lambda: true_time() + offset)

    async def scene(running: Running) -> None:
        nonlocal offset
        places = [{"kind": "person", "you": True}, {"kind": "bot", "level": "random"}]
        created = await create(running, "haggis", 2, places=places, start=True, settings={"pause": 1})
        async with SeatClient(running.address, created["table"]["id"], created["secret"]) as client:
            table = running.service.hall.tables[created["table"]["id"]]
            while table.dealing.next_deal_at is None:
                if client.must is not None:
                    with contextlib.suppress(RefusedByServer):
                        await client.move(client.view.legal[0])
                await asyncio.sleep(0.01)
            offset = seconds
            await client.until(lambda: client.table["deal"] == 2)

    act(tmp_path, scene)


def test_somebody_away_is_stood_in_for_although_the_clock_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    true_time, offset = time.time, 0.0
    monkeypatch.setattr(time, "time", lambda: true_time() + offset)

    async def scene(running: Running) -> None:
        nonlocal offset
        created = await create(running, "haggis", 2, settings={"takeover_after": 1})
        secrets = await fill(running, created)
        await start(running, created)
        async with SeatClient(running.address, created["table"]["id"], secrets[0]) as client:
            offset = -86_400.0
            await as_host(running, created)("PUT", f"/tables/{created['table']['id']}/settings",
                                            {**client.table["settings"], "hints": False})  # fmt: skip
            await client.until(lambda: client.table["seats"][1]["stand_in"] == "absent")

    act(tmp_path, scene)


async def spoilt(store: SqlStore, table: str, statement: str, *values: Any) -> None:
    await store._ask(lambda execute: execute(statement, *values, table) and None)


async def rows_of(store: SqlStore, table: str) -> int:
    statement = "SELECT COUNT(*) FROM entries WHERE table_id = ?"
    return int(await store._ask(lambda execute: execute(statement, table).fetchone()[0]))


NEWER = json.dumps({"occupants": [], "dealer": 0, "rules": games.RULES_REVISION + 1})
DAMAGE = [
    ("UPDATE entries SET body = ? WHERE kind = 'match' AND table_id = ?", NEWER, "rules revision"),
    ("UPDATE entries SET body = ? WHERE kind = 'deal' AND table_id = ?", '{"deck": "7r"}', r"entry \d+"),
    ("DELETE FROM entries WHERE n = ? AND table_id = ?", 2, "entry 3"),
    ("UPDATE entries SET kind = ? WHERE kind = 'match' AND table_id = ?", "parley", "'parley' are unknown"),
    (
        "UPDATE entries SET body = ? WHERE kind = 'deal' AND table_id = ?",
        '{"deck": "7r',
        r"entry \d+.*no JSON",
    ),
    ("UPDATE entries SET body = ? WHERE kind = 'deal' AND table_id = ?", "[]", r"entry \d+"),
    ("UPDATE documents SET doc = ? WHERE table_id = ?", '{"settings": {"public": false}}', "its description"),
    ("UPDATE documents SET doc = ? WHERE table_id = ?", "settings", "its description.*no JSON"),
    ("UPDATE documents SET doc = ? WHERE table_id = ?", "null", "its description"),
]


@pytest.mark.parametrize(("statement", "value", "word"), DAMAGE)
def test_a_journal_that_does_not_replay_quarantines_one_table_and_keeps_it(
    make_store: MakeStore, tmp_path: Path, statement: str, value: Any, word: str
) -> None:
    async def run() -> None:
        store = make_store()
        async with serving(tmp_path, store=store, lease_seconds=0.5) as running:
            bad, good = await create(running, "haggis", 2), await create(running, "haggis", 2)
            secrets = await fill(running, bad)
            await start(running, bad)
            table = bad["table"]["id"]
            hall = running.service.hall
            if table in hall.tables:
                await hall._unload(hall.tables[table], "moved")
            stored = await store.load(table)
            assert stored is not None
            (begun,) = [entry for entry in stored.entries if entry.kind == "match"]
            assert begun.body["rules"] == games.RULES_REVISION
            await spoilt(store, table, statement, value)
            rest = Rest(running.address, secrets[0])
            for _ in range(2):  # the second time it is not even tried
                with pytest.raises(RestError, match=f"409 quarantined.*{word}"):
                    await rest("GET", f"/tables/{table}")
            with pytest.raises(ClientError, match="4410"):
                await SeatClient(running.address, table, secrets[0]).__aenter__()
            assert await rows_of(store, table) >= len(stored.entries) - 1
            state = await as_host(running, good)("GET", f"/tables/{good['table']['id']}")
            assert state["table"]["stage"] == "open"

    asyncio.run(asyncio.wait_for(run(), 60))


def test_entries_are_numbered_without_a_gap() -> None:
    from stramash.server.table.play.entries import DoesNotReplay  # noqa: PLC0415
    from stramash.server.table.play.journal import Journal  # noqa: PLC0415

    journal = Journal("aaaaaa", games.get("haggis", 2))
    with pytest.raises(DoesNotReplay, match="entry 2"):
        journal.replay([Entry(2, "commit", {})])
