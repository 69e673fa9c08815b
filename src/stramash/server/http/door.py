"""Who is let in at all: connections count before they say anything, and those that say nothing go first."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from stramash.server.http.addresses import counted
from stramash.server.http.limits import Counted, TokenBucket
from stramash.server.metrics import INSIDE, TURNED_AWAY

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

SWEEP_SECONDS: Final = 1.0
STUCK_SECONDS: Final = 30.0
"""How long somebody may leave what we send unread."""
CLOSE_SECONDS: Final = 10.0
"""How long a connection that we close may linger, because its last words are not read."""
MOST_UNREAD: Final = 1024 * 1024
"""Bytes that may wait to be read by somebody who goes on asking."""
CONTROL_BURST: Final = 100
CONTROL_RATE: Final = 10.0
"""Control frames and pieces of messages; nobody needs more than a few a minute."""
RESERVED_FILES: Final = 100
"""For the database, the page's files, what the libraries open."""
FILES_PER_BOT: Final = 6
MOST_FILES: Final = 65_536
FEWEST: Final = 16


class Visit:
    """One TCP connection, from its first packet to its last."""

    __slots__ = ("address", "closing_since", "owes_since", "stuck_since", "transport")

    def __init__(self, transport: asyncio.Transport, address: str) -> None:
        self.transport = transport
        self.address = address
        self.owes_since: float | None = time.monotonic()
        """Since when we wait for the rest of a request."""
        self.stuck_since: float | None = None
        """Since when what we sent is not read."""
        self.closing_since: float | None = None


class Door:
    """Counts connections in all and by address. When the house is full, who has said nothing makes room."""

    def __init__(self, most: int, per_address: int | None, request_seconds: float) -> None:
        self.most = most
        self.request_seconds = request_seconds
        self._by_address = None if per_address is None else Counted(per_address)
        self._visits: dict[asyncio.BaseTransport, Visit] = {}
        self._silent: dict[Visit, None] = {}
        """Those of whom no whole request or message is known, the longest silent first."""

    def __len__(self) -> int:
        return len(self._visits)

    def enter(self, transport: asyncio.Transport) -> Visit | None:
        """Let a connection in, if there is room."""
        peer = transport.get_extra_info("peername")
        address = counted(str(peer[0])) if peer else "unknown"
        if self._by_address is not None and not self._by_address.enter(address):
            TURNED_AWAY.labels("address").inc()
            return None
        if len(self._visits) >= self.most:
            if not self._silent:
                if self._by_address is not None:
                    self._by_address.leave(address)
                TURNED_AWAY.labels("full").inc()
                return None
            self.turn_away(next(iter(self._silent)), "silent")
        visit = self._visits[transport] = Visit(transport, address)
        self._silent[visit] = None
        INSIDE.set(len(self._visits))
        return visit

    def visit(self, transport: asyncio.BaseTransport) -> Visit | None:
        """The visit that a connection is."""
        return self._visits.get(transport)

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """A connection is gone."""
        visit = self._visits.pop(transport, None)
        if visit is not None:
            self._silent.pop(visit, None)
            if self._by_address is not None:
                self._by_address.leave(visit.address)
            INSIDE.set(len(self._visits))

    def turn_away(self, visit: Visit, why: str) -> None:
        """End a connection at once, whatever waits to be read."""
        TURNED_AWAY.labels(why).inc()
        self.leave(visit.transport)
        visit.transport.abort()

    def owes(self, visit: Visit, is_owing: bool) -> None:
        """Whether we wait for the rest of a request."""
        if is_owing and visit.owes_since is None:
            visit.owes_since = time.monotonic()
            self._silent[visit] = None
        elif not is_owing:
            visit.owes_since = None
            self._silent.pop(visit, None)

    def upgraded(self, visit: Visit) -> None:
        """It is a WebSocket from now on; until it says something it still makes room for others."""
        visit.owes_since = None
        self._silent.pop(visit, None)
        self._silent[visit] = None

    def sweep(self) -> None:
        """Send away who keeps us waiting."""
        now = time.monotonic()
        for visit in tuple(self._visits.values()):
            if visit.transport.is_closing() and visit.closing_since is None:
                visit.closing_since = now
            for since, patience, why in (
                (visit.owes_since, self.request_seconds, "slow"),
                (visit.stuck_since, STUCK_SECONDS, "unread"),
                (visit.closing_since, CLOSE_SECONDS, "lingering"),
            ):
                if since is not None and now - since > patience:
                    self.turn_away(visit, why)
                    break

    async def keep_sweeping(self) -> None:
        """Sweep for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    @property
    def http(self) -> Callable[..., asyncio.Protocol]:
        """What uvicorn is to make for each connection."""
        return lambda **rest: _Doorstep(self, rest)

    @property
    def sockets(self) -> Callable[..., asyncio.Protocol]:
        """What uvicorn is to make for each WebSocket."""
        return lambda **rest: _Socket(self, **rest)


class _Doorstep(asyncio.Protocol):
    """Somebody who has said nothing yet: as little as possible is made for them."""

    __slots__ = ("door", "rest", "transport")

    def __init__(self, door: Door, rest: dict[str, Any]) -> None:
        self.door = door
        self.rest = rest
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if self.door.enter(transport) is None:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.transport is not None:
            self.door.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        transport = self.transport
        visit = None if transport is None else self.door.visit(transport)
        if transport is not None and visit is not None:
            http = _Http(self.door, visit, **self.rest)
            transport.set_protocol(http)
            http.connection_made(transport)
            http.data_received(data)


class _Http(H11Protocol):
    """Requests that must come whole, and soon."""

    def __init__(self, door: Door, visit: Visit, **rest: Any) -> None:
        super().__init__(**rest)
        self.door = door
        self.visit = visit

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.door.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """Whose turn it is. After an upgrade the connection is no longer ours."""
        if self.transport.get_protocol() is self and not self.transport.is_closing():
            cycle = self.cycle
            self.door.owes(self.visit, cycle is None or cycle.more_body or cycle.response_complete)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.visit.stuck_since = time.monotonic()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.visit.stuck_since = None


class _Socket(WebSocketsSansIOProtocol):
    """A WebSocket whose control frames count, and whose unread output has a bound."""

    def __init__(self, door: Door, **rest: Any) -> None:
        super().__init__(**rest)
        self.door = door
        self.visit: Visit | None = None
        self.control = TokenBucket(CONTROL_BURST, CONTROL_RATE)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.visit = self.door.visit(transport)
        if self.visit is not None:
            self.door.upgraded(self.visit)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.door.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.visit is not None and self.transport.get_write_buffer_size() > MOST_UNREAD:
            self._turn_away("unread")

    def _turn_away(self, why: str) -> None:
        visit, self.visit = self.visit, None
        if visit is not None:
            self.door.turn_away(visit, why)

    def _counted(self) -> bool:
        """Whether one more frame that is no message is allowed."""
        if self.visit is not None and not self.control.take():
            self._turn_away("flood")
        return self.visit is not None

    def handle_ping(self) -> None:
        if self._counted():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._counted():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._counted():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if self.visit is not None:
            self.door.owes(self.visit, False)
            super().handle_text(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.visit is not None:
            self.visit.stuck_since = time.monotonic()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.visit is not None:
            self.visit.stuck_since = None


def room(wanted: int, bots: int) -> int:
    """How many connections the limit of open files leaves room for; that limit is raised where it may be."""
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    files = most if soft == resource.RLIM_INFINITY else soft
    return max(FEWEST, min(wanted, files - RESERVED_FILES - FILES_PER_BOT * bots))
