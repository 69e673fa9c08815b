"""A server that is killed at random points loses no acknowledged move and doubles none."""

import asyncio
import contextlib
import os
import signal
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.dying import MOMENTS
from tests.server.postgresql import STORES, fresh_database
from tests.server.processes import ServerProcess, server_process

from stramash import records
from stramash.client import RefusedByServer, Rest, SeatClient
from stramash.fairness import proof

KILLS = int(os.environ.get("STRAMASH_KILLS", "4"))
"""How often a match's server is killed; `make kill-test` asks for 50."""


TOO_LATE = ("stale", "not-playing", "unavailable", "stopping")


class Player:
    """Plays randomly and remembers what was acknowledged."""

    def __init__(self, client: SeatClient, rng: Random) -> None:
        self.client = client
        self.rng = rng
        self.acknowledged: dict[int, str] = {}
        self.taken_back: dict[int, int] = {}
        """The update that took back each move that did not stand."""

    async def play(self, pace: float) -> None:
        client = self.client
        while client.stage != "over":
            await client.until(lambda: client.must is not None or client.stage == "over")
            if client.must is None:
                continue
            move = self.rng.choice(client.view.legal)
            try:
                n = await client.move(move, client.must)
            except RefusedByServer as refused:
                # A partner's bet may have come first (C10.3).
                is_late_bet = refused.code == "illegal" and str(move).startswith("bet")
                if refused.code not in TOO_LATE and not is_late_bet:
                    raise
            else:
                assert n not in self.acknowledged, "one number for two moves"
                self.acknowledged[n] = str(move)
                if client.may_take_back == n and self.rng.random() < 0.3:
                    await self.take_back(n)
            await asyncio.sleep(pace)

    async def take_back(self, n: int) -> None:
        try:
            self.taken_back[n] = await self.client.take_back()
        except RefusedByServer as refused:
            if refused.code not in TOO_LATE:
                raise
        else:
            del self.acknowledged[n]


async def seat_four(address: str, game: str, options: dict[str, str]) -> tuple[str, list[str]]:
    wish = {"game": game, "seats": 4, "name": "Ann", "options": options, "settings": {"pause": 0}}
    rest = Rest(address)
    created = await rest("POST", "/tables", wish)
    path = f"/tables/{created['table']['id']}"
    secrets = [created["secret"]]
    for seat in (1, 2, 3):
        body = {"name": f"P{seat}", "invite": created["invite"]}
        secrets.append((await rest("POST", f"{path}/join", body))["secret"])
    await Rest(address, secrets[0])("POST", f"{path}/start")
    return created["table"]["id"], secrets


async def check_record(address: str, table: str, secret: str, players: list[Player]) -> None:
    """The record verifies, and holds every acknowledged move exactly once, under its number."""
    rest = Rest(address, secret)
    record = await rest("GET", f"/tables/{table}/matches/1/record")
    match = records.load(record)
    assert match.is_over
    proof.verify(match, await rest("GET", f"/tables/{table}/matches/1/proof"))
    past = await SeatClient(address, table, secret).history()
    updates = {update["n"]: update for update in past}
    gone = {u["took_back"]: u["n"] for u in updates.values() if u["kind"] == "take_back"}
    assert gone == {n: at for player in players for n, at in player.taken_back.items()}
    moves = [u["n"] for u in updates.values() if u["kind"] == "move" and u["n"] not in gone]
    assert len(moves) == sum(len(deal.moves) for deal in match.deals)
    assert sorted(updates) == list(range(1, max(updates) + 1))
    recorded = dict(zip(sorted(moves), [m for deal in match.deals for m in deal.moves], strict=True))
    for seat, player in enumerate(players):
        assert len(player.acknowledged) > 5
        for n, text in player.acknowledged.items():
            who, move = recorded[n]
            assert (who, str(move)) == (seat, text)


@contextlib.asynccontextmanager
async def players_at(addresses: list[str], table: str, secrets: list[str]) -> Any:
    async with contextlib.AsyncExitStack() as stack:
        players = []
        for seat, secret in enumerate(secrets):
            client = SeatClient(addresses[seat % len(addresses)], table, secret)
            players.append(Player(await stack.enter_async_context(client), Random(seat)))
        yield players


async def kill_and_restart(server: ServerProcess, client: SeatClient, rng: Random, times: int) -> None:
    """Kill in the middle of play, some updates and some milliseconds after the last time."""
    for _ in range(times):
        target = (client.n or 0) + rng.randint(1, 20)
        await client.until(lambda target=target: (client.n or 0) >= target or client.stage == "over")  # type: ignore[misc]
        await asyncio.sleep(rng.uniform(0, 0.02))
        await server.kill()
        await server.start()


def test_a_server_that_is_killed_loses_and_doubles_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        async with server_process(tmp_path) as server:
            table, secrets = await seat_four(server.address, "mu", {"rounds": str(min(20, 2 + KILLS // 3))})
            async with players_at([server.address], table, secrets) as players:
                playing = [asyncio.create_task(player.play(0.005)) for player in players]
                await kill_and_restart(server, players[0].client, Random(7), KILLS)
                await asyncio.gather(*playing)
                assert players[0].client.reconnections >= KILLS
            await check_record(server.address, table, secrets[0], players)

    asyncio.run(asyncio.wait_for(run(), 60 + 15 * KILLS))


@pytest.mark.parametrize("store", STORES)
def test_a_server_that_is_killed_in_the_middle_of_saving_loses_and_doubles_nothing(
    tmp_path: Path, request: pytest.FixtureRequest, store: str
) -> None:
    url = "" if store == "sqlite" else fresh_database(request.getfixturevalue("postgres"), "dying")

    async def run() -> None:
        rounds = str(2 + KILLS // 4)
        async with server_process(tmp_path, url) as server, contextlib.AsyncExitStack() as stack:
            tables, everybody = [], []
            for game, options in (("neeps", {"rounds": rounds, "goal": "0"}), ("mu", {"rounds": rounds})):
                table, secrets = await seat_four(server.address, game, options)
                players = await stack.enter_async_context(players_at([server.address], table, secrets))
                tables.append((table, secrets[0], players))
                everybody += players
            await server.kill()
            playing = [asyncio.create_task(player.play(0.005)) for player in everybody]
            for number in range(KILLS):
                await server.start(MOMENTS[number % len(MOMENTS)], number)
                assert await server.died() == -signal.SIGKILL
            await server.start()
            await asyncio.gather(*playing)
            for table, secret, players in tables:
                await check_record(server.address, table, secret, players)

    asyncio.run(asyncio.wait_for(run(), 90 + 15 * KILLS))


def test_a_server_that_is_told_to_stop_finishes_and_says_so(tmp_path: Path) -> None:
    async def run() -> None:
        async with server_process(tmp_path) as server:
            table, secrets = await seat_four(server.address, "mu", {"rounds": "2"})
            async with players_at([server.address], table, secrets) as players:
                notices: list[str] = []
                players[0].client.on_message = lambda m: (
                    notices.append(m["code"]) if m["type"] == "notice" else None
                )
                playing = [asyncio.create_task(player.play(0.01)) for player in players]
                await asyncio.sleep(0.5)
                assert await server.kill(signal.SIGTERM) == 0
                assert notices == ["stopping"]
                await server.start()
                await asyncio.gather(*playing)
            await check_record(server.address, table, secrets[0], players)

    asyncio.run(asyncio.wait_for(run(), 90))
