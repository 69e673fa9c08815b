"""Where a request comes from, the name it was sent to, and the page behind it."""

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import ip_addresses, text
from tests.server.harness import Running, act, create
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from stramash.server.config import Config, ConfigError
from stramash.server.http.addresses import (
    OwnNames,
    address_of,
    counted,
    is_allowed_origin,
    look_behind_proxies,
)


def scope(kind: str = "http", **headers: str | list[str]) -> dict[str, Any]:
    lines = [
        (name.replace("_", "-").encode(), each.encode())
        for name, value in headers.items()
        for each in ([value] if isinstance(value, str) else value)
    ]
    scheme = "ws" if kind == "websocket" else "http"
    return {"type": kind, "scheme": scheme, "client": ("10.0.0.1", 5), "path": "/", "headers": lines}


@pytest.mark.parametrize(
    ("hops", "forwarded", "expected"),
    [
        (0, "6.6.6.6", "10.0.0.1"),  # nobody is trusted
        (1, "6.6.6.6, 1.2.3.4", "1.2.3.4"),  # the left one is what the client wrote itself
        (2, "6.6.6.6, 1.2.3.4, 10.9.9.9", "1.2.3.4"),
        (2, "1.2.3.4", "1.2.3.4"),
        (1, ["6.6.6.6", "1.2.3.4"], "1.2.3.4"),  # a header of its own instead of a longer one
        (1, "1.2.3.4:4711", "1.2.3.4"),
        (1, "[2001:db8:1:2:3::4]:4711", "2001:db8:1:2::/64"),
        (1, "rubbish", "unknown"),
        (1, "", "10.0.0.1"),
    ],
)
def test_the_rightmost_address_that_no_trusted_proxy_vouches_for_counts(
    hops: int, forwarded: str | list[str], expected: str
) -> None:
    asked = scope(x_forwarded_for=forwarded)
    look_behind_proxies(asked, hops)
    assert address_of(asked) == expected


@pytest.mark.parametrize(("kind", "scheme"), [("http", "https"), ("websocket", "wss")])
def test_the_scheme_is_the_proxys(kind: str, scheme: str) -> None:
    asked = scope(kind, x_forwarded_proto="https")
    look_behind_proxies(asked, 0)
    assert asked["scheme"] in ("http", "ws")
    look_behind_proxies(asked, 1)
    assert asked["scheme"] == scheme


@given(ip_addresses(v=6))
def test_addresses_of_one_ipv6_network_count_as_one(address: Any) -> None:
    first = int(address) >> 64 << 64
    mapped = 0xFFFF << 32
    if first != 0:  # the first network holds the old addresses
        assert (
            counted(str(address))
            == counted(str(type(address)(first)))
            != counted(str(type(address)(first ^ 1 << 64)))
        )
    assert counted(str(type(address)(mapped + 0x01020304))) == counted("1.2.3.4") == "1.2.3.4"


@given(text())
def test_no_address_is_a_surprise(written: str) -> None:
    assert counted(written)
    assert (written in OwnNames(["cards.example.org"])) in (True, False)


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [
        ("localhost:8470", True),
        ("127.0.0.1:8470", True),
        ("[::1]:8470", True),
        ("192.168.1.7", True),  # a bare address leads nowhere else
        ("cards.example.org", True),
        ("CARDS.example.org.:443", True),
        ("evil.example", False),
        ("evil.example:8470", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("localhost@evil.example", False),
        ("", False),
        ("[]", False),
    ],
)
def test_names_that_the_server_answers_to(host: str, is_ours: bool) -> None:
    assert (host in OwnNames(["cards.example.org"])) == is_ours
    assert host in OwnNames(["*"]) or not is_ours


@pytest.mark.parametrize(
    ("origin", "is_allowed"),
    [
        ("http://cards.example.org", True),
        ("http://cards.example.org:80", True),
        ("https://cards.example.org", False),  # another scheme is another page
        ("http://cards.example.org:81", False),
        ("http://evil.example", False),
        ("http://cards.example.org.evil.example", False),
        ("https://other.example", True),  # one that the server was told of
        ("http://other.example", False),
        ("null", False),
        ("", False),
        ("http://", False),
        ("http://cards.example.org/", False),
        ("http://x@cards.example.org", False),
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_origins_are_compared_with_their_scheme(kind: str, origin: str, is_allowed: bool) -> None:
    asked = scope(kind, origin=origin, host="cards.example.org")
    assert is_allowed_origin(asked, ("https://other.example",)) == is_allowed
    assert is_allowed_origin(asked, ("*",))


def test_what_says_nothing_of_a_page_is_a_program_unless_the_browser_says_otherwise() -> None:
    assert is_allowed_origin(scope(host="a"), ())
    assert is_allowed_origin(scope(host="a", sec_fetch_site="same-origin"), ())
    assert not is_allowed_origin(scope(host="a", sec_fetch_site="cross-site"), ())
    assert not is_allowed_origin(scope(host="a", origin=["http://a", "http://evil.example"]), ())


def test_the_public_name_is_a_name_and_an_origin() -> None:
    config = Config(public_name="cards.example.org", allowed_hosts=("cards.local",))
    assert "cards.example.org" in OwnNames(config.names)
    assert "cards.local:8470" in OwnNames(config.names)
    assert config.page_origins == ("https://cards.example.org",)
    assert Config(public_name="http://cards.lan:8080/").page_origins == ("http://cards.lan:8080",)
    for wrong in ({"public_name": "a b"}, {"allowed_hosts": ("https://a",)}, {"allowed_hosts": ("a:80",)}):
        with pytest.raises(ConfigError):
            Config(**wrong)


async def upgraded(running: Running, table: str, **options: Any) -> int:
    """The status that the opening of a WebSocket is answered with."""
    url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{table}/ws"
    try:
        async with connect(url, proxy=None, **options):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_a_websocket_is_looked_at_for_its_page(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        for table in ("aaaaaaaaaaaa", "nosuch"):
            assert await upgraded(running, table, origin="http://evil.example") == 403
            assert await upgraded(running, table, origin=running.address.replace("http", "https")) == 403
            assert await upgraded(running, table, additional_headers={"Sec-Fetch-Site": "cross-site"}) == 403
            assert await upgraded(running, table, origin=running.address) == 101

    act(tmp_path, scene)


async def fetched(running: Running, request: str) -> tuple[int, str]:
    """Status and text of the answer to a request as it stands."""
    host, _, port = running.address.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    with contextlib.closing(writer):
        writer.write((request + "Connection: close\r\n\r\n").encode("latin-1"))
        answer = (await reader.read()).decode()
    return int(answer.split(" ")[1]), answer


def test_a_name_that_is_not_ours_is_answered_with_nothing(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        for path in ("/", "/api/games", f"/api/tables/{created['table']['id']}", "/healthz"):
            ask = f"GET {path} HTTP/1.1\r\nAuthorization: Bearer {created['secret']}\r\n"
            status, answer = await fetched(running, f"{ask}Host: evil.example:8470\r\n")
            assert status == 421
            assert created["table"]["id"] not in answer
            assert (await fetched(running, f"{ask}Host: localhost\r\n"))[0] == 200

    act(tmp_path, scene)


@pytest.mark.parametrize("proto", ["http", "https"])
def test_cookies_are_secure_behind_a_proxy_that_is(tmp_path: Path, proto: str) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        body = json.dumps({"secret": created["secret"]})
        _, answer = await fetched(
            running,
            f"POST /api/tables/{created['table']['id']}/session HTTP/1.1\r\nHost: cards.example.org\r\n"
            f"X-Forwarded-Proto: {proto}\r\nX-Forwarded-For: 1.2.3.4\r\nOrigin: {proto}://cards.example.org\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"Connection: close\r\n\r\n{body}",
        )
        assert answer.startswith("HTTP/1.1 200")
        assert ("; Secure" in answer) == (proto == "https")

    act(tmp_path, scene, trusted_hops=1, public_name="cards.example.org")
