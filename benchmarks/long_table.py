"""Somebody looks back at one very long table while others play: nobody should notice.

python -m benchmarks.long_table [--entries 160000] [--tables 50] [--lookers 10] [--minutes 2]

A table gets a journal of that many entries, most of them in one match that is far longer than a server takes
today. Then tables of four play at a steady pace, and lookers fetch its replays, its history, its records and
its list of matches, and open what-ifs, all at once. Afterwards: how long moves took, what held the event loop
for longer than 20 ms (by the clock, and by the processor's time, which a busy machine does not stretch), and
how much memory the server took. It ends with 1 where a bar is missed.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import os
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.server.long_table import lengthened

from benchmarks.load import Figures, LoadTable, memory_of
from stramash.client import Rest, RestError
from stramash.server.serve import DATABASE_FILE
from stramash.server.store.sqlite import SqliteStore

LOOP_MS: Final = 20
MOVES_MS: Final = 50
MEGABYTES: Final = 400
GAME: Final = ("neeps", 4)
A_DEAL: Final = 175
"""Entries that a deal of it has, and a few more."""
PACE: Final = 2.0
"""Moves of a table in a second."""
SERVER: Final = """
import asyncio, json, sys, time
from asyncio import base_events, events
from stramash.server.config import Config
from stramash.server.serve import run

limit, log, step = float(sys.argv[2]) / 1000, open(sys.argv[3], "a", buffering=1), events.Handle._run

def timed(handle):
    began, used = time.perf_counter(), time.thread_time()
    step(handle)
    took = time.perf_counter() - began
    if took > limit:
        about = base_events._format_handle(handle)
        log.write(json.dumps({"took": took, "used": time.thread_time() - used, "what": about[:400]}) + "\\n")

events.Handle._run = timed
many = 10**6
run(Config(data=sys.argv[1], port=0, warm_up=False, requests_per_second=many, messages_per_second=many,
           tables_per_address=many, connections_per_address=many, most_tables=many, log_level="error",
           cut_seconds=0.0, idle_seconds=5.0, bot_delay=0.05),
    on_ready=lambda address: print(address, flush=True))
"""
PLAYED_ON: Final = {"name": "Eve", "level": "greedy"}


@dataclass
class Tally:
    """What came of the looking back."""

    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    largest: int = 0
    slowest: dict[str, float] = field(default_factory=dict)


async def prepared(folder: Path, entries: int) -> tuple[str, str]:
    """A database with the long table in it; its id and its host's secret."""
    process, server = await started(folder, 10_000)
    game, seats = GAME
    created = await Rest(server)("POST", "/tables", {"game": game, "seats": seats, "name": "Ann"})
    process.terminate()
    await process.wait()
    table = created["table"]["id"]
    with contextlib.closing(sqlite3.connect(folder / DATABASE_FILE)) as database:
        doc = json.loads(
            database.execute("SELECT doc FROM documents WHERE table_id = ?", [table]).fetchone()[0]
        )
        # More than a server takes; so that the first match is over, and the second has begun.
        doc["options"] = {"rounds": str(min(1000, entries // A_DEAL)), "goal": "0"}
        database.execute("UPDATE documents SET doc = ? WHERE table_id = ?", [json.dumps(doc), table])
        database.commit()
    store = SqliteStore(folder / DATABASE_FILE)
    await store.open()
    began = time.perf_counter()
    journal = await lengthened(store, table, entries, Random(1))
    await store.close()
    print(
        f"{game} for {seats}: {journal.n} entries, {journal.match_number} matches, the last one with "
        f"{journal.deal_number} deals; played in {time.perf_counter() - began:.0f} s",
        flush=True,
    )
    return table, created["secret"]


async def started(folder: Path, limit: float) -> tuple[asyncio.subprocess.Process, str]:
    """A server that writes down what holds its event loop for longer than so many milliseconds."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        SERVER,
        str(folder),
        str(limit),
        str(folder / "slow"),
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    return process, (await process.stdout.readline()).decode().strip()


class Looker:
    """Somebody who looks back at the long table without a pause."""

    def __init__(self, server: str, table: str, secret: str, rng: Random, tally: Tally) -> None:
        self._own = Rest(server, secret, timeout=60)
        self._path = f"/tables/{table}"
        self._rng = rng
        self._tally = tally

    async def look(self, until: float) -> None:
        """Deal after deal, and something else now and then."""
        state = (await self._own("GET", self._path))["table"]
        match, deals = await self._longest(state["match"])
        while time.perf_counter() < until:
            deal, seat = self._rng.randint(1, deals), self._rng.choice(["", "&seat=0", "&seat=3"])
            await self._ask("replay", f"{self._path}/matches/{match}/replay?deal={deal}{seat}")
            what = self._rng.random()
            if what < 0.2:
                await self._ask("history", f"{self._path}/history?after={self._rng.randint(0, state['n'])}")
            elif what < 0.25:
                await self._ask("standings", f"{self._path}/matches/{match}?after={deal}")
            elif what < 0.27:
                await self._ask("matches", f"{self._path}/matches")
            elif what < 0.29:
                await self._what_if(match, deal)
            elif what < 0.291:
                await self._ask("record", f"{self._path}/matches/{match}/record")

    async def _longest(self, begun: int) -> tuple[int, int]:
        """The longest match that is over, and how many deals it had."""
        found = []
        for match in range(1, begun + 1):
            with contextlib.suppress(RestError):  # the last one may be going on
                found.append((match, (await self._own("GET", f"{self._path}/matches/{match}"))["deals"]))
        return max(found, key=lambda one: one[1])

    async def _what_if(self, match: int, deal: int) -> None:
        body = {**PLAYED_ON, "deal": deal, "n": self._rng.randint(1, 20), "seat": 0}
        opened = await self._ask("what-if", f"{self._path}/matches/{match}/what-if", body)
        if opened is not None:  # it would be played on, and that is another benchmark
            await Rest(self._own.server, opened["secret"])("DELETE", f"/tables/{opened['table']['id']}")

    async def _ask(self, what: str, path: str, body: Any = None) -> Any:
        began = time.perf_counter()
        try:
            answer = await self._own("GET" if body is None else "POST", path, body)
        except RestError as problem:
            self._tally.refused[f"{what}: {problem.status} {problem.code}"] += 1
            await asyncio.sleep(0.2)
            return None
        took, size = (
            time.perf_counter() - began,
            len(answer if isinstance(answer, str) else json.dumps(answer)),
        )
        tally = self._tally
        tally.done[what] += 1
        tally.bytes += size
        if what != "record":  # it comes deal by deal
            tally.largest = max(tally.largest, size)
        tally.slowest[what] = max(tally.slowest.get(what, 0.0), took)
        return answer


async def measure(entries: int, tables: int, lookers: int, minutes: float) -> bool:
    """The whole of it; whether every bar was held."""
    figures, tally, memory = Figures(), Tally(), [0.0]
    with tempfile.TemporaryDirectory(prefix="stramash-long-") as name:
        folder = Path(name)
        table, secret = await prepared(folder, entries)
        process, server = await started(folder, LOOP_MS)
        try:
            began = time.perf_counter()
            await Rest(server, secret, timeout=60)("GET", f"/tables/{table}")
            print(f"opened in {(time.perf_counter() - began) * 1000:.0f} ms", flush=True)
            loads = [LoadTable(server, Random(number), figures) for number in range(tables)]
            for start in range(0, tables, 10):
                await asyncio.gather(*(load.set_up() for load in loads[start : start + 10]))
            figures.seconds.clear()
            (folder / "slow").write_text("")  # what happened while the tables were set up
            gc.collect()
            gc.freeze()
            until = time.perf_counter() + 60 * minutes
            watching = asyncio.create_task(watch(process.pid, memory))
            looking = [
                asyncio.create_task(Looker(server, table, secret, Random(100 + n), tally).look(until))
                for n in range(lookers)
            ]
            await asyncio.gather(*(load.play(PACE, until) for load in loads))
            await asyncio.gather(*looking)
            watching.cancel()
            for load in loads:
                load.close()
        finally:
            process.terminate()
            await process.wait()
        slow = [json.loads(line) for line in (folder / "slow").read_text().splitlines()]
    return report(figures, tally, slow, memory[0])


async def watch(pid: int, memory: list[float]) -> None:
    """The most memory that a process takes."""
    while True:
        memory[0] = max(memory[0], memory_of(pid))
        await asyncio.sleep(0.5)


def report(figures: Figures, tally: Tally, slow: list[dict[str, Any]], memory: float) -> bool:
    """Print it; whether every bar was held."""
    p99 = figures.percentile(0.99)
    busy = [one for one in slow if one["used"] * 1000 > LOOP_MS]
    print(
        f"moves: {figures.moves}, p50 {figures.percentile(0.5):.1f} ms, p99 {p99:.1f} ms, "
        f"errors {figures.errors}"
    )
    print(f"looked back: {dict(tally.done)}; refused {dict(tally.refused)}")
    slowest = {what: round(seconds, 2) for what, seconds in tally.slowest.items()}
    print(f"{tally.bytes / 1e6:.0f} MB, the largest answer {tally.largest / 1e3:.0f} kB; slowest {slowest} s")
    print(
        f"the loop was held longer than {LOOP_MS} ms: {len(slow)} times by the clock, "
        f"{len(busy)} by the processor"
    )
    for one in sorted(slow, key=lambda each: -float(each["took"]))[:8]:
        print(f"  {one['took'] * 1000:.0f} ms, {one['used'] * 1000:.0f} of the processor: {one['what']}")
    print(f"memory: {memory:.0f} MB at most")
    bars = {
        f"nothing holds the loop longer than {LOOP_MS} ms": not slow,
        f"p99 of moves at most {MOVES_MS} ms": p99 <= MOVES_MS,
        f"memory at most {MEGABYTES} MB": memory <= MEGABYTES,
        "no move was refused or lost": not figures.errors,
    }
    for bar, is_held in bars.items():
        print(f"{'held  ' if is_held else 'MISSED'} {bar}")
    return all(bars.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=160_000)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--lookers", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=2.0)
    wish = parser.parse_args()
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before")
    sys.exit(not asyncio.run(measure(wish.entries, wish.tables, wish.lookers, wish.minutes)))


if __name__ == "__main__":
    main()
