"""Keyboard alone, a phone, doubled text, and axe on every page."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.deals import deal
from tests.browser.looks import each_size, problems
from tests.browser.table import Table

ONE_ROUND = {"rounds": "1", "goal": "0"}
AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
Open = Callable[..., Table]


def violations(page: Page, part: str = "html", rules: list[str] | None = None) -> list[str]:
    """What axe finds on a page: in a part of it, or by some rules, where the rest was looked at before."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "([part, runOnly]) => axe.run(part, {resultTypes: ['violations'], ...(runOnly ? {runOnly} : {})})",
        [part, rules],
    )
    return [
        f"{one['id']}: {one['help']}: {json.dumps([node['html'][:160] for node in one['nodes'][:4]])}"
        for one in found["violations"]
    ]


def focus_by_tab(page: Page, selector: str, most: int = 60) -> None:
    for _ in range(most):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
def test_a_match_by_keyboard_alone(visitor: Callable[..., Page], locale: str) -> None:
    page = visitor(locale=locale)
    page.goto("/")
    # From the front page to the first card without a mouse.
    focus_by_tab(page, "button.go")
    page.keyboard.press("Enter")
    page.wait_for_selector(".held")
    page.keyboard.press("c")
    expect(page.locator(".held").first).to_be_focused()
    table = Table(page)
    table.create("haggis", 2, ONE_ROUND)
    for _ in range(300):
        if not table.wait_for_turn():
            break
        before = table.stand()
        plays = [move["cards"] for move in table.moves() if move["kind"] == "play"]
        if plays:
            wanted = max(plays, key=len)
            held = page.locator(".held").evaluate_all("cards => cards.map(card => card.dataset.code)")
            focus_by_tab(page, ".held")
            page.keyboard.press("Home")
            for code in held:
                if code in wanted:
                    page.keyboard.press("Space")
                page.keyboard.press("ArrowRight")
            assert table.can_play(), table.says()
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("p")
        table.settle(before)
    assert table.is_match_over()
    assert violations(page) == []


@pytest.mark.parametrize(("game", "seats"), [("neeps", 4), ("mu", 6)])
def test_nothing_is_wider_than_a_phone(open_table: Open, game: str, seats: int) -> None:
    """The largest hand and the fullest table."""
    options = {"rounds": "1"}
    table = open_table(game, seats, options, deal=deal(game, seats, {}, dealer=0), width=360, height=740)
    for _ in range(3):
        table.wait_for_turn()
        assert table.page.evaluate("document.documentElement.scrollWidth") <= 360
        # A notice that comes and goes may push the hand for a moment; it must come to rest on the screen.
        table.page.wait_for_function("document.querySelector('.hand').getBoundingClientRect().bottom <= 740")
        smallest = table.page.locator(".held").first.bounding_box()
        assert smallest is not None
        assert smallest["width"] >= 48
        table.act()


def test_text_can_be_doubled(open_table: Open) -> None:
    """The largest hand; test_looks.py has other games."""
    table = open_table("neeps", 4, {"rounds": "1"}, deal=deal("neeps", 4, {}, dealer=0), letter=32)
    letter = table.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert letter >= 31
    for _ in range(3):
        table.wait_for_turn()
        with each_size(table.page, [(390, 844), (1280, 800)]) as sized:
            wrong = {size: found for size in sized if (found := problems(table.page))}
        assert wrong == {}
        table.act()


PAGES = ["/", "/cards", "/nowhere/at/all"]


def contrast_in_the_light(page: Page) -> list[str]:
    """What axe finds in the light theme; but for colours it is the same page as in the dark."""
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    found = violations(page, rules=["color-contrast"])
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    return found


def test_the_systems_light_or_dark_is_obeyed(visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto("/")
    page.evaluate("localStorage.setItem('stramash.settings', JSON.stringify({theme: 'system'}))")
    page.reload()
    page.wait_for_selector("h1")
    shade = "getComputedStyle(document.documentElement).backgroundColor"
    shades = []
    page.emulate_media(color_scheme="light")
    shades.append(page.evaluate(shade))
    page.emulate_media(color_scheme="dark")
    shades.append(page.evaluate(shade))
    assert shades == ["rgb(217, 204, 174)", "rgb(16, 25, 28)"]


@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing_on_plain_pages(visitor: Callable[..., Page], address: str) -> None:
    page = visitor()
    page.goto(address)
    page.wait_for_selector("h1")
    assert violations(page) == []
    assert contrast_in_the_light(page) == []


def test_axe_finds_nothing_in_the_dialog_and_the_lobby(visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto("/")
    page.get_by_role("button", name="Mü with 4 players").click()
    page.get_by_role("button", name="With friends: a table of Mü").click()
    for summary in page.locator("dialog summary").all():
        summary.click()
    assert violations(page) == []
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".invite")
    assert violations(page) == []


@pytest.mark.parametrize(("game", "seats"), [("haggis", 2), ("neeps", 4), ("tatties", 3), ("mu", 4)])
def test_axe_finds_nothing_at_the_table_or_after(open_table: Open, game: str, seats: int) -> None:
    options = {"rounds": "1"}
    table = open_table(game, seats, options)
    table.wait_for_turn()
    assert violations(table.page) == []
    assert contrast_in_the_light(table.page) == []
    if game not in ("haggis", "mu"):  # panels, and what comes after a match, are the same for a whole family
        return
    for tab in ("Unseen", "Rules", "Table", "Settings", "Score", "Hint", "Last trick", "Log"):
        table.page.get_by_role("tab", name=tab, exact=True).click()
        expect(table.page.locator("#side-panel > *").first).to_be_visible()
        assert violations(table.page, ".side") == []
    table.hurry_to_the_end()
    assert violations(table.page) == []
    table.page.get_by_role("link", name="Replay").click()
    table.page.wait_for_selector("input[type=range]")
    assert violations(table.page) == []
    slider = table.page.locator("input[type=range]")
    before = table.page.locator(".words").inner_text()
    slider.fill("3")
    expect(table.page.locator(".words")).not_to_have_text(before)
    table.page.get_by_label("Seen by").select_option("1")
    table.page.goto(f"/t/{table.id}/review/1")
    table.page.wait_for_selector("main [role=status]", state="attached")  # a match may be without a loss
    assert violations(table.page) == []


def test_a_screen_reader_hears_plays_and_turns(open_table: Open) -> None:
    table = open_table("haggis", 2, ONE_ROUND)
    table.wait_for_turn()
    expect(table.page.locator("[aria-live=assertive]")).to_have_text("Your turn.")
    table.act()
    expect(table.page.locator("[aria-live=polite]").first).not_to_be_empty()
    names = table.page.locator(".held").evaluate_all(
        "cards => cards.map(card => card.getAttribute('aria-label'))"
    )
    assert all(
        name.split(",")[0].split(" of ")[-1] in {"Rowan", "Whin", "Pine", "Loch"} or "wild" in name
        for name in names
    )
