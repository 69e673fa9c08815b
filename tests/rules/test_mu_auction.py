"""Clause M3: the auction."""

from itertools import combinations

import pytest
from tests.mu.playing import Written, cards

from stramash.core.cards import CardSet, card_set, join
from stramash.mu.auction import next_cards
from stramash.mu.events import ThrownIn
from stramash.mu.moves import Display

FOUR_HANDS = [
    "0r 1r 2r 3r 4r 5r",
    "0y 1y 2y 3y 4y 5y",
    "0g 1g 2g 3g 4g 5g",
    "0b 1b 2b 3b 4b 5b",
]


def test_m3_1_the_dealer_begins_and_turns_go_left() -> None:
    deal = Written(4, FOUR_HANDS, dealer=2)
    assert deal.table.turn == 2
    turns = []
    for line in ("2 pass", "3 display 0b", "0 pass", "1 pass"):
        turns.append(deal.table.turn)
        deal.do(line)
    assert turns == [2, 3, 0, 1]
    assert deal.table.turn == 2


def test_m3_1_any_number_of_cards_may_be_displayed() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 0r 2r 5r")
    assert deal.table.displays[0] == cards("0r 2r 5r")
    assert deal.table.counts == (15, 15, 15, 15)


def test_m3_1_legal_lists_pass_and_single_cards_not_displayed_in_order() -> None:
    hand = "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y"
    deal = Written(4, [hand])
    deal.do("0 display 1r 1r 7r 0y", "1 pass", "2 pass", "3 pass")
    singles = ["0r", "2r", "3r", "4r", "5r", "6r", "7r", "8r", "9r", "1y"]
    assert deal.legal(0) == ", ".join(["pass", *(f"display {code}" for code in singles)])
    assert deal.legal(1) == ""


def test_m3_1_with_all_cards_displayed_only_a_pass_is_left() -> None:
    hand = "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y"
    deal = Written(4, [hand])
    deal.do(f"0 display {hand}", "1 pass", "2 pass", "3 pass")
    assert deal.legal(0) == "pass"


def test_m3_1_a_display_must_come_from_hand() -> None:
    deal = Written(4, FOUR_HANDS)
    assert deal.refusal(0, "display 0y").clause == "M3.1"
    assert "do not hold" in deal.refusal(0, "display 0r 0y").sentence
    assert "do not hold" in deal.refusal(0, "display 2r 2r").sentence
    deal.do("0 display 0r", "1 pass", "2 pass", "3 pass")
    assert "on display already" in deal.refusal(0, "display 0r 2r").sentence


@pytest.mark.parametrize("nonsense", [Display(0), Display(-1), Display(1 << 55), Display(1 << 71)])
def test_m3_1_a_display_of_nothing_or_of_no_cards_is_refused(nonsense: Display) -> None:
    assert Written(4, FOUR_HANDS).refusal(0, nonsense).clause == "M3.1"


def test_m3_1_passing_does_not_take_you_out() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 pass", "1 display 0y", "2 pass", "3 pass", "0 display 0r 1r")
    assert deal.table.crown == 0


def test_m3_1_the_auction_ends_when_all_pass_in_succession_the_last_to_display_included() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 pass", "1 display 0y", "2 pass", "3 pass", "0 pass")
    assert deal.phase == "auction"
    assert deal.table.turn == 1
    deal.do("1 pass")
    assert deal.phase == "crown_trump"


def test_m3_1_a_display_starts_the_counting_of_passes_again() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 0r", "1 pass", "2 pass", "3 pass", "0 display 1r", "1 pass", "2 pass", "3 pass")
    assert deal.phase == "auction"
    deal.do("0 pass")
    assert deal.phase == "crown_trump"


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
    deal = Written(4, FOUR_HANDS)
    deal.do("0 pass", "1 display 0y")
    assert deal.table.crown == 1
    deal.do("2 display 0g 1g")
    assert deal.table.crown == 2


def test_m3_2_equal_does_not_take_the_crown() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 0r 1r", "1 display 0y 1y")
    assert (deal.table.crown, deal.table.shield) == (0, 1)
    deal.do("2 pass", "3 pass", "0 pass", "1 display 2y")
    assert (deal.table.crown, deal.table.shield) == (1, 0)


def test_m3_2_the_holder_may_add_to_the_display() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 0r", "1 pass", "2 pass", "3 pass", "0 display 1r 2r")
    assert deal.table.crown == 0
    assert deal.table.bids == (3, 0, 0, 0)


def test_m3_3_the_shield_is_the_most_of_the_others() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 0r 1r 2r", "1 display 0y", "2 display 0g 1g")
    assert deal.table.shield == 2
    deal.do("3 pass", "0 pass", "1 display 1y 2y")
    assert (deal.table.crown, deal.table.shield) == (0, 1)


def test_m3_3_of_equals_the_first_to_reach_the_total() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 0r 1r 2r", "1 display 0y", "2 display 0g", "3 pass")
    assert deal.table.shield == 1
    deal.do("0 pass", "1 pass", "2 display 1g", "3 pass", "0 pass", "1 display 1y")
    assert deal.table.shield == 2  # seat 1 displayed first, but seat 2 was first to have two


def test_m3_3_an_overtaken_crown_gets_the_shield_if_nobody_else_shows_more() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 0r 1r", "1 display 0y 1y 2y")
    assert (deal.table.crown, deal.table.shield) == (1, 0)


def test_m3_3_an_overtaken_crown_keeps_its_time_against_an_equal() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 0r 1r", "1 display 0y 1y", "2 display 0g 1g 2g")
    assert (deal.table.crown, deal.table.shield) == (2, 0)


def test_m3_4_nobody_else_displayed_means_no_shield_and_no_minor_trump() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 0r")
    deal.all_pass()
    assert deal.table.shield is None
    assert (deal.phase, deal.table.turn) == ("crown_trump", 0)
    deal.do("0 trump red", "0 partner 2")
    assert deal.table.trumps.minor is None


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_m3_5_nobody_displayed_the_same_dealer_deals_again(seats: int) -> None:
    totals = tuple(range(10, 10 + seats))
    deal = Written(seats, dealer=1, deal=3, totals=totals)
    deal.all_pass()
    assert isinstance(deal.events[-1], ThrownIn)
    result = deal.result
    assert result is not None
    assert result.redeal
    assert result.scores == (0,) * seats
    assert result.totals == totals
    assert result.winners == ()
    assert result.carry == deal.carry
    assert deal.game.waiting(deal.state) == frozenset()
    assert deal.refusal(1, "pass").clause == "M3.5"


def test_m3_6_the_bid_is_the_number_of_cards_displayed_even_when_they_are_played() -> None:
    deal = Written(4, FOUR_HANDS)
    deal.do("0 display 0r 1r", "1 display 0y")
    deal.do("2 pass", "3 pass", "0 display 2r", "1 pass", "2 pass", "3 pass", "0 pass")
    assert deal.table.bids == (3, 1, 0, 0)
    deal.do("1 trump none", "0 trump none", "0 partner 2", "0 play 2r")
    assert deal.table.bids == (3, 1, 0, 0)
    assert deal.table.displays[0] == cards("0r 1r")
