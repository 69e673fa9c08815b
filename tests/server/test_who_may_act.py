"""No seat but one's own: whoever has left, was removed or waits in a queue neither sees nor acts for it."""

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Running, act, as_host, create, fill, refused, start
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from stramash.client import ClientError, Rest, SeatClient
from stramash.server.table.people.roster import MOST_WATCHERS

HELLO = '{"type": "hello", "protocol": 1, "mode": "views"}'


@contextlib.asynccontextmanager
async def silent(running: Running, table: str, secret: str) -> Any:
    """A WebSocket that has not said hello."""
    url = f"{running.address.replace('http', 'ws', 1)}/api/tables/{table}/ws"
    headers = {"Authorization": f"Bearer {secret}"}
    async with connect(url, additional_headers=headers, proxy=None, compression=None) as socket:
        yield socket


async def close_code(socket: ClientConnection) -> tuple[int | None, list[dict[str, Any]]]:
    """How the server ended it, and what it said before."""
    heard = []
    with contextlib.suppress(ConnectionClosed):
        async with asyncio.timeout(5):
            while True:
                heard.append(json.loads(await socket.recv()))
    return socket.close_code, heard


@pytest.mark.parametrize("is_playing", [False, True])
def test_who_left_before_saying_hello_is_nobody(tmp_path: Path, is_playing: bool) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        table, path = created["table"]["id"], f"/tables/{created['table']['id']}"
        wish = {"name": "Bob", "invite": created["invite"]}
        secret = (await running.rest("POST", f"{path}/join", wish))["secret"]
        if is_playing:
            await start(running, created)
        async with silent(running, table, secret) as socket:
            await Rest(running.address, secret)("POST", f"{path}/leave")
            if not is_playing:
                await running.rest("POST", f"{path}/join", {**wish, "name": "Cat"})
                await start(running, created)
            await socket.send(HELLO)
            code, heard = await close_code(socket)
        assert code == 4403
        assert not [message for message in heard if message["type"] in ("welcome", "update")]

    act(tmp_path, scene)


def test_leaving_ends_all_connections_of_the_secret(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        secrets = await fill(running, created)
        table, path = created["table"]["id"], f"/tables/{created['table']['id']}"
        async with silent(running, table, secrets[1]) as one, silent(running, table, secrets[1]) as two:
            for socket in (one, two):
                await socket.send(HELLO)
                assert json.loads(await socket.recv())["you"]["seat"] == 1
            await Rest(running.address, secrets[1])("POST", f"{path}/leave")
            for socket in (one, two):
                code, heard = await close_code(socket)
                assert code == 4403
                assert [m["code"] for m in heard if m["type"] == "notice"] == ["left"]

    act(tmp_path, scene)


def test_what_waits_in_the_queue_does_not_act_for_whoever_sits_there_then(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        secrets = await fill(running, created)
        path = f"/tables/{created['table']['id']}"
        table = running.service.hall.tables[created["table"]["id"]]
        gate = asyncio.Event()
        blocking = asyncio.create_task(table.do(gate.wait))
        await asyncio.sleep(0)
        while table.backlog:  # until the table is at it
            await asyncio.sleep(0.005)
        bob = Rest(running.address, secrets[1])
        # Twice the same person's leaving, as two tabs would send it; a new person between the two.
        first = asyncio.create_task(bob("POST", f"{path}/leave"))
        while table.backlog < 1:
            await asyncio.sleep(0.005)
        wish = {"name": "Cat", "invite": created["invite"], "seat": 1}
        cat = asyncio.create_task(running.rest("POST", f"{path}/join", wish))
        while table.backlog < 2:
            await asyncio.sleep(0.005)
        second = asyncio.create_task(refused(bob("POST", f"{path}/leave")))
        while table.backlog < 3:
            await asyncio.sleep(0.005)
        gate.set()
        await blocking
        await first
        assert await second == "forbidden"
        state = await Rest(running.address, (await cat)["secret"])("GET", path)
        assert state["table"]["seats"][1]["name"] == "Cat"

    act(tmp_path, scene)


def test_a_host_who_has_left_hosts_no_more_even_from_the_queue(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        secrets = await fill(running, created)
        path, host = f"/tables/{created['table']['id']}", as_host(running, created)
        table = running.service.hall.tables[created["table"]["id"]]
        gate = asyncio.Event()
        blocking = asyncio.create_task(table.do(gate.wait))
        leaving = asyncio.create_task(host("POST", f"{path}/leave"))
        while table.backlog < 1:
            await asyncio.sleep(0.005)
        # These were the host's when they were sent.
        late = [
            asyncio.create_task(refused(host("POST", f"{path}/links"))),
            asyncio.create_task(refused(host("POST", f"{path}/seats/1/bot", {}))),
            asyncio.create_task(refused(host("PUT", f"{path}/settings", created["table"]["settings"]))),
        ]
        while table.backlog < 4:
            await asyncio.sleep(0.005)
        gate.set()
        await blocking
        await leaving
        assert await asyncio.gather(*late) == ["forbidden"] * 3
        assert (await Rest(running.address, secrets[1])("POST", f"{path}/links")).keys() == {
            "invite",
            "watch",
        }

    act(tmp_path, scene)


def test_an_invitation_that_was_withdrawn_while_it_waited_is_worth_nothing(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        path, host = f"/tables/{created['table']['id']}", as_host(running, created)
        table = running.service.hall.tables[created["table"]["id"]]
        gate = asyncio.Event()
        blocking = asyncio.create_task(table.do(gate.wait))
        links = asyncio.create_task(host("POST", f"{path}/links"))
        while table.backlog < 1:
            await asyncio.sleep(0.005)
        wish = {"name": "Eve", "invite": created["invite"]}
        late = asyncio.create_task(refused(running.rest("POST", f"{path}/join", wish)))
        while table.backlog < 2:
            await asyncio.sleep(0.005)
        gate.set()
        await blocking
        await links
        assert await late == "forbidden"

    act(tmp_path, scene)


def test_message_ids_of_whoever_sat_there_before_are_free(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        secrets = await fill(running, created)
        table, path = created["table"]["id"], f"/tables/{created['table']['id']}"
        cut = {"type": "cut", "id": "1", "match": 1, "deal": 1, "sealed": "0" * 64}

        async def say(secret: str) -> dict[str, Any]:
            async with silent(running, table, secret) as socket:
                await socket.send(HELLO)
                await socket.send(json.dumps(cut))
                while True:
                    message: dict[str, Any] = json.loads(await socket.recv())
                    if message["type"] in ("ack", "refused"):
                        return message

        first = await say(secrets[1])
        assert first["type"] == "ack"
        await Rest(running.address, secrets[1])("POST", f"{path}/leave")
        wish = {"name": "Cat", "invite": created["invite"], "seat": 1}
        cat = (await running.rest("POST", f"{path}/join", wish))["secret"]
        # Not acknowledged as if it had been done: that was somebody else's, and is forgotten.
        second = await say(cat)
        assert (second["type"], second["n"]) == ("ack", first["n"] + 2)

    act(tmp_path, scene)


def test_spectators_who_are_here_are_not_crowded_out_by_others(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        path = f"/tables/{created['table']['id']}"
        table = running.service.hall.tables[created["table"]["id"]]
        wish = {"name": "Eve", "invite": created["watch"], "watch": True}
        eve = (await running.rest("POST", f"{path}/join", wish))["secret"]
        async with SeatClient(running.address, table.id, eve) as watcher:
            for _ in range(MOST_WATCHERS + 1):
                await running.rest("POST", f"{path}/join", wish)
            await watcher.ask({"type": "ping"})
        assert (await Rest(running.address, eve)("GET", path))["table"]["id"] == table.id

    act(tmp_path, scene)


def test_a_link_that_others_have_seen_is_exchanged(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        table, path = created["table"]["id"], f"/tables/{created['table']['id']}"
        secrets = await fill(running, created)
        await start(running, created)
        own, thief = Rest(running.address, secrets[0]), SeatClient(running.address, table, secrets[0])
        new = "n" * 32
        async with thief, SeatClient(running.address, table, secrets[1]) as other:
            for weak in ("short", "n" * 21, "n" * 65, "n" * 31 + "%"):
                assert await refused(own("PUT", f"{path}/secret", {"secret": weak})) == "bad-message"
            taken = await refused(own("PUT", f"{path}/secret", {"secret": secrets[1]}))
            assert taken == "forbidden"
            opened = await own("PUT", f"{path}/secret", {"secret": new})
            assert opened["you"] == {"seat": 0, "name": opened["you"]["name"], "host": True}
            with pytest.raises(ClientError, match="exchanged"):
                await thief.until(lambda: False)
            assert await refused(own("POST", f"{path}/leave")) == "forbidden"
            assert (await Rest(running.address, new)("POST", f"{path}/links")).keys() == {"invite", "watch"}
            async with SeatClient(running.address, table, new) as back:
                assert (back.seat, back.table["seats"][0]["kind"]) == (0, "person")
            assert other.table["seats"][0]["name"] == opened["you"]["name"]

    act(tmp_path, scene)


def test_a_proposal_outlives_the_exchange_of_its_makers_link(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 3)
        path, secrets = f"/tables/{created['table']['id']}", await fill(running, created)
        await start(running, created)
        people = [Rest(running.address, secret) for secret in secrets]
        state = await people[0]("POST", f"{path}/seats/2/remove")
        number = state["table"]["proposal"]["number"]
        await people[1]("POST", f"{path}/proposals/{number}", {"agrees": True})
        for seat in range(3):
            await people[seat]("PUT", f"{path}/secret", {"secret": f"{seat}" * 32})
        proposal = (await Rest(running.address, "0" * 32)("GET", path))["table"]["proposal"]
        assert (proposal["asked"], proposal["agreed"]) == ([2], [1])
        await Rest(running.address, "2" * 32)("POST", f"{path}/proposals/{number}", {"agrees": True})
        assert await refused(Rest(running.address, "2" * 32)("POST", f"{path}/leave")) == "forbidden"

    act(tmp_path, scene)
