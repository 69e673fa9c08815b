"""Clauses M1 and M2: the cards and the dealt."""

from collections import Counter

import pytest
from tests.rules.mu import all_cards, card, cards, deal, mu

from stramash import games
from stramash.core.cards import SUIT_NAMES, each, size
from stramash.core.errors import DeckError
from stramash.mu.cards import COLOUR_CARDS, NUMBER_CARDS, card_name, colour, icons, is_card_set, number
from stramash.mu.events import Dealt
from stramash.mu.rules import MuRules
from stramash.mu.state import Phase


def test_m1_1_sixty_cards_with_ones_and_sevens_doubled() -> None:
    deck = games.get("mu", 5).deck()
    assert len(deck) == 60
    for suit in range(5):
        numbers = [number(item) for item in deck if colour(item) == suit]
        assert numbers == [0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9]


def test_m1_1_cards_have_codes_and_names() -> None:
    game = games.get("mu", 4)
    assert game.card_code(game.parse_card("7b")) == "7b"
    assert card_name(card("0p")) == "purple 0"
    assert [game.card_code(item) for item in game.deck()[:4]] == ["0r", "1r", "1r", "2r"]


def test_m1_1_the_masks_of_colours_and_numbers_hold_both_copies() -> None:
    assert COLOUR_CARDS[0] == cards("0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r")
    assert NUMBER_CARDS[7] == cards("7r 7r 7y 7y 7g 7g 7b 7b 7p 7p")
    assert NUMBER_CARDS[8] == cards("8r 8y 8g 8b 8p")


@pytest.mark.parametrize(
    ("code", "points"),
    [
        ("0r", 1),
        ("1y", 0),
        ("2g", 1),
        ("3b", 1),
        ("4p", 1),
        ("5r", 1),
        ("6y", 2),
        ("7g", 2),
        ("8b", 1),
        ("9p", 0),
    ],
)
def test_m1_2_icons_by_number(code: str, points: int) -> None:
    assert icons(cards(code)) == points


def test_m1_2_twelve_icons_a_colour_and_sixty_in_all() -> None:
    assert [icons(suit) for suit in COLOUR_CARDS] == [12] * 5
    assert icons(MuRules(seats=4).cards) == 60
    assert icons(cards("7r 7r 6b 1y")) == 6


@pytest.mark.parametrize("removed", SUIT_NAMES)
def test_m1_3_three_players_play_without_one_colour(removed: str) -> None:
    rules = MuRules(seats=3, removed_colour=removed)
    counts = Counter(SUIT_NAMES[colour(item)] for item in each(rules.cards))
    assert counts == {name: 12 for name in SUIT_NAMES if name != removed}


def test_m1_3_purple_is_removed_by_default() -> None:
    assert MuRules(seats=3).removed_colour == "purple"
    assert size(MuRules(seats=3).cards) == 48


def test_m1_4_two_alike_are_one_move() -> None:
    dealt = deal(mu(4), "7r 7r 1b 1b 2g")
    displays = [text for text in dealt.legal(0) if text in ("display 7r", "display 1b")]
    assert displays == ["display 7r", "display 1b"]


def test_m1_4_of_two_alike_the_displayed_one_is_played_first() -> None:
    dealt = deal(mu(4), "7r 7r")
    dealt.play("0 display 7r")
    dealt.all_pass()
    dealt.play("0 trump none", "0 partner 1", "0 play 7r")
    assert dealt.table.displays[0] == 0
    assert dealt.state.hands[0] & cards("7r") == cards("7r")


def test_m1_4_a_set_of_cards_that_skips_a_copy_is_no_set() -> None:
    second_copy_only = cards("7r 7r") ^ cards("7r")
    assert is_card_set(cards("7r 7r"))
    assert not is_card_set(second_copy_only)
    assert not is_card_set(1 << 60)
    assert not is_card_set(-1)
    assert not is_card_set("7r")


@pytest.mark.parametrize(("seats", "each_hand", "talon"), [(3, 15, 3), (4, 15, 0), (5, 12, 0), (6, 10, 0)])
def test_m2_1_all_cards_are_dealt_and_three_players_leave_a_talon(
    seats: int, each_hand: int, talon: int
) -> None:
    dealt = deal(mu(seats))
    assert [size(hand) for hand in dealt.state.hands] == [each_hand] * seats
    assert size(dealt.state.talon) == dealt.table.talon == talon
    assert all_cards(dealt.state) == dealt.game.rules.cards


def test_m2_1_seats_get_blocks_of_the_deck_and_the_last_three_are_the_talon() -> None:
    game = games.get("mu", 3)
    deck = game.deck()
    state = game.start(deck, game.first(2)).state
    for seat in range(3):
        assert sorted(each(state.hands[seat])) == list(deck[seat * 15 : seat * 15 + 15])
    assert sorted(each(state.talon)) == list(deck[45:])


def test_m2_1_the_dealer_is_the_one_the_match_drew() -> None:
    game = games.get("mu", 6)
    state = game.start(game.deck(), game.first(4)).state
    assert (state.table.dealer, state.table.turn, state.table.phase) == (4, 4, Phase.AUCTION)


def test_m2_1_a_seat_sees_its_own_hand_only() -> None:
    game = games.get("mu", 3)
    (event,) = game.start(game.deck(), game.first(0)).events
    assert isinstance(event, Dealt)
    seen = event.seen_by(1)
    assert seen.hands == (None, event.hands[1], None)
    assert seen.talon is None
    assert event.seen_by(None).hands == (None, None, None)


def test_m2_1_a_wrong_deck_is_refused() -> None:
    game = games.get("mu", 4)
    with pytest.raises(DeckError, match="60 cards"):
        game.start(game.deck()[1:], game.first(0))
    with pytest.raises(DeckError, match="48 cards"):
        games.get("mu", 3).start(game.deck(), game.first(0))
