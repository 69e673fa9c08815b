"""Readings that random deals seldom come to: scripts played in both engines, every record compared."""

from typing import Any

import pytest
from tests.rules import climbing as climbers
from tests.rules import mu as trick_takers
from tests.rules.climbing import run, small
from tests.rules.language import Scripted, moves_of

from stramash.sim.family import family_of


def all_of(seat: int, high: int = 7) -> str:
    return f"{seat} play {run(2, high, 'rygb'[seat])} J Q K as sequence 2-{high + 3}"


def in_both(dealt: Scripted[Any, Any], script: str) -> None:
    """Make the moves of a script in both engines."""
    game = dealt.game
    family = family_of(game)
    rules = family.pack_rules(game.rules)
    words = family.pack_state(game.rules, dealt.state)
    for seat, text in moves_of(script):
        move = game.parse_move(text)
        family.names["apply_move"](words, rules, seat, *family.pack_move(move))
        dealt.act(seat, move)
        assert words.tolist() == family.pack_state(game.rules, dealt.state).tolist(), f"{seat} {text}"


@pytest.mark.parametrize("dealer_tie", ["highest-score", "first-out"])
@pytest.mark.parametrize("totals", [(42, 35, 0), (0, 0, 0), (50, 0, 108), (7, 0, 65)])
def test_c11_5_a_tie_for_the_deal(dealer_tie: str, totals: tuple[int, ...]) -> None:
    hands = (run(2, 7, suit) for suit in "ryg")
    dealt = climbers.deal(small("haggis", 3, dealer_tie=dealer_tie), *hands, totals=totals)
    in_both(dealt, f"{all_of(0)}; 1 pass; 2 pass; {all_of(1)}")
    assert dealt.result.carry is not None


@pytest.mark.parametrize("may", [False, True])
def test_c7_2_a_partner_who_is_out(may: bool) -> None:
    hands = (run(2, 6, suit) for suit in "rygb")
    dealt = climbers.deal(small("neeps", lead_past_partner=may), *hands)
    in_both(dealt, f"{all_of(0, 6)}; 1 pass; 2 play J Q; 3 pass; 1 pass" + ("; 2 lead 1" if may else ""))


@pytest.mark.parametrize("script", ["0 play 2r; 1 play 7y; 2 play J Q; 0 pass; 1 pass",
                                    "0 play 2r; 1 play J Q; 2 play J K; 0 pass; 1 pass",
                                    "0 play J Q; 1 pass; 2 pass; 0 award 2",
                                    f"{all_of(0)}; 1 play J K; 2 pass"])  # fmt: skip
def test_c6_2_the_second_highest(script: str) -> None:
    hands = (run(2, 7, suit) for suit in "ryg")
    in_both(climbers.deal(small("haggis-classic", 3), *hands), script)


@pytest.mark.parametrize("out_bonus", ["trick-end", "at-once", "winner"])
def test_c9_2_who_is_overtaken_in_their_last_trick(out_bonus: str) -> None:
    hands = (run(2, 7, suit) for suit in "ryg")
    dealt = climbers.deal(small("haggis", 3, out_bonus=out_bonus), *hands)
    in_both(dealt, f"{all_of(0)}; 1 play J K; 2 play Q K; 1 pass; 2 award 1")


@pytest.mark.parametrize("reading", ["more", "equal", "never"])
@pytest.mark.parametrize(
    "script",
    [
        "0 display 0r 1r; 1 display 0y 1y; 2 display 0g 1g 2g",
        "0 display 0r 1r; 1 display 0y; 2 display 0g 1g 2g",
        "0 display 0r 1r; 1 display 0y 1y 2y; 2 pass; 3 display 0b; 0 display 2r",
        "0 display 0r 1r; 1 display 0y 1y; 2 pass; 3 pass; 0 pass; 1 display 2y; 2 display 0g 1g",
    ],
)
def test_m3_3_crown_and_shield(reading: str, script: str) -> None:
    hands = ("0r 1r 2r 3r", "0y 1y 2y 3y", "0g 1g 2g 3g", "0b 1b 2b 3b")
    in_both(trick_takers.deal(trick_takers.mu(4, overtaken_crown=reading), *hands), script)
