"""What the host of a table decides, and what needs the consent of those who play."""

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from stramash.bots.registry import level_at
from stramash.core.seats import Seat
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.basics import Level
from stramash.server.protocol.bodies import ProposalForm, Settings
from stramash.server.table.people.audience import REMOVED
from stramash.server.table.people.auth import Key
from stramash.server.table.people.roster import Identity
from stramash.server.table.play.clocks import on_the_wall
from stramash.wire.codec import Json

if TYPE_CHECKING:  # the table owns this part of itself
    from stramash.server.table.table import Table

AGREED_UPON: Final = ("clock", "takeover_after", "hints", "unseen")
"""Settings that a running match is played under: nobody changes them alone."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something the host may not do alone in a running match. It ends with the match, and with its maker."""

    number: int
    by: Key
    what: Literal["bot", "remove", "settings"]
    seat: Seat | None = None
    target: Key | None = None
    """Whose seat it was then: nobody else is meant."""
    level: Level | None = None
    settings: Settings | None = None
    agreed: set[Key] = field(default_factory=set)


class Hosting:
    """The operations of the host. Each asks the roster who is host now; all run in the table's task."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._proposal: Proposal | None = None
        self._proposals = 0
        self._links: Json | None = None
        """New links that the host has not been told yet. They are kept nowhere else."""

    def require_host(self, key: Key) -> Identity:
        """Refuse whoever is not the host now."""
        who = self._table.known(key)
        if not who.host:
            raise Refusal("not-host", "only the host may do that")
        return who

    # Matches.

    async def start(self, key: Key) -> None:
        """Begin the first match."""
        self.require_host(key)
        if self._table.stage != "open":
            raise Refusal("not-open", "the match has begun; once it is over, ask for a rematch")
        await self._table.begin_match()

    async def rematch(self, key: Key) -> None:
        """A new match with the same people on the same seats. It waits for no host who is away."""
        who = self._table.known(key)
        if not who.host and (who.seat is None or self._table.is_host_here):
            raise Refusal(
                "not-host", "only the host may do that, or somebody on a seat while the host is away"
            )
        if self._table.stage != "over":
            raise Refusal("not-over", "the match is not over")
        await self._table.begin_match()

    # The table.

    async def new_links(self, key: Key) -> Json:
        """New invitations; the old ones are worth nothing afterwards."""
        self.require_host(key)
        links = self._table.roster.new_links()
        await self._table.save_roster()
        self._links = links
        self.hand_out_links()
        return links

    def hand_out_links(self) -> None:
        """Tell the host of links that were made anew, on every screen; if they are away, when they come."""
        if self._links is not None and self._table.audience.tell_host(
            {"type": "links", "links": self._links}
        ):
            self._links = None

    async def set_settings(self, key: Key, wish: Settings) -> None:
        """Change what the host decides; what a running match is played under, with the others' consent."""
        self.require_host(key)
        roster = self._table.roster
        if roster.evening is not None:
            roster.evening.refuse_other(roster.settings, wish)
        if wish.host_decides != roster.settings.host_decides:
            raise Refusal(
                "bad-option",
                "who decides in a running match is settled with the table",
                option="host_decides",
            )
        now = {name: getattr(roster.settings, name) for name in AGREED_UPON}
        is_agreed_upon = any(getattr(wish, name) != value for name, value in now.items())
        if is_agreed_upon and self._is_anybody_asked(key):
            roster.settings = wish.model_copy(update=now)
            await self._table.changed()
            self._propose(key, "settings", settings=wish)
            return
        await self._settle_on(wish)

    async def _settle_on(self, settings: Settings) -> None:
        self._table.roster.settings = settings
        self._table.clocks.restart()
        await self._table.changed()

    # Seats.

    async def put_bot(self, key: Key, seat: Seat, level: Level) -> None:
        """A bot on an open seat, in place of another bot, or for a person."""
        self.require_host(key)
        table = self._table
        if table.roster.evening is not None:
            table.roster.evening.refuse_level(level)
        place = table.roster.place(seat)
        if place.hash == key:
            table.roster.put_bot(seat, level)
        elif place.kind == "open" or not self._is_anybody_asked(key):
            self._seat_bot(seat, level)
        elif not self._plays_already(seat, level):
            # Also for somebody who is away: how long a match waits is settled (`takeover_after`), and a bot
            # that is put in while a page reloads would have made their move.
            self._propose(key, "bot", seat=seat, level=level)
            return
        await table.changed()

    def _seat_bot(self, seat: Seat, level: str) -> None:
        table = self._table
        table.roster.put_bot(seat, level)
        place = table.roster.place(seat)
        is_away = place.kind == "person" and not table.audience.is_present(seat)
        if is_away and not table.roster.settings.host_decides:
            place.stand_in = "absent"  # it goes as soon as they are back

    def _plays_already(self, seat: Seat, level: str) -> bool:
        place, game = self._table.roster.place(seat), self._table.roster.game
        return place.is_played_by_bot and place.level == level_at(level, game)

    async def hand_back(self, key: Key, seat: Seat) -> None:
        """Let a person play their seat again; they may do so themselves, unless the host decides."""
        table = self._table
        who = table.known(key)
        if who.seat != seat or table.roster.settings.host_decides:
            self.require_host(key)
        table.roster.hand_back(seat, is_playing=table.is_going_on)
        await table.changed()

    async def remove(self, key: Key, seat: Seat) -> Json | None:
        """Send a person away for good; the new links, unless the others are asked first."""
        self.require_host(key)
        place = self._table.roster.place(seat)
        if place.kind != "person" or place.hash is None:
            raise Refusal("unknown-seat", f"no person sits on seat {seat}")
        if place.hash == key:
            raise Refusal("not-open", "that is your own seat; leave it instead")
        if self._is_anybody_asked(key):
            self._propose(key, "remove", seat=seat)
            return None
        return await self._remove(place.hash)

    async def _remove(self, key: Key) -> Json:
        """What they had opens nothing any more, in any browser: their seat, and the table's links."""
        table = self._table
        links = self._links = table.roster.bar(key)
        await table.let_go(table.known(key), REMOVED)
        return links

    # Consent.

    def exchange(self, old: Key, new: Key) -> None:
        """Somebody goes by another secret: what they proposed, agreed to or are meant by stays theirs."""
        if self._proposal is not None:

            def renewed(key: Key | None) -> Any:
                return new if key == old else key

            self._proposal = replace(
                self._proposal,
                by=renewed(self._proposal.by),
                target=renewed(self._proposal.target),
                agreed=set(map(renewed, self._proposal.agreed)),
            )

    @property
    def form(self) -> Json | None:
        """What is proposed, as everybody sees it."""
        open_one = self._proposal
        if open_one is None:
            return None
        places = self._table.roster.places
        return ProposalForm(
            number=open_one.number,
            what=open_one.what,
            seat=open_one.seat,
            level=open_one.level,
            settings=open_one.settings,
            asked=self._asked(open_one.by, open_one.agreed),
            agreed=[seat for seat, place in enumerate(places) if place.hash in open_one.agreed],
        ).model_dump()

    def _people(self, by: Key) -> list[Seat]:
        """The seats of those whose match it is, whoever makes their moves now, except who proposes."""
        places = self._table.roster.places
        return [seat for seat, place in enumerate(places) if place.kind == "person" and place.hash != by]

    def _asked(self, by: Key, agreed: set[Key] | frozenset[Key] = frozenset()) -> list[Seat]:
        """The seats whose consent is needed: a person's, present or not, until they are given up."""
        places, clocks = self._table.roster.places, self._table.clocks
        return [
            seat
            for seat in self._people(by)
            if places[seat].hash not in agreed and not clocks.is_given_up(seat)
        ]

    def given_up_at(self) -> dict[Seat, float | None]:
        """For people who are away from a running match: until when they are asked, on the wall clock."""
        roster, clocks = self._table.roster, self._table.clocks
        if roster.settings.host_decides or not self._table.is_going_on:
            return {}
        people = (seat for seat, place in enumerate(roster.places) if place.kind == "person")
        return {seat: on_the_wall(clocks.given_up_at(seat)) for seat in people}

    def _is_anybody_asked(self, by: Key) -> bool:
        decides = self._table.roster.settings.host_decides
        return self._table.is_going_on and not decides and bool(self._asked(by))

    def _propose(
        self,
        by: Key,
        what: Literal["bot", "remove", "settings"],
        *,
        seat: Seat | None = None,
        level: Level | None = None,
        settings: Settings | None = None,
    ) -> None:
        """Ask the others, and forget what was proposed before. Kept in memory only: asking again is easy."""
        self._proposals += 1
        target = None if seat is None else self._table.roster.place(seat).hash
        self._proposal = Proposal(self._proposals, by, what, seat, target, level, settings)
        self._plan(self._asked(by))
        self._table.tell_table()

    async def answer(self, key: Key, number: int, agrees: bool) -> None:
        """A person agrees or not; who proposed may take it back. One who does not agree is enough."""
        who, open_one = self._table.known(key), self._proposal
        if open_one is None or open_one.number != number:
            raise Refusal("stale", "that proposal is no longer open")
        if key != open_one.by and who.seat not in self._people(open_one.by):
            raise Refusal("forbidden", "only those who play are asked")
        if not agrees:
            self._proposal = None
            self._table.tell_table()
        elif key != open_one.by:
            open_one.agreed.add(key)
            if not await self.settle():
                self._table.tell_table()

    async def settle(self) -> bool:
        """Do what was proposed once all have agreed; whether it was done. Forget what has lost its sense."""
        open_one = self._proposal
        if open_one is None:
            return False
        if self._is_pointless(open_one):
            self._proposal = None
            self._table.tell_table()
            return False
        asked = self._asked(open_one.by, open_one.agreed)
        if asked:
            self._plan(asked)
            return False
        self._proposal = None
        await self._carry_out(open_one)
        return True

    def _is_pointless(self, open_one: Proposal) -> bool:
        table = self._table
        if open_one.by != table.roster.host or not table.is_going_on:
            return True
        if open_one.seat is None:
            return False
        is_anothers = table.roster.place(open_one.seat).hash != open_one.target
        is_done = open_one.level is not None and self._plays_already(open_one.seat, open_one.level)
        return is_anothers or is_done

    def _plan(self, asked: list[Seat]) -> None:
        """Look again when the first of those who are away is given up."""
        times = [at for seat in asked if (at := self._table.clocks.given_up_at(seat)) is not None]
        if times:
            self._table.later("consent", min(times) - time.monotonic(), self._table.progress)

    async def _carry_out(self, agreed: Proposal) -> None:
        roster = self._table.roster
        if agreed.settings is not None:
            values = {name: getattr(agreed.settings, name) for name in AGREED_UPON}
            await self._settle_on(roster.settings.model_copy(update=values))
        elif agreed.seat is not None:
            if agreed.level is not None:
                self._seat_bot(agreed.seat, agreed.level)
                await self._table.changed()
            elif agreed.target is not None:
                await self._remove(agreed.target)
