"""Tables with other numbers than the sheet's: every label says what the rules say, none what it remembers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.deals import deal
from tests.browser.table import Table

from stramash import games

Open = Callable[..., Table]


@pytest.mark.parametrize("bets", ["30,45", "9,12,30", "15,30,45"])
def test_a_bid_says_how_many_cards_it_swaps(open_table: Open, bets: str) -> None:
    table = open_table("tatties", 3, {"bets": bets}, deal=deal("tatties", 3, {}, dealer=0))
    rules = games.get_written("tatties", 3, {"bets": bets}).rules
    table.wait_for_turn()
    offered = table.page.locator("[data-move^=bid]")
    expect(offered).to_have_count(len(rules.bets))
    for button, bid in zip(offered.all(), rules.bets, strict=True):
        cards = rules.draw(bid)
        words = f"Bid {bid} swap {cards} {'card' if cards == 1 else 'cards'}"
        expect(button).to_have_accessible_name(words)
    offered.last.click()
    expect(table.page.locator(".say")).to_contain_text(f"You took {rules.draw(rules.bets[-1])} card")


def test_the_guide_tells_the_bids_of_this_table(visitor: Callable[..., Page]) -> None:
    table = Table(visitor())
    table.page.goto("/nowhere")
    table.page.evaluate("localStorage.setItem('stramash.guided', '[]')")
    table.create("tatties", 3, {"bets": "9,12,30"}, deal=deal("tatties", 3, {}, dealer=0))
    table.page.evaluate("id => localStorage.setItem('stramash.guided', JSON.stringify([id]))", table.id)
    table.page.reload()
    note = table.page.locator(".guide")
    for _ in range(2):
        note.get_by_role("button", name="Got it").click()
    expect(note).to_contain_text("3 for a bid of 9, 2 for a bid of 12 and 1 for a bid of 30")


def test_bets_and_the_end_of_a_match_are_those_of_the_table(open_table: Open) -> None:
    options = {"bets": "5,10,20", "goal": "77", "bet_rule": "first-out"}
    table = open_table("haggis", 2, options, deal=deal("haggis", 2, {}, dealer=1))
    table.wait_for_turn()
    bet = table.page.get_by_role("button", name="Bet …")
    expect(bet).to_have_attribute("title", "Before your first card you may bet that you go out first")
    bet.click()
    assert table.page.locator(".bets button").all_inner_texts() == ["Bet 5", "Bet 10", "Bet 20"]
    expect(table.page.locator("h1")).to_contain_text("deal 1 · to 77")


def test_bonuses_of_nothing_and_changed_targets_in_mu(open_table: Open) -> None:
    options = {"crown_bonus": "0", "shield_bonus": "7", "target_base": "3", "target_step": "1", "rounds": "2"}
    table = open_table("mu", 4, options, deal=deal("mu", 4, {}, dealer=0))
    table.wait_for_turn()
    row = table.page.locator("[data-bid='2'] > *")
    assert row.all_inner_texts()[1:] == ["5", "+0", "+14"]
    table.choose(0, 1)
    expect(table.page.locator(".say")).to_contain_text(
        "your team needs 5 points and then each of you scores +0"
    )
    expect(table.page.locator("[data-bid='2']")).to_have_class(re.compile("chosen"))
    expect(table.page.locator("h1")).to_contain_text("deal 1 of 2")


def test_a_trump_says_what_winning_with_it_is_worth(open_table: Open) -> None:
    options = {
        "value_colour": "3", "value_one_or_seven": "11", "value_number": "0", "value_no_trump": "33",
        "rounds": "1",
    }  # fmt: skip
    hand = "1r 1r 7r 7r 2r 3r 4r"
    table = open_table("mu", 4, options, deal=deal("mu", 4, {0: hand}, dealer=0))
    table.wait_for_turn()
    before = table.stand()
    table.choose_cards(hand.split())
    assert table.can_play()
    table.page.locator("button.play").click()
    table.settle(before)
    while table.wait_for_turn() and table.page.locator("button.pass").count():
        before = table.stand()
        table.page.locator("button.pass").click()
        table.settle(before)
    worth = {
        move.get_attribute("data-move"): move.locator("small").inner_text()
        for move in table.page.locator("[data-move^=trump]").all()
    }
    wanted = {"trump red": "+3", "trump 1": "+11", "trump 7": "+11", "trump 2": "+0", "trump none": "+33"}
    assert wanted.items() <= worth.items()


@pytest.mark.parametrize(
    ("colour", "suits"), [("red", "Whin Pine Loch Thistle"), ("blue", "Rowan Whin Pine Thistle")]
)
def test_unseen_cards_are_those_of_the_deck_in_play(open_table: Open, colour: str, suits: str) -> None:
    options = {"removed_colour": colour, "rounds": "1"}
    given = deal("mu", 3, {}, dealer=0, removed_colour=colour)
    table = open_table("mu", 3, options, deal=given)
    table.page.get_by_role("tab", name="Unseen").click()
    panel = table.page.locator("#side-panel")
    assert [row.strip() for row in panel.locator("tbody th").all_inner_texts()] == suits.split()
    game = games.get_written("mu", 3, {"removed_colour": colour})
    expect(panel).to_contain_text(f"{len(game.deck()) - game.rules.hand_size} cards not seen")


def test_the_front_page_shows_every_registered_game(visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto("/")
    tiles = page.locator("[data-game]")
    expect(tiles).to_have_count(len(games.GAMES))
    for tile in tiles.all():
        game = games.GAMES[str(tile.get_attribute("data-game"))]
        expect(tile.locator("strong")).to_have_text(game.name)
        tile.locator(".pick").click()
        expect(page.locator(".about")).to_have_text(game.sentence)
        expect(tile).to_contain_text(f"about {game.minutes} min")
    variants = [game.id for game in games.GAMES.values() if game.is_variant]
    assert [tile.get_attribute("data-game") for tile in tiles.all()][-len(variants) :] == variants
