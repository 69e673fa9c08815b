"""Running the server: a socket, a store, and a stop that loses nothing."""

import asyncio
import contextlib
import signal
import socket
import threading
from collections.abc import Callable
from typing import Any

import uvicorn

from stramash.core.errors import StramashError
from stramash.server.config import Config
from stramash.server.garbage import collect_now_and_then, spare_what_is_loaded
from stramash.server.http.app import make_app
from stramash.server.http.door import Door, room
from stramash.server.logs import set_up
from stramash.server.store.base import StoreError
from stramash.server.store.sql import SqlStore
from stramash.server.store.sqlite import SqliteStore
from stramash.server.table.hall import Hall
from stramash.wire.protocol import MESSAGE_LIMIT

DATABASE_FILE = "tables.sqlite3"
GRACE_SECONDS = 5
PORTS_TRIED = 50
BACKLOG = 1024
ACCEPTED_AT_ONCE = 8
"""New connections between two rounds of everything else: a crowd at the door keeps no player waiting."""


class CannotServe(StramashError):
    """The server cannot start: the port or the database is not to be had."""


def make_store(config: Config) -> SqlStore:
    """The store that the configuration names."""
    if not config.database:
        return SqliteStore(config.data_folder / DATABASE_FILE)
    try:
        from stramash.server.store.postgres import PostgresStore  # noqa: PLC0415  # an extra that few need
    except ImportError:
        raise StoreError("PostgreSQL needs an extra: pip install 'stramash[postgres]'") from None
    return PostgresStore(config.database)


def bind(host: str, port: int, *, or_next: bool = False) -> socket.socket:
    """A listening socket; with `or_next`, on the next free port if this one is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    last: OSError | None = None
    for candidate in range(port, port + (PORTS_TRIED if or_next and port else 1)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, candidate))
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            last = error
            continue
        return listener
    raise CannotServe(f"cannot listen on {host}:{port}: {last}")


def make_door(config: Config) -> Door:
    """The door that the configuration describes."""
    # Behind a proxy all connections have its address: those of one person are counted further inside.
    per_address = None if config.hops else config.connections_per_address
    return Door(room(config.most_connections, config.bot_processes), per_address, config.request_seconds)


def settings_for(app: Any, door: Door) -> uvicorn.Config:
    """How uvicorn is to run the application."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=door.http,  # type: ignore[arg-type]  # it only calls it
        ws=door.sockets,  # type: ignore[arg-type]
        ws_max_size=MESSAGE_LIMIT,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,  # it costs more time and memory than it saves on messages this small
        backlog=ACCEPTED_AT_ONCE,
        proxy_headers=False,  # it would take the leftmost address, which anybody can write; see addresses.py
        timeout_graceful_shutdown=GRACE_SECONDS,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """Tells when it is ready, and sends everybody away in order before it closes their sockets."""

    def __init__(self, config: uvicorn.Config, door: Door, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._door = door
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so; raises CannotServe with the store's own words."""
        hall = self._hall()
        try:
            if hall is not None:
                await hall.open_store()
        except StoreError as error:
            raise CannotServe(str(error)) from None
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)  # asyncio takes what it accepts at once for the length of the queue, too
        if self.started:
            self._sweeping = asyncio.create_task(self._door.keep_sweeping(), name="door")
            spare_what_is_loaded()
            self._collecting = asyncio.create_task(collect_now_and_then(), name="garbage")
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish the moves in hand and tell the clients to come back, then close."""
        hall = self._hall()
        if hall is not None:
            with contextlib.suppress(StramashError):
                await hall.close_tables()
        await super().shutdown(sockets)

    def _hall(self) -> Hall | None:
        """The tables, behind whatever uvicorn has put around the application."""
        app = self.config.loaded_app
        while hasattr(app, "app") and not hasattr(app, "state"):
            app = app.app
        service = getattr(getattr(app, "state", None), "service", None)
        return None if service is None else service.hall


def run(config: Config, *, or_next_port: bool = False, on_ready: Callable[[str], None] | None = None) -> None:
    """Serve until told to stop; raises CannotServe."""
    set_up(config.log_level)
    listener = bind(config.host, config.port, or_next=or_next_port)
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}"
    app = make_app(config, make_store(config))
    door = make_door(config)
    settings = settings_for(app, door)

    def ready() -> None:
        if on_ready is not None:
            on_ready(address)

    server = Server(settings, door, ready)
    if threading.current_thread() is threading.main_thread():
        # uvicorn stops in good order and then raises the signal once more: by then there is nothing to do.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: None)
    try:
        server.run(sockets=[listener])
    except SystemExit:
        raise CannotServe("the server could not start; its log says why") from None
    finally:
        listener.close()
    if not server.started:
        raise CannotServe("the server could not start; its log says why")
