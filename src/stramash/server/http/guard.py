"""What stands in front of every request: size, origin, rate, and the headers of every answer."""

import json
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stramash.server.config import Config
from stramash.server.http.limits import ByAddress
from stramash.server.http.refusal import Refusal
from stramash.server.metrics import REFUSED
from stramash.server.protocol.bodies import (
    ErrorCode,
)
from stramash.server.table.auth import is_same
from stramash.wire.protocol import MESSAGE_LIMIT

STATUS: Final[dict[ErrorCode, int]] = {
    "bad-message": 422,
    "unknown-table": 404,
    "unknown-seat": 404,
    "unknown-match": 404,
    "unknown-path": 404,
    "forbidden": 403,
    "not-host": 403,
    "bad-origin": 403,
    "hints-off": 403,
    "seat-taken": 409,
    "not-open": 409,
    "not-playing": 409,
    "not-over": 409,
    "stale": 409,
    "illegal": 409,
    "syntax": 422,
    "bad-option": 422,
    "too-many": 429,
    "too-large": 413,
    "unavailable": 503,
    "stopping": 503,
    "version": 422,
}
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SAFE: Final = ("GET", "HEAD", "OPTIONS")


HOP: Final = "x-stramash-hop"
"""The owner's name, which only processes on the same database know: a request passed on by one of them."""
HOP_FOR: Final = "x-stramash-for"
"""Where that request came from."""


def address_of(scope: Scope) -> str:
    """The address a request comes from; uvicorn has looked at the proxy's headers where that is set."""
    client = scope.get("client")
    return client[0] if client else "unknown"


def is_allowed_origin(headers: Headers, origins: tuple[str, ...]) -> bool:
    """Whether a page may talk to us: our own, or one the server was told of. Programs send no origin."""
    origin = headers.get("origin")
    if origin is None or "*" in origins or origin in origins:
        return True
    try:
        return bool(origin) and urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:
        return False


class Guard:
    """Refuses what is too much, and dresses every answer."""

    def __init__(self, app: ASGIApp, config: Config, name: str) -> None:
        self.app = app
        self.config = config
        self.name = name
        self.requests = ByAddress(burst=10 * config.requests_per_second, rate=config.requests_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] in ("http", "websocket"):
            self._look_behind_peer(scope)
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        headers = Headers(scope=scope)
        try:
            body = await self._checked(scope, headers, receive)
        except Refusal as refusal:
            await refuse(dressed, refusal)
            return
        await self.app(scope, receive if body is None else _again(body, receive), dressed)

    def _look_behind_peer(self, scope: Scope) -> None:
        """A request that a peer has passed on counts for the address that it came from."""
        headers = Headers(scope=scope)
        if HOP in headers and HOP_FOR in headers and is_same(headers[HOP], self.name):
            scope["client"] = (headers[HOP_FOR], 0)

    async def _checked(self, scope: Scope, headers: Headers, receive: Receive) -> bytes | None:
        """The body of a request that is let through; None where there is none to read."""
        if scope["path"].startswith("/api/") and not self.requests.take(address_of(scope)):
            raise Refusal("too-many", "too many requests; be slower")
        if scope["method"] in _SAFE:
            return None
        if not is_allowed_origin(headers, self.config.origins):
            raise Refusal("bad-origin", "this page may not use this server")
        body: bytes = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return body
            body += message.get("body", b"")
            if len(body) > MESSAGE_LIMIT:
                raise Refusal("too-large", f"a body has at most {MESSAGE_LIMIT} bytes")
            if not message.get("more_body"):
                return body


def _again(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, to be read once more."""
    is_read = False

    async def reread() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        is_read = True
        return {"type": "http.request", "body": body, "more_body": False}

    return reread


async def refuse(send: Send, refusal: Refusal) -> None:
    """Answer with a problem."""
    REFUSED.labels(refusal.code).inc()
    body = json.dumps(refusal.form()).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": STATUS[refusal.code], "headers": headers})
    await send({"type": "http.response.body", "body": body})
