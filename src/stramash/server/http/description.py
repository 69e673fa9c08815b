"""The REST half of the protocol as OpenAPI and as a page: written once, off the event loop, and kept."""

import asyncio
import gzip
import html
import json
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from starlette.responses import Response

from stramash.server.http.pages import plain_page


@dataclass(frozen=True)
class _Written:
    openapi: bytes
    packed: bytes
    page: bytes


class Description:
    """What an application can be asked, for programs and for people."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._writing: asyncio.Task[_Written] | None = None

    async def _written(self) -> _Written:
        if self._writing is None:
            self._writing = asyncio.create_task(asyncio.to_thread(_write, self._app), name="description")
        return await asyncio.shield(self._writing)

    async def openapi(self, *, takes_gzip: bool) -> Response:
        """The OpenAPI document; it is the same for everybody and holds no secret, so it may be packed."""
        written = await self._written()
        headers = {"Vary": "Accept-Encoding"} | ({"Content-Encoding": "gzip"} if takes_gzip else {})
        body = written.packed if takes_gzip else written.openapi
        return Response(body, media_type="application/json", headers=headers)

    async def page(self) -> Response:
        """The same as a table; nothing on it is loaded from elsewhere."""
        return Response((await self._written()).page, media_type="text/html")


def _write(app: FastAPI) -> _Written:
    described = app.openapi()
    text = json.dumps(described, separators=(",", ":")).encode()
    return _Written(text, gzip.compress(text, 9, mtime=0), bytes(_page(described).body))


def _page(described: dict[str, Any]) -> Response:
    rows = []
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            summary = operation.get("description") or operation.get("summary", "")
            body = _schema_name(operation.get("requestBody", {}))
            answer = _schema_name(operation.get("responses", {}).get("200", {}))
            request = f"<code>{method.upper()} {html.escape(path)}</code>"
            cells = (request, body, answer, html.escape(summary))
            rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return plain_page(
        "stramash API",
        "<h1>The table protocol</h1><p>All models: <a href='/openapi.json'>openapi.json</a>. The WebSocket "
        "is described in docs/protocol.md.</p><table><tr><th>request<th>body<th>answer<th>what it does</tr>"
        + "".join(rows)
        + "</table>",
    )


def _schema_name(part: dict[str, Any]) -> str:
    schema = part.get("content", {}).get("application/json", {}).get("schema", {})
    return html.escape(str(schema.get("$ref", "")).rpartition("/")[2])
