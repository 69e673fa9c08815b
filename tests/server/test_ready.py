"""Ready means that a table could be created now: a disk that is full, or a file that may not grow, is not."""

import asyncio
import resource
from pathlib import Path

import pytest
from tests.server.harness import Running, act, create
from tests.server.processes import server_process
from tests.server.test_uptime import status_of

from stramash.client import Rest, RestError
from stramash.server.store.sqlite import SqliteStore
from stramash.server.table import hall as hall_module

WISH = {"game": "mu", "seats": 4, "name": "Ann"}


async def is_full(rest: Rest) -> bool:
    """Whether a table cannot be created."""
    try:
        await rest("POST", "/tables", WISH)
    except RestError as error:
        if (error.status, error.code) != (503, "unavailable"):
            raise
        return True
    return False


def test_a_database_that_may_not_grow_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall_module, "PROBE_AGAIN_SECONDS", 0.0)
    store = SqliteStore(tmp_path / "tables.sqlite3")

    async def limit(pages: int) -> int:
        return int(await store._ask(lambda run: run(f"PRAGMA max_page_count = {pages}").fetchone()[0]))

    async def scene(running: Running) -> None:
        for _ in range(3):
            assert await status_of(running.address, "/readyz") == 200
        await create(running, "mu", 4)
        now = await store._ask(lambda run: run("PRAGMA page_count").fetchone()[0])
        assert await limit(now + 4) == now + 4
        while not await is_full(running.rest):
            pass
        for _ in range(3):
            assert await status_of(running.address, "/readyz") == 503
            assert await is_full(running.rest)
        await limit(now + 400)
        for _ in range(3):
            assert await status_of(running.address, "/readyz") == 200
        assert not await is_full(running.rest)

    act(tmp_path, scene, store=store)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits the files of another process")
def test_a_full_disk_is_not_ready(tmp_path: Path) -> None:
    async def run() -> None:
        async with server_process(tmp_path) as server:
            assert server.process is not None
            _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (600_000, hard))
            while not await is_full(Rest(server.address)):
                pass
            for _ in range(3):
                while await status_of(server.address, "/readyz") != 503:
                    pass  # tried out less than a second ago
                assert await is_full(Rest(server.address))
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
            while await status_of(server.address, "/readyz") != 200:
                pass
            assert not await is_full(Rest(server.address))

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_probe_writes_more_than_a_new_table(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite3")
    log = tmp_path / "tables.sqlite3-wal"

    async def scene(running: Running) -> None:
        async def written(path: str) -> int:
            before = log.stat().st_size
            if path == "/tables":
                await running.rest("POST", path, WISH)
            else:
                await store.probe()
            return log.stat().st_size - before

        await store.probe()  # the first has none before it to take away
        tables = [await written("/tables") for _ in range(4)]
        probes = [await written("") for _ in range(4)]
        assert min(probes) > max(tables)

    act(tmp_path, scene, store=store)
