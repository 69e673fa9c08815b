"""Server processes, and the address where people come in."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from tests.server.balancer import PROGRAM, WHY_NOT, balanced
from tests.server.postgresql import fresh_database, programs, running_postgres


class House:
    """Server processes on one database."""

    def __init__(self, folder: Path, database: str = "") -> None:
        folder.mkdir(mode=0o711)
        self.folder = folder
        self.database = database
        self.address = ""
        self.servers: list[asyncio.subprocess.Process | None] = []
        self.ports: list[int] = []
        self.versions: list[int] = []
        self.orders = folder / "orders.json"
        self.log = folder / "log"

    @property
    def name(self) -> str:
        """What it runs on."""
        return "PostgreSQL" if self.database else "SQLite"

    async def start(self, number: int) -> None:
        """Start a server, at the port that it had before."""
        about = [str(self.folder / f"data{number}"), self.database, str(self.ports[number]), str(self.orders)]
        with self.log.open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "benchmarks.soak.server", *about, str(self.versions[number]),
                stdout=asyncio.subprocess.PIPE, stderr=log, start_new_session=True,
            )  # fmt: skip
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 120)).decode()
        assert line, f"the server did not start; see {self.log}"
        self.ports[number] = int(line.rpartition(":")[2])
        self.servers[number] = process

    async def open(self, count: int) -> None:
        """Start all servers."""
        self.ports, self.servers, self.versions = [0] * count, [None] * count, [0] * count
        await asyncio.gather(*(self.start(number) for number in range(count)))
        self.address = f"http://127.0.0.1:{self.ports[0]}"

    async def kill(self, number: int, how: int = signal.SIGKILL) -> None:
        """End a server, and whatever it started."""
        process = self.servers[number]
        assert process is not None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        await process.wait()

    def tell(self, **orders: Any) -> None:
        """Set the clock, or fill the disk."""
        draft = self.orders.with_suffix(".new")
        draft.write_text(json.dumps({"clock": 0.0, "full": False, **orders}))
        draft.replace(self.orders)

    def signal(self, number: int, what: int) -> None:
        """Freeze or revive a server."""
        process = self.servers[number]
        assert process is not None
        os.kill(process.pid, what)

    async def end(self) -> None:
        """End all servers."""
        for number in range(len(self.servers)):
            await self.kill(number)


@contextlib.asynccontextmanager
async def houses(folder: Path) -> AsyncIterator[tuple[House, House | None, House]]:
    """A server on SQLite; two on PostgreSQL behind HAProxy, where those are here; one or two to upgrade."""
    async with contextlib.AsyncExitStack() as stack:
        one, two, three = House(folder / "one"), None, House(folder / "three")
        if programs() is None or PROGRAM is None:
            why = WHY_NOT if PROGRAM is None else "no PostgreSQL"
            print(f"LEFT OUT: two servers on PostgreSQL ({why}); the upgrade is one of a server on SQLite")
        else:
            url = stack.enter_context(running_postgres())
            two = House(folder / "two", url)
            three.database = fresh_database(url, "upgraded")
        for house in filter(None, (one, two, three)):
            stack.push_async_callback(house.end)
            await house.open(2 if house.database else 1)
            if house.database:
                house.address = await stack.enter_async_context(balanced(house.folder, house.ports))
        yield one, two, three


def backends(url: str) -> list[int]:
    """The processes of the database that serve connections."""
    import psycopg  # noqa: PLC0415

    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
            " AND datname = current_database()"
        )
        return [pid for (pid,) in rows if pid != connection.info.backend_pid]
