"""When a table stops waiting for somebody: the clock of a decision, and the stand-in for who is gone."""

import time
from collections.abc import Awaitable, Callable
from functools import partial

from stramash.core.seats import Seat
from stramash.server.table.actor import Actor
from stramash.server.table.people.roster import Roster
from stramash.server.table.play.journal import Journal


def on_the_wall(due: float | None) -> float | None:
    """A time of the monotonic clock as people are told it: seconds since 1970, as they are counted now."""
    return None if due is None else round(time.time() + due - time.monotonic(), 1)


class Clocks:
    """The times at which a table acts for a seat. What is due is done by the table's own task.

    All of them are on the monotonic clock: the one on the wall may be set at any time.
    """

    def __init__(
        self,
        actor: Actor,
        roster: Roster,
        journal: Journal,
        on_time_out: Callable[[Seat, int], Awaitable[None]],
        on_absence: Callable[[Seat], Awaitable[None]],
        given_up_after: float,
    ) -> None:
        self._actor = actor
        self._roster = roster
        self._journal = journal
        self._on_time_out = on_time_out
        self._on_absence = on_absence
        self._given_up_after = given_up_after
        self._deadlines: dict[Seat, tuple[int, float]] = {}
        self._gone_since: dict[Seat, float] = {}

    # The clock of a decision.

    @property
    def deadline(self) -> float | None:
        """When the first clock runs out; None without one."""
        waiting = self._journal.waiting
        first = min((at for seat, (_, at) in self._deadlines.items() if seat in waiting), default=None)
        return on_the_wall(first)

    def restart(self) -> None:
        """The host has changed the clock: every decision gets the new one."""
        for seat in self._deadlines:
            self._actor.cancel(f"clock {seat}")
        self._deadlines.clear()
        self.plan_time_outs()

    def plan_time_outs(self) -> None:
        """A clock for each new decision of a person."""
        clock = self._roster.settings.clock
        if not clock and not self._deadlines:
            return
        now = time.monotonic()
        for seat, place in enumerate(self._roster.places):
            must = self._journal.must(seat)
            known = self._deadlines.get(seat)
            if must is None or not clock or place.is_played_by_bot:
                self._deadlines.pop(seat, None)
                self._actor.cancel(f"clock {seat}")
            elif known is None or known[0] != must:
                self._deadlines[seat] = must, now + clock
                self._actor.later(f"clock {seat}", clock, partial(self._on_time_out, seat, must))

    # The stand-in.

    def everybody_is_gone(self) -> None:
        """The table is opened: nobody has connected yet."""
        now = time.monotonic()
        for seat, place in enumerate(self._roster.places):
            if place.kind == "person":
                self._gone_since[seat] = now

    def is_gone(self, seat: Seat) -> None:
        """From now on nobody is connected to a seat."""
        self._gone_since[seat] = time.monotonic()

    def note_who_is_here(self, present: set[Seat]) -> None:
        """Whose connections the table has ended itself is away from now on, like anybody else."""
        for seat, place in enumerate(self._roster.places):
            if place.kind == "person" and seat not in present and seat not in self._gone_since:
                self.is_gone(seat)

    def is_back(self, seat: Seat) -> None:
        """Somebody is connected to a seat, or nobody will come back to it."""
        self._gone_since.pop(seat, None)
        self._actor.cancel(f"stand-in {seat}")

    def plan_stand_ins(self, *, is_going_on: bool, is_anybody_here: bool) -> None:
        """A person who is gone does not keep the others waiting for ever."""
        for seat, since in self._gone_since.items():
            place = self._roster.places[seat]
            is_wanted = place.kind == "person" and place.stand_in is None and is_going_on
            if is_wanted and is_anybody_here:
                due = since + self._roster.settings.takeover_after
                self._actor.later(
                    f"stand-in {seat}", due - time.monotonic(), partial(self._is_due, seat, since)
                )
            else:
                self._actor.cancel(f"stand-in {seat}")

    # Giving up.

    def given_up_at(self, seat: Seat) -> float | None:
        """When a person who is away counts as having left; None while they are here.

        Never before a bot steps in: a table that waits a day for a move waits a day for an answer.
        """
        since = self._gone_since.get(seat)
        patience = max(self._given_up_after, self._roster.settings.takeover_after)
        return None if since is None else since + patience

    def is_given_up(self, seat: Seat) -> bool:
        """Whether a person has been away for so long that nobody waits for them any more."""
        at = self.given_up_at(seat)
        return at is not None and time.monotonic() >= at - 0.001

    async def _is_due(self, seat: Seat, since: float) -> None:
        """Nobody came back. Whoever sits there since is not to blame for it."""
        if self._gone_since.get(seat) == since:
            await self._on_absence(seat)
