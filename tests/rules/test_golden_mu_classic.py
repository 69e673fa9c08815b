"""Whole deals of the game of 1995, worked out without this engine: auction, tricks and score."""

import pytest
from tests.rules.mu import Golden, classic, deal, play_golden

GOLDEN = {
    "3 seats: the Chief alone makes a bid of 3 with red": Golden(
        0,
        (
            "0r 5r 6r 7r 1y 5y 9y 0g 1g 2g 7g 8g",
            "1r 1r 2r 3r 7r 8r 9r 1y 4y 7y 8y 6g",
            "4r 0y 2y 3y 6y 7y 1g 3g 4g 5g 7g 9g",
        ),
        "",
        """
        0 display 0g; 1 display 1r 1r; 2 pass; 0 pass; 1 display 2r; 2 pass; 0 pass; 1 pass
        1 trump red
        """,
        """
        1: 9r 4r 7r > 1 +3
        1: 7r 9g 0r > 1 +3
        1: 8r 0y 6r > 1 +4
        1: 3r 2y 5r > 0 +3
        0: 0g 6g 5g > 1 +4
        1: 2r 4g 9y > 1 +2
        1: 1r 6y 8g > 1 +3
        1: 8y 7y 5y > 1 +4
        1: 4y 3y 1y > 1 +2
        1: 7y 3g 7g > 1 +5
        1: 1r 7g 2g > 1 +3
        1: 1y 1g 1g > 1 +0
        """,
        # M7.1: a bid of 3 needs 10 + 2 x 3 = 16.
        # M6.1: icons 3, 33, 0. The Chief has 33 >= 16.
        # M6.2: 10 x 3 = 30; M6.4: a colour is worth nothing (M7.2).
        (3, 33 + 30, 0),
    ),
    "3 seats: the Chief alone misses a bid of 4 without trumps": Golden(
        0,
        (
            "0r 5r 6r 7r 1y 5y 9y 0g 1g 2g 7g 8g",
            "1r 1r 2r 3r 7r 8r 9r 1y 4y 7y 8y 6g",
            "4r 0y 2y 3y 6y 7y 1g 3g 4g 5g 7g 9g",
        ),
        "",
        """
        0 display 0g; 1 display 1r 1r; 2 pass; 0 display 1g 2g; 1 display 2r 3r; 2 pass; 0 pass
        1 pass
        1 trump none
        """,
        """
        1: 9r 4r 7r > 1 +3
        1: 2r 7y 5r > 0 +4
        0: 8g 6g 1g > 0 +3
        0: 9y 7y 6y > 0 +4
        0: 7g 8r 9g > 2 +3
        2: 7g 1g 8y > 2 +3
        2: 3y 5y 4y > 0 +3
        0: 6r 7r 4g > 1 +5
        1: 3r 5g 0r > 1 +3
        1: 1r 3g 2g > 1 +2
        1: 1r 0y 0g > 1 +2
        1: 1y 2y 1y > 2 +1
        """,
        # M7.1: a bid of 4 needs 10 + 2 x 4 = 18.
        # M6.1: icons 14, 15, 7. The Chief has 15 < 18, short by 3: 2 steps of 2 points.
        # M6.7: the Chief loses 2 x 10, the others gain 2 x 5.
        (14 + 10, 15 - 20, 7 + 10),
    ),
    "4 seats: the Chief's team makes a bid of 4 with blue over yellow": Golden(
        3,
        (
            "4r 5r 7r 9r 2y 5y 6y 7y 1g 2g 6g 1b 3b 0p 5p",
            "1r 1r 6r 1g 7g 8g 0b 6b 7b 8b 9b 1p 3p 6p 7p",
            "2r 3r 8r 0y 1y 1y 3y 7y 3g 9g 1b 2b 1p 2p 4p",
            "0r 7r 4y 8y 9y 0g 4g 5g 7g 4b 5b 7b 7p 8p 9p",
        ),
        "",
        """
        3 display 0g; 0 pass; 1 display 0b 6b; 2 display 0y 1y 1y; 3 pass; 0 pass; 1 display 7b 8b
        2 pass; 3 pass; 0 pass; 1 pass
        2 trump yellow; 1 trump blue; 1 partner 3
        """,
        """
        1: 9b 7y 7b 3b > 1 +5
        1: 6b 2b 5b 1b > 1 +4
        1: 1r 8r 0r 9r > 0 +2
        0: 7y 7b 1y 4y > 1 +5
        1: 8b 1b 4b 5y > 1 +3
        1: 6r 3r 7r 5r > 3 +6
        3: 9y 6y 0b 3y > 1 +4
        1: 8g 9g 7g 6g > 2 +5
        2: 2p 9p 5p 1p > 3 +2
        3: 8p 0p 7p 4p > 3 +5
        3: 8y 2y 7g 0y > 3 +5
        3: 7p 4r 6p 1p > 3 +5
        3: 5g 2g 1g 3g > 3 +3
        3: 4g 1g 1r 1y > 2 +1
        2: 2r 0g 7r 3p > 0 +5
        """,
        # M3.9: seat 2 shows 3, seat 3 shows 1: seat 2 is the Vice.
        # M7.1: a bid of 4 needs 28 + 2 x 4 = 36.
        # M6.1: icons 7, 21, 6, 26. Seats 1 and 3 have 21 + 26 = 47 >= 36.
        # M6.2: 10 x 4 = 40 each; M6.4: a colour is worth nothing (M7.2).
        (7, 21 + 40, 6, 26 + 40),
    ),
    "4 seats: the Chief's team misses a bid of 4 with 6 over 1": Golden(
        3,
        (
            "4r 5r 7r 9r 2y 5y 6y 7y 1g 2g 6g 1b 3b 0p 5p",
            "1r 1r 6r 1g 7g 8g 0b 6b 7b 8b 9b 1p 3p 6p 7p",
            "2r 3r 8r 0y 1y 1y 3y 7y 3g 9g 1b 2b 1p 2p 4p",
            "0r 7r 4y 8y 9y 0g 4g 5g 7g 4b 5b 7b 7p 8p 9p",
        ),
        "",
        """
        3 display 0g; 0 pass; 1 display 0b 6b; 2 display 0y 1y 1y; 3 pass; 0 pass; 1 display 7b 8b
        2 pass; 3 pass; 0 pass; 1 pass
        2 trump 1; 1 trump 6; 1 partner 0
        """,
        """
        1: 8g 9g 5g 2g > 2 +3
        2: 1y 7r 6y 6r > 0 +6
        0: 5y 7b 7y 4y > 2 +6
        2: 1y 7b 1g 6b > 1 +4
        1: 6p 1b 9y 6g > 1 +4
        1: 1r 1p 8y 1b > 1 +1
        1: 1r 8r 7p 7y > 1 +5
        1: 1g 4p 7g 9r > 1 +3
        1: 1p 3r 9p 7r > 1 +3
        1: 7g 3g 4g 5r > 1 +5
        1: 9b 2b 5b 3b > 1 +3
        1: 0b 2r 4b 5p > 3 +4
        3: 8p 0p 3p 2p > 3 +4
        3: 0g 4r 8b 3y > 3 +4
        3: 0r 2y 7p 0y > 3 +5
        """,
        # M7.1: a bid of 4 needs 28 + 2 x 4 = 36.
        # M6.1: icons 6, 28, 9, 17. Seats 1 and 0 have 28 + 6 = 34 < 36, short by 2: 1 step.
        # M6.7: the Chief loses 10, seats 2 and 3 gain 5, the partner neither.
        (6, 28 - 10, 9 + 5, 17 + 5),
    ),
    "5 seats: the higher display is Vice, and the Chief makes a bid of 3 with green over 6": Golden(
        4,
        (
            "1r 5r 8y 0g 1g 5g 6g 7g 7g 0b 2b 0p",
            "2r 8r 0y 2y 6y 7y 7y 4g 9g 1b 3b 1p",
            "4r 6r 4y 9y 1g 3g 1b 7b 9b 1p 7p 9p",
            "0r 1r 3r 7r 1y 2g 8g 7b 8b 3p 4p 8p",
            "7r 9r 1y 3y 5y 4b 5b 6b 2p 5p 6p 7p",
        ),
        "",
        """
        4 display 2p; 0 display 1g 5g; 1 display 0y 6y; 2 pass; 3 pass; 4 display 5p; 0 display 6g
        1 pass; 2 pass; 3 pass; 4 pass; 0 pass
        1 trump 6; 0 trump green; 0 partner 3
        """,
        """
        0: 6g 9g 3g 8g 6b > 0 +6
        0: 0b 3b 1b 8b 5b > 3 +4
        3: 1r 9r 1r 8r 4r > 4 +2
        4: 6p 7g 4g 1g 2g > 0 +6
        0: 7g 6y 6r 7b 7r > 0 +10
        0: 5g 7y 7p 8p 7p > 0 +8
        0: 0p 1p 9p 4p 2p > 2 +3
        2: 9y 1y 5y 8y 7y > 2 +4
        2: 9b 7r 4b 2b 1b > 2 +4
        2: 7b 3p 5p 1g 2r > 0 +5
        0: 0g 2y 4y 3r 1y > 0 +4
        0: 5r 0y 1p 0r 3y > 0 +4
        """,
        # M3.9: seats 1 and 4 show 6 0 and 5 2: seat 1 is the Vice.
        # M7.1: a bid of 3 needs 21 + 3 x 3 = 30.
        # M6.1: icons 43, 0, 11, 4, 2. Seats 0 and 3 have 43 + 4 = 47 >= 30.
        # M6.2: 10 x 3 = 30 each; M6.4: a colour is worth nothing (M7.2).
        (43 + 30, 0, 11, 4 + 30, 2),
    ),
    "6 seats: the Chief goes on when level, and makes a bid of 4 with red over yellow": Golden(
        5,
        (
            "9r 0g 1g 5g 0b 1b 7b 1p 2p 4p",
            "1r 0y 1y 2g 7g 8g 9g 3b 6p 9p",
            "0r 1r 2r 4r 7r 7y 6g 1b 6b 7p",
            "7r 8r 1y 7y 8y 9y 1p 3p 5p 8p",
            "3r 6r 5y 6y 1g 3g 4g 5b 8b 7p",
            "5r 2y 3y 4y 7g 2b 4b 7b 9b 0p",
        ),
        "",
        """
        5 pass; 0 display 0b; 1 display 7g 8g; 2 display 0r 1r 2r; 3 display 7y 8y 9y; 4 pass
        5 pass; 0 pass; 1 pass; 2 display 4r; 3 pass; 4 pass; 5 pass; 0 pass; 1 pass; 2 pass
        3 trump yellow; 2 trump red; 2 partner 5
        """,
        """
        2: 7r 8r 6r 5r 9r 1r > 0 +6
        0: 7b 3b 6b 1p 8b 9b > 5 +6
        5: 4b 1b 8g 1b 7r 5b > 3 +5
        3: 9y 5y 4y 5g 1y 4r > 2 +4
        2: 2r 7y 3r 3y 0g 0y > 4 +7
        4: 3g 7g 1g 9g 6g 1y > 3 +5
        3: 8y 6y 2y 4p 2g 1r > 2 +6
        2: 0r 8p 1g 2b 2p 9p > 2 +4
        2: 7p 5p 7p 0p 1p 6p > 2 +8
        2: 7y 3p 4g 7b 0b 7g > 2 +9
        """,
        # M7.1: a bid of 4 needs 16 + 4 x 4 = 32.
        # M6.1: icons 6, 0, 31, 10, 7, 6. Seats 2 and 5 have 31 + 6 = 37 >= 32.
        # M6.2: 10 x 4 = 40 each; M6.4: a colour is worth nothing (M7.2).
        (6, 0, 31 + 40, 10, 7, 6 + 40),
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_deal(name: str) -> None:
    golden = GOLDEN[name]
    play_golden(classic(len(golden.hands)), golden)


def test_golden_eclat() -> None:
    """M3.8: seats 1, 2 and 3 show 3 cards, and seat 3 drew level last: 3 x 5, 3 x 5 and -3 x 10."""
    dealt = deal(
        classic(4),
        "4r 5r 7r 9r 2y 5y 6y 7y 1g 2g 6g 1b 3b 0p 5p",
        "1r 1r 6r 1g 7g 8g 0b 6b 7b 8b 9b 1p 3p 6p 7p",
        "2r 3r 8r 0y 1y 1y 3y 7y 3g 9g 1b 2b 1p 2p 4p",
        "0r 7r 4y 8y 9y 0g 4g 5g 7g 4b 5b 7b 7p 8p 9p",
        dealer=3,
    )
    dealt.play("3 display 0g; 0 display 2y 5y; 1 display 0b 6b 7b; 2 display 0y 1y 1y; 3 display 4g 5g")
    dealt.play("0 pass; 1 pass; 2 pass; 3 pass")
    assert dealt.result.scores == (0, 15, 15, -30)
    assert dealt.result.carry is not None
    assert (dealt.result.carry.dealer, dealt.result.carry.totals) == (0, (0, 15, 15, -30))
