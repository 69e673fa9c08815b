"""The past, worked out away from the event loop: a little at a time, once for all, and kept for a while."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from stramash.core.seats import Seat
from stramash.server.http.refusal import Refusal
from stramash.server.store.base import Store
from stramash.server.table.play.announce import UpdateWriter
from stramash.server.table.play.entries import Entry, Happening
from stramash.server.table.play.finished import FinishedMatch
from stramash.server.table.play.journal import Journal
from stramash.server.table.play.steps import replay_text
from stramash.server.table.replaying import Replaying

T = TypeVar("T")
MOST_BYTES: Final = 32 * 1024 * 1024
"""Of what has been worked out and is kept."""
AT_ONCE: Final = 4
"""How much is worked out at a time: so many deals are in memory, whoever asks."""
MOST_WAITING: Final = 16
"""How much may wait for that; who comes after is asked to come back."""
PAGE: Final = 200
"""Updates on one page of the history."""


class Page(NamedTuple):
    """Some updates of the past, as one seat saw them."""

    first: int
    last: int
    texts: tuple[str, ...]


class Archive:
    """What has been worked out lately, bounded by its size."""

    def __init__(self, store: Store) -> None:
        self.past = Replaying(store, self.run)
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._under_way: dict[Hashable, asyncio.Future[bytes]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    def close(self) -> None:
        """Begin nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def run(self, task: Callable[[], T]) -> T:
        """Do a small part of some work on the archive's thread, in its turn."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, task)

    async def work(self, task: Callable[[], Awaitable[T]], *, is_patient: bool = False) -> T:
        """Work something out when there is room; raises Refusal when too much waits already.

        It may raise DoesNotReplay and StoreError too: the past is read from the store.
        """
        if not is_patient and self._waiting >= MOST_WAITING:
            raise Refusal("unavailable", "many look back at the moment; try again in a while")
        self._waiting += not is_patient
        try:
            async with self._room:
                return await task()
        finally:
            self._waiting -= not is_patient

    async def get(self, key: Hashable, task: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        """What a task makes, which never changes: made once for all who ask at the same time, and kept."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        running = self._under_way.get(key)
        if running is None:
            running = self._under_way[key] = asyncio.ensure_future(task())
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

    # What was played.

    async def deals(self, journal: Journal, match: int) -> int:
        """How many deals a match of a table has had."""
        if match == journal.match_number:
            return journal.deal_number
        return await self.past.deals(journal, match)

    async def deal(self, journal: Journal, match: int, deal: int | None = None) -> FinishedMatch:
        """A match of a table as it was when a deal ended, the last one unless said; raises Refusal.

        The deal is the last one of its `match.deals`.
        """
        last = await self.deals(journal, match)
        if deal is not None and not 0 < deal <= last:
            raise Refusal("unknown-match", f"match {match} had {last} deals")
        found = (await self.past.deal(journal, match, deal or last)).latest
        assert found is not None
        return found

    async def each_deal(self, journal: Journal, match: int) -> AsyncIterator[tuple[int, FinishedMatch]]:
        """Each deal of a match, and the match as it was then, read when the one before has been used."""
        deals = await self.work(lambda: self.deals(journal, match), is_patient=True)
        for deal in range(1, deals + 1):
            yield deal, await self.work(partial(self.deal, journal, match, deal), is_patient=True)

    async def replay(self, journal: Journal, match: int, deal: int, seat: Seat | None) -> bytes:
        """A deal step by step, as a seat saw it or with open cards."""

        async def work() -> bytes:
            deals, finished = await self.deals(journal, match), await self.deal(journal, match, deal)
            return await self.run(partial(replay_text, finished, deal, deals, seat))

        return await self.get(("replay", journal.table, match, deal, seat), lambda: self.work(work))

    # The history of a table.

    async def history(self, journal: Journal, seat: Seat | None, after: int) -> bytes:
        """A page of the updates after a number, as a seat saw them, up to the last that there is."""
        recent = [past for past in journal.recent if past.n > after]
        if after >= journal.n or (recent and recent[0].n == after + 1):
            # What has just happened is in memory. Its questions are long answered, so none are told.
            return _form(journal.n, _page(journal, recent[:PAGE], seat, after))
        n, oldest = journal.n, journal.recent[0].n if journal.recent else journal.n + 1
        # Whole pages never change; the last one before what is in memory changes with every deal.
        first = after // PAGE * PAGE
        last = min(first + PAGE, oldest - 1)

        async def work() -> bytes:
            past, texts = await self.past.before(journal, first), list[str]()
            while past.n < last and (entries := await self._store.entries(journal.table, past.n)):
                texts += await self.run(partial(_told, past, entries, seat, first, last))
            return _form(n, Page(first + 1, first + len(texts), tuple(texts)))

        return await self.get(("history", journal.table, seat, first, last), lambda: self.work(work))


def _told(journal: Journal, entries: Sequence[Entry], seat: Seat | None, after: int, last: int) -> list[str]:
    """The updates that entries bring about, after one number and up to another, as a seat saw them."""
    texts: list[str] = []
    for entry in entries[: last - journal.n]:
        journal.replay([entry])
        if entry.n > after:
            texts.append(_text(journal, journal.recent[-1], seat))
    return texts


def _page(journal: Journal, happened: Sequence[Happening], seat: Seat | None, after: int) -> Page:
    texts = tuple(_text(journal, past, seat) for past in happened)
    return Page(after + 1, after + len(texts), texts)


def _text(journal: Journal, happening: Happening, seat: Seat | None) -> str:
    return UpdateWriter(journal, happening, None, is_past=True).text(seat, has_view=False)


def _form(n: int, page: Page) -> bytes:
    updates = ",".join(page.texts)
    return f'{{"first":{page.first},"last":{page.last},"n":{n},"updates":[{updates}]}}'.encode()
