"""What stands in front of every request: size, origin, rate, and the headers of every answer."""

from collections.abc import Callable
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stramash.server.config import Config
from stramash.server.http.addresses import OwnNames, address_of, is_allowed_origin, look_behind_proxies
from stramash.server.http.limits import ByAddress
from stramash.server.http.problems import problem_answer
from stramash.server.http.refusal import Refusal, has_surrogates
from stramash.wire.protocol import MESSAGE_LIMIT

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
MOST_OF_A_PATH: Final = 1024
_COUNTED: Final = ("/api/", "/openapi.json")
"""Where requests have a limit: everywhere but at the page's own files and at what watches the server."""
_SAFE: Final = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Refuses what is too much, and dresses every answer."""

    def __init__(
        self, app: ASGIApp, config: Config, is_seated: Callable[[HTTPConnection], bool] = lambda _: False
    ) -> None:
        self.app = app
        self.config = config
        self.names = OwnNames(config.names)
        self.is_seated = is_seated
        self.requests = ByAddress(burst=10 * config.requests_per_second, rate=config.requests_per_second)
        self.kept = ByAddress(burst=10 * config.requests_per_second, rate=config.requests_per_second)
        """As many again of each address, for those alone who play at a table that is open here."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "websocket":
            await self._let_socket_in(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        look_behind_proxies(scope, self.config.hops)

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            body = await self._checked(scope, receive)
        except Refusal as refusal:
            await problem_answer(refusal)(scope, receive, dressed)
            return
        if scope["method"] == "HEAD":  # wherever there is a GET; the server below us sends no body
            scope = {**scope, "method": "GET"}
        await self.app(scope, receive if body is None else _again(body, receive), dressed)

    async def _let_socket_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A WebSocket is looked at here, in whichever process it arrives, before anything is asked for it."""
        look_behind_proxies(scope, self.config.hops)
        try:
            self._count(scope)
            self._check_address(scope)
            self._check_page(scope)
        except Refusal as refusal:
            await _refuse_upgrade(receive, send, refusal)
            return
        await self.app(scope, receive, send)

    def _count(self, scope: Scope) -> None:
        """Refuse what is too much of one address; what others there ask for keeps nobody from a seat."""
        address = address_of(scope)
        if self.requests.take(address):
            return
        if not self.is_seated(HTTPConnection(scope)) or not self.kept.take(address):
            raise Refusal("too-many", "too many requests; be slower")

    def _check_address(self, scope: Scope) -> None:
        """Refuse what was sent to a name that is not ours, and paths that cannot be one."""
        hosts = Headers(scope=scope).getlist("host")
        if len(hosts) > 1 or any(host not in self.names for host in hosts):
            raise Refusal("bad-host", "this server does not answer to that name; see --allowed-host")
        path = scope["path"]
        if len(path) > MOST_OF_A_PATH or any(ord(letter) < 32 for letter in path) or has_surrogates(path):
            raise Refusal("unknown-path", "there is nothing here")

    def _check_page(self, scope: Scope) -> None:
        """Refuse pages of others."""
        if not is_allowed_origin(scope, self.config.page_origins):
            raise Refusal("bad-origin", "this page may not use this server")

    async def _checked(self, scope: Scope, receive: Receive) -> bytes | None:
        """The body of a request that is let through; None where there is none to read."""
        self._check_address(scope)
        if scope["path"].startswith(_COUNTED):
            self._count(scope)
        if scope["method"] in _SAFE:
            return None
        self._check_page(scope)
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


async def _refuse_upgrade(receive: Receive, send: Send, refusal: Refusal) -> None:
    """Answer an upgrade with a problem, as if it had been a request."""
    answer = problem_answer(refusal)
    await receive()  # its handshake
    start = {"status": answer.status_code, "headers": answer.raw_headers}
    await send({"type": "websocket.http.response.start", **start})
    await send({"type": "websocket.http.response.body", "body": answer.body})
