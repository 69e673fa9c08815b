"""A whole match of every game, in every number of seats, with a person in one seat.

One of each kind is played by clicks; of the others the page shows what was played by messages.
"""

from collections.abc import Callable

import pytest
from tests.browser.table import Table

ONE_ROUND = {"rounds": "1", "goal": "0"}
BY_CLICKS = {("haggis", 2), ("neeps", 4), ("tatties", 3), ("mu", 4), ("mu-classic", 4)}
GAMES = [
    ("haggis", 2, ONE_ROUND),
    ("haggis", 3, ONE_ROUND),
    ("haggis3", 3, ONE_ROUND),
    ("neeps", 4, ONE_ROUND),
    ("tatties", 3, ONE_ROUND),
    ("haggis-classic", 2, ONE_ROUND),
    ("haggis-classic", 3, ONE_ROUND),
    ("mu", 3, {"rounds": "1"}),
    ("mu", 4, {"rounds": "1"}),
    ("mu", 5, {"rounds": "1"}),
    ("mu", 6, {"rounds": "1"}),
    ("mu-classic", 4, {"rounds": "1"}),
]


@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=[f"{game}-{n}" for game, n, _ in GAMES])
def test_a_match_is_played_to_its_end(
    open_table: Callable[..., Table], game: str, seats: int, options: dict[str, str]
) -> None:
    table = open_table(game, seats, options)
    if (game, seats) in BY_CLICKS:
        table.play_to_the_end()
        assert "play" in table.decisions
    else:
        table.hurry_to_the_end()
    assert "win" in table.page.locator("p.winner").inner_text()
    # The sheet tells where points came from, and every line names its rule.
    lines = table.page.locator(".summary .part")
    assert lines.count() >= 1
    assert lines.first.locator("button.clause").inner_text()[0] in "CM"


def test_two_deals_follow_each_other(open_table: Callable[..., Table]) -> None:
    table = open_table("haggis", 2, {"rounds": "2", "goal": "0"})
    table.hurry_to_the_end()
    table.page.get_by_role("tab", name="Score").click()
    rows = table.page.locator(".side tbody tr")
    assert rows.count() == 3  # two deals and the total


def test_a_deal_is_played_again_from_the_replay(open_table: Callable[..., Table]) -> None:
    table = open_table("haggis", 2, ONE_ROUND)
    table.hurry_to_the_end()
    page = table.page
    page.goto(f"/t/{table.id}/replay/1")
    page.wait_for_selector("input[type=range]")
    dealt = page.locator(".hands li").first.locator("[role=img]").get_attribute("aria-label")
    page.get_by_role("button", name="again as Ailsa").click()
    page.wait_for_selector(".own .held")
    assert table.id not in page.url
    assert "played again" in page.locator("h1").inner_text()
    held = page.locator(".own .held").evaluate_all("cards => cards.map(card => card.ariaLabel)")
    assert ", ".join(label.removesuffix(", bomb") for label in held) == dealt


WATCH = """() => {
  window.carried = [];
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach((node) => {
    if (node.classList?.contains('carried')) window.carried.push(node.querySelectorAll('.c').length);
  }))).observe(document.body, {childList: true});
}"""


@pytest.mark.parametrize("motion", ["full", "none"])
def test_a_taken_trick_goes_to_whoever_gets_it(open_table: Callable[..., Table], motion: str) -> None:
    table = open_table("mu", 4, {"rounds": "1"})
    page = table.page
    page.evaluate(
        "m => localStorage.setItem('stramash.settings',"
        " JSON.stringify({speed: 'instant', motion: m, oneTap: false}))",
        motion,
    )
    page.reload()
    page.wait_for_selector(".own")
    page.evaluate(WATCH)
    for _ in range(12):
        if table.decisions.count("play") < 4 and table.wait_for_turn():
            table.act()
    carried = page.evaluate("window.carried")
    assert carried == ([4] * len(carried) if motion == "full" else [])
    assert (len(carried) > 0) == (motion == "full")
    page.wait_for_timeout(600)
    assert page.locator(".carried").count() == 0
