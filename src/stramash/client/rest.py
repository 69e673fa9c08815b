"""The REST half of the protocol with nothing but the standard library."""

import asyncio
import json
import urllib.error
import urllib.request
from typing import Any

from stramash.core.errors import StramashError


class RestError(StramashError):
    """The server refused a request."""

    def __init__(self, status: int, code: str, sentence: str, retry_after: int | None = None) -> None:
        super().__init__(f"{status} {code}: {sentence}")
        self.status = status
        self.code = code
        self.retry_after = retry_after
        """Seconds after which it may be asked again, where the server says so."""


class Rest:
    """Requests to one server."""

    def __init__(self, server: str, secret: str | None = None, timeout: float = 30) -> None:
        self.server = server.rstrip("/")
        self.secret = secret
        self.timeout = timeout
        # No proxy of the environment stands between us and the table.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer to a request, JSON or text; raises RestError, and OSError without a connection."""
        headers = {"Content-Type": "application/json"}
        if self.secret is not None:
            headers["Authorization"] = f"Bearer {self.secret}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.server}/api{path}", data, headers, method=method)
        try:
            with self._opener.open(request, timeout=self.timeout) as answer:
                text = answer.read().decode()
                is_json = answer.headers.get_content_type() == "application/json"
        except urllib.error.HTTPError as error:
            with error:
                raise _refused(error.code, error.read()) from None
        return json.loads(text) if is_json else text

    async def __call__(self, method: str, path: str, body: Any = None) -> Any:
        """The same, without blocking."""
        return await asyncio.to_thread(self.ask, method, path, body)


def _refused(status: int, body: bytes) -> RestError:
    try:
        problem = json.loads(body)
        return RestError(status, problem["code"], problem["sentence"], problem.get("retry_after"))
    except (ValueError, KeyError, TypeError):
        return RestError(status, "unknown", "the server gave no reason")
