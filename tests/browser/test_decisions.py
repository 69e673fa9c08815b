"""Every special decision once, by clicks, and what the table says about it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.deals import LEAD_ALL, NOTHING_HIGH, deal
from tests.browser.looks import each_size, problems
from tests.browser.table import Table

from stramash import games

ONE_ROUND = {"rounds": "1", "goal": "0"}
Open = Callable[..., Table]


def card(table: Table, code: str) -> None:
    table.page.locator(f'[data-code="{code}"]').first.click(position={"x": 10, "y": 14})


def i_lead(open_table: Open, game: str, seats: int) -> Table:
    """A table at which the first lead is ours."""
    table = open_table(game, seats, ONE_ROUND, deal=LEAD_ALL[game, seats])
    while table.wait_for_turn() and "Lead anything" not in table.says():
        give(table, "10r" if table.page.locator('[data-code="10r"]').count() else "10y")
    return table


def give(table: Table, code: str) -> None:
    """Pass a card to the partner."""
    before = table.stand()
    card(table, code)
    assert table.can_play()
    assert table.page.locator("button.play").inner_text().startswith("Give ")
    table.page.locator("button.play").click()
    table.settle(before)


def play_courts(table: Table) -> None:
    """The bomb of all three, which nobody beats here."""
    for code in ("J", "Q", "K"):
        card(table, code)
    expect(table.page.locator("button.play")).to_have_text("Play bomb J-Q-K")
    table.page.locator("button.play").click()


def test_the_combination_is_named_and_several_readings_are_offered(open_table: Open) -> None:
    table = i_lead(open_table, "haggis", 2)
    for code in ("5r", "J", "Q"):
        card(table, code)
    readings = table.page.locator(".readings .offer")
    expect(readings).not_to_have_count(0)
    assert readings.count() >= 3
    # The strongest is chosen before, and lies on the felt with what its wild cards stand for.
    expect(readings.last).to_have_attribute("aria-pressed", "true")
    expect(table.page.locator(".trick .as")).to_have_text(["as 6", "as 7"])
    readings.nth(1).click()
    chosen = readings.nth(1).locator(".what").inner_text().strip()
    expect(readings.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(table.page.locator("button.play")).to_have_text(re.compile(rf"^\s*Play .*{re.escape(chosen)}"))
    table.page.get_by_role("button", name="Clear").click()
    expect(table.page.locator(".held.up")).to_have_count(0)


def test_why_not_gives_the_clause_and_opens_the_rules_there(open_table: Open) -> None:
    table = i_lead(open_table, "haggis", 2)
    card(table, "4r")
    card(table, "9g")
    why = table.page.locator(".why")
    expect(why).to_contain_text("is no sequence, for it has 2 suits, and no stair")
    assert table.page.locator("button.play").get_attribute("aria-disabled") == "true"
    clause = why.locator("button.clause")
    number = clause.inner_text()
    assert number == "C2.3"  # the one that these cards break
    clause.click()
    expect(table.page.locator(f"[id='rule-{number}']")).to_be_in_viewport()


def test_a_bet_is_asked_about_and_made(open_table: Open) -> None:
    table = i_lead(open_table, "haggis", 2)
    table.page.get_by_role("button", name="Bet …").click()
    expect(table.page.locator(".actions")).to_contain_text("Public and final")
    table.page.get_by_role("button", name="Bet 15").click()
    expect(table.page.locator(".foot")).to_contain_text("bet 15")
    expect(table.page.get_by_role("log")).to_contain_text("You bet 15")


def test_the_cards_of_a_bombed_trick_go_to_whom_we_say(open_table: Open) -> None:
    table = i_lead(open_table, "haggis3", 3)
    play_courts(table)
    choice = table.page.locator("[data-move^=award]")
    expect(choice).to_have_count(2)
    # The cards it is about lie there while we choose.
    expect(table.page.locator(".about .minis")).to_have_accessible_name(re.compile("Jack.*Queen.*King"))
    name = choice.last.locator("b").inner_text().removeprefix("To ")
    choice.last.click()
    expect(table.page.get_by_role("log")).to_contain_text(f"You win the trick; {name} gets the cards")


def test_neeps_cards_are_passed_and_the_partner_is_named_to_lead(open_table: Open) -> None:
    table = open_table("neeps", 4, ONE_ROUND, deal=LEAD_ALL["neeps", 4])
    for which, code in enumerate(("10r", "10y"), 1):
        table.wait_for_turn()
        expect(table.page.locator(".say")).to_contain_text(f"({which} of 2)")
        expect(table.page.locator(".slot")).to_have_count(4)
        give(table, code)
        expect(table.page.get_by_role("log")).to_contain_text(
            f"You give 10 {'Rowan' if which == 1 else 'Whin'}"
        )
    table.wait_for_turn()
    play_courts(table)
    partner = table.page.locator("[data-move='lead 2']")
    name = partner.locator("b").inner_text().removesuffix(" leads")
    partner.click()
    expect(table.page.get_by_role("log")).to_contain_text(f"{name} leads")


def take_back_and_choose_again(table: Table, held: int) -> None:
    """What nobody has seen yet is taken back, by a click and by a key."""
    back = table.page.get_by_role("button", name="Take it back")
    for is_by_key in (False, True):
        expect(back).to_be_enabled()  # not while our move is still on its way
        if is_by_key:
            table.page.keyboard.press("u")
        else:
            back.click()
        expect(table.page.locator(".say")).to_contain_text("Choose as many to put back")
        expect(table.page.locator(".held")).to_have_count(held)
        expect(back).to_have_count(0)
        expect(table.page.locator("[aria-live=polite]").first).to_have_text("You take your choice back")
        expect(table.page.get_by_role("log")).not_to_contain_text("You put back")
        table.wait_for_turn()
        table.act()
    table.wait_for_turn()
    table.act()
    expect(back).to_have_count(0)  # the lead is on the table for all to see


def test_tatties_we_bid_become_the_shepherd_and_put_cards_back(open_table: Open) -> None:
    table = open_table("tatties", 3, ONE_ROUND, deal=deal("tatties", 3, {}, dealer=0))
    table.wait_for_turn()
    table.page.locator("[data-move^=bid]").last.click()  # the highest bid there is
    expect(table.page.locator(".say")).to_contain_text("You took ")
    assert table.page.locator(".foot").inner_text().count("Shepherd") == 1
    held = table.page.locator(".held").count()
    table.wait_for_turn()
    table.act()
    assert table.decisions == ["put"]
    expect(table.page.locator(".seats")).to_contain_text("Sheep")
    take_back_and_choose_again(table, held)
    table.hurry_to_the_end()


def test_mu_bid_trump_partner_and_play(open_table: Open) -> None:
    table = open_table("mu", 4, {"rounds": "1"}, deal=deal("mu", 4, {}, dealer=0))
    table.wait_for_turn()
    table.choose(0, 1, 2, 3, 4, 5)
    expect(table.page.locator(".say")).to_contain_text("you would hold the Crown: your team needs")
    table.page.locator("button.play").click()
    expect(table.page.locator(".foot")).to_contain_text("Crown ·\u00a06")
    while table.wait_for_turn() and "play" not in table.decisions:
        says = table.says()
        if "Show cards to bid" in says:
            before = table.stand()
            table.page.locator("button.pass").click()
            table.settle(before)
        else:
            table.act()
    assert {"trump", "partner", "play"} <= set(table.decisions)
    expect(table.page.locator(".race")).to_contain_text("Crown team")


def test_mu_the_cloth_has_the_room_when_nothing_is_held(open_table: Open) -> None:
    table = open_table("mu", 3, {"rounds": "2"}, deal=deal("mu", 3, {}, dealer=0))
    while table.wait_for_turn() and (legal := table.moves())[0]["kind"] != "dealer":
        table.send(next((move for move in legal if move["kind"] == "pass"), legal[0]))
    expect(table.page.locator(".tile")).to_have_count(2)
    with each_size(table.page, [(360, 640), (844, 390), (1440, 900)]) as sized:
        wrong = [(size, problem) for size in sized for problem in problems(table.page)]
    assert wrong == []


def test_mu_for_three_the_crown_puts_three_cards_away(open_table: Open) -> None:
    table = open_table("mu", 3, {"rounds": "1"}, deal=deal("mu", 3, {}, dealer=0))
    table.wait_for_turn()
    table.choose(0, 1, 2, 3, 4, 5)
    table.page.locator("button.play").click()
    expect(table.page.locator(".foot")).to_contain_text("Crown ·\u00a06")
    while table.wait_for_turn() and "play" not in table.decisions:
        if "Show cards to bid" in table.says():
            before = table.stand()
            table.page.locator("button.pass").click()
            table.settle(before)
        else:
            table.act()
    assert "put" in table.decisions
    expect(table.page.get_by_role("button", name="Take it back")).to_have_count(0)
    expect(table.page.locator(".status")).to_contain_text("3 cards put away")


@pytest.mark.parametrize("game", games.GAMES)
def test_a_first_deal_is_guided(visitor: Callable[..., Page], game: str) -> None:
    page = visitor()
    page.goto("/")
    page.locator(f"[data-game='{game}'] .pick").click()
    page.get_by_role("button", name="Learn it").click()
    note = page.locator(".guide")
    expect(note).to_contain_text("First deal · 1 of")
    first = note.inner_text()
    note.get_by_role("button", name="Got it").click()
    expect(note).not_to_have_text(first)
    note.get_by_role("button", name="I know enough").click()
    expect(note).to_have_count(0)


def test_auto_pass_passes_when_nothing_can_be_played(open_table: Open) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=NOTHING_HIGH)
    table.page.get_by_role("tab", name="Settings").click()
    table.page.get_by_label("Pass for me").check()
    table.page.get_by_role("tab", name="Log").click()
    table.wait_for_turn()
    play_courts(table)
    expect(table.page.locator(".say")).to_contain_text("Lead anything")
    table.wait_for_turn()
    card(table, "5r")
    assert table.can_play()
    table.page.locator("button.play").click()
    expect(table.page.locator(".say")).to_contain_text("passing for you")
    expect(table.page.get_by_text("You pass", exact=True)).to_have_count(1)
