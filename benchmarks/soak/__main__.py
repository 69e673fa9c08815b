"""A server under everything that happens to servers.

One house has a server on SQLite: it is killed, its disk is filled and freed, its clock is set. Another has
two servers on PostgreSQL behind HAProxy: one is frozen and revived, one is killed, the database is frozen.
In the third one server after the other is upgraded, and for a while old and new are on one database. At all
tables people play, go, and come back; a table that is played out is compared with what was acknowledged, and
another opens. In every house there are evenings of duplicate besides.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from benchmarks.soak.evening import Evenings
from benchmarks.soak.house import houses
from benchmarks.soak.measure import report, watch
from benchmarks.soak.people import Lobby, People, Table, Tally
from benchmarks.soak.troubles import trouble_one, trouble_two, upgrades


async def soak(minutes: float, tables: int, seed: int) -> Tally:
    """The whole of it."""
    tally, rng = Tally(), Random(seed)
    with tempfile.TemporaryDirectory(prefix="stramash-soak-") as name:
        Path(name).chmod(0o711)
        async with houses(Path(name)) as (one, two, three):
            there = [house for house in (one, two, three) if house is not None]
            began = time.monotonic()
            end, calm = began + 60 * minutes, began + 60 * minutes * 0.6
            watching = asyncio.create_task(watch(there, tally))
            kinds: list[Callable[..., People]] = [*[Table] * tables, Evenings, Lobby]
            places = [
                kind(house, Random(rng.random()), tally, lambda: time.monotonic() > end)
                for house in there
                for kind in kinds
            ]
            playing = [asyncio.create_task(place.live()) for place in places]
            # In the last part nothing is killed any more, so that growth would show.
            troubles = [trouble_one(one, tally, Random(rng.random()), calm)]
            if two:
                troubles.append(trouble_two(two, tally, Random(rng.random()), calm))
            troubles.append(upgrades(three, tally, Random(rng.random()), calm))
            await asyncio.gather(*troubles)
            sizes = sum(house.log.stat().st_size for house in there)
            print(f"{time.monotonic() - began:.0f} s: calm from now on; log {sizes} bytes", flush=True)
            await asyncio.gather(*playing)
            watching.cancel()
            grown = sum(house.log.stat().st_size for house in there) - sizes
            report(tally, there, time.monotonic() - began, sizes, grown)
    return tally


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
