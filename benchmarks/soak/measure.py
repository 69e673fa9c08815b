"""Memory, open files and logs of the processes, and the report."""

import asyncio
import contextlib
import time
from pathlib import Path
from statistics import median

from benchmarks.load import memory_of
from benchmarks.soak.house import House
from benchmarks.soak.people import Tally


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


def report(tally: Tally, houses: list[House], seconds: float, sizes: int, grown: int) -> None:
    """What was found."""
    print(
        f"{seconds:.0f} s, {tally.matches} matches, {tally.evenings} evenings, people back {tally.gone} times"
    )
    print(", ".join(f"{what} {count}" for what, count in sorted(tally.troubles.items())))
    print(f"acknowledged moves {tally.acknowledged}, lost {tally.lost}, wrong {tally.wrong}")
    for house in houses:
        for process in house.servers:
            samples = tally.samples.get(process.pid if process else 0, [])
            fifth = max(1, len(samples) // 5)
            first, last = samples[fifth : 2 * fifth] or samples, samples[-fifth:]
            if samples:
                print(
                    f"{house.name}, a process of "
                    f"{samples[-1][0] - samples[0][0]:.0f} s: "
                    f"memory {median(s[1] for s in first):.0f} then {median(s[1] for s in last):.0f} MB, "
                    f"files {median(s[2] for s in first):.0f} then {median(s[2] for s in last):.0f}"
                )
    print(f"log: {sizes} bytes while in trouble, {grown} bytes after it", flush=True)
