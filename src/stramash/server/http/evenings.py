"""Evenings of duplicate: opening one, coming to it, and seeing how others played the cards one has played."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from stramash.server.evenings.model import MOST_TABLES
from stramash.server.http.addresses import address_of
from stramash.server.http.past.looking_back import check_seat
from stramash.server.http.refusal import Refusal
from stramash.server.http.requests import (
    PROBLEMS,
    AtTable,
    DealPath,
    InService,
    Person,
    known_by,
    refuse_unknown_page,
    secret_of,
    table_created,
    take_creation,
)
from stramash.server.protocol.bodies import TableCreated
from stramash.server.protocol.evenings import (
    AdvanceEvening,
    EveningForm,
    EveningOpened,
    OpenEvening,
    SitDown,
)
from stramash.server.protocol.looking_back import ReplayForm
from stramash.server.table.hall import described
from stramash.server.table.people import auth

router = APIRouter(prefix="/api", responses=PROBLEMS)
EveningPath = Annotated[str, Path(pattern=auth.TABLE_ID)]


@router.post("/evenings")
async def open_evening(request: Request, service: InService, wish: OpenEvening) -> EveningOpened:
    """A new evening; every deck is decided, and promised, before anybody plays."""
    take_creation(request, service)
    return await service.evenings.open(wish)


@router.get("/evenings/{evening}")
async def get_evening(
    request: Request, response: Response, service: InService, evening: EveningPath
) -> EveningForm:
    """An evening from outside, with its key as `Bearer`: who came, and nothing about any deal."""
    found = await service.evenings.invited(evening, secret_of(request.headers, {}))
    known_by(request, response)  # a page is known before it sits down, not by each of several requests anew
    return await service.evenings.from_outside(found)


@router.put("/evenings/{evening}/stage")
async def advance_evening(
    request: Request, service: InService, evening: EveningPath, wish: AdvanceEvening
) -> EveningForm:
    """No more tables come, or no more deals are played; with the host's secret as `Bearer`, and for good."""
    return await service.evenings.advance(evening, secret_of(request.headers, {}), wish.stage)


@router.post("/evenings/{evening}/tables")
async def sit_down(
    request: Request, response: Response, service: InService, evening: EveningPath, wish: SitDown
) -> TableCreated:
    """A table of your own, with the evening's key as `Bearer`: alone against bots, or with friends."""
    found = await service.evenings.invited(evening, secret_of(request.headers, {}))
    refuse_unknown_page(request)
    take_creation(request, service)
    person, address = known_by(request, response), address_of(request.scope)
    table, secrets = await service.evenings.sit_down(found, wish, person, address)
    return table_created(request, response, table, secrets)


@router.get("/tables/{table_id}/evening")
async def evening_of(service: InService, table: AtTable, key: Person) -> EveningForm:
    """The evening of a table: how others played the cards that this table has played."""
    return await service.evenings.of_table(table, key)


@router.get("/tables/{table_id}/evening/{deal}/{number}/replay", response_model=ReplayForm)
async def others_replay(
    service: InService,
    table: AtTable,
    _: Person,
    deal: DealPath,
    number: Annotated[int, Path(ge=1, le=MOST_TABLES)],
    deck: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
    seat: Annotated[int | None, Query(ge=0, le=5)] = None,
) -> Response:
    """How another table played a deal whose hands are open, step by step."""
    check_seat(table, seat)
    other = await service.evenings.other_table(table, deal, number)
    stored = await service.hall.store.load(other)
    if stored is None:
        raise Refusal("unknown-match", "that table has been deleted; its points are all that is left")

    like = await service.archive.run(lambda: described(other, stored.doc)[1])
    made = await service.archive.replay(like, deal, deck, seat)
    return Response(made, media_type="application/json")
