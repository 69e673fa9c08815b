"""Plays in a hurry over a slow line: is what was played what had been chosen?

    python -m tests.browser.hurried [--plays 400] [--seed 1] [--game neeps]

A person clicks cards and plays them in every way that the page has, without waiting for anything. What was
played is read from the server's database and held against the cards that had been chosen at that click.
"""

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Final, Self

from playwright.sync_api import Page
from tests.browser.proxy import Proxy
from tests.browser.table import Table

from stramash.client import SeatClient
from stramash.wire.families import forms_of

TABLES: Final = [
    ("haggis", 2), ("haggis3", 3), ("neeps", 4), ("tatties", 3), ("haggis-classic", 2), ("mu", 4), ("mu", 3),
]  # fmt: skip
ROUND_TRIPS: Final = (0.0, 0.1, 0.3, 0.6)
GAPS: Final = (0.0, 0.0, 0.05, 0.15, 0.3, 0.5)
JITTER: Final = 0.3
ILLEGAL: Final = 0.2
"""How often cards are chosen that may not be played."""
DOUBLE: Final = 0.4
"""Seconds within which two clicks are one double click."""
PATIENCE: Final = 3.0
"""Seconds, and a few round trips, after which a click that nothing came of was swallowed."""

STATE: Final = """() => {
  if (document.querySelector('.summary .winner')) return 'over';
  if (document.querySelector('.summary .next:enabled')) return 'next';
  const decision = document.querySelector('.own')?.dataset.decision;
  const isOurs = document.title.startsWith('●') && !document.querySelector('.summary');
  return isOurs && decision ? `turn ${decision}` : null;
}"""
# Where cards of the hand can be pointed at: their left edges, which the next card leaves free.
PLACES: Final = """(codes) => {
  const left = [...document.querySelectorAll('.held')];
  return codes.map((code) => {
    const at = left.findIndex((held) => held.dataset.code === code);
    if (at < 0) return null;
    const [held] = left.splice(at, 1);
    const box = held.getBoundingClientRect();
    for (const down of [14, 24, 34, 50])
      for (const right of [8, 12, 5, 20]) {
        const [x, y] = [box.left + right, box.top + down];
        if (document.elementFromPoint(x, y)?.closest('.held') === held) return [x, y];
      }
    return null;
  });
}"""
# The middle of a button, where it can be seen there.
CENTRE: Final = """(selector) => {
  const button = document.querySelector(selector);
  const box = button?.getBoundingClientRect();
  const middle = box && [box.left + box.width / 2, box.top + box.height / 2];
  return middle && button.contains(document.elementFromPoint(...middle)) ? middle : null;
}"""
EXPLAINED: Final = "() => document.querySelector('.why')?.innerText ?? ''"


class Watcher:
    """The seat on a line of its own without delay: what it may do, as the server has it."""

    def __init__(self, server: str, table: str, secret: str) -> None:
        self._client = SeatClient(server, table, secret, cuts=False)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self._do(self._client.__aenter__())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._do(self._client.__aexit__())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(20)
        self._loop.close()

    def _do(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    @property
    def seat(self) -> int:
        """Whose place it is."""
        assert self._client.seat is not None
        return self._client.seat

    def legal(self, decision: int) -> list[dict[str, Any]]:
        """The legal moves of a decision, as forms; none where it is no longer open."""
        client = self._client

        async def known() -> list[dict[str, Any]]:
            await client.until(lambda: (client.must or 0) >= decision or client.stage in ("over", "between"))
            if client.must != decision:
                return []
            assert client.game is not None
            return list(map(forms_of(client.game).move, client.view.legal))

        found: list[dict[str, Any]] = self._do(known())
        return found

    def hand(self) -> list[str]:
        """The cards in hand."""
        assert self._client.game is not None
        cards: list[str] = forms_of(self._client.game).cards.write(self._client.view.hand)
        return cards


def moves_made(data: Path, table: str, seat: int, after: int = 0) -> list[tuple[int, str]]:
    """The moves that a person made on a seat after an entry of its table, as the server has saved them."""
    with closing(sqlite3.connect(f"file:{data}?mode=ro", uri=True, timeout=20)) as base:
        rows = base.execute(
            "SELECT n, body FROM entries WHERE table_id = ? AND kind = 'move' AND n > ? ORDER BY n",
            (table, after),
        ).fetchall()
    bodies = [(n, json.loads(body)) for n, body in rows]
    return [(n, body["move"]) for n, body in bodies if (body["seat"], body["by"]) == (seat, "person")]


def data_of(folder: Path) -> Path:
    """The database of a server that keeps its tables in a folder."""
    return next(folder.glob("*.sqlite3"))


@dataclass(frozen=True)
class Play:
    """What a person wanted: a move made with cards, or one by its text."""

    way: str
    cards: tuple[str, ...] = ()
    text: str = ""

    @property
    def words(self) -> str:
        """What was wanted."""
        return self.text or " ".join(self.cards)

    def is_made_by(self, move: str) -> bool:
        """Whether a move of the server's is this one."""
        if self.text:
            return move == self.text
        word, _, rest = move.partition(" ")
        cards = rest.partition(" as ")[0].split()
        return word not in ("pass", "bet", "bid", "award", "lead") and sorted(cards) == sorted(self.cards)


@dataclass
class Tally:
    """What came of how many plays."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    swallowed: list[str] = field(default_factory=list)

    @property
    def plays(self) -> int:
        """How many there were."""
        return sum(self.counts.values())


class Hurry:
    """One seat at one table, played without waiting."""

    def __init__(
        self, page: Page, table: Table, proxy: Proxy, watcher: Watcher, data: Path, luck: Random, tally: Tally
    ) -> None:
        self.page, self.table, self.proxy, self.watcher = page, table, proxy, watcher
        self.luck, self.tally = luck, tally
        self.unmade: list[Play] = []
        """What nothing has come of so far."""
        self._data = data
        self.has_bid = False
        self.clicked = 0.0

    # What the server has.

    def made(self, after: int) -> list[tuple[int, str]]:
        """The moves of our seat that a person made, after an entry."""
        return moves_made(self._data, self.table.id, self.watcher.seat, after)

    def last(self) -> int:
        """The number of our latest move."""
        found = self.made(0)
        return found[-1][0] if found else 0

    # A play.

    def turns(self) -> Iterator[int]:
        """Each decision of ours as soon as the page says that it is our turn, until the match is over."""
        while True:
            state = str(self.page.wait_for_function(STATE, timeout=60_000).json_value())
            if state == "over":
                return
            if state == "next":
                self.has_bid = False
                self.table.next_deal()
                continue
            yield int(state.split()[1])

    def take_a_turn(self, decision: int) -> None:
        """One decision, answered in a hurry."""
        legal = self.watcher.legal(decision)
        if not legal:
            return
        # Less than this is the second half of a double click, which is about what the first half met.
        self.wait(max(0.0, self.clicked + DOUBLE - time.monotonic()))
        self.proxy.round_trip = self.luck.choice(ROUND_TRIPS)
        gap = self.luck.choice(GAPS)
        before = self.last()
        plays = self.do(legal, gap)
        self.clicked = time.monotonic()
        if plays:
            self.judge(plays, before, gap)

    def do(self, legal: list[dict[str, Any]], gap: float) -> list[Play]:
        """Clicks; what they were meant to be."""
        with_cards = [move for move in legal if move.get("cards") and move["kind"] != "display"]
        displays = [move["cards"][0] for move in legal if move["kind"] == "display"]
        bets = [move for move in legal if move["kind"] == "bet"]
        others = [move for move in legal if not move.get("cards") and move["kind"] != "bet"]
        plays: list[Play] = []
        if bets and with_cards and self.luck.random() < 0.5:
            plays += self.bet(self.luck.choice(bets)["text"])
        if displays and not self.has_bid:
            self.has_bid = True
            return self.choose(self.luck.sample(displays, min(len(displays), self.luck.randint(1, 4))), gap)
        if with_cards and (not others or self.luck.random() < 0.85):
            cards = self.luck.choice(with_cards)["cards"]
            if self.luck.random() < 0.5:  # long ones more often: they have parts that are plays too
                cards = max(self.luck.sample(with_cards, min(12, len(with_cards))), key=_size)["cards"]
            if self.luck.random() < ILLEGAL:
                cards = self.spoil(cards, is_free=any(" as " in move["text"] for move in with_cards))
            return plays + self.choose(cards, gap)
        if others:
            return plays + self.press(self.luck.choice(others))
        return plays

    def spoil(self, cards: list[str], *, is_free: bool) -> list[str]:
        """Another card or, where their number is free, one too many."""
        spare = list((Counter(self.watcher.hand()) - Counter(cards)).elements())
        if not spare:
            return cards
        left = self.luck.randint(0, 1) if is_free else 1
        return [*cards[: len(cards) - left], self.luck.choice(spare)]

    def choose(self, cards: list[str], gap: float) -> list[Play]:
        """Click on cards, then play them in one of the ways there are."""
        self.page.keyboard.press("Escape")
        places = self.page.evaluate(PLACES, cards)
        if None in places:
            return []
        mouse = self.page.mouse
        way = self.luck.choice(("button", "button", "enter", "double", "drag", "twice"))
        *first, (x, y) = places
        for place in first:
            mouse.click(*place)
            self.wait(self.luck.choice((gap, 0.0, self.proxy.round_trip * 1.5)))
        if way == "double":
            mouse.dblclick(x, y)
        elif way == "drag":
            mouse.move(x, y)
            mouse.down()
            mouse.move(x, y - 300, steps=3)
            mouse.up()
        else:
            mouse.click(x, y)
            self.wait(self.luck.choice((gap, 0.0)))
            if way == "enter":
                self.page.keyboard.press("Enter")
            elif (button := self.page.evaluate(CENTRE, "button.play")) is not None:
                mouse.click(*button, click_count=1)
                if way == "twice":
                    mouse.click(*button)
        return [Play(way, tuple(cards))]

    def bet(self, text: str) -> list[Play]:
        """A bet, and no look at what comes of it."""
        if (button := self.page.evaluate(CENTRE, "button.bet")) is None:
            return []
        self.page.mouse.click(*button)
        offer = self.page.evaluate(CENTRE, f"[data-move='{text}']")
        if offer is None:
            return []
        self.page.mouse.click(*offer)
        return [Play("bet", text=text)]

    def press(self, move: dict[str, Any]) -> list[Play]:
        """A pass, a bid, or a choice on the felt."""
        selector = (
            "button.pass:enabled" if move["kind"] == "pass" else f"[data-move='{move['text']}']:enabled"
        )
        if move["kind"] == "pass" and self.luck.random() < 0.3:
            self.page.keyboard.press("p")
            return [Play("key", text="pass")]
        place = self.page.evaluate(CENTRE, selector)
        if place is None:  # it cannot be clicked yet, which everybody sees
            return []
        self.page.mouse.click(*place)
        if self.luck.random() < 0.3:
            self.page.mouse.click(*place)
        return [Play("press", text=move["text"])]

    def wait(self, seconds: float) -> None:
        """A person's pause between two clicks."""
        time.sleep(seconds)

    # What came of it.

    def judge(self, plays: list[Play], before: int, gap: float) -> None:
        """Wait until it was done or explained; count."""
        until = time.monotonic() + PATIENCE + 4 * self.proxy.round_trip
        missing = self.missing(plays, before)
        while missing and (time.monotonic() < until or self.is_going()) and not self.is_explained():
            self.page.wait_for_timeout(20)
            missing = self.missing(plays, before)
        what = f"{self.table.made['table']['game']}, {self.proxy.round_trip:.1f} s, gap {gap:.2f} s"
        strangers = [move for _, move in self.made(before)]
        for play in plays:
            self.tally.counts[f"{play.way} {self.proxy.round_trip:.1f}"] += 1
            if play in missing and not self.page.evaluate(EXPLAINED):
                self.tally.swallowed.append(
                    f"{what}: {play.way} {play.words}: nothing, in silence; {self.look()}"
                )
        # What was wanted before and came late was wanted all the same.
        for play in plays + self.unmade:
            own = next((move for move in strangers if play.is_made_by(move)), None)
            if own is not None:
                strangers.remove(own)
        self.unmade += missing
        if strangers:
            wanted = "; ".join(f"{play.way} {play.words}" for play in plays)
            self.tally.wrong.append(f"{what}: {wanted}: made {'; '.join(strangers)}")

    def missing(self, plays: Iterable[Play], before: int) -> list[Play]:
        """What has not been done."""
        made = [move for _, move in self.made(before)]
        return [play for play in plays if not any(map(play.is_made_by, made))]

    def is_explained(self) -> bool:
        """Whether words say why nothing is played, and nothing is on its way any more."""
        return bool(self.page.evaluate(EXPLAINED)) and not self.is_going()

    def is_going(self) -> bool:
        """Whether the page shows that a move is on its way."""
        return bool(self.page.locator("[data-going]").count())

    def look(self) -> str:
        """What the page shows, for whoever asks why nothing came of a click."""
        up = self.page.locator(".held.up").evaluate_all("held => held.map(one => one.dataset.code).join(' ')")
        return f"{self.table.says()!r}, {self.page.locator('.bar').inner_text()!r}, chosen: {up or 'nothing'}"


def _size(move: dict[str, Any]) -> int:
    return len(move["cards"])


def play(
    page: Page, proxy: Proxy, server: Any, game: str, seats: int, luck: Random, tally: Tally, most: int
) -> None:
    """Hurry at one table until so many plays were made or its match is over."""
    table = Table(page)
    table.create(game, seats, {"rounds": "2"} if game.startswith("mu") else {"rounds": "3", "goal": "0"})
    proxy.jitter = JITTER
    data = data_of(server.folder)
    began = tally.plays
    with Watcher(server.address, table.id, table.made["secret"]) as watcher:
        hurry = Hurry(page, table, proxy, watcher, data, luck, tally)
        for decision in hurry.turns():
            hurry.take_a_turn(decision)
            if tally.plays - began >= most:
                break
    proxy.round_trip = 0.0


def main() -> int:
    """Play, and say what came of it."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415
    from tests.browser.chromium import launch  # noqa: PLC0415
    from tests.browser.conftest import QUICK, Server  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plays", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="")
    wish = parser.parse_args()
    luck, tally = Random(wish.seed), Tally()
    tables = [one for one in TABLES if wish.game in one[0]]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = Server(Path(folder))
        stack.callback(server.stop)
        browser = launch(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        while tally.plays < wish.plays:
            for game, seats in tables:
                with Proxy(server.port, luck.randrange(10**6)) as proxy:
                    context = browser.new_context(
                        viewport={"width": 1280, "height": 800},
                        base_url=proxy.address,
                        service_workers="block",
                    )
                    context.add_init_script(QUICK)
                    play(context.new_page(), proxy, server, game, seats, luck, tally, 24)
                    context.close()
                print(
                    f"{game} {seats}: {tally.plays} plays, {len(tally.wrong)} wrong,"
                    f" {len(tally.swallowed)} swallowed",
                    flush=True,
                )
    for line in tally.wrong + tally.swallowed:
        print(line)
    for way, count in sorted(tally.counts.items()):
        print(f"{count:5} {way} s")
    print(f"{tally.plays} plays: {len(tally.wrong)} wrong, {len(tally.swallowed)} swallowed")
    return 1 if tally.wrong or tally.swallowed else 0


if __name__ == "__main__":
    sys.exit(main())
