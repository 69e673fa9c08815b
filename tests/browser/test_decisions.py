"""Every special decision once, by clicks, and what the table says about it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.table import Table

ONE_ROUND = {"rounds": "1", "goal": "0"}
Open = Callable[..., Table]


def card(table: Table, code: str) -> None:
    table.page.locator(f'[data-code="{code}"]').first.click(position={"x": 10, "y": 14})


def until_i_lead(open_table: Open, game: str, seats: int, tries: int = 30) -> Table:
    """A table at which the first lead is ours."""
    for _ in range(tries):
        table = open_table(game, seats, ONE_ROUND)
        while table.wait_for_turn():
            if "Lead anything" in table.says():
                return table
            if table.page.locator(".trick .laid").count():
                break
            table.act()
        table.page.context.close()
    raise AssertionError("we never lead")


def test_the_combination_is_named_and_several_readings_are_offered(open_table: Open) -> None:
    table = until_i_lead(open_table, "haggis", 2)
    number = next(
        code
        for code in (one.get_attribute("data-code") for one in table.page.locator(".held").all())
        if code and code[:-1] in {"4", "5", "6", "7", "8"}
    )
    for code in (number, "J", "Q"):
        card(table, code)
    readings = table.page.locator(".readings label")
    expect(readings).not_to_have_count(0)
    assert readings.count() >= 3
    readings.nth(1).click()
    chosen = readings.nth(1).inner_text().strip()
    play = table.page.locator("button.play")
    assert play.inner_text() == f"Play {chosen}"
    table.page.get_by_role("button", name="Clear").click()
    expect(table.page.locator(".held.up")).to_have_count(0)


def test_why_not_gives_the_clause_and_opens_the_rules_there(open_table: Open) -> None:
    table = until_i_lead(open_table, "haggis", 2)
    codes = [one.get_attribute("data-code") or "" for one in table.page.locator(".held").all()]
    low, high = codes[0], next(code for code in codes if code[:-1] in {"8", "9", "10"})
    card(table, low)
    card(table, high)
    why = table.page.locator(".why")
    expect(why).to_contain_text("Why not?")
    assert table.page.locator("button.play").get_attribute("aria-disabled") == "true"
    clause = why.locator("button.clause")
    number = clause.inner_text()
    clause.click()
    expect(table.page.locator(f"[id='rule-{number}']")).to_be_in_viewport()


def test_a_bet_is_asked_about_and_made(open_table: Open) -> None:
    table = until_i_lead(open_table, "haggis", 2)
    table.page.get_by_role("button", name="Bet 15").click()
    table.page.get_by_role("button", name="Yes, bet 15").click()
    expect(table.page.locator(".foot")).to_contain_text("bet 15")
    expect(table.page.get_by_role("log")).to_contain_text("You bet 15")


def test_the_cards_of_a_bombed_trick_go_to_whom_we_say(open_table: Open) -> None:
    for _ in range(8):
        table = until_i_lead(open_table, "haggis3", 3)
        for code in ("J", "Q", "K"):
            card(table, code)
        expect(table.page.locator("button.play")).to_have_text("Play bomb J-Q-K")
        table.page.locator("button.play").click()
        choice = table.page.locator("[data-move^=award]")
        table.page.wait_for_timeout(300)
        for _ in range(40):
            if choice.count():
                assert choice.count() == 2
                name = choice.last.inner_text().removeprefix("To ")
                choice.last.click()
                expect(table.page.get_by_role("log")).to_contain_text(f"with a bomb; {name} gets the cards")
                return
            table.page.wait_for_timeout(50)
        table.page.context.close()  # somebody had a higher bomb
    raise AssertionError("our bomb never won")


def test_neeps_cards_are_passed_and_the_partner_is_named_to_lead(open_table: Open) -> None:
    table = open_table("neeps", 4, ONE_ROUND)
    for which in ("first", "second"):
        expect(table.page.locator(".say")).to_contain_text(f"{which} of two")
        table.choose(0)
        assert table.can_play()
        assert table.page.locator("button.play").inner_text().startswith("Give ")
        table.page.locator("button.play").click()
    expect(table.page.get_by_role("log")).to_contain_text("You give")
    table.page.context.close()
    for _ in range(8):
        table = until_i_lead(open_table, "neeps", 4)
        for code in ("J", "Q", "K"):
            card(table, code)
        table.page.locator("button.play").click()
        leads = table.page.locator("[data-move^=lead]")
        for _ in range(40):
            if leads.count():
                partner = table.page.locator("[data-move='lead 2']")
                name = partner.inner_text().removesuffix(" leads")
                partner.click()
                expect(table.page.get_by_role("log")).to_contain_text(f"{name} leads")
                return
            table.page.wait_for_timeout(50)
        table.page.context.close()
    raise AssertionError("our bomb never won")


def take_back_and_choose_again(table: Table, held: int) -> None:
    """What nobody has seen yet is taken back, by a click and by a key."""
    back = table.page.get_by_role("button", name="Take it back")
    for is_by_key in (False, True):
        expect(back).to_be_visible()
        if is_by_key:
            table.page.keyboard.press("u")
        else:
            back.click()
        expect(table.page.locator(".say")).to_contain_text("Choose as many number cards to put back")
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
    for _ in range(12):
        table = open_table("tatties", 3, ONE_ROUND)
        table.wait_for_turn()
        bids = table.page.locator("[data-move^=bid]")
        if bids.count():
            bids.last.click()  # the highest bid there is
            for _ in range(60):
                if "You took " in table.says():
                    break
                table.page.wait_for_timeout(50)
            else:
                table.page.context.close()
                continue
            assert table.page.locator(".foot").inner_text().count("Shepherd") == 1
            held = table.page.locator(".held").count()
            table.act()
            assert table.decisions == ["put"]
            expect(table.page.locator(".seats")).to_contain_text("Sheep")
            take_back_and_choose_again(table, held)
            table.play_to_the_end()
            return
        table.page.context.close()
    raise AssertionError("we never became the Shepherd")


def test_mu_bid_trump_partner_and_play(open_table: Open) -> None:
    table = open_table("mu", 4, {"rounds": "1"})
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


def test_mu_for_three_the_crown_puts_three_cards_away(open_table: Open) -> None:
    table = open_table("mu", 3, {"rounds": "1"})
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


@pytest.mark.parametrize("game", ["haggis", "haggis3", "neeps", "tatties", "mu"])
def test_a_first_deal_is_guided(visitor: Callable[..., Page], game: str) -> None:
    names = {"haggis": "Haggis", "haggis3": "Haggis for three", "neeps": "Haggis & Neeps",
             "tatties": "Haggis & Tatties", "mu": "Mü"}  # fmt: skip
    page = visitor()
    page.goto("/")
    page.get_by_role(
        "button", name=f"Learn it by playing: a guided first deal of {names[game]}", exact=True
    ).click()
    note = page.locator(".guide")
    expect(note).to_contain_text("First deal · 1 of")
    first = note.inner_text()
    note.get_by_role("button", name="Got it").click()
    expect(note).not_to_have_text(first)
    note.get_by_role("button", name="I know enough").click()
    expect(note).to_have_count(0)


def test_auto_pass_passes_when_nothing_can_be_played(open_table: Open) -> None:
    table = open_table("haggis", 2, ONE_ROUND)
    table.page.get_by_role("tab", name="Settings").click()
    table.page.get_by_label("Pass for me").check()
    table.page.get_by_role("tab", name="Log").click()
    for _ in range(40):
        if not table.wait_for_turn():
            break
        if "passing for you" in table.says():
            passes = table.page.get_by_text("You pass", exact=True).count()
            expect(table.page.get_by_text("You pass", exact=True)).to_have_count(passes + 1)
            return
        table.act()
    raise AssertionError("there was always something to play")
