"""A table opened from a snapshot is the table that all its entries make, however long it is."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import EVERY_GAME, Running, act, create, serving
from tests.server.long_table import Played, counted, lengthened, long_table

from stramash import games
from stramash.client import Rest
from stramash.core.match import Match
from stramash.duplicate.sets import DealSet, one_deal
from stramash.server.store.base import ENTRIES_AT_ONCE
from stramash.server.store.past import keep
from stramash.server.store.sqlite import SqliteStore
from stramash.server.table.play import snapshot as snapshot_module
from stramash.server.table.play.cuts import Cuts
from stramash.server.table.play.entries import DoesNotReplay
from stramash.server.table.play.finished import FinishedMatch
from stramash.server.table.play.journal import DEALS_KEPT, Journal
from stramash.server.table.play.position import position_in
from stramash.server.table.play.snapshot import Snapshot

LENGTH = 1_200
POINTS = 12


def facts(one: Any) -> Any:
    """All that a journal knows, so that two can be compared."""
    if isinstance(one, Journal | Match | Cuts):
        return {name: facts(value) for name, value in vars(one).items()}
    if isinstance(one, FinishedMatch):
        return {name: facts(getattr(one, name)) for name in one.__slots__ if name != "_known"}
    return one


def journal_of(kind: str, game_id: str, seats: int) -> Journal:
    game = games.with_rounds(games.get(game_id, seats), 2)
    if kind == "evening":
        return Journal("t", one_deal(game), deal_set=DealSet(one_deal(game), 400, bytes(32)))
    if kind == "what-if":
        played = Played(Journal("t", game), Random(1))
        while len(played.snapshots) < 2:
            played.step()
        while played.journal.is_playing:
            played.step()
        assert played.journal.match is not None
        deal = played.journal.match.deals[-1]
        return Journal("t", game, position_in(game, deal, len(deal.moves) // 2))
    return Journal("t", game)


@pytest.mark.parametrize("kind", ["table", "evening", "what-if"])
@pytest.mark.parametrize(("game_id", "seats"), EVERY_GAME)
def test_a_snapshot_and_what_follows_is_as_good_as_everything(kind: str, game_id: str, seats: int) -> None:
    rng = Random(f"{kind} {game_id} {seats}")
    like = journal_of(kind, game_id, seats)
    played = Played(like.blank(), rng)
    while played.journal.n < LENGTH:
        played.step()
    for n in sorted(rng.sample(range(1, LENGTH), POINTS)):
        whole, made = like.blank(), list[Snapshot]()
        whole.replay(played.entries[:n], made)
        assert made == [one for one in played.snapshots if one.n < n], "the entries make the same snapshots"
        if len(made) < DEALS_KEPT:
            continue
        part = like.blank()
        part.resume(made[-DEALS_KEPT])
        part.replay(played.entries[part.n : n])
        assert facts(part) == facts(whole)
    assert len(played.snapshots) > 3


def opened(running: Running, table: str) -> Journal:
    return running.service.hall.tables[table].journal


async def longest_deals(store: SqliteStore, table: str) -> int:
    """The most entries that two deals in succession have, with what came between them."""
    snapshots = [one async for one in _all_snapshots(store, table)]
    return max(later.n - first.n for first, later in zip(snapshots, snapshots[3:], strict=False))


async def _all_snapshots(store: SqliteStore, table: str) -> AsyncIterator[Snapshot]:
    n = 10**9
    found = []
    while (one := await store.snapshot_at(table, n - 1)) is not None:
        found.append(one)
        n = one.n
    for one in reversed(found):
        yield one


def test_opening_a_table_takes_its_last_two_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        created = await long_table(tmp_path)
        taken = counted(monkeypatch)
        async with serving(tmp_path) as running:
            table = created["table"]["id"]
            await Rest(running.address, created["secret"])("GET", f"/tables/{table}")
            store = running.service.hall.store
            assert isinstance(store, SqliteStore)
            assert 0 < len(taken) <= await longest_deals(store, table)
            assert opened(running, table).n >= 3_000
            assert max(taken) == opened(running, table).n

    asyncio.run(scene())


async def damage(store: SqliteStore, table: str, change: Any) -> None:
    """Change all snapshots of a table."""
    snapshots = [one async for one in _all_snapshots(store, table)]

    def work(execute: Any) -> None:
        execute("DELETE FROM snapshots WHERE table_id = ?", table)
        for one in snapshots:
            if (changed := change(one)) is not None:
                keep(execute, table, changed)

    await store._ask(work)


def _other_version(one: Snapshot) -> Snapshot:
    body = json.dumps({**json.loads(one.body), "version": snapshot_module.VERSION + 1})
    return Snapshot(
        one.n, one.match, one.deal, body, snapshot_module._digest(one.n, one.match, one.deal, body)
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda one: replace(one, body=one.body.replace('"carry"', '"curry"')),
        lambda one: replace(one, body="{"),
        lambda one: replace(one, n=one.n, digest=""),
        _other_version,
        lambda one: None,
        lambda one: one if one.n % 2 else None,
    ],
)
def test_where_a_snapshot_is_no_good_all_entries_are_taken_and_it_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Any
) -> None:
    async def scene() -> None:
        created = await long_table(tmp_path, entries=1_500)
        table = created["table"]["id"]
        store = SqliteStore(tmp_path / "tables.sqlite3")
        await store.open()
        before = [one async for one in _all_snapshots(store, table)]
        await damage(store, table, change)
        await store.close()
        taken = counted(monkeypatch)
        async with serving(tmp_path) as running:
            own = Rest(running.address, created["secret"])
            await own("GET", f"/tables/{table}")
            assert opened(running, table).n >= 1_500
            store = running.service.hall.store  # type: ignore[assignment]
            # Looking back mends what opening had no need of.
            replay = await own("GET", f"/tables/{table}/matches/1/replay?deal=1")
            assert replay["steps"]
            assert len(taken) > 1_000
            after = [one async for one in _all_snapshots(store, table)]
            assert after[: len(before)] == before, "the table has gone on meanwhile"

    asyncio.run(scene())


def test_a_journal_that_is_damaged_after_its_snapshot_is_quarantined(tmp_path: Path) -> None:
    async def scene() -> None:
        created = await long_table(tmp_path, entries=1_500)
        table = created["table"]["id"]
        store = SqliteStore(tmp_path / "tables.sqlite3")
        await store.open()
        await store._ask(
            lambda execute: (
                execute(
                    "UPDATE entries SET kind = 'deal' WHERE table_id = ? AND kind = 'move' AND n > 1400",
                    table,
                )
                and None
            )
        )
        await store.close()
        async with serving(tmp_path) as running:
            own = Rest(running.address, created["secret"])
            with pytest.raises(Exception, match="does not follow the rules"):
                await own("GET", f"/tables/{table}")

    asyncio.run(scene())


def test_nothing_reads_more_of_a_journal_at_once_than_others_can_wait_for(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "mu", 4)
        store = running.service.hall.store
        await running.service.hall.close_tables()
        await lengthened(store, created["table"]["id"], 1_600, Random(5))
        stored = await store.load(created["table"]["id"])
        assert stored is not None
        assert len(stored.entries) <= ENTRIES_AT_ONCE
        assert len(await store.entries(created["table"]["id"], 0)) == ENTRIES_AT_ONCE

    act(tmp_path, scene)


def test_a_snapshot_holds_no_more_the_longer_a_match_is() -> None:
    game = games.with_rounds(games.get("haggis", 2), 1000)
    played = Played(Journal("t", game), Random(2))
    while len(played.snapshots) < 120:
        played.step()
    sizes = [len(one.body) for one in played.snapshots]
    assert max(sizes) < 3 * sizes[20] < 30_000


def test_a_snapshot_holds_no_more_the_longer_a_table_is() -> None:
    game = games.with_rounds(games.get("haggis", 2), 2)
    played = Played(Journal("t", game), Random(2))
    while played.journal.match_number < 60:
        played.step()
    sizes = [len(one.body) for one in played.snapshots if one.deal == 2]
    assert max(sizes[-10:]) < 2 * max(sizes[:10]), "what one match needs, and nothing of those before"
    assert len(played.journal._done) < 400


def test_a_snapshot_of_something_else_is_refused() -> None:
    journal = journal_of("table", "haggis", 2)
    with pytest.raises(DoesNotReplay):
        journal.resume(Snapshot.of(3, 1, 1, {"match": {}}))
