"""Hints and reviews: by the strongest adviser there is, from the seat's view alone, off the event loop."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import create, play_randomly, serving

from stramash.client import Rest, SeatClient
from stramash.server.thinking.advice import ADVISER, GREEDY, MOST_LINES
from stramash.server.thinking.processes import BotPool
from stramash.server.thinking.review import Question, _review_line

BOT = {"kind": "bot", "level": "greedy"}
ME = {"kind": "person", "you": True}
PATIENCE = 300.0
"""Where the fast engine has never been compiled before, the first answer takes its time."""


def _run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scene, 600))


@pytest.mark.parametrize(("game", "seats"), [("haggis", 3), ("mu", 4)])
def test_a_hint_tells_what_moves_are_worth_and_a_review_what_was_given_away(
    tmp_path: Path, game: str, seats: int
) -> None:
    async def scene() -> None:
        async with serving(tmp_path, bot_patience=PATIENCE) as running:
            options = {"rounds": "1"}
            made = await create(
                running, game, seats, places=[ME] + [BOT] * (seats - 1), start=True, options=options
            )
            table, own = made["table"]["id"], Rest(running.address, made["secret"], timeout=PATIENCE)
            async with SeatClient(running.address, table, made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                advice = await own("GET", f"/tables/{table}/advice")
                assert advice["by"] == ADVISER
                assert advice["decision"] == client.must
                moves = [line for line in advice["moves"] if line["move"]["kind"] != "bet"]
                assert 1 <= len(moves) <= MOST_LINES
                journal = running.service.hall.tables[table].journal
                assert journal.match is not None
                for line in advice["moves"]:
                    move = journal.game.parse_move(line["move"]["text"])
                    assert journal.game.check(journal.match.state, 0, move) is None
                assert all(line["why"] for line in advice["moves"])
                await play_randomly(client, Random(5))
            review: dict[str, Any] = {"complete": False}
            while not review["complete"]:
                review = await own("GET", f"/tables/{table}/matches/1/review?seat=0")
            assert review["by"] == ADVISER
            finished = running.service.hall.tables[table].journal.matches[0].match
            own_moves = [move for deal in finished.deals for seat, move in deal.moves if seat == 0]
            assert [line["move"]["text"] for line in review["decisions"]] == list(map(str, own_moves))
            judged = [line["given_away"] for line in review["decisions"] if line["given_away"] is not None]
            assert all(lost >= 0 for lost in judged)
            assert bool(judged) == (ADVISER != GREEDY)

    _run(scene())


def test_while_the_strong_bots_are_being_prepared_the_greedy_one_answers(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as running:
            running.service.hall.pool.is_warm = False
            made = await create(running, "haggis", 2, places=[ME, {"kind": "bot"}], start=True)
            async with SeatClient(running.address, made["table"]["id"], made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                own = Rest(running.address, made["secret"])
                advice = await own("GET", f"/tables/{made['table']['id']}/advice")
                assert advice["by"] == GREEDY

    _run(scene())


def test_a_preparation_that_fails_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        pool = BotPool(1, 5.0)
        monkeypatch.setattr("stramash.server.thinking.processes.sys.executable", "/nowhere/python")
        await pool.warm()
        assert pool.is_warm
        await pool.close()

    _run(scene())


def _line(text: str, kind: str, value: float) -> dict[str, Any]:
    return {"move": {"text": text, "kind": kind}, "value": value, "why": ""}


@pytest.mark.parametrize(
    ("text", "kind", "given_away"),
    [("play 7r", "play", 0.0), ("pass", "pass", 3.0), ("bet 15", "bet", 0.0), ("bet 30", "bet", 6.0)],
)
def test_a_bet_is_measured_by_what_it_adds_and_a_move_by_the_best_move(
    text: str, kind: str, given_away: float
) -> None:
    advice = [
        _line("play 7r", "play", 10.0),
        _line("pass", "pass", 7.0),
        _line("bet 15", "bet", 2.0),
        _line("bet 30", "bet", -4.0),
    ]
    line = _review_line(Question(4, 1, 0, {"text": text, "kind": kind}, []), {"advice": advice})
    assert line["given_away"] == given_away
