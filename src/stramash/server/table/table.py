"""One task per table owns its match: a message is parsed, checked, saved, then announced, in that order."""

import asyncio
import time
from collections.abc import Sequence
from typing import Final, Literal, Protocol

from stramash import games
from stramash.core.seats import Seat
from stramash.server.evenings.model import Entrant, Play, network_mark
from stramash.server.evenings.policy import refuse_after_end
from stramash.server.http.refusal import Refusal
from stramash.server.metrics import SAVE_SECONDS
from stramash.server.protocol.bodies import JoinTable
from stramash.server.protocol.messages import MakeCut, NoticeCode, OpenCut
from stramash.server.store.base import Claim, Store
from stramash.server.table.actor import Actor
from stramash.server.table.keeping import Keeping
from stramash.server.table.people.audience import EXCHANGED, LEFT, Audience, Farewell
from stramash.server.table.people.auth import Key, digest, own_id
from stramash.server.table.people.connection import Connection
from stramash.server.table.people.hosting import Hosting
from stramash.server.table.people.roster import STAND_IN_LEVEL, Identity, Person, Roster
from stramash.server.table.people.talk import Talk
from stramash.server.table.play.announce import (
    UpdateWriter,
    decision_form,
    fair_form,
    legal_form,
    view_form,
    view_of,
)
from stramash.server.table.play.clocks import Clocks, on_the_wall
from stramash.server.table.play.dealing import Dealing
from stramash.server.table.play.entries import Entry, Happening
from stramash.server.table.play.journal import Journal
from stramash.server.table.play.moving import Moving
from stramash.server.thinking.advice import ADVISER, EFFORTS
from stramash.server.thinking.coaching import EFFORTS as COACHING
from stramash.server.thinking.line import Rank
from stramash.server.thinking.processes import BotPool
from stramash.server.thinking.turns import Thinking
from stramash.wire.codec import Json
from stramash.wire.protocol import PROTOCOL

BREATH: Final = 16
"""Entries that happen at once; then the event loop has its turn."""


class Surroundings(Protocol):
    """What a table needs of the server it stands in."""

    store: Store
    pool: BotPool
    bot_delay: float
    rest_seconds: float
    given_up_after: float
    """How long a person who is away from a match is asked about it."""
    cut_seconds: float
    """How long a deal waits for people's cuts."""
    thorough: asyncio.Semaphore
    """How many lists of legal moves are worked out at a time."""

    def forget(self, table: "Table") -> None:
        """The table has ended in this process."""


Ending = Literal["stopping", "moved"]


def _last_word(why: Ending) -> Refusal:
    if why == "stopping":
        return Refusal("stopping", "the server stops; come back in a moment")
    return Refusal("unavailable", "the table is being moved; come back in a moment")


class Table(Actor):
    """The actor. Methods that change something run one after the other, through `do`."""

    def __init__(
        self,
        around: Surroundings,
        table_id: str,
        roster: Roster,
        journal: Journal,
        claim: Claim,
        maker: str = "",
    ) -> None:
        super().__init__(table_id)
        self.around = around
        self.roster = roster
        self.journal = journal
        self.claim = claim
        self.audience = Audience()
        self.touched = self.opened = self._looked_at = time.monotonic()
        self.maker = maker or table_id
        self.moving = Moving(self)
        self.clocks = Clocks(
            self, roster, journal, self.moving.time_out, self._stand_in, around.given_up_after
        )
        self.hosting = Hosting(self)
        self.keeping = Keeping(self)
        self.dealing = Dealing(self)
        self.talk = Talk(self)
        self._thinking = Thinking(self)
        self._advising = asyncio.Lock()
        self._refining = asyncio.Lock()

    # The task.

    def open(self) -> None:
        """Begin to work."""
        self.clocks.everybody_is_gone()
        self.begin()
        self.post(self.progress)

    def failed(self, refusal: Refusal) -> None:
        """The truth is read again when the next one asks for the table."""
        self.shut("moved", refusal)
        self.around.forget(self)

    def shut(self, code: NoticeCode, refusal: Refusal) -> None:
        """Take no more work, and send everybody away."""
        self.drop_work(refusal)
        self._thinking.stop()
        self.audience.ask_to_come_back(code, str(refusal))

    async def close(self, why: Ending) -> None:
        """Finish the move in hand, then stop; the store holds everything."""
        if self.is_closed:
            return

        async def finish() -> None:
            self.shut(why, _last_word(why))

        await self.do(finish)
        self.end()

    def give_up(self, why: Ending) -> None:
        """Stop at once, in the middle of whatever is being done; what of it was saved the store knows."""
        if not self.is_closed:
            self.shut(why, _last_word(why))
        self.end()

    # What is so.

    @property
    def stage(self) -> str:
        """Where the table is in its life."""
        match = self.journal.match
        if self.journal.is_starting:
            return "starting"
        if match is None:
            return "open"
        if match.is_over:
            return "over"
        return "playing" if self.journal.is_playing else "between"

    @property
    def is_going_on(self) -> bool:
        """Whether a match has begun and is not over."""
        return self.stage in ("starting", "playing", "between")

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is going on that goes on by itself."""
        return not len(self.audience) and not self._thinking.is_busy and not self.backlog

    @property
    def is_resting(self) -> bool:
        """Whether only bots play here and nobody has looked on for a while: they wait for somebody."""
        is_long_ago = time.monotonic() - self._looked_at > self.around.rest_seconds
        return is_long_ago and not len(self.audience) and all(p.is_played_by_bot for p in self.roster.places)

    @property
    def is_host_here(self) -> bool:
        """Whether the host is connected, on a seat or watching."""
        return self.roster.host in self.audience.keys

    def is_bot(self, seat: Seat) -> bool:
        """Whether a bot plays a seat now."""
        return self.roster.places[seat].is_played_by_bot

    def info(self) -> Json:
        """Everything public about the table."""
        roster, journal = self.roster, self.journal
        match = journal.match
        return {
            "id": self.id,
            "game": roster.game.id,
            "game_name": games.info(roster.game.id).name,
            "family": journal.family.name,
            "seats": roster.seat_forms(
                self.audience.seats,
                self.dealing.ready,
                self.hosting.given_up_at(),
                self.around.pool.substitute,
            ),
            "sides": [list(side) for side in roster.game.sides],
            "options": games.written_options(roster.game),
            "rules": games.RULES_REVISION,
            "settings": roster.settings.model_dump(),
            "stage": self.stage,
            "match": journal.match_number,
            "deal": journal.deal_number,
            "totals": list(match.totals) if match else [0] * len(roster.game.sides),
            "winners": list(match.winners) if match else [],
            "watching": self.audience.watching,
            "next_deal_at": on_the_wall(self.dealing.next_deal_at),
            "fair": fair_form(journal),
            "again": roster.again is not None or roster.evening is not None,
            "evening": roster.evening and {"id": roster.evening.id, "deals": roster.evening.deal_set.deals},
            "proposal": self.hosting.form,
            "n": journal.n,
        }

    # Who asks. Asked inside the operation: between a request and its turn anything may have changed.

    def known(self, key: Key) -> Identity:
        """Whom a secret belongs to now; raises Refusal where it is worth nothing here."""
        who = self.roster.identify(key)
        if who is None:
            raise Refusal("forbidden", "that needs the link of somebody at this table")
        return who

    def seat_of(self, key: Key) -> Seat | None:
        """The seat that a secret opens now."""
        who = self.roster.identify(key)
        return None if who is None else who.seat

    def acting_seat(self, key: Key) -> Seat:
        """The seat that a secret may act for; raises Refusal."""
        who = self.known(key)
        if who.seat is None:
            raise Refusal("forbidden", "spectators only watch")
        return who.seat

    # Saving and telling.

    async def append(self, *entries: Entry, play: Play | None = None) -> list[Happening]:
        """Save entries, then let them happen, then announce them."""
        began = time.perf_counter()
        snapshot = self.journal.snapshot_before(entries)
        await self.around.store.save(self.id, self.claim, entries, play=play, snapshot=snapshot)
        SAVE_SECONDS.observe(time.perf_counter() - began)
        happened: list[Happening] = []
        for entry in entries:
            if happened and not len(happened) % BREATH:  # nobody waits for all moves of a position
                await asyncio.sleep(0)
            happening = self.journal.take(entry)
            self.clocks.plan_time_outs()
            self.audience.announce(UpdateWriter(self.journal, happening, self.clocks.deadline))
            happened.append(happening)
        self.touched = time.monotonic()
        return happened

    async def save_info(self) -> None:
        """Save what is public about the table."""
        await self.around.store.save(self.id, self.claim, info=self.info())

    async def save_roster(self, farewell: Farewell = LEFT) -> None:
        """Save who sits where, then send those away whose secret is worth nothing any more."""
        await self.around.store.save(self.id, self.claim, doc=self.roster.doc(), info=self.info())
        self.audience.review(self.roster, farewell)
        self.clocks.note_who_is_here(self.audience.seats)
        self.touched = time.monotonic()

    async def changed(self, farewell: Farewell = LEFT) -> None:
        """People or settings are others now: saved, told, and acted upon."""
        await self.save_roster(farewell)
        self.tell_table()
        await self.progress()

    async def others_play(self) -> None:
        """Another bot may make the moves of a seat from now on."""
        if any(place.level is not None for place in self.roster.places):
            self.tell_table()

    def tell_table(self) -> None:
        """Tell everybody that people came or went, or something was changed."""
        self.audience.tell({"type": "table", "table": self.info()})

    # Coming and going.

    async def connect(self, connection: Connection, since: int | None) -> None:
        """Welcome a connection and tell it what it missed."""
        missed = self._missed(since)
        who = self.known(connection.key)
        if self.roster.is_sent_away(who):
            raise Refusal("forbidden", "the host of this table does not allow spectators")
        self.audience.refuse_too_many(who)
        was_present = who.seat is not None and self.audience.is_present(who.seat)
        self.audience.add(connection, who)
        self._looked_at = time.monotonic()
        is_back = False
        if who.seat is not None:
            self.clocks.is_back(who.seat)
            place = self.roster.places[who.seat]
            if place.stand_in == "absent":
                place.stand_in, place.level, is_back = None, None, True
        view = view_of(self.journal, who.seat) if connection.mode == "views" else None
        connection.tell(
            {
                "type": "welcome",
                "protocol": PROTOCOL,
                "you": who.form.model_dump(),
                "table": self.info(),
                "first": missed[0].n if missed else self.journal.n + 1,
                "n": self.journal.n,
                "match_n": self.journal.match_start,
                "waiting": sorted(self.journal.waiting),
                "decision": {**self.decision(who.seat), "legal": legal_form(self.journal, view)},
                "deadline": self.clocks.deadline,
                "view": view_form(self.journal, view),
                "terms": self.journal.family.terms(self.journal.game),
            }
        )
        texts: list[str] = []
        for past in missed:
            if texts and not len(texts) % BREATH:  # nobody waits for two deals to be written
                await asyncio.sleep(0)
            writer = UpdateWriter(self.journal, past, self.clocks.deadline)
            texts.append(writer.text(who.seat, has_view=False))
        connection.tell_past(texts)
        if is_back:
            await self.save_roster()
        if not was_present:
            self.tell_table()
        await self.progress()

    def _missed(self, since: int | None) -> Sequence[Happening]:
        """What happened after a number, if that is in memory; else the current deal, which stands alone."""
        journal = self.journal
        if since == journal.n:
            return []
        is_recent = since is not None and since < journal.n and journal.recent[0].n <= since + 1
        first = since + 1 if since is not None and is_recent else journal.deal_start
        return [past for past in journal.recent if past.n >= first]

    async def disconnect(self, connection: Connection) -> None:
        """A connection is gone."""
        who = self.audience.remove(connection)
        self._looked_at = time.monotonic()
        if who is None:
            return
        if who.seat is not None and not self.audience.is_present(who.seat):
            self.clocks.is_gone(who.seat)
            self.dealing.ready.discard(who.seat)
        self.tell_table()
        await self.progress()

    async def join(self, wish: JoinTable, person: Person, address: str = "") -> tuple[Identity, str]:
        """A person sits down or watches; who they are and their secret."""
        roster = self.roster
        roster.refuse_at_the_door(wish, person)
        if roster.evening is not None and not wish.watch:
            roster.free_seat(wish.seat)
            mark = network_mark(roster.evening.id, address)
            refused = await self.around.store.enter(Entrant(roster.evening.id, person, mark), self.id)
            if refused is not None:
                raise refused.refusal()
        if wish.watch:
            secret = roster.add_watcher(wish.name, self.audience.keys, person)
        else:
            _, secret = roster.sit(wish.name, wish.seat, person)
        await self.save_roster()
        self.tell_table()
        who = self.known(digest(secret))
        if who.seat is not None:  # seated, but not here until they connect
            self.clocks.is_gone(who.seat)
        return who, secret

    async def leave(self, key: Key) -> None:
        """A person goes for good."""
        await self.let_go(self.known(key), LEFT)

    async def exchange(self, key: Key, new: Key) -> Identity:
        """A person's link may have been seen: another secret takes its place, and its connections end."""
        self.known(key)
        self.roster.exchange(key, new)
        self.hosting.exchange(key, new)
        await self.changed(EXCHANGED)
        return self.known(new)

    async def let_go(self, who: Identity, farewell: Farewell) -> None:
        """A person's secret is worth nothing any more; in a running match a bot plays on."""
        person = None if who.seat is None else self.roster.places[who.seat].person
        self.roster.leave(who, is_playing=self.is_going_on)
        if who.seat is not None:
            self.clocks.is_back(who.seat)
            self.dealing.ready.discard(who.seat)
            await self.dealing.forget_cut(who.seat)
        await self.changed(farewell)
        evening, is_gone = self.roster.evening, all(one.person != person for one in self.roster.places)
        if evening is not None and person and is_gone and self.journal.latest is None:
            await self.around.store.withdraw(evening.id, person, self.id)

    # Matches.

    async def begin_match(self) -> None:
        """Begin a match, as soon as its first deck is cut."""
        if self.roster.evening is not None:
            self.roster.evening.refuse_more(self.journal.match_number)
            refuse_after_end(await self.around.store.progress(self.roster.evening.id))
        await self.dealing.start()
        await self.changed()

    # Cuts and what is asked.

    async def cut(self, key: Key, message: MakeCut) -> int:
        """A seat's part in the next shuffle."""
        seat = self.acting_seat(key)
        done = self.journal.done(seat, own_id(key, message.id))
        if done is not None:
            return done
        n = await self.dealing.cut(seat, message, own_id(key, message.id))
        await self.progress()
        return n

    async def open_cut(self, key: Key, message: OpenCut) -> int:
        """What a seat had sealed."""
        seat = self.acting_seat(key)
        done = self.journal.done(seat, own_id(key, message.id))
        if done is not None:
            return done
        n = await self.dealing.open_cut(seat, message, own_id(key, message.id))
        await self.progress()
        return n

    async def ready(self, key: Key) -> int:
        """A person wants the next deal."""
        seat = self.acting_seat(key)
        if self.stage == "between" and seat not in self.dealing.ready:
            self.dealing.ready.add(seat)
            self.tell_table()
            await self.progress()
        return self.journal.n

    async def advise(self, seat: Seat, decision: int, effort: int = 0) -> Json:
        """What an adviser that sees this seat's view would do; more effort makes it surer."""
        request = self._thinking.request(seat, "advise", ADVISER)
        request["playouts"] = EFFORTS[effort]
        answer = await self._advice(seat, request, effort)
        lines = answer["advice"]
        is_more = effort + 1 < len(EFFORTS) and any(line["value"] is not None for line in lines)
        return {"decision": decision, "by": answer["by"], "moves": lines, "more": is_more}

    async def _advice(self, seat: Seat, request: Json, effort: int) -> Json:
        """The answer of an adviser; one table's questions do not keep all bots busy.

        What only makes an answer surer stands in a line of its own, and is given up when nobody needs it.
        """
        share, pool, asked = self._thinking.share(Rank.ADVICE), self.around.pool, self.decision(seat)
        pool.readiness.check()
        if effort:
            async with self._refining:
                if self.decision(seat) != asked:
                    raise Refusal("unavailable", "this has been decided")
                answer = await pool.refine(request, share)
        else:
            async with self._advising:
                answer = await pool.ask(request, share=share)
        if answer is None:
            raise Refusal("unavailable", "no advice could be had in time")
        return answer

    async def coach(self, seat: Seat, effort: int = 0) -> Json:
        """What this seat's hand is worth before it bets or bids; more effort makes it surer."""
        asked = self.journal.asked(seat)
        request = self._thinking.request(seat, "coach", ADVISER)
        request["playouts"] = COACHING[effort]
        answer = await self._advice(seat, request, effort)
        is_more = effort + 1 < len(COACHING) and bool(answer["lines"])
        return {**answer, "decision": asked, "more": is_more}

    def decision(self, seat: Seat | None) -> Json:
        """What a seat is asked."""
        return decision_form(self.journal, seat)

    # What goes on by itself.

    async def progress(self) -> None:
        """After anything happened: promise, deal, let bots think, plan clocks and stand-ins."""
        if self.is_closed:
            return
        await self.hosting.settle()
        self.hosting.hand_out_links()
        await self.dealing.advance()
        self.clocks.plan_stand_ins(is_going_on=self.is_going_on, is_anybody_here=bool(self.audience.seats))
        self.clocks.plan_time_outs()
        self._thinking.wake()

    async def _stand_in(self, seat: Seat) -> None:
        place = self.roster.places[seat]
        if self.audience.is_present(seat) or place.kind != "person" or place.stand_in is not None:
            return
        place.stand_in, place.level = "absent", STAND_IN_LEVEL
        await self.changed()
