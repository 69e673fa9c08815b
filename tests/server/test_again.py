"""A deal of a finished match, played again at a new table."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import Running, create, past, play_randomly, serving

from stramash import games
from stramash.client import Rest, RestError, SeatClient

BOT = {"kind": "bot", "level": "greedy"}
ME = {"kind": "person", "you": True}


def _run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scene, 90))


async def _finish(running: Running, created: dict[str, Any], seed: int) -> SeatClient:
    """Play a table's match to its end with a person who plays at random."""
    client = SeatClient(running.address, created["table"]["id"], created["secret"])
    async with client:
        await play_randomly(client, Random(seed))
    return client


# What differs: a haggis, two copies of a card, a talon, a match to a goal.
@pytest.mark.parametrize(("game", "seats"), [("tatties", 3), ("neeps", 4), ("mu", 3), ("mu-classic", 4)])
def test_a_deal_of_old_is_dealt_again(tmp_path: Path, game: str, seats: int) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as running:
            first = await create(running, game, seats, places=[ME] + [BOT] * (seats - 1), start=True)
            await _finish(running, first, 1)
            own = Rest(running.address, first["secret"])
            table = first["table"]["id"]
            played = (await past(running, table)).deals
            old, number = played[-1], len(played)
            deal = await own("GET", f"/tables/{table}/matches/1/deals/{number}")
            assert deal["again"]["dealer"] == old.carry.dealer

            places = [BOT] * (seats - 1) + [ME]
            second = await create(
                running,
                game,
                seats,
                places=places,
                start=True,
                options=deal["one_deal"],
                deal=deal["again"],
            )
            assert second["table"]["again"] is True
            client = await _finish(running, second, 2)
            again = await past(running, second["table"]["id"])
            assert again.deals[0].deck == old.deck
            assert again.first_dealer == old.carry.dealer
            listed = await Rest(running.address, second["secret"])(
                "GET", f"/tables/{second['table']['id']}/matches"
            )
            assert [line["practice"] for line in listed["matches"]] == [True]  # it does not count
            # A deck that was brought along proves nothing, and nothing pretends that it does.
            if len(again.deals) == 1:
                assert client.reveals == []
            with pytest.raises(RestError) as refused:
                await Rest(running.address, second["secret"])(
                    "GET", f"/tables/{second['table']['id']}/matches/1/proof"
                )
            assert refused.value.code == "unknown-match"

    _run(scene())


def test_a_rematch_at_such_a_table_deals_it_once_more_and_so_does_a_restart(tmp_path: Path) -> None:
    async def scene() -> None:
        game = games.get("haggis", 2)
        deck = list(game.deck())
        Random(7).shuffle(deck)
        deal = {"deck": " ".join(game.card_code(card) for card in deck), "dealer": 1}
        async with serving(tmp_path) as running:
            made = await create(
                running,
                "haggis",
                2,
                places=[ME, BOT],
                start=True,
                deal=deal,
                options={"rounds": "1", "goal": "0"},
            )
            await _finish(running, made, 3)
        async with serving(tmp_path) as running:
            own = Rest(running.address, made["secret"])
            state = await own("POST", f"/tables/{made['table']['id']}/rematch")
            assert state["table"]["again"] is True
            now = running.service.hall.tables[made["table"]["id"]].journal.match
            assert now is not None
            for match in (await past(running, made["table"]["id"]), now):
                assert match.deals[0].deck == tuple(deck)
                assert match.first_dealer == 1

    _run(scene())


def test_a_deal_is_shown_to_people_of_its_table_once_the_match_is_over(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as running:
            made = await create(running, "haggis", 2, places=[ME, BOT], start=True)
            own, path = (
                Rest(running.address, made["secret"]),
                f"/tables/{made['table']['id']}/matches/1/deals/1",
            )
            table = running.service.hall.tables[made["table"]["id"]]
            await table.dealing.until_begun()
            with pytest.raises(RestError) as refused:
                await own("GET", path)
            assert refused.value.code == "not-over"
            await _finish(running, made, 4)
            with pytest.raises(RestError) as refused:
                await running.rest("GET", path)
            assert refused.value.code == "forbidden"
            with pytest.raises(RestError) as refused:
                await own("GET", path.replace("deals/1", "deals/99"))
            assert refused.value.code == "unknown-match"
            assert (await own("GET", path))["deal"] == 1

    _run(scene())


@pytest.mark.parametrize(
    "deal",
    [
        {"deck": "2r 3r", "dealer": 0},
        {"deck": "no cards", "dealer": 0},
        {"deck": "", "dealer": 0},
        {"deck": " ".join(map(games.get("haggis").card_code, games.get("haggis").deck())), "dealer": 2},
    ],
)
def test_a_deck_of_another_game_is_refused(tmp_path: Path, deal: dict[str, Any]) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as running:
            with pytest.raises(RestError) as refused:
                await create(running, "haggis", 2, deal=deal)
            assert refused.value.code == "bad-option"

    _run(scene())
