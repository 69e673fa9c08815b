"""The table before its match: who sits down, and how the bots play."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.looks import SMALL
from tests.browser.table import Table

SIZE = tuple[int, int]


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_bot_plays_as_the_host_likes(visitor: Callable[..., Page], size: SIZE) -> None:
    page = visitor(*size)
    host = Table(page)
    host.create("haggis", 3, {"rounds": "1"}, people=3)
    page.get_by_role("button", name="Put a bot here").first.click()
    level = page.get_by_role("combobox", name="How Hamish plays")
    # The same company as in a game against bots.
    expect(level).to_have_value("club")
    page.get_by_role("button", name="Put a bot here").click()
    level.select_option("net")
    expect(level).to_be_enabled()
    seats = page.request.get(f"/api/tables/{host.id}").json()["table"]["seats"]
    assert [seat["level"] for seat in seats] == [None, "net", "club"]
    small = page.evaluate(
        f"() => {{ {SMALL} return smallTargets(document.body, (p) => p.checkVisibility()); }}"
    )
    assert small == []
    page.get_by_role("button", name="Start the match").click()
    assert host.wait_for_turn()
