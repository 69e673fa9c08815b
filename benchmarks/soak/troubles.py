"""What happens to the houses."""

import asyncio
import contextlib
import itertools
import os
import signal
import time
from random import Random

from benchmarks.soak.house import House, backends
from benchmarks.soak.people import Tally


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


async def upgrades(house: House, tally: Tally, rng: Random, until: float) -> None:
    """One server after the other is stopped and started as a later version; for a while both are there."""
    while True:
        await asyncio.sleep(rng.uniform(8, 20))
        if time.monotonic() > until:
            return
        tally.troubles[f"{house.name}: upgrade"] += 1
        later = max(house.versions) + 1
        for number in range(len(house.servers)):
            house.versions[number] = later
            await house.kill(number, signal.SIGTERM)
            await house.start(number)
            await asyncio.sleep(rng.uniform(3, 8))
