"""Golden deals of neeps: each score worked out by hand from the clauses. Every card counts 1 (C10.5)."""

from typing import Any

from tests.rules.climbing import Round, climbing, deal, run

ONE_SUIT_EACH = tuple(f"{run(2, 10, suit)} {run(2, 10, suit)}" for suit in "rgyb")
# C8.1: two rounds of passing, in which each gives a two and gets it back.
THERE_AND_BACK = """
    0 give 2r
    1 give 2g
    2 give 2y
    3 give 2b
    3 give 2g
    2 give 2r
    1 give 2b
    0 give 2y
"""


def four(lead: int, **options: Any) -> Round:
    return deal(climbing("neeps", **options), *ONE_SUIT_EACH, lead=lead, ready=False)


def doubled(low: int, high: int, suit: str) -> str:
    """Both copies of a run, as a stair of two tracks (C2.8)."""
    return f"{run(low, high, suit)} {run(low, high, suit)} as stair {low}-{high} x2"


SLAM = f"""
    0 bet 15                    # C10.1: during the passing
    {THERE_AND_BACK}
    2 bet 30                    # C10.3: replaces the partner's
    0 play {doubled(2, 10, "r")}
    1 pass
    2 pass
    3 pass
    0 play J Q
    1 pass
    2 pass
    3 pass
    0 lead 2                    # C7.2
    2 play {doubled(2, 10, "y")}
    3 pass
    0 pass
    1 pass
    2 play J Q K                # out
    3 pass
    0 pass
    1 pass
    2 lead 0                    # C7.2: though seat 2 is out itself
    0 play K                    # out: both of a side, the round is over
"""


def test_a_slam_with_a_replaced_bet_won() -> None:
    played = four(lead=0).play(SLAM)
    # Seat 0, C10.5: red 18; K 1. Slam (C9.5): as second out the hands of both opponents, 21 + 21: 61.
    # Seat 0, C9.2: both opponents hold 21: 105. Seat 2, C10.5: yellow 18. C9.2: 105.
    # C6.2: the bombed tricks go to side 1: J Q, 2 cards; J Q K, 3 cards. Piles: 61 + 18 + 5 = 84 = 72 + 12.
    # C10.3: the live bet is seat 2's 30, and seat 2 is the first out: twice 30.
    assert played.sheet == [
        (0, 61, "C10.5"),
        (0, 105, "C9.2"),
        (1, 2, "C10.5"),
        (0, 18, "C10.5"),
        (0, 105, "C9.2"),
        (1, 3, "C10.5"),
        (0, 60, "C10.3"),
    ]
    assert played.result.scores == (349, 5)
    assert played.result.winners == ()  # C11.2: one point short of 350


def test_the_sheet_says_which_partner_earned_what() -> None:
    sheet = four(lead=0).play(SLAM).result.sheet
    assert [line.what for line in sheet if line.clause == "C10.5"] == [
        f"cards in the score pile (seat {seat})" for seat in range(4)
    ]
    assert [line.what for line in sheet if line.clause == "C9.2"] == [
        "for going out (seat 0)",
        "for going out (seat 2)",
    ]
    assert sheet[-1].what == "bet won (seat 2)"


def test_the_same_slam_with_classic_card_points() -> None:
    played = four(lead=0, card_points="classic").play(SLAM)
    # C10.5: both copies count. A suit twice has 8 points, three courts have 10.
    # Seat 0: red 8, K 5, and both opponents' hands, 18 + 18: 49. Seat 2: yellow 8.
    # Side 1: J Q 5 and J Q K 10. 49 + 8 + 5 + 10 = 72 = 4 * 8 + 4 * 10.
    assert played.lines("C10.5") == [(0, 49), (1, 5), (0, 8), (1, 10)]
    assert played.result.scores == (49 + 105 + 8 + 105 + 60, 15)


def test_the_last_hand_goes_to_the_first_out_even_from_the_partner() -> None:
    played = four(lead=1).play(f"""
        0 give 2r
        2 give 10y
        1 give 10g
        3 give 2b
        0 give 3r
        0 bet 30
        2 give 9y
        1 give 10g
        3 give 2b
        1 play {doubled(2, 9, "g")}
        2 pass
        3 play {doubled(3, 10, "b")}
        0 pass
        1 pass
        2 pass
        3 play 10g
        0 play J
        1 pass
        2 pass
        3 play Q
        0 play K
        1 pass
        2 pass
        3 pass
        0 play {doubled(4, 10, "r")}
        1 pass
        2 pass
        3 play J K
        0 pass
        1 play Q K
        2 pass
        3 pass
        0 pass
        1 lead 3
        3 play 10g                  # first out
        0 play Q
        1 pass
        2 play K
        0 pass
        1 pass
        2 play {doubled(2, 8, "y")}
        0 pass
        1 pass
        2 play J Q
        0 pass
        1 pass
        2 lead 0
        0 play 10y
        1 play J
        2 pass
        0 pass
        1 play 2b
        2 play 9y
        0 pass
        1 pass
        2 play 2r
        0 play 3r
        1 pass
        2 play 10y
        0 pass
        1 pass
        2 play 3r                   # second out
        0 play 9y
        1 pass
        0 play 2r                   # third out: the round is over
    """)
    # Seat 0: 10g J Q K 4; 3r 9y 2; 2r 1: 7. C9.2: seat 1 holds one card: 5.
    # Seat 1: 10y J: 2.
    # Seat 2: the trick seat 1 bombed (C6.2), 14 red, J K, Q K: 18; 10g Q K: 21; yellow 14: 35; 2b 9y: 37;
    # 2r 3r 10y: 40. C9.2: seat 1 holds one card, seat 3 none: 5.
    # Seat 3: green 16 and blue 16: 32; seat 2's bombed J Q: 34; seat 1's last card 2b (C9.4): 35.
    # C9.2: at that moment seat 0 holds 5 cards, seat 2 21: 105. Piles: 7 + 2 + 40 + 35 = 84.
    # C10.3: seat 0's 30 is lost, side 1 scores it once.
    assert played.sheet == [
        (0, 7, "C10.5"),
        (0, 5, "C9.2"),
        (1, 2, "C10.5"),
        (0, 40, "C10.5"),
        (0, 5, "C9.2"),
        (1, 35, "C10.5"),
        (1, 105, "C9.2"),
        (1, 30, "C10.3"),
    ]
    assert played.result.scores == (57, 172)


def test_a_bet_is_lost_when_the_partner_goes_out_first() -> None:
    played = four(lead=2).play(f"""
        {THERE_AND_BACK}
        0 bet 15
        1 bet 30
        2 play {doubled(2, 10, "y")}
        3 pass
        0 pass
        1 pass
        2 play J Q K                # out
        3 play 3b 5b 7b 9b          # C3.1: the one bomb that is higher
        0 pass
        1 pass
        3 lead 3
        3 play {run(2, 10, "b")}
        0 play J Q
        1 pass
        3 pass                      # C7.2: the partner is out, so nobody is asked and seat 0 leads
        0 play {doubled(2, 10, "r")}
        1 pass
        3 pass
        0 play K                    # out: both of a side, the round is over
    """)
    # Seat 0: seat 3's bombed trick (C6.2), 3 + 4: 7; red 18: 25; K: 26; slam (C9.5): seat 1's 21 cards and
    # the 8 that seat 3 has left: 55. C9.2: 105.
    # Seat 1: blue 2-10 and J Q, bombed by seat 0: 11. Seat 2: yellow 18; C9.2: 105. 55 + 11 + 18 = 84.
    # C10.3: seat 2 is the first out. Seat 0's 15 is lost to side 1, seat 1's 30 to side 0.
    assert played.sheet == [
        (0, 55, "C10.5"),
        (0, 105, "C9.2"),
        (1, 11, "C10.5"),
        (0, 18, "C10.5"),
        (0, 105, "C9.2"),
        (1, 15, "C10.3"),
        (0, 30, "C10.3"),
    ]
    assert played.result.scores == (313, 26)
