"""The rules of the documented balancer hold however a path is written."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from tests.server.balancer import PROGRAM, WHY_NOT, balanced

from stramash.server.serve import bind

BALANCED = pytest.mark.skipif(PROGRAM is None, reason=WHY_NOT)
GUIDE = Path(__file__).parents[2] / "docs" / "hosting.md"
TABLES = ["abcdefghjkmn", "bcdefghjkmnp", "zyxwvutsrqpn", "234567892345", "hhhhhhhhhhhh", "kkkkmmmmnnnn"]


@contextlib.asynccontextmanager
async def telling(name: str) -> AsyncIterator[int]:
    """A server that answers everything with its name; its port."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\n{name}".encode())
        writer.close()

    with bind("127.0.0.1", 0) as listener:
        server = await asyncio.start_server(answer, sock=listener)
        async with server:
            yield listener.getsockname()[1]


Ask = Callable[[str], Awaitable[tuple[int, str]]]


def through(folder: Path, scene: Callable[[Ask], Awaitable[None]]) -> None:
    """Play a scene with the balancer in front of two servers, called 1 and 2."""

    async def run() -> None:
        async with (
            telling("1") as one,
            telling("2") as two,
            balanced(folder, [one, two]) as address,
        ):
            host, port = address.removeprefix("http://").split(":")

            async def ask(target: str) -> tuple[int, str]:
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(
                    f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
                )
                head, _, body = (await reader.read()).decode().partition("\r\n\r\n")
                writer.close()
                return int(head.split()[1]), body

            await scene(ask)

    asyncio.run(asyncio.wait_for(run(), 60))


def encoded(path: str, rng: Random, share: float) -> str:
    """A path with some of its letters percent-encoded, in small or capital digits."""
    return "".join(
        f"%{ord(letter):{rng.choice('xX')}}" if letter != "/" and rng.random() < share else letter
        for letter in path
    )


@BALANCED
@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
def test_what_is_kept_to_oneself_cannot_be_reached_by_another_spelling(tmp_path: Path, path: str) -> None:
    async def scene(ask: Ask) -> None:
        rng = Random(path)
        for share in (0.0, 0.1, 0.3, 0.6, 1.0):
            for _ in range(5):
                target = encoded(path, rng, share)
                assert (await ask(target))[0] == 403, target
        for target in (f"{path}?x=1", f"{path}?", f"http://localhost{path}", f"http://localhost{path}?%"):
            assert (await ask(target))[0] == 403, target
        assert (await ask("/healthz"))[0] == 200

    through(tmp_path, scene)


@BALANCED
def test_a_table_stays_where_it_is_however_its_name_is_written(tmp_path: Path) -> None:
    async def scene(ask: Ask) -> None:
        rng, found = Random(1), set()
        for table in TABLES:
            path = f"/api/tables/{table}"
            status, server = await ask(path)
            assert status == 200
            found.add(server)
            for rest in ("", "/ws", "/history?after=3"):
                for share in (0.0, 0.2, 1.0):
                    assert await ask(encoded(path, rng, share) + rest) == (200, server)
        assert found == {"1", "2"}

    through(tmp_path, scene)


@BALANCED
@pytest.mark.parametrize("target", ["/%", "/%6", "/%zz", "/api/tables/abcdefghjkmn/%6gs", "/metrics%"])
def test_what_cannot_be_decoded_is_refused(tmp_path: Path, target: str) -> None:
    async def scene(ask: Ask) -> None:
        assert (await ask(target))[0] in (400, 403)

    through(tmp_path, scene)


def test_every_documented_proxy_keeps_the_metrics_to_itself() -> None:
    blocks = re.findall(r"```\w*\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    proxies = [block for block in blocks if re.search(r"reverse_proxy|proxy_pass|balance hash", block)]
    assert len(proxies) == 3
    for proxy in proxies:
        assert "/metrics" in proxy
        assert "/readyz" in proxy
