"""Coming back after a long time: the deal as it is, the rest by pages, nothing of it on the event loop."""

import asyncio
import contextlib
import json
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import Running, act, as_host, create, fill, play_randomly, refused, start
from websockets.asyncio.client import connect

from stramash.client import Rest, SeatClient
from stramash.server.http.past import archive as archive_module
from stramash.server.http.past.archive import Archive
from stramash.server.protocol.messages import HistoryForm
from stramash.server.store.sqlite import SqliteStore
from stramash.server.table.people import connection as connection_module
from stramash.server.table.play import steps as steps_module
from stramash.server.table.play.journal import Journal
from stramash.server.thinking import review as review_module

LONG = {"rounds": "6", "goal": "0"}


async def played(running: Running, stop: int = 10**9) -> tuple[dict[str, Any], list[str]]:
    """A table at which a whole match, or a part of it, was played."""
    created = await create(running, "haggis", 2, options=LONG)
    secrets = await fill(running, created)
    await start(running, created)
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(SeatClient(running.address, created["table"]["id"], secret))
            for secret in secrets
        ]
        await asyncio.gather(*(play_randomly(c, Random(i), stop) for i, c in enumerate(clients)))
        # Everybody cuts the next deck; then nothing more happens.
        await clients[0].until(lambda: all(clients[0].table["fair"]["cuts"]))
    return created, secrets


async def welcomed(running: Running, created: dict[str, Any], since: int | None) -> list[dict[str, Any]]:
    """The welcome and the updates that follow it."""
    url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{created['table']['id']}/ws"
    async with connect(
        url, additional_headers={"Authorization": f"Bearer {created['secret']}"}, proxy=None
    ) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "mode": "events", "since": since}))
        heard = [json.loads(await socket.recv())]
        while len(heard) < heard[0]["n"] - heard[0]["first"] + 2:
            message = json.loads(await socket.recv())
            if message["type"] == "update":
                heard.append(message)
    return heard


def test_who_was_away_for_long_gets_the_deal_and_is_not_sent_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "MOST_BYTES", 20_000)  # what a table of 7,000 updates is to 2 MiB

    async def scene(running: Running) -> None:
        created, secrets = await played(running)
        welcome, *updates = await welcomed(running, created, 0)
        assert welcome["first"] > 1
        past = await SeatClient(running.address, created["table"]["id"], secrets[0]).history()
        assert [update["n"] for update in past if update["kind"] == "match"] == [welcome["match_n"]]
        assert [update["n"] for update in updates] == list(range(welcome["first"], welcome["n"] + 1))
        assert updates[0]["kind"] == "deal"
        late = SeatClient(running.address, created["table"]["id"], secrets[1])
        late.n = 3  # it heard something once
        async with late:
            await late.until(lambda: late.n == late._latest)
            assert late.view is not None
            assert late.reconnections == 0

    act(tmp_path, scene)


def test_who_was_away_for_a_moment_misses_nothing(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created, _ = await played(running)
        n = (await as_host(running, created)("GET", f"/tables/{created['table']['id']}"))["table"]["n"]
        for behind in (1, 7):
            welcome, *updates = await welcomed(running, created, n - behind)
            assert [update["n"] for update in updates] == list(range(n - behind + 1, welcome["n"] + 1))
        n = welcome["n"]  # after the match the clients had still cut the next deck
        assert (await welcomed(running, created, n))[0]["first"] == n + 1
        assert (await welcomed(running, created, n + 5))[0]["first"] <= n

    act(tmp_path, scene)


def test_the_history_is_paged_and_as_the_seat_saw_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_module, "PAGE", 20)

    async def scene(running: Running) -> None:
        created, secrets = await played(running)
        path = f"/tables/{created['table']['id']}"
        heard = []
        for secret in secrets:
            client = SeatClient(running.address, created["table"]["id"], secret)
            updates = await client.history()
            assert [update["n"] for update in updates] == list(range(1, updates[-1]["n"] + 1))
            heard.append(updates)
            assert (await client.history(updates[-3]["n"])) == updates[-2:]
            page = await client.rest("GET", f"{path}/history?after=25")
            HistoryForm.model_validate(page)
            assert page["updates"][-1]["n"] - page["updates"][0]["n"] < 20
            assert all(update["decision"]["must"] is None for update in updates)
        hands = [next(u["events"] for u in updates if u["kind"] == "deal") for updates in heard]
        assert hands[0] != hands[1]
        assert await refused(Rest(running.address)("GET", f"{path}/history")) == "forbidden"

    act(tmp_path, scene)


def test_the_past_is_never_rebuilt_on_the_event_loop_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop_thread = threading.get_ident()
    built: list[str] = []

    def watched(name: str, work: Any) -> Any:
        def inner(*arguments: Any) -> Any:
            assert threading.get_ident() != loop_thread, name
            built.append(name)
            return work(*arguments)

        return inner

    monkeypatch.setattr(archive_module, "_told", watched("history", archive_module._told))
    monkeypatch.setattr(steps_module, "steps", watched("steps", steps_module.steps))
    monkeypatch.setattr(review_module, "steps", watched("steps", steps_module.steps))
    for name in ("replay", "resume"):
        monkeypatch.setattr(Journal, name, watched(name, getattr(Journal, name)))

    async def scene(running: Running) -> None:
        created, _ = await played(running)
        host, path = as_host(running, created), f"/tables/{created['table']['id']}"
        both = await asyncio.gather(*(host("GET", f"{path}/history?after=0") for _ in range(3)))
        assert both[0] == both[1] == both[2]
        for query in ("", "?deal=2&seat=1", ""):
            await host("GET", f"{path}/matches/1/replay{query}")
        await host("GET", f"{path}/matches/1/review?seat=0")
        for what in ("", "/record", "/proof", "/deals/3"):
            with contextlib.suppress(ValueError):  # a record is no JSON
                await host("GET", f"{path}/matches/1{what}")
        await host("GET", f"{path}/matches")
        hall = running.service.hall
        await hall._unload(hall.tables[created["table"]["id"]], "moved")
        await host("GET", path)

    act(tmp_path, scene)
    assert built.count("history") == 1
    assert built.count("steps") >= 2, "two replays, and the review as far as it came"
    assert "resume" in built


def test_too_many_who_look_back_are_asked_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_module, "MOST_WAITING", 2)
    monkeypatch.setattr(archive_module, "MOST_BYTES", 25)
    going = threading.Event()

    def slow() -> bytes:
        going.wait(20)
        return b"0123456789"

    async def run() -> None:
        archive = Archive(SqliteStore(tmp_path / "tables.sqlite3"))

        async def look() -> bytes:
            return await archive.work(lambda: archive.run(slow))

        first = [asyncio.create_task(archive.get(key, look)) for key in ("a", "a", "b")]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert await refused_by(archive.get("c", look)) == "unavailable"
        going.set()
        assert await asyncio.gather(*first) == [b"0123456789"] * 3
        await archive.get("c", look)
        assert list(archive._kept) == ["b", "c"]
        archive.close()

    asyncio.run(asyncio.wait_for(run(), 30))


async def refused_by(work: Any) -> str:
    from stramash.server.http.refusal import Refusal  # noqa: PLC0415

    with pytest.raises(Refusal) as found:
        await work
    return found.value.code
