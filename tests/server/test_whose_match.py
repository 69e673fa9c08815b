"""A person's own matches are the ones that they played, against whoever played them then."""

import asyncio
import contextlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.evenings import opened, sat_down, seen
from tests.server.harness import Running, act, create, fill, play_randomly, refused, serving, start

from stramash.client import Rest, SeatClient
from stramash.server.thinking import others

ME = {"kind": "person", "you": True}
ONE_ROUND = {"rounds": "1"}


def bot(level: str) -> dict[str, str]:
    return {"kind": "bot", "level": level}


def rest(running: Running, secret: str) -> Rest:
    return Rest(running.address, secret)


async def play(running: Running, table: str, *secrets: str, until_n: int = 10**9) -> None:
    """Everybody with a secret plays until the match is over."""
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(SeatClient(running.address, table, secret)) for secret in secrets
        ]
        await asyncio.gather(*(play_randomly(one, Random(i), until_n) for i, one in enumerate(clients)))


async def watched_to_the_end(running: Running, table: str, secret: str) -> None:
    client = SeatClient(running.address, table, secret)
    async with client:
        await client.until(lambda: client.stage == "over")


async def lines(running: Running, table: str, secret: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await rest(running, secret)("GET", f"/tables/{table}/matches"))["matches"]
    return found


def players(line: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(seat["played_by"], seat["level"]) for seat in line["seats"]]


def test_a_match_against_random_stays_one_whoever_sits_there_later(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as running:
            made = await create(
                running, "haggis", 2, places=[ME, bot("random")], options=ONE_ROUND, start=True
            )
            table, own = made["table"]["id"], rest(running, made["secret"])
            await play(running, table, made["secret"])
            await own("POST", f"/tables/{table}/seats/1/bot", {"level": "greedy"})
            (line,) = await lines(running, table, made["secret"])
            assert players(line) == [("person", None), ("bot", "random")]
            await own("POST", f"/tables/{table}/rematch")
            await play(running, table, made["secret"])
        async with serving(tmp_path) as running:  # it is saved, not remembered
            first, second = await lines(running, table, made["secret"])
            assert players(first) == [("person", None), ("bot", "random")]
            assert players(second) == [("person", None), ("bot", "greedy")]
            assert first["yours"] == second["yours"] == "all"

    asyncio.run(asyncio.wait_for(scene(), 90))


def test_nobody_is_credited_with_a_match_of_who_had_the_seat_before(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        made = await create(running, "haggis", 2, options=ONE_ROUND)
        secrets, table = await fill(running, made), made["table"]["id"]
        await start(running, made)
        await play(running, table, *secrets)
        await rest(running, secrets[1])("POST", f"/tables/{table}/leave")
        wish = {"name": "Cat", "invite": made["invite"], "seat": 1}
        cat = (await running.rest("POST", f"/tables/{table}/join", wish))["secret"]
        (line,) = await lines(running, table, cat)
        assert (line["yours"], line["deals"]) == ("none", [])
        assert [seat["name"] for seat in line["seats"]] == ["Ann", "P1"]
        (line,) = await lines(running, table, secrets[0])
        assert line["yours"] == "all"
        assert len(line["deals"]) == 1
        await rest(running, secrets[0])("POST", f"/tables/{table}/rematch")
        await play(running, table, secrets[0], cat)
        assert [line["yours"] for line in await lines(running, table, cat)] == ["none", "all"]

    act(tmp_path, scene)


def test_another_secret_is_the_same_person(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        made = await create(running, "haggis", 2, places=[ME, bot("random")], options=ONE_ROUND, start=True)
        table, new = made["table"]["id"], "b" * 32
        await play(running, table, made["secret"])
        await rest(running, made["secret"])("PUT", f"/tables/{table}/secret", {"secret": new})
        assert [line["yours"] for line in await lines(running, table, new)] == ["all"]
        await rest(running, new)("POST", f"/tables/{table}/rematch")
        await play(running, table, new)
        assert [line["yours"] for line in await lines(running, table, new)] == ["all", "all"]

    act(tmp_path, scene)


def test_a_match_that_a_bot_played_in_ones_place_is_not_ones_own(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        made = await create(running, "haggis", 2, places=[ME, bot("greedy")], options=ONE_ROUND, start=True)
        table, own = made["table"]["id"], rest(running, made["secret"])
        await play(running, table, made["secret"], until_n=made["table"]["n"] + 6)
        await own("POST", f"/tables/{table}/seats/0/bot", {"level": "random"})
        await watched_to_the_end(running, table, made["secret"])
        (line,) = await lines(running, table, made["secret"])
        assert line["yours"] == "partly"
        assert players(line)[1] == ("bot", "greedy")
        await own("POST", f"/tables/{table}/seats/0/hand-back")
        assert (await lines(running, table, made["secret"]))[0] == line

    act(tmp_path, scene)


def test_the_expert_takes_ones_place_among_the_bots_of_that_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(others, "EXPERT", "greedy")

    async def scene(running: Running) -> None:
        made = await create(running, "haggis", 2, places=[ME, bot("random")], options=ONE_ROUND, start=True)
        table, own = made["table"]["id"], rest(running, made["secret"])
        await play(running, table, made["secret"])
        await own("POST", f"/tables/{table}/seats/1/bot", {"level": "greedy"})
        await own("GET", f"/tables/{table}/matches/1/deals/1/expert")
        ((work, _),) = running.service.others.values()
        assert work._levels == {0: "greedy", 1: "random"}

    act(tmp_path, scene)


def test_the_expert_takes_the_place_of_who_played_alone(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        made = await create(running, "haggis", 2, options=ONE_ROUND)
        secrets, table = await fill(running, made), made["table"]["id"]
        await start(running, made)
        await play(running, table, *secrets)
        path = f"/tables/{table}/matches/1/deals/1/expert"
        ann = rest(running, secrets[0])
        await rest(running, secrets[1])("POST", f"/tables/{table}/leave")
        await ann("POST", f"/tables/{table}/seats/1/bot", {"level": "greedy"})
        assert await refused(ann("GET", path)) == "forbidden"  # a person played there then
        await ann("POST", f"/tables/{table}/seats/1/hand-back")
        wish = {"name": "Cat", "invite": made["invite"], "seat": 1}
        cat = (await running.rest("POST", f"/tables/{table}/join", wish))["secret"]
        assert await refused(rest(running, cat)("GET", path)) == "forbidden"

    act(tmp_path, scene)


def test_an_evening_remembers_who_began_a_deal_that_a_bot_ended(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        evening = await opened(running, deals=1)
        made = await sat_down(evening, "Ann", people=2)
        table = made["table"]["id"]
        wish = {"name": "Bea", "invite": made["invite"]}
        bea = (await running.rest("POST", f"/tables/{table}/join", wish))["secret"]
        await start(running, made)
        n = running.service.hall.tables[table].journal.n
        await play(running, table, made["secret"], bea, until_n=n + 6)
        await rest(running, bea)("POST", f"/tables/{table}/leave")
        await play(running, table, made["secret"])
        form = await seen(running, made)
        assert form["tables"][0]["kinds"] == ["person", "person"]
        assert form["tables"][0]["names"] == ["Ann", "Bea"]
        assert form["played"][0]["lines"][0]["helped"] == [1]

    act(tmp_path, scene)
