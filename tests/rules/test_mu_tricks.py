"""Clause M5: tricks."""

import pytest
from tests.rules.mu import Round, card, cards, deal, mu

from stramash.core.cards import each
from stramash.mu.events import CardPlayed, TrickWon
from stramash.mu.moves import NO_TRUMP, PlayCard, Trump, parse_move
from stramash.mu.tricks import TRUMP_SUIT, Trumps, followers, suit_name, trumps, winning_card

RED, YELLOW, GREEN, BLUE, PURPLE = (Trump(colour=colour) for colour in range(5))


def winner(named: Trumps, trick: str) -> str:
    """The code of the card that wins a trick."""
    codes = trick.split()
    return codes[winning_card(named, tuple(card(code) for code in codes))]


def may_follow(named: Trumps, hand: str, led: str) -> str:
    """The codes of the cards that may be played on a led card."""
    chosen = followers(named, cards(hand), card(led))
    return " ".join(code for code in hand.split() if chosen >> card(code) & 1)


LEADER = "4g 9g 0r 1r 1r 2r 7r 7r 6y 6b 7b 7b 8b 9b 9p"
# Seat 1 has two green cards that are no trumps, the green 2 and a yellow card, which are.
GREENS = "5g 7g 2g 0y 3r 4r 5r 6r 8r 9r 0p 1p 1p 3p 4p"
# The same with the blue 2 and the purple 6 in place of its green cards.
NO_GREENS = "2b 6p 2g 0y 3r 4r 5r 6r 8r 9r 0p 1p 1p 3p 4p"
# Seat 3 has no trump.
THIRD = "0g 3g 6g 1y 1y 2y 3y 4y 5y 7y 7y 8y 9y 2p"
FOURTH = "1g 1g 7g 8g 0b 1b 1b 3b 4b 5b 5p 7p 7p 8p"


def sheet_example(second: str) -> Round:
    """Trumps yellow (the Shield's, seat 2) and 2 (the Crown's, seat 0); seat 1 holds a given hand."""
    swapped = ("5g", "7g") if second == NO_GREENS else ("2b", "6p")
    dealt = deal(mu(4), LEADER, second, f"{THIRD} {swapped[0]}", f"{FOURTH} {swapped[1]}")
    dealt.play("0 display 2r 4g", "1 pass", "2 display 3y", "3 pass", "0 pass", "1 pass", "2 pass")
    dealt.play("2 trump yellow", "0 trump 2", "0 partner 1")
    return dealt


def test_m5_1_the_crown_leads_and_then_the_winner_of_each_trick() -> None:
    dealt = sheet_example(GREENS)
    assert (dealt.phase, dealt.table.turn, dealt.table.leader) == ("play", 0, 0)
    first, second = dealt.trick("4g 5g 0g 1g")
    assert isinstance(first, CardPlayed)
    assert second == TrickWon(1, cards("4g 5g 0g 1g"))
    assert (dealt.table.turn, dealt.table.leader, dealt.table.trick) == (1, 1, ())


def test_m5_1_any_card_may_be_led() -> None:
    dealt = sheet_example(GREENS)
    hand = [f"play {code}" for code in dict.fromkeys(dealt.hand(0).split())]
    assert dealt.legal(0) == hand


def test_m5_2_cards_come_from_hand_and_display_alike() -> None:
    dealt = sheet_example(GREENS)
    assert "play 2r" in dealt.legal(0)  # displayed
    assert "play 9g" in dealt.legal(0)  # not displayed
    dealt.play("0 play 2r")
    assert dealt.table.displays[0] == cards("4g")
    assert dealt.table.counts[0] == 14


def test_m5_2_a_card_that_is_not_held_or_was_played_is_refused() -> None:
    dealt = sheet_example(GREENS)
    reason = dealt.refuse("0 play 5g")
    assert reason.clause == "M5.2"
    assert "green 5" in reason.sentence
    dealt.trick("9g 7g 0g 1g 4g")
    assert dealt.refuse("1 play 7g").clause == "M5.2"  # twice


@pytest.mark.parametrize("nonsense", [PlayCard(50), PlayCard(-1), PlayCard(True), PlayCard(1 << 80)])
def test_m5_2_what_is_no_card_is_refused(nonsense: PlayCard) -> None:
    assert sheet_example(GREENS).refuse_move(0, nonsense).clause == "M5.2"


def test_m5_3_the_sheets_example_a_green_2_is_a_trump_and_does_not_follow_green() -> None:
    dealt = sheet_example(GREENS)
    dealt.play("0 play 4g")
    assert dealt.legal(1) == ["play 5g", "play 7g"]
    reason = dealt.refuse("1 play 2g")
    assert reason.clause == "M5.3"
    assert "green 2" in reason.sentence


def test_m5_3_the_sheets_example_with_no_green_left_the_green_2_may_be_played() -> None:
    dealt = sheet_example(NO_GREENS)
    dealt.play("0 play 4g")
    everything = [f"play {code}" for code in dict.fromkeys(dealt.hand(1).split())]
    assert dealt.legal(1) == everything
    dealt.play("1 play 2g")
    assert dealt.table.voids[1] == 1 << 2  # no green left
    dealt.trick("0g 1g")
    assert dealt.table.leader == 1


def test_m5_3_on_a_led_trump_a_trump_of_any_kind_must_be_played() -> None:
    dealt = sheet_example(GREENS)
    dealt.play("0 play 2r")
    assert dealt.legal(1) == ["play 0y", "play 2g"]
    for text in ("play 3r", "play 5g"):
        assert dealt.refuse(f"1 {text}").clause == "M5.3"
    dealt.play("1 play 2g")


def test_m5_3_who_has_no_trump_shows_it_on_a_led_trump() -> None:
    dealt = sheet_example(GREENS)
    dealt.play("0 play 2r", "1 play 0y")
    dealt.trick("3y 8g")
    assert dealt.table.voids == (0, 0, 0, 1 << TRUMP_SUIT)


def test_m5_3_suits_have_names() -> None:
    assert [suit_name(suit) for suit in range(6)] == ["red", "yellow", "green", "blue", "purple", "trump"]


def test_m5_4_follow_if_you_can_else_play_anything() -> None:
    named = trumps(NO_TRUMP, RED)
    assert may_follow(named, "1r 5g 9g 3b", "0g") == "5g 9g"
    assert may_follow(named, "1r 5g 9g 3b", "0y") == "1r 5g 9g 3b"
    assert may_follow(named, "1r 5g 9g 3b", "0r") == "1r"


def test_m5_4_nobody_has_to_win_or_to_trump() -> None:
    named = trumps(None, RED)
    assert may_follow(named, "0g 9g", "5g") == "0g 9g"
    assert may_follow(named, "9r 0y", "5g") == "9r 0y"


def test_m5_4_the_refusal_names_the_suit() -> None:
    dealt = sheet_example(GREENS)
    dealt.play("0 play 4g")
    reason = dealt.refuse("1 play 3r")
    assert reason.clause == "M5.4"
    assert "green" in reason.sentence
    assert dealt.refuse("1 play 0y").clause == "M5.4"


def test_m5_5_super_over_major_over_minor() -> None:
    named = trumps(YELLOW, Trump(number=2))
    assert winner(named, "9y 2r 2y") == "2y"
    assert winner(named, "9y 2r 8y") == "2r"
    assert winner(named, "9g 0y 8g") == "0y"
    named = trumps(Trump(number=2), YELLOW)
    assert winner(named, "2r 0y 2b") == "0y"
    assert winner(named, "9y 2y 2b") == "2y"


def test_m5_5_within_a_colour_trump_the_higher_number() -> None:
    named = trumps(GREEN, BLUE)
    assert winner(named, "3b 9g 5b 4b") == "5b"
    assert winner(named, "3g 9g 5r") == "9g"


def test_m5_5_cards_of_a_number_trump_are_equal_and_the_first_wins() -> None:
    named = trumps(None, Trump(number=7))
    assert winner(named, "9g 7b 7r 7y") == "7b"
    named = trumps(Trump(number=3), NO_TRUMP)
    assert winner(named, "3g 3b 9g") == "3g"


def test_m5_5_without_trumps_the_highest_of_the_led_colour() -> None:
    named = trumps(NO_TRUMP, NO_TRUMP)
    assert winner(named, "4g 9b 5g 9r 3g") == "5g"
    assert winner(named, "0g 9b 8r") == "0g"


def test_m5_5_of_equal_cards_the_first_played_wins() -> None:
    assert winning_card(trumps(None, NO_TRUMP), (card("7g"), card("0g"), card("7g"))) == 0
    assert winning_card(trumps(None, RED), (card("8g"), card("7r"), card("7r"))) == 1
    # Both super trumps.
    assert winning_card(trumps(Trump(number=7), RED), (card("9r"), card("7r"), card("7r"))) == 1


def test_m5_5_every_card_has_one_suit_and_trumps_beat_all_others() -> None:
    for minor in (None, RED, Trump(number=7), NO_TRUMP):
        for major in (YELLOW, Trump(number=1), NO_TRUMP):
            named = trumps(minor, major)
            assert sum(named.suits) == sum(trumps(None, NO_TRUMP).suits)
            for suit, members in enumerate(named.suits):
                assert {named.suit_of[face] for face in each(members)} <= {suit}
            plain = [named.strength[face] for face in range(50) if named.suit_of[face] != TRUMP_SUIT]
            high = [named.strength[face] for face in range(50) if named.suit_of[face] == TRUMP_SUIT]
            assert max(plain) < min(high, default=99)


def test_m5_6_tricks_go_to_the_winners_own_pile_until_all_hands_are_empty() -> None:
    dealt = sheet_example(GREENS)
    dealt.trick("4g 5g 0g 1g")
    assert dealt.table.won == (0, cards("4g 5g 0g 1g"), 0, 0)
    dealt.play_out()
    assert dealt.table.counts == (0, 0, 0, 0)
    assert sum(pile.bit_count() for pile in dealt.table.won) == 60


def test_m5_6_nothing_can_be_played_when_the_hand_is_over() -> None:
    dealt = sheet_example(GREENS)
    dealt.play_out()
    dealt.play("0 dealer 1")
    for text in ("play 4g", "pass", "dealer 2"):
        assert dealt.refuse_move(0, parse_move(text)).clause == "M5.6"
