"""How much one connection or one address may ask for."""

import time
from collections import OrderedDict
from typing import Final

MOST_ADDRESSES: Final = 50_000
KEPT_OF_AN_ADDRESS: Final = 2
"""One connection of so many that an address may have is kept for those who play."""
KEPT_IN_ALL: Final = 4
"""One connection of so many that there may be is kept for them."""


class TokenBucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_at", "_tokens", "burst", "rate")

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self._tokens = burst
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class ByAddress:
    """A bucket for every address that was seen lately."""

    def __init__(self, burst: float, rate: float) -> None:
        self.burst = burst
        self.rate = rate
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Whether an address may have one more."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self.burst, self.rate)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take()


def room_to_watch(most: int, kept: int) -> int:
    """How many of so many connections spectators may take: they never keep a player out."""
    return most - most // kept


class Counted:
    """How many of something each address has at a time, and how many there are."""

    def __init__(self, most: int, in_all: int | None = None) -> None:
        self.most = most
        self.in_all = in_all
        self._counts: dict[str, int] = {}
        self._sum = 0

    def enter(self, address: str) -> bool:
        """One more, if that is allowed."""
        count = self._counts.get(address, 0)
        if count >= self.most or (self.in_all is not None and self._sum >= self.in_all):
            return False
        self._counts[address] = count + 1
        self._sum += 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        count = self._counts.get(address, 0) - 1
        self._sum -= count >= 0
        if count > 0:
            self._counts[address] = count
        else:
            self._counts.pop(address, None)
