"""A list of advised moves that becomes surer while somebody looks at it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.browser.deals import deal
from tests.browser.hurried import data_of, moves_made
from tests.browser.proxy import Proxy
from tests.browser.table import Table

ORDER = "() => [...document.querySelectorAll('[data-advised]')].map(line => line.dataset.advised)"

FINGER = """{
  const asked = matchMedia.bind(window);
  window.matchMedia = (query) => asked(query === '(hover: hover)' ? 'not all' : query);
}"""
"""A screen without a pointer that could rest on it."""


class Adviser:
    """Gives its first answer at once, and a surer one when it is told to."""

    def __init__(self, page: Page) -> None:
        self.first: list[str] = []
        self.asked: list[tuple[WebSocketRoute, dict[str, Any]]] = []
        self.moves: dict[str, Any] = {}
        page.route_web_socket("**/ws", self._listen)

    def _listen(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] != "advice":
                server.send(message)
            elif said["effort"] == 0:
                self._answer(socket, said, self.first, more=True)
            else:
                self.asked.append((socket, said))

        socket.on_message(hear)

    def _answer(self, socket: WebSocketRoute, said: dict[str, Any], order: list[str], more: bool) -> None:
        blank = dict.fromkeys(("value", "margin", "than", "better", "better_margin"))
        lines = [
            {**blank, "move": self.moves[text], "rows": [], "also": [], "why": f"Reasons for {text}."}
            for text in order
        ]
        told = {"decision": said["decision"], "by": "expert", "moves": lines, "more": more}
        about = {"id": said["id"], "decision": said["decision"]}
        socket.send(json.dumps({"type": "advice", **about, "advice": told}))

    def is_surer(self, page: Page, order: list[str]) -> None:
        """The answer that was asked for meanwhile."""
        while not self.asked:
            page.wait_for_timeout(20)
        socket, said = self.asked.pop()
        self._answer(socket, said, order, more=False)


def bidding(visitor: Callable[..., Page], script: str = "", **where: Any) -> tuple[Table, Adviser, list[str]]:
    """An auction in Mü with two bids and the pass advised."""
    page = visitor(width=1440, height=900, **where)
    page.add_init_script(script)
    adviser = Adviser(page)
    table = Table(page)
    table.create("mu", 4, {"rounds": "1"}, deal=deal("mu", 4, {}, dealer=0))
    assert table.wait_for_turn()
    legal = {move["text"]: move for move in table.moves()}
    one, other = [text for text, move in legal.items() if move["kind"] == "display"][:2]
    adviser.moves, adviser.first = legal, ["pass", one, other]
    page.keyboard.press("h")
    page.get_by_role("tab", name="Hint").click()
    expect(page.locator("[data-advised]")).to_have_count(3)
    return table, adviser, [one, other]


def ours(server: Any, table: Table) -> str:
    """Our first move, as the server has it."""
    while not (made := moves_made(data_of(server.folder), table.id, seat=0)):
        table.page.wait_for_timeout(20)
    return made[0][1]


@pytest.mark.parametrize("held_by", ["pointer", "focus"])
def test_the_order_stands_while_somebody_is_on_the_list(visitor: Callable[..., Page], held_by: str) -> None:
    table, adviser, (one, other) = bidding(visitor)
    page = table.page
    act = page.get_by_role("button", name="Do this")
    if held_by == "pointer":
        act.hover()
    else:
        page.mouse.move(5, 5)
        act.focus()
    before = act.bounding_box()
    adviser.is_surer(page, [one, "pass"])
    line = {text: page.locator(f"[data-advised='{text}']") for text in ("pass", one, other)}
    expect(line[one]).to_contain_text("now the best")
    expect(line["pass"]).to_contain_text("now no. 2")
    expect(line[other]).to_contain_text("no longer among the best")
    assert page.evaluate(ORDER) == ["pass", one, other]
    assert act.bounding_box() == before
    if held_by == "pointer":
        page.mouse.move(5, 5)
    else:
        page.locator(".held").first.focus()
    expect(line[one]).to_contain_text("was no. 2")
    expect(line[other]).to_have_count(0)
    assert page.evaluate(ORDER) == [one, "pass"]


def test_a_surer_order_comes_by_itself_and_is_marked(visitor: Callable[..., Page]) -> None:
    table, adviser, (one, other) = bidding(visitor)
    table.page.mouse.move(5, 5)
    adviser.is_surer(table.page, [one, "pass", other])
    expect(table.page.locator(f"[data-advised='{one}']")).to_contain_text("was no. 2")
    assert table.page.evaluate(ORDER) == [one, "pass", other]
    table.page.get_by_role("button", name="Do this").click()
    expect(table.page.locator(".seat.near")).to_contain_text("passed")


def test_under_a_finger_a_surer_order_is_asked_for(visitor: Callable[..., Page]) -> None:
    table, adviser, (one, other) = bidding(visitor, FINGER)
    table.page.mouse.move(5, 5)
    adviser.is_surer(table.page, [other, one, "pass"])
    expect(table.page.locator(f"[data-advised='{other}']")).to_contain_text("now the best")
    assert table.page.evaluate(ORDER) == ["pass", one, other]
    table.page.get_by_role("button", name="Show it").click()
    assert table.page.evaluate(ORDER) == [other, one, "pass"]


@pytest.mark.parametrize("round_trip", [0.1, 0.6])
def test_do_this_does_what_its_line_says_on_a_slow_line(
    visitor: Callable[..., Page], proxy: Proxy, server: Any, round_trip: float
) -> None:
    table, adviser, (one, other) = bidding(visitor, home=proxy.address)
    proxy.round_trip = round_trip
    act = table.page.get_by_role("button", name="Do this")
    act.hover()
    adviser.is_surer(table.page, [one, other, "pass"])
    act.click()
    assert ours(server, table) == "pass"


@pytest.mark.parametrize("round_trip", [0.1, 0.6])
def test_a_hint_that_is_taken_and_played_at_once_is_played(
    visitor: Callable[..., Page], proxy: Proxy, server: Any, round_trip: float
) -> None:
    page = visitor(width=1440, height=900, home=proxy.address)
    adviser, table = Adviser(page), Table(page)
    table.create("haggis", 2, {"rounds": "1", "goal": "0"}, deal=deal("haggis", 2, {0: "2g 9y"}, dealer=1))
    assert table.wait_for_turn()
    adviser.moves = {move["text"]: move for move in table.moves() if move["kind"] == "play"}
    adviser.first = [max(adviser.moves, key=lambda text: len(adviser.moves[text]["cards"]))]
    page.locator('[data-code="2g"]').click()  # the hint takes its place
    page.keyboard.press("h")
    page.get_by_role("tab", name="Hint").click()
    proxy.round_trip = round_trip
    page.locator("[data-advised]").get_by_role("button").first.click()
    page.locator("button.play").click()
    assert ours(server, table).partition(" as ")[0] == adviser.first[0].partition(" as ")[0]
