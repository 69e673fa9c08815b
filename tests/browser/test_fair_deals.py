"""The seal at the table: green with an honest server, red with one that cheats."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect
from tests.browser.table import Table
from typer.testing import CliRunner

from stramash.cli.commands import app

ONE_ROUND = {"rounds": "1"}
TWO_ROUNDS = {"rounds": "2"}


def saved(page: Page, button: Locator, folder: Path) -> Path:
    """The file that a button gives, under its own name."""
    with page.expect_download() as download:
        button.click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def test_the_seal_is_whole_and_what_the_browser_kept_proves_the_record(
    open_table: Callable[..., Table], tmp_path: Path
) -> None:
    table = open_table("haggis", 2, TWO_ROUNDS)
    page = table.page
    expect(page.locator("[data-seal=whole]")).to_be_visible()  # the cut is in the very first deck
    table.hurry_to_the_end()
    page.locator("[data-seal=whole]").click()
    dialog = page.get_by_role("dialog", name="Fair deals")
    expect(dialog).to_contain_text("checked, with your cut")
    files = [
        saved(page, dialog.get_by_role("button", name=name), tmp_path)
        for name in ("Download record and proof", "Download what this browser kept")
    ]
    expect(dialog).to_contain_text(f"stramash verify {files[0].name} --seen {files[1].name}")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    found = CliRunner().invoke(app, ["verify", str(files[0]), "--seen", str(files[1])])
    assert found.exit_code == 0, found.output
    assert "own cut is in 2 decks (1, 2)" in found.output
    # The same file, later.
    page.goto(f"/t/{table.id}/replay/1")
    later = tmp_path / "later"
    later.mkdir()
    again = saved(page, page.get_by_role("button", name="Download record and proof"), later)
    assert again.read_bytes() == files[0].read_bytes()


def test_no_proof_is_offered_while_the_match_runs(open_table: Callable[..., Table]) -> None:
    table = open_table("haggis", 2, TWO_ROUNDS)
    table.page.locator("[data-seal=whole]").click()
    dialog = table.page.get_by_role("dialog", name="Fair deals")
    expect(dialog).to_contain_text("When the match is over, its record and the proof of its decks are here.")
    expect(dialog.get_by_role("button", name="Download record and proof")).to_have_count(0)
    address = f"/api/tables/{table.id}/matches/1/proof"
    assert table.page.request.get(address).status == 409


def test_cuts_survive_a_reload(open_table: Callable[..., Table]) -> None:
    table = open_table("haggis", 2, ONE_ROUND)
    expect(table.page.locator("[data-seal=whole]")).to_be_visible()
    table.page.reload()
    expect(table.page.locator("[data-seal=whole]")).to_be_visible()
    table.hurry_to_the_end()
    expect(table.page.locator("[data-seal=whole]")).to_be_visible()


def another_secret(form: dict[str, Any]) -> None:
    """The secret was chosen after the cuts."""
    if form.get("reveal"):
        form["reveal"]["secret"] = "77" * 32


def another_promise(form: dict[str, Any]) -> None:
    """The promise is replaced once the cards are dealt."""
    if form["type"] == "update" and form.get("fair") and form["deal"]:
        form["fair"]["commitment"] = "77" * 32


def another_cut(form: dict[str, Any]) -> None:
    """The server writes the bot's cut itself, last."""
    if form.get("reveal"):
        form["reveal"]["cuts"][1] = "77" * 32


def another_hand(form: dict[str, Any]) -> None:
    """The cards are not those that follow."""
    for event in form.get("events", ()):
        if event["type"].endswith(".dealt"):
            hand = event["hands"][0]
            hand[0], hand[1] = hand[1], hand[1]


@pytest.mark.parametrize(
    ("cheat", "sentence"),
    [
        (another_secret, "is not the one that was promised"),
        (another_promise, "replaced the secret it had promised"),
        (another_cut, "not the one that it had sealed"),
        (another_hand, "do not follow from the secret and the cuts"),
    ],
)
def test_the_seal_breaks_when_the_server_cheats(
    visitor: Callable[..., Page], cheat: Callable[[dict[str, Any]], None], sentence: str
) -> None:
    page = visitor()

    def between(client: WebSocketRoute) -> None:
        server = client.connect_to_server()

        def tell(text: str | bytes) -> None:
            form = json.loads(text)
            cheat(form)
            client.send(json.dumps(form))

        server.on_message(tell)

    page.route_web_socket(lambda address: address.endswith("/ws"), between)
    table = Table(page)
    table.create("haggis", 2, ONE_ROUND)
    table.hurry_to_the_end()
    seal = page.locator("[data-seal=broken]")
    expect(seal).to_contain_text("Seal broken!")
    seal.click()
    dialog = page.get_by_role("dialog", name="Fair deals")
    expect(dialog).to_contain_text(sentence)
    expect(dialog).to_contain_text("Do not play on for anything that matters")
