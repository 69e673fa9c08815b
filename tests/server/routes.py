"""Every route of the application as it is registered, and how to ask it anything."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fastapi.routing import APIRoute
from tests.server import evenings
from tests.server.harness import Running

from stramash.server.config import Config
from stramash.server.http.app import make_app
from stramash.server.store.sqlite import SqliteStore

VALUES: dict[str, Any] = {
    "game": "haggis", "clause": "C1.1", "seat": 1, "number": 1, "match": 1, "deal": 1, "name": "0" * 12,
    "exercise_id": "none", "path": "nothing", "rest": "nothing",
}  # fmt: skip
BODIES: dict[str, Any] = {
    "/api/tables": {"game": "haggis", "name": "Ann"},
    "/api/tables/{table_id}/join": {"name": "Eve", "invite": "x" * 22},
    "/api/tables/{table_id}/session": {"secret": "x" * 22},
    "/api/evenings/{evening}/tables": {"name": "Ann", "secret": "y" * 22},
    "/api/evenings/{evening}/stage": {"stage": "closed"},
    "/api/evenings": {"game": "haggis", "seats": 2, "deals": 2, "level": "greedy"},
}
"""Bodies that have to make sense before the database is asked."""


def routes() -> Iterator[tuple[str, str]]:
    """Every method and path of the application, as it is registered."""
    left: list[Any] = [*make_app(Config(), SqliteStore(Path("unused"))).routes]
    while left:
        route = left.pop(0)
        if isinstance(route, APIRoute):
            for method in sorted(route.methods or ()):
                yield method, route.path
        elif hasattr(route, "original_router"):  # of a part of the application
            left += route.original_router.routes


def ask(method: str, url: str, secret: str, body: Any) -> tuple[int, Any, bytes]:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    data = None if method in ("GET", "HEAD") else json.dumps(body).encode()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url, data, headers, method=method)) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


async def opened(running: Running) -> tuple[dict[str, str], str, str]:
    """The values of every path's parameters, and the secrets of an evening and of a table in it."""
    evening = await evenings.opened(running)
    made = await evenings.sat_down(evening, "Ann")
    ids = {"table_id": made["table"]["id"], "evening": evening.id}
    return {**VALUES, **ids}, evening.secret or "", made["secret"]


def filled(path: str, values: dict[str, str]) -> str:
    """A registered path with values in it."""
    return path.replace(":path", "").format_map(values)
