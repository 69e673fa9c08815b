"""What goes wrong, as it is answered: over HTTP with a status, over a WebSocket with a close code."""

import logging
from typing import Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from stramash.server.http.refusal import Refusal
from stramash.server.metrics import REFUSED
from stramash.server.protocol.basics import ErrorCode
from stramash.server.store.base import StoreError
from stramash.server.table.play.entries import DoesNotReplay
from stramash.wire.codec import Json
from stramash.wire.protocol import (
    CLOSE_COME_BACK,
    CLOSE_FORBIDDEN,
    CLOSE_QUARANTINED,
    CLOSE_TOO_MANY,
    CLOSE_UNKNOWN,
)

_log = logging.getLogger("stramash.http")
STATUS: Final[dict[ErrorCode, int]] = {
    "bad-message": 422,
    "unknown-table": 404,
    "unknown-seat": 404,
    "unknown-match": 404,
    "unknown-path": 404,
    "forbidden": 403,
    "not-host": 403,
    "bad-origin": 403,
    "bad-host": 421,
    "hints-off": 403,
    "seat-taken": 409,
    "not-open": 409,
    "not-playing": 409,
    "not-over": 409,
    "stale": 409,
    "other-cards": 409,
    "illegal": 409,
    "syntax": 422,
    "bad-option": 422,
    "too-many": 429,
    "too-large": 413,
    "quarantined": 409,
    "unavailable": 503,
    "getting-ready": 503,
    "stopping": 503,
    "version": 422,
}
CLOSE_CODES: Final[dict[str, int]] = {
    "too-many": CLOSE_TOO_MANY,
    "forbidden": CLOSE_FORBIDDEN,
    "unknown-table": CLOSE_UNKNOWN,
    "quarantined": CLOSE_QUARANTINED,
}
"""Of refusals at the door after which it makes no sense, or not at once, to come back."""
RETRY: Final = {"Retry-After": "2"}
"""Goes with a 503: by then a database may be back from a restart, or the balancer has another process."""
_LONGEST_REASON: Final = 120
"""Bytes of the reason with which a WebSocket is closed."""


def problem_answer(refusal: Refusal, status: int | None = None) -> Response:
    """The answer to a request that is refused."""
    REFUSED.labels(refusal.code).inc()
    status = STATUS[refusal.code] if status is None else status
    after = refusal.problem.retry_after
    retry = RETRY if after is None else {"Retry-After": str(after)}
    return JSONResponse(refusal.form(), status, retry if status == 503 else None)


def close_code(refusal: Refusal) -> int:
    """The code with which a WebSocket is closed that is refused."""
    return CLOSE_CODES.get(refusal.code, CLOSE_COME_BACK)


async def _answered(asker: HTTPConnection, refusal: Refusal, status: int | None = None) -> Response | None:
    """Answer a request; close a WebSocket, which gets no answer."""
    if isinstance(asker, WebSocket):
        REFUSED.labels(refusal.code).inc()
        await asker.close(
            close_code(refusal), str(refusal).encode()[:_LONGEST_REASON].decode(errors="ignore")
        )
        return None
    return problem_answer(refusal, status)


def add_problem_handlers(app: FastAPI) -> None:
    """Whatever a request raises that is no fault of ours is answered here, and nowhere else."""

    @app.exception_handler(Refusal)
    async def refused(asker: HTTPConnection, refusal: Refusal) -> Response | None:
        return await _answered(asker, refusal)

    @app.exception_handler(StoreError)
    async def without_store(asker: HTTPConnection, error: StoreError) -> Response | None:
        _log.warning("the store does not answer", extra={"error": type(error).__name__})
        sentence = "the database does not answer; try again in a moment"
        return await _answered(asker, Refusal("unavailable", sentence))

    @app.exception_handler(DoesNotReplay)
    async def damaged(asker: HTTPConnection, problem: DoesNotReplay) -> Response | None:
        return await _answered(asker, Refusal("quarantined", f"a table cannot be read: {problem}"))

    @app.exception_handler(RequestValidationError)
    async def invalid(asker: HTTPConnection, error: RequestValidationError) -> Response | None:
        first: Json = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return await _answered(asker, Refusal("bad-message", f"{where}: {first['msg']}"[:300]))

    @app.exception_handler(HTTPException)
    async def other(asker: HTTPConnection, error: HTTPException) -> Response | None:
        refusal = Refusal("bad-message" if error.status_code == 400 else "unknown-path", str(error.detail))
        response = await _answered(asker, refusal, error.status_code)
        if response is not None:
            response.headers.update(error.headers or {})
        return response
