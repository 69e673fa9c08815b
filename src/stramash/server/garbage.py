"""Garbage collection that players do not notice: a full one walks over everything that is alive."""

import asyncio
import gc
from typing import Final

YOUNG: Final = 1_000
"""How many new objects make a collection among the new ones."""
MIDDLE: Final = 10
"""How many of those make a collection among those that survived one."""
NEVER: Final = 1_000_000
SECONDS_BETWEEN_FULL: Final = 120.0


def spare_what_is_loaded() -> None:
    """What the server is made of stays for ever: it is not looked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def collect_now_and_then() -> None:
    """A full collection at a steady pace: with hundreds of tables each takes a tenth of a second.

    Python would make one whenever a quarter is new, which at a busy server is every few seconds.
    """
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_FULL)
        gc.collect()
