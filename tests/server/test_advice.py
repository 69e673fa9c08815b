"""Hints and reviews: by the strongest adviser there is, from the seat's view alone, off the event loop."""

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import create, past, play_randomly, serving
from websockets.asyncio.client import connect

from stramash.client import Rest, SeatClient
from stramash.server.thinking import processes
from stramash.server.thinking import review as reviewing
from stramash.server.thinking.advice import ADVISER, EFFORTS
from stramash.server.thinking.processes import BotPool
from stramash.server.thinking.review import Question, review_lines

BOT = {"kind": "bot", "level": "greedy"}
ME = {"kind": "person", "you": True}
PATIENCE = 300.0
"""Where the fast engine has never been compiled before, the first answer takes its time."""


def _run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scene, 600))


@pytest.mark.parametrize(("game", "seats"), [("haggis", 3), ("mu", 4)])
def test_a_hint_tells_what_moves_are_worth_and_a_review_what_was_given_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seats: int
) -> None:
    monkeypatch.setattr(reviewing, "REVIEWING", 1000)

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
                assert moves
                assert advice["more"]
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
            finished = await past(running, table)
            own_moves = [move for deal in finished.deals for seat, move in deal.moves if seat == 0]
            told = [line for line in review["decisions"] if line["kind"] == "move" or is_bet(line)]
            assert [line["move"]["text"] for line in told] == list(map(str, own_moves))
            assert review["of"] == len(own_moves)
            judged = [line for line in review["decisions"] if line["lost"] is not None]
            losses = [line for line in judged if line["is_loss"]]
            assert review["judged"] == len(judged)
            assert review["losses"] == len(losses)
            assert review["lost"] == pytest.approx(sum(line["lost"] for line in losses))
            assert sum(deal["lost"] for deal in review["deals"]) == pytest.approx(review["lost"])
            assert all(line["lost"] > line["margin"] and line["hands"] for line in losses)
            assert all(line["hands"] is None for line in review["decisions"] if not line["is_loss"])
            assert judged
            assert all(line["is_judged"] for line in review["decisions"])
            assert (review["unjudged"], review["retry_after"]) == (0, None)
            (listed,) = (await own("GET", f"/tables/{table}/matches"))["matches"]
            assert listed["reviewed"] == {"decisions": review["judged"], "lost": review["lost"]}
            (deal,) = review["deals"]
            assert deal["expected"] is not None

    _run(scene())


def test_nothing_waits_for_a_surer_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with serving(tmp_path, bot_patience=PATIENCE) as running:
            made = await create(running, "haggis", 2, places=[ME, BOT], start=True)
            table = made["table"]["id"]
            pool = running.service.hall.pool
            begun, held = asyncio.Event(), asyncio.Event()

            async def refine(*_: object) -> dict[str, Any]:
                begun.set()
                await held.wait()
                return {"by": "late", "advice": []}

            answer_at_once(pool, monkeypatch)
            monkeypatch.setattr(pool, "refine", refine)
            async with SeatClient(running.address, table, made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                first = client.must
                headers = {"Authorization": f"Bearer {made['secret']}"}
                address = f"{running.address.replace('http', 'ws', 1)}/api/tables/{table}/ws"
                async with connect(address, additional_headers=headers) as socket:
                    await socket.send(json.dumps({"type": "hello", "protocol": 1, "mode": "events"}))
                    for number, effort in enumerate((1, 0, 1)):
                        form = {"type": "advice", "id": str(number), "decision": first, "effort": effort}
                        await socket.send(json.dumps(form))
                        if effort:
                            await begun.wait()
                    assert (await _told(socket, "1"))["advice"]["by"] == ADVISER
                    assert client.game is not None
                    legal = [move for move in client.view.legal if not client.game.is_interjection(move)]
                    form = {"type": "move", "id": "move", "decision": first, "move": str(legal[0])}
                    await socket.send(json.dumps({**form, "cards": None}))
                    assert (await _told(socket, "move"))["type"] == "ack"
                    held.set()
                    assert (await _told(socket, "0"))["advice"]["by"] == "late"
                    # What waited until it was decided is not worked out any more.
                    assert (await _told(socket, "2"))["problem"]["code"] == "unavailable"

    _run(scene())


def answer_at_once(pool: BotPool, monkeypatch: pytest.MonkeyPatch) -> None:
    """An adviser that has nothing to say, for tests that are not about thinking."""
    ask = pool.ask

    async def asked(request: dict[str, Any], *rest: Any, **more: Any) -> Any:
        return (
            {"by": ADVISER, "advice": []} if request["op"] == "advise" else await ask(request, *rest, **more)
        )

    monkeypatch.setattr(pool, "ask", asked)


async def _told(socket: Any, number: str) -> dict[str, Any]:
    """The answer with a number; others are passed over."""
    while (said := json.loads(await socket.recv())).get("id") != number:
        pass
    return dict(said)


def test_a_preparation_that_fails_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        pool = BotPool(1, 5.0)
        monkeypatch.setattr(processes, "WARMING", ("/nowhere/python",))
        await pool.warm()
        assert pool.readiness.is_ready
        await pool.close()

    _run(scene())


def is_bet(line: dict[str, Any]) -> bool:
    """Whether a line is about a bet that was made."""
    return bool(line["move"]["kind"] == "bet")


def _line(text: str, kind: str, value: float | None, better: float, *also: str) -> dict[str, Any]:
    forms = [{"text": other, "kind": kind} for other in also]
    return {
        "move": {"text": text, "kind": kind},
        "also": forms,
        "value": value,
        "better": better,
        "better_margin": 1.0,
        "why": "",
    }


def _question(text: str, kind: str, *, is_out_of_turn: bool = False) -> Question:
    return Question(4, 1, 0, {"text": text, "kind": kind}, [], [["7r"]], [], is_out_of_turn)


@pytest.mark.parametrize(
    ("text", "kind", "lost", "is_loss", "best"),
    [
        ("play 7r", "play", 0.0, False, None),
        ("play 7b", "play", 0.0, False, None),
        ("pass", "pass", 3.0, True, "play 7r"),
        ("play 9g", "play", 0.5, False, "play 7r"),
        ("bet 15", "bet", 0.0, False, None),
        ("bet 30", "bet", 6.0, True, "bet 15"),
    ],
)
def test_a_bet_is_measured_by_what_it_adds_and_a_move_by_the_best_move(
    text: str, kind: str, lost: float, is_loss: bool, best: str | None
) -> None:
    advice = [
        _line("play 7r", "play", 10.0, 3.0, "play 7b"),
        _line("play 9g", "play", 9.5, -0.5),
        _line("pass", "pass", 7.0, -3.0),
        _line("bet 15", "bet", None, 2.0),
        _line("bet 30", "bet", None, -4.0),
    ]
    line, *missed = review_lines(_question(text, kind, is_out_of_turn=kind == "bet"), advice)
    assert (line["lost"], line["is_loss"]) == (lost, is_loss)
    assert (line["best"] or {}).get("text") == best
    assert bool(line["hands"]) == is_loss
    # Who plays a card may bet no more: the bet that would have gained is told of.
    assert [item["best"]["text"] for item in missed] == (["bet 15"] if kind == "play" else [])


def test_no_bet_is_right_where_none_gains() -> None:
    advice = [_line("play 7r", "play", 10.0, 3.0), _line("bet 15", "bet", None, -2.0)]
    assert len(review_lines(_question("play 7r", "play"), advice)) == 1
    (made,) = review_lines(_question("bet 15", "bet", is_out_of_turn=True), advice)
    assert (made["lost"], made["best"]) == (2.0, None)


def test_a_review_that_nobody_looks_at_rests_and_goes_on_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with serving(tmp_path, bot_patience=PATIENCE) as running:
            answer_at_once(running.service.hall.pool, monkeypatch)
            made = await create(running, "haggis", 2, places=[ME, BOT], start=True, options={"rounds": "1"})
            table, own = made["table"]["id"], Rest(running.address, made["secret"], timeout=PATIENCE)
            async with SeatClient(running.address, table, made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                await play_randomly(client, Random(5))
            monkeypatch.setattr(reviewing, "LOOKS_AWAY", -1.0)
            review = await own("GET", f"/tables/{table}/matches/1/review?seat=0")
            assert not review["complete"]
            assert review["decisions"] == []
            monkeypatch.setattr(reviewing, "LOOKS_AWAY", 600.0)
            while not review["complete"]:
                review = await own("GET", f"/tables/{table}/matches/1/review?seat=0")
            assert len(review["decisions"]) == review["of"] > 0

    _run(scene())


def test_a_hint_can_be_refined() -> None:
    assert tuple(sorted(EFFORTS)) == EFFORTS
    assert len(EFFORTS) == 3
