"""The coach at the table, tables that begin in the middle of a deal, and the exercises over REST."""

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import create, past, play_randomly, serving

from stramash import exercises, games
from stramash.client import Rest, RestError, SeatClient
from stramash.core.game import AnyGame
from stramash.core.match import Deal, Match

BOT = {"kind": "bot", "level": "greedy"}
ME = {"kind": "person", "you": True}
PATIENCE = 300.0
PLAY_ON = {"name": "Ann", "level": "greedy"}


def _run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scene, 600))


async def asked(client: SeatClient) -> None:
    """Wait until something is asked of the seat."""
    await client.until(lambda: client.must is not None)


def test_the_coach_says_what_a_hand_is_worth(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, bot_patience=PATIENCE) as running:
            for game, seats, kind in (("haggis", 2, "bets"), ("tatties", 3, "bids"), ("mu", 4, "contracts")):
                made = await create(running, game, seats, places=[ME] + [BOT] * (seats - 1), start=True)
                table, own = made["table"]["id"], Rest(running.address, made["secret"], timeout=PATIENCE)
                async with SeatClient(running.address, table, made["secret"]) as client:
                    await asked(client)
                    told = await own("GET", f"/tables/{table}/coach")
                assert told["decision"] == client.must
                assert told["more"]
                assert told["kind"] == kind
                assert told["lines"]
                assert all(0 <= line["chance"] <= 1 for line in told["lines"])

    _run(scene())


def test_the_coach_is_off_where_the_host_forbids_hints(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as running:
            settings = {"hints": False}
            made = await create(running, "haggis", 2, places=[ME, BOT], start=True, settings=settings)
            with pytest.raises(RestError) as refused:
                await Rest(running.address, made["secret"])("GET", f"/tables/{made['table']['id']}/coach")
            assert refused.value.code == "hints-off"

    _run(scene())


@pytest.mark.parametrize(("game", "seats"), [("neeps", 4), ("mu", 4)])
def test_a_table_begins_before_a_move_of_a_finished_match(tmp_path: Path, game: str, seats: int) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as running:
            rounds = {"rounds": "2"}
            made = await create(
                running, game, seats, places=[ME] + [BOT] * (seats - 1), start=True, options=rounds
            )
            table, own = made["table"]["id"], Rest(running.address, made["secret"])
            address = f"/tables/{table}/matches/1/what-if"
            async with SeatClient(running.address, table, made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                with pytest.raises(RestError) as refused:
                    await own("POST", address, {**PLAY_ON, "deal": 1, "n": 1, "seat": 0})
                assert refused.value.code == "not-over"
                await play_randomly(client, Random(3))
            old = (await past(running, table)).deals[1]
            mine = [n for n, (seat, _) in enumerate(old.moves, 1) if seat == 0]
            place = {"deal": 2, "n": mine[len(mine) // 2]}
            with pytest.raises(RestError) as refused:
                await Rest(running.address)("POST", address, {**PLAY_ON, **place, "seat": 0})
            assert refused.value.code == "forbidden"
            for wrong in ({"n": 0}, {"n": 10**6}, {"deal": 3}, {"seat": 5}):
                with pytest.raises(RestError):
                    await own("POST", address, {**PLAY_ON, **place, "seat": 0, **wrong})
            opened = await own("POST", address, {**PLAY_ON, **place, "seat": 0})
            assert opened["you"]["seat"] == 0
            new = running.service.hall.tables[opened["table"]["id"]]
            assert not new.roster.settings.public
            async with SeatClient(running.address, new.id, opened["secret"]) as client:
                await client.until(lambda: client.must is not None or client.may is not None)
                assert client.view == view_before(games.get(game, seats, rounds=2), old, place["n"])
                await play_randomly(client, Random(4))
            match = new.journal.match
            assert match is not None
            assert match.is_over
            (deal,) = match.deals
            assert (deal.deck, deal.carry) == (old.deck, old.carry), "the points of the first deal count"
            before = place["n"] - 1
            assert deal.moves[:before] == old.moves[:before]
            with pytest.raises(RestError) as refused:
                await Rest(running.address, opened["secret"])("GET", f"/tables/{new.id}/matches/1/record")
            assert refused.value.code == "unknown-match"
            for who, where, is_practice in ((made, table, False), (opened, new.id, True)):
                listed = await Rest(running.address, who["secret"])("GET", f"/tables/{where}/matches")
                assert [line["practice"] for line in listed["matches"]] == [is_practice]

    _run(scene())


def test_a_table_of_what_if_keeps_one_deal_and_every_match_there_counts_as_a_table(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, tables_per_address=3) as running:
            made = await create(
                running, "haggis", 2, places=[ME, BOT], start=True, options={"rounds": "6", "goal": "0"}
            )
            table, own = made["table"]["id"], Rest(running.address, made["secret"])
            async with SeatClient(running.address, table, made["secret"]) as client:
                await play_randomly(client, Random(3))
            deals = (await past(running, table)).deals
            last = len(deals[-1].moves)
            wish = {**PLAY_ON, "deal": len(deals), "n": last, "seat": deals[-1].moves[-1][0]}
            opened = await own("POST", f"/tables/{table}/matches/1/what-if", wish)
            new = running.service.hall.tables[opened["table"]["id"]]
            stored = await running.service.hall.store.load(new.id)
            assert stored is not None
            assert sum(entry.kind == "move" for entry in stored.entries) <= last
            assert sum(entry.kind == "deal" for entry in stored.entries) == 1
            assert len(json.dumps(stored.doc)) < 100 * (last + 60)
            async with SeatClient(running.address, new.id, opened["secret"]) as client:
                await play_randomly(client, Random(4))
            # The table, the what-if, and one match more there: nobody has more at once here.
            again = Rest(running.address, opened["secret"])
            await again("POST", f"/tables/{new.id}/rematch")
            async with SeatClient(running.address, new.id, opened["secret"]) as client:
                await play_randomly(client, Random(5))
            with pytest.raises(RestError) as refused:
                await again("POST", f"/tables/{new.id}/rematch")
            assert refused.value.code == "too-many"

    _run(scene())


def view_before(game: AnyGame, deal: Deal[Any], n: int) -> Any:
    """What seat 0 saw before a move of a deal, counted from 1."""
    match = Match(game, carry=deal.carry)
    match.deal(deal.deck)
    for seat, move in deal.moves[: n - 1]:
        match.act(seat, move)
    return match.view(0)


def test_a_table_of_what_if_outlives_its_server(tmp_path: Path) -> None:
    exercise_id = next(iter(exercises.forms()))

    async def scene() -> None:
        async with serving(tmp_path) as running:
            opened = await running.rest("POST", f"/exercises/{exercise_id}/table", PLAY_ON)
        async with serving(tmp_path) as running:
            own = Rest(running.address, opened["secret"])
            await own("GET", f"/tables/{opened['table']['id']}")
            match = running.service.hall.tables[opened["table"]["id"]].journal.match
            assert match is not None
            made = exercises.find(exercise_id).match.deals[0].moves
            assert match.deals[0].moves[: len(made)] == made

    _run(scene())


def test_exercises_are_told_as_the_seat_sees_them(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as running:
            listed = (await running.rest("GET", "/exercises"))["exercises"]
            assert len(listed) == len(exercises.forms())
            for kind in exercises.KINDS:
                one = next(item for item in listed if item["kind"] == kind)
                told = await running.rest("GET", f"/exercises/{one['id']}")
                assert told["view"]["seat"] == told["seat"]
                assert told["lines"][0]["behind"] == 0
            with pytest.raises(RestError) as refused:
                await running.rest("GET", "/exercises/none")
            assert refused.value.code == "unknown-match"

    _run(scene())
