"""Load on the table server: tables of four clients with random legal moves, on this machine alone.

python benchmarks/load.py [--tables 200] [--rate 5] [--seconds 60] [--search] [--review]
"""

import argparse
import asyncio
import gc
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

from stramash import games
from stramash.client import Rest, SeatClient
from stramash.core.cards import remove
from stramash.mu.events import CardPlayed, Dealt
from stramash.mu.legal import legal_moves
from stramash.wire.families import forms_of

GAME = games.get("mu", 4, rounds=20)
FORMS: Final = forms_of(GAME)
READ: Final[Callable[[Any], Any]] = FORMS.events.read
TEXT: Final = 1
PING: Final = 9
PONG: Final = 10
SERVER = """
import sys
from stramash.server.config import Config
from stramash.server.serve import run
many = 10**6
run(Config(data=sys.argv[1], port=0, warm_up=False, requests_per_second=many, messages_per_second=many,
           tables_per_address=many, connections_per_address=many, most_tables=many, log_level="error",
           cut_seconds=0.0),  # its clients do not cut
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


class Line(asyncio.Protocol):
    """A WebSocket that costs next to nothing, so that the server is measured and not its clients.

    It knows what this server sends: whole text frames without compression.
    """

    def __init__(self, secret: str, path: str, hear: Callable[[str], None]) -> None:
        self.hear = hear
        self.opened = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport
        self._bytes = bytearray()
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Authorization: Bearer {secret}\r\n\r\n"
        )

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request.encode())

    def data_received(self, data: bytes) -> None:
        """Cut what came into frames."""
        self._bytes += data
        if not self.opened.done():
            head, mark, rest = self._bytes.partition(b"\r\n\r\n")
            if not mark:
                return
            assert b" 101 " in head.partition(b"\r\n")[0], bytes(head)
            self._bytes = rest
            self.opened.set_result(None)
        while (end := self._frame_end()) is not None:
            start, size = end
            kind, text = self._bytes[0] & 15, bytes(self._bytes[start : start + size])
            del self._bytes[: start + size]
            if kind == TEXT:
                self.hear(text.decode())
            elif kind == PING:
                self._send(PONG, text)

    def _frame_end(self) -> tuple[int, int] | None:
        """Where the payload of the first frame begins and how long it is, if all of it is here."""
        if len(self._bytes) < 2:
            return None
        start, size = 2, self._bytes[1] & 127
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(self._bytes[2:start], "big")
        return (start, size) if len(self._bytes) >= start + size else None

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([0x80 | kind]) + length + bytes(4) + payload)  # a mask of nought

    def say(self, form: Any) -> None:
        """Send a message."""
        self._send(TEXT, json.dumps(form).encode())


class LoadTable:
    """One table and its four connections: the public part is folded once, each hand as its seat was told."""

    def __init__(self, server: str, rng: Random, figures: Figures) -> None:
        self.server = server
        self.rng = rng
        self.figures = figures
        self.lines: list[Line] = []
        self.table: Any = None
        self.hands = [0] * 4
        self.n = 0
        self.asked: tuple[int, int] | None = None
        self.numbers: Iterator[int] = iter(range(10**9))
        self.pending: float | None = None
        self.copies = 0

    async def set_up(self) -> None:
        """Make the table, seat four, start."""
        rest = Rest(self.server)
        wish = {"game": "mu", "seats": 4, "name": "A", "options": {"rounds": "20"}, "settings": {"pause": 0}}
        created = await rest("POST", "/tables", wish)
        path = f"/tables/{created['table']['id']}"
        secrets = [created["secret"]]
        for seat in (1, 2, 3):
            body = {"name": f"P{seat}", "invite": created["invite"]}
            secrets.append((await rest("POST", f"{path}/join", body))["secret"])
        address = urlsplit(self.server)
        loop = asyncio.get_running_loop()
        for seat, secret in enumerate(secrets):
            line = Line(secret, f"/api{path}/ws", partial(self.hear, seat))
            await loop.create_connection(partial(_same, line), address.hostname or "", address.port or 80)
            await line.opened
            line.say({"type": "hello", "protocol": 1, "mode": "events"})
            self.lines.append(line)
        await Rest(self.server, secrets[0])("POST", f"{path}/start")

    def hear(self, seat: int, text: str) -> None:
        """Take in what a seat is told."""
        message = json.loads(text)
        if message["type"] == "update":
            self.update(seat, message)
        elif message["type"] == "refused":
            self.figures.errors += 1
            self.pending = None

    def update(self, seat: int, message: Any) -> None:
        """Something happened: the first who hears it folds it, the last ends the measurement."""
        for form in message["events"]:
            if form["type"] == "mu.dealt":
                self.hands[seat] = READ(form).hands[seat]
        if message["n"] > self.n:
            self.n = message["n"]
            for form in message["events"]:
                self.fold(READ(form))
        if message["decision"]["must"] is not None:
            self.asked = seat, message["decision"]["must"]
        if message["by"] == "person":
            self.copies += 1
            if self.copies == 4 and self.pending is not None:
                self.figures.seconds.append(time.perf_counter() - self.pending)
                self.pending = None

    def fold(self, event: Any) -> None:
        """What everybody sees of an event."""
        self.table = event.table() if isinstance(event, Dealt) else event.on_table(self.table)
        if isinstance(event, CardPlayed):
            self.hands[event.seat] = remove(self.hands[event.seat], 1 << event.card)

    async def play(self, rate: float, until: float) -> None:
        """Make moves at a steady pace."""
        await asyncio.sleep(self.rng.random() / rate)
        turn = time.perf_counter()
        while time.perf_counter() < until:
            if self.asked is not None and self.pending is None:
                seat, decision = self.asked
                move = self.rng.choice(legal_moves(GAME.rules, self.table, self.hands[seat], seat))
                form = {
                    "type": "move",
                    "id": str(next(self.numbers)),
                    "decision": decision,
                    "move": str(move),
                    "cards": FORMS.cards.write(FORMS.cards_of(move)),
                }
                self.asked = None
                self.copies = 0
                self.pending = time.perf_counter()
                self.lines[seat].say(form)
                self.figures.moves += 1
            turn += 1 / rate
            await asyncio.sleep(max(0.0, turn - time.perf_counter()))

    def close(self) -> None:
        """Go."""
        for line in self.lines:
            line.transport.close()


def _same(line: Line) -> Line:
    return line


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


class Reviews:
    """Somebody who looks at one review after another of a match between bots, while others play."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._done: list[float] = []

    async def set_up(self) -> None:
        """A match of bots, and a first review, so that all code is compiled."""
        wish = {"game": "mu", "seats": 4, "name": "Host", "start": True, "settings": {"pause": 0}}
        made = await Rest(self._server)(
            "POST", "/tables", {**wish, "places": [{"kind": "bot", "level": "club"}] * 4}
        )
        self._own = Rest(self._server, made["secret"], timeout=600)
        self._table = made["table"]["id"]
        async with SeatClient(self._server, self._table, made["secret"]):  # where nobody is, bots rest
            while (await self._own("GET", f"/tables/{self._table}"))["table"]["stage"] != "over":
                await asyncio.sleep(0.5)
        await self._look(0)

    async def _look(self, seat: int) -> None:
        began = time.perf_counter()
        while not (await self._own("GET", f"/tables/{self._table}/matches/1/review?seat={seat}"))["complete"]:
            await asyncio.sleep(0.5)
        self._done.append(time.perf_counter() - began)

    async def look(self) -> None:
        """At the other seats."""
        for seat in (1, 2, 3):
            await self._look(seat)

    def __str__(self) -> str:
        return ", ".join(f"{seconds:.1f} s" for seconds in self._done[1:]) or "none complete"


async def measure(tables: int, rate: float, seconds: float, *, reviews: bool = False) -> Figures:
    """One run with a server of its own, with somebody who looks at reviews meanwhile or without."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SERVER, folder, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        server = (await process.stdout.readline()).decode().strip()
        try:
            looker = Reviews(server)
            if reviews:
                await looker.set_up()
            loads = [LoadTable(server, Random(number), figures) for number in range(tables)]
            for start in range(0, tables, 20):
                await asyncio.gather(*(load.set_up() for load in loads[start : start + 20]))
            figures.seconds.clear()
            gc.collect()
            gc.freeze()
            gc.disable()  # a pause of the clients would look like one of the server
            used = cpu_of(process.pid), cpu_of("self")
            until = time.perf_counter() + seconds
            looking = asyncio.create_task(looker.look()) if reviews else None
            await asyncio.gather(*(load.play(rate, until) for load in loads))
            if looking is not None:
                looking.cancel()
                print(f"reviews meanwhile: {looker}")
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
            for load in loads:
                load.close()
        finally:
            gc.enable()
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
    parser.add_argument("--review", action="store_true", help="somebody looks at reviews meanwhile")
    wish = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536) if hard > 0 else soft, hard))
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before")
    asyncio.run(measure(wish.tables, wish.rate, wish.seconds, reviews=wish.review))
    if wish.search:
        asyncio.run(search(wish.rate, min(20.0, wish.seconds), wish.tables * 3 // 2))


if __name__ == "__main__":
    main()
