"""One WebSocket of one person: a bounded queue of messages on their way out."""

import asyncio
import json
from collections import deque
from collections.abc import Sequence
from typing import Final, Literal

from stramash.server.table.people.auth import Key
from stramash.wire.codec import Json
from stramash.wire.protocol import CLOSE_SLOW

MOST_WAITING: Final = 256
"""Messages that may wait for a connection that does not keep up."""
MOST_BYTES: Final = 2 * 1024 * 1024
"""Characters that may wait for it."""


_write: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def dump(form: Json | None) -> str:
    """JSON as it is sent."""
    return _write(form)


class Connection:
    """Where a table puts what it has to say. It never waits: who does not keep up is closed."""

    def __init__(self, key: Key, mode: Literal["events", "views"]) -> None:
        self.key = key
        """Of the secret it came with. Whom that belongs to is asked of the roster, each time anew."""
        self.mode = mode
        self.close_code: int | None = None
        self.close_reason = ""
        self._waiting: deque[str] = deque()
        self._size = 0
        self._allowed = MOST_WAITING
        self._allowed_size = MOST_BYTES
        self._news: asyncio.Future[None] | None = None
        """Set while the sender waits for something to send."""
        self.closed = asyncio.Event()
        """Set as soon as nothing more is taken."""

    @property
    def waiting(self) -> int:
        """How many messages wait to be sent."""
        return len(self._waiting)

    def tell(self, form: Json) -> None:
        """Send a message after those that wait."""
        self.tell_text(dump(form))

    def tell_text(self, text: str) -> None:
        """Send a message that is already written."""
        if self.close_code is not None:
            return
        if len(self._waiting) >= self._allowed or self._size > self._allowed_size:
            self._waiting.clear()
            self.close(CLOSE_SLOW, "you did not keep up; come back with since")
            return
        self._waiting.append(text)
        self._size += len(text)
        self._wake()

    def tell_past(self, texts: Sequence[str]) -> None:
        """Send what was missed: two deals at most, however long they are, and then as much as always."""
        self._waiting.extend(texts)
        self._size += sum(map(len, texts))
        self._allowed = MOST_WAITING + len(self._waiting)
        self._allowed_size = MOST_BYTES + self._size
        self._wake()

    def close(self, code: int, reason: str) -> None:
        """Say goodbye after what waits; nothing more is taken."""
        if self.close_code is None:
            self.close_code, self.close_reason = code, reason
            self.closed.set()
            self._wake()

    def _wake(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)

    async def until_news(self) -> bool:
        """Wait for something to send; False when there is nothing more and the connection is to be closed."""
        while not self._waiting:
            if self.close_code is not None:
                return False
            self._news = asyncio.get_running_loop().create_future()
            await self._news
        return True

    def take(self) -> str:
        """The next message to send; there is one."""
        text = self._waiting.popleft()
        self._size -= len(text)
        if not self._waiting:
            self._allowed, self._allowed_size = MOST_WAITING, MOST_BYTES
        return text
