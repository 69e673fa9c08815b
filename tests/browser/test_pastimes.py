"""An evening of duplicate, links to matches, and one's own matches, in the browser."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from playwright.sync_api import Page, expect
from tests.browser.conftest import Server
from tests.browser.table import Table
from tests.browser.test_everybody import violations
from tests.server.harness import play_randomly

from stramash.client import SeatClient

ONE_ROUND = {"rounds": "1", "goal": "0"}
SECRET = "id => JSON.parse(localStorage.getItem('stramash.tables')).find(one => one.id === id).secret"

BUSY = """
const ask = window.fetch;
window.fetch = (path, how) => path.includes('/matches?')
  ? Promise.resolve(new Response('{"code": "too-many", "sentence": "wait"}', {status: 429}))
  : ask(path, how);
"""
"""A server that has no time for one's own matches, without the browser's complaint about the answer."""


def play_out(server: Server, page: Page, table: str, seed: int) -> None:
    """Another device of the same seat plays until the match is over."""
    secret = page.evaluate(SECRET, table)

    async def play() -> None:
        client = SeatClient(server.address, table, secret)
        async with client:
            await asyncio.wait_for(play_randomly(client, Random(seed)), 90)

    with ThreadPoolExecutor(1) as thread:  # the browser's own loop runs in this one
        thread.submit(asyncio.run, play()).result()


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def sit_down(server: Server, page: Page, name: str, seed: int) -> str:
    """Open a table in the evening of the page and play its only deal; its id."""
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Open my table").click()
    page.wait_for_url("**/t/*")
    table = page.url.rsplit("/", 1)[1]
    play_out(server, page, table, seed)
    expect(page.locator(".summary h2").first).to_have_text("Deal 1 of 1 is over")
    expect(page.locator(".summary .headline")).to_contain_text("most of it")
    expect(page.locator(".summary .winner")).to_have_count(0)  # a deal is no match
    page.get_by_role("link", name="How others fared").click()
    expect(page.get_by_role("heading", name="Ranking")).to_be_visible()
    return table


def test_an_evening_from_its_link_to_its_ranking(visitor: Callable[..., Page], server: Server) -> None:
    ann = visitor()
    ann.goto("/")
    ann.get_by_role("link", name="An evening of duplicate").click()
    ann.get_by_label("How many deals").fill("1")
    ann.get_by_label("Bots on all other seats").select_option("greedy")
    assert violations(ann) == []
    ann.get_by_role("button", name="Open the evening").click()
    link = ann.get_by_label("For everybody who is to play").input_value()
    own = sit_down(server, ann, "Ann", 1)
    expect(ann.get_by_text("nobody else yet")).to_be_visible()
    expect(ann.get_by_text("The hands open when nobody can play this deal any more.")).to_be_visible()

    bob = visitor(width=390, height=844)
    bob.goto(link)
    expect(bob.get_by_text("Once you have played a deal")).to_be_visible()  # Ann's cards are his, too
    assert "key=" not in bob.url
    sit_down(server, bob, "Bob", 2)
    rows = bob.locator("details.panel tbody th")
    expect(rows).to_have_count(2)
    expect(bob.get_by_text("from the same network as Ann")).to_be_visible()
    expect(bob.get_by_role("link", name="Replay of Ann")).to_have_count(0)
    expect(bob.get_by_role("button", name="End the evening")).to_have_count(0)
    assert not is_too_wide(bob)
    assert violations(bob) == []
    bob.get_by_role("button", name="Who took what").first.click()
    expect(bob.get_by_text("where the points came from")).to_be_visible()

    ann.goto(f"/t/{own}/evening")
    expect(ann.locator("#ranking ~ table tbody tr")).to_have_count(2)
    ann.get_by_role("button", name="End the evening").click()
    assert violations(ann) == []
    ann.get_by_role("button", name="End the evening").click()
    expect(ann.get_by_text("The evening has ended")).to_be_visible()
    expect(ann.get_by_text("This browser has checked 1 deal")).to_be_visible()
    bob.reload()
    expect(bob.get_by_text("This browser has checked 1 deal")).to_be_visible()
    bob.get_by_role("link", name="Replay of Ann").click()
    expect(bob.locator(".controls")).to_be_visible()


def test_a_link_that_anybody_can_open_until_it_is_taken_back(
    open_table: Callable[..., Table], visitor: Callable[..., Page], server: Server
) -> None:
    table = open_table("haggis", 2, ONE_ROUND)
    page = table.page
    play_out(server, page, table.id, 3)
    page.goto(f"/t/{table.id}/replay/1")
    page.get_by_role("button", name="Forward", exact=True).click()
    page.get_by_role("button", name="Make a link to this step for anybody").click()
    link = page.get_by_label("For anybody").input_value()
    assert violations(page, ".share") == []

    guest = visitor(width=390, height=844)
    guest.goto(link)
    expect(guest.get_by_text("Somebody shares this match with you.")).to_be_visible()
    expect(guest.get_by_text("Step 2 of")).to_be_visible()
    expect(guest.get_by_role("link", name="Back to the table")).to_have_count(0)
    assert not is_too_wide(guest)
    secret = link.partition("share=")[2].partition("&")[0]
    asked = guest.context.request.get(
        f"/api/tables/{table.id}/shared", headers={"Authorization": f"Bearer {secret}"}
    )
    assert asked.ok

    page.get_by_role("button", name="Take the link back").click()
    expect(page.get_by_text("The link leads nowhere any more.")).to_be_visible()
    asked = guest.context.request.get(
        f"/api/tables/{table.id}/shared", headers={"Authorization": f"Bearer {secret}"}
    )
    assert asked.status == 403


def test_ones_own_matches_go_to_another_browser_and_are_deleted_there(
    open_table: Callable[..., Table], visitor: Callable[..., Page], server: Server, tmp_path: Path
) -> None:
    table = open_table("haggis", 2, ONE_ROUND)
    page = table.page
    play_out(server, page, table.id, 4)
    page.goto("/")
    page.get_by_role("link", name="My matches").click()
    expect(page.get_by_role("heading", name="1 match")).to_be_visible()
    expect(page.get_by_text("Against bots: Greedy")).to_be_visible()
    assert violations(page) == []
    with page.expect_download() as records:
        page.get_by_role("button", name="Download all records").click()
    assert records.value.suggested_filename == "stramash-records.zip"
    with page.expect_download() as download:
        page.get_by_role("button", name="Export everything").click()
    file = tmp_path / "export.json"
    download.value.save_as(file)

    other = visitor(width=390, height=844)
    other.goto("/matches")
    expect(other.get_by_text("Nothing yet")).to_be_visible()
    other.locator("input[type=file]").set_input_files(file)
    expect(other.get_by_role("heading", name="1 match")).to_be_visible()
    expect(other.get_by_text("1 table added.")).to_be_visible()
    assert not is_too_wide(other)
    other.get_by_role("button", name="Delete", exact=True).click()
    other.get_by_role("button", name="Delete it").click()
    expect(other.get_by_text("Deleted, here and on the server.")).to_be_visible()
    expect(other.get_by_text("Nothing yet")).to_be_visible()
    assert other.context.request.get(f"/api/tables/{table.id}").status == 404


def test_a_match_stays_what_it_was_and_a_busy_server_makes_nothing_gone(
    open_table: Callable[..., Table], server: Server
) -> None:
    table = open_table("haggis", 2, ONE_ROUND)
    page = table.page
    play_out(server, page, table.id, 5)
    page.request.post(f"/api/tables/{table.id}/seats/1/bot", data={"level": "random"})
    page.goto("/matches")
    expect(page.get_by_text("Against bots: Greedy")).to_be_visible()
    page.add_init_script(BUSY)
    page.reload()
    expect(page.get_by_text("1 table could not be asked just now")).to_be_visible()
    expect(page.get_by_text("no longer on the server")).to_have_count(0)
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
    assert violations(page) == []


def test_a_damaged_export_is_said_to_be_one_before_anything_is_written(
    open_table: Callable[..., Table], visitor: Callable[..., Page], server: Server, tmp_path: Path
) -> None:
    table = open_table("haggis", 2, ONE_ROUND)
    page = table.page
    play_out(server, page, table.id, 6)
    page.goto("/matches")
    expect(page.get_by_role("heading", name="1 match")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export everything").click()
    file = tmp_path / "export.json"
    download.value.save_as(file)
    export = json.loads(file.read_text())
    other = json.loads(json.dumps(export["memory"][table.id]).replace(table.id, "damaged"))
    other["form"]["matches"][0]["totals"] = ["<b>", None]
    export["memory"]["damaged"] = other
    file.write_text(json.dumps(export))

    guest = visitor(width=390, height=844)
    guest.goto("/matches")
    guest.locator("input[type=file]").set_input_files(file)
    expect(
        guest.get_by_text("Damaged: table number 2 of the file (form.matches[0].totals[0])")
    ).to_be_visible()
    assert guest.evaluate("localStorage.getItem('stramash.tables')") is None
    assert violations(guest) == []
    assert not is_too_wide(guest)
    guest.get_by_role("button", name="Import the rest").click()
    expect(guest.get_by_text("1 table added.")).to_be_visible()
    expect(guest.get_by_role("heading", name="1 match")).to_be_visible()
    assert "damaged" not in guest.evaluate("localStorage.getItem('stramash.memory')")


def test_a_replay_goes_from_deal_to_deal_and_fetches_one_at_a_time(
    open_table: Callable[..., Table], visitor: Callable[..., Page], tmp_path: Path
) -> None:
    table = open_table("haggis", 2, {"rounds": "3", "goal": "0"})
    page = table.page
    table.hurry_to_the_end()
    fetched: list[str] = []
    page.on("request", lambda asked: fetched.append(asked.url) if "/replay?" in asked.url else None)
    page.goto(f"/t/{table.id}/replay/1")
    deals = page.get_by_label("Deal", exact=True)
    expect(deals).to_have_value("1")
    assert {url.partition("deal=")[2][0] for url in fetched} == {"1"}
    deals.select_option("2")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    expect(page.get_by_role("button", name="Deal 2 again")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()  # over the edge into the deal before
    expect(deals).to_have_value("1")
    page.get_by_role("button", name="Forward", exact=True).click()
    expect(deals).to_have_value("2")
    expect(page.get_by_text("Step 1 of")).to_be_visible()
    page.get_by_role("button", name="To the end").click()
    expect(deals).to_have_value("3")
    link = page.get_by_label("Link to this step").input_value()
    assert "#deal=3&n=" in link
    assert violations(page) == []
    page.screenshot(path=tmp_path / "replay.png", full_page=True)

    phone = visitor(width=390, height=844)
    phone.goto("/")
    own = [{"id": table.id, "secret": page.evaluate(SECRET, table.id), "game": "haggis", "at": 1}]
    phone.evaluate("own => localStorage.setItem('stramash.tables', JSON.stringify(own))", own)
    phone.goto(link)
    expect(phone.get_by_label("Deal", exact=True)).to_have_value("3")
    phone.screenshot(path=tmp_path / "phone.png", full_page=True)
    assert not is_too_wide(phone)
