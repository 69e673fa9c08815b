"""A real server on a free port of this machine, for tests, and clients that play."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stramash.client import RefusedByServer, Rest, RestError, SeatClient
from stramash.core.match import AnyMatch, Match
from stramash.server.config import Config
from stramash.server.http.app import make_app
from stramash.server.http.door import Door
from stramash.server.http.requests import Service
from stramash.server.serve import Server, bind, make_door, settings_for
from stramash.server.store.base import Store
from stramash.server.store.sqlite import SqliteStore

QUIET: dict[str, Any] = {
    "bot_delay": 0.0,
    "cut_seconds": 0.5,
    "warm_up": False,
    "requests_per_second": 10_000.0,
    "messages_per_second": 10_000.0,
    "tables_per_address": 10_000,
    "connections_per_address": 10_000,
}

# Each family and shape: two seats, three, partners with passing, an auction, Mü with and without talon.
EVERY_GAME = [
    ("haggis", 2),
    ("haggis", 3),
    ("haggis3", 3),
    ("neeps", 4),
    ("tatties", 3),
    ("haggis-classic", 2),
    ("mu", 3),
    ("mu", 4),
    ("mu", 6),
    ("mu-classic", 4),
]


@dataclass
class Running:
    """A server that runs in this process."""

    address: str
    service: Service
    door: Door

    @property
    def rest(self) -> Rest:
        """Requests without a secret."""
        return Rest(self.address)


@contextlib.asynccontextmanager
async def serving(folder: Path, *, store: Store | None = None, **settings: Any) -> AsyncIterator[Running]:
    """A server in this event loop, on a free port of this machine only."""
    config = Config(data=str(folder), port=0, **{**QUIET, **settings})
    listener = bind("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listener.getsockname()[1]}"
    app = make_app(config, store or SqliteStore(folder / "tables.sqlite3"))
    door = make_door(config)
    server = Server(settings_for(app, door), door, lambda: None)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.005)
    try:
        yield Running(address, app.state.service, door)
    finally:
        await app.state.service.hall.close_tables()
        server.should_exit = True
        await task
        listener.close()


def short(game: str) -> dict[str, str]:
    """Options for a short match."""
    return {"rounds": "2"}


async def create(running: Running, game: str, seats: int, **wish: Any) -> dict[str, Any]:
    """A table whose creator sits at seat 0, without pauses between deals."""
    settings = {"pause": 0, **wish.pop("settings", {})}
    body = {"game": game, "seats": seats, "name": "Ann", "options": short(game), "settings": settings, **wish}
    created: dict[str, Any] = await running.rest("POST", "/tables", body)
    return created


async def fill(running: Running, created: dict[str, Any]) -> list[str]:
    """Seat a person on every open seat; the secrets by seat."""
    table = created["table"]
    found = [created["secret"]]
    for seat in table["seats"][1:]:
        wish = {"name": f"P{seat['seat']}", "invite": created["invite"], "seat": seat["seat"]}
        found.append((await running.rest("POST", f"/tables/{table['id']}/join", wish))["secret"])
    return found


async def start(running: Running, created: dict[str, Any]) -> None:
    """Begin the match as the host."""
    await Rest(running.address, created["secret"])("POST", f"/tables/{created['table']['id']}/start")


async def past(running: Running, table: str, number: int = 1) -> AnyMatch:
    """A match of a table with all its deals, as they are in the store."""
    journal = running.service.hall.tables[table].journal
    found: AnyMatch | None = None
    async for _, one in running.service.archive.each_deal(journal, number):
        found = found or Match(one.match.game, one.match.first_dealer, one.match.names)
        found.deals.append(one.match.deals[-1])
    assert found is not None
    return found


def has_heard_all(client: SeatClient) -> bool:
    """Whether a client has taken in all that had happened when it was welcomed."""
    return client.view is not None and (client.n or 0) >= client._latest


async def play_randomly(client: SeatClient, rng: Random, until_n: int = 10**9) -> None:
    """Random legal moves, some bets out of turn, some moves taken back, until the match is over."""

    def is_asked() -> bool:
        return client.must is not None or client.stage == "over" or (client.n or 0) >= until_n

    while True:
        await client.until(is_asked)
        if client.stage == "over" or (client.n or 0) >= until_n:
            return
        move = rng.choice(client.view.legal)
        try:
            await client.move(move, client.must)
            if client.may_take_back is not None and rng.random() < 0.5:
                await client.take_back()
        except RefusedByServer as refused:
            # A partner's bet may have come first (C10.3).
            is_late_bet = refused.code == "illegal" and str(move).startswith("bet")
            if refused.code not in ("stale", "not-playing") and not is_late_bet:
                raise


Scene = Callable[[Running], Awaitable[None]]


def act(folder: Path, scene: Scene, **settings: Any) -> None:
    """Play a scene at a server of its own."""

    async def run() -> None:
        async with serving(folder, **settings) as running:
            await scene(running)

    asyncio.run(asyncio.wait_for(run(), 90))


def as_host(running: Running, created: dict[str, Any]) -> Rest:
    """Requests of who made the table."""
    return Rest(running.address, created["secret"])


async def refused(work: Awaitable[Any]) -> str:
    """Why something was refused, in one word."""
    with pytest.raises((RefusedByServer, RestError)) as found:
        await work
    return str(found.value.code)  # type: ignore[attr-defined]
