"""Clause M4: trumps, talon and partner."""

import pytest
from tests.mu.playing import Written, cards

from stramash.core.cards import size
from stramash.mu.cards import icons
from stramash.mu.events import Buried, CardPlayed, TalonTaken
from stramash.mu.moves import Bury, Partner, Trump
from stramash.mu.tricks import trumps

FOUR_HANDS = ["7r 7r 2b 3r", "2g 5y 2y", "0g 1g", "0b 1b"]


def crown_0_shield_1() -> Written:
    """Seat 0 has the Crown with red 7 and blue 2, seat 1 the Shield with green 2."""
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 7r 2b", "1 display 2g")
    deal.all_pass()
    return deal


def test_m4_1_the_shield_names_first_then_the_crown() -> None:
    deal = crown_0_shield_1()
    assert (deal.phase, deal.table.turn) == ("shield_trump", 1)
    deal.do("1 trump green")
    assert (deal.phase, deal.table.turn) == ("crown_trump", 0)
    deal.do("0 trump 7")
    assert deal.phase == "partner"
    assert (str(deal.table.trumps.minor), str(deal.table.trumps.major)) == ("trump green", "trump 7")


def test_m4_1_a_trump_is_on_ones_own_displayed_cards_or_none() -> None:
    deal = crown_0_shield_1()
    assert deal.legal(1) == "trump green, trump 2, trump none"
    deal.do("1 trump none")
    assert deal.legal(0) == "trump red, trump blue, trump 2, trump 7, trump none"


def test_m4_1_a_trump_that_is_not_displayed_is_refused() -> None:
    deal = crown_0_shield_1()
    for text in ("trump yellow", "trump 5", "trump red", "trump 7"):
        reason = deal.refusal(1, text)
        assert reason.clause == "M4.1"
        assert text.removeprefix("trump ") in reason.sentence


@pytest.mark.parametrize(
    "nonsense",
    [Trump(colour=9), Trump(number=12), Trump(colour=2, number=2), Trump(colour=-1), Trump(number=-1)],
)
def test_m4_1_what_is_no_trump_is_refused(nonsense: Trump) -> None:
    assert crown_0_shield_1().refusal(1, nonsense).clause == "M4.1"


def test_m4_2_the_crown_may_not_repeat_the_shields_number() -> None:
    deal = crown_0_shield_1()
    deal.do("1 trump 2")
    assert deal.refusal(0, "trump 2").clause == "M4.2"
    assert deal.legal(0) == "trump red, trump blue, trump 7, trump none"


def test_m4_2_the_crown_may_not_repeat_the_shields_colour() -> None:
    deal = Written(4, ["7r 2b", "1r"])
    deal.do("0 display 7r 2b", "1 display 1r")
    deal.all_pass()
    deal.do("1 trump red")
    assert deal.refusal(0, "trump red").clause == "M4.2"
    assert deal.legal(0) == "trump blue, trump 2, trump 7, trump none"


def test_m4_2_both_may_say_no_trump() -> None:
    deal = crown_0_shield_1()
    deal.do("1 trump none", "0 trump none")
    assert deal.table.trumps.cards == 0
    assert deal.phase == "partner"


def test_m4_3_colour_and_number_make_super_trumps() -> None:
    for minor, major, supers in (
        (Trump(colour=1), Trump(number=2), "2y"),
        (Trump(number=2), Trump(colour=1), "2y"),
        (Trump(colour=4), Trump(number=7), "7p 7p"),
        (Trump(number=1), Trump(colour=0), "1r 1r"),
    ):
        named = trumps(minor, major)
        highest = max(named.strength)
        assert [face for face in range(50) if named.strength[face] == highest] == [
            cards(supers.split()[0]).bit_length() - 1
        ]


def test_m4_3_two_colours_or_two_numbers_make_no_super_trump() -> None:
    for minor, major, strongest in (
        (Trump(colour=0), Trump(colour=1), 1),  # only the yellow 9
        (Trump(number=2), Trump(number=7), 5),  # every 7 alike
        (None, Trump(colour=1), 1),
        (Trump(), Trump(number=3), 5),
    ):
        named = trumps(minor, major)
        assert sum(strength == max(named.strength) for strength in named.strength) == strongest


def three_handed(display: str = "7r 7r") -> Written:
    """Seat 0 has the Crown and the talon 6y 6g 6b to take; all 12 reds and 0y, 1y, 1y are in its hand."""
    deal = Written(3, ["0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y"], "6y 6g 6b")
    deal.do(f"0 display {display}")
    deal.all_pass()
    return deal


def test_m4_4_the_crown_takes_the_talon_and_puts_three_cards_away() -> None:
    deal = three_handed()
    events = deal.do("0 trump red")
    assert events[1:] == (TalonTaken(0, cards("6y 6g 6b")),)
    assert (deal.phase, deal.table.turn, deal.table.counts) == ("bury", 0, (18, 15, 15))
    assert deal.state.taken == cards("6y 6g 6b")
    assert deal.do("0 bury 6y 6g 1y") == (Buried(0, cards("1y 6y 6g")),)
    assert (deal.phase, deal.table.turn, deal.table.counts) == ("play", 0, (15, 15, 15))
    assert deal.hand(0) == "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 6b"
    assert deal.state.buried == cards("1y 6y 6g")
    assert (deal.state.talon, deal.state.taken) == (0, 0)


def test_m4_4_only_the_crown_sees_talon_and_buried_cards() -> None:
    taken = TalonTaken(0, cards("6y 6g 6b"))
    buried = Buried(0, cards("6y 6g 1y"))
    assert taken.seen_by(0) == taken
    assert buried.seen_by(0) == buried
    for seat in (1, 2, None):
        assert taken.seen_by(seat) == TalonTaken(0, None)
        assert buried.seen_by(seat) == Buried(0, None)
    deal = three_handed()
    deal.do("0 trump red")
    assert [deal.game.view(deal.state, seat).taken for seat in (0, 1, 2, None)] == [
        cards("6y 6g 6b"),
        0,
        0,
        0,
    ]
    deal.do("0 bury 6y 6g 1y")
    assert [deal.game.view(deal.state, seat).buried for seat in (0, 1, 2, None)] == [
        cards("6y 6g 1y"),
        0,
        0,
        0,
    ]


def test_m4_4_each_distinct_choice_of_three_is_listed_once_in_order() -> None:
    deal = three_handed("0r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y")
    deal.do("0 trump red")
    # Left are 1r, 1y, 1y and the talon 6y, 6g, 6b.
    assert deal.legal(0).split(", ") == [
        "bury 1r 1y 1y",
        "bury 1r 1y 6y",
        "bury 1r 1y 6g",
        "bury 1r 1y 6b",
        "bury 1r 6y 6g",
        "bury 1r 6y 6b",
        "bury 1r 6g 6b",
        "bury 1y 1y 6y",
        "bury 1y 1y 6g",
        "bury 1y 1y 6b",
        "bury 1y 6y 6g",
        "bury 1y 6y 6b",
        "bury 1y 6g 6b",
        "bury 6y 6g 6b",
    ]


def test_m4_4_displayed_cards_may_not_be_put_away() -> None:
    deal = three_handed()
    deal.do("0 trump red")
    reason = deal.refusal(0, "bury 7r 6y 6g")
    assert reason.clause == "M4.4"
    assert "on display" in reason.sentence


@pytest.mark.parametrize("text", ["bury 6y 6g", "bury 6y 6g 1y 0r", "bury 9y 6g 6b", "bury 1g 1g 6b"])
def test_m4_4_exactly_three_cards_from_hand(text: str) -> None:
    deal = three_handed()
    deal.do("0 trump red")
    assert deal.refusal(0, text).clause == "M4.4"
    assert deal.refusal(0, Bury(-1)).clause == "M4.4"


def test_m4_4_with_all_else_displayed_the_talon_itself_is_put_away() -> None:
    deal = three_handed("0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y")
    events = deal.do("0 trump none")
    talon = cards("6y 6g 6b")
    assert events[1:] == (TalonTaken(0, talon), Buried(0, talon))
    assert (deal.phase, deal.state.buried) == ("play", talon)


def test_m4_4_the_crown_is_alone_and_its_buried_icons_count() -> None:
    deal = three_handed()
    deal.do("0 trump red", "0 bury 6y 6g 6b")
    assert deal.table.crown_team == (0,)
    deal.play_out()
    assert icons(cards("6y 6g 6b")) == 6
    assert [line.points for line in deal.table.sheet if line.clause == "M4.4"] == [6]
    assert deal.table.won[0] & cards("6y 6g 6b") == cards("6y 6g 6b")


def test_m4_5_the_crown_picks_anyone_but_the_shield() -> None:
    deal = crown_0_shield_1()
    deal.do("1 trump green", "0 trump 7")
    assert deal.legal(0) == "partner 2, partner 3"
    assert deal.legal(1) == ""
    assert "Shield" in deal.refusal(0, "partner 1").sentence
    assert "another" in deal.refusal(0, "partner 0").sentence
    for nobody in (Partner(4), Partner(-1), Partner(True), "partner 9"):
        reason = deal.refusal(0, nobody)
        assert reason.clause == "M4.5"
        assert "no such seat" in reason.sentence
    deal.do("0 partner 3")
    assert deal.table.crown_team == (0, 3)


def test_m4_5_without_a_shield_anybody_else_may_be_partner() -> None:
    deal = Written(5, ["7r"], dealer=0)
    deal.do("0 display 7r")
    deal.all_pass()
    deal.do("0 trump 7")
    assert deal.legal(0) == "partner 1, partner 2, partner 3, partner 4"


def test_m4_5_three_players_have_no_partners() -> None:
    deal = three_handed()
    deal.do("0 trump red")
    assert deal.refusal(0, "partner 1").clause == "M4.4"
    deal.do("0 bury 6y 6g 6b")
    assert deal.table.partner is None
    assert size(deal.state.hands[0]) == 15
    assert CardPlayed(0, 0) == deal.do("0 play 0r")[0]
