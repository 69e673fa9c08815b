"""Whom a process takes a table from another one for: people of that table, and nobody else."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Running, act, as_host, create, fill, refused, serving
from tests.server.postgresql import STORES, fresh_database
from tests.server.routes import BODIES, ask, filled, opened, routes
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from stramash.client import Rest
from stramash.server.store.base import Claim, HeldBy, Owner
from stramash.server.store.postgres import PostgresStore
from stramash.server.store.sqlite import SqliteStore

DATABASES = ["postgres"] if "postgres" in STORES else []
STRANGERS = ["", "x" * 22]


class Claiming(SqliteStore):
    """A store that remembers who claimed what."""

    claimed: list[str]

    async def claim(self, table: str, owner: Owner) -> Claim | HeldBy | None:
        self.claimed.append(table)
        return await super().claim(table, owner)


@contextlib.asynccontextmanager
async def unloaded(running: Running, table: str) -> AsyncIterator[None]:
    hall = running.service.hall
    if table in hall.tables:
        await hall._unload(hall.tables[table], "moved")
    yield


@pytest.mark.parametrize("secret", STRANGERS)
def test_no_route_claims_a_table_for_a_stranger(tmp_path: Path, secret: str) -> None:
    store = Claiming(tmp_path / "tables.sqlite3")
    store.claimed = []

    async def scene(running: Running) -> None:
        values, _, _ = await opened(running)
        async with unloaded(running, values["table_id"]):
            for method, path in routes():
                if not path.startswith("/api/tables/{table_id}"):
                    continue
                body = BODIES.get(path, {})
                url = running.address + filled(path, values)
                status, _, _ = await asyncio.to_thread(ask, method, url, secret, body)
                forgets = (method, path) == ("DELETE", "/api/tables/{table_id}/session")
                assert status in (200 if forgets else 403, 422), (method, path, status)
            url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{values['table_id']}/ws"
            headers = {"Authorization": f"Bearer {secret}"} if secret else {}
            async with connect(url, additional_headers=headers, proxy=None) as socket:
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == 4403
        assert store.claimed == []

    act(tmp_path, scene, store=store)


def test_every_link_opens_its_table(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2, settings={"public": False})
        path, host = f"/tables/{created['table']['id']}", as_host(running, created)
        for secret in (created["secret"], created["invite"], created["watch"]):
            async with unloaded(running, created["table"]["id"]):
                await Rest(running.address, secret)("GET", path)
        async with unloaded(running, created["table"]["id"]):
            await running.rest("POST", f"{path}/session", {"secret": created["secret"]})
        for wish in ({"watch": True, "invite": created["watch"]}, {"invite": created["invite"]}):
            async with unloaded(running, created["table"]["id"]):
                await running.rest("POST", f"{path}/join", {"name": "Bob", **wish})
        settings = (await host("GET", path))["table"]["settings"]
        await host("PUT", f"{path}/settings", {**settings, "public": True})
        async with unloaded(running, created["table"]["id"]):
            await running.rest("GET", path)

    act(tmp_path, scene)


@pytest.mark.parametrize("name", [f"{store}_stranger" for store in DATABASES])
def test_a_stranger_does_not_move_a_table_between_processes(tmp_path: Path, postgres: str, name: str) -> None:
    url = fresh_database(postgres, name)
    settings: dict[str, Any] = {"lease_seconds": 0.5}

    async def run() -> None:
        async with (
            serving(tmp_path / "a", store=PostgresStore(url), **settings) as one,
            serving(tmp_path / "b", store=PostgresStore(url), **settings) as two,
        ):
            created = await create(one, "haggis", 2)
            secrets = await fill(one, created)
            table = created["table"]["id"]
            await Rest(one.address, secrets[0])("GET", f"/tables/{table}")
            held = one.service.hall.tables[table]
            while asyncio.get_running_loop().time() - held.opened <= one.service.hall.owner.ttl:
                await one.service.hall.store.count()  # until it would be handed over
            for secret in STRANGERS:
                stranger = Rest(two.address, secret or None)
                assert await refused(stranger("GET", f"/tables/{table}")) == "forbidden"
                assert await refused(stranger("POST", f"/tables/{table}/start")) == "forbidden"
            renewed = await one.service.hall.store.renew(one.service.hall.owner)
            assert renewed.wanted == frozenset()
            assert one.service.hall.tables == {table: held}
            assert not two.service.hall.tables

    asyncio.run(asyncio.wait_for(run(), 60))
