"""While the engine is being prepared the page says so, and shows by itself what comes when it is ready."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Server
from tests.browser.table import Table
from tests.browser.test_everybody import violations

BOT = """([table, level]) => fetch(`/api/tables/${table}/seats/1/bot`,
  {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({level})})"""
SAYS = "Getting ready, about"
ONE_ROUND = {"rounds": "1"}


@pytest.fixture
def gate(server: Server, tmp_path: Path) -> Iterator[Callable[[], Path]]:
    """Starts the server anew, with an engine that is not ready before the gate is opened."""
    numbers = iter(range(9))

    def start() -> Path:
        path = tmp_path / f"gate{next(numbers)}"
        os.mkfifo(path)
        server.stop()
        server.start(gate=path)
        return path

    yield start
    server.stop()


def _open(gate: Path) -> None:
    gate.write_text("")


def _table(page: Page) -> Table:
    table = Table(page)
    table.create("haggis", 2, ONE_ROUND)
    return table


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_who_plays_until_a_bot_is_ready_stands_at_its_seat(
    visitor: Callable[..., Page], gate: Callable[[], Path], size: tuple[int, int]
) -> None:
    closed = gate()
    page = visitor(width=size[0], height=size[1])
    table = _table(page)
    page.evaluate(BOT, [table.id, "regular"])
    seat = page.locator("[data-seat='1']")
    expect(seat.get_by_text("Net, until Regular is ready")).to_be_visible()
    assert violations(page) == []
    assert table.wait_for_turn()
    table.act()
    table.wait()
    if page.locator("#tab-log").is_visible():
        page.locator("#tab-log").click()
        expect(page.get_by_role("log").get_by_text("(Net)").first).to_be_visible()
    _open(closed)
    expect(seat.get_by_text("until")).to_have_count(0)


def test_a_hint_comes_by_itself_also_after_a_restart(
    visitor: Callable[..., Page], gate: Callable[[], Path], server: Server
) -> None:
    gate()
    page = visitor()
    table = _table(page)
    assert table.wait_for_turn()
    if page.locator("#tab-hint").is_hidden():
        page.keyboard.press("h")
    page.locator("#tab-hint").click()
    hint, coach = page.locator(".hint"), page.locator(".coach")
    expect(hint.get_by_text(SAYS)).to_be_visible()
    page.get_by_text("What is my hand worth?").click()
    expect(coach.get_by_text(SAYS)).to_be_visible()
    expect(hint.get_by_role("listitem")).to_have_count(0)
    closed = gate()
    expect(hint.get_by_text(SAYS)).to_be_visible()
    _open(closed)
    expect(hint.get_by_text("Advice by Expert")).to_be_visible()
    expect(coach.get_by_text("Nothing is to be bet or bid now.")).to_be_visible()
    expect(page.get_by_text(SAYS)).to_have_count(0)


def test_a_review_waits_and_completes_by_itself(
    visitor: Callable[..., Page], gate: Callable[[], Path]
) -> None:
    closed = gate()
    page = visitor()
    table = _table(page)
    table.hurry_to_the_end()
    page.goto(f"/t/{table.id}/review/1")
    for _ in range(2):
        expect(page.get_by_text(SAYS)).to_be_visible()
        expect(page.get_by_text("Judged by")).to_have_count(0)
        page.reload()
    _open(closed)
    expect(page.get_by_text("Judged by Expert")).to_be_visible()
    expect(page.get_by_text("Nothing that can be told apart from the best.")).to_be_visible()
    expect(page.get_by_text(SAYS)).to_have_count(0)
    page.reload()
    expect(page.get_by_text("Judged by Expert")).to_be_visible()
