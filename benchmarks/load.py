"""Load on the table server: tables of four clients with random legal moves, on this machine alone.

python benchmarks/load.py [--tables 200] [--rate 5] [--seconds 60] [--search]
"""

import argparse
import asyncio
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from stramash import games
from stramash.client import Rest
from stramash.mu.legal import legal_moves
from stramash.server.families import family_of

GAME = games.get("mu", 4, hands=20)
READ = family_of(GAME).events.read
SERVER = """
import sys
from stramash.server.config import Config
from stramash.server.serve import run
many = 10**6
run(Config(data=sys.argv[1], port=0, warm_up=False, requests_per_second=many, messages_per_second=many,
           tables_per_address=many, connections_per_address=many, most_tables=many, log_level="error"),
    on_ready=lambda address: print(address, flush=True))
"""


@dataclass
class Figures:
    """What was measured."""

    moves: int = 0
    errors: int = 0
    seconds: list[float] = field(default_factory=list)

    def percentile(self, part: float) -> float:
        """Milliseconds that a part of the moves stayed below."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] * 1000 if ordered else 0.0


class LoadTable:
    """One table and its four connections, each told only what its seat sees."""

    def __init__(self, server: str, rng: Random, figures: Figures) -> None:
        self.server = server
        self.rng = rng
        self.figures = figures
        self.sockets: list[ClientConnection] = []
        self.views: list[Any] = [None] * 4
        self.asked: dict[int, int] = {}
        self.sent_at: dict[str, float] = {}
        self.heard: dict[int, tuple[int, float]] = {}
        self.numbers: Iterator[int] = iter(range(10**9))
        self.pending: float | None = None
        self.copies = 0

    async def set_up(self) -> None:
        """Make the table, seat four, start."""
        rest = Rest(self.server)
        wish = {"game": "mu", "seats": 4, "name": "A", "options": {"hands": "20"}, "settings": {"pause": 0}}
        created = await rest("POST", "/tables", wish)
        path = f"/tables/{created['table']['id']}"
        secrets = [created["secret"]]
        for seat in (1, 2, 3):
            body = {"name": f"P{seat}", "invite": created["invite"]}
            secrets.append((await rest("POST", f"{path}/join", body))["secret"])
        url = f"{self.server.replace('http', 'ws', 1)}/api{path}/ws"
        for secret in secrets:
            headers = {"Authorization": f"Bearer {secret}"}
            socket = await connect(
                url,
                additional_headers=headers,
                proxy=None,
                compression=None,
                max_size=None,
                ping_interval=None,
            )
            await socket.send('{"type": "hello", "protocol": 1, "mode": "events"}')
            self.sockets.append(socket)
        self.readers = [asyncio.create_task(self.listen(seat)) for seat in range(4)]
        await Rest(self.server, secrets[0])("POST", f"{path}/start")

    async def listen(self, seat: int) -> None:
        """Take in what a seat is told."""
        async for text in self.sockets[seat]:
            message = json.loads(text)
            if message["type"] == "update":
                for form in message["events"]:
                    self.views[seat] = self.see(seat, READ(form))
                must = message["decision"]["must"]
                if must is None:
                    self.asked.pop(seat, None)
                else:
                    self.asked[seat] = must
                if message["by"] == "person":
                    self.copies += 1
                    if self.copies == 4 and self.pending is not None:
                        # The last of the four has heard of it.
                        self.figures.seconds.append(time.perf_counter() - self.pending)
                        self.pending = None
            elif message["type"] == "refused":
                self.figures.errors += 1
                self.pending = None

    def see(self, seat: int, event: Any) -> Any:
        """A seat's view after an event."""
        return GAME.see(self.views[seat], event, seat)

    async def play(self, rate: float, until: float) -> None:
        """Make moves at a steady pace."""
        await asyncio.sleep(self.rng.random() / rate)
        turn = time.perf_counter()
        while time.perf_counter() < until:
            if self.asked and self.pending is None:
                seat = next(iter(self.asked))
                view = self.views[seat]
                moves = legal_moves(view.table, seat, view.hand)
                move = self.rng.choice(moves)
                self.copies = 0
                self.pending = time.perf_counter()
                form = {
                    "type": "move",
                    "id": str(next(self.numbers)),
                    "decision": self.asked.pop(seat),
                    "move": str(move),
                }
                await self.sockets[seat].send(json.dumps(form))
                self.figures.moves += 1
            turn += 1 / rate
            await asyncio.sleep(max(0.0, turn - time.perf_counter()))

    async def close(self) -> None:
        """Go."""
        for reader in self.readers:
            reader.cancel()
        for socket in self.sockets:
            await socket.close()


def cpu_of(pid: int | str) -> float:
    """Seconds of processor time that a process has used."""
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> float:
    """Resident megabytes of a process."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


async def measure(tables: int, rate: float, seconds: float) -> Figures:
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SERVER, folder, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        server = (await process.stdout.readline()).decode().strip()
        try:
            loads = [LoadTable(server, Random(number), figures) for number in range(tables)]
            for start in range(0, tables, 20):
                await asyncio.gather(*(load.set_up() for load in loads[start : start + 20]))
            figures.seconds.clear()
            used = cpu_of(process.pid), cpu_of("self")
            until = time.perf_counter() + seconds
            await asyncio.gather(*(load.play(rate, until) for load in loads))
            await asyncio.sleep(1)
            lost = sum(1 for load in loads if load.pending is not None)
            print(
                f"{tables} tables x 4 clients, {rate:g} moves/s each, {seconds:g} s: {figures.moves} moves "
                f"({figures.moves / seconds:.0f}/s), p50 {figures.percentile(0.5):.1f} ms, "
                f"p99 {figures.percentile(0.99):.1f} ms, worst {figures.percentile(1):.1f} ms, "
                f"errors {figures.errors + lost}, server {memory_of(process.pid):.0f} MB, "
                f"{(cpu_of(process.pid) - used[0]) / figures.moves * 1000:.2f} ms of processor a move "
                f"(the four clients: {(cpu_of('self') - used[1]) / figures.moves * 1000:.2f} ms)",
                flush=True,
            )
            await asyncio.gather(*(load.close() for load in loads))
        finally:
            process.terminate()
            await process.wait()
    return figures


async def search(rate: float, seconds: float, start: int) -> None:
    """The largest number of tables that holds p99 at 100 ms, to the nearest tenth."""
    good, bad = 0, 0
    tables = start
    while not bad or bad - good > max(20, good // 10):
        figures = await measure(tables, rate, seconds)
        if figures.percentile(0.99) <= 100 and not figures.errors:
            good = tables
        else:
            bad = tables
        tables = (good + bad) // 2 if bad else good * 3 // 2
        if not good and bad <= 20:
            break
    print(f"largest number of tables with p99 <= 100 ms: {good}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=5)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--search", action="store_true")
    wish = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536) if hard > 0 else soft, hard))
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before")
    asyncio.run(measure(wish.tables, wish.rate, wish.seconds))
    if wish.search:
        asyncio.run(search(wish.rate, min(20.0, wish.seconds), wish.tables * 3 // 2))


if __name__ == "__main__":
    main()
