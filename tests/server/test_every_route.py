"""Every route against methods, paths and bodies that it was not made for: an answer, and never a 500."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Running, act
from tests.server.routes import BODIES, ask, filled, opened, routes

from stramash.server.config import Config
from stramash.server.http.app import make_app
from stramash.server.store.sqlite import SqliteStore


async def raw(running: Running, request: bytes) -> tuple[int, bytes]:
    """The status and the rest of an answer to bytes."""
    host, port = running.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    async with asyncio.timeout(20):
        answer = await reader.read()
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), body


def request(method: str, path: str, secret: str, body: bytes = b"", kind: str = "application/json") -> bytes:
    """A request as it goes over the line."""
    return (
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: {kind}\r\n"
        f"Authorization: Bearer {secret}\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def test_head_is_answered_like_get_without_the_body(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        values, key, secret = await opened(running)
        for method, path in {*routes(), ("GET", "/")}:
            if method != "GET":
                continue
            own = key if path.startswith("/api/evenings") else secret
            where = filled(path, values)
            status, body = await raw(running, request("GET", where, own))
            assert body
            assert await raw(running, request("HEAD", where, own)) == (status, b""), where
        for path in ("/", "/healthz", "/readyz"):
            assert await raw(running, request("HEAD", path, secret)) == (200, b"")

    act(tmp_path, scene)


ODD_BODIES = [
    b"", b"{", b"null", b"[]", b'"x"', b"[" * 20_000, b'{"name": 1e999}', b"\xff\xfe", b"\x00", b"name=Ann",
    b'{"name": "Ann", "people": -1}', b'{"seat": 10000000000000000000000}', b'{"level": null}',
]  # fmt: skip


@pytest.mark.parametrize(
    "kind", ["application/json", "text/plain", "multipart/form-data", "application/", ""]
)
def test_no_body_breaks_a_route(tmp_path: Path, kind: str) -> None:
    async def scene(running: Running) -> None:
        values, key, secret = await opened(running)
        for method, path in routes():
            if method == "GET" or (method, path) == ("DELETE", "/api/tables/{table_id}"):
                continue
            own = key if path.startswith("/api/evenings") else secret
            for body in ODD_BODIES:
                status, _ = await raw(running, request(method, filled(path, values), own, body, kind))
                assert status < 500, (method, path, body, status)

    act(tmp_path, scene)


@pytest.mark.parametrize("method", ["OPTIONS", "PATCH", "TRACE", "CONNECT", "PROPFIND", "get"])
def test_no_method_breaks_a_route(tmp_path: Path, method: str) -> None:
    async def scene(running: Running) -> None:
        values, key, secret = await opened(running)
        for _, path in routes():
            own = key if path.startswith("/api/evenings") else secret
            status, _ = await raw(running, request(method, filled(path, values), own))
            assert 400 <= status < 500, (method, path, status)

    act(tmp_path, scene)


ODD_VALUES = [
    "%00",
    "%2e%2e",
    "-1",
    "0",
    "9" * 30,
    "1e3",
    "%f0%9f%82%a1",
    "%ed%a0%80",
    "a%2fb",
    "x" * 500,
    "%",
]


@pytest.mark.parametrize("value", ODD_VALUES)
def test_no_parameter_breaks_a_route(tmp_path: Path, value: str) -> None:
    async def scene(running: Running) -> None:
        values, key, secret = await opened(running)
        for method, path in routes():
            own = key if path.startswith("/api/evenings") else secret
            body = json.dumps(BODIES.get(path, {})).encode()
            for name in values:
                if f"{{{name}}}" in path or f"{{{name}:" in path:
                    where = filled(path, {**values, name: value})
                    status, _ = await raw(running, request(method, where, own, body))
                    assert status < 500, (method, where, status)
            where = f"{filled(path, values)}?seat={value}&after={value}"
            if method == "GET":
                status, _ = await raw(running, request(method, where, own))
                assert status < 500, (method, where, status)

    act(tmp_path, scene)


@pytest.mark.parametrize(
    "header",
    ["Cookie: stramash=\xff", "Cookie: " + "a=b;" * 500, "Authorization: Bearer " + "x" * 5000,
     "Authorization: Bearer \xe4\xf6", "Authorization: ", "Accept-Encoding: " + "gzip," * 500,
     "Range: bytes=5-1", "Range: bytes=" + "0-1," * 500, "If-None-Match: *", "Expect: 200-maybe",
     "X-Forwarded-For: \xff", "Origin: null", "Content-Length: 5"],
)  # fmt: skip
def test_no_header_breaks_a_route(tmp_path: Path, header: str) -> None:
    async def scene(running: Running) -> None:
        values, _, _ = await opened(running)
        for method, path in routes():
            if method == "GET":
                line = f"GET {filled(path, values)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                status, _ = await raw(running, f"{line}{header}\r\n\r\n".encode("latin-1"))
                assert status < 500, (path, header, status)

    act(tmp_path, scene)


# The description.


def test_the_description_is_written_once_and_counts_as_a_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(running: Running) -> None:
        plain = await asyncio.to_thread(ask, "GET", f"{running.address}/openapi.json", "", None)
        assert json.loads(plain[2])["paths"]
        monkeypatch.setattr("fastapi.FastAPI.openapi", None)  # whoever writes it again fails
        assert (await raw(running, request("GET", "/api/docs", "")))[0] == 200
        statuses = [(await raw(running, request("GET", "/openapi.json", "")))[0] for _ in range(12)]
        assert set(statuses) == {200, 429}

    act(tmp_path, scene, requests_per_second=1.0)


def test_the_description_is_that_of_the_application(tmp_path: Path) -> None:
    described: dict[str, Any] = {}

    async def scene(running: Running) -> None:
        _, _, body = await asyncio.to_thread(ask, "GET", f"{running.address}/openapi.json", "", None)
        described.update(json.loads(body))

    act(tmp_path, scene)
    assert described == make_app(Config(), SqliteStore(tmp_path / "unused")).openapi()
