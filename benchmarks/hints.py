"""How long a hint, the coach and a review take: asked of a real server, and seen in a real Chromium.

python -m benchmarks.hints [--decisions 12] [--reviews] [--page]. Every game; at each decision of a seat the
first answer is asked for, then a club player moves. `--page` clicks on Hint and waits for the first line.
"""

import argparse
import asyncio
import json
import os
import statistics
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final

from playwright.sync_api import sync_playwright
from tests.browser.chromium import launch
from tests.browser.table import Table
from websockets.asyncio.client import connect

from benchmarks.moments import TABLES
from benchmarks.page import serving
from stramash.bots.registry import seat_bot
from stramash.client import Rest, SeatClient

MEASURED: Final = (*TABLES, ("mu", 6))
LATEST: Final = 120.0
"""Seconds after which a review is broken off."""


class Times:
    """Seconds that something took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def __str__(self) -> str:
        if not self.seconds:
            return ""
        mean, longest = statistics.mean(self.seconds), max(self.seconds)
        return f"{mean:.2f} s, longest {longest:.2f} s (n = {len(self.seconds)})"


class Asker:
    """A second connection of the seat, which only asks."""

    def __init__(self, server: str, table: str, secret: str, player: SeatClient) -> None:
        self.address = f"{server.replace('http', 'ws', 1)}/api/tables/{table}/ws"
        self.secret = secret
        self.player = player
        self.numbers = iter(range(10**6))

    async def __aenter__(self) -> "Asker":
        headers = {"Authorization": f"Bearer {self.secret}"}
        self.socket = await connect(self.address, additional_headers=headers, max_size=None)
        await self.socket.send(json.dumps({"type": "hello", "protocol": 1, "mode": "events"}))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def ask(self, what: str) -> tuple[float, Any]:
        """The first answer, and how long it took."""
        number, began = f"asked-{next(self.numbers)}", time.perf_counter()
        form = {"type": what, "id": number, "decision": self.player.decision, "effort": 0}
        await self.socket.send(json.dumps(form))
        while (said := json.loads(await self.socket.recv())).get("id") != number:
            pass
        return time.perf_counter() - began, said


async def measure(server: str, game: str, seats: int, decisions: int, *, reviews: bool) -> list[str]:
    """Hints at the decisions of seat 0, the coach wherever it says something, a review of the match."""
    places = [{"kind": "person", "you": True}] + [{"kind": "bot", "level": "club"}] * (seats - 1)
    wish = {"game": game, "seats": seats, "name": "A", "places": places, "start": True}
    made = await Rest(server)("POST", "/tables", {**wish, "settings": {"pause": 0}})
    table, own = made["table"]["id"], Rest(server, made["secret"])
    hints, coach, whole = Times(), Times(), Times()
    async with (
        SeatClient(server, table, made["secret"]) as client,
        Asker(server, table, made["secret"], client) as asker,
    ):
        await client.until(lambda: client.must is not None)
        bot = seat_bot("club", client.game, Random(1))  # type: ignore[arg-type]
        await _until_ready(asker)
        while client.stage != "over" and (reviews or len(hints.seconds) < decisions):
            await client.until(lambda: client.must is not None or client.stage == "over")
            if client.must is not None:
                if len(hints.seconds) < decisions and len(client.view.legal) > 1:
                    hints.seconds.append((await asker.ask("advice"))[0])
                    seconds, said = await asker.ask("coach")
                    if said["coach"]["kind"] is not None:
                        coach.seconds.append(seconds)
                await client.move(bot.choose(client.view))
        if reviews:
            whole.seconds.append(await _reviewed(own, table))
    return [str(hints), str(coach), str(whole)]


async def _until_ready(asker: Asker) -> None:
    """Whoever thinks has been started and has compiled what it needs."""
    until = time.perf_counter() + LATEST
    while time.perf_counter() < until:
        _, said = await asker.ask("advice")
        if "advice" in said:
            await asker.ask("coach")
            return
        await asyncio.sleep(1.0)


async def _reviewed(own: Callable[[str, str], Awaitable[Any]], table: str) -> float:
    began = time.perf_counter()
    while time.perf_counter() - began < LATEST:
        if (await own("GET", f"/tables/{table}/matches/1/review?seat=0"))["complete"]:
            break
        await asyncio.sleep(0.2)
    return time.perf_counter() - began


def in_the_page(server: str, rounds: int) -> None:
    """From the click on Hint to the first line of advice on the screen."""
    print("| game, seats | hint on the screen |\n|---|--:|")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for game, seats in MEASURED:
            page = browser.new_page(base_url=server)
            times = Times()
            for _ in range(rounds):
                table = Table(page)
                table.create(game, seats, {})
                if not table.wait_for_turn():
                    continue
                if page.locator("#tab-hint").is_hidden():
                    page.keyboard.press("h")
                began = time.perf_counter()
                page.locator("#tab-hint").click()
                page.locator(".hint ol li").first.wait_for()
                times.seconds.append(time.perf_counter() - began)
            print(f"| `{game}` {seats} | {times} |", flush=True)
            page.close()
        browser.close()


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=12)
    parser.add_argument("--reviews", action="store_true", help="play each match out, and look at its review")
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--game", help="one game alone")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f} before")
    with serving() as server:
        if asked.page:
            in_the_page(server, asked.decisions)
            return
        print("| game, seats | hint, first answer | coach, first answer | review of a match |")
        print("|---|--:|--:|--:|")
        for game, seats in MEASURED:
            if asked.game in (None, game):
                figures = asyncio.run(measure(server, game, seats, asked.decisions, reviews=asked.reviews))
                print(f"| `{game}` {seats} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()
