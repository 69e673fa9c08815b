"""Spectators fill what there is room for; who plays comes in, comes back, and sits down all the same."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Running, act, as_host, create, refused, start
from tests.server.test_hosting import as_seat
from tests.server.test_who_may_act import HELLO
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from stramash.client import Rest, RestError, SeatClient
from stramash.server.http.limits import KEPT_IN_ALL, KEPT_OF_AN_ADDRESS, Counted, room_to_watch
from stramash.server.table.people import audience, roster


async def crowd(running: Running, created: dict[str, Any], stack: contextlib.AsyncExitStack) -> int:
    """Spectators, until no more are let in; how many are."""
    table, found = created["table"]["id"], 0
    wish = {"name": "Eve", "watch": True, "invite": created["watch"]}
    with contextlib.suppress(ConnectionClosed, InvalidStatus, RestError):
        while True:
            secret = (await running.rest("POST", f"/tables/{table}/join", wish))["secret"]
            url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{table}/ws"
            headers = {"Authorization": f"Bearer {secret}"}
            socket = await stack.enter_async_context(
                connect(url, additional_headers=headers, proxy=None, max_queue=None)  # nobody reads it
            )
            await socket.send(HELLO)
            if json.loads(await socket.recv())["type"] != "welcome":
                break
            found += 1
    return found


async def many(rest: Rest, path: str) -> int:
    """Requests, until one is too many; how many were answered."""
    found = 0
    with contextlib.suppress(RestError):
        while True:
            await rest("GET", path)
            found += 1
    return found


async def plays_on(running: Running, created: dict[str, Any]) -> None:
    """The host comes, reloads, and somebody sits down by invitation and comes."""
    table, path = created["table"]["id"], f"/tables/{created['table']['id']}"
    for _ in range(2):
        async with SeatClient(running.address, table, created["secret"]) as own:
            assert own.seat == 0
            async with SeatClient(running.address, table, created["secret"]) as second_device:
                assert second_device.seat == 0
    bob = await running.rest("POST", f"{path}/join", {"name": "Bob", "invite": created["invite"]})
    for _ in range(2):
        async with SeatClient(running.address, table, bob["secret"]) as other:
            assert other.seat == 1
    await start(running, created)


def test_a_table_full_of_spectators_has_room_for_those_who_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "MOST_SPECTATORS", 5)

    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        async with contextlib.AsyncExitStack() as stack:
            assert await crowd(running, created, stack) == 5
            await plays_on(running, created)

    act(tmp_path, scene)


def test_a_table_with_all_spectators_it_knows_has_room_for_those_who_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(roster, "MOST_WATCHERS", 5)

    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        async with contextlib.AsyncExitStack() as stack:
            assert await crowd(running, created, stack) == 5
            await plays_on(running, created)

    act(tmp_path, scene)


def test_an_address_full_of_spectators_has_room_for_those_who_play_there(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        async with contextlib.AsyncExitStack() as stack:
            assert await crowd(running, created, stack) == 8
            await plays_on(running, created)

    act(tmp_path, scene, connections_per_address=16)


def test_a_server_full_of_spectators_has_room_for_those_who_play(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        async with contextlib.AsyncExitStack() as stack:
            assert await crowd(running, created, stack) == 15
            await plays_on(running, created)

    act(tmp_path, scene, most_connections=20)


def test_a_host_who_only_watches_is_no_spectator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "MOST_SPECTATORS", 3)

    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2, places=[{"kind": "person"}, {"kind": "person"}])
        async with contextlib.AsyncExitStack() as stack:
            assert await crowd(running, created, stack) == 3
            async with SeatClient(running.address, created["table"]["id"], created["secret"]) as host:
                assert host.table["watching"] == 4

    act(tmp_path, scene)


def test_requests_of_others_at_an_address_keep_nobody_from_a_seat(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        path = f"/tables/{created['table']['id']}"
        wish = {"name": "Eve", "watch": True, "invite": created["watch"]}
        eve = as_seat(running, (await running.rest("POST", f"{path}/join", wish))["secret"])
        await many(eve, path)
        assert await refused(running.rest("GET", path)) == "too-many"
        assert await refused(eve("GET", path)) == "too-many"
        # The seat comes in and acts; there is an end to that as well.
        async with SeatClient(running.address, created["table"]["id"], created["secret"]) as own:
            assert own.seat == 0
        assert await many(as_host(running, created), path) < 10
        assert await refused(as_host(running, created)("GET", path)) == "too-many"

    act(tmp_path, scene, requests_per_second=0.5)


def test_some_room_is_always_kept() -> None:
    assert [room_to_watch(most, KEPT_OF_AN_ADDRESS) for most in (1, 2, 3, 500)] == [1, 1, 2, 250]
    assert [room_to_watch(most, KEPT_IN_ALL) for most in (16, 10_000)] == [12, 7_500]


def test_what_is_counted_is_counted_down() -> None:
    counted = Counted(2, in_all=3)
    assert [counted.enter(address) for address in "aaabb"] == [True, True, False, True, False]
    counted.leave("c")
    assert not counted.enter("b")
    counted.leave("a")
    assert counted.enter("b")
    assert not counted.enter("a")
