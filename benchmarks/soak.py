"""A server under everything that happens to servers, for as long as you like: no acknowledged move is lost.

python -m benchmarks.soak [--minutes 20] [--tables 4]

One house has a server on SQLite: it is killed, its disk is filled and freed, its clock is set. The other has
two servers on PostgreSQL behind HAProxy: one is frozen and revived, one is killed, the database is frozen. At
all tables people play, go, and come back; a table that is played out is compared with what was acknowledged,
and another opens.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from tests.server.balancer import PROGRAM, WHY_NOT, balanced
from tests.server.postgresql import programs, running_postgres

from benchmarks.load import memory_of
from stramash.client import ClientError, RefusedByServer, Rest, RestError, SeatClient

SERVER: Final = """
import json, sys, threading, time
from pathlib import Path
from stramash.server import serve
from stramash.server.config import Config
from stramash.server.store.sqlite import SqliteStore

data, database, port, orders = sys.argv[1:5]
told, true_time, many = {"clock": 0.0, "full": False}, time.time, 10**6
time.time = lambda: true_time() + told["clock"]

def listen():
    while True:
        try:
            told.update(json.loads(Path(orders).read_text()))
        except (OSError, ValueError):
            pass
        time.sleep(0.1)

class Store(SqliteStore):
    is_full = False
    def begin(self):
        super().begin()
        if told["full"] != self.is_full:  # SQLite's own limit: what needs a page more fails as on a full disk
            self.is_full = told["full"]
            pages = self.execute("PRAGMA page_count").fetchone()[0]
            self.execute(f"PRAGMA max_page_count = {pages if self.is_full else 2**30}")

threading.Thread(target=listen, daemon=True).start()
if not database:
    serve.make_store = lambda config: Store(config.data_folder / serve.DATABASE_FILE)
serve.run(Config(data=data, database=database, port=int(port), lease_seconds=3.0, warm_up=False,
                 bot_delay=0.05, idle_seconds=5.0, rest_seconds=5.0, requests_per_second=many,
                 messages_per_second=many,
                 tables_per_address=many, connections_per_address=many, most_tables=many),
          on_ready=lambda address: print(address, flush=True))
"""
LATE: Final = ("stale", "not-playing", "unavailable", "stopping")
PACE: Final = 0.15


@dataclass
class Tally:
    """What happened."""

    acknowledged: int = 0
    lost: int = 0
    wrong: int = 0
    matches: int = 0
    gone: int = 0
    troubles: Counter[str] = field(default_factory=Counter)
    samples: dict[int, list[tuple[float, float, int]]] = field(default_factory=dict)
    """Of each process: time, megabytes, open files."""


class House:
    """Server processes, and the address where people come in."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self.folder = folder
        self.database = database
        self.address = ""
        self.servers: list[asyncio.subprocess.Process | None] = []
        self.ports: list[int] = []
        self.orders = folder / "orders.json"
        self.log = folder / "log"

    async def start(self, number: int) -> None:
        """Start a server, at the port that it had before."""
        with self.log.open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", SERVER, str(self.folder / f"data{number}"), self.database,
                str(self.ports[number]), str(self.orders), stdout=asyncio.subprocess.PIPE, stderr=log,
                start_new_session=True,
            )  # fmt: skip
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 120)).decode()
        assert line, f"the server did not start; see {self.log}"
        self.ports[number] = int(line.rpartition(":")[2])
        self.servers[number] = process

    async def open(self, count: int) -> None:
        """Start all servers."""
        self.ports, self.servers = [0] * count, [None] * count
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


class Table:
    """One table after the other, in one place of a house."""

    def __init__(self, house: House, rng: Random, tally: Tally, is_over: Callable[[], bool]) -> None:
        self.house = house
        self.rng = rng
        self.tally = tally
        self.is_over = is_over

    async def live(self) -> None:
        """Play match after match until time is up."""
        while not self.is_over():
            table, secrets = await self._patiently(self._set_up)
            done: list[dict[int, str]] = [{} for _ in secrets]
            await asyncio.gather(*(self._person(table, s, done[i]) for i, s in enumerate(secrets)))
            await self._patiently(lambda t=table, s=secrets[0], d=done: self._compare(t, s, d))  # type: ignore[misc]

    async def _patiently(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Try until the server is there."""
        while True:
            try:
                return await work()
            except (OSError, RestError, ValueError) as error:
                if isinstance(error, RestError) and error.status < 500:
                    raise
                await asyncio.sleep(0.5)

    async def _set_up(self) -> tuple[str, list[str]]:
        rest = Rest(self.house.address, timeout=15)
        game, seats, rounds = self.rng.choice([("haggis", 2, "2"), ("mu", 4, "1"), ("neeps", 4, "1")])
        options = {"rounds": rounds}
        wish = {"game": game, "seats": seats, "name": "A", "options": options, "settings": {"pause": 0}}
        created = await rest("POST", "/tables", wish)
        path = f"/tables/{created['table']['id']}"
        secrets = [created["secret"]]
        for seat in range(1, seats):
            wish = {"name": f"P{seat}", "invite": created["invite"], "seat": seat}
            secrets.append((await rest("POST", f"{path}/join", wish))["secret"])
        await Rest(self.house.address, secrets[0], timeout=15)("POST", f"{path}/start")
        return created["table"]["id"], secrets

    async def _person(self, table: str, secret: str, done: dict[int, str]) -> None:
        """Somebody who plays, and is gone for a moment now and then."""
        while True:
            client = SeatClient(self.house.address, table, secret)
            client.rest.timeout = 15
            leaves_at = time.monotonic() + self.rng.uniform(3, 40)
            with contextlib.suppress(ClientError):
                async with client:
                    while client.stage != "over" and time.monotonic() < leaves_at:
                        await self._move(client, done)
                    if client.stage == "over":
                        return
            self.tally.gone += 1
            await asyncio.sleep(self.rng.uniform(0, 2))

    async def _move(self, client: SeatClient, done: dict[int, str]) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(client.until(lambda: client.must is not None or client.stage == "over"), 2)
        if client.must is None or not client.view.legal:
            return
        move = self.rng.choice(client.view.legal)
        try:
            n = await client.move(move, client.must)
        except RefusedByServer as refused:
            if refused.code not in (*LATE, "illegal"):
                self.tally.wrong += 1
        else:
            done[n] = str(move)
            self.tally.acknowledged += 1
        await asyncio.sleep(PACE * self.rng.random() * 2)

    async def _compare(self, table: str, secret: str, done: list[dict[int, str]]) -> None:
        """Every acknowledged move is in the journal, under its number, by its seat, once."""
        client = SeatClient(self.house.address, table, secret)
        client.rest.timeout = 15
        updates = {update["n"]: update for update in await client.history()}
        if sorted(updates) != list(range(1, len(updates) + 1)):
            self.tally.wrong += 1
        for seat, moves in enumerate(done):
            for n in moves:
                update = updates.get(n, {"kind": None, "seat": None})
                self.tally.lost += (update["kind"], update["seat"]) != ("move", seat)
        self.tally.matches += 1


# What happens to the houses.


async def trouble_one(house: House, tally: Tally, rng: Random, until: float) -> None:
    """Kills, a full disk, a clock that is set."""
    for what in itertools.cycle(["disk", "kill", "clock", "stop"]):
        await asyncio.sleep(rng.uniform(4, 12))
        if time.monotonic() > until:
            return
        tally.troubles[f"SQLite: {what}"] += 1
        if what in ("kill", "stop"):
            await house.kill(0, signal.SIGKILL if what == "kill" else signal.SIGTERM)
            await asyncio.sleep(rng.uniform(0, 2))
            await house.start(0)
        elif what == "disk":
            house.tell(full=True)
            await asyncio.sleep(rng.uniform(2, 6))
            house.tell()
        else:
            house.tell(clock=rng.choice([-86_400.0, -60.0, 60.0, 86_400.0]))
            await asyncio.sleep(rng.uniform(2, 6))
            house.tell()


async def trouble_two(house: House, tally: Tally, rng: Random, until: float) -> None:
    """A peer that hangs or dies, a database that hangs."""
    for what in itertools.cycle(["database", "freeze", "kill"]):
        await asyncio.sleep(rng.uniform(5, 15))
        if time.monotonic() > until:
            return
        number = rng.randrange(2)
        tally.troubles[f"PostgreSQL: {what}"] += 1
        if what == "kill":
            await house.kill(number)
            await asyncio.sleep(rng.uniform(0, 4))
            await house.start(number)
        elif what == "freeze":
            house.signal(number, signal.SIGSTOP)
            await asyncio.sleep(rng.uniform(2, 12))
            house.signal(number, signal.SIGCONT)
        else:
            pids = await asyncio.to_thread(backends, house.database)
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGSTOP)
            await asyncio.sleep(rng.uniform(1, 12))
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)


async def watch(houses: list[House], tally: Tally) -> None:
    """Memory and open files of every process, every few seconds."""
    while True:
        for house in houses:
            for process in house.servers:
                if process is not None and process.returncode is None:
                    with contextlib.suppress(OSError):
                        files = len(list(Path(f"/proc/{process.pid}/fd").iterdir()))
                        sample = time.monotonic(), memory_of(process.pid), files
                        tally.samples.setdefault(process.pid, []).append(sample)
        await asyncio.sleep(3)


def backends(url: str) -> list[int]:
    """The processes of the database that serve connections."""
    import psycopg  # noqa: PLC0415

    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'")
        return [pid for (pid,) in rows if pid != connection.info.backend_pid]


@contextlib.asynccontextmanager
async def second_house(folder: Path) -> AsyncIterator[House | None]:
    """Two servers on PostgreSQL behind HAProxy, where those are here."""
    if programs() is None or PROGRAM is None:
        print(f"LEFT OUT: two servers on PostgreSQL ({WHY_NOT if PROGRAM is None else 'no PostgreSQL'})")
        yield None
        return
    with running_postgres() as url:
        house = House(folder, url)
        await house.open(2)
        async with balanced(folder, house.ports) as address:
            house.address = address
            yield house


async def soak(minutes: float, tables: int, seed: int) -> Tally:
    """The whole of it."""
    tally, rng = Tally(), Random(seed)
    with tempfile.TemporaryDirectory(prefix="stramash-soak-") as name:
        for part in ("one", "two"):
            (Path(name) / part).mkdir(mode=0o711)
        one = House(Path(name) / "one")
        await one.open(1)
        async with second_house(Path(name) / "two") as second:
            houses = [one] + ([second] if second else [])
            began = time.monotonic()
            end, calm = began + 60 * minutes, began + 60 * minutes * 0.6
            chores = [asyncio.create_task(watch(houses, tally))]
            places = [
                Table(house, Random(rng.random()), tally, lambda: time.monotonic() > end)
                for house in houses
                for _ in range(tables)
            ]
            playing = [asyncio.create_task(place.live()) for place in places]
            # In the last part nothing is killed any more, so that growth would show.
            troubles = [trouble_one(one, tally, Random(rng.random()), calm)]
            if second:
                troubles.append(trouble_two(second, tally, Random(rng.random()), calm))
            await asyncio.gather(*troubles)
            sizes = sum(house.log.stat().st_size for house in houses)
            print(f"{time.monotonic() - began:.0f} s: calm from now on; log {sizes} bytes", flush=True)
            await asyncio.gather(*playing)
            for chore in chores:
                chore.cancel()
            grown = sum(house.log.stat().st_size for house in houses) - sizes
            report(tally, houses, time.monotonic() - began, sizes, grown)
            for house in houses:
                for number in range(len(house.servers)):
                    await house.kill(number)
    return tally


def report(tally: Tally, houses: list[House], seconds: float, sizes: int, grown: int) -> None:
    """What was found."""
    print(f"{seconds:.0f} s, {tally.matches} matches, people gone and back {tally.gone} times")
    print(", ".join(f"{what} {count}" for what, count in sorted(tally.troubles.items())))
    print(f"acknowledged moves {tally.acknowledged}, lost {tally.lost}, wrong {tally.wrong}")
    for house in houses:
        for process in house.servers:
            samples = tally.samples.get(process.pid if process else 0, [])
            fifth = max(1, len(samples) // 5)
            first, last = samples[fifth : 2 * fifth] or samples, samples[-fifth:]
            if samples:
                print(
                    f"{'PostgreSQL' if house.database else 'SQLite'}, a process of "
                    f"{samples[-1][0] - samples[0][0]:.0f} s: "
                    f"memory {median(s[1] for s in first):.0f} then {median(s[1] for s in last):.0f} MB, "
                    f"files {median(s[2] for s in first):.0f} then {median(s[2] for s in last):.0f}"
                )
    print(f"log: {sizes} bytes while in trouble, {grown} bytes after it", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--tables", type=int, default=4, help="at a time, in each house")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before, seed {wish.seed}")
    tally = asyncio.run(soak(wish.minutes, wish.tables, wish.seed))
    sys.exit(bool(tally.lost or tally.wrong or not tally.acknowledged))


if __name__ == "__main__":
    main()
