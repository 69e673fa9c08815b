"""People who play, go and come back; and what is counted of it."""

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from benchmarks.soak.house import House
from stramash.client import ClientError, RefusedByServer, Rest, RestError, SeatClient

LATE: Final = ("stale", "not-playing", "unavailable", "stopping")
PACE: Final = 0.15


@dataclass
class Tally:
    """What happened."""

    acknowledged: int = 0
    lost: int = 0
    wrong: int = 0
    matches: int = 0
    evenings: int = 0
    gone: int = 0
    troubles: Counter[str] = field(default_factory=Counter)
    samples: dict[int, list[tuple[float, float, int]]] = field(default_factory=dict)
    """Of each process: time, megabytes, open files."""


class People(ABC):
    """Somebody who asks a house for something, and does not give up."""

    def __init__(self, house: House, rng: Random, tally: Tally, is_over: Callable[[], bool]) -> None:
        self.house = house
        self.rng = rng
        self.tally = tally
        self.is_over = is_over

    @abstractmethod
    async def live(self) -> None:
        """Do what they do until time is up."""

    def rest(self, secret: str | None = None) -> Rest:
        """Requests to the house."""
        return Rest(self.house.address, secret, timeout=15)

    async def patiently(self, work: Callable[[], Awaitable[Any]]) -> Any:
        """Try until the server is there, of a version that can read the table."""
        while True:
            try:
                return await work()
            except (OSError, RestError, ValueError) as error:
                if isinstance(error, RestError) and error.status < 500 and error.code != "quarantined":
                    raise
                await asyncio.sleep(0.5)

    async def play(
        self, table: str, secret: str, done: dict[int, str], is_done: Callable[[SeatClient], bool]
    ) -> None:
        """Play, and be gone for a moment now and then; every acknowledged move is noted."""
        while True:
            client = SeatClient(self.house.address, table, secret)
            client.rest.timeout = 15
            leaves_at = time.monotonic() + self.rng.uniform(3, 40)
            with contextlib.suppress(ClientError):
                async with client:
                    while not is_done(client) and time.monotonic() < leaves_at:
                        await self._move(client, done, is_done)
                    if is_done(client):
                        return
            self.tally.gone += 1
            await asyncio.sleep(self.rng.uniform(0, 2))

    async def _move(
        self, client: SeatClient, done: dict[int, str], is_done: Callable[[SeatClient], bool]
    ) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(client.until(lambda: client.must is not None or is_done(client)), 2)
        if client.must is None or not client.view.legal:
            return
        move = self.rng.choice(client.view.legal)
        try:
            n = await client.move(move, client.must)
        except RefusedByServer as refused:
            if refused.code not in (*LATE, "illegal"):
                self.tally.wrong += 1
        else:
            done[n] = str(move)
            self.tally.acknowledged += 1
        await asyncio.sleep(PACE * self.rng.random() * 2)

    async def compare(self, table: str, secret: str, done: list[dict[int, str]]) -> None:
        """Every acknowledged move is in the journal, under its number, by its seat, once."""
        client = SeatClient(self.house.address, table, secret)
        client.rest.timeout = 15
        updates = {update["n"]: update for update in await client.history()}
        if sorted(updates) != list(range(1, len(updates) + 1)):
            self.tally.wrong += 1
        for seat, moves in enumerate(done):
            for n in moves:
                update = updates.get(n, {"kind": None, "seat": None})
                self.tally.lost += (update["kind"], update["seat"]) != ("move", seat)
        self.tally.matches += 1


class Table(People):
    """One table after the other, in one place of a house."""

    async def live(self) -> None:
        """Play match after match until time is up."""
        while not self.is_over():
            table, secrets = await self.patiently(self._set_up)
            done: list[dict[int, str]] = [{} for _ in secrets]
            await asyncio.gather(*(self.play(table, s, done[i], _is_over) for i, s in enumerate(secrets)))
            await self.patiently(lambda t=table, s=secrets[0], d=done: self.compare(t, s, d))  # type: ignore[misc]

    async def _set_up(self) -> tuple[str, list[str]]:
        rest = self.rest()
        game, seats, rounds = self.rng.choice([("haggis", 2, "2"), ("mu", 4, "1"), ("neeps", 4, "1")])
        settings = {"pause": 0, "public": True}
        options = {"rounds": rounds}
        wish = {"game": game, "seats": seats, "name": "A", "options": options, "settings": settings}
        created = await rest("POST", "/tables", wish)
        path = f"/tables/{created['table']['id']}"
        secrets = [created["secret"]]
        for seat in range(1, seats):
            wish = {"name": f"P{seat}", "invite": created["invite"], "seat": seat}
            secrets.append((await rest("POST", f"{path}/join", wish))["secret"])
        await self.rest(secrets[0])("POST", f"{path}/start")
        return created["table"]["id"], secrets


def _is_over(client: SeatClient) -> bool:
    return client.stage == "over"


class Lobby(People):
    """Somebody who looks at the list of public tables: what a later version wrote is no reason to fail."""

    async def live(self) -> None:
        """Look until time is up."""
        while not self.is_over():
            try:
                await self.rest()("GET", "/tables")
            except RestError as error:
                self.tally.wrong += error.status == 500
            except (OSError, ValueError):
                self.tally.gone += 1
            await asyncio.sleep(1)
