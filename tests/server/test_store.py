"""The store, on SQLite and on PostgreSQL: durable, fenced by leases, one commit for many."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.server.conftest import MakeStore

from stramash.server.store.base import Claim, HeldBy, LostLease, Owner, StoreError
from stramash.server.store.past import Execute
from stramash.server.store.schema import MIGRATIONS
from stramash.server.store.sql import SqlStore
from stramash.server.store.sqlite import SqliteStore
from stramash.server.table.play.entries import Entry

ANN, BOB = Owner("ann", 30.0), Owner("bob", 30.0)
DOC = {"settings": {"public": False}, "text": "Zoë ☃"}
PUBLIC = {"settings": {"public": True}}


def entries(first: int, last: int) -> list[Entry]:
    return [Entry(n, "move", {"seat": 0, "move": f"play {n}r"}) for n in range(first, last + 1)]


def on(store: SqlStore, work: Callable[[SqlStore], Awaitable[None]]) -> None:
    async def run() -> None:
        await store.open()
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_what_is_saved_is_there_after_opening_again(make_store: MakeStore) -> None:
    async def write(store: SqlStore) -> None:
        claim = await store.create("aaaaaa", ANN, DOC, {"id": "aaaaaa"}, entries(1, 1))
        await store.save("aaaaaa", claim, entries(2, 4))
        await store.save("aaaaaa", claim, doc=PUBLIC, info={"id": "aaaaaa", "new": True})

    async def read(store: SqlStore) -> None:
        stored = await store.load("aaaaaa")
        assert stored is not None
        assert stored.doc == PUBLIC
        assert stored.entries == tuple(entries(1, 4))
        assert await store.public(10) == [("aaaaaa", '{"id":"aaaaaa","new":true}')]
        assert await store.count() == 1
        assert await store.load("bbbbbb") is None

    on(make_store(), write)
    on(make_store(), read)


def test_a_table_has_one_owner_at_a_time(make_store: MakeStore) -> None:
    async def work(store: SqlStore) -> None:
        claim = await store.create("aaaaaa", ANN, DOC, {}, [])
        assert await store.claim("aaaaaa", BOB) == HeldBy("ann")
        assert await store.claim("bbbbbb", BOB) is None
        again = await store.claim("aaaaaa", ANN)
        assert isinstance(again, Claim)
        assert again.epoch > claim.epoch
        with pytest.raises(LostLease):  # the older claim is worth nothing, even to its owner
            await store.save("aaaaaa", claim, entries(1, 1))
        await store.save("aaaaaa", again, entries(1, 1))
        await store.release("aaaaaa", claim)
        assert await store.claim("aaaaaa", BOB) == HeldBy("ann")
        await store.release("aaaaaa", again)
        assert isinstance(await store.claim("aaaaaa", BOB), Claim)
        with pytest.raises(LostLease):
            await store.save("aaaaaa", again, entries(2, 2))

    on(make_store(), work)


def test_a_lease_that_is_not_renewed_runs_out(make_store: MakeStore) -> None:
    brief, other = Owner("brief", 0.4), Owner("brief2", 0.4)

    async def work(store: SqlStore) -> None:
        await store.create("aaaaaa", brief, DOC, {}, [])
        await store.create("bbbbbb", other, DOC, {}, [])
        for _ in range(4):
            await asyncio.sleep(0.15)
            await store.renew(brief)
        assert await store.claim("aaaaaa", BOB) == HeldBy("brief")
        assert isinstance(await store.claim("bbbbbb", BOB), Claim)

    on(make_store(), work)


def test_entries_are_never_doubled_and_never_leave_a_gap(make_store: MakeStore) -> None:
    async def work(store: SqlStore) -> None:
        claim = await store.create("aaaaaa", ANN, DOC, {}, entries(1, 2))
        for wrong in (entries(2, 2), entries(4, 4), entries(1, 3)):
            with pytest.raises(StoreError):
                await store.save("aaaaaa", claim, wrong)
        stored = await store.load("aaaaaa")
        assert stored is not None
        assert stored.entries == tuple(entries(1, 2))

    on(make_store(), work)


def test_many_saves_share_commits_and_one_bad_one_hurts_nobody(make_store: MakeStore) -> None:
    async def work(store: SqlStore) -> None:
        names = [f"table{n:02}" for n in range(50)]
        claims = await asyncio.gather(*(store.create(name, ANN, DOC, {}, []) for name in names))
        before = store.commits
        good = [store.save(name, claim, entries(1, 3)) for name, claim in zip(names, claims, strict=True)]
        twice = store.create(names[0], BOB, DOC, {}, [])  # an error of the database itself
        lost = store.save(names[1], Claim(99), entries(4, 4))
        results = await asyncio.gather(*good, twice, lost, return_exceptions=True)
        assert results[:50] == [None] * 50
        assert isinstance(results[50], StoreError)
        assert isinstance(results[51], LostLease)
        for name in names:
            stored = await store.load(name)
            assert stored is not None
            assert len(stored.entries) == 3
        middle = store.commits
        await asyncio.gather(*(store.save(n, c, entries(4, 4)) for n, c in zip(names, claims, strict=True)))
        assert store.commits - middle < 40
        assert before < middle

    on(make_store(), work)


def test_old_tables_are_forgotten_unless_somebody_owns_them(make_store: MakeStore) -> None:
    async def work(store: SqlStore) -> None:
        claim = await store.create("aaaaaa", ANN, DOC, {}, entries(1, 3))
        await store.create("bbbbbb", BOB, DOC, {}, entries(1, 3))
        await store.release("aaaaaa", claim)
        assert await store.expire(3600) == 0
        await asyncio.sleep(0.02)
        assert await store.expire(0) == 1
        assert await store.load("aaaaaa") is None
        assert await store.load("bbbbbb") is not None

    on(make_store(), work)


def test_an_older_schema_is_brought_up_to_date_and_a_newer_one_refused(make_store: MakeStore) -> None:
    newer = (*MIGRATIONS, ("ALTER TABLE tables ADD COLUMN colour TEXT",))

    async def write(store: SqlStore) -> None:
        await store.create("aaaaaa", ANN, DOC, {}, entries(1, 2))

    async def read(store: SqlStore) -> None:
        stored = await store.load("aaaaaa")
        assert stored is not None
        assert len(stored.entries) == 2
        rows = await store._ask(lambda execute: execute("SELECT colour FROM tables").fetchall())
        assert [tuple(row) for row in rows] == [(None,)]

    on(make_store(), write)
    on(make_store(newer), read)
    on(make_store(newer), read)
    with pytest.raises(StoreError, match=f"schema version {len(newer)}"):
        on(make_store(), write)


def test_tables_of_the_first_version_are_still_there(make_store: MakeStore) -> None:
    async def write(store: SqlStore) -> None:
        def work(execute: Execute) -> None:
            execute(
                "INSERT INTO tables (id, doc, info, is_public, n, updated, epoch, expires)"
                " VALUES (?, ?, ?, 1, 2, 1.5, 7, 0)",
                "aaaaaa", json.dumps(PUBLIC), json.dumps({"id": "aaaaaa"}),
            )  # fmt: skip
            for n in (1, 2):
                execute("INSERT INTO entries VALUES (?, ?, ?, ?)", "aaaaaa", n, "move", '{"seat": 0}')

        await store._ask(work)

    async def read(store: SqlStore) -> None:
        claim = await store.claim("aaaaaa", ANN)
        assert claim == Claim(8)
        stored = await store.load("aaaaaa")
        assert stored is not None
        assert (stored.doc, len(stored.entries)) == (PUBLIC, 2)
        assert await store.public(10) == [("aaaaaa", '{"id": "aaaaaa"}')]
        await store.save("aaaaaa", Claim(8), entries(3, 3), doc=DOC)
        assert await store.public(10) == []

    on(make_store(MIGRATIONS[:1]), write)
    on(make_store(), read)


def test_documents_of_the_second_version_are_still_there(make_store: MakeStore) -> None:
    async def write(store: SqlStore) -> None:
        def work(execute: Execute) -> None:
            execute(
                "INSERT INTO tables (id, is_public, n, updated, epoch, expires) VALUES (?, 1, 0, 1.5, 7, 0)",
                "aaaaaa",
            )
            execute("INSERT INTO papers VALUES (?, ?, ?)", "aaaaaa", json.dumps(PUBLIC), '{"id": "aaaaaa"}')

        await store._ask(work)

    async def read(store: SqlStore) -> None:
        stored = await store.load("aaaaaa")
        assert stored is not None
        assert stored.doc == PUBLIC
        assert await store.public(10) == [("aaaaaa", '{"id": "aaaaaa"}')]

    on(make_store(MIGRATIONS[:2]), write)
    on(make_store(), read)


def test_a_migration_that_fails_changes_nothing(make_store: MakeStore) -> None:
    broken = (*MIGRATIONS, ("ALTER TABLE tables ADD COLUMN colour TEXT", "NONSENSE"))

    async def write(store: SqlStore) -> None:
        await store.create("aaaaaa", ANN, DOC, {}, [])

    async def read(store: SqlStore) -> None:
        assert await store.load("aaaaaa") is not None

    on(make_store(), write)
    with pytest.raises(StoreError):
        on(make_store(broken), read)
    on(make_store(), read)


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite3"

    async def work(store: SqlStore) -> None:
        with pytest.raises(StoreError, match="another stramash server"):
            await SqliteStore(path).open()

    on(SqliteStore(path), work)
    assert path.stat().st_mode & 0o077 == 0, "secrets of decks to come are in it"
