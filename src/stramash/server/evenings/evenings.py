"""The evenings of a server: opened, come to, closed, and looked at."""

from typing import Final

from stramash import games
from stramash.bots.registry import BOTS, level_at
from stramash.core.errors import RulesError
from stramash.duplicate.sets import DealSet, one_deal
from stramash.fairness.promise import new_seed
from stramash.server.evenings.model import (
    MOST_EVENINGS,
    AlreadyEntered,
    Arrival,
    Evening,
    EveningPart,
    Stage,
    network_mark,
)
from stramash.server.evenings.policy import current_deal, open_deals, refuse_hands
from stramash.server.evenings.view import Log, Looker, evening_form
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import BotPlace, CreateTable, PersonPlace, Place, Settings
from stramash.server.protocol.evenings import EveningForm, EveningOpened, OpenEvening, SitDown
from stramash.server.table.hall import Hall
from stramash.server.table.people import auth
from stramash.server.table.people.admission import for_people
from stramash.server.table.play.length import game_of
from stramash.server.table.table import Table
from stramash.wire.codec import Json

PAUSE: Final = 30
DAY: Final = 86_400


class Evenings:
    """What people ask of evenings. Everything may raise Refusal, and StoreError."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._store = hall.store

    # Opening and ending one.

    async def open(self, wish: OpenEvening) -> EveningOpened:
        """A new evening; every deck is decided, and promised, before anybody plays."""
        try:
            game = one_deal(game_of(wish.game, wish.seats, wish.options))
        except RulesError as error:
            raise Refusal("bad-option", str(error), option=error.option) from None
        if wish.level not in BOTS:
            raise Refusal("bad-option", "there is no such level", option="level")
        if await self._store.count_evenings() >= MOST_EVENINGS:
            raise Refusal("too-many", "this server has as many evenings as it can hold")
        evening, key, host = auth.new_table_id(), auth.new_secret(), auth.new_secret()
        part = EveningPart(evening, DealSet(game, wish.deals, new_seed()), level_at(wish.level, game))
        made = Evening(evening, part, wish.hints, auth.digest(key), auth.digest(host))
        await self._store.create_evening(evening, made.doc(), wish.days * DAY)
        return EveningOpened(evening=await self._form(made, None), key=key, host=host)

    async def advance(self, evening: str, secret: str | None, stage: Stage) -> EveningForm:
        """Its host lets no more tables come, or ends it."""
        found = await self._found(evening)
        if secret is None or not auth.is_same(auth.digest(secret), found.host):
            raise Refusal("not-host", "only whoever opened the evening may do that")
        await self._store.advance_evening(evening, stage)
        return await self._form(found, None)

    # Coming.

    async def invited(self, evening: str, secret: str | None) -> Evening:
        """The evening of a link, for those who have it whole."""
        found = await self._found(evening)
        if secret is None or not auth.is_same(auth.digest(secret), found.key):
            raise Refusal("forbidden", "that needs the evening's link")
        return found

    async def sit_down(
        self, found: Evening, wish: SitDown, known_by: str, address: str
    ) -> tuple[Table, Json]:
        """A table of one's own and its secrets. Asking again with the same secret leads to the same table."""
        game = found.part.deal_set.game
        if wish.people > game.seats:
            raise Refusal("bad-option", f"{game.seats} play this game", option="people")
        order = [seat for side in game.sides for seat in side]  # partners first: friends play together
        places: list[Place] = [BotPlace(level=found.part.level) for _ in range(game.seats)]
        for seat in order[: wish.people]:
            places[seat] = PersonPlace(you=seat == order[0])
        asked = CreateTable(
            game=game.id,
            seats=game.seats,
            options=games.written_options(game),
            places=places,
            name=wish.name,
            settings=Settings(spectators=False, hints=found.hints, pause=PAUSE),
            start=wish.people == 1,
        )
        arrival = Arrival(found.part, network_mark(found.id, address), wish.secret)
        try:
            return await self._hall.create(asked, address, known_by, arrival)
        except AlreadyEntered as before:
            return await self._resumed(before, wish.secret)

    async def _resumed(self, before: AlreadyEntered, secret: str) -> tuple[Table, Json]:
        """The table that somebody has made before whom the answer did not reach."""
        try:
            table = await self._hall.table(before.table, for_people(secret))
        except Refusal as refusal:  # deleted, or another secret opens it
            raise (before if refusal.code in ("unknown-table", "forbidden") else refusal) from None
        key = auth.digest(secret)
        links = await table.do(lambda: table.hosting.new_links(key))
        if table.stage == "open" and not table.roster.open_seats():
            await table.do(lambda: table.hosting.start(key))
        return table, {"secret": secret, **links}

    # Looking.

    async def from_outside(self, found: Evening) -> EveningForm:
        """Who came, and nothing about any deal."""
        return await self._form(found, None)

    async def of_table(self, table: Table, key: auth.Key) -> EveningForm:
        """The evening as somebody at one of its tables may see it."""
        found = await self._found(_part(table).id)
        return await self._form(found, Looker(table.id, table.known(key).seat, current_deal(table.journal)))

    async def open_deals(self, table: Table) -> int | None:
        """How many of a table's matches have hands that may be seen; None where it belongs to no evening."""
        part = table.roster.evening
        if part is None:
            return None
        progress = await self._store.progress(part.id)
        return part.deal_set.deals if progress is None else open_deals(progress, part.deal_set.deals)

    async def refuse_hands(self, table: Table, match: int) -> None:
        """Refuse what shows the hands of a match that others may still play, as a deal of an evening."""
        part = table.roster.evening
        if part is not None:
            refuse_hands(await self._store.progress(part.id), part.deal_set.deals, match)

    async def other_table(self, table: Table, deal: int, number: int) -> str:
        """The id of another table of the evening whose play of a deal may be seen from this one."""
        part = _part(table)
        log = await self._log(part.id)
        if deal not in log.shown(Looker(table.id, None, current_deal(table.journal))):
            raise Refusal("not-over", "you have not played this deal yet; its cards are secret")
        refuse_hands(log.progress, part.deal_set.deals, deal)
        found = [of for of, its in log.numbers.items() if its == number]
        if not any(play.table in found and play.deal == deal for play in log.plays):
            raise Refusal("unknown-match", "that table has not played this deal")
        return found[0]

    async def _found(self, evening: str) -> Evening:
        doc = await self._store.evening(evening)
        if doc is None:
            raise Refusal("unknown-table", "there is no such evening")
        return Evening.from_doc(evening, doc)

    async def _log(self, evening: str) -> Log:
        progress = await self._store.progress(evening)  # first: what is counted afterwards can only be more
        if progress is None:
            raise Refusal("unknown-table", "there is no such evening")
        return Log(progress, await self._store.plays(evening), await self._store.networks(evening))

    async def _form(self, found: Evening, looker: Looker | None) -> EveningForm:
        return EveningForm.model_validate(evening_form(found, await self._log(found.id), looker))


def _part(table: Table) -> EveningPart:
    if table.roster.evening is None:
        raise Refusal("unknown-path", "this table belongs to no evening")
    return table.roster.evening
