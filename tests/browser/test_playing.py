"""How few taps a play takes, and where wild cards stand."""

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.deals import THEY_LEAD, deal
from tests.browser.table import Table

ONE_ROUND = {"rounds": "1", "goal": "0"}
Open = Callable[..., Table]
STAIR = deal("haggis", 2, {0: "5r 6r 7r 5b 6b 7b 2g 9y"}, dealer=1)


def middle_of(table: Table, code: str) -> tuple[float, float]:
    box = table.page.locator(f'[data-code="{code}"]').first.bounding_box()
    assert box is not None
    return box["x"] + 10, box["y"] + 20


def test_a_stair_of_six_cards_is_two_taps(open_table: Open) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=STAIR)
    table.wait_for_turn()
    table.page.locator('[data-code="5r"]').click(position={"x": 10, "y": 14})
    stair = table.page.locator(".plays .offer", has_text="5\u20137 \u00d72").first
    expect(stair).to_have_accessible_name("Play stair 5\u20137 \u00d72")  # it says that it plays at once
    stair.click()
    expect(table.page.locator(".held")).to_have_count(11)
    expect(table.page.locator(".held.up")).to_have_count(0)
    expect(table.page.get_by_role("log")).to_contain_text("You play stair 5\u20137 \u00d72")


def test_an_offer_is_played_by_a_second_tap_on_it(open_table: Open) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=THEY_LEAD)
    table.wait_for_turn()
    offers = table.page.locator(".plays .offer")
    words = offers.all_inner_texts()
    offers.last.click()
    # Nothing is played by accident, and nothing moves away from under the finger.
    expect(offers.last).to_have_attribute("aria-pressed", "true")
    assert offers.all_inner_texts() == words
    chosen = table.page.locator(".held.up").count()
    assert chosen
    offers.last.click()
    expect(table.page.locator(".held")).to_have_count(17 - chosen)


def test_a_card_is_played_by_a_double_click_or_dragged_to_the_felt(open_table: Open) -> None:
    for is_dragged in (False, True):
        table = open_table("haggis", 2, ONE_ROUND, deal=STAIR)
        table.wait_for_turn()
        x, y = middle_of(table, "2g")
        if is_dragged:
            table.page.mouse.move(x, y)
            table.page.mouse.down()
            table.page.mouse.move(x, y - 300, steps=5)
            table.page.mouse.up()
        else:
            table.page.mouse.dblclick(x, y)
        expect(table.page.locator('[data-code="2g"]')).to_have_count(0)


def test_swiping_over_the_hand_chooses_several(open_table: Open) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=STAIR)
    table.wait_for_turn()
    cards = table.page.locator(".held")
    first, third = cards.nth(0).bounding_box(), cards.nth(2).bounding_box()
    assert first is not None
    assert third is not None
    table.page.mouse.move(first["x"] + 10, first["y"] + 40)
    table.page.mouse.down()
    table.page.mouse.move(third["x"] + 10, third["y"] + 40, steps=12)
    table.page.mouse.up()
    expect(table.page.locator(".held.up")).to_have_count(3)


def test_a_wild_card_stands_where_it_belongs(open_table: Open) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=STAIR)
    table.wait_for_turn()
    table.choose_cards(["5r", "7r", "J"])
    assert table.can_play()
    table.page.locator("button.play").click()
    expect(table.page.get_by_role("log")).to_contain_text("You play sequence 5\u20137 of Rowan with J as 6")


def test_one_tap_plays_a_card_in_mu(open_table: Open) -> None:
    table = open_table("mu", 4, {"rounds": "1"})
    table.page.evaluate(
        "localStorage.setItem('stramash.settings', JSON.stringify("
        "{speed: 'instant', motion: 'none', beside: true, oneTap: false}))"
    )
    while table.wait_for_turn() and not any(move["kind"] == "play" for move in table.moves()):
        table.act()
    table.page.locator("button.tap").click()
    held = table.page.locator(".held").count()
    table.page.locator(".held:not(.dim)").first.click(position={"x": 10, "y": 14})
    expect(table.page.locator(".held")).to_have_count(held - 1)


def test_one_tap_plays_a_card_of_a_climbing_game_where_it_is_unambiguous(open_table: Open) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=STAIR)
    table.wait_for_turn()
    table.page.locator("button.tap").click()
    expect(table.page.locator("button.tap")).to_have_text("One tap: on")
    # Many plays take this one: it is chosen, not played.
    table.page.locator('[data-code="5r"]').click(position={"x": 10, "y": 14})
    expect(table.page.locator('[data-code="5r"]')).to_have_attribute("aria-pressed", "true")
    table.clear()
    only = "2g"
    while table.wait_for_turn():
        plays = [move["cards"] for move in table.moves() if move["kind"] == "play"]
        alone = [
            cards[0] for cards in plays if len(cards) == 1 and sum(cards[0] in one for one in plays) == 1
        ]
        if alone:
            only = alone[0]
            break
        table.act()
    held = table.page.locator(".held").count()
    table.page.locator(f'[data-code="{only}"]').first.click(position={"x": 10, "y": 14})
    expect(table.page.locator(".held")).to_have_count(held - 1)


# What a browser that is allowed to would show and let hear, and a page that nobody looks at.
LISTEN = """
window.told = [];
window.tones = [];
const through = {connect: (next) => next, start() {}, stop() {}};
window.AudioContext = class {
  currentTime = 0;
  createGain = () => ({...through, gain: {setValueAtTime() {}, exponentialRampToValueAtTime() {}}});
  createOscillator = () => ({...through, frequency: {set value(hertz) { window.tones.push(hertz); }}});
};
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor(title, options) { window.told.push([title, options.body]); }
  close() {}
};
"""
HIDE = """() => {
  Object.defineProperty(document, 'hidden', {value: true, configurable: true});
  Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});
}"""


def test_a_notice_tells_that_it_is_your_turn_while_nobody_looks(visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.add_init_script(LISTEN)
    table = Table(page)
    table.create("haggis", 2, ONE_ROUND, deal=STAIR)
    page.get_by_role("tab", name="Settings", exact=True).click()
    page.get_by_label("Tell me when it is my turn").check()
    page.get_by_label("Sounds").check()
    table.wait_for_turn()
    table.act()
    assert table.wait_for_turn()
    assert page.evaluate("window.told") == []  # somebody looks
    assert {523, 784} <= set(page.evaluate("window.tones"))  # and hears it
    page.evaluate(HIDE)
    table.act()
    assert table.wait_for_turn()
    assert page.evaluate("window.told")[:1] == [["Your turn", "Haggis"]]


WATCH_TRICKS = """() => {
  window.seen = new Set();
  const look = () => {
    const cards = document.querySelectorAll('.ring > li:not(.slot)').length;
    if (cards) window.seen.add(`${cards} ${document.querySelector('.takes') ? 'taken' : 'open'}`);
  };
  new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""


def test_no_lead_is_drawn_through_the_trick_before_it(open_table: Open) -> None:
    table = open_table("mu", 4, {"rounds": "1"}, deal=deal("mu", 4, {}, dealer=0))
    while table.wait_for_turn() and not any(move["kind"] == "play" for move in table.moves()):
        table.act()
    table.page.get_by_role("tab", name="Settings", exact=True).click()
    table.page.get_by_label("Pace of the others").select_option("brisk")
    table.page.evaluate(WATCH_TRICKS)
    for _ in range(3):
        table.act()
        table.wait_for_turn()
    seen = table.page.evaluate("[...window.seen]")
    assert {"1 open", "4 taken"} <= set(seen)  # whole tricks and new leads were there
    assert not set(seen) & {"1 taken", "2 taken", "3 taken", "5 open", "5 taken"}
