"""A table's journal played by chance, with everything that can stand in one, as far as one likes."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import create, serving

from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.fairness.cuts import Cutter
from stramash.server.store.base import Claim, Owner, Store
from stramash.server.store.sqlite import SqliteStore
from stramash.server.table.hall import described
from stramash.server.table.play.entries import Entry
from stramash.server.table.play.finished import Occupant, Sitting
from stramash.server.table.play.journal import Journal
from stramash.server.table.play.snapshot import Snapshot


class Played:
    """A journal that goes on, what has been saved of it, and the snapshots saved with that."""

    def __init__(self, journal: Journal, rng: Random) -> None:
        self.journal = journal
        self.rng = rng
        self.entries: list[Entry] = []
        self.snapshots: list[Snapshot] = []

    @property
    def game(self) -> AnyGame:
        return self.journal.game

    def step(self) -> None:
        """The next thing that happens at a table."""
        journal = self.journal
        if not journal.is_promised:
            self.take(journal.commit_entry())
        elif journal.is_playing:
            self._move()
        elif not journal.is_starting and not journal.is_between:
            self.take(journal.begin_entry())
        elif journal.needs_cuts and not journal.cuts.is_closed(journal.next_deck):
            self._seal()
        elif journal.needs_cuts and journal.cuts.unopened and self.rng.random() < 0.8:
            seat = min(journal.cuts.unopened)
            self.take(journal.open_entry(seat, self.rng.randbytes(32).hex(), self._id()))
        elif journal.is_starting:
            self.take(*journal.match_entries(tuple(map(self._occupant, range(self.game.seats)))))
        else:
            self.take(journal.deal_entry())

    def take(self, *entries: Entry) -> None:
        """What the table saves, then lets happen."""
        snapshot = self.journal.snapshot_before(entries)
        self.snapshots += [] if snapshot is None else [snapshot]
        self.entries += entries
        for entry in entries:
            self.journal.take(entry)

    def _seal(self) -> None:
        journal, sealed = self.journal, self.journal.cuts.sealed
        free = [seat for seat in range(self.game.seats) if sealed[seat] is None]
        free = [seat for seat in free if journal.cuts.may_cut(seat, journal.next_deck)]
        if free and self.rng.random() < 0.6:
            seat = self.rng.choice(free)
            self.take(journal.cut_entry(seat, self.rng.randbytes(32).hex(), self._id()))
        else:
            self.take(journal.close_entry(tuple(Cutter("person", cut) for cut in sealed)))

    def _move(self) -> None:
        journal, match = self.journal, self.journal.match
        assert match is not None
        for seat in range(self.game.seats):
            back = journal.may_take_back(seat)
            if back is not None and self.rng.random() < 0.1:
                self.take(journal.take_back_entry(seat, back, self._id()))
                return
        may = sorted(journal.may_act - journal.waiting)
        seat = self.rng.choice(may) if may and self.rng.random() < 0.1 else min(journal.waiting)
        move: Any = self.rng.choice(self.game.legal(match.state, seat))
        if self.rng.random() < 0.1:  # somebody else has the seat, or makes the move, from now on
            bot = Occupant("bot", "Isla", level="greedy")
            self.take(journal.move_entry(seat, move, "bot", level="greedy", occupant=bot))
        else:
            who = self._occupant(seat)
            self.take(journal.move_entry(seat, move, "person", self._id(), occupant=who))

    def _occupant(self, seat: Seat) -> Occupant:
        return Occupant("person", f"P{seat}", Sitting(f"sitting {seat}"))

    def _id(self) -> str:
        return self.rng.randbytes(4).hex()


async def lengthened(store: Store, table: str, entries: int, rng: Random) -> Journal:
    """Let a stored table, which no server has open, be played on until it has so many entries."""
    owner = Owner("writer", 600.0)
    claim = await store.claim(table, owner)
    assert isinstance(claim, Claim)
    stored = await store.load(table)
    assert stored is not None
    played = Played(described(table, stored.doc)[1], rng)
    assert len(stored.entries) == stored.entries[-1].n, "the table is short, and new"
    played.journal.replay(stored.entries)
    async for batch, snapshot in _steps(played, entries):
        await store.save(table, claim, batch, snapshot=snapshot)
    await store.release(table, claim)
    return played.journal


async def _steps(played: Played, entries: int) -> AsyncIterator[tuple[list[Entry], Snapshot | None]]:
    """What is saved together: everything from one deal to the next."""
    while played.journal.n < entries or played.journal.is_playing:
        known = len(played.snapshots)
        while len(played.snapshots) == known and (played.journal.n < entries or played.journal.is_playing):
            played.step()
        snapshot = played.snapshots[-1] if len(played.snapshots) > known else None
        batch, played.entries = played.entries, []
        yield batch, snapshot


async def long_table(folder: Path, game: str = "mu", seats: int = 4, entries: int = 3_000) -> dict[str, Any]:
    """A server's table with a long past, nobody at it now."""
    async with serving(folder) as running:
        created = await create(running, game, seats)
    store = SqliteStore(folder / "tables.sqlite3")
    await store.open()
    await lengthened(store, created["table"]["id"], entries, Random(3))
    await store.close()
    return created


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The entries that journals take from now on."""
    taken: list[int] = []
    take = Journal.take

    def counting(journal: Journal, entry: Entry) -> Any:
        taken.append(entry.n)
        return take(journal, entry)

    monkeypatch.setattr(Journal, "take", counting)
    return taken
