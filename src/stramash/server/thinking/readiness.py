"""Whether the compiled engine is ready, and which bot plays a seat while the one that sits there cannot."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from stramash.server.http.refusal import Refusal

WARM_UP_SECONDS: Final = 40.0
"""About how long the compiled engine takes the first time; from its cache a second or two."""
LEAST_RETRY: Final = 5
"""Seconds: what takes longer than was expected is asked for again so often."""


class Substitute(NamedTuple):
    """The bot that makes a seat's moves instead of the one that sits there."""

    level: str
    why: Literal["getting-ready", "failing"]


class Readiness:
    """Of the compiled engine. It is ready unless somebody says that it is being prepared."""

    def __init__(self) -> None:
        self._ready = asyncio.Event()
        self._ready.set()
        self._began = 0.0
        self.listeners: list[Callable[[], None]] = []
        """Who is told when it changes."""

    @property
    def is_ready(self) -> bool:
        """Whether bots that need compiled code can think at once."""
        return self._ready.is_set()

    @property
    def retry_after(self) -> int | None:
        """About how many seconds it will still take; None: it is ready."""
        if self.is_ready:
            return None
        return max(LEAST_RETRY, round(WARM_UP_SECONDS - (time.monotonic() - self._began)))

    def begin(self) -> None:
        """It is being prepared."""
        self._ready.clear()
        self._began = time.monotonic()
        self.tell()

    def done(self) -> None:
        """It is ready."""
        self._ready.set()
        self.tell()

    async def wait(self) -> None:
        """Until it is ready."""
        await self._ready.wait()

    def tell(self) -> None:
        """Tell the listeners that somebody else may play now."""
        for listener in self.listeners:
            listener()

    def check(self) -> None:
        """Raise Refusal until it is ready."""
        if not self.is_ready:
            sentence = "the adviser is getting ready; ask again in a moment"
            raise Refusal("getting-ready", sentence, retry_after=self.retry_after)
