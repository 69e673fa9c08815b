"""While the compiled engine is being prepared: who plays is told, and nobody judges in the adviser's name."""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import Running, create, play_randomly, serving
from tests.server.test_others import finished

from stramash.client import RefusedByServer, Rest, RestError, SeatClient
from stramash.server.thinking import processes
from stramash.server.thinking import review as reviewing
from stramash.server.thinking.advice import ADVISER
from stramash.server.thinking.line import Share
from stramash.server.thinking.others import ATTEMPTS, Others
from stramash.server.thinking.readiness import Readiness

ME = {"kind": "person", "you": True}
COMPILED = "regular"
"""The level that has least to compile."""
PATIENCE = 300.0


def _run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(scene, 600))


class Cold(Running):
    """A server whose engine is ready when the test says so."""

    gate: Path

    async def get_ready(self) -> None:
        """The engine is prepared."""
        await asyncio.to_thread(self.gate.write_text, "")
        await self.service.hall.pool.readiness.wait()


@contextlib.asynccontextmanager
async def cold(folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> AsyncIterator[Cold]:
    """A server that prepares its engine until the test opens the gate."""
    gate = folder / "gate"
    os.mkfifo(gate)
    waiting = (sys.executable, "-c", "import sys; open(sys.argv[1]).read()", str(gate))
    monkeypatch.setattr(processes, "WARMING", waiting)
    async with serving(folder, warm_up=True, bot_patience=PATIENCE, **settings) as running:
        assert not running.service.hall.pool.readiness.is_ready
        here = Cold(running.address, running.service, running.door)
        here.gate = gate
        yield here


def bot(level: str) -> dict[str, str]:
    return {"kind": "bot", "level": level}


def _moves(running: Running, table: str) -> list[Any]:
    journal = running.service.hall.tables[table].journal
    return [happening for happening in journal.recent if happening.kind == "move"]


@pytest.mark.parametrize(
    ("game", "seats", "options", "plays"),
    [
        ("haggis", 2, {}, "net"),
        ("mu", 3, {}, "net"),
        ("haggis", 2, {"first_out_extra": "7"}, "greedy"),
    ],
)
def test_until_a_bot_can_play_the_table_says_who_plays_instead(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    seats: int,
    options: dict[str, str],
    plays: str,
) -> None:
    async def scene() -> None:
        async with cold(tmp_path, monkeypatch) as running:
            places = [ME, *[bot(COMPILED)] * (seats - 1)]
            made = await create(
                running, game, seats, places=places, start=True, options={"rounds": "1", **options}
            )
            instead = {"level": plays, "why": "getting-ready"}
            told = [(seat["level"], seat["substitute"]) for seat in made["table"]["seats"]]
            assert told == [(None, None), *[(COMPILED, instead)] * (seats - 1)]
            async with SeatClient(running.address, made["table"]["id"], made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                await play_randomly(client, Random(5))
            moves = _moves(running, made["table"]["id"])
            assert {move.by_level for move in moves if move.by == "bot"} == {plays}
            assert {move.by_level for move in moves if move.by == "person"} == {None}
            own = Rest(running.address, made["secret"])
            after = moves[0].n - 1
            history = await own("GET", f"/tables/{made['table']['id']}/history?after={after}")
            levels = {one["by_level"] for one in history["updates"] if one["by"] == "bot"}
            assert levels == {plays}

    _run(scene())


def test_a_bot_takes_over_by_itself_as_soon_as_it_can_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with cold(tmp_path, monkeypatch) as running:
            made = await create(running, "haggis", 2, places=[ME, bot(COMPILED)], start=True)
            table = made["table"]["id"]
            async with SeatClient(running.address, table, made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                await running.get_ready()
                await client.until(lambda: client.table["seats"][1]["substitute"] is None)
                before = len(_moves(running, table))
                await play_randomly(client, Random(5))
            later = [move.by_level for move in _moves(running, table)[before:] if move.by == "bot"]
            assert later
            assert set(later) == {COMPILED}

    _run(scene())


def test_bots_that_need_no_compiled_code_play_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with cold(tmp_path, monkeypatch) as running:
            for level in sorted(processes.LIGHT):
                made = await create(running, "mu", 4, places=[ME, *[bot(level)] * 3])
                assert [seat["substitute"] for seat in made["table"]["seats"]] == [None] * 4, level

    _run(scene())


def test_a_move_is_of_whoever_made_it_also_where_a_bot_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        spec = "mine=tests.arena.players:Crashing"
        async with serving(tmp_path, bots=(spec,)) as running:
            made = await create(running, "haggis", 2, places=[ME, bot("mine")], start=True)
            table = made["table"]["id"]
            async with SeatClient(running.address, table, made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                await play_randomly(client, Random(5))
                # It has failed several times and has a rest: the table says who plays.
                assert client.table["seats"][1]["substitute"] == {"level": "greedy", "why": "failing"}
            assert {move.by_level for move in _moves(running, table) if move.by == "bot"} == {"greedy"}

    _run(scene())


@pytest.mark.parametrize("what", ["advice", "coach"])
def test_nobody_advises_in_the_name_of_an_adviser_who_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async def scene() -> None:
        async with cold(tmp_path, monkeypatch) as running:
            made = await create(running, "haggis", 2, places=[ME, bot("greedy")], start=True)
            table, own = made["table"]["id"], Rest(running.address, made["secret"], timeout=PATIENCE)
            async with SeatClient(running.address, table, made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                with pytest.raises(RestError) as over_http:
                    await own("GET", f"/tables/{table}/{what}")
                assert (over_http.value.status, over_http.value.code) == (503, "getting-ready")
                assert over_http.value.retry_after is not None
                for effort in range(3):
                    with pytest.raises(RefusedByServer) as over_socket:
                        await client.ask({"type": what, "effort": effort})
                    assert over_socket.value.code == "getting-ready"
                    assert over_socket.value.problem["retry_after"] > 0
                await running.get_ready()
                assert (await own("GET", f"/tables/{table}/{what}"))["by"] == ADVISER

    _run(scene())


def test_a_review_that_is_opened_too_early_waits_and_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "REVIEWING", 100)

    async def scene() -> None:
        async with cold(tmp_path, monkeypatch) as running:
            made = await create(
                running, "haggis", 2, places=[ME, bot("greedy")], start=True, options={"rounds": "1"}
            )
            table, own = made["table"]["id"], Rest(running.address, made["secret"], timeout=PATIENCE)
            async with SeatClient(running.address, table, made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                await play_randomly(client, Random(5))
            path = f"/tables/{table}/matches/1/review?seat=0"
            for _ in range(2):  # also after a reload
                review = await own("GET", path)
                assert (review["complete"], review["by"], review["decisions"]) == (False, None, [])
                assert review["retry_after"] > 0
            expert = await own("GET", f"/tables/{table}/matches/1/deals/1/expert")
            assert (expert["complete"], expert["expert_scores"]) == (False, None)
            assert expert["retry_after"] > 0
            await running.get_ready()
            while not review["complete"]:
                review = await own("GET", path)
            assert (review["by"], review["unjudged"], review["retry_after"]) == (ADVISER, 0, None)
            assert review["judged"] > 0
            assert await own("GET", path) == review

    _run(scene())


def test_what_a_failing_judge_leaves_unjudged_is_said_and_is_asked_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as running:
            made = await create(
                running, "haggis", 2, places=[ME, bot("greedy")], start=True, options={"rounds": "1"}
            )
            table, own = made["table"]["id"], Rest(running.address, made["secret"], timeout=PATIENCE)
            async with SeatClient(running.address, table, made["secret"]) as client:
                await client.until(lambda: client.must is not None)
                await play_randomly(client, Random(5))
            asked: list[int] = []
            is_well = False

            async def judge(request: dict[str, Any], **_: Any) -> dict[str, Any] | None:
                asked.append(request["seed"])
                return None if len(set(asked)) == 2 and not is_well else {"by": ADVISER, "advice": []}

            monkeypatch.setattr(running.service.hall.pool, "ask", judge)
            path = f"/tables/{table}/matches/1/review?seat=0"
            review: dict[str, Any] = {"complete": False}
            while not review["complete"]:
                review = await own("GET", path)
            assert review["unjudged"] == 1
            assert [line["is_judged"] for line in review["decisions"]].count(False) == 1
            assert review["judged"] == 0
            assert len(asked) == review["of"] + reviewing.ATTEMPTS - 1
            (listed,) = (await own("GET", f"/tables/{table}/matches"))["matches"]
            assert listed["reviewed"] is None
            is_well = True
            asked.clear()
            while not review["complete"] or review["unjudged"]:
                review = await own("GET", path)
            assert len(asked) == 1  # the others keep their answers
            assert all(line["is_judged"] for line in review["decisions"])

    _run(scene())


class _Silent:
    """Bots that never answer."""

    def __init__(self) -> None:
        self.readiness = Readiness()
        self.times = 0

    async def ask(self, *_: Any, **__: Any) -> None:
        """Nothing."""
        self.times += 1


def test_nobody_plays_a_deal_in_the_name_of_an_expert_who_does_not_answer() -> None:
    match, pool = finished("haggis", 2), _Silent()
    work = Others(match, 1, 1, 0, {1: "random"})
    asyncio.run(work.work(pool, Share(table="t")))  # type: ignore[arg-type]
    assert work.is_given_up
    assert (work.form()["complete"], work.form()["expert_scores"]) == (True, None)
    assert pool.times == ATTEMPTS
