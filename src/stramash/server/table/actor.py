"""A task that does one thing after the other, for whoever asks."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from stramash.server.http.refusal import Refusal
from stramash.server.store.base import StoreError

T = TypeVar("T")
Operation = Callable[[], Awaitable[Any]]
_log = logging.getLogger("stramash.table")


class Actor(ABC):
    """Everything that changes something runs in one task, through `do`, `post` or `later`."""

    def __init__(self, name: str) -> None:
        self.id = name
        self.is_closed = False
        self._inbox: asyncio.Queue[tuple[Operation, asyncio.Future[Any] | None]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}

    @abstractmethod
    def failed(self, refusal: Refusal) -> None:
        """The task has ended because something failed; nothing more is done here."""

    def begin(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")

    def end(self) -> None:
        """Stop the task, from outside."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            operation, future = await self._inbox.get()
            try:
                result = await operation()
            except Refusal as refusal:
                if future is not None and not future.done():
                    future.set_exception(refusal)
            except asyncio.CancelledError:  # given up in the middle of it
                if future is not None and not future.done():
                    future.set_exception(Refusal("unavailable", "the table stopped; come back in a moment"))
                raise
            except StoreError as error:
                # What was saved is not known: the truth is read again when the next one asks for the table.
                _log.warning("table given up", extra={"table": self.id, "error": type(error).__name__})
                self._fail(future)
                return
            except Exception:
                _log.exception("table failed", extra={"table": self.id})
                self._fail(future)
                return
            else:
                if future is not None and not future.done():
                    future.set_result(result)

    def _fail(self, future: "asyncio.Future[Any] | None") -> None:
        refusal = Refusal("unavailable", "the table is being moved; come back in a moment")
        if future is not None and not future.done():
            future.set_exception(refusal)
        self.failed(refusal)

    def drop_work(self, refusal: Refusal) -> None:
        """Take no more work, and refuse what waits."""
        self.is_closed = True
        for timer in self._timers.values():
            timer.cancel()
        while not self._inbox.empty():
            _, waiting = self._inbox.get_nowait()
            if waiting is not None and not waiting.done():
                waiting.set_exception(refusal)

    @property
    def backlog(self) -> int:
        """How many things wait to be done."""
        return self._inbox.qsize()

    async def do(self, operation: Callable[[], Awaitable[T]]) -> T:
        """Let the table's task do something, and wait for it; raises Refusal."""
        if self.is_closed:
            raise Refusal("unavailable", "the table is being moved; come back in a moment")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((operation, future))
        return await future

    def post(self, operation: Operation) -> None:
        """Let the table's task do something, without waiting."""
        if not self.is_closed:
            self._inbox.put_nowait((operation, None))

    def later(self, name: str, delay: float, operation: Operation) -> None:
        """Do something after a while, unless it is planned anew under the same name."""
        self.cancel(name)
        loop = asyncio.get_running_loop()
        self._timers[name] = loop.call_later(max(0.0, delay), lambda: self.post(operation))

    def cancel(self, name: str) -> None:
        """Do not do what was planned."""
        timer = self._timers.pop(name, None)
        if timer is not None:
            timer.cancel()
