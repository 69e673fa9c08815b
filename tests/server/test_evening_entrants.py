"""One person plays the deals of an evening once, whatever happens to requests, answers and tables."""

import asyncio
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server.conftest import MakeStore
from tests.server.evenings import next_deal, opened, own, page, play_deal, sat_down, seen
from tests.server.harness import Running, refused, serving

from stramash.client import RestError
from stramash.server.store.base import StoreError
from stramash.server.store.sql import SqlStore
from stramash.server.table.people.auth import new_secret

AT_ONCE = 6


@pytest.fixture
def at_a_server(make_store: MakeStore, tmp_path: Path) -> Callable[[Callable[[Running], Any]], None]:
    """Plays a scene at a server on each kind of store."""

    def act(scene: Callable[[Running], Awaitable[None]]) -> None:
        async def run() -> None:
            async with serving(tmp_path, store=make_store()) as running:
                await scene(running)

        asyncio.run(asyncio.wait_for(run(), 90))

    return act


async def attempt(work: Awaitable[dict[str, Any]]) -> str:
    """The table that somebody got, or why they got none."""
    try:
        return str((await work)["table"]["id"])
    except RestError as error:
        return error.code


async def tables_of(running: Running) -> int:
    return await running.service.hall.store.count()


@pytest.mark.parametrize("who", ["browser", "program"])
def test_six_requests_at_once_make_one_table(at_a_server: Any, who: str) -> None:
    async def scene(running: Running) -> None:
        evening = await opened(running)
        rest = page(evening, "Ann") if who == "browser" else evening
        found = await asyncio.gather(
            *(attempt(sat_down(evening, f"Ann{i}", rest=rest)) for i in range(AT_ONCE))
        )
        assert sorted(found).count("seat-taken") == AT_ONCE - 1
        assert await tables_of(running) == 1
        assert len((await evening("GET", f"/evenings/{evening.id}"))["tables"]) == 1
        assert await refused(sat_down(evening, "Ann again", rest=rest)) == "seat-taken"

    at_a_server(scene)


def test_whoever_asks_again_with_their_secret_gets_the_table_they_have(at_a_server: Any) -> None:
    """An answer that does not arrive costs nobody the evening."""

    async def scene(running: Running) -> None:
        evening, secret = await opened(running), new_secret()
        found = await asyncio.gather(
            *(attempt(sat_down(evening, "Ann", secret=secret)) for _ in range(AT_ONCE))
        )
        assert len(set(found)) == 1
        assert await tables_of(running) == 1
        made = await sat_down(evening, "Ann", secret=secret)
        assert made["secret"] == secret
        await play_deal(running, made, 1)
        assert [deal["deal"] for deal in (await seen(running, made))["played"]] == [1]

    at_a_server(scene)


def test_a_table_that_did_not_begin_begins_when_its_maker_asks_again(
    at_a_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(running: Running) -> None:
        evening, secret = await opened(running), new_secret()

        async def lost(evening: str) -> None:
            raise StoreError("gone")

        with monkeypatch.context() as broken:
            broken.setattr(running.service.hall.store, "progress", lost)
            assert await refused(sat_down(evening, "Ann", secret=secret)) == "unavailable"
        assert await tables_of(running) == 1
        made = await sat_down(evening, "Ann", secret=secret)
        await play_deal(running, made, 1)
        assert await tables_of(running) == 1

    at_a_server(scene)


def test_whoever_cannot_be_entered_gets_no_table_either(at_a_server: Any) -> None:
    async def scene(running: Running) -> None:
        evening, store = await opened(running), cast(SqlStore, running.service.hall.store)

        async def rename(old: str, new: str) -> None:
            await store._ask(lambda execute: execute(f"ALTER TABLE {old} RENAME TO {new}") and None)

        await rename("plays", "gone")
        assert await refused(sat_down(evening, "Ann")) == "unavailable"
        await rename("gone", "plays")
        assert await tables_of(running) == 0
        assert len(running.service.hall.tables) == 0
        await sat_down(evening, "Ann")
        assert await tables_of(running) == 1

    at_a_server(scene)


def test_who_has_seen_cards_stays_entered_when_their_table_is_deleted(at_a_server: Any) -> None:
    async def scene(running: Running) -> None:
        evening = await opened(running)
        ann = await sat_down(evening, "Ann")
        await own(running, ann)("DELETE", f"/tables/{ann['table']['id']}")
        assert await refused(sat_down(evening, "Ann")) == "seat-taken"
        # A table where nothing was dealt is no reason to keep anybody out.
        bob = await sat_down(evening, "Bob", people=2)
        await own(running, bob)("DELETE", f"/tables/{bob['table']['id']}")
        assert (await sat_down(evening, "Bob"))["table"]["stage"] == "playing"

    at_a_server(scene)


def test_who_joins_a_table_has_come_as_well(at_a_server: Any) -> None:
    async def scene(running: Running) -> None:
        evening = await opened(running)
        ann, cat = await sat_down(evening, "Ann", people=2), await sat_down(evening, "Cat")
        join = f"/tables/{ann['table']['id']}/join"
        wish = {"invite": ann["invite"]}
        assert await refused(page(evening, "Cat")("POST", join, {"name": "Cat", **wish})) == "seat-taken"
        bea = await page(evening, "Bea")("POST", join, {"name": "Bea", **wish})
        assert await refused(sat_down(evening, "Bea")) == "seat-taken"
        assert await refused(page(evening, "Dan")("POST", join, {"name": "Dan", **wish})) == "seat-taken"
        assert (await sat_down(evening, "Dan"))["table"][
            "stage"
        ] == "playing"  # he did not get in: he is free

        await own(running, bea)("POST", f"/tables/{ann['table']['id']}/leave")  # before any card was dealt
        bea = await page(evening, "Bea")("POST", join, {"name": "Bea", **wish})
        await own(running, ann)("POST", f"/tables/{ann['table']['id']}/start")
        await asyncio.gather(play_deal(running, ann, 1), play_deal(running, {**ann, **bea}, 2))
        await own(running, bea)("POST", f"/tables/{ann['table']['id']}/leave")
        assert await refused(sat_down(evening, "Bea")) == "seat-taken"
        await play_deal(running, cat, 3)
        await next_deal(running, cat)

    at_a_server(scene)


def test_a_page_without_a_cookie_does_not_sit_down(at_a_server: Any) -> None:
    """Six requests of a new browser at once would be six people."""

    async def scene(running: Running) -> None:
        evening = await opened(running)
        new = page(evening, "Ann")
        new._opener.addheaders = [one for one in new._opener.addheaders if one[0] != "Cookie"]
        found = await asyncio.gather(*(attempt(sat_down(evening, "Ann", rest=new)) for _ in range(AT_ONCE)))
        assert found == ["forbidden"] * AT_ONCE

        def look() -> str:
            headers = {"Authorization": f"Bearer {evening.secret}", "Sec-Fetch-Site": "same-origin"}
            asked = urllib.request.Request(f"{running.address}/api/evenings/{evening.id}", headers=headers)
            with new._opener.open(asked) as answer:
                return str(answer.headers["Set-Cookie"]).partition(";")[0]

        new._opener.addheaders.append(("Cookie", await asyncio.to_thread(look)))
        found = await asyncio.gather(*(attempt(sat_down(evening, "Ann", rest=new)) for _ in range(AT_ONCE)))
        assert found.count("seat-taken") == AT_ONCE - 1

    at_a_server(scene)


def test_nobody_comes_to_an_evening_that_is_closed_or_over(at_a_server: Any) -> None:
    async def scene(running: Running) -> None:
        evening = await opened(running)
        ann, secret = await sat_down(evening, "Ann", people=2), new_secret()
        bob = await sat_down(evening, "Bob", secret=secret)
        assert (await evening.advance("closed"))["stage"] == "closed"
        assert await refused(sat_down(evening, "Cat")) == "not-open"
        assert (await sat_down(evening, "Bob", secret=secret))["table"]["id"] == bob["table"]["id"]
        join, wish = f"/tables/{ann['table']['id']}/join", {"name": "Cat", "invite": ann["invite"]}
        cat = await page(evening, "Cat")("POST", join, wish)  # a seat at a table that is there
        await own(running, cat)("POST", f"/tables/{ann['table']['id']}/leave")
        assert (await evening.advance("ended"))["stage"] == "ended"
        assert (await evening.advance("closed"))["stage"] == "ended"
        assert await refused(page(evening, "Cat")("POST", join, wish)) == "not-open"
        assert await refused(own(running, ann)("POST", f"/tables/{ann['table']['id']}/start")) == "not-open"

    at_a_server(scene)


def test_only_its_host_ends_an_evening(at_a_server: Any) -> None:
    async def scene(running: Running) -> None:
        evening = await opened(running)
        path = f"/evenings/{evening.id}/stage"
        for other in (evening, running.rest):
            assert await refused(other("PUT", path, {"stage": "ended"})) == "not-host"
        assert await refused(evening.host("PUT", path, {"stage": "open"})) == "bad-message"
        assert await refused(evening.host("GET", f"/evenings/{evening.id}")) == "forbidden"

    at_a_server(scene)
