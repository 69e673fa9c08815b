"""Bots have fair shares: by rank, by address, by table; and they rest where nobody looks on."""

import asyncio
from pathlib import Path

from tests.server.harness import Running, act, create

from stramash.client import SeatClient
from stramash.server.thinking.line import Line, Rank, Share


def test_play_comes_first_and_every_address_and_table_in_turn() -> None:
    async def run() -> None:
        line: Line[int] = Line()
        served: list[str] = []

        async def wait(name: str, share: Share) -> None:
            await line.wait(share, lambda _: None)
            served.append(name)

        waiting = [
            ("review", Share(Rank.REVIEW, "ann", "a1")),
            *((f"ann {n}", Share(Rank.PLAY, "ann", f"a{n % 2}")) for n in range(4)),
            ("alone", Share(Rank.ALONE, "bob", "b0")),
            ("bob", Share(Rank.PLAY, "bob", "b1")),
            ("cid", Share(Rank.PLAY, "cid", "c1")),
        ]
        tasks = []
        for name, share in waiting:
            tasks.append(asyncio.create_task(wait(name, share)))
            await asyncio.sleep(0)
        for n in range(len(waiting)):
            assert line.give(n)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert not line.give(0)
        assert served == ["ann 0", "bob", "cid", "ann 1", "ann 2", "ann 3", "alone", "review"]

    asyncio.run(asyncio.wait_for(run(), 30))


def test_what_comes_at_the_moment_of_giving_up_is_not_lost() -> None:
    async def run() -> None:
        line: Line[int] = Line()
        back: list[int] = []
        task = asyncio.create_task(line.wait(Share(), back.append))
        await asyncio.sleep(0)
        assert line.give(7)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert back == [7]
        gone = asyncio.create_task(line.wait(Share(), back.append))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert not line.give(8)

    asyncio.run(asyncio.wait_for(run(), 30))


def test_bots_alone_rest_until_somebody_looks_on(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        places = [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]
        options = {"rounds": "30", "goal": "0"}
        created = await create(running, "haggis", 2, places=places, start=True, options=options)
        table = running.service.hall.tables[created["table"]["id"]]
        n = -1
        while n != table.journal.n or not table.is_resting:  # a move may still be on its way into the store
            n = table.journal.n
            await asyncio.sleep(0.5)
        assert table.stage != "over"
        async with SeatClient(running.address, table.id, created["secret"]) as client:
            await client.until(lambda: (client.n or 0) > n + 3)

    act(tmp_path, scene, rest_seconds=0.2)
