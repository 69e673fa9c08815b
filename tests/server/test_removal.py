"""Somebody who was removed stays out: of a private table with everything they had, from whatever browser."""

import asyncio
import contextlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import Running, act, as_host, create, fill, play_randomly, refused, start
from tests.server.test_hosting import as_seat, joined

from stramash.client import ClientError, SeatClient

ONE_DEAL = {"options": {"rounds": "1"}}


async def seated(running: Running, stack: contextlib.AsyncExitStack, table: str, secret: str) -> SeatClient:
    return await stack.enter_async_context(SeatClient(running.address, table, secret))


async def a_match(running: Running, **settings: Any) -> tuple[dict[str, Any], list[str], str]:
    """Ann, Bob and Cat in a match; the table, their secrets, its path."""
    created = await create(running, "haggis", 3, settings=settings)
    secrets = await fill(running, created)
    await start(running, created)
    return created, secrets, f"/tables/{created['table']['id']}"


async def removed_by_consent(running: Running, path: str, secrets: list[str]) -> dict[str, Any]:
    """Bob goes, and all three have agreed; the links, as the host's page hears of them."""
    heard: list[dict[str, Any]] = []
    async with SeatClient(running.address, path.rpartition("/")[2], secrets[0]) as host:
        host.on_message = heard.append
        await as_seat(running, secrets[0])("POST", f"{path}/seats/1/remove")
        number = (await as_seat(running, secrets[0])("GET", path))["table"]["proposal"]["number"]
        for seat in (2, 1):
            await as_seat(running, secrets[seat])("POST", f"{path}/proposals/{number}", {"agrees": True})
        await host.until(lambda: any(message["type"] == "links" for message in heard))
    (links,) = [message["links"] for message in heard if message["type"] == "links"]
    assert links.keys() == {"invite", "watch"}
    return dict(links)


@pytest.mark.parametrize("browser", ["", None])
def test_nothing_that_they_had_opens_a_private_table_any_more(tmp_path: Path, browser: str | None) -> None:
    async def scene(running: Running) -> None:
        created, secrets, path = await a_match(running)
        spy = await joined(
            running, path, {"name": "Spy", "watch": True, "invite": created["watch"]}, browser=""
        )
        links = await removed_by_consent(running, path, secrets)
        # Their seat, the invitation, the link for watching, the place of a spectator taken in another window.
        for old in (secrets[1], created["invite"], created["watch"], spy["secret"]):
            assert await refused(as_seat(running, old)("GET", path)) == "forbidden"
            with pytest.raises(ClientError, match="4403"):
                async with SeatClient(running.address, created["table"]["id"], old):
                    pass
        for secret, is_watching in (("invite", False), ("invite", True), ("watch", True)):
            wish = {"name": "Bob", "invite": created[secret], "watch": is_watching}
            assert (await joined(running, path, wish, browser))["code"] == "forbidden"
        # The others' own links are as they were, and the host's new ones let people in.
        for secret in (secrets[0], secrets[2]):
            assert (await as_seat(running, secret)("GET", path))["table"]["stage"] == "playing"
        wish = {"name": "Eve", "invite": links["watch"], "watch": True}
        assert (await joined(running, path, wish, browser=""))["status"] == 200
        assert (await as_seat(running, links["invite"])("GET", path))["table"]["seats"][1]["kind"] == "bot"

    act(tmp_path, scene)


def test_nor_does_it_once_the_match_is_over_and_the_seat_is_free(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 2, settings={"host_decides": True}, **ONE_DEAL)
        secrets, path = await fill(running, created), f"/tables/{created['table']['id']}"
        host = as_host(running, created)
        await start(running, created)
        removal = await host("POST", f"{path}/seats/1/remove")
        assert removal["table"]["seats"][1]["kind"] == "bot"
        async with SeatClient(running.address, created["table"]["id"], secrets[0]) as own:
            await play_randomly(own, Random(1))
        await host("POST", f"{path}/seats/1/hand-back")
        again = {"name": "Bob", "invite": created["invite"]}
        assert (await joined(running, path, again, browser=""))["code"] == "forbidden"
        wish = {"name": "Cat", "invite": removal["links"]["invite"]}
        assert (await joined(running, path, wish, browser=""))["you"]["seat"] == 1

    act(tmp_path, scene)


def test_the_links_they_gave_out_end_with_them_and_those_of_the_others_stay(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 3, settings={"host_decides": True}, **ONE_DEAL)
        secrets, path = await fill(running, created), f"/tables/{created['table']['id']}"
        await start(running, created)
        async with contextlib.AsyncExitStack() as stack:
            clients = [await seated(running, stack, created["table"]["id"], secret) for secret in secrets]
            await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))
        shares = [
            (await as_seat(running, secret)("POST", f"{path}/shares", {"match": 1, "what": "replay"}))[
                "secret"
            ]
            for secret in secrets
        ]
        host = as_host(running, created)
        await host("POST", f"{path}/rematch")
        await host("POST", f"{path}/seats/1/remove")
        for seat, share in enumerate(shares):
            replay = as_seat(running, share)("GET", f"{path}/matches/1/replay")
            if seat == 1:
                assert await refused(replay) == "forbidden"
            else:
                assert (await replay)["steps"]

    act(tmp_path, scene)


def test_spectators_of_a_private_table_are_told_why_they_go(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created, secrets, path = await a_match(running, host_decides=True)
        wish = {"name": "Eve", "watch": True, "invite": created["watch"]}
        eve = (await running.rest("POST", f"{path}/join", wish))["secret"]
        heard: list[dict[str, Any]] = []
        async with SeatClient(running.address, created["table"]["id"], eve) as watcher:
            watcher.on_message = heard.append
            await as_seat(running, secrets[0])("POST", f"{path}/seats/1/remove")
            with pytest.raises(ClientError, match="4403"):
                await watcher.until(lambda: False)
        assert [message["code"] for message in heard if message["type"] == "notice"] == ["relinked"]

    act(tmp_path, scene)


def test_at_a_public_table_the_same_browser_stays_out_and_other_spectators_stay(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created = await create(running, "haggis", 3, settings={"public": True, "host_decides": True})
        path, host = f"/tables/{created['table']['id']}", as_host(running, created)
        bob = await joined(running, path, {"name": "Bob"}, browser="")
        spying = await joined(running, path, {"name": "B", "watch": True}, browser=bob["browser"])
        eve = await joined(running, path, {"name": "Eve", "watch": True}, browser="")
        await joined(running, path, {"name": "Cat"}, browser="")
        await start(running, created)
        removal = await host("POST", f"{path}/seats/{bob['you']['seat']}/remove")
        for wish in (
            {"name": "Bob", "watch": True},
            {"name": "B", "watch": True, "invite": created["watch"]},
        ):
            assert (await joined(running, path, wish, browser=bob["browser"]))["code"] == "forbidden"
        for secret, is_in in ((spying["secret"], False), (eve["secret"], True)):
            client = SeatClient(running.address, created["table"]["id"], secret)
            if is_in:
                async with client:
                    assert client.seat is None
            else:
                with pytest.raises(ClientError, match="4403"):
                    async with client:
                        pass
        assert removal["links"]["invite"] != created["invite"]

    act(tmp_path, scene)


def test_a_host_who_was_away_hears_of_new_links_when_they_come_and_nobody_else_does(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        created, secrets, path = await a_match(running, takeover_after=1)
        host = as_host(running, created)
        heard: dict[int, list[dict[str, Any]]] = {0: [], 2: []}
        async with contextlib.AsyncExitStack() as stack:
            cat = await seated(running, stack, created["table"]["id"], secrets[2])
            cat.on_message = heard[2].append
            state = await host("POST", f"{path}/seats/1/remove")
            number = state["table"]["proposal"]["number"]
            await as_seat(running, secrets[2])("POST", f"{path}/proposals/{number}", {"agrees": True})
            await cat.until(
                lambda: cat.table["seats"][1]["kind"] == "bot"
            )  # Bob, who never came, is given up
            own = SeatClient(running.address, created["table"]["id"], secrets[0])
            own.on_message = heard[0].append
            await stack.enter_async_context(own)
            await own.until(lambda: any(message["type"] == "links" for message in heard[0]))
            await cat.ask({"type": "ping"})
        assert not [message for message in heard[2] if message["type"] == "links"]
        (links,) = [message["links"] for message in heard[0] if message["type"] == "links"]
        assert (await as_seat(running, links["watch"])("GET", path))["table"]["stage"] == "playing"

    act(tmp_path, scene, given_up_after=0.0)
