"""Moves of the climbing games built of the wrong types: refused with a clause, never a crash."""

from typing import Any

import pytest
from tests.rules.climbing import Round, climbing, deal, run, small

from stramash.climbing.cards import FACES
from stramash.climbing.moves import Award, Bet, Bid, GiveCard, NameLead, Play, PutBack
from stramash.climbing.plays.combos import Combo, Kind, combo


def three() -> Round:
    return deal(small("haggis3"), run(2, 7, "r"), run(2, 7, "y"), run(2, 7, "g"))


@pytest.mark.parametrize(
    "declared",
    [
        None,
        "single 2",
        (0, 1, 1, 2),
        (Kind.SINGLE, 1, 1, 2),
        (),
        Combo(0, 1, 1, 2),  # type: ignore[arg-type]  # here and below that is the point
        Combo(None, 1, 1, 2),  # type: ignore[arg-type]
        Combo(Kind.SINGLE, 1.0, 1, 2),  # type: ignore[arg-type]
        Combo(Kind.SINGLE, 1, True, 2),
        Combo(Kind.SINGLE, 1, 1, "2"),  # type: ignore[arg-type]
        Combo(Kind.BOMB, 1, 4, None),  # type: ignore[arg-type]
        Combo(Kind.STAIR, [], {}, ()),  # type: ignore[arg-type]
    ],
)
def test_a_play_declared_as_something_that_is_no_combination(declared: Any) -> None:
    assert three().refuse_move(0, Play(FACES.parse_set("2r"), declared)).clause == "C2.7"
    answering = three().play("0 play 2r")
    assert answering.refuse_move(1, Play(FACES.parse_set("3y"), declared)).clause == "C2.7"


@pytest.mark.parametrize("cards", ["x", "2r", None, 1.0, True, [0], (0,), {0}, b"\x01"])
def test_cards_that_are_no_card_set(cards: Any) -> None:
    assert three().refuse_move(0, Play(cards, combo(Kind.SINGLE, 1, 1, 2))).clause == "C1.1"
    assert three().refuse_move(0, Play(cards, None)).clause == "C2.7"  # type: ignore[arg-type]
    passing = deal(climbing("neeps"), "2r 2r 3r", ready=False)
    assert passing.refuse_move(0, GiveCard(cards)).clause == "C1.1"
    shepherd = deal(climbing("tatties"), "2r", dealer=0, ready=False).play("0 bid 45\n1 pass\n2 pass")
    assert shepherd.refuse_move(0, PutBack(cards)).clause == "C1.1"


@pytest.mark.parametrize("value", ["15", None, 15.0, 1.0, True, [15], (1,)])
def test_numbers_that_are_no_numbers(value: Any) -> None:
    assert deal(climbing("haggis3", bets=(1, 15))).refuse_move(0, Bet(value)).clause == "C10.1"
    auction = deal(climbing("tatties", bets=(3, 15)), dealer=0, ready=False)
    assert auction.refuse_move(0, Bid(value)).clause == "C8.2"
    bombed = three().play("0 play J Q\n1 pass\n2 pass")
    assert bombed.refuse_move(0, Award(value)).clause == "C6.2"
    neeps = deal(small("neeps"), lead=3).play("3 play J Q\n0 pass\n1 pass\n2 pass")
    assert neeps.refuse_move(3, NameLead(value)).clause == "C7.2"
