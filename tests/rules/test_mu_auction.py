"""Clause M3: the auction."""

from itertools import combinations

import pytest
from tests.rules.mu import cards, deal, mu

from stramash.core.cards import CardSet, card_set, join
from stramash.mu.auction import next_cards
from stramash.mu.events import Displayed, ThrownIn
from stramash.mu.moves import Display

FOUR_HANDS = [
    "0r 1r 2r 3r 4r 5r",
    "0y 1y 2y 3y 4y 5y",
    "0g 1g 2g 3g 4g 5g",
    "0b 1b 2b 3b 4b 5b",
]


def test_m3_1_the_dealer_begins_and_turns_go_left() -> None:
    dealt = deal(mu(4), *FOUR_HANDS, dealer=2)
    assert dealt.table.turn == 2
    turns = []
    for line in ("2 pass", "3 display 0b", "0 pass", "1 pass"):
        turns.append(dealt.table.turn)
        dealt.play(line)
    assert turns == [2, 3, 0, 1]
    assert dealt.table.turn == 2


def test_m3_1_any_number_of_cards_may_be_displayed() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 2r 5r")
    assert dealt.table.displays[0] == cards("0r 2r 5r")
    assert dealt.table.counts == (15, 15, 15, 15)


def test_m3_1_legal_lists_pass_and_single_cards_not_displayed_in_order() -> None:
    hand = "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y"
    dealt = deal(mu(4), hand)
    dealt.play("0 display 1r 1r 7r 0y", "1 pass", "2 pass", "3 pass")
    singles = ["0r", "2r", "3r", "4r", "5r", "6r", "7r", "8r", "9r", "1y"]
    assert dealt.legal(0) == ["pass", *(f"display {code}" for code in singles)]
    assert dealt.legal(1) == []


def test_m3_1_with_all_cards_displayed_only_a_pass_is_left() -> None:
    hand = "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y"
    dealt = deal(mu(4), hand)
    dealt.play(f"0 display {hand}", "1 pass", "2 pass", "3 pass")
    assert dealt.legal(0) == ["pass"]


def test_m3_1_a_display_must_come_from_hand() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    assert dealt.refuse("0 display 0y").clause == "M3.1"
    assert "do not hold" in dealt.refuse("0 display 0r 0y").sentence
    assert "do not hold" in dealt.refuse("0 display 2r 2r").sentence
    dealt.play("0 display 0r", "1 pass", "2 pass", "3 pass")
    assert "on display already" in dealt.refuse("0 display 0r 2r").sentence


@pytest.mark.parametrize("nonsense", [Display(0), Display(-1), Display(1 << 55), Display(1 << 71)])
def test_m3_1_a_display_of_nothing_or_of_no_cards_is_refused(nonsense: Display) -> None:
    assert deal(mu(4), *FOUR_HANDS).refuse_move(0, nonsense).clause == "M3.1"


def test_m3_1_passing_does_not_take_you_out() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 pass", "1 display 0y", "2 pass", "3 pass", "0 display 0r 1r")
    assert dealt.table.crown == 0


def test_m3_1_the_auction_ends_when_all_pass_in_succession_the_last_to_display_included() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 pass", "1 display 0y", "2 pass", "3 pass", "0 pass")
    assert dealt.phase == "auction"
    assert dealt.table.turn == 1
    dealt.play("1 pass")
    assert dealt.phase == "crown_trump"


def test_m3_1_a_display_starts_the_counting_of_passes_again() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r", "1 pass", "2 pass", "3 pass", "0 display 1r", "1 pass", "2 pass", "3 pass")
    assert dealt.phase == "auction"
    dealt.play("0 pass")
    assert dealt.phase == "crown_trump"


def test_m3_1_next_cards_reaches_every_distinct_display_once() -> None:
    for hand in ("3r", "7r 7r", "1r 1r 5y 7g 7g", "0r 2r 4r 6r", "1r 7r 7r 1y 1y 9p 9b"):
        held = [cards(code) for code in hand.split()]
        faces = [item.bit_length() - 1 for item in held]
        expected = {
            card_set(chosen) for count in range(1, len(faces) + 1) for chosen in combinations(faces, count)
        }
        reached: list[CardSet] = []
        unfinished = [0]
        while unfinished:
            chosen_set = unfinished.pop()
            for added in next_cards(cards(hand), chosen_set):
                grown = join(chosen_set, 1 << added)
                reached.append(grown)
                unfinished.append(grown)
        assert len(reached) == len(expected)
        assert set(reached) == expected


def test_m3_1_next_cards_never_go_down() -> None:
    assert next_cards(cards("1r 1r 5y 7g"), cards("1r")) == tuple(
        cards(code).bit_length() - 1 for code in ("1r", "5y", "7g")
    )
    assert next_cards(cards("1r 1r 5y 7g"), cards("5y")) == (cards("7g").bit_length() - 1,)
    assert next_cards(cards("1r 1r 5y 7g"), cards("7g")) == ()


def test_m3_2_the_first_to_display_has_the_crown_and_more_cards_take_it() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 pass", "1 display 0y")
    assert dealt.table.crown == 1
    dealt.play("2 display 0g 1g")
    assert dealt.table.crown == 2


def test_m3_2_equal_does_not_take_the_crown() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r", "1 display 0y 1y")
    assert (dealt.table.crown, dealt.table.shield) == (0, 1)
    dealt.play("2 pass", "3 pass", "0 pass", "1 display 2y")
    assert (dealt.table.crown, dealt.table.shield) == (1, 0)


def test_m3_2_the_holder_may_add_to_the_display() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r", "1 pass", "2 pass", "3 pass", "0 display 1r 2r")
    assert dealt.table.crown == 0
    assert dealt.table.bids == (3, 0, 0, 0)


def test_m3_3_the_shield_is_the_most_of_the_others() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r 2r", "1 display 0y", "2 display 0g 1g")
    assert dealt.table.shield == 2
    dealt.play("3 pass", "0 pass", "1 display 1y 2y")
    assert (dealt.table.crown, dealt.table.shield) == (0, 1)


def test_m3_3_of_equals_the_first_to_reach_the_total() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r 2r", "1 display 0y", "2 display 0g", "3 pass")
    assert dealt.table.shield == 1
    dealt.play("0 pass", "1 pass", "2 display 1g", "3 pass", "0 pass", "1 display 1y")
    assert dealt.table.shield == 2  # seat 1 displayed first, but seat 2 was first to have two


def test_m3_3_an_overtaken_crown_gets_the_shield_if_nobody_else_shows_more() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r", "1 display 0y 1y 2y")
    assert (dealt.table.crown, dealt.table.shield) == (1, 0)


def test_m3_3_on_equal_numbers_the_shield_stays_where_it_is() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r", "1 display 0y 1y", "2 display 0g 1g 2g")
    assert (dealt.table.crown, dealt.table.shield) == (2, 1)
    assert dealt.table.bids == (2, 2, 3, 0)


def test_m3_3_an_overtaken_crown_that_shows_more_takes_the_shield() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r", "1 display 0y", "2 display 0g 1g 2g")
    assert (dealt.table.crown, dealt.table.shield) == (2, 0)


def test_m3_3_who_has_the_shield_and_takes_the_crown_gives_it_up() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r", "1 display 0y 1y", "2 display 0g 1g", "3 pass", "0 pass", "1 display 2y")
    assert (dealt.table.crown, dealt.table.shield) == (1, 0)  # nobody has it, so the overtaken Crown does


def test_m3_3_the_crown_may_show_more_and_nothing_moves() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r", "1 display 0y", "2 pass", "3 pass", "0 display 2r")
    assert (dealt.table.crown, dealt.table.shield) == (0, 1)


def test_m3_3_the_display_tells_who_has_crown_and_shield() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r", "1 display 0y 1y", "2 display 0g 1g 2g")
    assert dealt.last == (Displayed(2, cards("0g 1g 2g"), 2, 1),)


def test_m3_4_nobody_else_displayed_means_no_shield_and_no_minor_trump() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r")
    dealt.all_pass()
    assert dealt.table.shield is None
    assert (dealt.phase, dealt.table.turn) == ("crown_trump", 0)
    dealt.play("0 trump red", "0 partner 2")
    assert dealt.table.trumps.minor is None


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_m3_5_nobody_displayed_the_same_dealer_deals_again(seats: int) -> None:
    totals = tuple(range(10, 10 + seats))
    dealt = deal(mu(seats), dealer=1, number=3, totals=totals)
    dealt.all_pass()
    assert isinstance(dealt.events[-1], ThrownIn)
    result = dealt.result
    assert result.redeal
    assert result.scores == (0,) * seats
    assert result.totals == totals
    assert result.winners == ()
    assert result.carry == dealt.carry
    assert dealt.game.waiting(dealt.state) == frozenset()
    assert dealt.refuse("1 pass").clause == "M3.5"


def test_m3_6_the_bid_is_the_number_of_cards_displayed_even_when_they_are_played() -> None:
    dealt = deal(mu(4), *FOUR_HANDS)
    dealt.play("0 display 0r 1r", "1 display 0y")
    dealt.play("2 pass", "3 pass", "0 display 2r", "1 pass", "2 pass", "3 pass", "0 pass")
    assert dealt.table.bids == (3, 1, 0, 0)
    dealt.play("1 trump none", "0 trump none", "0 partner 2", "0 play 2r")
    assert dealt.table.bids == (3, 1, 0, 0)
    assert dealt.table.displays[0] == cards("0r 1r")
