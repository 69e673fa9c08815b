"""Connections of all kinds at the door: silent, slow, unread, too many, flooding."""

import asyncio
import contextlib
import errno
import json
import logging
import resource
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Running, act, create
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from stramash.client import RestError, SeatClient
from stramash.server.config import Config
from stramash.server.http import door as door_module
from stramash.server.http.door import FEWEST, room
from stramash.server.logs import MOST_A_MINUTE, Sparingly
from stramash.server.metrics import TURNED_AWAY

Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]
ASK = b"GET /api/server HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextlib.asynccontextmanager
async def lines_to(running: Running, count: int, source: str = "127.0.0.1") -> AsyncIterator[list[Stream]]:
    """TCP connections that say nothing yet."""
    host, _, port = running.address.removeprefix("http://").partition(":")
    opened: list[Stream] = []
    try:
        for _ in range(count):
            opened.append(await asyncio.open_connection(host, int(port), local_addr=(source, 0)))  # noqa: PERF401
        yield opened
    finally:
        for _, writer in opened:
            writer.transport.abort()


async def is_ended(stream: Stream) -> bool:
    """Wait until the server has ended a connection."""
    with contextlib.suppress(ConnectionError):
        return await stream[0].read() == b""
    return True


async def answered(stream: Stream) -> int:
    """The status of an answer."""
    stream[1].write(ASK)
    head = await stream[0].readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r")[0])
    await stream[0].readexactly(length)
    return int(head.split()[1])


def socket_to(running: Running, created: dict[str, Any]) -> connect:
    url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{created['table']['id']}/ws"
    return connect(url, additional_headers={"Authorization": f"Bearer {created['secret']}"}, proxy=None)


async def hello(socket: ClientConnection) -> None:
    await socket.send(json.dumps({"type": "hello", "protocol": 1, "mode": "events", "since": None}))
    assert json.loads(await socket.recv())["type"] == "welcome"


def test_who_says_nothing_or_half_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_module, "SWEEP_SECONDS", 0.02)

    async def scene(running: Running) -> None:
        async with lines_to(running, 4) as (silent, half, body, again):
            half[1].write(b"GET /api/server HTTP/1.1\r\nHo")
            body[1].write(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
            assert await answered(again) == 200
            again[1].write(b"GET /ap")  # and nothing more, on a connection that was good once
            for line in (silent, half, body, again):
                assert await is_ended(line)
            assert len(running.door) == 0

    act(tmp_path, scene, request_seconds=0.3)


def test_a_silent_websocket_is_closed_and_one_that_plays_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door_module, "SWEEP_SECONDS", 0.02)

    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        async with socket_to(running, created) as socket:
            await hello(socket)
            await asyncio.sleep(0.6)  # longer than a request may take
            await socket.send('{"type": "ping", "id": "a"}')
            while json.loads(await socket.recv())["type"] != "pong":
                pass

    act(tmp_path, scene, request_seconds=0.3)


def test_a_full_house_makes_room_by_sending_the_silent_away(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        async with socket_to(running, created) as socket, lines_to(running, 1) as (good,):
            await hello(socket)
            async with lines_to(running, 60) as silent:
                assert await is_ended(silent[0])
                assert len(running.door) <= 20
                assert await running.rest("GET", "/server")
                assert await is_ended(good), "an idle connection makes room, too"
            await socket.send('{"type": "ping", "id": "a"}')
            while json.loads(await socket.recv())["type"] != "pong":
                pass

    act(tmp_path, scene, most_connections=20)


def test_connections_of_all_kinds_count_for_their_address(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        async with socket_to(running, created) as socket, lines_to(running, 4) as lines:
            await hello(socket)
            assert [await answered(line) for line in lines] == [200] * 4
            async with lines_to(running, 1) as (more,), lines_to(running, 1, "127.0.0.2") as (other,):
                assert await is_ended(more)
                assert await answered(other) == 200
        async with lines_to(running, 5) as lines:
            assert [await answered(line) for line in lines] == [200] * 5

    act(tmp_path, scene, connections_per_address=5)


@pytest.mark.parametrize("opcode", [Opcode.PING, Opcode.PONG, Opcode.CONT])
def test_frames_that_are_no_messages_count(tmp_path: Path, opcode: Opcode) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        async with socket_to(running, created) as socket:
            await hello(socket)
            before = TURNED_AWAY.labels("flood")._value.get()
            if opcode is Opcode.CONT:  # a message that never ends, of pieces that hold nothing
                socket.transport.write(Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True))
            flood = b"".join(
                Frame(opcode, b"", fin=opcode is not Opcode.CONT).serialize(mask=True) for _ in range(500)
            )
            socket.transport.write(flood)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await socket.recv()
            assert TURNED_AWAY.labels("flood")._value.get() == before + 1

    act(tmp_path, scene)


def test_what_is_never_read_has_a_bound_and_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_module, "SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(door_module, "STUCK_SECONDS", 0.2)

    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        async with socket_to(running, created) as socket, lines_to(running, 1) as (line,):
            await hello(socket)
            line[1].transport.pause_reading()  # type: ignore[attr-defined]
            socket.transport.pause_reading()
            for _ in range(100):
                line[1].write(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for n in range(600):
                if not len(running.door):
                    break
                with contextlib.suppress(ConnectionClosed):
                    await socket.send(json.dumps({"type": "x" * 4000, "id": str(n)}))
            while len(running.door):
                await asyncio.sleep(0.02)
            socket.transport.abort()

    act(tmp_path, scene)


def test_upgrades_are_limited_like_requests(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        url = f"{running.address.replace('http', 'ws', 1)}/api/tables/aaaaaa/ws"
        statuses = []
        for _ in range(15):
            try:
                async with connect(url, proxy=None) as socket:
                    with pytest.raises(ConnectionClosed):
                        await socket.recv()
            except InvalidStatus as refusal:
                statuses.append(refusal.response.status_code)
        assert statuses
        assert set(statuses) == {429}
        with pytest.raises(RestError, match="429"):
            await running.rest("GET", "/server")

    act(tmp_path, scene, requests_per_second=1.0)


def test_there_is_room_for_as_many_as_files_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [256, 1024]
    monkeypatch.setattr(resource, "getrlimit", lambda _: tuple(limits))
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.__setitem__(slice(None), new))
    assert 800 < room(10_000, 1) < 1024
    assert limits == [1024, 1024]
    assert room(50, 1) == 50
    limits[:] = [20, 20]
    assert room(10_000, 1) == FEWEST


def test_a_thousand_troubles_with_files_are_a_few_lines_in_the_log() -> None:
    spare = Sparingly()
    lines = [
        logging.LogRecord("asyncio", logging.ERROR, "x", 1, "socket.accept() out of system resource", (),
                          (OSError, OSError(errno.EMFILE, "x"), None))
        for _ in range(1000)
    ]  # fmt: skip
    assert sum(map(spare.filter, lines)) == MOST_A_MINUTE
    other = logging.LogRecord("stramash", logging.ERROR, "x", 1, "another", (), None)
    assert spare.filter(other)
    spare._seen = {key: (since - 100, count) for key, (since, count) in spare._seen.items()}
    assert spare.filter(lines[0])
    assert lines[0].left_out == 1000 - MOST_A_MINUTE  # type: ignore[attr-defined]


def test_a_club_of_thirty_behind_one_address_is_no_refusal(tmp_path: Path) -> None:
    """Thirty pages opened at once, each with a table of its own and its WebSocket, under the usual limits."""
    usual = Config()

    async def evening(running: Running) -> None:
        places = [{"kind": "person", "you": True}, {"kind": "bot", "level": "random"}]

        async def member() -> None:
            for _ in range(2):  # the front page, and once more after a reload
                for path in ("/games", "/bots", "/tables"):
                    await running.rest("GET", path)
            made = await create(running, "haggis", 2, places=places, start=True)
            async with SeatClient(running.address, made["table"]["id"], made["secret"]) as client:
                await client.until(lambda: client.view is not None)
                inside.append(client.seat)
                while len(inside) < 30:
                    await asyncio.sleep(0.01)

        inside: list[int | None] = []
        await asyncio.gather(*(member() for _ in range(30)))
        assert len(inside) == 30

    act(
        tmp_path,
        evening,
        requests_per_second=usual.requests_per_second,
        messages_per_second=usual.messages_per_second,
        tables_per_address=usual.tables_per_address,
        connections_per_address=usual.connections_per_address,
    )
