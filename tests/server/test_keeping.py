"""Links to matches that are over, a person's own list of them, and deleting."""

import asyncio
import contextlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.conftest import MakeStore
from tests.server.harness import Running, act, create, fill, past, play_randomly, refused, serving, start

from stramash.client import Rest, SeatClient
from stramash.server.evenings.model import Entrant, NotAdmitted, Play
from stramash.server.store.base import Claim, LostLease, Owner
from stramash.server.table.play.entries import Entry

BOT, ME = {"kind": "bot", "level": "greedy"}, {"kind": "person", "you": True}


async def alone(running: Running, game: str = "haggis", seats: int = 2, **wish: Any) -> dict[str, Any]:
    """A match against bots, played to its end."""
    made = await create(running, game, seats, places=[ME] + [BOT] * (seats - 1), start=True, **wish)
    client = SeatClient(running.address, made["table"]["id"], made["secret"])
    async with client:
        await play_randomly(client, Random(1))
    return made


async def together(running: Running) -> tuple[dict[str, Any], list[str]]:
    """A match between people, played to its end."""
    made = await create(running, "haggis", 2, options={"rounds": "1"})
    secrets = await fill(running, made)
    await start(running, made)
    async with contextlib.AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(SeatClient(running.address, made["table"]["id"], secret))
            for secret in secrets
        ]
        await asyncio.gather(*(play_randomly(c, Random(i)) for i, c in enumerate(clients)))
    return made, secrets


def rest(running: Running, secret: str) -> Rest:
    return Rest(running.address, secret)


def test_a_link_opens_what_its_owner_shared_until_it_is_taken_back(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as running:
            made, secrets = await together(running)
            ann, table = rest(running, secrets[0]), f"/tables/{made['table']['id']}"
            match = f"{table}/matches/1"
            share = await ann("POST", f"{table}/shares", {"match": 1, "what": "replay"})
            eve = rest(running, share["secret"])
            form = await eve("GET", f"{table}/shared")
            assert (form["match"], form["seat"], form["what"]) == (1, 0, "replay")
            assert form["names"] == ["Ann", "P1"]
            assert (await eve("GET", f"{match}/replay"))["steps"]
            assert (await eve("GET", f"{match}/replay?seat=1"))["seat"] == 1
            # It opens this and nothing else.
            for path in (table, f"{table}/history", f"{match}/record", f"{match}/proof", f"{match}/deals/1",
                         f"{table}/matches", f"{table}/shares", f"{table}/advice",
                         f"{match}/review?seat=0"):  # fmt: skip
                assert await refused(eve("GET", path)) == "forbidden", path
            assert await refused(eve("DELETE", table)) == "forbidden"
            assert await refused(eve("POST", f"{table}/rematch")) == "forbidden"
            assert await refused(eve("POST", f"{table}/session", {"secret": share["secret"]})) == "forbidden"
            # Its owner sees it, somebody else does not, and cannot end it; the host can.
            assert (await ann("GET", f"{table}/shares"))["shares"] == [
                {"share": share["share"], "match": 1, "what": "replay"}
            ]
            bob = rest(running, secrets[1])
            assert (await bob("GET", f"{table}/shares"))["shares"] == []
            assert await refused(bob("DELETE", f"{table}/shares/{share['share']}")) == "unknown-path"
        async with serving(tmp_path) as running:  # it is kept
            eve, ann = rest(running, share["secret"]), rest(running, secrets[0])
            assert (await eve("GET", f"{match}/replay"))["steps"]
            await ann("DELETE", f"{table}/shares/{share['share']}")
            assert await refused(eve("GET", f"{match}/replay")) == "forbidden"
            assert await refused(eve("GET", f"{table}/shared")) == "forbidden"
            assert await refused(ann("DELETE", f"{table}/shares/{share['share']}")) == "unknown-path"

    asyncio.run(asyncio.wait_for(scene(), 90))


def test_a_running_match_is_shared_by_nobody(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        made = await alone(running)
        own, table = rest(running, made["secret"]), f"/tables/{made['table']['id']}"
        old = await own("POST", f"{table}/shares", {"match": 1, "what": "review"})
        await own("POST", f"{table}/rematch")
        eve = rest(running, old["secret"])
        wish = {"match": 2, "what": "replay"}
        assert await refused(own("POST", f"{table}/shares", wish)) == "not-over"
        assert await refused(own("POST", f"{table}/shares", {**wish, "match": 3})) == "unknown-match"
        assert await refused(eve("GET", f"{table}/matches/2/replay")) == "forbidden"
        # What the link tells of the table is the match that is over, also while another is played.
        form = await eve("GET", f"{table}/shared")
        journal = running.service.hall.tables[made["table"]["id"]].journal
        assert form["match"] == 1
        assert form["totals"] == list((await past(running, made["table"]["id"])).totals)
        assert journal.match is not None
        deck = " ".join(map(journal.game.card_code, journal.match.deals[0].deck))
        assert deck not in json.dumps(form)

    act(tmp_path, scene)


def test_a_review_is_shared_for_the_owners_seat_alone(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        made = await alone(running, options={"rounds": "1"})
        own, table = rest(running, made["secret"]), f"/tables/{made['table']['id']}"
        share = await own("POST", f"{table}/shares", {"match": 1, "what": "review"})
        eve = rest(running, share["secret"])
        assert (await eve("GET", f"{table}/matches/1/replay"))["steps"]
        assert (await eve("GET", f"{table}/matches/1/review?seat=0"))["seat"] == 0
        assert await refused(eve("GET", f"{table}/matches/1/review?seat=1")) == "forbidden"

    act(tmp_path, scene)


def test_who_leaves_takes_the_links_along_and_a_spectator_gives_none_out(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        made, secrets = await together(running)
        table = f"/tables/{made['table']['id']}"
        bob = rest(running, secrets[1])
        share = await bob("POST", f"{table}/shares", {"match": 1, "what": "replay"})
        body = {"name": "Eve", "watch": True, "invite": made["watch"]}
        watcher = await running.rest("POST", f"{table}/join", body)
        wish = rest(running, watcher["secret"])("POST", f"{table}/shares", {"match": 1, "what": "replay"})
        assert await refused(wish) == "forbidden"
        await bob("POST", f"{table}/leave")
        assert await refused(rest(running, share["secret"])("GET", f"{table}/shared")) == "forbidden"

    act(tmp_path, scene)


@pytest.mark.parametrize(("game", "seats"), [("neeps", 4), ("mu", 4)])
def test_a_person_has_a_list_of_their_matches(tmp_path: Path, game: str, seats: int) -> None:
    async def scene(running: Running) -> None:
        made = await alone(running, game, seats)
        own, table = rest(running, made["secret"]), f"/tables/{made['table']['id']}"
        form = await own("GET", f"{table}/matches")
        assert (form["seat"], form["side"], form["game"]) == (0, 0, game)
        (line,) = form["matches"]
        played = await past(running, made["table"]["id"])
        scored = [deal.result for deal in played.deals if deal.result and not deal.result.redeal]
        assert [deal["scores"] for deal in line["deals"]] == [list(result.scores) for result in scored]
        assert [seat["played_by"] for seat in line["seats"]] == ["person"] + ["bot"] * (seats - 1)
        assert [seat["level"] for seat in line["seats"]] == [None] + ["greedy"] * (seats - 1)
        assert line["yours"] == "all"
        assert line["at"] > 1_700_000_000
        assert line["over"]
        assert line["winners"]
        assert form["has_first_out"] == (game != "mu")
        for deal in line["deals"]:
            others = [points for side, points in enumerate(deal["scores"]) if side != 0]
            assert deal["margin"] == deal["scores"][0] - sum(others) / len(others)
            assert deal["bets_won"] <= deal["bets"]
        await own("POST", f"{table}/rematch")
        running_one = (await own("GET", f"{table}/matches"))["matches"][1]
        assert (running_one["over"], running_one["deals"]) == (False, [])
        assert await refused(running.rest("GET", f"{table}/matches")) == "forbidden"

    act(tmp_path, scene)


def test_deleting_deletes_what_is_ones_own(make_store: MakeStore, tmp_path: Path) -> None:
    async def scene() -> None:
        store = make_store()
        async with serving(tmp_path, store=store) as running:
            made = await alone(running, options={"rounds": "1"})
            own, table = rest(running, made["secret"]), f"/tables/{made['table']['id']}"
            await own("POST", f"{table}/rematch")  # also in the middle of a match
            assert await refused(running.rest("DELETE", table)) == "forbidden"
            assert await own("DELETE", table) == {"deleted": True, "stays": []}
            assert await refused(own("GET", table)) == "unknown-table"
            assert await store.load(made["table"]["id"]) is None
            assert await store.count() == 0

    asyncio.run(asyncio.wait_for(scene(), 90))


def test_what_is_others_too_stays_for_them(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        made, secrets = await together(running)
        ann, bob, table = (
            rest(running, secrets[0]),
            rest(running, secrets[1]),
            f"/tables/{made['table']['id']}",
        )
        assert await ann("DELETE", table) == {"deleted": False, "stays": ["P1"]}
        assert await refused(ann("GET", f"{table}/matches")) == "forbidden"
        assert (await bob("GET", f"{table}/matches/1/replay"))["steps"]
        assert await bob("DELETE", table) == {"deleted": True, "stays": []}
        assert await refused(bob("GET", table)) == "unknown-table"

    act(tmp_path, scene)


def test_who_deletes_a_table_leaves_an_evening_without_a_name(make_store: MakeStore) -> None:
    async def scene() -> None:
        store, owner = make_store(), Owner("ann", 30.0)
        await store.open()
        try:
            body = {"names": ["Ann", "Morag"], "kinds": ["person", "bot"]}
            await store.create_evening("eeeeee", {"deals": 2}, 1000)
            ann, doc = Entrant("eeeeee", "mark", "net"), {"settings": {"public": False}}
            deal, coming = Entry(1, "deal", {}), Play("eeeeee", "aaaaaa", 0, body)
            claim = await store.create_in_evening("aaaaaa", owner, doc, {}, [deal], ann, coming)
            assert isinstance(claim, Claim)
            await store.save(
                "aaaaaa", claim, play=Play("eeeeee", "aaaaaa", 1, {**body, "result": {"scores": [1, 2]}})
            )
            with pytest.raises(LostLease):
                await store.delete("aaaaaa", Claim(claim.epoch + 1), "somebody")
            await store.delete("aaaaaa", claim, "somebody")
            plays = await store.plays("eeeeee")
            assert [play.body["names"] for play in plays] == [["somebody", "Morag"]] * 2
            assert await store.enter(ann, "bbbbbb") == NotAdmitted("entered", "aaaaaa")  # she has seen cards
            assert plays[1].body["result"] == {"scores": [1, 2]}
            assert await store.count_evenings() == 1
            await store.expire(-1)
            assert await store.count_evenings() == 1  # it has not ended
            await store.advance_evening("eeeeee", "ended")
            await store.expire(-1)
            assert await store.plays("eeeeee") == []
            assert await store.evening("eeeeee") is None
        finally:
            await store.close()

    asyncio.run(asyncio.wait_for(scene(), 60))
