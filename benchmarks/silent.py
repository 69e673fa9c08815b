"""Players among thousands of sockets that say nothing, at a server that may open 1,024 files.

python -m benchmarks.silent [--sockets 2000] [--files 1024] [--tables 50] [--rate 2] [--seconds 30]
"""

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from benchmarks.load import SERVER, Figures, LoadTable, memory_of
from stramash.client import Rest, RestError


async def hold(server: str, sockets: int) -> None:
    """Keep so many connections open, each from its own address; those that were ended come again."""
    where, rng = urlsplit(server), Random(1)
    os.nice(19)  # they would be on other machines: what they cost here is not the server's

    async def one(number: int) -> None:
        source = f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    where.hostname, where.port, local_addr=(source, 0)
                )
                await reader.read()
                writer.close()
            await asyncio.sleep(rng.uniform(5, 15))

    await asyncio.gather(*(one(number) for number in range(sockets)))


async def measure(wish: argparse.Namespace) -> float:
    """Moves at all tables, and a request of a newcomer every second; the 99th percentile of the moves."""
    figures, newcomers = Figures(), Figures()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                "sh", "-c", f'ulimit -n {wish.files}; exec "$@"', "sh", sys.executable, "-c", SERVER, folder,
                stdout=asyncio.subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        assert process.stdout is not None
        server = (await process.stdout.readline()).decode().strip()
        loads = [LoadTable(server, Random(number), figures) for number in range(wish.tables)]
        for start in range(0, wish.tables, 10):
            await asyncio.gather(*(load.set_up() for load in loads[start : start + 10]))
        holder = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.silent", "--hold", server, "--sockets", str(wish.sockets)
        )
        try:
            await asyncio.sleep(5)
            figures.seconds.clear()
            until = time.perf_counter() + wish.seconds
            knocking = asyncio.create_task(knock(server, newcomers))
            await asyncio.gather(*(load.play(wish.rate, until) for load in loads))
            await asyncio.sleep(1)
            knocking.cancel()
            lost = sum(1 for load in loads if load.pending is not None)
            files = len(list(Path(f"/proc/{process.pid}/fd").iterdir()))
            print(
                f"{wish.sockets} silent sockets, {files} of {wish.files} files open, {wish.tables} tables: "
                f"{figures.moves} moves, p50 {figures.percentile(0.5):.1f} ms, "
                f"p99 {figures.percentile(0.99):.1f} ms, worst {figures.percentile(1):.1f} ms, "
                f"errors {figures.errors + lost}; newcomers: {len(newcomers.seconds)} answered, "
                f"{newcomers.errors} not, p50 {newcomers.percentile(0.5):.0f} ms, "
                f"worst {newcomers.percentile(1):.0f} ms; server {memory_of(process.pid):.0f} MB, "
                f"log {log.stat().st_size} bytes",
                flush=True,
            )
        finally:
            for child in (holder, process):
                with contextlib.suppress(ProcessLookupError):
                    child.terminate()
            await asyncio.gather(holder.wait(), process.wait())
    return figures.percentile(0.99)


async def knock(server: str, newcomers: Figures) -> None:
    """Somebody new asks for something every second."""
    while True:
        began = time.perf_counter()
        try:
            await Rest(server, timeout=10)("GET", "/server")
            newcomers.seconds.append(time.perf_counter() - began)
        except (OSError, RestError):
            newcomers.errors += 1
        await asyncio.sleep(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--files", type=int, default=1024)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rate", type=float, default=2)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--hold", default="")
    wish = parser.parse_args()
    if wish.hold:
        asyncio.run(hold(wish.hold, wish.sockets))
        return
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before")
    sys.exit(asyncio.run(measure(wish)) > 250)


if __name__ == "__main__":
    main()
