"""All tables of this process: found, created, kept alive, put away."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from typing import Final

from stramash.core.cards import CardCodeError
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame
from stramash.server.config import Config
from stramash.server.http.refusal import Refusal
from stramash.server.metrics import TABLES
from stramash.server.protocol.bodies import (
    BotPlace,
    CreateTable,
    DealAgain,
)
from stramash.server.store.base import Claim, HeldBy, Owner, Store, StoreError
from stramash.server.table import auth
from stramash.server.table.journal import Journal, game_of
from stramash.server.table.roster import Roster, new_roster
from stramash.server.table.table import Table
from stramash.server.thinking.processes import BotPool, level_names
from stramash.wire.codec import Json

_log = logging.getLogger("stramash.hall")
SWEEP_SECONDS: Final = 5.0
EXPIRE_SECONDS: Final = 3600.0


class Elsewhere(Exception):
    """Another process owns the table."""

    def __init__(self, owner: HeldBy) -> None:
        super().__init__(owner.address)
        self.owner = owner


class Hall:
    """The tables of one server process."""

    def __init__(self, config: Config, store: Store, pool: BotPool, address: str) -> None:
        self.config = config
        self.store = store
        self.pool = pool
        self.bot_delay = config.bot_delay
        self.owner = Owner(auth.new_secret(), address, config.lease_seconds)
        self.thorough = asyncio.Semaphore(2)
        self.tables: dict[str, Table] = {}
        self.is_stopping = False
        self._has_store = False
        self._loading: dict[str, asyncio.Lock] = {}
        self._chores: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the store, unless it is open, and begin the chores."""
        await self.open_store()
        self._chores = [
            asyncio.create_task(self._keep_leases(), name="leases"),
            asyncio.create_task(self._sweep(), name="sweep"),
        ]

    async def open_store(self) -> None:
        """Open the store; raises StoreError."""
        if not self._has_store:
            await self.store.open()
            self._has_store = True

    async def close(self) -> None:
        """Finish every move in hand, tell everybody to come back, give the tables up."""
        for chore in self._chores:
            chore.cancel()
        await self.close_tables()
        await self.pool.close()
        await self.store.close()

    async def close_tables(self) -> None:
        """The part of it that clients notice."""
        self.is_stopping = True
        for table in tuple(self.tables.values()):
            with contextlib.suppress(Refusal):
                await table.close()
            with contextlib.suppress(StoreError):
                await self.store.release(table.id, table.claim)
            self.forget(table)

    def forget(self, table: Table) -> None:
        """A table has ended in this process."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            TABLES.set(len(self.tables))

    async def table(self, table_id: str) -> Table:
        """A table, read from the store if need be; raises Refusal or Elsewhere."""
        if not auth.is_table_id(table_id):  # nothing else is ever asked of the database
            raise Refusal("unknown-table", "there is no such table")
        found = self.tables.get(table_id)
        if found is not None and not found.is_closed:
            return found
        if self.is_stopping:
            raise Refusal("stopping", "the server stops; come back in a moment")
        lock = self._loading.setdefault(table_id, asyncio.Lock())
        try:
            async with lock:
                found = self.tables.get(table_id)
                if found is not None and not found.is_closed:
                    return found
                return await self._load(table_id)
        except StoreError:
            raise Refusal("unavailable", "the database does not answer; try again in a moment") from None
        finally:
            if not lock.locked():
                self._loading.pop(table_id, None)

    async def _load(self, table_id: str) -> Table:
        claim = await self.store.claim(table_id, self.owner)
        if claim is None:
            raise Refusal("unknown-table", "there is no such table")
        if isinstance(claim, HeldBy):
            raise Elsewhere(claim)
        stored = await self.store.load(table_id)
        if stored is None:
            raise Refusal("unknown-table", "there is no such table")
        roster = Roster.from_doc(stored.doc)
        journal = Journal(table_id, roster.game, roster.again)
        journal.replay(stored.entries)
        return self._opened(Table(self, table_id, roster, journal, claim))

    def _opened(self, table: Table) -> Table:
        self.tables[table.id] = table
        TABLES.set(len(self.tables))
        table.open()
        return table

    async def create(self, wish: CreateTable) -> tuple[Table, Json]:
        """A new table and its secrets; raises Refusal."""
        try:
            game = game_of(wish.game, wish.seats, wish.options)
        except RulesError as error:
            raise Refusal("bad-option", str(error), option=error.option) from None
        for place in wish.places or ():
            if isinstance(place, BotPlace):
                check_level(place.level)
        if wish.deal is not None:
            check_deal(game, wish.deal)
        roster, secrets = new_roster(game, wish)
        if wish.start and roster.open_seats():
            raise Refusal("not-open", "a table with open seats cannot start at once")
        table_id = auth.new_table_id()
        journal = Journal(table_id, game, roster.again)
        promise = journal.commit_entry()
        journal.take(promise)
        table = Table(self, table_id, roster, journal, Claim(1))
        try:
            if await self.store.count() >= self.config.most_tables:
                raise Refusal("too-many", "this server has as many tables as it can hold")
            table.claim = await self.store.create(table_id, self.owner, roster.doc(), table.info(), [promise])
        except StoreError:
            raise Refusal("unavailable", "the database does not answer; try again in a moment") from None
        self._opened(table)
        if wish.start:
            await table.do(table.begin_match)
        return table, secrets

    async def _keep_leases(self) -> None:
        while True:
            await asyncio.sleep(self.owner.ttl / 3)
            try:
                await self.store.renew(self.owner)
            except StoreError as error:
                _log.warning("leases not renewed", extra={"error": type(error).__name__})

    async def _sweep(self) -> None:
        """Put tables away where nobody is, and forget those that nobody wants."""
        last_expiry = 0.0
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.config.idle_seconds))
            now = time.monotonic()
            for table in tuple(self.tables.values()):
                if table.is_idle and now - table.touched > self.config.idle_seconds:
                    await self._put_away(table)
            if now - last_expiry > EXPIRE_SECONDS:
                last_expiry = now
                with contextlib.suppress(StoreError):
                    await self.store.expire(self.config.keep_days * 86_400)

    async def _put_away(self, table: Table) -> None:
        with contextlib.suppress(Refusal):
            await table.close()
        self.forget(table)
        with contextlib.suppress(StoreError):
            await self.store.release(table.id, table.claim)


def check_level(level: str) -> None:
    """Refuse a level of bots that there is not."""
    if level not in level_names():
        raise Refusal("bad-option", f"no such level; there are {', '.join(level_names())}", option="level")


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
