"""The way in: languages, a first table, tables to go on with or to watch, refusals."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Table
from tests.browser.test_everybody import violations

Visitor = Callable[..., Page]
PUT = """async ([id, settings]) => (await fetch(`/api/tables/${id}/settings`, {method: 'PUT', headers:
  {'content-type': 'application/json'}, body: JSON.stringify(settings)})).status"""


@pytest.mark.parametrize(
    ("locale", "language", "play", "hand"),
    [
        ("de-CH", "de", "Sofort spielen: Haggis gegen Bots", "Deine Hand"),
        ("fr-FR", "fr", "Jouer tout de suite : Haggis contre des robots", "Votre main"),
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


def test_six_at_mu_against_bots_is_two_clicks(visitor: Visitor) -> None:
    page = visitor()
    page.goto("/")
    page.get_by_role("button", name="Mü with 6 players").click()
    page.get_by_role("button", name="Play now: Mü against bots").click()
    page.wait_for_selector(".held")
    # The choice is kept, and the table is there to go on with.
    page.goto("/")
    expect(page.get_by_role("button", name="Mü with 6 players")).to_have_attribute("aria-pressed", "true")
    line = page.locator("[data-table]").filter(has_text="Mü with Hamish, Isla, Fergus, Catriona and Rory")
    expect(line).to_contain_text("you 0")
    line.get_by_role("button", name="Remove").click()
    line.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator("[data-table]")).to_have_count(0)


def test_a_running_table_can_be_watched_from_the_list_and_by_a_used_invite(visitor: Visitor) -> None:
    host = Table(visitor())
    host.create("haggis", 2, {"rounds": "1"})
    assert host.page.evaluate(PUT, [host.id, {"pause": 600, "public": True}]) == 200

    guest = visitor()
    guest.goto(f"/t/{host.id}#join={host.made['invite']}")
    expect(guest.get_by_text("This table is full")).to_be_visible()
    guest.get_by_role("button", name="Watch").click()
    expect(guest.locator("p.watching")).to_be_visible()

    passer_by = visitor()
    passer_by.goto("/")
    running = passer_by.get_by_role("region", name="Tables to watch")
    running.get_by_role("listitem").filter(has_text="Ailsa").get_by_role("button", name="Watch").first.click()
    expect(passer_by.locator("p.watching")).to_be_visible()


def test_a_refusal_is_seen_where_the_click_was(visitor: Visitor) -> None:
    page = visitor(width=390, height=844)
    page.goto("/")
    # A browser tells of every refused request on its console, which is not the page's doing.
    page.evaluate(
        """() => { const real = window.fetch; window.fetch = (url, init) => init?.method === 'POST'
        ? Promise.resolve(new Response(JSON.stringify({code: 'too-many', sentence: 'wait a while',
          clause: null, option: null}), {status: 429})) : real(url, init); }"""
    )
    page.get_by_role("button", name="Play now: Haggis against bots").click()
    said = page.locator(".actions [role=alert]")
    expect(said).to_have_text("wait a while")
    expect(said).to_be_in_viewport()
    expect(page.get_by_role("button", name="Play now: Haggis against bots")).to_be_enabled()


def test_options_are_checked_as_they_are_typed(visitor: Visitor) -> None:
    page = visitor(width=360, height=640)
    page.goto("/")
    page.get_by_role("button", name="With friends: a table of Haggis", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("Rules of the house").click()
    expect(dialog.locator(".ends")).to_contain_text("when somebody has 250 points")
    field = dialog.locator(".option", has_text="Number of deals").locator("input")
    field.press_sequentially("4")  # after the 0 that stands there
    field.fill("4")
    expect(dialog.locator(".ends")).to_contain_text("after 4 deals")
    bets = dialog.locator(".option", has_text="Bets").first.locator("input")
    bets.fill("30,15")
    expect(bets).to_have_attribute("aria-invalid", "true")
    expect(dialog.get_by_role("button", name="Open the table")).to_be_disabled()
    bets.fill("15,30")
    expect(dialog.get_by_role("button", name="Open the table")).to_be_enabled()
    # Nothing lies over anything else: the button that opens the table can be hit.
    dialog.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".invite")


# A browser that was never asked whether a page may tell of a turn.
ASKABLE = """window.Notification = class {
  static permission = 'default';
  static requestPermission = async () => 'granted';
}"""


def test_friends_say_something_and_may_have_peace(visitor: Visitor) -> None:
    host = Table(visitor())
    host.page.add_init_script(ASKABLE)
    host.create("haggis", 2, {"rounds": "1"}, people=2)
    assert host.page.evaluate(PUT, [host.id, {"pause": 600, "clock": 300}]) == 200
    guest = visitor(locale="de-DE")
    guest.add_init_script(ASKABLE)
    guest.goto(f"/t/{host.id}#join={host.made['invite']}")
    guest.get_by_role("button", name="Hinsetzen").click()
    host.page.get_by_role("button", name="Start the match").click()
    expect(host.page.locator(".held").first).to_be_visible()
    expect(guest.locator(".held").first).to_be_visible()
    # Both see at which seat the clock runs.
    turn = [page.locator(".seat:has(.clocked)").get_attribute("data-seat") for page in (host.page, guest)]
    assert turn[0] == turn[1]
    assert guest.get_by_role("timer").inner_text().endswith(" s")
    # Whoever waits is asked whether the browser shall tell of their turn, and never again.
    waits = guest if turn[0] == "0" else host.page
    waits.locator(".asking button").last.click()
    expect(waits.locator(".asking")).to_have_count(0)
    waits.reload()
    expect(waits.locator(".held").first).to_be_visible()
    expect(waits.locator(".asking")).to_have_count(0)
    host.page.evaluate("document.querySelector('#tab-talk').click()")
    say = "button => button.click()"
    host.page.locator(".phrases button", has_text="Good luck!").evaluate(say)
    expect(guest.locator(".said")).to_contain_text("Ailsa Viel Glück!")
    guest.evaluate("document.querySelector('#tab-talk').click()")
    expect(guest.locator(".lines")).to_contain_text("Viel Glück!")
    # What the guest does not want to hear of this seat is gone, and stays away; their own words are heard.
    guest.locator(".talk summary").evaluate("summary => summary.click()")
    guest.get_by_label("Ailsa nicht hören").evaluate("box => box.click()")
    expect(guest.locator(".lines")).not_to_contain_text("Viel Glück!")
    host.page.locator(".phrases button", has_text="Oops.").evaluate(say)
    guest.locator(".phrases button", has_text="Danke!").evaluate(say)
    expect(host.page.locator(".lines")).to_contain_text("Thank you!")
    expect(guest.locator(".lines")).to_contain_text("Danke!")
    expect(guest.locator(".lines")).not_to_contain_text("Hoppla.")


def test_the_page_is_kept_for_a_dead_connection_and_never_old(visitor: Visitor) -> None:
    page = visitor(workers="allow")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.wait_for_function("async () => !!(await caches.match('/', {cacheName: 'stramash-shell'}))")
    manifest = page.evaluate("async () => (await fetch('/manifest.webmanifest')).json()")
    sizes = page.evaluate(
        "all => Promise.all(all.map(async (one) => (await fetch(one.src)).status))", manifest["icons"]
    )
    assert (manifest["display"], sizes) == ("standalone", [200] * 4)
    # A page of yesterday lies in the cache: while the server answers, nobody sees it.
    page.evaluate(
        "async () => (await caches.open('stramash-shell')).put('/', new Response('<p>yesterday</p>',"
        " {headers: {'content-type': 'text/html'}}))"
    )
    page.reload()
    expect(page.locator("[data-game]").first).to_be_visible()
    page.wait_for_function(
        "async () => !(await (await caches.match('/', {cacheName: 'stramash-shell'})).text())"
        ".includes('yesterday')"
    )
    kept = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"
    )
    assert [path for path in kept if path.startswith("/api")] == []
