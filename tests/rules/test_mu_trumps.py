"""Clause M4: trumps, talon and partner."""

import pytest
from tests.rules.mu import Round, cards, deal, mu

from stramash.core.cards import size
from stramash.mu.cards import icons
from stramash.mu.events import Buried, CardPlayed, TalonTaken
from stramash.mu.moves import Bury, Partner, Trump
from stramash.mu.tricks import trumps

FOUR_HANDS = ["7r 7r 2b 3r", "2g 5y 2y", "0g 1g", "0b 1b"]


def crown_0_shield_1() -> Round:
    """Seat 0 has the Crown with red 7 and blue 2, seat 1 the Shield with green 2."""
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 7r 2b", "1 display 2g")
    dealt.all_pass()
    return dealt


def test_m4_1_the_shield_names_first_then_the_crown() -> None:
    dealt = crown_0_shield_1()
    assert (dealt.phase, dealt.table.turn) == ("shield_trump", 1)
    dealt.play("1 trump green")
    assert (dealt.phase, dealt.table.turn) == ("crown_trump", 0)
    dealt.play("0 trump 7")
    assert dealt.phase == "partner"
    assert (str(dealt.table.trumps.minor), str(dealt.table.trumps.major)) == ("trump green", "trump 7")


def test_m4_1_a_trump_is_on_ones_own_displayed_cards_or_none() -> None:
    dealt = crown_0_shield_1()
    assert dealt.legal(1) == ["trump green", "trump 2", "trump none"]
    dealt.play("1 trump none")
    assert dealt.legal(0) == ["trump red", "trump blue", "trump 2", "trump 7", "trump none"]


def test_m4_1_a_trump_that_is_not_displayed_is_refused() -> None:
    dealt = crown_0_shield_1()
    for text in ("trump yellow", "trump 5", "trump red", "trump 7"):
        reason = dealt.refuse(f"1 {text}")
        assert reason.clause == "M4.1"
        assert text.removeprefix("trump ") in reason.sentence


@pytest.mark.parametrize(
    "nonsense",
    [Trump(colour=9), Trump(number=12), Trump(colour=2, number=2), Trump(colour=-1), Trump(number=-1)],
)
def test_m4_1_what_is_no_trump_is_refused(nonsense: Trump) -> None:
    assert crown_0_shield_1().refuse_move(1, nonsense).clause == "M4.1"


def test_m4_2_the_crown_may_not_repeat_the_shields_number() -> None:
    dealt = crown_0_shield_1()
    dealt.play("1 trump 2")
    assert dealt.refuse("0 trump 2").clause == "M4.2"
    assert dealt.legal(0) == ["trump red", "trump blue", "trump 7", "trump none"]


def test_m4_2_the_crown_may_not_repeat_the_shields_colour() -> None:
    dealt = deal(mu(4), "7r 2b", "1r")
    dealt.play("0 display 7r 2b", "1 display 1r")
    dealt.all_pass()
    dealt.play("1 trump red")
    assert dealt.refuse("0 trump red").clause == "M4.2"
    assert dealt.legal(0) == ["trump blue", "trump 2", "trump 7", "trump none"]


def test_m4_2_both_may_say_no_trump() -> None:
    dealt = crown_0_shield_1()
    dealt.play("1 trump none", "0 trump none")
    assert dealt.table.trumps.cards == 0
    assert dealt.phase == "partner"


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


def three_handed(display: str = "7r 7r") -> Round:
    """Seat 0 has the Crown and the talon 6y 6g 6b to take; all 12 reds and 0y, 1y, 1y are in its hand."""
    dealt = deal(mu(3), "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y", talon="6y 6g 6b")
    dealt.play(f"0 display {display}")
    dealt.all_pass()
    return dealt


def test_m4_4_the_crown_takes_the_talon_and_puts_three_cards_away() -> None:
    dealt = three_handed()
    dealt.play("0 trump red")
    assert dealt.last[1:] == (TalonTaken(0, cards("6y 6g 6b")),)
    assert (dealt.phase, dealt.table.turn, dealt.table.counts) == ("bury", 0, (18, 15, 15))
    assert dealt.state.taken == cards("6y 6g 6b")
    assert dealt.play("0 bury 6y 6g 1y").last == (Buried(0, cards("1y 6y 6g")),)
    assert (dealt.phase, dealt.table.turn, dealt.table.counts) == ("play", 0, (15, 15, 15))
    assert dealt.hand(0) == "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 6b"
    assert dealt.state.buried == cards("1y 6y 6g")
    assert (dealt.state.talon, dealt.state.taken) == (0, 0)


def test_m4_4_only_the_crown_sees_talon_and_buried_cards() -> None:
    taken = TalonTaken(0, cards("6y 6g 6b"))
    buried = Buried(0, cards("6y 6g 1y"))
    assert taken.seen_by(0) == taken
    assert buried.seen_by(0) == buried
    for seat in (1, 2, None):
        assert taken.seen_by(seat) == TalonTaken(0, None)
        assert buried.seen_by(seat) == Buried(0, None)
    dealt = three_handed()
    dealt.play("0 trump red")
    assert [dealt.game.view(dealt.state, seat).taken for seat in (0, 1, 2, None)] == [
        cards("6y 6g 6b"),
        0,
        0,
        0,
    ]
    dealt.play("0 bury 6y 6g 1y")
    assert [dealt.game.view(dealt.state, seat).buried for seat in (0, 1, 2, None)] == [
        cards("6y 6g 1y"),
        0,
        0,
        0,
    ]


def test_m4_4_each_distinct_choice_of_three_is_listed_once_in_order() -> None:
    dealt = three_handed("0r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y")
    dealt.play("0 trump red")
    # Left are 1r, 1y, 1y and the talon 6y, 6g, 6b.
    assert dealt.legal(0) == [
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
    dealt = three_handed()
    dealt.play("0 trump red")
    reason = dealt.refuse("0 bury 7r 6y 6g")
    assert reason.clause == "M4.4"
    assert "on display" in reason.sentence


@pytest.mark.parametrize("text", ["bury 6y 6g", "bury 6y 6g 1y 0r", "bury 9y 6g 6b", "bury 1g 1g 6b"])
def test_m4_4_exactly_three_cards_from_hand(text: str) -> None:
    dealt = three_handed()
    dealt.play("0 trump red")
    assert dealt.refuse(f"0 {text}").clause == "M4.4"
    assert dealt.refuse_move(0, Bury(-1)).clause == "M4.4"


def test_m4_4_with_all_else_displayed_the_talon_itself_is_put_away() -> None:
    dealt = three_handed("0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y")
    dealt.play("0 trump none")
    talon = cards("6y 6g 6b")
    assert dealt.last[1:] == (TalonTaken(0, talon), Buried(0, talon))
    assert (dealt.phase, dealt.state.buried) == ("play", talon)


def test_m4_4_the_crown_is_alone_and_its_buried_icons_count() -> None:
    dealt = three_handed()
    dealt.play("0 trump red", "0 bury 6y 6g 6b")
    assert dealt.table.crown_team == (0,)
    dealt.play_out()
    assert icons(cards("6y 6g 6b")) == 6
    assert [line.points for line in dealt.table.sheet if line.clause == "M4.4"] == [6]
    assert dealt.table.won[0] & cards("6y 6g 6b") == cards("6y 6g 6b")


def test_m4_5_the_crown_picks_anyone_but_the_shield() -> None:
    dealt = crown_0_shield_1()
    dealt.play("1 trump green", "0 trump 7")
    assert dealt.legal(0) == ["partner 2", "partner 3"]
    assert dealt.legal(1) == []
    assert "Shield" in dealt.refuse("0 partner 1").sentence
    assert "another" in dealt.refuse("0 partner 0").sentence
    for nobody in (Partner(4), Partner(-1), Partner(True), Partner(9)):
        reason = dealt.refuse_move(0, nobody)
        assert reason.clause == "M4.5"
        assert "no such seat" in reason.sentence
    dealt.play("0 partner 3")
    assert dealt.table.crown_team == (0, 3)


def test_m4_5_without_a_shield_anybody_else_may_be_partner() -> None:
    dealt = deal(mu(5), "7r", dealer=0)
    dealt.play("0 display 7r")
    dealt.all_pass()
    dealt.play("0 trump 7")
    assert dealt.legal(0) == ["partner 1", "partner 2", "partner 3", "partner 4"]


def test_m4_5_three_players_have_no_partners() -> None:
    dealt = three_handed()
    dealt.play("0 trump red")
    assert dealt.refuse("0 partner 1").clause == "M4.4"
    dealt.play("0 bury 6y 6g 6b")
    assert dealt.table.partner is None
    assert size(dealt.state.hands[0]) == 15
    assert CardPlayed(0, 0) == dealt.play("0 play 0r").last[0]
