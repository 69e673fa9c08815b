"""What a seat sees, and how its view grows."""

import gc
from dataclasses import dataclass, fields
from typing import Any

import pytest
from tests.rules.mu import cards, deal, mu

from stramash import games
from stramash.core.events import PublicEvent
from stramash.core.game import Game
from stramash.mu.events import Dealt, Passed
from stramash.mu.moves import Move
from stramash.mu.rules import MuRules
from stramash.mu.state import State, View


def test_a_game_of_mu_fulfils_the_contract() -> None:
    game: Game[State, Move, View] = games.get("mu", 5)
    assert (game.id, game.seats, game.sides) == ("mu", 5, ((0,), (1,), (2,), (3,), (4,)))
    assert game.rules == MuRules(seats=5)


def test_a_view_begins_with_the_deal() -> None:
    game = games.get("mu", 4)
    with pytest.raises(ValueError, match="begins with Dealt"):
        game.see(None, Passed(0), 0)


@dataclass(frozen=True, slots=True)
class Foreign(PublicEvent):
    """An event of some other game."""


def test_a_view_takes_events_of_mu_only() -> None:
    game = games.get("mu", 4)
    (dealt,) = game.start(game.deck(), game.first(0)).events
    view = game.see(None, dealt.seen_by(0), 0)
    with pytest.raises(ValueError, match="events of Mü"):
        game.see(view, Foreign(), 0)


def test_a_view_holds_what_the_seat_sees_in_order() -> None:
    dealt = deal(mu(4), "7r")
    dealt.play("0 display 7r", "1 pass")
    view: View | None = None
    for event in dealt.events:
        view = dealt.game.see(view, event.seen_by(2), 2)
    assert view is not None
    assert isinstance(view.past[0], Dealt)
    assert view.past == tuple(event.seen_by(2) for event in dealt.events)
    assert view == dealt.game.view(dealt.state, 2)
    assert dealt.game.view(dealt.state, 2).past == ()


def reachable(root: object) -> list[Any]:
    """All objects that can be reached from an object, classes and modules left out."""
    seen: dict[int, Any] = {}
    unseen = [root]
    while unseen:
        item = unseen.pop()
        if id(item) in seen or isinstance(item, type) or callable(item):
            continue
        seen[id(item)] = item
        unseen += gc.get_referents(item)
    return list(seen.values())


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_no_secret_can_be_reached_from_a_view(seat: int | None) -> None:
    dealt = deal(mu(3), "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y", talon="6y 6g 6b")
    dealt.play("0 display 8r 9r")
    dealt.all_pass()
    dealt.play("0 trump red")
    secrets = {dealt.state.hands[other] for other in range(3) if other != seat}
    secrets |= {cards("6y 6g 6b")} if seat != 0 else set()
    view: View | None = None
    for event in dealt.events:
        view = dealt.game.see(view, event.seen_by(seat), seat)
    for seen in (view, dealt.game.view(dealt.state, seat)):
        found = reachable(seen)
        assert not any(isinstance(item, State) for item in found)
        assert not secrets & {item for item in found if isinstance(item, int)}


def test_a_view_is_made_of_its_declared_fields() -> None:
    assert [item.name for item in fields(View)] == [
        "seat",
        "table",
        "hand",
        "taken",
        "buried",
        "legal",
        "past",
    ]
