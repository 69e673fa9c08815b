"""The way in: languages, a first table, tables to go on with or to watch, refusals."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Table
from tests.browser.test_everybody import violations

Visitor = Callable[..., Page]


@pytest.mark.parametrize(
    ("locale", "language", "play", "hand"),
    [
        ("de-CH", "de", "Sofort spielen: Mü gegen Bots", "Deine Hand"),
        ("fr-FR", "fr", "Jouer tout de suite : Mü contre des robots", "Votre main"),
    ],
)
def test_the_page_speaks_the_browsers_language(
    visitor: Visitor, locale: str, language: str, play: str, hand: str
) -> None:
    page = visitor(locale=locale)
    page.goto("/")
    expect(page.get_by_role("button", name=play)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert violations(page) == []
    table = Table(page)
    table.create("mu", 4, {"rounds": "1"})
    expect(page.locator(f"[aria-label^='{hand}']").first).to_be_visible()
    assert violations(page) == []


def test_a_setting_overrules_the_browser(visitor: Visitor) -> None:
    page = visitor(locale="de-DE")
    page.goto("/")
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("button", name="Réglages")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
