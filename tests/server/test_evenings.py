"""An evening of duplicate: the same cards at every table, seen by nobody before they are played."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import MakeStore
from tests.server.evenings import next_deal, opened, own, page, play_deal, sat_down, seen
from tests.server.harness import Running, act, past, refused, serving

from stramash import games
from stramash.client import SeatClient
from stramash.core.match import AnyMatch
from stramash.duplicate.sets import DealSet
from stramash.fairness.promise import Promise


async def played(running: Running, made: dict[str, Any]) -> list[AnyMatch]:
    """The matches of a table, all of them over."""
    begun = running.service.hall.tables[made["table"]["id"]].journal.match_number
    return [await past(running, made["table"]["id"], number) for number in range(1, begun + 1)]


async def decks(running: Running, made: dict[str, Any]) -> list[Any]:
    return [[deal.deck for deal in match.deals] for match in await played(running, made)]


@pytest.mark.parametrize(("game", "seats"), [("haggis", 2), ("tatties", 3), ("mu", 3)])
def test_every_table_plays_the_same_cards_and_sees_how_others_played_them(
    tmp_path: Path, game: str, seats: int
) -> None:
    async def scene(running: Running) -> None:
        evening = await opened(running, game, seats)
        ann, bob = await sat_down(evening, "Ann"), await sat_down(evening, "Bob")
        await play_deal(running, ann, 1)
        await play_deal(running, bob, 2)
        await next_deal(running, ann)
        await play_deal(running, ann, 3)

        # The first decks are the same; a deal thrown in (M3.5) goes on with the same deck everywhere, too.
        for one, other in zip((await decks(running, ann))[0], (await decks(running, bob))[0], strict=False):
            assert one == other
        assert [match.first_dealer for match in await played(running, ann)] == [0, 1]

        form = await seen(running, bob)  # who has played one deal sees one deal
        assert [deal["deal"] for deal in form["played"]] == [1]
        assert [table["played"] for table in form["tables"]] == [2, 1]
        assert [table["you"] for table in form["tables"]] == [False, True]
        lines = form["played"][0]["lines"]
        assert {line["table"] for line in lines} == {1, 2}
        margins = [line["margins"][0] for line in lines]
        assert margins == sorted(margins, reverse=True)
        assert [line["differences"][0] for line in lines] == [
            margins[0] - margins[1],
            margins[1] - margins[0],
        ]
        assert [rank["deals"] for rank in form["ranking"]] == [1, 1]
        assert [rank["error"] for rank in form["ranking"]] == [None, None]

        form = await seen(running, ann)
        assert [deal["deal"] for deal in form["played"]] == [1, 2]
        assert form["played"][1]["lines"][0]["differences"][0] is None
        # The whole set was promised before; each deal's secret shows in the end that it was kept.
        await evening.advance("ended")
        form = await seen(running, ann)
        promise = Promise(1, 1, 2, evening.form["commitment"])
        for deal in form["played"]:
            assert promise.is_kept_by(deal["deal"], bytes.fromhex(deal["opened"]["secret"]))
        rules = games.get_written(game, seats, form["options"])
        again = DealSet(rules, 2, bytes.fromhex(form["played"][1]["opened"]["secret"]))
        assert form["played"][0]["opened"]["deck"] == again.written_deck(1)
        assert again.deck(1) == (await decks(running, bob))[0][0]

    act(tmp_path, scene)


def test_no_deal_can_be_seen_before_it_is_played(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        evening = await opened(running)
        ann, bob = await sat_down(evening, "Ann"), await sat_down(evening, "Bob")
        await play_deal(running, ann, 1)
        seed = running.service.hall.tables[ann["table"]["id"]].roster.evening.deal_set.seed  # type: ignore[union-attr]
        secret = running.service.hall.tables[ann["table"]["id"]].roster.evening.deal_set.secret(1)  # type: ignore[union-attr]

        path = f"/evenings/{evening.id}"
        outside = json.dumps(await evening("GET", path))
        inside = json.dumps(await seen(running, bob))  # in the middle of the first deal
        for told in (outside, inside):
            assert json.loads(told)["played"] == json.loads(told)["ranking"] == []
            assert secret.hex() not in told
        for told in (outside, inside, json.dumps(await seen(running, ann)), json.dumps(ann), json.dumps(bob)):
            assert seed.hex() not in told
        replay = f"/tables/{bob['table']['id']}/evening/1/1/replay"
        assert await refused(own(running, bob)("GET", replay)) == "not-over"
        assert await refused(running.rest("GET", path)) == "forbidden"
        assert await refused(own(running, bob)("GET", path)) == "forbidden"
        other = f"/tables/{ann['table']['id']}/evening"
        assert await refused(own(running, bob)("GET", other)) == "forbidden"
        # Nobody watches, and no table has it easier than the others.
        watch = {"name": "Eve", "watch": True, "invite": bob["watch"]}
        assert await refused(running.rest("POST", f"/tables/{bob['table']['id']}/join", watch)) == "forbidden"
        settings = {**bob["table"]["settings"], "hints": True}
        wish = own(running, bob)("PUT", f"/tables/{bob['table']['id']}/settings", settings)
        assert await refused(wish) == "bad-option"
        bot = own(running, bob)("POST", f"/tables/{bob['table']['id']}/seats/1/bot", {"level": "random"})
        assert await refused(bot) == "bad-option"

        await play_deal(running, bob, 2)
        assert await refused(own(running, bob)("GET", replay)) == "not-over"
        assert (await seen(running, bob))["played"][0]["opened"] is None
        await evening.advance("ended")
        steps = (await own(running, bob)("GET", replay))["steps"]
        assert steps[0]["hands"] is not None
        assert await refused(own(running, bob)("GET", replay.replace("/1/1/", "/2/1/"))) == "not-over"
        assert await refused(own(running, bob)("GET", replay.replace("/1/1/", "/1/3/"))) == "unknown-match"

    act(tmp_path, scene)


def test_an_evening_survives_a_restart_in_the_middle_of_a_deal(make_store: MakeStore, tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path, store=make_store()) as running:
            evening = await opened(running)
            ann = await sat_down(evening, "Ann")
            await play_deal(running, ann, 1)
            await next_deal(running, ann)
            client = SeatClient(running.address, ann["table"]["id"], ann["secret"])
            async with client:
                await client.until(lambda: client.must is not None)
                await client.move(client.view.legal[0], client.must)
            before = await seen(running, ann)
        async with serving(tmp_path, store=make_store()) as running:
            evening.server = running.address
            assert await seen(running, ann) == before
            await play_deal(running, ann, 4)
            bob = await sat_down(evening, "Bob")  # later comers too
            await play_deal(running, bob, 5)
            await next_deal(running, bob)
            await play_deal(running, bob, 6)
            assert await decks(running, ann) == await decks(running, bob)
            assert [len(deal["lines"]) for deal in (await seen(running, bob))["played"]] == [2, 2]
            assert (await seen(running, bob))["ranking"][0]["error"] is not None
            assert await refused(next_deal(running, bob)) == "not-open"

    asyncio.run(asyncio.wait_for(scene(), 90))


def test_partners_come_together_and_sides_meet_the_same_cards(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        evening = await opened(running, "neeps", 4)
        pair = await sat_down(evening, "Ann", people=2)
        assert [seat["kind"] for seat in pair["table"]["seats"]] == ["person", "bot", "open", "bot"]
        assert pair["table"]["stage"] == "open"
        body = {"name": "Bea", "invite": pair["invite"]}
        partner = await page(running.rest, "Bea")("POST", f"/tables/{pair['table']['id']}/join", body)
        await own(running, pair)("POST", f"/tables/{pair['table']['id']}/start")
        await asyncio.gather(play_deal(running, pair, 1), play_deal(running, {**pair, **partner}, 2))
        alone = await sat_down(evening, "Cat")
        await play_deal(running, alone, 3)
        form = await seen(running, alone)
        assert sorted(rank["names"] for rank in form["ranking"]) == [["Ann", "Bea"], ["Cat"]]
        assert {rank["side"] for rank in form["ranking"]} == {0}
        assert await decks(running, pair) == await decks(running, alone)

    act(tmp_path, scene)


def test_bots_have_the_same_chance_at_every_table(tmp_path: Path) -> None:
    """Two people who play alike meet the same play, move by move."""

    async def scene(running: Running) -> None:
        evening = await opened(running, "haggis3", 3, level="random")
        tables = [await sat_down(evening, name) for name in ("Ann", "Bob")]
        for made in tables:
            await play_deal(running, made, 9)
        moves = [(await played(running, made))[0].deals[0].moves for made in tables]
        assert moves[0] == moves[1]

    act(tmp_path, scene)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "whist"}, "bad-option"),
        ({"level": "nobody"}, "bad-option"),
        ({"deals": 0}, "bad-message"),
        ({"deals": 49}, "bad-message"),
        ({"days": 0}, "bad-message"),
        ({"options": {"no_such": "1"}}, "bad-option"),
        ({"seats": 5}, "bad-option"),
    ],
)
def test_an_evening_that_makes_no_sense_is_refused(tmp_path: Path, wish: dict[str, Any], code: str) -> None:
    async def scene(running: Running) -> None:
        assert await refused(running.rest("POST", "/evenings", {"game": "haggis", **wish})) == code
        evening = await opened(running)
        assert await refused(sat_down(evening, "Ann", people=3)) == "bad-option"
        assert await refused(running.rest("GET", "/evenings/nosuchevening")) == "unknown-table"

    act(tmp_path, scene)
