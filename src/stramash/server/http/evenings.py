"""Evenings of duplicate: opening one, coming to it, and seeing how others played the cards one has played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response

from stramash import games
from stramash.bots.registry import BOTS, level_at
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.duplicate.sets import DealSet, deck_text, one_deal
from stramash.duplicate.standing import Played, differences, margin, ranking
from stramash.fairness.cuts import card_codes
from stramash.fairness.promise import new_seed
from stramash.server.http.refusal import Refusal
from stramash.server.http.requests import (
    PROBLEMS,
    AtTable,
    DealPath,
    InService,
    Person,
    Service,
    TablePath,
    known_by,
    secret_of,
    table_created,
    take_creation,
)
from stramash.server.protocol.bodies import (
    BotPlace,
    CreateTable,
    PersonPlace,
    Place,
    Settings,
    TableCreated,
)
from stramash.server.protocol.evenings import EveningForm, EveningOpened, OpenEvening, SitDown
from stramash.server.protocol.looking_back import ReplayForm
from stramash.server.store.base import Play
from stramash.server.table.hall import replayed
from stramash.server.table.people import auth
from stramash.server.table.people.roster import known_person
from stramash.server.table.play.evening import EveningPart
from stramash.server.table.play.length import game_of
from stramash.server.thinking.review import replay_form
from stramash.wire.codec import Json

MOST_EVENINGS: Final = 2_000
MOST_TABLES: Final = 200
"""Tables of one evening."""
PAUSE: Final = 30
router = APIRouter(prefix="/api", responses=PROBLEMS)
EveningPath = Annotated[str, Path(pattern=auth.TABLE_ID)]


@dataclass(frozen=True)
class Evening:
    """An evening as it is stored."""

    id: str
    part: EveningPart
    hints: bool
    key: str
    """The digest of the secret in its link."""

    def doc(self) -> Json:
        """What is stored."""
        game = self.part.deal_set.game
        return {
            "game": game.id,
            "seats": game.seats,
            "rules": games.RULES_REVISION,
            "options": games.written_options(game),
            "part": self.part.doc(),
            "hints": self.hints,
            "key": self.key,
        }

    @classmethod
    def from_doc(cls, evening: str, doc: Json) -> "Evening":
        """What was stored."""
        game = games.get_written(doc["game"], doc["seats"], doc["options"], doc["rules"])
        return cls(evening, EveningPart.from_doc(doc["part"], game), doc["hints"], doc["key"])


async def _found(service: Service, evening: str) -> Evening:
    doc = await service.hall.store.evening(evening)
    if doc is None:
        raise Refusal("unknown-table", "there is no such evening")
    return Evening.from_doc(evening, doc)


async def _invited(service: Service, request: Request, evening: str) -> Evening:
    """The evening of a link, for those who have it whole."""
    found, secret = await _found(service, evening), secret_of(request.headers, {})
    if secret is None or not auth.is_same(auth.digest(secret), found.key):
        raise Refusal("forbidden", "that needs the evening's link")
    return found


@router.post("/evenings")
async def open_evening(request: Request, service: InService, wish: OpenEvening) -> EveningOpened:
    """A new evening; every deck is decided, and promised, before anybody plays."""
    take_creation(request, service)
    try:
        game = one_deal(game_of(wish.game, wish.seats, wish.options))
    except RulesError as error:
        raise Refusal("bad-option", str(error), option=error.option) from None
    if wish.level not in BOTS or not BOTS[wish.level].is_offered:
        raise Refusal("bad-option", "there is no such level", option="level")
    evening, key = auth.new_table_id(), auth.new_secret()
    part = EveningPart(evening, DealSet(game, wish.deals, new_seed()), level_at(wish.level, game))
    made = Evening(evening, part, wish.hints, auth.digest(key))
    if await service.hall.store.count_evenings() >= MOST_EVENINGS:
        raise Refusal("too-many", "this server has as many evenings as it can hold")
    await service.hall.store.create_evening(evening, made.doc())
    return EveningOpened(evening=EveningForm.model_validate(_form(made, [], None, None)), key=key)


@router.get("/evenings/{evening}")
async def get_evening(request: Request, service: InService, evening: EveningPath) -> EveningForm:
    """An evening from outside, with its key as `Bearer`: who came, and nothing about any deal."""
    found = await _invited(service, request, evening)
    plays = await service.hall.store.plays(evening)
    return EveningForm.model_validate(_form(found, plays, None, None))


@router.post("/evenings/{evening}/tables")
async def sit_down(
    request: Request, response: Response, service: InService, evening: EveningPath, wish: SitDown
) -> TableCreated:
    """A table of your own, with the evening's key as `Bearer`: alone against bots, or with friends."""
    found = await _invited(service, request, evening)
    maker = take_creation(request, service)
    game, person = found.part.deal_set.game, known_by(request, response)
    if wish.people > game.seats:
        raise Refusal("bad-option", f"{game.seats} play this game", option="people")
    came = [play for play in await service.hall.store.plays(evening) if play.deal == 0]
    if len(came) >= MOST_TABLES:
        raise Refusal("too-many", "as many tables as there is room for have come already")
    # One table a browser: who has played the cards does not play them again against those who have not.
    mark = known_person(evening, person) if person.startswith("browser ") else ""
    if mark and any(play.body["person"] == mark for play in came):
        raise Refusal("seat-taken", "you have a table in this evening already")
    order = [seat for side in game.sides for seat in side]  # partners first: friends play together
    places: list[Place] = [BotPlace(level=found.part.level) for _ in range(game.seats)]
    for seat in order[: wish.people]:
        places[seat] = PersonPlace(you=seat == order[0])
    table_wish = CreateTable(
        game=game.id,
        seats=game.seats,
        options=games.written_options(game),
        places=places,
        name=wish.name,
        settings=Settings(spectators=False, hints=found.hints, pause=PAUSE),
        start=wish.people == 1,
    )
    table, secrets = await service.hall.create(table_wish, maker, person, found.part)
    roster = table.roster
    body: Json = {
        "names": [place.name for place in roster.places],
        "kinds": [place.kind for place in roster.places],
        "person": mark,
    }
    await service.hall.store.enter(Play(evening, table.id, 0, body))
    return table_created(request, response, table, secrets)


@router.get("/tables/{table_id}/evening")
async def evening_of(service: InService, table: AtTable, key: Person) -> EveningForm:
    """The evening of a table: how others played the cards that this table has played."""
    part, seat = table.roster.evening, table.known(key).seat
    if part is None:
        raise Refusal("unknown-path", "this table belongs to no evening")
    found = await _found(service, part.id)
    return EveningForm.model_validate(_form(found, await service.hall.store.plays(part.id), table.id, seat))


@router.get("/tables/{table_id}/evening/{deal}/{number}/replay", response_model=ReplayForm)
async def others_replay(
    service: InService,
    table: AtTable,
    _: Person,
    table_id: TablePath,
    deal: DealPath,
    number: Annotated[int, Path(ge=1, le=MOST_TABLES)],
    seat: Annotated[int | None, Query(ge=0, le=5)] = None,
) -> Response:
    """How another table played a deal that this table has played, step by step."""
    part = table.roster.evening
    if part is None:
        raise Refusal("unknown-path", "this table belongs to no evening")
    if seat is not None and seat >= table.roster.game.seats:
        raise Refusal("unknown-seat", f"there is no seat {seat} at this table")
    plays = await service.hall.store.plays(part.id)
    if not any(play.table == table_id and play.deal == deal for play in plays):
        raise Refusal("not-over", "you have not played this deal yet; its cards are secret")
    tables = [play.table for play in plays if play.deal == 0]
    other = tables[number - 1] if number <= len(tables) else ""
    if not any(play.table == other and play.deal == deal for play in plays):
        raise Refusal("unknown-match", "that table has not played this deal")
    stored = await service.hall.store.load(other)
    if stored is None:
        raise Refusal("unknown-match", "that table has been deleted; its points are all that is left")

    def work() -> bytes:
        _, journal = replayed(other, stored)
        return (
            ReplayForm.model_validate(replay_form(journal.matches[deal - 1], seat)).model_dump_json().encode()
        )

    made = await service.archive.get(("replay", other, deal, seat), work)
    return Response(made, media_type="application/json")


# What a table may see.


def _form(evening: Evening, plays: Sequence[Play], own: str | None, seat: Seat | None) -> Json:
    """An evening as one of its tables may see it; without a table, who came and no more."""
    deal_set = evening.part.deal_set
    game = deal_set.game
    numbers = {play.table: number for number, play in enumerate((p for p in plays if p.deal == 0), 1)}
    known = [play for play in plays if play.table in numbers and play.deal]
    done = {play.deal for play in known if play.table == own}
    sides = [side for side, seats in enumerate(game.sides) if seat in seats]
    shown = [play for play in known if play.deal in done]
    played = [Played(numbers[p.table], p.deal, tuple(p.body["result"]["scores"])) for p in shown]
    return {
        "id": evening.id,
        "game": game.id,
        "game_name": games.info(game.id).name,
        "family": game.family,
        "seats": game.seats,
        "sides": [list(side) for side in game.sides],
        "options": games.written_options(game),
        "house": _house(game),
        "deals": deal_set.deals,
        "level": evening.part.level,
        "hints": evening.hints,
        "commitment": deal_set.promise.anchor,
        "cards": card_codes(game),
        "blocks": [[block.start, block.stop] for block in map(game.block, range(game.seats))],
        "side": sides[0] if sides else None,
        "tables": [
            {
                "number": number,
                **_who(plays, table),
                "played": sum(play.table == table for play in known),
                "you": table == own,
            }
            for table, number in numbers.items()
        ],
        "played": [
            _deal(deal_set, deal, [p for p in shown if p.deal == deal], numbers, played, sides[:1] or [0])
            for deal in sorted(done)
        ],
        "ranking": _ranking(deal_set, shown, numbers, played),
    }


def _house(game: AnyGame) -> dict[str, str]:
    plain = games.written_options(one_deal(games.get(game.id, game.seats)))
    return {name: text for name, text in games.written_options(game).items() if plain.get(name) != text}


def _who(plays: Sequence[Play], table: str) -> Json:
    """Who sits at a table, as far as it was told last."""
    last = [play.body for play in plays if play.table == table][-1]
    return {"names": last["names"], "kinds": last["kinds"]}


def _deal(
    deal_set: DealSet,
    deal: int,
    plays: Sequence[Play],
    numbers: dict[str, int],
    played: Sequence[Played],
    own: list[int],
) -> Json:
    found = differences(played)
    sides = range(len(deal_set.game.sides))
    lines = [
        {
            "table": numbers[play.table],
            "names": play.body["names"],
            "result": play.body["result"],
            "margins": [margin(play.body["result"]["scores"], side) for side in sides],
            "differences": [found[numbers[play.table], deal, side] for side in sides],
            "helped": play.body["helped"],
        }
        for play in plays
    ]
    return {
        "deal": deal,
        "dealer": deal_set.dealer(deal),
        "secret": deal_set.secret(deal).hex(),
        "deck": deal_set.written_deck(deal),
        "text": deck_text(deal_set.game, deal_set.promise.anchor, deal, 0),
        "lines": sorted(lines, key=lambda line: -line["margins"][own[0]]),
    }


def _ranking(
    deal_set: DealSet, shown: Sequence[Play], numbers: dict[str, int], played: Sequence[Played]
) -> list[Json]:
    """Every side with a person on it."""
    people: dict[tuple[int, int], list[str]] = {}
    for play in shown:
        for side, seats in enumerate(deal_set.game.sides):
            names = [play.body["names"][seat] for seat in seats if play.body["kinds"][seat] == "person"]
            if names:
                people[numbers[play.table], side] = names
    return [
        {**rank._asdict(), "names": people[rank.table, rank.side]} for rank in ranking(played, list(people))
    ]
