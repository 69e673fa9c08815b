"""Requests for a table that another process owns are passed on to it."""

import asyncio
import contextlib
import http.client
import re
from typing import Final
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from stramash.server.http.addresses import address_of
from stramash.server.http.guard import HOP, HOP_FOR, refuse
from stramash.server.http.refusal import Refusal
from stramash.server.store.base import HeldBy
from stramash.server.table.hall import Elsewhere, Hall
from stramash.wire.protocol import CLOSE_COME_BACK, MESSAGE_LIMIT

_IN_QUERY: Final = "%=&+-._~"
_TABLE_PATH: Final = re.compile(r"/api/tables/([a-z0-9]{6,32})(?:/|$)")
_PASSED_ON: Final = ("authorization", "cookie", "content-type", "accept")
_PASSED_BACK: Final = ("content-type", "set-cookie", "cache-control", "content-disposition")
_SECONDS: Final = 30


class Forwarding:
    """Looks up who owns a table before its request is handled."""

    def __init__(self, app: ASGIApp, hall: Hall) -> None:
        self.app = app
        self.hall = hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle here, or pass on."""
        found = _TABLE_PATH.match(scope["path"]) if scope["type"] in ("http", "websocket") else None
        if found is not None:
            try:
                await self.hall.table(found[1])
            except Elsewhere as elsewhere:
                await self._pass_on(elsewhere.owner, scope, receive, send)
                return
            except Refusal:
                pass  # the handler says it again, in its own words
        await self.app(scope, receive, send)

    async def _pass_on(self, owner: HeldBy, scope: Scope, receive: Receive, send: Send) -> None:
        headers, address = Headers(scope=scope), owner.address
        passed = {name: value for name, value in headers.items() if name in _PASSED_ON}
        if HOP in headers or address == self.hall.owner.address:
            # Two processes disagree about who owns the table: the lease decides in a moment.
            await _turn_away(scope, receive, send)
            return
        passed[HOP], passed[HOP_FOR] = owner.name, address_of(scope)
        query = quote(scope["query_string"], safe=_IN_QUERY)
        path = quote(scope["path"]) + (f"?{query}" if query else "")
        if scope["type"] == "websocket":
            await _pass_on_socket(address, path, passed, WebSocket(scope, receive, send))
        else:
            await _pass_on_request(address, path, passed, scope, receive, send)


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        await socket.close(CLOSE_COME_BACK, "come back")
    else:
        await refuse(send, Refusal("unavailable", "the table is being moved; come back in a moment"))


async def _pass_on_request(
    address: str, path: str, headers: dict[str, str], scope: Scope, receive: Receive, send: Send
) -> None:
    body = b""
    while True:
        message: Message = await receive()
        body += message.get("body", b"")
        if message["type"] != "http.request" or not message.get("more_body"):
            break

    def ask() -> tuple[int, list[tuple[str, str]], bytes]:
        where = urlsplit(address)
        connection = http.client.HTTPConnection(where.hostname or "", where.port or 80, timeout=_SECONDS)
        with contextlib.closing(connection):
            connection.request(scope["method"], path, body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()

    try:
        status, got, content = await asyncio.to_thread(ask)
    except (OSError, http.client.HTTPException):
        await _turn_away(scope, receive, send)
        return
    back = [
        (name.lower().encode("latin-1"), value.encode("latin-1"))
        for name, value in got
        if name.lower() in _PASSED_BACK
    ]
    back.append((b"content-length", str(len(content)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": back})
    await send({"type": "http.response.body", "body": content})


async def _pass_on_socket(address: str, path: str, headers: dict[str, str], socket: WebSocket) -> None:
    await socket.accept()
    url = address.replace("http", "ws", 1) + path
    try:
        async with connect(
            url,
            additional_headers=headers,
            max_size=None,
            open_timeout=_SECONDS,
            compression=None,
            proxy=None,
        ) as owner:
            outward = asyncio.create_task(_outward(socket, owner))
            inward = asyncio.create_task(_inward(socket, owner))
            await asyncio.wait([outward, inward], return_when=asyncio.FIRST_COMPLETED)
            for task in (outward, inward):
                task.cancel()
            await asyncio.gather(outward, inward, return_exceptions=True)
            code, reason = owner.close_code or 0, owner.close_reason or ""
    except (OSError, WebSocketException, TimeoutError):
        code, reason = CLOSE_COME_BACK, "come back"
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        is_lost = code in (0, 1005, 1006)
        await socket.close(CLOSE_COME_BACK if is_lost else code, reason)


async def _outward(socket: WebSocket, owner: ClientConnection) -> None:
    """From the client to the owner of the table."""
    with contextlib.suppress(WebSocketDisconnect, ConnectionClosed, RuntimeError, KeyError):
        while True:
            text = await socket.receive_text()
            if len(text) <= MESSAGE_LIMIT:
                await owner.send(text)


async def _inward(socket: WebSocket, owner: ClientConnection) -> None:
    """From the owner of the table to the client."""
    with contextlib.suppress(WebSocketDisconnect, ConnectionClosed, RuntimeError):
        async for message in owner:
            await socket.send_text(message if isinstance(message, str) else message.decode())
