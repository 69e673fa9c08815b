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

from stramash.client import Rest, SeatClient
from stramash.server.thinking import processes

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
