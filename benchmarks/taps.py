"""Clicks and seconds for what people do at the table, and the pace of Mü.

python -m benchmarks.taps [--rounds 3] [--deals 1]. One click follows another as fast as the page lets it: the
seconds are the page's, not a person's.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.chromium import launch
from tests.browser.deals import deal
from tests.browser.table import Table

from benchmarks.page import serving

STAIR: Final = deal("haggis", 2, {0: "5r 6r 7r 5b 6b 7b 2g 9y"}, dealer=1)
BARE: Final = "{speed: 'instant', motion: 'none', name: 'Ailsa'}"
USUAL: Final = "{name: 'Ailsa'}"
ONE_ROUND: Final = {"rounds": "1", "goal": "0"}
EDGE: Final = {"x": 10.0, "y": 14.0}


def visit(browser: Browser, address: str, settings: str) -> Page:
    """Somebody who has never been here but for their settings."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=address)
    context.add_init_script(
        f"localStorage.getItem('stramash.settings') ?? localStorage.setItem('stramash.settings',"
        f" JSON.stringify({settings}))"
    )
    return context.new_page()


class Hand:
    """Clicks, and how long they took until the page showed what came of them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0
        self.start = time.perf_counter()

    def click(self, selector: str, **how: object) -> None:
        """One click on the first that there is."""
        self.page.locator(selector).first.click(**how)  # type: ignore[arg-type]
        self.clicks += 1

    def until(self, condition: str) -> tuple[int, float]:
        """Once the page shows it: clicks and seconds."""
        self.page.wait_for_function(condition)
        return self.clicks, time.perf_counter() - self.start


def held_less(page: Page, cards: int) -> str:
    """The hand has lost so many cards."""
    return f"() => document.querySelectorAll('.held').length <= {page.locator('.held').count() - cards}"


def page_decision(page: Page) -> str:
    """What is being asked, by its number."""
    return str(page.locator(".own").get_attribute("data-decision"))


def haggis(browser: Browser, address: str) -> Table:
    """Our lead, with a stair of six cards."""
    table = Table(visit(browser, address, BARE))
    table.create("haggis", 2, ONE_ROUND, deal=STAIR)
    table.wait_for_turn()
    return table


def a_single(browser: Browser, address: str) -> tuple[int, float]:
    """One card: a double click, or the card and the button."""
    page = haggis(browser, address).page
    goal, hand = held_less(page, 1), Hand(page)
    hand.click('[data-code="2g"]', position=EDGE)
    hand.click("button.play[aria-disabled=false]")
    return hand.until(goal)


def a_stair(browser: Browser, address: str) -> tuple[int, float]:
    """Six cards: one of them, and the chip that plays it with the rest."""
    page = haggis(browser, address).page
    goal, hand = held_less(page, 6), Hand(page)
    hand.click('[data-code="5r"]', position=EDGE)
    hand.click(".plays .offer:has-text('5\u20137 \u00d72')")
    return hand.until(goal)


def a_bet(browser: Browser, address: str) -> tuple[int, float]:
    """The button, and how much."""
    page = haggis(browser, address).page
    hand = Hand(page)
    hand.click("button.bet")
    hand.click(".bets .offer")
    return hand.until("() => document.querySelector('.near .tag.gold') !== null")


def mu(browser: Browser, address: str, kind: str) -> Table:
    """Mü with four, at our first decision of a kind."""
    table = Table(visit(browser, address, BARE))
    table.create("mu", 4, {"rounds": "1"}, deal=deal("mu", 4, {}, dealer=3))
    while table.wait_for_turn() and kind not in {move["kind"] for move in table.moves()}:
        table.act()
    return table


def a_mu_card(browser: Browser, address: str) -> tuple[int, float]:
    """One tap plays it."""
    page = mu(browser, address, "play").page
    goal, hand = held_less(page, 1), Hand(page)
    hand.click(".held:not(.dim)", position=EDGE)
    return hand.until(goal)


def a_bid_of_three(browser: Browser, address: str) -> tuple[int, float]:
    """Three cards and the button."""
    table = mu(browser, address, "display")
    page, before = table.page, page_decision(table.page)
    hand = Hand(page)
    for place in range(3):
        page.locator(".held").nth(place).click(position={"x": 10, "y": 14})
        hand.clicks += 1
    hand.click("button.play[aria-disabled=false]")
    # Bots that answer at once may make it our turn again before anybody looks: the question is another one.
    return hand.until(f"() => document.querySelector('.own')?.dataset.decision !== '{before}'")


def starting(browser: Browser, address: str) -> tuple[int, float]:
    """From the front page to one's cards at Mü with six."""
    page = visit(browser, address, BARE)
    page.goto("/")
    page.wait_for_selector(".games")
    hand = Hand(page)
    hand.click("[data-game=mu] .number >> nth=3")
    hand.click("button.go")
    return hand.until("() => document.querySelectorAll('.held').length > 0")


ACTS: Final[dict[str, Callable[[Browser, str], tuple[int, float]]]] = {
    "a single": a_single,
    "a stair of six cards": a_stair,
    "a card of Mü": a_mu_card,
    "a bid of three": a_bid_of_three,
    "a bet": a_bet,
    "Mü with six, from the front page": starting,
}


def pace(browser: Browser, address: str, deals: int) -> list[float]:
    """Seconds from our card to our next turn in Mü with four, as everything is unless set."""
    waits: list[float] = []
    for seed in range(deals):
        table = Table(visit(browser, address, USUAL))
        table.create("mu", 4, {"rounds": "1"}, deal=deal("mu", 4, {}, dealer=0, seed=seed))
        while table.wait_for_turn():
            is_play = any(move["kind"] == "play" for move in table.moves())
            if is_play:
                before, begin = table.stand(), time.perf_counter()
                table.page.locator(".held:not(.dim)").first.click(position={"x": 10, "y": 14})
                table.settle(before)
                if table.wait() == "turn":
                    waits.append(time.perf_counter() - begin)
            else:
                table.act()
        table.page.context.close()
    return waits


def main() -> None:
    """Measure everything and print two tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--deals", type=int, default=1)
    options = parser.parse_args()
    before = os.getloadavg()[0]
    with serving() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        print("| what | clicks | seconds |\n|---|---|---|")
        for what, act in ACTS.items():
            found = [act(browser, address) for _ in range(options.rounds)]
            print(
                f"| {what} | {found[0][0]} | {statistics.median(took for _, took in found):.2f} |", flush=True
            )
        browser.close()
    with serving("0.2") as address, sync_playwright() as playwright:
        browser = launch(playwright)
        waits = sorted(pace(browser, address, options.deals))
        browser.close()
    print(f"\nMü with four, from our card to our next turn: median {statistics.median(waits):.1f} s,")
    print(f"longest {waits[-1]:.1f} s, n = {len(waits)}")
    print(f"load {before:.1f} before, {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
