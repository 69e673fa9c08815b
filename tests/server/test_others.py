"""This deal, others: the expert in a person's place, with the same cards."""

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.harness import Running, act, create, fill, past, play_randomly, refused, start

from stramash import games
from stramash.client import Rest, SeatClient
from stramash.core.match import Match, shuffled
from stramash.server.thinking import others as others_module
from stramash.server.thinking.line import Share
from stramash.server.thinking.others import Others
from stramash.server.thinking.readiness import Readiness
from stramash.server.thinking.worker import Worker

BOT, ME = {"kind": "bot", "level": "greedy"}, {"kind": "person", "you": True}


async def worked_out(own: Rest, path: str) -> dict[str, Any]:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        form: dict[str, Any] = await own("GET", path)
        if form["complete"]:
            return form
    raise AssertionError("the expert did not come to an end")


def test_the_expert_plays_the_same_deal_from_ones_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(others_module, "EXPERT", "greedy")  # the real one needs compiled code

    async def scene(running: Running) -> None:
        made = await create(running, "haggis", 2, places=[ME, BOT], start=True)
        own, table = Rest(running.address, made["secret"]), made["table"]["id"]
        path = f"/tables/{table}/matches/1/deals/1/expert"
        client = SeatClient(running.address, table, made["secret"])
        async with client:
            await client.until(lambda: client.must is not None)
            assert await refused(own("GET", path)) == "not-over"
            await play_randomly(client, Random(1))
        form = await worked_out(own, path)
        deal = (await past(running, table)).deals[0]
        assert deal.result is not None
        assert form["scores"] == list(deal.result.scores)
        assert form["margin"] == form["scores"][0] - form["scores"][1]
        assert form["expert_margin"] == form["expert_scores"][0] - form["expert_scores"][1]
        assert await own("GET", path) == form  # worked out once
        assert await refused(running.rest("GET", path)) == "forbidden"
        assert await refused(own("GET", path.replace("deals/1", "deals/9"))) == "unknown-match"

    act(tmp_path, scene)


def test_where_people_play_each_other_nobody_plays_it_again(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        made = await create(running, "haggis", 2, options={"rounds": "1"})
        secrets = await fill(running, made)
        await start(running, made)
        clients = [SeatClient(running.address, made["table"]["id"], secret) for secret in secrets]
        async with clients[0], clients[1]:
            await asyncio.gather(*(play_randomly(client, Random(i)) for i, client in enumerate(clients)))
        own = Rest(running.address, made["secret"])
        path = f"/tables/{made['table']['id']}/matches/1/deals/1/expert"
        assert await refused(own("GET", path)) == "forbidden"

    act(tmp_path, scene)


class _Pool:
    """Answers at once, and remembers what it was told."""

    def __init__(self) -> None:
        self.worker = Worker()
        self.readiness = Readiness()
        self.requests: list[Any] = []

    async def ask(self, request: Any, share: Any = None) -> Any:
        """The worker's answer."""
        self.requests.append(request)
        return self.worker.answer(request)


def finished(game_id: str, seats: int) -> Match[Any, Any, Any]:
    match = Match(games.with_rounds(games.get(game_id, seats), 1), 0)
    rng = Random(5)
    while not match.is_over:
        if match.needs_deck:
            match.deal(shuffled(match.game, rng))
        seat = min(match.waiting)
        match.act(seat, rng.choice(match.legal(seat)))
    return match


@pytest.mark.parametrize(("game", "seats"), [("neeps", 4), ("tatties", 3), ("mu", 4)])
def test_every_bot_is_told_what_its_seat_may_know(
    monkeypatch: pytest.MonkeyPatch, game: str, seats: int
) -> None:
    monkeypatch.setattr(others_module, "EXPERT", "greedy")
    match, pool = finished(game, seats), _Pool()
    work = Others(match, 1, len(match.deals), 1, dict.fromkeys(range(seats), "random"))
    asyncio.run(work.work(pool, Share(table="t")))  # type: ignore[arg-type]
    assert work.is_over
    assert work.form()["expert_scores"] is not None
    levels = {request["seat"]: request["level"] for request in pool.requests}
    assert levels == {seat: "greedy" if seat == 1 else "random" for seat in range(seats)}
    for request in pool.requests:
        hands = request["events"][0]["hands"]
        assert [hand is not None for hand in hands] == [seat == request["seat"] for seat in range(seats)]


def test_work_that_nobody_waits_for_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    match, pool = finished("haggis", 2), _Pool()
    work = Others(match, 1, 1, 0, {1: "random"})
    work.asked_at -= 2 * others_module.UNASKED_SECONDS
    asyncio.run(work.work(pool, Share(table="t")))  # type: ignore[arg-type]
    assert not work.is_over
    assert pool.requests == []
