"""C10 Bets and card points."""

import pytest
from tests.rules.climbing import PRESETS, Round, climbing, deal, run, small

from stramash.climbing.events import BetMade
from stramash.climbing.state import Phase

SUITS = "rygb"
WITH_BETS = tuple(preset for preset in PRESETS if preset[0] != "tatties")
# Seat 0 goes out first, then seat 1: the whole hand at once, 2 to 7 of a suit with the courts.
QUICK_THREE = f"""
    0 play {run(2, 7, "r")} J Q K as sequence 2-10
    1 pass
    2 pass
    1 play {run(2, 7, "y")} J Q K as sequence 2-10
"""
# Seats 0, 1 and 2 go out in this order.
QUICK_FOUR = f"""
    0 play {run(2, 6, "r")} J Q K as sequence 2-9
    1 pass
    2 pass
    3 pass
    1 play {run(2, 6, "y")} J Q K as sequence 2-9
    2 pass
    3 pass
    2 play {run(2, 6, "g")} J Q K as sequence 2-9
"""


def three(game_id: str, *bets: int, values: tuple[int, ...] = (15, 300)) -> Round:
    """A quick round of three in which each seat has made this bet, or none for 0."""
    game = small(game_id, 3, bets=values)
    dealt = deal(game, *(run(2, 7, suit) for suit in SUITS[:3]))
    dealt.play("\n".join(f"{seat} bet {bet}" for seat, bet in enumerate(bets) if bet))
    return dealt.play(QUICK_THREE)


def four(script: str) -> Round:
    """A quick round of neeps after some bets."""
    dealt = deal(small("neeps", bets=(15, 30, 45)), *(run(2, 6, suit) for suit in SUITS))
    return dealt.play(script).play(QUICK_FOUR)


@pytest.mark.parametrize(("game_id", "seats"), WITH_BETS)
@pytest.mark.parametrize("value", [15, 30])
def test_c10_1_anybody_may_bet_out_of_turn(game_id: str, seats: int, value: int) -> None:
    dealt = deal(climbing(game_id, seats))
    for seat in reversed(range(2)):
        assert seat in dealt.game.may_act(dealt.state)
        assert {"bet 15", "bet 30"} <= set(dealt.legal(seat))
        dealt.play(f"{seat} bet {value}")
    assert dealt.waiting == {0}  # a bet is not a turn
    assert dealt.game.view(dealt.state, None).table.bets[:2] == (value, value)


def test_c10_1_a_bet_is_public() -> None:
    dealt = deal(climbing("haggis", 3)).play("2 bet 30")
    (made,) = dealt.events_of(BetMade)
    for viewer in (None, 0, 1, 2):
        assert made.seen_by(viewer) == BetMade(2, 30)
        assert dealt.game.view(dealt.state, viewer).table.bets == (0, 0, 30)


@pytest.mark.parametrize(("game_id", "seats"), WITH_BETS)
def test_c10_1_once_in_a_round_and_final(game_id: str, seats: int) -> None:
    dealt = deal(climbing(game_id, seats)).play("1 bet 15")
    assert dealt.refuse("1 bet 30").clause == "C10.1"
    assert dealt.refuse("1 bet 15").clause == "C10.1"
    assert 1 not in dealt.game.may_act(dealt.state)


@pytest.mark.parametrize(("game_id", "seats"), WITH_BETS)
def test_c10_1_only_before_the_first_card(game_id: str, seats: int) -> None:
    dealt = deal(climbing(game_id, seats), "2r").play("0 play 2r")
    assert dealt.refuse("0 bet 15").clause == "C10.1"
    dealt.play("1 bet 15")
    dealt.play("\n".join(f"{seat} pass" for seat in range(1, seats)))
    assert dealt.waiting == {0}
    assert dealt.refuse("0 bet 15").clause == "C10.1"


def test_c10_1_a_pass_is_no_card_played() -> None:
    dealt = deal(climbing("haggis", 3), "2r 3r").play("0 play 2r\n1 pass\n2 pass\n0 play 3r\n1 pass")
    dealt.play("1 bet 30\n2 bet 15\n2 pass")


def test_c10_1_during_the_passing() -> None:
    dealt = deal(climbing("neeps"), ready=False)
    assert dealt.game.may_act(dealt.state) == {0, 1, 2, 3}
    dealt.play(f"0 give {dealt.hand(0).split()[0]}")
    dealt.play("0 bet 15\n3 bet 30")  # before and after one's own choice
    assert dealt.waiting == {1, 2, 3}


def test_c10_1_while_another_chooses_who_gets_a_trick() -> None:
    dealt = deal(climbing("haggis", 3)).play("0 play J Q\n1 pass\n2 pass")
    assert dealt.is_in(Phase.TRICK_AWARD)
    dealt.play("2 bet 15\n0 award 2")


def test_c10_1_not_after_the_end_of_the_round() -> None:
    dealt = deal(small("haggis", 3), *(run(2, 7, suit) for suit in SUITS[:3])).play(f"""
        0 play {run(2, 7, "r")} J Q K as sequence 2-10
        1 pass
        2 pass
        1 play {run(2, 7, "y")}
        2 pass
        1 play J Q K
    """)
    assert dealt.is_in(Phase.TRICK_AWARD)  # the round has ended, but a trick is to be given away
    assert dealt.refuse("2 bet 15").clause == "C10.1"
    assert dealt.game.may_act(dealt.state) == {1}
    dealt.play("1 award 2\n1 award 2")
    assert dealt.refuse("2 bet 15").clause == "C10.1"
    assert dealt.game.may_act(dealt.state) == set()


def test_c10_1_the_values_are_an_option() -> None:
    dealt = deal(climbing("haggis3", bets=(10, 20, 40)))
    assert [move for move in dealt.legal(1) if "bet" in move] == ["bet 10", "bet 20", "bet 40"]
    assert dealt.refuse("1 bet 15").clause == "C10.1"
    without = deal(climbing("haggis3", bets=()))
    assert without.legal(1) == []
    assert without.refuse("1 bet 15").clause == "C10.1"


def test_c10_1_there_are_no_bets_in_tatties() -> None:
    dealt = deal(climbing("tatties"))
    assert dealt.refuse("0 bet 15").clause == "C10.1"
    assert not any(move.startswith("bet") for seat in range(3) for move in dealt.legal(seat))


def test_c10_2_points_without_bets() -> None:
    # Seat 0: 3r 5r 7r J Q K: 13; out while 9 cards are the largest hand: 45. 58.
    # Seat 1: 13 and 45, and the haggis as last to play: blue 3 5 7 9 and 9r 9y 9g: 7. 65. Seat 2: nothing.
    assert three("haggis").result.scores == (58, 65, 0)


@pytest.mark.parametrize(
    ("bets", "paid"),
    [
        # Won: the value, to the bettor alone.
        ((15, 0, 0), [(0, 15)]),
        ((0, 15, 0), [(1, 15)]),
        # Lost by a player who is not out: to the first out and to the other who made no bet, once each.
        ((0, 0, 15), [(0, 15), (1, 15)]),
        # Lost by the first out: never to itself, but to both who made no bet.
        ((300, 0, 0), [(1, 300), (2, 300)]),
        # ... and not to the second out, who made a bet.
        ((300, 15, 0), [(2, 300), (1, 15)]),
        # The first out is paid although it made a bet, won or lost.
        ((15, 300, 0), [(0, 15), (0, 300), (2, 300)]),
        ((300, 300, 0), [(2, 300), (0, 300), (2, 300)]),
        # Everybody lost: the first out's value is scored by nobody, each of the others' by the first out.
        ((300, 300, 300), [(0, 300), (0, 300)]),
        ((300, 300, 15), [(0, 300), (0, 15)]),
        # A lost bet of a player who did not go out, with a bet of the second out that is won.
        ((0, 15, 300), [(1, 15), (0, 300)]),
    ],
)
def test_c10_2_who_is_paid(bets: tuple[int, ...], paid: list[tuple[int, int]]) -> None:
    dealt = three("haggis", *bets)
    assert dealt.lines("C10.2") == paid
    plain = [58, 65, 0]
    for seat, points in paid:
        plain[seat] += points
    assert list(dealt.result.scores) == plain


@pytest.mark.parametrize(("value", "is_won"), [(57, True), (58, True), (59, False)])
def test_c10_2_at_least_the_value(value: int, is_won: bool) -> None:
    dealt = three("haggis", value, values=(value,))
    assert dealt.lines("C10.2") == ([(0, value)] if is_won else [(1, value), (2, value)])


def test_c10_2_bets_do_not_feed_each_other() -> None:
    # With seat 0's lost 100 seat 2 scores 100, but its own bet of 15 needs 15 points without any bets.
    dealt = three("haggis", 100, 0, 15, values=(15, 100))
    assert dealt.lines("C10.2") == [(1, 100), (0, 15), (1, 15)]


def test_c10_2_the_example_of_the_rulebook() -> None:
    # One bet lost by a player who is not out, one won by the first out, one player without a bet.
    dealt = three("haggis", 15, 0, 30, values=(15, 30))
    assert dealt.lines("C10.2") == [(0, 15), (0, 30), (1, 30)]


@pytest.mark.parametrize(
    ("bets", "paid"),
    [
        ((15, 0, 0), [(0, 15)]),
        ((0, 15, 0), [(0, 15)]),
        ((0, 15, 300), [(0, 15), (0, 300)]),
        ((15, 300, 0), [(0, 15), (0, 300)]),
        ((15, 300, 300), [(0, 15), (0, 300), (0, 300)]),
        ((0, 0, 0), []),
    ],
)
def test_c10_3_haggis3(bets: tuple[int, ...], paid: list[tuple[int, int]]) -> None:
    dealt = three("haggis3", *bets)
    assert dealt.lines("C10.3") == paid


@pytest.mark.parametrize(
    ("bets", "paid"),
    [
        ((15, 0, 0), [(0, 15)]),
        # Lost: to the first out and to every opponent who made no bet.
        ((0, 15, 0), [(0, 15), (2, 15)]),
        ((0, 15, 300), [(0, 15), (0, 300)]),
        ((15, 300, 0), [(0, 15), (0, 300), (2, 300)]),
        ((15, 300, 300), [(0, 15), (0, 300), (0, 300)]),
        ((0, 0, 15), [(0, 15), (1, 15)]),
    ],
)
def test_c10_3_haggis_classic(bets: tuple[int, ...], paid: list[tuple[int, int]]) -> None:
    dealt = three("haggis-classic", *bets)
    assert dealt.lines("C10.3") == paid


@pytest.mark.parametrize(
    ("script", "paid"),
    [
        ("0 bet 15", [(0, 30)]),  # won: twice the value
        ("2 bet 15", [(1, 15)]),  # lost, though the partner was the first out
        ("1 bet 30", [(0, 30)]),  # lost: once
        ("3 bet 30\n0 bet 30", [(0, 60), (0, 30)]),
        ("0 bet 15\n2 bet 30", [(1, 30)]),  # replaced: the live bet is the partner's
        ("2 bet 15\n0 bet 30", [(0, 60)]),
        ("0 bet 15\n2 bet 30\n1 bet 15\n3 bet 45", [(1, 30), (0, 45)]),
        ("", []),
    ],
)
def test_c10_3_neeps(script: str, paid: list[tuple[int, int]]) -> None:
    assert four(script).lines("C10.3") == paid


def test_c10_3_neeps_a_bet_is_replaced_only_by_a_higher_one() -> None:
    dealt = deal(small("neeps"), *(run(2, 6, suit) for suit in SUITS)).play("0 bet 30")
    assert dealt.refuse("2 bet 15").clause == "C10.3"
    assert dealt.refuse("2 bet 30").clause == "C10.3"
    assert not any("bet" in move for move in dealt.legal(2))
    dealt.play("1 bet 15\n3 bet 30")


def test_c10_3_neeps_who_was_replaced_does_not_bet_again() -> None:
    dealt = deal(small("neeps", bets=(15, 30, 45)), *(run(2, 6, suit) for suit in SUITS))
    dealt.play("0 bet 15\n2 bet 30")
    assert dealt.refuse("0 bet 45").clause == "C10.1"


def test_c10_3_neeps_a_partner_who_has_played_does_not_replace() -> None:
    dealt = deal(small("neeps"), *(run(2, 6, suit) for suit in SUITS)).play(
        "0 bet 15\n0 play 2r\n1 pass\n2 play 3g"
    )
    assert dealt.refuse("2 bet 30").clause == "C10.1"


def test_c10_3_neeps_the_bettor_may_have_played() -> None:
    dealt = deal(small("neeps"), *(run(2, 6, suit) for suit in SUITS)).play(
        "0 bet 15\n0 play 2r\n1 pass\n2 bet 30"
    )
    assert dealt.game.view(dealt.state, None).table.bets == (15, 0, 30, 0)


@pytest.mark.parametrize("bid", [15, 30, 45])
def test_c10_4_the_shepherd_is_first_out(bid: int) -> None:
    dealt = shepherd(0, bid).play(QUICK_THREE)
    assert dealt.lines("C10.4") == [(0, bid)]


@pytest.mark.parametrize(("bid", "first", "other"), [(15, 10, 5), (30, 20, 10), (45, 30, 15)])
def test_c10_4_the_sheep_share_the_bid_in_thirds(bid: int, first: int, other: int) -> None:
    # The Shepherd leads a 2, seat 0 takes the lead with J and goes out.
    dealt = shepherd(2, bid).play(f"""
        2 play 2g
        0 play J
        1 pass
        2 pass
        0 play {run(2, 7, "r")} Q K as sequence 2-9
        1 pass
        2 pass
        1 play {run(2, 7, "y")} J Q K as sequence 2-10
    """)
    assert dealt.lines("C10.4") == [(0, first), (1, other)]
    plain = sum(points for side, points, clause in dealt.sheet if side == 2)
    assert dealt.result.scores[2] == plain == 0  # the Shepherd loses nothing


def test_c10_4_the_other_sheep_gets_a_third_though_it_is_not_out() -> None:
    # Out: seat 0, a Sheep, then the Shepherd, seat 2. Seat 1 is the last.
    dealt = shepherd(2, 30).play(f"""
        2 play 2g
        0 play J
        1 pass
        2 pass
        0 play {run(2, 7, "r")} Q K as sequence 2-9
        1 pass
        2 pass
        1 play 2y
        2 play 3g
        1 pass
        2 play 4g 5g 6g 7g J Q K as sequence 4-10
    """)
    assert dealt.lines("C10.4") == [(0, 20), (1, 10)]
    assert dealt.lines("C9.2")[-1][0] == 2


def test_c10_4_nobody_is_shepherd() -> None:
    dealt = deal(small("tatties"), *(run(2, 7, suit) for suit in SUITS[:3])).play(QUICK_THREE)
    assert dealt.lines("C10.4") == []


def shepherd(seat: int, bid: int) -> Round:
    """Seat `seat` is the Shepherd and has put back what it took."""
    dealt = deal(small("tatties"), *(run(2, 7, suit) for suit in SUITS[:3]), dealer=seat, ready=False)
    own = set(dealt.hand(seat).split())
    dealt.play(f"{seat} bid {bid}\n{(seat + 1) % 3} pass\n{(seat + 2) % 3} pass")
    drawn = [card for card in dealt.hand(seat).split() if card not in own]
    return dealt.play(f"{seat} putback {' '.join(drawn)}")


@pytest.mark.parametrize(("card_points", "points"), [("classic", 9), ("flat", 6)])
def test_c10_5_the_example_of_the_rulebook(card_points: str, points: int) -> None:
    game = small("haggis3", card_points=card_points, haggis_to="nobody", last_hand_to="nobody")
    dealt = deal(game, *(run(2, 7, suit) for suit in SUITS[:3])).play(f"""
        0 play 3r 4r 5r 6r J K as sequence 3-8
        1 pass
        2 pass
        0 play 2r
        1 play J
        2 pass
        0 pass
        1 play {run(2, 7, "y")} Q K as sequence 2-9
        2 pass
        0 pass
        2 play {run(2, 7, "g")} J Q K as sequence 2-10
    """)
    assert dealt.lines("C10.5")[0] == (0, points)


@pytest.mark.parametrize(
    ("game_id", "counted"),
    [
        # Seat 0's trick, seat 1's trick, the haggis of 18 cards with 7 points, seat 2's hand.
        ("haggis", [(0, 13), (1, 13 + 7)]),
        ("haggis3", [(0, 13 + 7), (1, 13 + 13)]),
        ("haggis-classic", [(0, 13 + 7 + 13), (1, 13)]),
        ("tatties", [(0, 9 + 18 + 9), (1, 9)]),
    ],
)
def test_c10_5_each_games_counting(game_id: str, counted: list[tuple[int, int]]) -> None:
    dealt = deal(small(game_id, 3), *(run(2, 7, suit) for suit in SUITS[:3])).play(QUICK_THREE)
    assert dealt.lines("C10.5") == counted


def test_c10_5_neeps_counts_cards() -> None:
    # Seats 0, 1 and 2 took their own eight cards each; seat 0 as first out also seat 3's last hand.
    assert four("").lines("C10.5") == [(0, 16), (1, 8), (0, 8)]
