"""Journals read from the store and played again, a stretch at a time and away from the event loop."""

import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Protocol, TypeVar

from stramash.server.store.base import ENTRIES_AT_ONCE, Store, Stored, StoreError
from stramash.server.table.play.entries import DoesNotReplay, Entry
from stramash.server.table.play.journal import Journal
from stramash.server.table.play.snapshot import Snapshot

T = TypeVar("T")
_log = logging.getLogger("stramash.replaying")


class Worker(Protocol):
    """Does something on another thread."""

    def __call__(self, task: Callable[[], T], /) -> Awaitable[T]:
        """Do it, in its turn."""


class Replaying:
    """What tables were. Journals given are only looked at for their table and game; others come back."""

    def __init__(self, store: Store, work: Worker) -> None:
        self._store = store
        self._work = work

    async def opened(self, like: Journal, stored: Stored) -> Journal:
        """A table's journal as it is now; raises DoesNotReplay.

        It begins with a snapshot, and where that is damaged with the first entry. Snapshots that are missing
        are made.
        """
        if stored.snapshot is not None:
            try:
                journal = await self._resumed(like, stored.snapshot)
                return await self._to_the_end(journal, stored.entries, stored.latest)
            except DoesNotReplay as problem:
                self._complain(like, problem)
                return await self.renewed(like)
        return await self._to_the_end(like.blank(), stored.entries, stored.latest)

    async def renewed(self, like: Journal) -> Journal:
        """The same from the first entry on, with all its snapshots made anew."""
        return await self._to_the_end(like.blank(), (), 0)

    async def deal(self, like: Journal, match: int, deal: int | None = None) -> Journal:
        """A table's journal as it was when a deal ended, the last one of a match unless said.

        Raises DoesNotReplay, also where there is no such deal or it has not ended.
        """

        async def read() -> Journal:
            snapshot = await self._store.snapshot(like.table, match, deal)
            if snapshot is None:
                raise DoesNotReplay(0, "there is no such deal")
            return await self._resumed(like, snapshot)

        journal = await self._mended(like, read)
        wanted = journal.match_number, journal.deal_number + 1
        while entries := await self._store.entries(like.table, journal.n):
            if await self._work(partial(_is_ended, journal, entries, wanted)):
                return journal
        raise DoesNotReplay(journal.n, "the deal has not ended")

    async def before(self, like: Journal, n: int) -> Journal:
        """A table's journal as it was when a deal began, at an entry or before; blank before the first."""

        async def read() -> Journal:
            snapshot = await self._store.snapshot_at(like.table, n)
            return like.blank() if snapshot is None else await self._resumed(like, snapshot)

        return await self._mended(like, read)

    async def deals(self, like: Journal, match: int) -> int:
        """How many deals a match of the table has had; it has been played to its end."""

        async def read() -> int:
            snapshot = await self._store.snapshot(like.table, match)
            if snapshot is None:
                raise DoesNotReplay(0, "there is no such match")
            return snapshot.deal

        return await self._mended(like, read)

    async def standings(self, like: Journal, match: int, first: int, most: int) -> list[tuple[int, ...]]:
        """The points of each side before some deals of a match, from one on."""

        async def read() -> list[tuple[int, ...]]:
            snapshots = await self._store.snapshots(like.table, match, first, most)
            if not snapshots:
                raise DoesNotReplay(0, "there is no such deal")
            return await self._work(lambda: [_totals(one) for one in snapshots])

        return await self._mended(like, read)

    async def _mended(self, like: Journal, read: Callable[[], Awaitable[T]]) -> T:
        """What a snapshot tells; where it is missing or damaged, once more when all have been made anew."""
        try:
            return await read()
        except DoesNotReplay as problem:
            self._complain(like, problem)
        await self.renewed(like)
        return await read()

    async def _resumed(self, like: Journal, snapshot: Snapshot) -> Journal:
        journal = like.blank()
        await self._work(lambda: journal.resume(snapshot))
        return journal

    async def _to_the_end(self, journal: Journal, entries: tuple[Entry, ...], known: int) -> Journal:
        """Take all entries that follow, and keep the snapshots that are not known."""
        while entries or (entries := await self._store.entries(journal.table, journal.n)):
            made: list[Snapshot] = []
            await self._work(partial(journal.replay, entries, made))
            missing = [one for one in made if one.n > known]
            if missing:
                with contextlib.suppress(StoreError):  # they are made anew another time
                    await self._store.keep_snapshots(journal.table, missing)
            if len(entries) < ENTRIES_AT_ONCE:
                break
            entries = ()
        return journal

    def _complain(self, like: Journal, problem: DoesNotReplay) -> None:
        about = {"table": like.table, "entry": problem.n, "error": problem.what}
        _log.warning("a snapshot is of no use; all entries are read", extra=about)


def _is_ended(journal: Journal, entries: Iterable[Entry], wanted: tuple[int, int]) -> bool:
    """Take entries until a deal has ended; whether it has."""
    for entry in entries:
        journal.replay([entry])
        is_here = (journal.match_number, journal.deal_number) == wanted
        if is_here and journal.match is not None and journal.match.deals[-1].result is not None:
            return True
    return False


def _totals(snapshot: Snapshot) -> tuple[int, ...]:
    try:
        return tuple(snapshot.form()["carry"]["totals"])
    except Exception as error:  # damage has as many faces as there are bytes
        raise DoesNotReplay(snapshot.n, f"snapshot: {type(error).__name__}") from error
