"""Pictures of the pages around the table, and of what lies beside it, for `scripts/shots.py`."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as Late
from tests.browser.looks import SMALL, Size, each_size
from tests.browser.table import Table

SIZES: Final[list[Size]] = [(360, 640), (390, 844), (844, 390), (820, 1180), (1440, 900)]
# A page may be longer than the screen, never wider; what is tapped is large enough.
WRONG: Final = (
    """() => {"""
    + SMALL
    + """
  const wrong = [], wide = innerWidth;
  if (document.documentElement.scrollWidth > wide + 1) wrong.push('the page is wider than the screen');
  const seen = (part) => part.checkVisibility({visibilityProperty: true, opacityProperty: true}) &&
    !part.closest('.vh') && part.getBoundingClientRect().width > 1;
  // What lies over the page is what can be tapped.
  const over = document.querySelector('dialog[open]') ?? document.querySelector('.side.open:not(.beside)');
  wrong.push(...smallTargets(over ?? document.body, seen));
  for (const part of document.querySelectorAll(TAPPED_ON)) {
    if (!seen(part) || part.closest('.offers')) continue;
    const {left, right} = part.getBoundingClientRect();
    const named = (part.ariaLabel || part.innerText || part.name || part.className).slice(0, 24);
    if (left < -1 || right > wide + 1) wrong.push(`outside: ${named}`);
  }
  for (const part of document.querySelectorAll('body *')) {
    const own = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !seen(part) || part.closest('svg, .face')) continue;
    if (parseFloat(getComputedStyle(part).fontSize) < 10.5)
      wrong.push(`tiny letters: ${part.innerText.slice(0, 24)}`);
  }
  return [...new Set(wrong)];
}"""
)
PANELS: Final = ("log", "hint", "last", "unseen", "score", "rules", "people", "settings")
# Where there is no room beside the table a panel closes with every change of size: it is opened again.
CHOOSE: Final = """(panel) => {
  if (!document.querySelector('.side.open')) document.querySelector('.top nav > button:last-child').click();
  document.getElementById(`tab-${panel}`).click();
}"""
READY: Final = "main, [role=main], h1"


def pages(visit: Callable[[], Page]) -> Iterator[tuple[str, Page]]:
    """Every page there is, one after another, by name."""
    page = visit()
    page.goto("/")
    page.wait_for_selector("[data-game]")
    yield "front", page
    page.get_by_role("button", name="Settings").click()
    yield "front-settings", page
    page.goto("/")
    page.get_by_role("button", name="With friends: a table of Haggis", exact=True).click()
    page.wait_for_selector("dialog summary")
    for summary in page.locator("dialog summary").all():
        summary.click()
    yield "dialog", page
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".invite")
    yield "lobby", page
    for address, name in (("/cards", "cards"), ("/evenings", "evenings"), ("/exercises", "exercises")):
        page.goto(address)
        page.wait_for_selector(".choice" if name == "exercises" else READY)
        yield name, page
    page.locator(".choice").first.click()
    yield "exercise-answered", page
    page.goto("/")
    page.get_by_role("button", name="Learn it").click()
    page.wait_for_selector(".guide")
    yield "guide", page
    yield from _beside(page)
    page.context.close()
    yield from _after(visit)


def _beside(page: Page) -> Iterator[tuple[str, Page]]:
    """What opens beside the table or over it: panels, the seal of fair deals, a seat enlarged."""
    page.get_by_role("button", name="I know enough").click()
    Table(page).wait_for_turn()
    for panel in PANELS:
        page.evaluate(CHOOSE, panel)
        if panel == "hint":
            page.get_by_text("What is my hand worth?").first.evaluate("words => words.click()")
            with suppress(Late):  # a slow machine shows that it thinks
                page.wait_for_selector(".hint ol li", timeout=20_000)
        page.wait_for_timeout(150)
        yield f"beside-{panel}", page
    page.evaluate("() => document.querySelector('.side.open .close')?.click()")
    page.locator("[data-seal]").evaluate("seal => seal.click()")
    page.wait_for_selector("dialog[open]")
    yield "fair", page
    page.keyboard.press("Escape")
    page.locator(".peek").first.evaluate("seat => seat.click()")
    page.wait_for_selector(".peeking")
    yield "peek", page


def _after(visit: Callable[[], Page]) -> Iterator[tuple[str, Page]]:
    """What comes after a match, and the evening."""
    page = visit()
    table = Table(page)
    table.create("haggis", 2, {"rounds": "2", "goal": "0"})
    table.play_to_the_end()
    page.goto(f"/t/{table.id}/replay/1")
    page.wait_for_selector("input[type=range]")
    page.locator("input[type=range]").fill("6")
    yield "replay", page
    page.goto(f"/t/{table.id}/review/1")
    page.wait_for_selector("main [role=status]", state="attached")
    with suppress(Late):  # some decisions have been judged
        page.wait_for_selector("main [role=status] strong", timeout=25_000)
    yield "review", page
    page.goto("/matches")
    page.wait_for_selector("main, h1")
    page.wait_for_timeout(400)
    yield "matches", page
    page.goto("/evenings")
    page.get_by_label("How many deals").fill("1")
    page.get_by_role("button", name="Open the evening").click()
    page.wait_for_selector("h1")
    page.wait_for_timeout(300)
    yield "evening", page
    page.context.close()


def shoot(visit: Callable[[], Page], folder: Path, mark: str) -> dict[str, list[str]]:
    """Each page at some sizes; what is wrong, by the name of its picture."""
    found: dict[str, list[str]] = {}
    for name, page in pages(visit):
        with each_size(page, SIZES) as sized:
            for width, height in sized:
                picture = f"page-{name}{mark}_{width}x{height}"
                if name.startswith("beside-"):
                    page.evaluate(CHOOSE, name.removeprefix("beside-"))
                page.screenshot(path=folder / f"{picture}.png", full_page="/t/" not in page.url)
                found[picture] = page.evaluate(WRONG)
    return found
