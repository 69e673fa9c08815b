"""Who asks, and about which table: what all requests have in common."""

import asyncio
import re
from typing import Annotated, Any, Final

from fastapi import Depends, Path, Request, Response
from starlette.requests import HTTPConnection

from stramash.server.config import Config
from stramash.server.evenings.evenings import Evenings
from stramash.server.http.addresses import address_of
from stramash.server.http.door import room
from stramash.server.http.limits import (
    KEPT_IN_ALL,
    KEPT_OF_AN_ADDRESS,
    ByAddress,
    Counted,
    room_to_watch,
)
from stramash.server.http.lobby import Lobby
from stramash.server.http.past.archive import Archive
from stramash.server.http.problems import STATUS
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.basics import Problem
from stramash.server.protocol.bodies import TableCreated, TableInfo
from stramash.server.table.hall import Hall
from stramash.server.table.people.admission import for_people
from stramash.server.table.people.auth import TABLE_ID, Key, digest, new_secret
from stramash.server.table.people.roster import Share
from stramash.server.table.table import Table
from stramash.server.thinking.others import Others
from stramash.server.thinking.review import Review
from stramash.wire.codec import Json

COOKIE: Final = "stramash"
"""Holds the secret of a seat, for the requests of its table alone."""
BROWSER: Final = "stramash-browser"
"""Tells browsers apart, so that one person takes one seat of a public table."""
COOKIE_SECONDS: Final = 180 * 86_400
SECONDS_A_TABLE: Final = 120
"""After which an address that has created as many tables as it may at once may create one more."""
_AT_A_TABLE: Final = re.compile(r"/api/tables/([a-z0-9]{6,32})(?:/|$)")
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{16,64}")

TablePath = Annotated[str, Path(pattern=TABLE_ID)]
SeatPath = Annotated[int, Path(ge=0, le=5)]
ProposalPath = Annotated[int, Path(ge=1, le=1_000_000)]
MatchPath = Annotated[int, Path(ge=1, le=1_000_000)]
DealPath = Annotated[int, Path(ge=1, le=1_000_000)]

PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Problem, "description": "Refused."} for status in sorted(set(STATUS.values()))
}
"""What any request may be answered with instead."""


class Service:
    """What the requests share."""

    def __init__(self, config: Config, hall: Hall) -> None:
        self.config = config
        self.hall = hall
        self.creations = ByAddress(burst=config.tables_per_address, rate=1 / SECONDS_A_TABLE)
        self.sockets = Counted(config.connections_per_address)
        in_all = room(config.most_connections, config.bot_processes)
        self.spectators = Counted(
            room_to_watch(config.connections_per_address, KEPT_OF_AN_ADDRESS),
            room_to_watch(in_all, KEPT_IN_ALL),
        )
        """WebSockets of those who only watch; they are among all sockets, too."""
        self.lobby = Lobby(hall)
        self.evenings = Evenings(hall)
        self.archive = Archive(hall.store)
        self.others: dict[tuple[str, int, int, int], tuple[Others, asyncio.Task[None]]] = {}
        self.reviews: dict[tuple[str, int, int], tuple[Review, asyncio.Task[None]]] = {}


def takes_gzip(request: Request) -> bool:
    """Whether an answer may be packed."""
    return "gzip" in request.headers.get("accept-encoding", "")


def known_by(request: Request, response: Response) -> str:
    """What tells people apart without accounts: a page's browser by a cookie, a program by its address."""
    # Whoever deletes the cookie or has many addresses is somebody else: SECURITY.md says what follows.
    if not _is_page(request):
        return f"address {address_of(request.scope)}"
    known = request.cookies.get(BROWSER, "")
    if not _is_known(known):
        known = new_secret()
    set_cookie(request, response, BROWSER, known, "/api")
    return f"browser {known}"


def refuse_unknown_page(request: Request) -> None:
    """Refuse a page whose browser has no cookie yet: each of its requests would be somebody else."""
    if _is_page(request) and not _is_known(request.cookies.get(BROWSER, "")):
        raise Refusal("forbidden", "your browser keeps no cookies here; allow them, and open the link again")


def _is_page(request: Request) -> bool:
    return "origin" in request.headers or "sec-fetch-site" in request.headers


def _is_known(cookie: str) -> bool:
    return _SECRET.fullmatch(cookie) is not None


def set_cookie(request: Request, response: Response, name: str, value: str, path: str) -> None:
    """A cookie that no script reads and no other site sends."""
    response.set_cookie(
        name,
        value,
        max_age=COOKIE_SECONDS,
        path=path,
        secure=request.scope["scheme"] == "https",
        httponly=True,
        samesite="strict",
    )


def take_creation(request: Request, service: Service) -> str:
    """The address of somebody who creates a table; raises Refusal where it has created many."""
    address = address_of(request.scope)
    if not service.creations.take(address):
        raise Refusal("too-many", "you have created many tables; wait a while")
    return address


def keep_seat(request: Request, response: Response, table: Table, secret: str) -> None:
    """Let a page keep the secret of its seat, for requests to that table alone."""
    set_cookie(request, response, COOKIE, secret, f"/api/tables/{table.id}")


def table_created(request: Request, response: Response, table: Table, secrets: Json) -> TableCreated:
    """What whoever created a table is told, once."""
    who = table.known(digest(secrets["secret"]))
    keep_seat(request, response, table, secrets["secret"])
    return TableCreated(table=TableInfo.model_validate(table.info()), you=who.form, **secrets)


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def secret_of(headers: Any, cookies: dict[str, str]) -> str | None:
    """The secret a request carries: programs send a header, pages a cookie."""
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and secret:
        return str(secret)[:64]
    return cookies.get(COOKIE)


def is_seated(hall: Hall, connection: HTTPConnection) -> bool:
    """Whether somebody asks for a table that is open here who has a seat at it, or hosts it."""
    found = _AT_A_TABLE.match(connection.url.path)
    table = None if found is None else hall.tables.get(found[1])
    secret = secret_of(connection.headers, connection.cookies)
    who = None if table is None or not secret else table.roster.identify(digest(secret))
    return who is not None and not who.only_watches


async def _table(request: Request, table_id: TablePath) -> Table:
    secret = secret_of(request.headers, request.cookies)
    return await _service(request).hall.table(table_id, for_people(secret))


async def _person(request: Request, table: Annotated[Table, Depends(_table)]) -> Key:
    """The key of somebody at the table. Operations ask again, in their turn, whom it belongs to."""
    secret = secret_of(request.headers, request.cookies)
    if not secret:
        raise Refusal("forbidden", "that needs the link of somebody at this table")
    return table.known(digest(secret)).key


async def _viewer(
    request: Request, table: Annotated[Table, Depends(_table)], match: MatchPath
) -> Share | None:
    """Somebody at the table, or the link to this match that somebody has given out."""
    secret = secret_of(request.headers, request.cookies)
    share = table.roster.shares.get(digest(secret)) if secret else None
    if share is not None and share.match == match:
        return share
    await _person(request, table)
    return None


async def _open_hands(
    service: Annotated[Service, Depends(_service)],
    table: Annotated[Table, Depends(_table)],
    viewer: Annotated[Share | None, Depends(_viewer)],
    match: MatchPath,
) -> None:
    """Refuse what shows the hands of a deal of an evening that others may still play."""
    await service.evenings.refuse_hands(table, match)


InService = Annotated[Service, Depends(_service)]
AtTable = Annotated[Table, Depends(_table)]
"""The table of a request, for people at it and for those with a link to one of its matches."""
Person = Annotated[Key, Depends(_person)]
Viewer = Annotated[Share | None, Depends(_viewer)]
OPEN_HANDS: Final = Depends(_open_hands)
"""For every request that shows cards of a finished match beyond those that the own seat saw."""
