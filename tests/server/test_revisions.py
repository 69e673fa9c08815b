"""Tables that were opened under an earlier revision of the rules go on under it."""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.records.revising import LATER, revise
from tests.server.conftest import MakeStore
from tests.server.harness import Running, act, create, fill, play_randomly, serving, start

from stramash import games, records
from stramash.client import ClientError, Rest, RestError, SeatClient
from stramash.core.errors import RulesError
from stramash.fairness import proof
from stramash.server.store.sql import SqlStore
from stramash.server.table.people.roster import Roster
from stramash.server.table.table import Table


async def rewrite(store: SqlStore, table: str, **changes: Any) -> None:
    """Change the stored document of a table; None takes an entry out."""
    stored = await store.load(table)
    assert stored is not None
    doc = {key: value for key, value in {**stored.doc, **changes}.items() if value is not None}
    statement = "UPDATE documents SET doc = ? WHERE table_id = ?"
    await store._ask(lambda execute: execute(statement, json.dumps(doc), table) and None)


async def put_down(running: Running, table: str) -> None:
    """Let go of a table, so that it is read from the store next time."""
    hall = running.service.hall
    if table in hall.tables:
        await hall._unload(hall.tables[table], "moved")


@pytest.mark.parametrize(("game", "seats", "reading"), [("mu", 4, ("overtaken_crown", "equal"))])
def test_a_table_of_an_earlier_revision_goes_on_under_it(
    make_store: MakeStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    seats: int,
    reading: tuple[str, str],
) -> None:
    async def run() -> None:
        store = make_store()
        async with serving(tmp_path, store=store, lease_seconds=0.5) as running:
            created = await create(running, game, seats)
            secrets = await fill(running, created)
            await start(running, created)
            table = created["table"]["id"]
            await put_down(running, table)
            revise(monkeypatch)
            clients = [SeatClient(running.address, table, secret) for secret in secrets]
            for client in clients:
                await client.__aenter__()
            assert clients[0].table["options"][reading[0]] == reading[1]
            assert clients[0].game is not None
            assert getattr(clients[0].game.rules, reading[0]) == reading[1]
            await asyncio.gather(
                *(play_randomly(client, Random(seat)) for seat, client in enumerate(clients))
            )
            for client in clients:
                await client.__aexit__(None, None, None)
            rest = Rest(running.address, secrets[0])
            record = await rest("GET", f"/tables/{table}/matches/1/record")
            assert f"\nrules {LATER - 1}\n" in record
            assert reading[0] not in record
            match = records.load(record)
            assert getattr(match.game.rules, reading[0]) == reading[1]
            proof.verify(match, await rest("GET", f"/tables/{table}/matches/1/proof"))

    asyncio.run(asyncio.wait_for(run(), 90))


def test_a_table_of_a_later_revision_is_quarantined_with_a_word(
    make_store: MakeStore, tmp_path: Path
) -> None:
    async def run() -> None:
        store = make_store()
        async with serving(tmp_path, store=store, lease_seconds=0.5) as running:
            created = await create(running, "mu", 4)
            table = created["table"]["id"]
            await put_down(running, table)
            await rewrite(store, table, rules=games.RULES_REVISION + 1)
            with pytest.raises(RestError, match=r"quarantined.*this stramash knows revisions 1 to"):
                await Rest(running.address, created["secret"])("GET", f"/tables/{table}")

    asyncio.run(asyncio.wait_for(run(), 60))


ABSENT: dict[str, Any] = {"again": None, "barred": [], "evening": None, "shares": {}}


def document(**changes: Any) -> dict[str, Any]:
    """What is stored of a table."""
    settings = {"public": False}
    plain = {"game": "haggis-classic", "seats": 3, "options": {}, "settings": settings, "places": []}
    return {**plain, "invite": "i", "watch": "w", "host": None, "watchers": {}, **ABSENT, **changes}


def test_a_document_of_an_earlier_revision_is_read_and_written_as_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    revise(monkeypatch)
    roster = Roster.from_doc(document(rules=LATER - 1))
    assert (roster.revision, roster.game.rules.first_out_extra) == (LATER - 1, 5)
    assert roster.game.rules.bomb_prize == "chosen-player"
    doc = roster.doc()
    assert (doc["rules"], doc["options"]) == (LATER - 1, {})
    assert Roster.from_doc(doc).game == roster.game


def test_a_document_of_the_later_revision_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    revise(monkeypatch)
    roster = Roster.from_doc(document(rules=LATER, options={"rounds": "3"}))
    assert (roster.revision, roster.game.rules.bomb_prize) == (LATER, "second-highest")
    assert roster.doc()["rules"] == LATER
    with pytest.raises(RulesError, match=f"revisions 1 to {LATER}"):
        Roster.from_doc(document(rules=LATER + 1))


@pytest.mark.parametrize(("revision", "extra"), [(LATER - 1, 5), (LATER, 0)])
def test_a_client_reads_the_options_in_the_revision_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, revision: int, extra: int
) -> None:
    revise(monkeypatch)
    told = Table.info
    monkeypatch.setattr(Table, "info", lambda table: {**told(table), "rules": revision})

    async def scene(running: Running) -> None:
        made = await create(running, "haggis-classic", 3)
        assert made["table"]["rules"] == revision
        async with SeatClient(running.address, made["table"]["id"], made["secret"]) as client:
            await client.until(lambda: client.game is not None)
            assert client.game is not None
            assert client.game.rules.first_out_extra == extra

    act(tmp_path, scene)


def test_a_client_that_does_not_know_the_revision_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Table.info
    monkeypatch.setattr(Table, "info", lambda table: {**told(table), "rules": 99})

    async def scene(running: Running) -> None:
        made = await create(running, "haggis", 2)
        client = SeatClient(running.address, made["table"]["id"], made["secret"])
        with pytest.raises(ClientError, match=r"cannot play at that table.*revisions 1 to"):
            async with client:
                await client.until(lambda: client.game is not None)

    act(tmp_path, scene)
