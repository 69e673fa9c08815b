"""From one deck to the next: the promise, the cuts, the pause, the deal; docs/fair-deals.md says why so."""

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

from stramash.core.seats import Seat
from stramash.fairness.cuts import Cutter
from stramash.server.http.refusal import Refusal
from stramash.server.metrics import DEALS, MATCHES
from stramash.server.protocol.messages import MakeCut, OpenCut

if TYPE_CHECKING:  # the table owns this, and this asks the table
    from stramash.server.table.table import Table


class Dealing:
    """What a table does about decks. Everything here runs inside the table's own task."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self.ready: set[Seat] = set()
        self.next_deal_at: float | None = None
        """By the clock that nobody sets."""
        self._patience: tuple[object, float] = (None, 0.0)
        self._has_begun = asyncio.Event()

    # What people do.

    async def start(self) -> None:
        """Begin a match, the first or a rematch: as soon as its first deck is cut."""
        free = self._table.roster.open_seats()
        if free:
            raise Refusal("not-open", f"seat {free[0]} is still open; wait for somebody or seat a bot")
        self._has_begun.clear()
        await self.promise()
        await self._table.append(self._table.journal.begin_entry())
        MATCHES.inc()

    async def until_begun(self) -> None:
        """Wait until the match that was asked for is dealt; a short while at most."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._has_begun.wait(), 3 * self._table.around.cut_seconds + 1)

    async def cut(self, seat: Seat, message: MakeCut, message_id: str) -> int:
        """A seat's part in the next shuffle, sealed."""
        journal, deck = self._table.journal, (message.match, message.deal)
        if deck != journal.next_deck or not journal.is_promised or journal.cuts.is_closed(deck):
            raise Refusal("stale", "that deck is closed already, or not promised yet")
        if not journal.needs_cuts:
            raise Refusal("stale", "that deal was played before; nobody cuts its deck")
        if journal.cuts.sealed[seat] is not None:
            raise Refusal("stale", "you have cut this deck already")
        if not journal.cuts.may_cut(seat, deck):
            raise Refusal("stale", "you have left cuts unopened in this match; no more are taken")
        (happening,) = await self._table.append(journal.cut_entry(seat, message.sealed, message_id))
        return happening.n

    async def open_cut(self, seat: Seat, message: OpenCut, message_id: str) -> int:
        """What a seat had sealed."""
        journal, deck = self._table.journal, (message.match, message.deal)
        closing = journal.cuts.closing
        if closing is None or not journal.cuts.is_closed(deck) or seat not in journal.cuts.unopened:
            raise Refusal("stale", "no cut of yours is to be opened for that deck")
        if not closing.is_sealed_by(seat, message.cut):
            raise Refusal("bad-message", "that is not the cut you had sealed")
        (happening,) = await self._table.append(journal.open_entry(seat, message.cut, message_id))
        return happening.n

    async def forget_cut(self, seat: Seat) -> None:
        """Whoever sealed it has gone: nobody else could open it, and whoever comes may cut."""
        journal = self._table.journal
        if journal.cuts.closing is None and journal.cuts.sealed[seat] is not None:
            await self._table.append(journal.cut_entry(seat, None, None))

    # What goes on by itself.

    async def promise(self) -> None:
        """Bind the server to its secrets for the decks to come."""
        table = self._table
        if not table.journal.is_promised:
            await table.append(table.journal.commit_entry())
            if table.stage == "over":
                await table.save_info()
                table.tell_table()

    async def advance(self) -> None:
        """Whatever is due on the way to the next deck."""
        table, journal = self._table, self._table.journal
        await self.promise()
        if not journal.is_starting and not journal.is_between:
            if table.stage == "over":
                self.next_deal_at = None
            return
        if journal.needs_cuts and not journal.cuts.is_closed(journal.next_deck):
            if journal.is_starting and self._is_somebody_about_to_cut() and self._is_patient("seal"):
                return
            await table.append(journal.close_entry(self._cutters()))
        is_cut = not journal.needs_cuts or journal.cuts.is_settled(journal.next_deck)
        if not is_cut and self._is_patient("open"):
            if journal.is_between:
                await self._plan()
            return
        if journal.is_starting or self._is_due():
            await self._deal()
        else:
            await self._plan()

    def _is_patient(self, what: str) -> bool:
        """Whether a short time has not passed yet, counted from the first time this is asked."""
        seconds, now = self._table.around.cut_seconds, time.monotonic()
        waited_for = (what, self._table.journal.next_deck)
        if self._patience[0] != waited_for:
            self._patience = waited_for, now + seconds
            self._table.later("cuts", seconds, self._table.progress)
        return now < self._patience[1] - 0.001

    def _is_somebody_about_to_cut(self) -> bool:
        """Whether a person who is here, or is just coming, has not cut yet."""
        sealed, places = self._table.journal.cuts.sealed, self._table.roster.places
        here = [seat for seat in range(len(sealed)) if self._is_here(seat)]
        if not here:  # just made, or just opened again: whoever sits here is on the way
            return any(not place.is_played_by_bot for place in places)
        return any(sealed[seat] is None for seat in here)

    def _is_here(self, seat: Seat) -> bool:
        is_person = not self._table.roster.places[seat].is_played_by_bot
        return is_person and self._table.audience.is_present(seat)

    def _cutters(self) -> tuple[Cutter, ...]:
        """Everybody as they are now. Who is not here could not open a cut, so it is left out."""
        cutters = []
        for seat, sealed in enumerate(self._table.journal.cuts.sealed):
            if self._is_here(seat):
                cutters.append(Cutter("person", sealed))
            else:
                is_bot = self._table.roster.places[seat].kind == "bot"
                cutters.append(Cutter("bot" if is_bot else "away", None))
        return tuple(cutters)

    def _is_due(self) -> bool:
        """Whether everybody has waited long enough for the next deal of a match."""
        places, settings = self._table.roster.places, self._table.roster.settings
        people = [seat for seat, place in enumerate(places) if not place.is_played_by_bot]
        present = [seat for seat in people if self._table.audience.is_present(seat)]
        if not people or settings.pause == 0:
            return True
        if not present:
            return False
        is_time = self.next_deal_at is not None and time.monotonic() >= self.next_deal_at - 0.001
        return is_time or all(seat in self.ready for seat in present)

    async def _plan(self) -> None:
        """Begin the pause, unless it is going on."""
        pause = self._table.roster.settings.pause
        if self.next_deal_at is None and pause:
            self.next_deal_at = time.monotonic() + pause
            await self._table.save_info()
            self._table.tell_table()
            self._table.later("deal", pause, self._table.progress)

    async def _deal(self) -> None:
        table, journal = self._table, self._table.journal
        self.next_deal_at = None
        table.cancel("deal")
        table.cancel("cuts")
        self.ready = set()
        is_first = journal.is_starting
        if is_first:
            await table.append(*journal.match_entries(table.roster.occupants()))
            await table.save_info()
        else:
            await table.append(journal.deal_entry())
        DEALS.inc()
        await self.promise()
        table.tell_table()
        if is_first:
            self._has_begun.set()
