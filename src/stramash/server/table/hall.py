"""All tables of this process: found, created, kept alive, unloaded."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from typing import Final, TypeVar

from stramash import games
from stramash.core.cards import CardCodeError
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame
from stramash.server.config import Config
from stramash.server.evenings.model import Arrival, Entrant, NotAdmitted
from stramash.server.evenings.results import coming_of
from stramash.server.http.refusal import Refusal
from stramash.server.metrics import QUARANTINED, TABLES
from stramash.server.protocol.bodies import BotPlace, CreateTable, DealAgain
from stramash.server.store.base import Claim, HeldBy, Owner, Renewed, Store, StoreError
from stramash.server.table.people import auth
from stramash.server.table.people.admission import Admission
from stramash.server.table.people.roster import Roster, known_person, new_roster
from stramash.server.table.play.entries import DoesNotReplay, Entry
from stramash.server.table.play.journal import Journal
from stramash.server.table.play.length import game_of
from stramash.server.table.play.position import Position
from stramash.server.table.replaying import Replaying
from stramash.server.table.table import Ending, Table
from stramash.server.thinking.processes import BotPool
from stramash.wire.codec import Json

T = TypeVar("T")
_log = logging.getLogger("stramash.hall")
SWEEP_SECONDS: Final = 5.0
EXPIRE_SECONDS: Final = 3600.0
RENEWALS: Final = 3
"""How many times a lease is renewed in its length; with that an owner hears who else wants a table."""
RETRY_SECONDS: Final = 1.0
"""How soon, at most, a renewal that failed is tried again."""
HAND_OVER_SECONDS: Final = 1.0
ASK_AGAIN_SECONDS: Final = 0.25
STOP_SECONDS: Final = 4.0
"""How long the moves in hand may take when the server stops."""
RELEASE_SECONDS: Final = 2.0
PROBE_SECONDS: Final = 2.0
"""How long the store may take to show that it can save."""
PROBE_AGAIN_SECONDS: Final = 1.0
STEP_SECONDS: Final = 60.0
"""How far the wall clock may run from the other one in an hour before it is not believed."""
QUARANTINE_SECONDS: Final = 60.0
"""How long a table that does not replay is not tried again."""
MOST_QUARANTINED: Final = 1000


class Hall:
    """The tables of one server process."""

    def __init__(self, config: Config, store: Store, pool: BotPool) -> None:
        self.config = config
        self.store = store
        self.pool = pool
        pool.readiness.listeners.append(self._others_play)
        self.bot_delay = config.bot_delay
        self.rest_seconds = config.rest_seconds
        self.given_up_after = config.given_up_after
        self.cut_seconds = config.cut_seconds
        self.lease_seconds = config.lease_seconds
        self.owner = Owner(auth.new_secret(), self.lease_seconds if store.is_shared else inf)
        self.thorough = asyncio.Semaphore(2)
        self.tables: dict[str, Table] = {}
        self.is_stopping = False
        self._has_store = False
        self._loading: dict[str, asyncio.Lock] = {}
        self._quarantined: dict[str, tuple[float, Refusal]] = {}
        """Tables that do not replay, and until when they are not tried again."""
        self._replaying = ThreadPoolExecutor(1, thread_name_prefix="replaying")
        self._past = Replaying(store, self._work)
        self._chores: list[asyncio.Task[None]] = []
        self._probe: asyncio.Task[None] | None = None
        self._probed_at = 0.0

    async def open(self) -> None:
        """Open the store, unless it is open, and begin the chores."""
        await self.open_store()
        self._chores = [asyncio.create_task(self._sweep(), name="sweep")]
        if self.store.is_shared:
            self._chores.append(asyncio.create_task(self._keep_leases(), name="leases"))

    def _others_play(self) -> None:
        for table in self.tables.values():
            table.post(table.others_play)

    async def open_store(self) -> None:
        """Open the store; raises StoreError."""
        if not self._has_store:
            await self.store.open()
            self._has_store = True

    async def can_save(self) -> bool:
        """Whether a move could be saved now, tried out not long ago."""
        if self.is_stopping:
            return False
        is_old = time.monotonic() - self._probed_at > PROBE_AGAIN_SECONDS
        if self._probe is None or (self._probe.done() and is_old):
            self._probed_at = time.monotonic()
            self._probe = asyncio.create_task(self.store.probe(), name="probe")
        await asyncio.wait([self._probe], timeout=PROBE_SECONDS)
        return self._probe.done() and not self._probe.cancelled() and self._probe.exception() is None

    async def close(self) -> None:
        """Finish every move in hand, tell everybody to come back, give the tables up."""
        for chore in self._chores:
            chore.cancel()
        await self.close_tables()
        await self.pool.close()
        if self._probe is not None:
            self._probe.cancel()
        self._replaying.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    async def close_tables(self) -> None:
        """The part of it that clients notice; over soon, even where the store does not answer."""
        self.is_stopping = True
        tables = tuple(self.tables.values())
        if tables:
            stops = [asyncio.create_task(table.close("stopping")) for table in tables]
            await asyncio.wait(stops, timeout=STOP_SECONDS)
            for stop in stops:
                stop.cancel()
            await asyncio.gather(*stops, return_exceptions=True)
        for table in tables:
            table.give_up("stopping")
            self.forget(table)
        if tables:
            with contextlib.suppress(StoreError, TimeoutError):
                await asyncio.wait_for(self.store.release_all(self.owner), RELEASE_SECONDS)

    def forget(self, table: Table) -> None:
        """A table has ended in this process."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            TABLES.set(len(self.tables))

    async def table(self, table_id: str, admit: Admission) -> Table:
        """A table, read from the store if need be, for somebody it admits; raises Refusal and StoreError."""
        table = self._live(table_id) or await self._found(table_id, admit)
        admit(table.roster)
        return table

    def _live(self, table_id: str) -> Table | None:
        found = self.tables.get(table_id)
        return None if found is None or found.is_closed else found

    async def _found(self, table_id: str, admit: Admission) -> Table:
        if not auth.is_table_id(table_id):  # nothing else is ever asked of the database
            raise Refusal("unknown-table", "there is no such table")
        if self.is_stopping:
            raise Refusal("stopping", "the server stops; come back in a moment")
        self._refuse_quarantined(table_id)
        admit(await self._stored_roster(table_id))
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                return self._live(table_id) or await self._load(table_id)
        finally:
            if not lock.locked():
                self._loading.pop(table_id, None)

    async def _stored_roster(self, table_id: str) -> Roster:
        """Who is at a table as it is stored, which needs no claim."""
        try:
            doc = await self.store.document(table_id)
            if doc is None:
                raise Refusal("unknown-table", "there is no such table")
            return await asyncio.to_thread(read_roster, doc)
        except DoesNotReplay as problem:
            raise self._quarantine(table_id, problem) from None

    async def _load(self, table_id: str) -> Table:
        self._refuse_quarantined(table_id)
        claim = await self._claimed(table_id)
        try:
            stored = await self.store.load(table_id)
            if stored is None:
                raise Refusal("unknown-table", "there is no such table")
            roster, like = await self._work(lambda: described(table_id, stored.doc))
            journal = await self._past.opened(like, stored)
        except DoesNotReplay as problem:
            await self.store.release(table_id, claim)
            raise self._quarantine(table_id, problem) from None
        return self._opened(Table(self, table_id, roster, journal, claim))

    async def _work(self, task: Callable[[], T]) -> T:
        """Do a small part of opening a table on the thread for that; tables take turns."""
        return await asyncio.get_running_loop().run_in_executor(self._replaying, task)

    async def _claimed(self, table_id: str) -> Claim:
        """Own a table; while another process has it, wait as long as a lease can last."""
        until = time.monotonic() + self.lease_seconds * (1 + 1 / RENEWALS) + HAND_OVER_SECONDS
        while not self.is_stopping and time.monotonic() < until:
            claim = await self.store.claim(table_id, self.owner)
            if claim is None:
                raise Refusal("unknown-table", "there is no such table")
            if not isinstance(claim, HeldBy):
                return claim
            await asyncio.sleep(ASK_AGAIN_SECONDS)
        raise Refusal("unavailable", "another process has this table; come back in a moment")

    def _quarantine(self, table_id: str, problem: DoesNotReplay) -> Refusal:
        """One table is of no use; its data stays as it is."""
        QUARANTINED.inc()
        _log.error("table quarantined", extra={"table": table_id, "entry": problem.n, "error": problem.what})
        refusal = Refusal("quarantined", f"this table cannot be opened: {problem}. Nothing of it is deleted.")
        while len(self._quarantined) >= MOST_QUARANTINED:
            del self._quarantined[next(iter(self._quarantined))]
        self._quarantined[table_id] = time.monotonic() + QUARANTINE_SECONDS, refusal
        return refusal

    def _refuse_quarantined(self, table_id: str) -> None:
        until, refusal = self._quarantined.get(table_id, (0.0, None))
        if refusal is not None and time.monotonic() < until:
            raise refusal
        self._quarantined.pop(table_id, None)

    def _opened(self, table: Table) -> Table:
        self.tables[table.id] = table
        TABLES.set(len(self.tables))
        table.open()
        return table

    async def create(
        self,
        wish: CreateTable,
        maker: str = "",
        known_by: str = "",
        arrival: Arrival | None = None,
        position: Position | None = None,
    ) -> tuple[Table, Json]:
        """A new table and its secrets; raises Refusal and StoreError. A position is legal: it was played."""
        try:
            # A deal that was played can be played on, however many came before it.
            known = game_of if position is None else games.get_written
            game = known(wish.game, wish.seats, wish.options)
        except RulesError as error:
            raise Refusal("bad-option", str(error), option=error.option) from None
        for place in wish.places or ():
            if isinstance(place, BotPlace):
                check_level(place.level, self.pool)
        if wish.deal is not None:
            check_deal(game, wish.deal)
        table_id = auth.new_table_id()
        person = known_person(table_id if arrival is None else arrival.part.id, known_by)
        roster, secrets = new_roster(game, wish, person, arrival, position)
        if wish.start and roster.open_seats():
            raise Refusal("not-open", "a table with open seats cannot start at once")
        journal = Journal(table_id, game, roster.again, deal_set=roster.deal_set)
        promise = journal.commit_entry()
        journal.take(promise)
        table = Table(self, table_id, roster, journal, Claim(1), maker)
        if await self.store.count() >= self.config.most_tables:
            raise Refusal("too-many", "this server has as many tables as it can hold")
        entrant = None if arrival is None else arrival.entrant(person)
        table.claim = await self._created(table, promise, entrant)
        self._opened(table)
        if wish.start:
            await table.do(table.begin_match)
        if self.store.is_shared:  # whoever the balancer sends its first request to takes it up
            await self._unload(table, "moved")
        return table, secrets

    async def _created(self, table: Table, promise: Entry, entrant: Entrant | None) -> Claim:
        """Save a new table, in an evening together with its maker's entry; raises Refusal."""
        about = table.id, self.owner, table.roster.doc(), table.info(), [promise]
        if entrant is None:
            return await self.store.create(*about)
        made = await self.store.create_in_evening(*about, entrant, coming_of(table.id, table.roster))
        if isinstance(made, NotAdmitted):
            raise made.refusal()
        return made

    async def delete(self, table: Table, key: auth.Key) -> list[str]:
        """Forget a table, as far as it is one's own; the people it stays for. Raises Refusal."""
        stays = await table.do(lambda: table.keeping.delete(key))
        if table.is_closed:
            table.end()
            self.forget(table)
        return stays

    async def _keep_leases(self) -> None:
        each = wait = self.lease_seconds / RENEWALS
        while True:
            await asyncio.sleep(wait)
            try:
                renewed = await self.store.renew(self.owner)
            except StoreError as error:
                _log.warning("leases not renewed", extra={"error": type(error).__name__})
                wait = min(each, RETRY_SECONDS)
            else:
                await self._part_with(renewed)
                wait = each

    async def _part_with(self, renewed: Renewed) -> None:
        """Let go of tables that others have taken over, and of those that others are asked for."""
        now = time.monotonic()
        for table in tuple(self.tables.values()):
            if renewed.epochs.get(table.id) != table.claim.epoch:
                table.give_up("moved")
                self.forget(table)
            elif table.id in renewed.wanted and now - table.opened > self.lease_seconds:
                # Not at once: where the balancer sends a table's requests to both of us it would only wander.
                _log.info("table handed over", extra={"table": table.id})
                await self._unload(table, "moved")
        for table_id in renewed.wanted - self.tables.keys() - self._loading.keys():
            with contextlib.suppress(StoreError):
                await self.store.release(table_id, Claim(renewed.epochs[table_id]))

    async def _sweep(self) -> None:
        """Unload tables where nobody is, and forget those that nobody wants."""
        last_expiry, wall = time.monotonic(), time.time()
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.config.idle_seconds))
            now = time.monotonic()
            for table in tuple(self.tables.values()):
                if table.is_idle and now - table.touched > self.config.idle_seconds:
                    await self._unload(table, "stopping")
            if now - last_expiry > EXPIRE_SECONDS:
                drift = abs((time.time() - wall) - (now - last_expiry))
                last_expiry, wall = now, time.time()
                if drift > STEP_SECONDS:
                    _log.warning("the clock was set: nothing is forgotten this time")
                    continue
                with contextlib.suppress(StoreError):
                    await self.store.expire(self.config.keep_days * 86_400)

    async def _unload(self, table: Table, why: Ending) -> None:
        with contextlib.suppress(Refusal):
            await table.close(why)
        self.forget(table)
        with contextlib.suppress(StoreError):
            await self.store.release(table.id, table.claim)


def read_roster(doc: Json) -> Roster:
    """Who is at a table, from its document; raises DoesNotReplay."""
    try:
        return Roster.from_doc(doc)
    except RulesError as error:
        raise DoesNotReplay(0, str(error)) from error
    except Exception as error:  # whatever is wrong with it, it is wrong with this table alone
        raise DoesNotReplay(0, type(error).__name__) from error


def described(table_id: str, doc: Json) -> tuple[Roster, Journal]:
    """A table as its document has it, nothing of its journal taken yet; raises DoesNotReplay."""
    roster = read_roster(doc)
    return roster, Journal(table_id, roster.game, roster.again, roster.revision, roster.deal_set)


def check_level(level: str, pool: BotPool) -> None:
    """Refuse a level of bots that there is not."""
    if level not in pool.levels:
        raise Refusal("bad-option", f"no such level; there are {', '.join(pool.levels)}", option="level")


def check_deal(game: AnyGame, deal: DealAgain) -> None:
    """Refuse a deck that is not the one of the game."""
    try:
        deck = [game.parse_card(code) for code in deal.deck.split(" ")]
    except CardCodeError as error:
        raise Refusal("bad-option", str(error), option="deal") from None
    if Counter(deck) != Counter(game.deck()):
        raise Refusal("bad-option", f"the deck must hold exactly the cards of {game.id}", option="deal")
    if deal.dealer >= game.seats:
        raise Refusal("bad-option", f"there is no seat {deal.dealer} to deal", option="deal")
