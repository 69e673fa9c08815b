"""Nothing opens the hands of a deal before everybody who may still play it has."""

import asyncio
import json
import pkgutil
from importlib import import_module
from pathlib import Path
from typing import Any

from fastapi.routing import APIRoute
from tests.server.conftest import MakeStore
from tests.server.evenings import next_deal, opened, own, page, play_deal, sat_down, seen
from tests.server.harness import Running, act, refused, serving

from stramash.client import SeatClient
from stramash.server import http
from stramash.server.http.requests import OPEN_HANDS


def looks(made: dict[str, Any], match: int) -> list[tuple[str, str, Any]]:
    """Everything that shows cards beyond one's own of a match that is over."""
    path = f"/tables/{made['table']['id']}/matches/{match}"
    return [
        ("GET", f"{path}/replay", None),
        ("GET", f"{path}/replay?seat=0", None),
        ("GET", f"{path}/record", None),
        ("GET", f"{path}/deals/1", None),
        ("GET", f"{path}/review?seat=0", None),
        ("POST", f"{path}/what-if", {"name": "Ann", "n": 1, "seat": 1, "level": "greedy"}),
        ("POST", f"/tables/{made['table']['id']}/shares", {"match": match, "what": "replay"}),
    ]


async def is_open(running: Running, made: dict[str, Any], match: int) -> bool:
    """Whether a table gets to see the hands of a deal; in all ways, or in none."""
    rest, path = own(running, made), f"/tables/{made['table']['id']}"
    (deal,) = [deal for deal in (await seen(running, made))["played"] if deal["deal"] == match]
    if deal["opened"] is None:
        for look in looks(made, match):
            assert await refused(rest(*look)) == "not-over", look
        for line in deal["lines"]:
            replay = rest("GET", f"{path}/evening/{match}/{line['table']}/replay")
            assert await refused(replay) == "not-over"
        return False
    for look in looks(made, match):
        if "review" not in look[1] and "what-if" not in look[1]:  # long work, behind the same door
            assert await rest(*look)
    for line in deal["lines"]:
        assert (await rest("GET", f"{path}/evening/{match}/{line['table']}/replay"))["steps"]
    return True


def test_every_way_to_look_back_asks_whether_hands_are_open() -> None:
    """A new one that forgets to is found here; the expert's result is points, and no cards."""
    modules = [
        import_module(found.name) for found in pkgutil.walk_packages(http.__path__, f"{http.__name__}.")
    ]
    routers = [module.router for module in modules if hasattr(module, "router")]
    routes = [
        route
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute) and "{match}" in route.path
    ]
    asking = {
        route.path
        for route in routes
        if OPEN_HANDS.dependency in [one.call for one in route.dependant.dependencies]
    }
    silent = {route.path for route in routes} - asking
    assert asking
    assert silent == {"/api/tables/{table_id}/matches/{match}/deals/{deal}/expert"}


def test_hands_stay_closed_while_tables_may_come(make_store: MakeStore, tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, store=make_store()) as running:
            evening = await opened(running)
            ann, bob = await sat_down(evening, "Ann"), await sat_down(evening, "Bob")
            await play_deal(running, ann, 1)
            await play_deal(running, bob, 2)
            assert not await is_open(running, ann, 1)
            part = running.service.hall.tables[ann["table"]["id"]].roster.evening
            assert part is not None
            deal_set = part.deal_set
            # Points and where they came from are told, cards are not.
            form = await seen(running, ann)
            assert len(form["played"][0]["lines"]) == 2
            assert all(line["result"]["sheet"] for line in form["played"][0]["lines"])
            async with SeatClient(running.address, ann["table"]["id"], ann["secret"]) as client:
                updates = await client.history()
            matches = await own(running, ann)("GET", f"/tables/{ann['table']['id']}/matches")
            for told in map(json.dumps, (form, updates, matches)):
                assert deal_set.secret(1).hex() not in told
                assert deal_set.written_deck(1) not in told
            dealt = [event for update in updates for event in update["events"] if "hands" in event]
            assert [hand is not None for event in dealt for hand in event["hands"]] == [True, False]

    asyncio.run(asyncio.wait_for(scene(), 90))


def test_hands_of_a_deal_open_when_nobody_comes_and_all_have_played_it(
    make_store: MakeStore, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with serving(tmp_path, store=make_store()) as running:
            evening = await opened(running)
            ann, bob = await sat_down(evening, "Ann"), await sat_down(evening, "Bob")
            cat = await sat_down(evening, "Cat")
            for number, made in enumerate((ann, bob), 1):
                await play_deal(running, made, number)
            await next_deal(running, ann)
            await play_deal(running, ann, 3)
            await evening.advance("closed")
            assert not await is_open(running, ann, 1)  # Cat has not played it
            await own(running, cat)("DELETE", f"/tables/{cat['table']['id']}")  # and will not
            assert await is_open(running, bob, 1)
            assert await is_open(running, ann, 1)
            assert not await is_open(running, ann, 2)
            await next_deal(running, bob)
            await play_deal(running, bob, 4)
            assert await is_open(running, ann, 2)

    asyncio.run(asyncio.wait_for(scene(), 90))


def test_after_the_end_nothing_more_counts_and_everything_can_be_seen(
    make_store: MakeStore, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with serving(tmp_path, store=make_store()) as running:
            evening = await opened(running)
            ann, bob = await sat_down(evening, "Ann"), await sat_down(evening, "Bob")
            cat = await sat_down(evening, "Cat")
            for made in (ann, bob):
                await play_deal(running, made, 1)
            await next_deal(running, ann)
            await play_deal(running, ann, 3)
            await next_deal(running, bob)
            await evening.advance("ended")
            # Bob is in the middle of the second deal: for him it is as before until he is through.
            assert [deal["deal"] for deal in (await seen(running, bob))["played"]] == [1]
            replay = own(running, bob)("GET", f"/tables/{bob['table']['id']}/evening/2/1/replay")
            assert await refused(replay) == "not-over"
            await play_deal(running, bob, 4)
            form = await seen(running, bob)
            assert [len(deal["lines"]) for deal in form["played"]] == [2, 1]
            assert [table["played"] for table in form["tables"]] == [2, 1, 0]
            assert await is_open(running, ann, 1)
            # Cat never finished the first deal.
            assert (await seen(running, cat))["played"] == []
            await play_deal(running, cat, 5)
            assert [deal["deal"] for deal in (await seen(running, cat))["played"]] == [1, 2]
            assert await refused(next_deal(running, cat)) == "not-open"

    asyncio.run(asyncio.wait_for(scene(), 90))


def test_an_evening_ends_by_itself_and_stays_ended(make_store: MakeStore, tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, store=make_store()) as running:
            evening, store = await opened(running, days=1), running.service.hall.store
            assert (evening.form["stage"], evening.form["ends"] > 0) == ("open", True)
            ann = await sat_down(evening, "Ann")
            await play_deal(running, ann, 1)

            async def set_clock(seconds: int) -> None:
                await store._ask(  # type: ignore[attr-defined]
                    lambda execute: execute(f"UPDATE evenings SET ends = ends - {seconds} WHERE ends > 0")
                )

            await set_clock(86_390)
            assert not await is_open(running, ann, 1)
            await set_clock(10)
            assert (await evening("GET", f"/evenings/{evening.id}"))["stage"] == "ended"
            await set_clock(-86_400)  # set back, after somebody was told that hands are open
            assert await is_open(running, ann, 1)
            assert await refused(next_deal(running, ann)) == "not-open"
            assert await refused(sat_down(evening, "Bob")) == "not-open"

    asyncio.run(asyncio.wait_for(scene(), 90))


def test_tables_that_one_person_may_have_come_to_are_marked(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        evening = await opened(running)

        async def come(name: str, address: str) -> dict[str, Any]:
            return await sat_down(evening, name, rest=page(evening, name, address))

        ann = await come("Ann", "203.0.113.7")
        await come("Bob", "198.51.100.4")
        await come("Eve", "203.0.113.7")
        marks = [table["same_network"] for table in (await seen(running, ann))["tables"]]
        assert marks == [[3], [], [1]]

    act(tmp_path, scene, trusted_hops=1)
