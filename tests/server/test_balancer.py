"""Several processes behind a balancer: a table is at one of them, and goes on when that one hangs or dies."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.balancer import PROGRAM, WHY_NOT, balanced
from tests.server.harness import serving
from tests.server.postgresql import STORES, fresh_database
from tests.server.processes import ServerProcess, server_process
from tests.server.test_kill import KILLS, check_record, players_at, seat_four

from stramash.client import Rest
from stramash.server.store.postgres import PostgresStore

DATABASES = ["postgres"] if "postgres" in STORES else []
BALANCED = pytest.mark.skipif(PROGRAM is None, reason=WHY_NOT)


@contextlib.asynccontextmanager
async def two_behind_one(folder: Path, url: str) -> AsyncIterator[tuple[list[ServerProcess], str]]:
    async with (
        server_process(folder / "a", url) as one,
        server_process(folder / "b", url) as two,
        balanced(folder, [one.port, two.port]) as address,
    ):
        yield [one, two], address


async def tables_at(server: ServerProcess) -> int:
    return int((await asyncio.to_thread(_health, server.address))["tables"])


def _health(address: str) -> Any:
    rest = Rest(address)
    rest.server += "/healthz?"  # the rest of the path is no matter
    return rest.ask("GET", "")


@BALANCED
@pytest.mark.parametrize("name", [f"{store}_killed" for store in DATABASES])
def test_the_owner_is_killed_and_the_other_takes_over(tmp_path: Path, postgres: str, name: str) -> None:
    url, kills = fresh_database(postgres, name), (KILLS + 1) // 2

    async def run() -> None:
        async with two_behind_one(tmp_path, url) as (servers, address):
            table, secrets = await seat_four(address, "mu", {"rounds": str(min(20, 1 + kills))})
            async with players_at([address], table, secrets) as players:
                playing = [asyncio.create_task(player.play(0.02)) for player in players]
                for number in range(kills):
                    await asyncio.sleep(0.5)
                    owner = servers[number % 2]
                    await owner.kill()
                    await asyncio.sleep(1.5)  # its lease runs out; whoever survives has the table now
                    await owner.start()
                await asyncio.gather(*playing)
            await check_record(address, table, secrets[0], players)

    asyncio.run(asyncio.wait_for(run(), 120 + 15 * kills))


@BALANCED
@pytest.mark.parametrize("name", [f"{store}_hung" for store in DATABASES])
def test_one_that_hangs_keeps_no_table_and_stalls_none(tmp_path: Path, postgres: str, name: str) -> None:
    url = fresh_database(postgres, name)

    async def run() -> None:
        async with two_behind_one(tmp_path, url) as (servers, address), contextlib.AsyncExitStack() as stack:
            tables = []
            while not all([await tables_at(server) for server in servers]):
                table, secrets = await seat_four(address, "mu", {"rounds": "1"})
                tables.append((table, secrets, await stack.enter_async_context(
                    players_at([address], table, secrets)
                )))  # fmt: skip
            hung = servers[0]
            assert hung.process is not None
            os.kill(hung.process.pid, signal.SIGSTOP)
            try:  # every match is played to its end, those of the hung one too
                await asyncio.gather(*(player.play(0.0) for _, _, players in tables for player in players))
            finally:
                os.kill(hung.process.pid, signal.SIGCONT)
            for table, secrets, players in tables:
                await check_record(address, table, secrets[0], players)

    asyncio.run(asyncio.wait_for(run(), 120))


@pytest.mark.parametrize("name", [f"{store}_asked" for store in DATABASES])
def test_a_table_is_handed_over_when_another_process_is_asked_for_it(
    tmp_path: Path, postgres: str, name: str
) -> None:
    url = fresh_database(postgres, name)

    async def run() -> None:
        async with (
            serving(tmp_path / "a", store=PostgresStore(url), lease_seconds=0.6) as one,
            serving(tmp_path / "b", store=PostgresStore(url), lease_seconds=0.6) as two,
        ):
            table, secrets = await seat_four(one.address, "mu", {"rounds": "1"})
            assert list(one.service.hall.tables) == [table]
            for there, gone in ((two, one), (one, two)):
                state = await Rest(there.address, secrets[1])("GET", f"/tables/{table}")
                assert state["table"]["stage"] == "playing"
                assert list(there.service.hall.tables) == [table]
                while gone.service.hall.tables:  # it hears of it with its next renewal at the latest
                    await asyncio.sleep(0.05)

    asyncio.run(asyncio.wait_for(run(), 60))
