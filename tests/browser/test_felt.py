"""What stands on the felt and around it: it keeps its place, is whole, and covers nobody."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.deals import deal
from tests.browser.looks import each_size, problems
from tests.browser.table import Table

Open = Callable[..., Table]
Visitor = Callable[..., Page]
ONE_ROUND = {"rounds": "1"}
BIDS = "() => [...document.querySelectorAll('[data-bid]')].map(row => row.dataset.bid)"
TOPS = "() => [...document.querySelectorAll('[data-bid]')].map(row => row.getBoundingClientRect().top)"
FELT = "() => document.querySelector('.felt').clientHeight"
SWIPED = """() => {
  const {scrollWidth, clientWidth} = document.querySelector('.offers');
  return scrollWidth - clientWidth;
}"""
EDGES = """() => {
  const {left, top, right, bottom} = document.querySelector('.guide').getBoundingClientRect();
  return [left, top, innerWidth - right, innerHeight - bottom];
}"""
COVERED = """() => {
  const bubble = document.querySelector('.said').getBoundingClientRect();
  return [...document.querySelectorAll('.seat')].filter((seat) => {
    const {left, top, right, bottom} = seat.getBoundingClientRect();
    return Math.min(right, bubble.right) - Math.max(left, bubble.left) > 0 &&
      Math.min(bottom, bubble.bottom) - Math.max(top, bubble.top) > 0;
  }).map((seat) => seat.dataset.seat);
}"""


def guided(page: Page) -> None:
    """A first deal with its notes."""
    page.goto("/")
    page.locator("[data-game=haggis] .pick").click()
    page.get_by_role("button", name="Learn it").click()
    expect(page.locator(".guide")).to_be_visible()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_a_guided_deal_keeps_its_hint(visitor: Visitor, size: tuple[int, int]) -> None:
    page = visitor(*size)
    guided(page)
    bulb = page.get_by_role("button", name="Hint", exact=True)
    expect(bulb).to_be_visible()
    while (got := page.get_by_role("button", name="Got it")).count():
        got.click()
    bulb.click()
    expect(page.get_by_role("tab", name="Hint")).to_have_attribute("aria-selected", "true")


def test_the_guide_keeps_off_the_edges(visitor: Visitor) -> None:
    page = visitor()
    guided(page)
    with each_size(page, [(1440, 900), (1180, 820), (820, 1180), (390, 844), (844, 390)]) as sized:
        near = {size: edges for size in sized if min(edges := page.evaluate(EDGES)) < 6}
    assert near == {}


def test_the_table_of_bids_stands_still_while_cards_are_chosen(open_table: Open) -> None:
    table = open_table("mu", 4, ONE_ROUND, deal=deal("mu", 4, {}, dealer=0), width=844, height=390)
    table.wait_for_turn()
    rows, tops = table.page.evaluate(BIDS), table.page.evaluate(TOPS)
    for count in range(1, 9):
        table.choose(count - 1)
        expect(table.page.locator("tr.chosen")).to_have_attribute("data-bid", str(count))
        assert table.page.evaluate(BIDS)[:-1] == rows[:-1]
        assert table.page.evaluate(TOPS) == pytest.approx(tops, abs=2)


def test_the_felt_keeps_its_height_while_cards_go(open_table: Open) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=deal("haggis", 2, {}, dealer=1), width=390, height=844)
    heights, held = set(), set()
    while table.wait() == "turn":
        heights.add(table.page.evaluate(FELT))
        held.add(table.page.locator(".held").count())
        table.act()
    assert min(held) <= 10 < max(held)
    assert len(heights) == 1


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390)])
@pytest.mark.parametrize(("game", "seats"), [("haggis", 3), ("neeps", 4)])
def test_all_offers_are_in_sight(visitor: Visitor, game: str, seats: int, size: tuple[int, int]) -> None:
    table = Table(visitor(*size))
    table.create(game, seats, ONE_ROUND, deal=deal(game, seats, {}, dealer=seats - 1, seed=3))
    table.wait_for_turn()
    while not any(move["kind"] == "play" for move in table.moves()):
        table.act()
        table.wait_for_turn()
    offers = table.page.locator(".offer")
    most = 0
    for code in dict.fromkeys(card for move in table.moves() for card in move.get("cards") or []):
        table.clear()
        table.choose_cards([code])
        expect(table.page.locator(".play.main")).to_be_visible()
        most = max(most, offers.count())
        assert table.page.evaluate(SWIPED) <= 0, f"{code}: {offers.all_inner_texts()}"
    assert most >= 3


def with_a_guest(visitor: Visitor, game: str, seats: int, **size: int) -> tuple[Table, Page]:
    """The host, who is to decide first, and a guest at the next seat."""
    host = Table(visitor(**size))
    host.create(game, seats, ONE_ROUND, people=2, deal=deal(game, seats, {}, dealer=0))
    guest = visitor()
    guest.goto(f"/t/{host.id}#join={host.made['invite']}")
    guest.locator("input[type=text]").fill("Morag")
    guest.get_by_role("button", name="Sit down").click()
    host.page.get_by_role("button", name="Start the match").click()
    expect(guest.locator(".held").first).to_be_visible()
    return host, guest


def test_who_thinks_and_who_is_away(visitor: Visitor) -> None:
    host, guest = with_a_guest(visitor, "mu", 6, width=844, height=390)
    host.wait_for_turn()
    seat = host.page.locator(".seat[data-seat='1']")
    host.choose(0)
    assert host.can_play()
    host.page.locator("button.play").click()
    host.page.locator(".asking button").last.click()
    expect(seat.get_by_text("thinking")).to_be_attached()
    # With a bid of its own and signs beside it as well.
    with each_size(host.page, [(740, 360), (844, 390), (390, 844), (1440, 900)]) as sized:
        wrong = {size: found for size in sized if (found := problems(host.page))}
    assert wrong == {}
    guest.close()
    expect(seat.get_by_text("away")).to_be_attached()
    expect(seat.get_by_text("thinking")).to_have_count(0)


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)])
def test_what_is_said_covers_nobody(visitor: Visitor, seats: int, size: tuple[int, int]) -> None:
    game = "mu" if seats > 2 else "haggis"
    host, guest = with_a_guest(visitor, game, seats, width=size[0], height=size[1])
    guest.evaluate("document.querySelector('#tab-talk').click()")
    guest.locator(".phrases button", has_text="Good luck!").evaluate("button => button.click()")
    expect(host.page.locator(".said")).to_contain_text("Morag Good luck!")
    assert host.page.evaluate(COVERED) == []


def test_a_sentence_of_the_rules_shows_cards_as_they_look(open_table: Open) -> None:
    table = open_table("haggis", 2, ONE_ROUND, deal=deal("haggis", 2, {0: "2g 9y 4b"}, dealer=1))
    table.wait_for_turn()
    table.choose_cards(["2g", "9y"])
    line = table.page.locator(".why")
    expect(line).to_contain_text("is no sequence")
    words = line.inner_text()
    assert "2g" not in words
    assert "9y" not in words
    expect(line.locator("svg")).to_have_count(2)
    expect(line).to_match_aria_snapshot("- status: /9 Whin 2 Pine is no sequence/")


def test_partners_make_most_of_it_together(open_table: Open) -> None:
    table = open_table("neeps", 4, {"rounds": "2"}, deal=deal("neeps", 4, {}, dealer=3))
    table.wait_for_turn()
    while table.wait() == "turn":
        table.send(max(table.moves(), key=lambda move: len(move.get("cards") or [])))
    said = table.page.locator(".summary p.headline")
    expect(said).to_contain_text(" make most of it")
