"""A database that cannot be reached: 503 with `Retry-After` at every address, WebSockets come back."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from tests.server.harness import Running, act
from tests.server.routes import BODIES, ask, filled, opened, routes
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stramash.client import Rest
from stramash.server.http.problems import add_problem_handlers
from stramash.server.store.base import StoreError
from stramash.server.store.sqlite import SqliteStore
from stramash.server.table.play.entries import DoesNotReplay
from stramash.wire.protocol import CLOSE_COME_BACK

NEEDS_STORE = ("/api/tables", "/api/evenings")
FORGET_COOKIE = ("DELETE", "/api/tables/{table_id}/session")


class Flaky(SqliteStore):
    """A store whose database can go away."""

    is_gone = False

    async def _ask(self, work: Any) -> Any:
        if self.is_gone:
            raise StoreError("no route to the database")
        return await super()._ask(work)


@pytest.mark.parametrize("is_in_memory", [True, False])
def test_every_route_answers_although_the_store_does_not(tmp_path: Path, is_in_memory: bool) -> None:
    store = Flaky(tmp_path / "tables.sqlite3")

    async def scene(running: Running) -> None:
        values, key, secret = await opened(running)
        hall = running.service.hall
        seen = 0
        for method, path in routes():
            store.is_gone = False
            if is_in_memory:
                await Rest(running.address, secret)("GET", f"/tables/{values['table_id']}")
            elif values["table_id"] in hall.tables:
                await hall._unload(hall.tables[values["table_id"]], "moved")
            store.is_gone = True
            if path == "/readyz":
                hall._probed_at = -1e9
            own = key if path.startswith("/api/evenings") else secret
            url = running.address + filled(path, values)
            status, headers, body = await asyncio.to_thread(ask, method, url, own, BODIES.get(path, {}))
            assert status in range(200, 500) or status == 503, (method, path, status)
            if status == 503:
                assert int(headers["Retry-After"]) > 0, (method, path)
                if path.startswith("/api/"):
                    assert json.loads(body)["code"] == "unavailable"
            is_asked = path.startswith(NEEDS_STORE) and not is_in_memory
            if is_asked and (method, path) != FORGET_COOKIE:
                assert status == 503, (method, path, body)
                seen += 1
        store.is_gone = False
        assert is_in_memory or seen > 30

    act(tmp_path, scene, store=store)


@pytest.mark.parametrize(
    "path",
    ["/api/tables", "/api/evenings/{evening}", "/api/tables/{table_id}/evening",
     "/api/tables/{table_id}/evening/1/1/replay"],
)  # fmt: skip
def test_what_is_read_from_the_store_each_time_is_503_while_it_is_gone(tmp_path: Path, path: str) -> None:
    store = Flaky(tmp_path / "tables.sqlite3")

    async def scene(running: Running) -> None:
        values, key, secret = await opened(running)
        store.is_gone = True
        own = key if path.startswith("/api/evenings") else secret
        status, headers, _ = await asyncio.to_thread(
            ask, "GET", running.address + filled(path, values), own, None
        )
        store.is_gone = False
        assert (status, int(headers["Retry-After"]) > 0) == (503, True)

    act(tmp_path, scene, store=store)


def test_a_websocket_is_asked_to_come_back_and_not_cut_off(tmp_path: Path) -> None:
    store = Flaky(tmp_path / "tables.sqlite3")

    async def scene(running: Running) -> None:
        values, _, secret = await opened(running)
        hall = running.service.hall
        await hall._unload(hall.tables[values["table_id"]], "moved")
        store.is_gone = True
        url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{values['table_id']}/ws"
        headers = {"Authorization": f"Bearer {secret}"}
        async with connect(url, additional_headers=headers, proxy=None) as socket:
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == CLOSE_COME_BACK
        store.is_gone = False

    act(tmp_path, scene, store=store)


def test_what_does_not_replay_on_the_way_is_no_fault_of_the_server() -> None:
    app = FastAPI()
    add_problem_handlers(app)

    @app.get("/")
    async def read() -> None:
        raise DoesNotReplay(3, "no JSON")

    async def run() -> None:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            answer = await client.get("/")
            assert (answer.status_code, answer.json()["code"]) == (409, "quarantined")

    asyncio.run(asyncio.wait_for(run(), 30))
