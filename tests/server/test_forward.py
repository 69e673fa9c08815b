"""A request for a table that another process owns reaches it, and nobody else's trouble reaches back."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import Running, create, fill, play_randomly, serving, start
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stramash.client import Rest, RestError, SeatClient
from stramash.server.config import Config
from stramash.server.http.guard import HOP, HOP_FOR, Guard
from stramash.server.store.base import HeldBy, Owner
from stramash.server.store.sqlite import SqliteStore
from stramash.wire.protocol import CLOSE_COME_BACK


class Elsewhere(SqliteStore):
    """A store in which every table belongs to another process."""

    owner = HeldBy("", "")

    async def claim(self, table: str, owner: Owner) -> HeldBy:
        return self.owner


@contextlib.asynccontextmanager
async def two_servers(folder: Path) -> AsyncIterator[tuple[Running, Running]]:
    """One that owns all tables, and one that passes everything on to it."""
    store = Elsewhere(folder / "b" / "tables.sqlite3")
    async with serving(folder / "a") as owner, serving(folder / "b", store=store) as other:
        store.owner = HeldBy(owner.address, owner.service.hall.owner.name)
        yield owner, other


def test_a_match_is_played_through_another_process(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_servers(tmp_path) as (owner, other), contextlib.AsyncExitStack() as stack:
            created = await create(owner, "haggis", 2)
            table = created["table"]["id"]
            secrets = await fill(other, created)  # joins through the other one
            host = Rest(other.address, secrets[0])
            assert (await host("GET", f"/tables/{table}"))["table"]["id"] == table
            await start(other, created)
            clients = [
                await stack.enter_async_context(SeatClient(running.address, table, secret))
                for running, secret in zip((other, owner), secrets, strict=True)
            ]
            await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))
            assert "scores" in await host("GET", f"/tables/{table}/matches/1/record")
            with pytest.raises(RestError, match="not-open"):
                await host("POST", f"/tables/{table}/start")
            with pytest.raises(RestError, match="404"):  # what is odd about an address stays so
                await host("GET", f"/tables/{table}/%C3%A9?%C3%A9=%20%00")

    asyncio.run(asyncio.wait_for(run(), 60))


def test_an_owner_that_cannot_be_reached_means_come_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with two_servers(tmp_path) as (owner, other):
            created = await create(owner, "haggis", 2)
            path = f"/tables/{created['table']['id']}"
            for address in ("http://127.0.0.1:9", other.address):  # nobody there; it thinks the same of us
                other.service.hall.store.owner = HeldBy(address, "x")  # type: ignore[attr-defined]
                with pytest.raises(RestError, match="503 unavailable"):
                    await Rest(other.address, created["secret"])("GET", path)
                url = f"{other.address.replace('http', 'ws', 1)}/api{path}/ws"
                async with connect(url, proxy=None) as socket:
                    with pytest.raises(ConnectionClosed) as closed:
                        await socket.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == CLOSE_COME_BACK

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize(("name", "counted"), [("secret", "10.1.2.3"), ("guessed", "10.0.0.1")])
def test_a_request_counts_for_where_it_came_from_if_a_peer_says_so(name: str, counted: str) -> None:
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    headers = [(HOP.encode(), name.encode()), (HOP_FOR.encode(), b"10.1.2.3")]
    for kind in ("http", "websocket"):
        scope = {"type": kind, "method": "GET", "path": "/", "client": ("10.0.0.1", 1), "headers": headers}
        asyncio.run(Guard(app, Config(), "secret")(scope, None, None))  # type: ignore[arg-type]
    assert seen == [counted] * 2
