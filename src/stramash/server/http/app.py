"""The application: setting tables up, joining them, their WebSockets, and everything put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated

from fastapi import APIRouter, FastAPI, Path, Request, Response, WebSocket
from starlette.responses import JSONResponse

from stramash import __version__, games
from stramash.server import metrics
from stramash.server.config import Config
from stramash.server.http import catalogue, evenings, pages
from stramash.server.http.addresses import address_of
from stramash.server.http.description import Description
from stramash.server.http.guard import Guard
from stramash.server.http.past import keeping, looking_back, what_if
from stramash.server.http.problems import RETRY, add_problem_handlers
from stramash.server.http.refusal import Refusal
from stramash.server.http.requests import (
    COOKIE,
    PROBLEMS,
    AtTable,
    InService,
    Person,
    ProposalPath,
    SeatPath,
    Service,
    TablePath,
    is_seated,
    keep_seat,
    known_by,
    secret_of,
    table_created,
    take_creation,
    takes_gzip,
)
from stramash.server.http.sockets import advice_for, coach_for, serve_socket
from stramash.server.protocol.bodies import (
    AnswerProposal,
    CreateTable,
    ExchangeSecret,
    JoinTable,
    Links,
    OpenSession,
    PersonRemoved,
    ReplaceByBot,
    SessionOpened,
    Settings,
    TableCreated,
    TableInfo,
    TableJoined,
    TableList,
    TableState,
)
from stramash.server.protocol.catalogue import (
    CheckOptions,
    GamesForm,
    LevelsForm,
    OptionsChecked,
    RulesForm,
    ServerForm,
)
from stramash.server.protocol.insight import CoachForm
from stramash.server.protocol.looking_back import AdviceForm
from stramash.server.store.base import Store
from stramash.server.table.hall import Hall, check_level
from stramash.server.table.people.admission import to_join, to_look, with_link
from stramash.server.table.people.auth import Key, digest
from stramash.server.table.table import Table
from stramash.server.thinking.processes import BotPool
from stramash.wire.protocol import CLOSE_TOO_MANY, PROTOCOL

router = APIRouter(prefix="/api", responses=PROBLEMS)


def _state(table: Table) -> TableState:
    return TableState(table=TableInfo.model_validate(table.info()))


# What there is.


@router.get("/server")
async def server() -> ServerForm:
    """Who answers."""
    return ServerForm(protocol=PROTOCOL, version=__version__, rules_revision=games.RULES_REVISION)


@router.get("/games", response_model=GamesForm)
async def list_games(request: Request) -> Response:
    """Every game with its seats and options."""
    return catalogue.games_answer(takes_gzip=takes_gzip(request))


@router.post("/games/check")
async def check_options(wish: CheckOptions) -> OptionsChecked:
    """Whether a game may be played with these options, and when a match would end."""
    return catalogue.check_options(wish)


@router.get("/bots")
async def list_bots(service: InService) -> LevelsForm:
    """Every level of bots, and those of others that the host allows."""
    return catalogue.all_levels(service.hall.pool.guests)


@router.get("/rules/{game}")
async def rules(game: Annotated[str, Path(max_length=32)]) -> RulesForm:
    """A game's rules."""
    return catalogue.rules(game, None)


@router.get("/rules/{game}/{clause}")
async def rules_clause(
    game: Annotated[str, Path(max_length=32)], clause: Annotated[str, Path(max_length=16)]
) -> RulesForm:
    """One clause or section of a game's rules."""
    return catalogue.rules(game, clause)


# Tables.


@router.get("/tables")
async def list_tables(service: InService) -> TableList:
    """The public tables."""
    return TableList(tables=await service.lobby.tables())


@router.post("/tables")
async def create_table(
    request: Request, response: Response, service: InService, wish: CreateTable
) -> TableCreated:
    """A new table; you are its host."""
    maker, person = take_creation(request, service), known_by(request, response)
    table, secrets = await service.hall.create(wish, maker, person)
    return table_created(request, response, table, secrets)


@router.get("/tables/{table_id}")
async def get_table(request: Request, service: InService, table_id: TablePath) -> TableState:
    """A table; a private one for those who belong to it or have a link, with its secret as `Bearer`."""
    secret = secret_of(request.headers, request.cookies)
    return _state(await service.hall.table(table_id, to_look(secret)))


@router.post("/tables/{table_id}/join")
async def join(
    request: Request, response: Response, service: InService, table_id: TablePath, wish: JoinTable
) -> TableJoined:
    """Sit down, or watch."""
    known = known_by(request, response)
    table = await service.hall.table(table_id, to_join(wish, table_id, known))
    person = table.roster.known_person(table_id, known)
    who, secret = await table.do(lambda: table.join(wish, person, address_of(request.scope)))
    keep_seat(request, response, table, secret)
    return TableJoined(table=TableInfo.model_validate(table.info()), you=who.form, secret=secret)


@router.post("/tables/{table_id}/session")
async def open_session(
    request: Request, response: Response, service: InService, table_id: TablePath, wish: OpenSession
) -> SessionOpened:
    """Exchange the secret of a link for a cookie."""
    table = await service.hall.table(table_id, with_link(wish.secret))
    who = table.known(digest(wish.secret))
    keep_seat(request, response, table, wish.secret)
    return SessionOpened(table=TableInfo.model_validate(table.info()), you=who.form)


@router.put("/tables/{table_id}/secret")
async def exchange_secret(
    request: Request, response: Response, table: AtTable, key: Person, wish: ExchangeSecret
) -> SessionOpened:
    """Another secret for your seat; the link before it stops working, and its connections end."""
    who = await table.do(lambda: table.exchange(key, digest(wish.secret)))
    keep_seat(request, response, table, wish.secret)
    return SessionOpened(table=TableInfo.model_validate(table.info()), you=who.form)


@router.delete("/tables/{table_id}/session")
async def close_session(response: Response, table_id: TablePath) -> None:
    """Forget the cookie."""
    response.delete_cookie(COOKIE, path=f"/api/tables/{table_id}", httponly=True, samesite="strict")


@router.post("/tables/{table_id}/links")
async def new_links(table: AtTable, key: Person) -> Links:
    """New links; the invite and watch links before them stop working."""
    return Links.model_validate(await table.do(lambda: table.hosting.new_links(key)))


@router.post("/tables/{table_id}/start")
async def start(table: AtTable, key: Person) -> TableState:
    """Begin the first match."""
    await table.do(lambda: table.hosting.start(key))
    await table.dealing.until_begun()
    return _state(table)


@router.post("/tables/{table_id}/rematch")
async def rematch(request: Request, service: InService, table: AtTable, key: Person) -> TableState:
    """A new match with the same people on the same seats; it counts as a table that you have created."""
    take_creation(request, service)
    await table.do(lambda: table.hosting.rematch(key))
    await table.dealing.until_begun()
    return _state(table)


@router.post("/tables/{table_id}/leave")
async def leave(response: Response, table: AtTable, key: Person) -> TableState:
    """Go for good; a bot plays on for you in a running match."""
    await table.do(lambda: table.leave(key))
    response.delete_cookie(COOKIE, path=f"/api/tables/{table.id}", httponly=True, samesite="strict")
    return _state(table)


@router.put("/tables/{table_id}/settings")
async def set_settings(table: AtTable, key: Person, wish: Settings) -> TableState:
    """What the host decides."""
    await table.do(lambda: table.hosting.set_settings(key, wish))
    return _state(table)


@router.post("/tables/{table_id}/seats/{seat}/bot")
async def put_bot(table: AtTable, key: Person, seat: SeatPath, wish: ReplaceByBot) -> TableState:
    """A bot on an open seat, or for a person who is away."""
    check_level(wish.level, table.around.pool)
    await table.do(lambda: table.hosting.put_bot(key, seat, wish.level))
    return _state(table)


@router.post("/tables/{table_id}/seats/{seat}/hand-back")
async def hand_back(table: AtTable, key: Person, seat: SeatPath) -> TableState:
    """The person plays again; a bot's own seat becomes open."""
    await table.do(lambda: table.hosting.hand_back(key, seat))
    return _state(table)


@router.post("/tables/{table_id}/seats/{seat}/remove")
async def remove(table: AtTable, key: Person, seat: SeatPath) -> PersonRemoved:
    """Send a person away for good; in a running match with the others' consent."""
    links = await table.do(lambda: table.hosting.remove(key, seat))
    return PersonRemoved(
        table=TableInfo.model_validate(table.info()), links=None if links is None else Links(**links)
    )


@router.post("/tables/{table_id}/proposals/{number}")
async def answer_proposal(
    table: AtTable, key: Person, number: ProposalPath, wish: AnswerProposal
) -> TableState:
    """Agree to what the host proposes, or not; the host takes it back so."""
    await table.do(lambda: table.hosting.answer(key, number, wish.agrees))
    return _state(table)


@router.get("/tables/{table_id}/advice")
async def advice(table: AtTable, key: Person) -> AdviceForm:
    """Advice for your own decision."""
    return AdviceForm.model_validate(await advice_for(table, key))


@router.get("/tables/{table_id}/coach")
async def coach(table: AtTable, key: Person) -> CoachForm:
    """What your hand is worth before you bet or bid on it."""
    return CoachForm.model_validate(await coach_for(table, key))


# The application.


async def _socket(socket: WebSocket, table_id: str) -> None:
    """The WebSocket of a seat or a spectator."""
    service: Service = socket.app.state.service
    await socket.accept()
    address = address_of(socket.scope)
    if not service.sockets.enter(address):
        await socket.close(CLOSE_TOO_MANY, "too many connections")
        return
    try:
        secret = secret_of(socket.headers, socket.cookies) or ""
        table = await service.hall.table(table_id, with_link(secret))
        await _serve(socket, service, table, digest(secret), address)
    finally:
        service.sockets.leave(address)


async def _serve(socket: WebSocket, service: Service, table: Table, key: Key, address: str) -> None:
    """Somebody on a seat at once; a spectator where enough is left for those."""
    who, rate = table.roster.identify(key), service.config.messages_per_second
    if who is None or not who.only_watches:
        await serve_socket(socket, table, key, rate)
        return
    if not service.spectators.enter(address):
        await socket.close(CLOSE_TOO_MANY, "too many people watch")
        return
    try:
        await serve_socket(socket, table, key, rate)
    finally:
        service.spectators.leave(address)


def make_app(config: Config, store: Store) -> FastAPI:
    """The whole application on a store."""
    pool = BotPool(config.bot_processes, config.bot_patience, guests=config.guests())
    hall = Hall(config, store, pool)
    service = Service(config, hall)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await hall.open()
        warming = asyncio.create_task(pool.warm(), name="warming") if config.warm_up else None
        try:
            yield
        finally:
            if warming is not None:
                warming.cancel()
            for _, task in (*service.reviews.values(), *service.others.values()):
                task.cancel()
            service.archive.close()
            await hall.close()

    app = FastAPI(
        title="stramash",
        version=__version__,
        openapi_url=None,  # made anew for every request; ours is not
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        description="The table protocol; docs/protocol.md tells the story.",
    )
    app.state.service = service
    app.include_router(router)
    app.include_router(looking_back.router)
    app.include_router(evenings.router)
    app.include_router(keeping.router)
    app.include_router(what_if.router)
    app.add_api_websocket_route("/api/tables/{table_id}/ws", _socket)
    _add_pages(app, hall)
    add_problem_handlers(app)
    app.add_middleware(Guard, config=config, is_seated=partial(is_seated, hall))
    return app


def _add_pages(app: FastAPI, hall: Hall) -> None:
    description = Description(app)

    @app.get("/healthz", include_in_schema=False)
    async def healthz() -> JSONResponse:
        """Whether the process lives: who gets no answer should start it anew."""
        return JSONResponse({"ok": True, "tables": len(hall.tables)})

    @app.get("/readyz", include_in_schema=False)
    async def readyz() -> JSONResponse:
        """Whether moves can be saved: who gets 503 should send people elsewhere."""
        is_ready = await hall.can_save()
        form = {"ok": is_ready, "stopping": hall.is_stopping}
        return JSONResponse(form) if is_ready else JSONResponse(form, 503, RETRY)

    @app.get("/metrics", include_in_schema=False)
    async def get_metrics() -> Response:
        metrics.INBOX.set(sum(table.backlog for table in hall.tables.values()))
        metrics.QUEUED.set(sum(c.waiting for table in hall.tables.values() for c in table.audience))
        return Response(metrics.text(), media_type="text/plain; version=0.0.4")

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi(request: Request) -> Response:
        return await description.openapi(takes_gzip=takes_gzip(request))

    @app.get("/api/docs", include_in_schema=False)
    async def docs() -> Response:
        return await description.page()

    @app.get("/api/docs.css", include_in_schema=False)
    async def docs_style() -> Response:
        return pages.style()

    @app.api_route("/api/{path:path}", methods=["GET", "POST", "PUT", "DELETE"], include_in_schema=False)
    async def unknown(path: str) -> Response:
        raise Refusal("unknown-path", "there is nothing here")

    @app.get("/{path:path}", include_in_schema=False)
    async def front(path: str, request: Request) -> Response:
        return pages.front_page(path, request.headers.get("accept-encoding", ""))
