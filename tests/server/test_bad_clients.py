"""Bad clients: they get typed errors or are sent away, and nobody else notices."""

import asyncio
import contextlib
import json
import resource
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans
from schemathesis.core.result import Ok
from tests.server.harness import Running, create, fill, play_randomly, serving, start
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from stramash.client import Rest, RestError, SeatClient
from stramash.server.protocol import basics, messages
from stramash.wire.protocol import CLOSE_SLOW

MESSAGES = 10_000
SILENT = 1_000


@contextlib.asynccontextmanager
async def raw(
    running: Running, table: str, secret: str | None, **options: Any
) -> AsyncIterator[ClientConnection]:
    url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{table}/ws"
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    options.setdefault("close_timeout", 0.5)
    async with connect(url, additional_headers=headers, proxy=None, compression=None, **options) as socket:
        yield socket


HELLO = '{"type": "hello", "protocol": 1, "mode": "events"}'


def garbage(rng: Random, good: list[str]) -> str | bytes:
    """Something that no client should send."""
    kind = rng.randrange(12)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return "".join(chr(rng.randrange(32, 0xD7FF)) for _ in range(rng.randrange(100)))
    if kind == 2:
        return "[" * 5000 + "]" * 5000
    if kind == 3:
        return '{"type":' * 3000
    if kind == 4:
        return json.dumps(
            {"type": "move", "id": "x" * rng.randrange(200), "decision": -1, "move": "pass", "cards": 3}
        )
    if kind == 5:
        return json.dumps({"type": "move", "id": "a", "decision": 10**30, "move": 7})
    if kind == 6:
        return json.dumps({"type": rng.choice(["move", "take_back", "cut", "nothing", None, 3, []])})
    if kind == 7:
        cards = ["7r"] * rng.randrange(40)
        return json.dumps({"type": "readings", "id": "r", "decision": None, "cards": cards})
    if kind == 8:
        move = "play " + "7r " * rng.randrange(100)
        return json.dumps({"type": "check", "id": "c", "decision": rng.randrange(9), "move": move})
    if kind == 9:
        return json.dumps({"type": "cut", "id": "k", "match": 1, "deal": rng.randrange(3), "cut": "\u202e"})
    text = rng.choice(good)
    if kind == 10 and text:
        place = rng.randrange(len(text))
        return text[:place] + chr(rng.randrange(32, 127)) + text[place + 1 :]
    return text  # replayed, out of order, for a decision long past


def test_a_flood_of_garbage_hurts_nobody_else(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as running:
            victim = await create(running, "haggis", 2)
            others = await create(running, "mu", 3)
            victim_secrets, other_secrets = await fill(running, victim), await fill(running, others)
            await start(running, victim)
            await start(running, others)
            table = victim["table"]["id"]
            good = [
                json.dumps({"type": "move", "id": str(n), "decision": n, "move": "pass", "cards": None})
                for n in range(9)
            ]
            good += [json.dumps({"type": "take_back", "id": f"t{n}", "n": n}) for n in range(9)]
            good += ['{"type": "legal", "id": "l", "decision": 9}', '{"type": "ping", "id": "p"}', HELLO]
            before = running.service.hall.tables[table].journal.match
            assert before is not None
            async with contextlib.AsyncExitStack() as stack:
                clients = [
                    await stack.enter_async_context(
                        SeatClient(running.address, others["table"]["id"], secret)
                    )
                    for secret in other_secrets
                ]
                playing = [asyncio.create_task(play_randomly(c, Random(i))) for i, c in enumerate(clients)]
                await asyncio.gather(
                    *(
                        flood(running, table, secret, Random(i), good)
                        for i, secret in enumerate(victim_secrets)
                    )
                )
                await asyncio.gather(*playing)
            # The table that was flooded can still be played to its end.
            async with contextlib.AsyncExitStack() as stack:
                clients = [
                    await stack.enter_async_context(SeatClient(running.address, table, secret))
                    for secret in victim_secrets
                ]
                await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))
            assert await running.rest("GET", "/server")

    asyncio.run(asyncio.wait_for(run(), 170))


async def flood(running: Running, table: str, secret: str, rng: Random, good: list[str]) -> None:
    """Half of the messages; reconnects when sent away."""
    sent = 0
    while sent < MESSAGES // 2:
        with contextlib.suppress(ConnectionClosed):
            async with raw(running, table, secret) as socket:
                await socket.send(HELLO)
                reader = asyncio.create_task(only_typed_answers(socket))
                try:
                    for _ in range(400):
                        sent += 1
                        await socket.send(garbage(rng, good))
                finally:
                    reader.cancel()
                    with contextlib.suppress(asyncio.CancelledError, ConnectionClosed):
                        await reader


async def only_typed_answers(socket: ClientConnection) -> None:
    while True:
        messages.SERVER_MESSAGE.validate_json(await socket.recv())


def test_huge_messages_and_strangers_are_sent_away(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as running:
            created = await create(running, "haggis", 2)
            table = created["table"]["id"]

            async def code(secret: str | None, *messages: str, where: str = table) -> int | None:
                async with raw(running, where, secret) as socket:
                    with contextlib.suppress(ConnectionClosed):
                        for message in messages:
                            await socket.send(message)
                        while True:
                            await socket.recv()
                return socket.close_code

            assert await code(created["secret"], HELLO, "x" * 70_000) == 1009
            assert await code(None, HELLO) == 4403
            assert await code("A" * 22, HELLO) == 4403
            assert await code(created["invite"], HELLO) == 4403
            assert await code(created["watch"], HELLO) == 4403
            assert await code(created["secret"], "hello") == 4400
            assert await code(created["secret"], '{"type": "hello", "protocol": 99}') == 4400
            assert await code(created["secret"], HELLO, where="aaaaaaaaaaaa") == 4404
            with pytest.raises(InvalidStatus, match="403"):
                async with raw(running, table, created["secret"], origin="http://evil.example"):
                    pass
            own = running.address
            async with raw(running, table, created["secret"], origin=own) as socket:
                await socket.send(HELLO)
                assert json.loads(await socket.recv())["type"] == "welcome"

    asyncio.run(asyncio.wait_for(run(), 60))


def test_too_many_messages_too_fast_are_refused(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, messages_per_second=1.0) as running:
            created = await create(running, "haggis", 2)
            codes = []
            async with raw(running, created["table"]["id"], created["secret"]) as socket:
                await socket.send(HELLO)
                with contextlib.suppress(ConnectionClosed):
                    for number in range(300):
                        await socket.send(json.dumps({"type": "ping", "id": str(number)}))
                    while True:
                        codes.append(json.loads(await socket.recv())["type"])
            assert codes.count("pong") < 10
            assert "refused" in codes
            assert socket.close_code == 4429

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_client_that_never_reads_is_closed_and_the_others_play_on(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as running:
            created = await create(running, "haggis-classic", 2)
            secrets = await fill(running, created)
            table = running.service.hall.tables[created["table"]["id"]]
            await start(running, created)
            turn = table.journal.waiting
            async with contextlib.AsyncExitStack() as stack:
                # It asks for long lists and reads nothing of the answers.
                (leader,) = turn
                lazy = await stack.enter_async_context(raw(running, table.id, secrets[leader], max_queue=1))
                await lazy.send(HELLO)
                while not len(table.audience):
                    await asyncio.sleep(0.01)
                (connection,) = table.audience
                number = 0
                asked = table.journal.asked(leader)
                while connection.close_code is None:
                    number += 1
                    form = {"type": "legal", "id": str(number), "decision": asked}
                    await lazy.send(json.dumps(form))
                    assert connection.waiting <= 256
                    await asyncio.sleep(0.01)  # the server lives in the same loop
                assert connection.close_code == CLOSE_SLOW
                while table.audience.is_present(leader):  # it is no longer taken to be here
                    await asyncio.sleep(0.01)
                clients = [
                    await stack.enter_async_context(SeatClient(running.address, table.id, secret))
                    for secret in secrets
                ]
                await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))
                for client in clients:
                    assert client.reconnections == 0

    asyncio.run(asyncio.wait_for(run(), 150))


def test_many_silent_connections_are_no_burden(tmp_path: Path) -> None:
    # Both ends of each are in this process, and some systems let a process open no more than 1,024 files.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < 4 * SILENT:
        most = 4 * SILENT if hard == resource.RLIM_INFINITY else min(4 * SILENT, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))

    async def run() -> None:
        async with serving(tmp_path) as running:
            created = await create(running, "haggis", 2)
            secrets = await fill(running, created)
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(SILENT):  # they never even say hello
                    await stack.enter_async_context(raw(running, created["table"]["id"], secrets[0]))
                clients = [
                    await stack.enter_async_context(SeatClient(running.address, created["table"]["id"], s))
                    for s in secrets
                ]
                await start(running, created)
                await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))

    asyncio.run(asyncio.wait_for(run(), 90))


def test_limits_headers_and_cookies(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, tables_per_address=2) as running:
            created = await create(running, "haggis", 2)
            await create(running, "haggis", 2)
            with pytest.raises(RestError, match="too-many"):
                await create(running, "haggis", 2)
            path = f"/tables/{created['table']['id']}"
            opener = running.rest._opener
            import urllib.request  # noqa: PLC0415

            def fetch(method: str, where: str, body: bytes | None = None, **headers: str) -> Any:
                kind = {"Content-Type": "application/json"}
                request = urllib.request.Request(
                    running.address + where, body, {**kind, **headers}, method=method
                )
                with opener.open(request) as answer:
                    return answer.headers, answer.read().decode()

            secret = json.dumps({"secret": created["secret"]}).encode()
            headers, _ = await asyncio.to_thread(fetch, "POST", f"/api{path}/session", secret)
            cookie = headers["Set-Cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            assert f"Path=/api{path}" in cookie
            assert headers["Content-Security-Policy"].startswith("default-src 'self'")
            assert headers["Cache-Control"] == "no-store"
            _, text = await asyncio.to_thread(fetch, "GET", f"/api{path}", Cookie=cookie.split(";")[0])
            assert json.loads(text)["table"]["id"] == created["table"]["id"]
            for where in ("/", "/api/docs", "/t/abc", "/healthz", "/metrics"):
                _, text = await asyncio.to_thread(fetch, "GET", where)
                assert "<script" not in text or "src=" in text
                assert "http://" not in text.replace("http://www.w3.org", "")
                assert "https://" not in text
                assert created["secret"] not in text
            rest = Rest(running.address)
            with pytest.raises(RestError, match="413"):
                await rest("POST", "/tables", {"name": "x" * 70_000})
            with pytest.raises(RestError, match="404"):
                await rest("GET", "/nothing")

    asyncio.run(asyncio.wait_for(run(), 60))


@contextlib.contextmanager
def serving_in_a_thread(folder: Path) -> Iterator[str]:
    """The address of a server that runs beside this thread."""
    started: Future[str] = Future()
    stop = threading.Event()

    async def run() -> None:
        async with serving(folder) as running:
            created = await create(running, "haggis", 2, settings={"public": True})
            await fill(running, created)
            started.set_result(running.address)
            while not stop.is_set():
                await asyncio.sleep(0.02)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    try:
        yield started.result(30)
    finally:
        stop.set()
        thread.join()


def test_no_request_breaks_the_api(tmp_path: Path) -> None:
    """Requests made up from the description, right and wrong ones: never a 5xx, always a Problem."""
    with serving_in_a_thread(tmp_path) as address:
        described = schemathesis.openapi.from_url(f"{address}/openapi.json")
        tables = [table["id"] for table in Rest(address).ask("GET", "/tables")["tables"]]
        operations = [result.ok() for result in described.get_all_operations() if isinstance(result, Ok)]
        assert len(operations) > 20
        for operation in operations:

            @settings(
                max_examples=10,
                deadline=None,
                suppress_health_check=list(HealthCheck),
                database=None,
                derandomize=True,
            )
            @given(case=operation.as_strategy(), is_known=booleans())
            def check(case: Any, is_known: bool) -> None:
                if is_known and "table_id" in (case.path_parameters or {}):
                    case.path_parameters["table_id"] = tables[0]
                answer = case.call(base_url=address)
                assert answer.status_code < 500, (answer.status_code, answer.text)
                if answer.status_code >= 400 and case.path.startswith("/api/"):
                    basics.Problem.model_validate_json(answer.content)

            check()
        assert Rest(address).ask("GET", "/server")["protocol"] == 1
