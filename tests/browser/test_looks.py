"""Every phase on screens of every shape: nothing a player needs is cut, covered, outside or too small.

`make shots` does the same for all games, seats and sizes, and keeps the pictures; `make looks` does it at
every decision of random deals.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.browser.deals import deal
from tests.browser.looks import Size, each_size, problems
from tests.browser.scenes import scenes
from tests.browser.table import Table

SOME: list[Size] = [(360, 640), (844, 390), (1180, 820)]
LARGE: list[Size] = [(390, 844), (1440, 900)]
"""With doubled text."""
CASES = [
    ("haggis", 3, 16, SOME),
    ("neeps", 4, 16, SOME),
    ("tatties", 3, 16, SOME),
    ("mu", 6, 16, SOME),
    ("haggis", 2, 32, LARGE),
    ("mu", 4, 32, LARGE),
    ("mu", 6, 32, [(1280, 800), (844, 390)]),
]


@pytest.mark.parametrize(("game", "seats", "letter", "sizes"), CASES)
def test_all_that_is_needed_is_on_the_screen(
    open_table: Callable[..., Table], game: str, seats: int, letter: int, sizes: list[Size]
) -> None:
    table = open_table(game, seats, {"rounds": "1"}, deal=deal(game, seats, {}, dealer=0), letter=letter)
    size = table.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert size >= letter - 1
    wrong = []
    for phase in scenes(table, most=14):
        with each_size(table.page, sizes) as sized:
            wrong += [
                f"{phase} at {width} by {height}: {problem}"
                for width, height in sized
                for problem in problems(table.page)
            ]
    assert wrong == []


FAULTS = {
    "outside": ".play-place button { position: fixed !important; left: 90vw; width: 40vw }",
    "covered": "main::after { content: ''; position: fixed; inset: 50vh 0 0; z-index: 99; background: #000 }",
    "small": ".pass-place button { max-width: 20px; min-width: 0 }",
    "cut": ".line { max-height: 6px }",
    "meet": ".leftside .seat { transform: translateX(32vw) }",
    "words on words": ".offers { transform: translateX(-45vw) }",
    "on the hand": ".play-place { transform: translateY(-60px) }",
    "the page scrolls": "body { height: 300vh }",
    "tiny letters": ".say { font-size: 7px !important }",
}
SPOIL = """style => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}"""


def test_what_is_wrong_is_found(open_table: Callable[..., Table]) -> None:
    table = open_table("haggis", 3, {"rounds": "1"}, deal=deal("haggis", 3, {}, dealer=0))
    table.wait_for_turn()
    while "pass" not in {move["kind"] for move in table.moves()}:
        table.act()
        table.wait_for_turn()
    expect(table.page.locator(".offer").first).to_be_visible()
    assert problems(table.page) == []
    for kind, style in FAULTS.items():
        table.page.evaluate(SPOIL, style)
        found = problems(table.page)
        assert any(problem.startswith(kind) for problem in found), f"{kind}: {found}"
