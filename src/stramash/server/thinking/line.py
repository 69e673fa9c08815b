"""Who is next when many wait for few: by rank first, then every address in turn, then each of its tables."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Rank(IntEnum):
    """What comes first. Within a rank everybody has the same share."""

    PLAY = 0
    """A bot's move at a table where somebody is."""
    ALONE = 1
    """A bot's move where nobody looks on."""
    ADVICE = 2
    REVIEW = 3


class Share(NamedTuple):
    """For whom something is wanted."""

    rank: Rank = Rank.PLAY
    address: str = ""
    """Whoever made the table; every address has the same share."""
    table: str = ""


class Line(Generic[T]):
    """Those who wait for something, and in which order they get it."""

    def __init__(self) -> None:
        self._ranks: dict[Rank, OrderedDict[str, OrderedDict[str, deque[asyncio.Future[T]]]]] = {
            rank: OrderedDict() for rank in Rank
        }

    async def wait(self, share: Share, give_back: Callable[[T], None]) -> T:
        """Stand in line until it is one's turn; who is called off at that very moment gives it back."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        tables = self._ranks[share.rank].setdefault(share.address, OrderedDict())
        tables.setdefault(share.table, deque()).append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                give_back(future.result())
            raise

    def give(self, thing: T) -> bool:
        """Hand something to who is next; whether anybody was there."""
        while (future := self._next()) is not None:
            if not future.done():
                future.set_result(thing)
                return True
        return False

    def _next(self) -> asyncio.Future[T] | None:
        for addresses in self._ranks.values():
            if not addresses:
                continue
            address, tables = addresses.popitem(last=False)
            table, waiting = tables.popitem(last=False)
            future = waiting.popleft()
            if waiting:
                tables[table] = waiting  # behind the other tables of the address
            if tables:
                addresses[address] = tables  # behind the other addresses
            return future
        return None
