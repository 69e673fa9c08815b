"""A bot that joins a table by its link, which is the only argument of this program."""

import asyncio
import sys
from random import Random

from stramash.client import RefusedByServer, SeatClient, sit_down


def choose(seat: SeatClient, rng: Random) -> object:
    """Any legal move; put your own idea here. The view holds all that this seat may know."""
    return rng.choice(seat.view.legal)


async def main(link: str) -> None:
    """Play one match."""
    rng = Random()
    async with await sit_down(link, "example") as seat:
        while seat.stage != "over":
            await seat.until(lambda: seat.must is not None or seat.stage in ("between", "over"))
            try:
                if seat.must is not None:
                    await seat.move(choose(seat, rng))
                elif seat.stage == "between":
                    await seat.ready()
                    await seat.until(lambda: seat.stage != "between")
            except RefusedByServer as refused:
                print(refused)  # the clock or the host was faster
        print("totals", seat.table["totals"])


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
