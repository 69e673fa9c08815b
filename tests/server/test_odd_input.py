"""Odd paths, halves of characters and ids that are none: refused with a sentence, and nobody is muted."""

import asyncio
import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from tests.server.harness import Running, act, create
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from stramash.client import Rest, RestError
from stramash.server.http import pages
from stramash.server.store.base import Claim, HeldBy, Owner
from stramash.server.store.sqlite import SqliteStore


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/a%00b.js",
        "/" + "x" * 4000,
        "/" + "x" * 300,
        "/" + "a/" * 600,
        "/%ff%fe",
        "/%ed%a0%80",
        "/%0d%0aX: y",
        "/..%2f..%2fx",
    ],
)
def test_no_path_breaks_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    (tmp_path / "index.html").write_text("the page")
    monkeypatch.setattr(pages, "web_folder", lambda: tmp_path)

    async def scene(running: Running) -> None:
        for where in (path, f"/api{path}", f"/api/tables{path}", f"/api/rules{path}"):
            host, port = running.address.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(f"GET {where.replace(' ', '%20')} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            status = int((await reader.readline()).split()[1])
            writer.close()
            assert status < 500, where

    act(tmp_path, scene)


@pytest.mark.parametrize(
    "body",
    [
        '{"game": "haggis", "name": "\\ud800"}',
        '{"game": "\\ud800", "name": "Ann"}',
        '{"game": "haggis", "name": "Ann", "options": {"\\udfff": "1"}}',
        '{"game": "haggis", "name": "Ann", "options": {"goal": "\\udfff"}}',
        '{"game": "haggis", "name": "Ann", "deal": {"deck": "\\udfff", "dealer": 0}}',
        '{"game": "haggis", "name": "Ann", "\\udfff": 1}',
        '{"game": "haggis\\u0000", "name": "Ann"}',
    ],
)
def test_halves_of_characters_are_refused(tmp_path: Path, body: str) -> None:
    async def scene(running: Running) -> None:
        request = f"{running.address}/api/tables"

        def ask() -> int:
            opener, kind = running.rest._opener, {"Content-Type": "application/json"}
            try:
                opener.open(urllib.request.Request(request, body.encode(), kind, method="POST")).close()
            except urllib.error.HTTPError as error:
                with error:
                    json.loads(error.read())
                    return error.code
            return 200

        assert 400 <= await asyncio.to_thread(ask) < 500

    act(tmp_path, scene)


def test_a_message_with_half_a_character_does_not_mute_its_connection(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{created['table']['id']}/ws"
        headers = {"Authorization": f"Bearer {created['secret']}"}
        async with connect(url, additional_headers=headers, proxy=None) as socket:
            await socket.send('{"type": "hello", "protocol": 1}')
            odd = [
                '{"type": "nothing", "id": "\\ud800"}',
                '{"type": "ping", "id": "\\ud800"}',
                '{"type": "check", "id": "1", "decision": null, "move": "\\ud800"}',
                '{"type": "move", "id": "2", "decision": 1, "move": "play \\udfff", "cards": null}',
                '{"type": "cut", "id": "3", "match": 1, "deal": 1, "cut": "\\udfff"}',
                '{"type": "ping", "\\ud800": 1, "id": "4"}',
            ]
            for message in odd:
                await socket.send(message)
            await socket.send('{"type": "ping", "id": "last"}')
            kinds = []
            async with asyncio.timeout(10):
                while "pong" not in kinds:
                    kinds.append(json.loads(await socket.recv())["type"])
            assert kinds.count("refused") == len(odd)

    act(tmp_path, scene)


class Asked(SqliteStore):
    """A store that remembers which tables it was asked for."""

    asked: list[str]

    async def claim(self, table: str, owner: Owner) -> Claim | HeldBy | None:
        self.asked.append(table)
        return await super().claim(table, owner)


def test_the_database_is_asked_for_nothing_that_cannot_be_a_table(tmp_path: Path) -> None:
    store = Asked(tmp_path / "tables.sqlite3")
    store.asked = []

    async def scene(running: Running) -> None:
        for odd in (
            "a%00b",
            "%00" * 20,
            "x" * 33,
            "abc",
            "ABCDEFGH",
            "a'b;--xx",
            "%ed%a0%80abcdef",
            "aaaaaa%0a",
        ):
            url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{odd}/ws"
            try:
                async with connect(url, proxy=None) as socket:
                    with pytest.raises(ConnectionClosed):
                        await socket.recv()
                    assert socket.close_code == 4404
            except InvalidStatus as refused:
                status = refused.response.status_code
            else:
                status = 404
            assert status in (403, 404)
            with pytest.raises(RestError, match=r"4\d\d "):
                await Rest(running.address, "x" * 22)("GET", f"/tables/{odd}")
        assert store.asked == []

    act(tmp_path, scene, store=store)
