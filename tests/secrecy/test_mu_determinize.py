"""States sampled from a view: everything shown holds, everything else is possible and equally likely."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from tests.rules.mu import Round, all_cards, card, cards, deal, mu

from stramash.core.cards import FIRST_COPIES, card_set, contains, each, join, remove, size
from stramash.core.seats import Seat
from stramash.mu.determinize import _deal_out
from stramash.mu.state import State


def samples(dealt: Round, seat: Seat | None, count: int, seed: int = 1) -> list[State]:
    """States that a seat thinks possible."""
    rng = Random(seed)
    view = dealt.game.view(dealt.state, seat)
    found = [dealt.game.determinize(view, rng) for _ in range(count)]
    assert all(dealt.game.view(state, seat) == view for state in found)
    return found


def three_handed(*lines: str) -> Round:
    """Seat 0 has the Crown with 15 cards in red and yellow; the talon is 6y 6g 6b."""
    dealt = deal(mu(3), "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y", talon="6y 6g 6b")
    dealt.play("0 display 8r 9r")
    dealt.all_pass()
    dealt.play(*lines)
    return dealt


def test_the_same_view_and_numbers_give_the_same_state() -> None:
    dealt = three_handed("0 trump red")
    assert samples(dealt, 1, 3, seed=7) == samples(dealt, 1, 3, seed=7)


@pytest.mark.parametrize("seat", [0, 1, 2, None])
def test_before_the_talon_is_taken_it_is_among_the_hidden_cards(seat: int | None) -> None:
    talons = Counter(state.talon for state in samples(three_handed(), seat, 60))
    assert len(talons) > 30
    assert all(size(talon) == 3 for talon in talons)
    if seat == 0:
        hand = three_handed().state.hands[0]
        assert all(not contains(hand, talon) for talon in talons)


def test_what_the_crown_took_is_known_to_the_crown_only() -> None:
    dealt = three_handed("0 trump red")
    assert {state.taken for state in samples(dealt, 0, 20)} == {cards("6y 6g 6b")}
    for seat in (1, 2, None):
        found = samples(dealt, seat, 60)
        assert len({state.taken for state in found}) > 30
        for state in found:
            assert contains(remove(state.hands[0], cards("8r 9r")), state.taken)
            assert size(state.hands[0]) == 18


def test_buried_cards_are_known_to_the_crown_only_and_were_never_on_display() -> None:
    dealt = three_handed("0 trump red", "0 bury 6y 6g 6b")
    assert {state.buried for state in samples(dealt, 0, 20)} == {cards("6y 6g 6b")}
    for seat in (1, 2, None):
        buried = {state.buried for state in samples(dealt, seat, 80)}
        assert len(buried) > 40
        assert not any(chosen & cards("8r 9r") for chosen in buried)


def test_a_void_leaves_the_suit_possible_for_buried_cards_and_others() -> None:
    # No trump. Seat 0 buries three cards and leads red; seat 1 has none and shows it.
    dealt = deal(
        mu(3),
        "0r 1r 1r 2r 3r 4r 5r 6r 0y 1y 1y 2y 3y 4y 5y",
        "6y 7y 7y 8y 9y 0g 1g 1g 2g 3g 4g 5g 6g 7g 7g",
        "7r 7r 8r 0b 1b 1b 2b 3b 4b 5b 6b 7b 7b 8b 9b",
        talon="9r 8g 9g",
    )
    dealt.play("0 display 6r")
    dealt.all_pass()
    dealt.play("0 trump none", "0 bury 9r 8g 9g", "0 play 6r", "1 play 6y")
    assert dealt.table.voids == (0, 1, 0)
    found = samples(dealt, 2, 200)
    for state in found:
        assert not state.hands[1] & cards("0r 1r 1r 2r 3r 4r 5r 9r")
        assert all_cards(state) == dealt.game.rules.cards
    assert any(state.buried & cards("9r") for state in found)
    assert any(state.hands[0] & cards("9r") for state in found)


def test_shown_cards_stay_where_they_are() -> None:
    dealt = deal(mu(5), "7r 7r", "2g 3g", "", "9p")
    dealt.play("0 display 7r", "1 display 2g 3g", "2 pass", "3 display 9p")
    for seat in (2, 4, None):
        for state in samples(dealt, seat, 30):
            assert contains(state.hands[0], cards("7r"))
            assert contains(state.hands[1], cards("2g 3g"))
            assert contains(state.hands[3], cards("9p"))
    second_seven = [size(state.hands[0] & cards("7r 7r")) for state in samples(dealt, 4, 60)]
    assert set(second_seven) == {1, 2}  # the other red 7 is anybody's


def late_deal() -> Round:
    """Four seats, no trump, three cards each; seat 1 has shown no red, seat 2 no red and no yellow."""
    dealt = deal(
        mu(4),
        "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 9y 8y 9p",
        "0y 1y 1y 2y 3y 4y 5y 0g 1g 1g 2g 3g 4g 5g 0p",
        "0b 1b 1b 2b 3b 4b 5b 6g 7g 7g 8g 9g 1p 2p 3p",
        "6y 7y 7y 6b 7b 7b 8b 9b 1p 4p 5p 6p 7p 7p 8p",
    )
    dealt.play("0 display 0r")
    dealt.all_pass()
    dealt.play("0 trump none", "0 partner 1")
    for trick in (
        "9r 0g 0b 6b",
        "8r 1g 1b 7b",
        "7r 1g 1b 7b",
        "7r 2g 2b 8b",
        "6r 3g 3b 9b",
        "5r 4g 4b 1p",
        "4r 5g 5b 4p",
        "3r 0p 6g 5p",
        "2r 0y 7g 6p",
        "1r 1y 7g 7p",
        "1r 1y 8g 7p",
        "9y 2y 9g 6y",
    ):
        dealt.trick(trick)
    return dealt


def test_every_possible_state_is_sampled_and_equally_often() -> None:
    dealt = late_deal()
    assert [size(hand) for hand in dealt.state.hands] == [3, 3, 3, 3]
    assert dealt.table.voids[1:] == (0b00001, 0b00011, 0b00001)
    # Seat 3 sees 9 cards it does not hold: 0r, displayed by seat 0, and 8y 3y 4y 5y 9p 1p 2p 3p hidden.
    # Seat 0 needs 2 of them, seats 1 and 2 three each, and seat 2 no yellow: it has 3 of the 4 purple ones,
    # 4 ways; of the 5 cards left any 2 are seat 0's, 10 ways.
    assert dealt.hand(3) == "7y 7y 8p"
    hidden = cards("8y 3y 4y 5y 9p 1p 2p 3p")
    counts = Counter(state.hands for state in samples(dealt, 3, 4000))
    assert len(counts) == 40
    for hands in counts:
        assert join(remove(hands[0], cards("0r")), join(hands[1], hands[2])) == hidden
    # 100 of each are expected; five standard deviations are 50.
    assert min(counts.values()) > 50
    assert max(counts.values()) < 150


def test_a_spectator_knows_no_hand() -> None:
    dealt = late_deal()
    hands = Counter(state.hands[3] for state in samples(dealt, None, 200))
    assert len(hands) > 50
    assert not any(hand & cards("0r") for hand in hands)


def test_voids_that_leave_one_way_only() -> None:
    dealt = late_deal()
    dealt.play("0 play 9p", "1 play 3y", "2 play 1p", "3 play 8p")
    # Seat 0 sees that seat 1 has neither red nor purple, seat 2 neither red nor yellow:
    # hidden are 4y 5y 7y 7y 2p 3p, and seat 2 must have both purple ones.
    for state in samples(dealt, 0, 50):
        assert state.hands[2] == cards("2p 3p")
        assert not state.hands[1] & FIRST_COPIES & ~cards("4y 5y 7y")
    assert len({state.hands for state in samples(dealt, 0, 100)}) == 4


def test_after_the_score_nothing_is_hidden() -> None:
    dealt = three_handed("0 trump red", "0 bury 6y 6g 6b")
    dealt.play_out()
    for seat in (0, 1, 2, None):
        assert set(samples(dealt, seat, 3)) == {dealt.state}


def test_in_one_hand_every_hidden_card_can_be_anywhere() -> None:
    dealt = deal(mu(6))
    dealt.play("0 pass")
    own = dealt.state.hands[0]
    places: dict[int, set[int]] = {face: set() for face in each(remove(dealt.game.rules.cards, own))}
    for state in samples(dealt, 0, 200):
        for seat in range(1, 6):
            for face in each(state.hands[seat]):
                places[face].add(seat)
    assert all(seats == {1, 2, 3, 4, 5} for seats in places.values())


def test_cards_dealt_out_under_voids_are_uniform_over_all_that_brute_force_finds() -> None:
    table = late_deal().table
    codes = ["2y", "3y", "2p", "3p", "2g", "3g", "4g"]
    yellow, purple = 1 << 1, 1 << 4
    needs, voids = [2, 2, 2, 1], [yellow, purple, 0, purple]
    faces = [card(code) for code in codes]
    possible = set()
    for order in permutations(faces):
        parts = (order[0:2], order[2:4], order[4:6], order[6:7])
        suits = [sum({1 << face // 10 for face in part}) for part in parts]
        if not any(held & void for held, void in zip(suits, voids, strict=True)):
            possible.add(tuple(card_set(part) for part in parts))
    rng = Random(3)
    draws = 100 * len(possible)
    counts = Counter(tuple(_deal_out(table, faces.copy(), needs, voids, rng)) for _ in range(draws))
    assert set(counts) == possible
    assert len(possible) > 50
    # 100 of each are expected; five standard deviations are 50.
    assert min(counts.values()) >= 50
    assert max(counts.values()) <= 150
