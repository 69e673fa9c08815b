"""What a player chose is what is played, or nothing is: on slow and broken lines, in a hurry, in two tabs."""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.deals import THEY_LEAD, deal
from tests.browser.hurried import TABLES, Tally, data_of, moves_made, play
from tests.browser.proxy import Proxy, When
from tests.browser.table import Table

ONE_ROUND = {"rounds": "1", "goal": "0"}
Open = Callable[..., Table]
STAIR = deal("haggis", 2, {0: "4r 5r 6r 7r 5b 6b 7b 2g 9y 9g"}, dealer=1)
BET = deal("haggis", 2, {0: "2g 9y"}, dealer=1)
SOME = 6
"""Plays at each game: `make hurried` makes hundreds."""


def made(server: Any, table: Table) -> list[str]:
    """Our moves, as the server has them."""
    return [move for _, move in moves_made(data_of(server.folder), table.id, seat=0)]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_plays_in_a_hurry_are_the_ones_that_were_chosen(
    visitor: Callable[..., Page], proxy: Proxy, server: Any, game: str, seats: int
) -> None:
    tally = Tally()
    page = visitor(home=proxy.address)
    play(page, proxy, server, game, seats, Random(f"{game} {seats}"), tally, SOME)
    assert tally.plays >= SOME
    assert tally.wrong == []
    assert tally.swallowed == []


def choose_fast(table: Table, codes: list[str]) -> None:
    """Clicks without any look at what comes of them."""
    for code in codes:
        box = table.page.locator(f'[data-code="{code}"]').first.bounding_box()
        assert box is not None
        table.page.mouse.click(box["x"] + 10, box["y"] + 14)


def test_between_a_choice_and_its_answer_the_button_says_no_more_than_is_known(
    open_table: Open, proxy: Proxy, server: Any
) -> None:
    # A hand like this has so many plays that they do not come unasked.
    table = open_table("haggis", 2, ONE_ROUND, deal=STAIR, home=proxy.address)
    proxy.hold("legal")
    page, button = table.page, table.page.locator("button.play")
    page.reload()
    page.locator(".held").first.wait_for()
    expect(page).to_have_title(re.compile("^●"))
    before = button.bounding_box()
    choose_fast(table, ["5r", "6r", "7r"])
    expect(button).to_have_text("Play 3 cards")
    assert button.bounding_box() == before
    button.click()
    choose_fast(table, ["9y"])  # chosen after the click: no part of it
    expect(page.locator(".trick .who")).to_contain_text("On its way")
    expect(page.locator(".held")).to_have_count(14)
    proxy.release()
    expect(page.get_by_role("log")).to_contain_text("You play sequence 5\u20137 of Rowan")
    assert made(server, table) == ["play 5r 6r 7r as sequence 5-7"]
    expect(page.locator('[data-code="9y"]')).to_have_attribute("aria-pressed", "true")


def test_cards_that_may_not_be_played_come_back_and_it_says_why(
    open_table: Open, proxy: Proxy, server: Any
) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=STAIR, home=proxy.address)
    proxy.hold("legal")
    page = table.page
    page.reload()
    page.locator(".held").first.wait_for()
    expect(page).to_have_title(re.compile("^●"))
    choose_fast(table, ["4r", "9g"])
    page.locator("button.play").click()
    expect(page.locator(".held")).to_have_count(15)
    proxy.release()
    expect(page.locator(".why")).to_contain_text("is no sequence")
    expect(page.locator(".held")).to_have_count(17)
    expect(page.locator(".held.up")).to_have_count(2)
    assert made(server, table) == []


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_line_that_breaks_neither_loses_a_play_nor_makes_it_twice(
    open_table: Open, proxy: Proxy, server: Any, when: When
) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=STAIR, home=proxy.address)
    table.wait_for_turn()
    proxy.cut(when)
    choose_fast(table, ["2g"])
    table.page.locator("button.play").click()
    expect(table.page.get_by_role("log")).to_contain_text("You play single 2 of Pine")
    assert proxy.cuts == 1
    assert made(server, table)[:1] == ["play 2g as single 2"]
    assert made(server, table).count("play 2g as single 2") == 1


@pytest.mark.parametrize("is_lost", [False, True], ids=["slow", "lost"])
def test_a_reload_while_a_play_is_on_its_way_finishes_it_once(
    open_table: Open, proxy: Proxy, server: Any, is_lost: bool
) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=STAIR, home=proxy.address)
    table.wait_for_turn()
    if is_lost:
        proxy.cut("before")
        proxy.is_down = True
    else:
        proxy.hold("move")
    choose_fast(table, ["2g"])
    table.page.locator("button.play").click()
    expect(table.page.locator("[data-going]")).to_have_count(1)
    proxy.is_down = False
    table.page.reload(wait_until="commit")  # the page that sent it is gone before it arrives
    proxy.release()
    expect(table.page.get_by_role("log")).to_contain_text("You play single 2 of Pine")
    assert made(server, table).count("play 2g as single 2") == 1


def test_of_two_tabs_one_plays_and_the_other_is_told(open_table: Open, proxy: Proxy, server: Any) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=STAIR, home=proxy.address)
    table.wait_for_turn()
    other = Table(table.page.context.new_page())
    other.made = table.made
    other.page.goto(f"/t/{table.id}")
    other.wait_for_turn()
    choose_fast(table, ["2g"])
    choose_fast(other, ["9y"])
    proxy.hold("move")
    for tab in (table, other):
        tab.page.locator("button.play").click()
        expect(tab.page.locator("[data-going]")).to_have_count(1)
    proxy.release()
    for tab in (table, other):
        expect(tab.page.locator(".held")).to_have_count(16)
    (played,) = [code for code in ("2g", "9y") if f"play {code}" in made(server, table)[0]]
    late = other if played == "2g" else table
    expect(late.page.locator(".why")).to_contain_text("came too late")
    assert len(made(server, table)) == 1


def test_a_bet_and_a_play_right_after_it_are_both_made(open_table: Open, proxy: Proxy, server: Any) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=BET, home=proxy.address)
    table.wait_for_turn()
    proxy.hold("move")
    table.page.get_by_role("button", name="Bet …").click()
    table.page.get_by_role("button", name="Bet 15").click()
    choose_fast(table, ["2g"])
    table.page.locator("button.play").click()
    expect(table.page.locator("[data-going]")).to_have_count(1)
    proxy.release()
    expect(table.page.get_by_role("log")).to_contain_text("You play single 2 of Pine")
    assert made(server, table)[:2] == ["bet 15", "play 2g as single 2"]


def test_a_double_click_on_clear_does_not_pass(open_table: Open, server: Any) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=THEY_LEAD)
    table.wait_for_turn()
    choose_fast(table, ["9y"])
    table.page.locator("button.clear").dblclick()
    expect(table.page.locator(".held.up")).to_have_count(0)
    assert made(server, table) == []
    before = table.stand()
    table.page.keyboard.press("p")
    table.settle(before)
    assert made(server, table)[:1] == ["pass"]


def test_a_double_click_on_a_trump_does_not_choose_what_comes_after_it(open_table: Open, server: Any) -> None:
    table = open_table("mu", 4, {"rounds": "1"}, deal=deal("mu", 4, {}, dealer=0))
    table.wait_for_turn()
    table.choose(0, 1, 2, 3, 4, 5)
    before = table.stand()
    table.page.locator("button.play").click()
    table.settle(before)
    while table.wait_for_turn() and not any(move["kind"] == "trump" for move in table.moves()):
        table.send(next(move for move in table.moves() if move["kind"] == "pass"))
    table.page.locator("[data-move^=trump]").first.dblclick()
    expect(table.page.locator("[data-move^=partner]")).not_to_have_count(0)
    assert [move.split()[0] for move in made(server, table)][-1] == "trump"


def test_one_tap_in_mu_is_one_message(open_table: Open) -> None:
    sent: list[str] = []
    table = open_table("mu", 4, {"rounds": "1"}, deal=deal("mu", 4, {}, dealer=0))
    table.page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda text: sent.append(json.loads(text)["type"])),
    )
    table.page.reload()
    while table.wait_for_turn() and not any(move["kind"] == "play" for move in table.moves()):
        table.act()
    table.page.locator("button.tap").click()
    held = table.page.locator(".held").count()
    before, sent[:] = table.stand(), []
    table.page.locator(".held:not(.dim)").first.click(position={"x": 10, "y": 14})
    table.settle(before)
    expect(table.page.locator(".held")).to_have_count(held - 1)
    assert [kind for kind in sent if kind != "ping"][:1] == ["move"]
    assert "check" not in sent


@pytest.mark.parametrize("round_trip", [0.1, 0.6])
def test_an_offer_beside_the_hand_plays_itself_and_nothing_else(
    open_table: Open, proxy: Proxy, server: Any, round_trip: float
) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=STAIR, home=proxy.address)
    table.wait_for_turn()
    proxy.round_trip = round_trip
    choose_fast(table, ["5r"])
    offers = table.page.locator(".offers button[data-move]")
    offers.first.wait_for()
    offered = offers.last.get_attribute("data-move")
    offers.last.click()
    choose_fast(table, ["2g"])  # chosen while the other is on its way: it stays in hand
    expect(table.page.get_by_role("log")).to_contain_text("You play")
    assert made(server, table) == [offered]
