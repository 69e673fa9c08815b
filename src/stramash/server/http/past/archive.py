"""The past, worked out away from the event loop: one thing at a time, once for all, and kept for a while."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, TypeVar

from stramash.core.seats import Seat
from stramash.server.http.refusal import Refusal
from stramash.server.store.base import Store
from stramash.server.table.play.announce import UpdateWriter
from stramash.server.table.play.journal import Entry, Happening, Journal
from stramash.server.table.table import Table

T = TypeVar("T")
MOST_BYTES: Final = 64 * 1024 * 1024
MOST_WAITING: Final = 16
"""How much may wait to be worked out; who comes after that is asked to come back."""
PAGE: Final = 200
"""Updates on one page of the history."""
BREATH: Final = 16
"""Entries after which the event loop gets the interpreter, without waiting for it to be taken away."""


class Page(NamedTuple):
    """Some updates of the past, as one seat saw them."""

    first: int
    last: int
    texts: tuple[str, ...]


class Archive:
    """What has been worked out lately, bounded by its size."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._under_way: dict[Hashable, asyncio.Future[bytes]] = {}
        self._waiting = 0

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def work(self, task: Callable[[], T]) -> T:
        """Do something on the archive's thread, in its turn; raises Refusal when too much waits already."""
        if self._waiting >= MOST_WAITING:
            raise Refusal("unavailable", "many look back at the moment; try again in a while")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, task)
        finally:
            self._waiting -= 1

    async def get(self, key: Hashable, task: Callable[[], bytes]) -> bytes:
        """What a task makes, which never changes: made once for all who ask at the same time, and kept."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        running = self._under_way.get(key)
        if running is None:
            running = self._under_way[key] = asyncio.ensure_future(self.work(task))
            running.add_done_callback(lambda _: self._under_way.pop(key, None))
        made = await asyncio.shield(running)
        self._keep(key, made)
        return made

    def _keep(self, key: Hashable, made: bytes) -> None:
        if key in self._kept:
            return
        self._kept[key] = made
        self._size += len(made)
        while self._size > MOST_BYTES:
            self._size -= len(self._kept.popitem(last=False)[1])

    # The history of a table.

    async def history(self, store: Store, table: Table, seat: Seat | None, after: int) -> bytes:
        """A page of the updates after a number, as a seat saw them, up to the last that there is."""
        journal = table.journal
        recent = [past for past in journal.recent if past.n > after]
        if after >= journal.n or (recent and recent[0].n == after + 1):
            # What has just happened is in memory. Its questions are long answered, so none are told.
            return _form(journal.n, _page(journal, recent[:PAGE], seat, after))
        n, oldest = journal.n, journal.recent[0].n if journal.recent else journal.n + 1
        # Whole pages never change; the last one before what is in memory changes with every deal.
        first = after // PAGE * PAGE
        last = min(first + PAGE, oldest - 1)
        key = ("history", table.id, seat, first, last)
        if key not in self._kept and key not in self._under_way:
            stored = await store.load(table.id)
            entries = () if stored is None else stored.entries
        else:
            entries = ()
        game, again, table_id = table.roster.game, table.roster.again, table.id

        def work() -> bytes:
            return _form(n, _replayed(Journal(table_id, game, again), entries, seat, first, last))

        return await self.get(key, work)


def _replayed(journal: Journal, entries: Sequence[Entry], seat: Seat | None, first: int, last: int) -> Page:
    """The updates of a page, by playing everything before it again."""
    texts: list[str] = []
    for entry in entries[:last]:
        happening = journal.take(entry)
        if happening.n > first:
            texts.append(_text(journal, happening, seat))
        if entry.n % BREATH == 0:
            time.sleep(0)
    return Page(first + 1, first + len(texts), tuple(texts))


def _page(journal: Journal, happened: Sequence[Happening], seat: Seat | None, after: int) -> Page:
    texts = tuple(_text(journal, past, seat) for past in happened)
    return Page(after + 1, after + len(texts), texts)


def _text(journal: Journal, happening: Happening, seat: Seat | None) -> str:
    return UpdateWriter(journal, happening, None, is_past=True).text(seat, has_view=False)


def _form(n: int, page: Page) -> bytes:
    updates = ",".join(page.texts)
    return f'{{"first":{page.first},"last":{page.last},"n":{n},"updates":[{updates}]}}'.encode()
