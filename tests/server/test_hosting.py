"""What a host may do alone, what needs the others' consent, and how somebody is removed."""

import asyncio
import contextlib
import json
import urllib.error
import urllib.request
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Running, act, as_host, create, fill, refused, start

from stramash.client import ClientError, Rest, SeatClient


@contextlib.asynccontextmanager
async def playing(running: Running, seats: int = 2, **wish: Any) -> Any:
    """A match that has begun, everybody connected: host's requests, path, clients, secrets."""
    created = await create(running, "haggis", seats, **wish)
    secrets = await fill(running, created)
    await start(running, created)
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(SeatClient(running.address, created["table"]["id"], secret))
            for secret in secrets
        ]
        for client in clients:  # the first has to hear of the others before it can hear that they are gone
            await client.until(partial(_sees_everybody, client))
        yield as_host(running, created), f"/tables/{created['table']['id']}", clients, secrets


def _sees_everybody(client: SeatClient) -> bool:
    return all(seat["present"] for seat in client.table["seats"])


def as_seat(running: Running, secret: str) -> Rest:
    return Rest(running.address, secret)


def test_a_connected_opponent_is_not_replaced_without_consent(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        async with playing(running) as (host, path, (own, other), secrets):
            state = await host("POST", f"{path}/seats/1/bot", {"level": "random"})
            proposal = state["table"]["proposal"]
            assert (proposal["what"], proposal["seat"], proposal["asked"]) == ("bot", 1, [1])
            assert state["table"]["seats"][1]["stand_in"] is None
            await other.until(lambda: other.table["proposal"] is not None)
            bob = as_seat(running, secrets[1])
            assert await refused(host("POST", f"{path}/proposals/7", {"agrees": True})) == "stale"
            await host("POST", f"{path}/proposals/{proposal['number']}", {"agrees": True})  # does not count
            assert own.table["seats"][1]["stand_in"] is None
            state = await bob("POST", f"{path}/proposals/{proposal['number']}", {"agrees": False})
            assert state["table"]["proposal"] is None
            assert state["table"]["seats"][1]["stand_in"] is None
            state = await host("POST", f"{path}/seats/1/bot", {"level": "random"})
            number = state["table"]["proposal"]["number"]
            old = bob("POST", f"{path}/proposals/{proposal['number']}", {"agrees": True})
            assert await refused(old) == "stale"
            state = await bob("POST", f"{path}/proposals/{number}", {"agrees": True})
            assert (state["table"]["proposal"], state["table"]["seats"][1]["stand_in"]) == (None, "host")
            # It is still this person's seat.
            state = await bob("POST", f"{path}/seats/1/hand-back")
            assert state["table"]["seats"][1]["stand_in"] is None

    act(tmp_path, scene)


def test_everybody_who_plays_is_asked_and_nobody_else(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        async with playing(running, 3) as (host, path, _, secrets):
            settings = (await host("GET", path))["table"]["settings"]
            state = await host("PUT", f"{path}/settings", {**settings, "clock": 1, "public": True})
            table = state["table"]
            assert (table["settings"]["clock"], table["settings"]["public"]) == (0, True)
            assert (table["proposal"]["what"], table["proposal"]["settings"]["clock"]) == ("settings", 1)
            assert table["proposal"]["asked"] == [1, 2]
            answer = f"{path}/proposals/{table['proposal']['number']}"
            eve = await running.rest("POST", f"{path}/join", {"name": "Eve", "watch": True})
            assert (
                await refused(as_seat(running, eve["secret"])("POST", answer, {"agrees": True}))
                == "forbidden"
            )
            assert await refused(running.rest("POST", answer, {"agrees": True})) == "forbidden"
            state = await as_seat(running, secrets[1])("POST", answer, {"agrees": True})
            assert state["table"]["settings"]["clock"] == 0
            assert (state["table"]["proposal"]["asked"], state["table"]["proposal"]["agreed"]) == ([2], [1])
            state = await as_seat(running, secrets[2])("POST", answer, {"agrees": True})
            assert state["table"]["settings"]["clock"] == 1
            assert state["table"]["proposal"] is None

    act(tmp_path, scene)


@pytest.mark.parametrize("change", [{"clock": 1}, {"takeover_after": 1}, {"hints": False}, {"unseen": False}])
def test_what_a_match_is_played_under_is_not_changed_alone(tmp_path: Path, change: dict[str, Any]) -> None:
    async def scene(running: Running) -> None:
        async with playing(running) as (host, path, clients, _):
            await clients[1].__aexit__()  # gone for a moment is no consent either
            settings = (await host("GET", path))["table"]["settings"]
            state = await host("PUT", f"{path}/settings", {**settings, **change})
            assert state["table"]["settings"] == settings
            assert state["table"]["proposal"]["asked"] == [1]
            state = await host("PUT", f"{path}/settings", {**settings, "pause": 5, "spectators": False})
            assert state["table"]["settings"]["pause"] == 5

    act(tmp_path, scene)


def test_before_the_match_and_against_bots_the_host_decides(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        host, path = as_host(running, created), f"/tables/{created['table']['id']}"
        settings = {**created["table"]["settings"], "clock": 60}
        assert (await host("PUT", f"{path}/settings", settings))["table"]["settings"]["clock"] == 60
        await host("POST", f"{path}/seats/1/bot", {})
        await host("POST", f"{path}/start")
        state = await host("PUT", f"{path}/settings", {**settings, "clock": 30})
        assert state["table"]["settings"]["clock"] == 30
        state = await host("POST", f"{path}/seats/1/bot", {"level": "random"})
        assert state["table"]["seats"][1]["level"] == "random"

    act(tmp_path, scene)


def test_a_table_may_say_beforehand_that_the_host_decides(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        async with playing(running, settings={"host_decides": True}) as (host, path, _, secrets):
            state = await host("POST", f"{path}/seats/1/bot", {})
            assert state["table"]["settings"]["host_decides"]
            assert state["table"]["seats"][1]["stand_in"] == "host"
            assert (
                await refused(as_seat(running, secrets[1])("POST", f"{path}/seats/1/hand-back")) == "not-host"
            )
            settings = state["table"]["settings"]
            late = host("PUT", f"{path}/settings", {**settings, "host_decides": False})
            assert await refused(late) == "bad-option"
            state = await host("PUT", f"{path}/settings", {**settings, "clock": 1})
            assert state["table"]["settings"]["clock"] == 1

    act(tmp_path, scene)


def test_a_bot_of_the_others_is_not_exchanged_in_mid_match(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        places = [{"kind": "person", "you": True}, {"kind": "person"}, {"kind": "bot", "level": "greedy"}]
        created = await create(running, "haggis", 3, places=places)
        path, host = f"/tables/{created['table']['id']}", as_host(running, created)
        await running.rest("POST", f"{path}/join", {"name": "Bob", "invite": created["invite"]})
        await start(running, created)
        state = await host("POST", f"{path}/seats/2/bot", {"level": "random"})
        assert state["table"]["seats"][2]["level"] == "greedy"
        assert state["table"]["proposal"]["what"] == "bot"

    act(tmp_path, scene)


def test_a_proposal_ends_with_who_made_it_and_counts_those_who_stay(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        async with playing(running, 3) as (host, path, clients, secrets):
            state = await host("POST", f"{path}/seats/1/remove")
            number = state["table"]["proposal"]["number"]
            assert state["table"]["proposal"]["asked"] == [1, 2]
            bob, cat = (as_seat(running, secret) for secret in secrets[1:])
            await cat("POST", f"{path}/proposals/{number}", {"agrees": True})
            state = await bob("POST", f"{path}/leave")  # nobody is left to ask, and nobody to remove
            assert state["table"]["proposal"] is None
            assert [seat["kind"] for seat in state["table"]["seats"]] == ["person", "bot", "person"]
            state = await host("POST", f"{path}/seats/2/bot", {})
            assert state["table"]["proposal"]["asked"] == [2]
            await host("POST", f"{path}/leave")
            await clients[2].until(lambda: clients[2].table["proposal"] is None)
            state = await cat("GET", path)
            assert state["table"]["seats"][2]["stand_in"] is None

    act(tmp_path, scene)


def test_a_host_removes_a_person_and_the_secret_is_worth_nothing(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2)
        secrets = await fill(running, created)
        table, path, host = (
            created["table"]["id"],
            f"/tables/{created['table']['id']}",
            as_host(running, created),
        )
        bob = as_seat(running, secrets[1])
        async with SeatClient(running.address, table, secrets[1]) as client:
            assert await refused(bob("POST", f"{path}/seats/0/remove")) == "not-host"
            assert await refused(host("POST", f"{path}/seats/0/remove")) == "not-open"
            assert await refused(host("POST", f"{path}/seats/5/remove")) == "unknown-seat"
            removed = await host("POST", f"{path}/seats/1/remove")
            assert removed["table"]["seats"][1]["kind"] == "open"
            with pytest.raises(ClientError, match="4403"):
                await client.until(lambda: False)
        assert await refused(bob("GET", path)) == "forbidden"
        with pytest.raises(ClientError, match="4403"):
            async with SeatClient(running.address, table, secrets[1]):
                pass
        # The link that let them in is another now.
        again = {"name": "Bob", "invite": created["invite"]}
        assert await refused(running.rest("POST", f"{path}/join", again)) == "forbidden"
        cat = {"name": "Cat", "invite": removed["links"]["invite"]}
        assert await refused(host("POST", f"{path}/seats/1/remove")) == "unknown-seat"
        with_page = await joined(running, path, cat, browser="")
        assert with_page["status"] == 200

    act(tmp_path, scene)


async def joined(
    running: Running, path: str, wish: dict[str, Any], browser: str | None = None
) -> dict[str, Any]:
    """A join as a page sends it, with the cookie of its browser ("" for a new one)."""

    def ask() -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if browser is not None:
            headers |= {"Origin": running.address, "Cookie": browser}
        body = json.dumps(wish).encode()
        request = urllib.request.Request(f"{running.address}/api{path}/join", body, headers, method="POST")
        try:
            with running.rest._opener.open(request) as answer:
                cookies = [line.split(";")[0] for line in answer.headers.get_all("Set-Cookie")]
                own = [cookie for cookie in cookies if cookie.startswith("stramash-browser=")]
                return {"status": 200, "browser": own[0] if own else browser, **json.loads(answer.read())}
        except urllib.error.HTTPError as error:
            with error:
                return {"status": error.code, **json.loads(error.read())}

    return await asyncio.to_thread(ask)


def test_one_person_takes_one_seat_of_a_public_table(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "mu", 5, settings={"public": True}, places=[{"kind": "person"}] * 5)
        path, host = f"/tables/{created['table']['id']}", as_host(running, created)
        bob = await joined(running, path, {"name": "Bob"}, browser="")
        again = await joined(running, path, {"name": "Bobby"}, browser=bob["browser"])
        assert (again["status"], again["code"]) == (409, "seat-taken")
        cat = await joined(running, path, {"name": "Cat"}, browser="")
        assert cat["status"] == 200
        # Watching is no seat; and whoever has the host's link is the host's guest.
        assert (await joined(running, path, {"name": "B", "watch": True}, browser=bob["browser"]))[
            "status"
        ] == 200
        guest = {"name": "Bo", "invite": created["invite"]}
        assert (await joined(running, path, guest, browser=bob["browser"]))["status"] == 200
        # A program has no cookie: it is known by its address.
        assert (await joined(running, path, {"name": "P"}))["status"] == 200
        assert (await joined(running, path, {"name": "Q"}))["status"] == 409
        settings = {**created["table"]["settings"], "several_seats": True}
        await host("PUT", f"{path}/settings", settings)
        assert (await joined(running, path, {"name": "Q"}))["status"] == 200

    act(tmp_path, scene)


def test_who_was_removed_does_not_come_back_through_the_open_door(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 3, settings={"public": True, "several_seats": True})
        path, host = f"/tables/{created['table']['id']}", as_host(running, created)
        bob = await joined(running, path, {"name": "Bob"}, browser="")
        await host("POST", f"{path}/seats/{bob['you']['seat']}/remove")
        for wish in ({"name": "Bob"}, {"name": "Rob", "watch": True}):
            again = await joined(running, path, wish, browser=bob["browser"])
            assert (again["status"], again["code"]) == (403, "forbidden")
        assert (await joined(running, path, {"name": "Cat"}, browser=""))["status"] == 200

    act(tmp_path, scene)
