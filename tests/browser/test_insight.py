"""The coach, exercises, and a closer look at a review: given positions, in the browser."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from tests.browser.conftest import Server
from tests.browser.deals import deal
from tests.browser.table import Table
from tests.browser.test_everybody import violations
from tests.browser.test_pastimes import ONE_ROUND, is_too_wide, play_out

from stramash import exercises

WIDE, PHONE = (1280, 800), (390, 844)


def _line(value: int, chance: float, points: float, **more: Any) -> dict[str, Any]:
    nothing = dict.fromkeys(("move", "trump", "target", "draws", "needed"))
    return {
        **nothing,
        "value": value,
        "chance": chance,
        "chance_margin": 0.04,
        "points": points,
        "points_margin": 1.5,
        **more,
    }


def _trump(name: str) -> dict[str, Any]:
    blank = dict.fromkeys(("cards", "value", "seat", "combo", "trump", "rows"))
    return {**blank, "kind": "trump", "text": f"trump {name}"}


def _told(kind: str, lines: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "decision": 1,
        "by": "expert",
        "kind": kind,
        "lines": lines,
        "passing": None if kind == "bets" else -3.5,
        "passing_margin": None if kind == "bets" else 1.0,
        "worlds": 800,
        "more": False,
    }


CONTRACTS = _told(
    "contracts",
    [
        _line(
            bid, 0.95 - 0.1 * bid - 0.2 * row, 12.0 - 3 * bid - row, trump=_trump(name), target=28 + 2 * bid
        )
        for row, name in enumerate(("red", "7", "none"))
        for bid in (1, 2, 3)
    ],
)
BIDS = _told(
    "bids", [_line(15, 0.6, 4.0, draws=3), _line(30, 0.5, 6.0, draws=2), _line(45, 0.4, 1.0, draws=1)]
)
BETS = _told("bets", [_line(15, 0.62, 3.5, needed=0.5), _line(30, 0.4, -6.0, needed=0.5)])


def answer_for_the_coach(page: Page, told: dict[str, Any]) -> None:
    """The coach's answer is given; everything else goes to the server."""

    def listen(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "coach":
                socket.send(json.dumps({"type": "coach", "id": said["id"], "coach": told}))
            else:
                server.send(message)

        socket.on_message(hear)

    page.route_web_socket("**/ws", listen)


@pytest.mark.parametrize(
    ("game", "seats", "told", "says", "size"),
    [
        ("mu", 4, CONTRACTS, "85%", PHONE),
        ("tatties", 3, BIDS, "won in 60% (± 4)", PHONE),
        ("haggis", 2, BETS, "worth it from 50% on", WIDE),
    ],
    ids=["mu", "tatties", "haggis"],
)
def test_what_a_hand_is_worth(
    visitor: Callable[..., Page],
    game: str,
    seats: int,
    told: dict[str, Any],
    says: str,
    size: tuple[int, int],
) -> None:
    page = visitor(width=size[0], height=size[1])
    answer_for_the_coach(page, told)
    table = Table(page)
    table.create(
        game, seats, ONE_ROUND if game != "mu" else {"rounds": "1"}, deal=deal(game, seats, {}, dealer=0)
    )
    assert table.wait_for_turn()
    if page.locator("#tab-hint").is_hidden():
        page.keyboard.press("h")
    page.locator("#tab-hint").click()
    page.get_by_text("What is my hand worth?").click()
    expect(page.get_by_text(says).first).to_be_visible()
    assert violations(page) == []
    assert not is_too_wide(page)


def test_plays_that_read_alike_are_all_offered(visitor: Callable[..., Page]) -> None:
    def readings(form: Any) -> list[str]:
        return [line["moves"][0].partition(" as ")[2] for line in form["lines"] if line["moves"]]

    page = visitor()
    found = [
        f for f in exercises.forms().values() if len(said := [r for r in readings(f) if r]) > len(set(said))
    ]
    for form in found[:3]:
        page.goto("/nowhere")
        page.goto(f"/exercises#{form['id']}")
        expect(page.locator(".choice")).to_have_count(len(form["lines"]))
    assert found


def test_find_the_play(visitor: Callable[..., Page]) -> None:
    page = visitor(width=PHONE[0], height=PHONE[1])
    page.goto("/")
    page.get_by_role("link", name="Find the play").click()
    expect(page.locator(".choice").first).to_be_visible()
    assert violations(page) == []
    for number, kind in enumerate(exercises.KINDS, 1):
        wanted = next(form["id"] for form in exercises.forms().values() if form["kind"] == kind)
        answer = page.request.get(f"/api/exercises/{wanted}").json()
        page.goto("/nowhere")
        page.goto(f"/exercises#{wanted}")
        right = len(answer["lines"])
        expect(page.locator(".choice")).to_have_count(right)
        assert not is_too_wide(page)
        best = answer["lines"][0]["moves"]
        _choose(page, best)
        expect(page.get_by_text("That is the one.")).to_be_visible()
        expect(page.get_by_text(f"Streak {number} · best {number}")).to_be_visible()
        expect(page.locator("li.best")).to_have_count(1)
    assert violations(page) == []
    page.reload()  # the streak is kept in the browser
    expect(page.get_by_text("Streak 6 · best 6")).to_be_visible()
    page.locator(".choice").nth(0).click()
    expect(page.get_by_text("best", exact=False).first).to_be_visible()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/t/*")
    assert Table(page).wait_for_turn()


def test_the_answers_stand_beside_the_question(visitor: Callable[..., Page]) -> None:
    page = visitor(width=1440, height=900)
    page.goto("/exercises")
    expect(page.locator(".choice").last).to_be_visible()
    games = page.get_by_label("Game").locator("option").all_inner_texts()
    assert {"Haggis for three", "Mü as published in 1995"} <= set(games)
    shown = {(form["game"], form["kind"]): form["id"] for form in exercises.forms().values()}
    for wanted in shown.values():
        page.goto("/nowhere")
        page.goto(f"/exercises#{wanted}")
        expect(page.locator(".choice").last).to_be_in_viewport(ratio=1)


def _choose(page: Page, best: list[dict[str, Any]]) -> None:
    """Click through to the choice with these cards: by what the page calls it is the page's own affair."""
    texts = page.evaluate("() => [...document.querySelectorAll('.choice')].map(one => one.dataset.move)")
    page.locator(".choice").nth(texts.index(best[0]["text"] if best else "")).click()


def _review(table: str, line: dict[str, Any]) -> dict[str, Any]:
    deal_line: dict[str, Any] = {"deal": 1, "expected": 4.0, "margin": 2.0, "lost": line["lost"]}
    deal_line |= {"made": -12.0, "complete": True}
    return {
        "match": 1,
        "seat": 0,
        "by": "expert",
        "deal": 1,
        "last": 1,
        "decisions": [line],
        "deals": [deal_line],
        "judged": 9,
        "losses": 1,
        "lost": line["lost"],
        "lost_margin": line["margin"],
        "of": 9,
        "unjudged": 0,
        "retry_after": None,
        "complete": True,
    }


def test_a_decision_is_seen_before_the_move_and_played_on(
    visitor: Callable[..., Page], server: Server
) -> None:
    page = visitor(width=PHONE[0], height=PHONE[1])
    table = Table(page)
    table.create("haggis", 2, ONE_ROUND, deal=deal("haggis", 2, {0: "2r 3r 4r 9y 9g 10b"}, dealer=1))
    assert table.wait_for_turn()
    table_id = table.id
    play_out(server, page, table_id, 3)
    replay = page.request.get(f"/api/tables/{table_id}/matches/1/replay?seat=0").json()
    step = next(one for one in replay["steps"] if one["seat"] == 0 and one["move"]["kind"] == "play")
    before = replay["steps"][step["n"] - 1]["view"]["hand"]
    better = {**step["move"], "cards": ["10b"], "text": "play 10b as single 10"}
    choices = [
        {"moves": [better], "behind": 0.0, "margin": 0.0, "why": "Nobody can beat it."},
        {"moves": [step["move"]], "behind": 9.0, "margin": 2.0, "why": "It is beaten."},
    ]
    line = {
        "n": step["n"],
        "deal": 1,
        "seat": 0,
        "kind": "move",
        "move": step["move"],
        "best": better,
        "lost": 9.0,
        "margin": 2.0,
        "is_loss": True,
        "is_judged": True,
        "why": "Nobody can beat it.",
        "hands": None,
        "hidden": None,
        "choices": choices,
    }

    def given(route: Route) -> None:
        route.fulfill(json=_review(table_id, line))

    page.route("**/review?seat=*", given)
    page.goto(f"/t/{table_id}/review/1")
    expect(page.get_by_text("1.0 points lost a decision (± 0.2)")).to_be_visible()
    expect(page.locator("figure svg[role=img]")).to_have_count(1)
    page.get_by_role("button", name="Compare with the others").click()
    expect(page.locator("figure svg[role=img]")).to_have_count(2)
    assert violations(page) == []
    assert not is_too_wide(page)
    page.get_by_role("link", name="See it").click()
    expect(page.get_by_role("heading", name="Before the move")).to_be_visible()
    expect(page.locator(".hand .held")).to_have_count(len(before))
    expect(page.locator(".hand .marked")).to_have_count(1 if "10b" in before else 0)
    assert violations(page) == []
    assert not is_too_wide(page)

    page.goto(f"/t/{table_id}/review/1")
    page.get_by_role("button", name="Practise 1 position from this match").click()
    expect(page.locator(".choice")).to_have_count(2)
    page.locator(f'.choice[data-move="{better["text"]}"]').click()
    expect(page.get_by_text("That is the one.")).to_be_visible()

    page.goto(f"/t/{table_id}/see/1/0/1/{step['n']}")
    page.get_by_role("button", name="Play on from here against bots").click()
    page.wait_for_url(lambda url: "/t/" in url and table_id not in url)
    there = Table(page)
    assert there.wait_for_turn()
    held = page.evaluate(
        "async () => (await (await fetch(`/api/tables/${location.pathname.split('/')[2]}`)).json()).table"
    )
    assert held["again"]
