"""Whole deals in full, worked out without this engine: each trick, its winner and icons, then the score."""

import pytest
from tests.rules.mu import Golden, mu, play_golden

GOLDEN = {
    "3 seats: the Crown wins with trump 9 over red": Golden(
        1,
        (
            "1r 4r 7r 9r 1y 2y 6y 1g 7g 8g 9g 3b 7b 7b 8b",
            "2r 8r 0y 4y 5y 7y 7y 8y 9y 1g 4g 7g 1b 1b 6b",
            "0r 1r 5r 6r 1y 3y 0g 2g 3g 5g 6g 2b 4b 5b 9b",
        ),
        "3r 0b 7r",
        """
        1 display 5y 7y 7y 8y 9y; 2 pass; 0 display 7r 9r; 1 pass; 2 pass; 0 pass
        0 trump red; 1 trump 9; 1 bury 6b 7g 0y
        """,
        """
        1: 9y 1r 9r > 0 +0
        0: 8b 1b 5b > 0 +2
        0: 9g 2r 6r > 0 +3
        0: 8g 1g 6g > 0 +3
        0: 7r 8r 9b > 2 +3
        2: 5g 7g 4g > 0 +4
        0: 4r 7r 0r > 1 +4
        1: 8y 1y 1y > 1 +1
        1: 3r 5r 1r > 2 +2
        2: 4b 7b 1b > 0 +3
        0: 7b 0b 2b > 0 +4
        0: 6y 7y 3y > 1 +5
        1: 7y 0g 2y > 1 +4
        1: 5y 2g 1g > 1 +2
        1: 4y 3g 3b > 1 +3
        """,
        # M7.1: a bid of 5 needs 14 + 2 x 5 = 24.
        # M6.1: icons 19, 19, 5. M4.4: 6b 7g 0y put away are 5 more for seat 1.
        # The Crown's seat 1 has 19 + 5 put away = 24 >= 24.
        # M6.2: 10 x 5 = 50 each; M6.4: trump 9 is worth 20 (M7.2).
        (19, 19 + 5 + 50 + 20, 5),
    ),
    "3 seats: the Shield wins with trump 9": Golden(
        1,
        (
            "1r 4r 7r 9r 1y 2y 6y 1g 7g 8g 9g 3b 7b 7b 8b",
            "2r 8r 0y 4y 5y 7y 7y 8y 9y 1g 4g 7g 1b 1b 6b",
            "0r 1r 5r 6r 1y 3y 0g 2g 3g 5g 6g 2b 4b 5b 9b",
        ),
        "3r 0b 7r",
        """
        1 display 0y 4y 5y 7y 7y 8y 9y; 2 pass; 0 display 7r 9r; 1 pass; 2 pass; 0 pass
        0 trump 9; 1 trump none; 1 bury 6b 7g 7r
        """,
        """
        1: 9y 9b 9g > 1 +0
        1: 8r 1r 1r > 1 +1
        1: 8y 1y 1y > 1 +1
        1: 7y 3y 2y > 1 +4
        1: 7y 0g 6y > 1 +5
        1: 5y 0r 9r > 0 +2
        0: 8g 1g 6g > 0 +3
        0: 8b 1b 5b > 0 +2
        0: 7r 2r 6r > 0 +5
        0: 7b 1b 4b > 0 +3
        0: 7g 4g 5g > 0 +4
        0: 7b 0b 2b > 0 +4
        0: 4r 3r 5r > 2 +3
        2: 3g 1g 0y > 2 +2
        2: 2g 3b 4y > 2 +3
        """,
        # M7.1: a bid of 7 needs 14 + 2 x 7 = 28.
        # M6.1: icons 23, 11, 8. M4.4: 6b 7g 7r put away are 6 more for seat 1.
        # The Crown's seat 1 has 11 + 6 put away = 17 < 28.
        # M6.3: 5 x 2 = 10 for each of the others; M6.4: trump 9 is worth 20 (M7.2).
        (23 + 10 + 20, 11 + 6, 8 + 10 + 20),
    ),
    "3 seats: no Shield, the Crown fails and nobody gets a bonus": Golden(
        0,
        (
            "2r 5r 8r 9r 1y 4y 6y 8y 0g 1g 1g 6b 7b 7b 9b",
            "1r 1r 4r 6r 7r 5y 7y 7y 2g 3g 4g 6g 9g 2b 5b",
            "0r 3r 7r 0y 1y 3y 9y 5g 7g 7g 0b 1b 3b 4b 8b",
        ),
        "8g 1b 2y",
        """
        0 pass; 1 display 1r 1r 4r 6r 7r; 2 pass; 0 pass; 1 pass
        1 trump red; 1 bury 6g 7y 7y
        """,
        """
        1: 7r 0r 8r > 0 +4
        0: 9b 1b 8b > 0 +1
        0: 9r 1r 7r > 0 +2
        0: 8y 2y 3y > 0 +3
        0: 5r 6r 3r > 1 +4
        1: 9g 5g 1g > 1 +1
        1: 4r 1b 2r > 1 +2
        1: 8g 7g 1g > 1 +3
        1: 1r 1y 1y > 1 +0
        1: 5b 0b 6b > 0 +4
        0: 7b 2b 4b > 0 +4
        0: 7b 2g 3b > 0 +4
        0: 6y 5y 0y > 0 +4
        0: 4y 3g 9y > 2 +2
        2: 7g 0g 4g > 2 +4
        """,
        # M7.1: a bid of 5 needs 14 + 2 x 5 = 24.
        # M6.1: icons 26, 10, 6. M4.4: 6g 7y 7y put away are 6 more for seat 1.
        # The Crown's seat 1 has 10 + 6 put away = 16 < 24.
        # M6.3: there is no Shield, so nobody gets a bonus.
        (26, 10 + 6, 6),
    ),
    "4 seats: the Crown wins with trump 8 over green": Golden(
        3,
        (
            "1r 2r 4r 7r 8r 5y 6y 8y 9y 1g 1g 6b 9b 7p 9p",
            "9r 0y 2y 7y 4g 7g 8g 9g 1b 3b 7b 1p 3p 4p 8p",
            "0r 1r 5r 1y 4y 7y 2g 7g 1b 2b 5b 7b 8b 1p 7p",
            "3r 6r 7r 1y 3y 0g 3g 5g 6g 0b 4b 0p 2p 5p 6p",
        ),
        "",
        """
        3 display 5g 6g; 0 display 2r 4r 7r 8r; 1 pass; 2 pass; 3 pass; 0 pass
        3 trump green; 0 trump 8; 0 partner 1
        """,
        """
        0: 8y 7g 2g 0g > 0 +5
        0: 9b 7b 1b 0b > 0 +3
        0: 8r 8p 8b 3g > 0 +4
        0: 9p 4p 1p 0p > 0 +2
        0: 1g 8g 7g 5g > 1 +4
        1: 9r 1r 3r 7r > 1 +3
        1: 9g 1y 6g 1g > 1 +2
        1: 7y 4y 1y 6y > 1 +5
        1: 4g 0r 2p 7p > 1 +5
        1: 3b 5b 4b 6b > 0 +5
        0: 9y 2y 7y 3y > 0 +4
        0: 5y 0y 2b 5p > 0 +4
        0: 4r 3p 5r 7r > 3 +5
        3: 6p 1r 1p 7p > 2 +4
        2: 7b 6r 2r 1b > 2 +5
        """,
        # M7.1: a bid of 4 needs 28 + 2 x 4 = 36.
        # M6.1: icons 27, 19, 9, 5.
        # The Crown's seats 0 and 1 have 27 + 19 = 46 >= 36.
        # M6.2: 10 x 4 = 40 each; M6.4: trump 8 is worth 20 (M7.2).
        (27 + 40 + 20, 19 + 40 + 20, 9, 5),
    ),
    "4 seats: the Shield wins with trump 8": Golden(
        2,
        (
            "5r 7r 7r 2y 7y 1g 4g 5g 6g 0b 2b 4b 6b 1p 7p",
            "0r 3r 6r 0y 1y 5y 7y 8y 0g 7g 9g 8b 0p 1p 9p",
            "1r 1r 9r 4y 1g 2g 3g 7g 8g 1b 3b 7b 7b 3p 8p",
            "2r 4r 8r 1y 3y 6y 9y 1b 5b 9b 2p 4p 5p 6p 7p",
        ),
        "",
        """
        2 display 7g 8g; 3 pass; 0 pass; 1 display 0y 1y 5y 7y 8y; 2 pass; 3 pass; 0 pass; 1 pass
        2 trump 8; 1 trump none; 1 partner 0
        """,
        """
        1: 8y 8g 8r 7y > 1 +5
        1: 9g 1g 1b 6g > 1 +2
        1: 8b 8p 1y 7r > 1 +4
        1: 9p 3p 2p 7p > 1 +4
        1: 7y 4y 9y 2y > 3 +4
        3: 9b 0b 1p 7b > 3 +3
        3: 7p 1p 0p 7g > 3 +5
        3: 6p 1g 1y 7b > 3 +4
        3: 6y 2b 0y 3g > 3 +5
        3: 5b 6b 7g 1b > 0 +5
        0: 7r 6r 9r 4r > 2 +5
        2: 3b 5p 4b 5y > 0 +4
        0: 5r 3r 1r 2r > 0 +3
        0: 5g 0g 2g 3y > 0 +4
        0: 4g 0r 1r 4p > 0 +3
        """,
        # M7.1: a bid of 5 needs 28 + 2 x 5 = 38.
        # M6.1: icons 19, 15, 5, 21.
        # The Crown's seats 1 and 0 have 15 + 19 = 34 < 38.
        # M6.3: 5 x 2 = 10 for each of the others; M6.4: trump 8 is worth 20 (M7.2).
        (19, 15, 5 + 10 + 20, 21 + 10 + 20),
    ),
    "4 seats: no Shield, the Crown wins": Golden(
        1,
        (
            "1r 2r 5r 6r 8r 4y 7y 8y 1g 2g 3g 2b 8b 1p 6p",
            "1r 9r 1y 5y 6y 7y 4g 6g 7g 0b 4b 6b 3p 7p 9p",
            "4r 7r 0y 1y 0g 1g 7g 5b 7b 7b 9b 0p 1p 2p 7p",
            "0r 3r 7r 2y 3y 9y 5g 8g 9g 1b 1b 3b 4p 5p 8p",
        ),
        "",
        """
        1 pass; 2 pass; 3 pass; 0 display 2r 5r 6r 8r; 1 pass; 2 pass; 3 pass; 0 pass
        0 trump red; 0 partner 3
        """,
        """
        0: 8r 9r 7r 0r > 1 +4
        1: 9p 7p 4p 1p > 1 +3
        1: 1r 4r 7r 6r > 3 +5
        3: 9g 3g 4g 1g > 3 +2
        3: 3r 5r 1y 1p > 0 +2
        0: 8b 0b 9b 1b > 2 +2
        2: 7g 8g 2g 6g > 3 +6
        3: 9y 7y 5y 1y > 3 +3
        3: 8p 6p 3p 0p > 3 +5
        3: 5g 1g 7g 0g > 1 +4
        1: 7y 0y 2y 8y > 0 +5
        0: 4y 6y 7b 3y > 1 +6
        1: 7p 2p 5p 1r > 0 +4
        0: 2b 4b 7b 1b > 2 +4
        2: 5b 3b 2r 6b > 0 +5
        """,
        # M7.1: a bid of 4 needs 28 + 2 x 4 = 36.
        # M6.1: icons 16, 17, 6, 21.
        # The Crown's seats 0 and 3 have 16 + 21 = 37 >= 36.
        # M6.2: 10 x 4 = 40 each; M6.4: trump red is worth 0 (M7.2).
        (16 + 40, 17, 6, 21 + 40),
    ),
    "5 seats: the Crown wins with trump 7 over purple": Golden(
        4,
        (
            "1r 4r 7r 5y 8y 9y 1g 1g 6b 9b 7p 9p",
            "2r 8r 9r 2y 6y 4g 9g 1b 3b 7b 3p 4p",
            "0y 1y 7y 7y 7g 7g 8g 2b 5b 7b 1p 8p",
            "0r 1r 5r 1y 4y 0g 2g 1b 4b 8b 1p 7p",
            "3r 6r 7r 3y 3g 5g 6g 0b 0p 2p 5p 6p",
        ),
        "",
        """
        4 display 5p 6p; 0 pass; 1 pass; 2 display 0y 1y 7y 7y; 3 pass; 4 pass; 0 pass; 1 pass; 2 pass
        4 trump purple; 2 trump 7; 2 partner 0
        """,
        """
        2: 8p 7p 7r 9p 7b > 3 +7
        3: 8b 0b 9b 1b 5b > 0 +3
        0: 7r 3p 7y 1p 0p > 0 +6
        0: 9y 2y 0y 1y 3y > 0 +3
        0: 7p 4p 7y 1b 2p > 0 +6
        0: 8y 6y 1y 4y 5p > 4 +5
        4: 6p 1g 8r 7b 1r > 2 +5
        2: 8g 0g 3g 1g 9g > 1 +3
        1: 9r 1p 0r 3r 4r > 2 +3
        2: 2b 4b 6r 6b 3b > 0 +7
        0: 5y 2r 7g 2g 5g > 2 +6
        2: 7g 5r 6g 1r 4g > 2 +6
        """,
        # M7.1: a bid of 4 needs 21 + 3 x 4 = 33.
        # M6.1: icons 25, 3, 20, 7, 5.
        # The Crown's seats 2 and 0 have 20 + 25 = 45 >= 33.
        # M6.2: 10 x 4 = 40 each; M6.4: trump 7 is worth 10 (M7.2).
        (25 + 40 + 10, 3, 20 + 40 + 10, 7, 5),
    ),
    "5 seats: the Shield wins with trump 6": Golden(
        4,
        (
            "1r 4r 7r 5y 8y 9y 1g 1g 6b 9b 7p 9p",
            "2r 8r 9r 2y 6y 4g 9g 1b 3b 7b 3p 4p",
            "0y 1y 7y 7y 7g 7g 8g 2b 5b 7b 1p 8p",
            "0r 1r 5r 1y 4y 0g 2g 1b 4b 8b 1p 7p",
            "3r 6r 7r 3y 3g 5g 6g 0b 0p 2p 5p 6p",
        ),
        "",
        """
        4 display 5p 6p; 0 pass; 1 pass; 2 display 0y 1y 7y 7y; 3 pass; 4 pass; 0 pass; 1 pass; 2 pass
        4 trump 6; 2 trump none; 2 partner 0
        """,
        """
        2: 8p 1p 0p 7p 3p > 2 +5
        2: 8g 0g 3g 1g 9g > 1 +3
        1: 6y 1p 7p 6r 6b > 1 +8
        1: 9r 1y 5r 7r 1r > 1 +3
        1: 8r 0y 0r 3r 4r > 1 +5
        1: 7b 2b 8b 0b 9b > 0 +5
        0: 9y 2y 7y 1y 3y > 0 +4
        0: 9p 4p 7y 1b 2p > 0 +4
        0: 8y 1b 7g 4y 6g > 4 +6
        4: 5g 1g 4g 7g 2g > 2 +5
        2: 7b 4b 6p 5y 3b > 4 +7
        4: 5p 7r 2r 5b 1r > 4 +5
        """,
        # M7.1: a bid of 4 needs 21 + 3 x 4 = 33.
        # M6.1: icons 13, 19, 10, 0, 18.
        # The Crown's seats 2 and 0 have 10 + 13 = 23 < 33.
        # M6.3: 5 x 2 = 10 for each of the others; M6.4: trump 6 is worth 20 (M7.2).
        (13, 19 + 10 + 20, 10, 0 + 10 + 20, 18 + 10 + 20),
    ),
    "5 seats: no Shield, the Crown fails and nobody gets a bonus": Golden(
        2,
        (
            "5r 7r 2y 7y 1g 5g 6g 0b 4b 6b 1p 7p",
            "0r 3r 6r 7r 5y 7y 8y 0g 4g 7g 9g 2b",
            "1r 9r 0y 1y 4y 3g 7b 7b 8b 0p 1p 9p",
            "1r 1y 1g 2g 7g 8g 1b 1b 3b 2p 3p 8p",
            "2r 4r 8r 3y 6y 9y 5b 9b 4p 5p 6p 7p",
        ),
        "",
        """
        2 pass; 3 pass; 4 pass; 0 pass; 1 display 0r 3r 6r 7r; 2 pass; 3 pass; 4 pass; 0 pass; 1 pass
        1 trump red; 1 partner 4
        """,
        """
        1: 7r 9r 1r 2r 7r > 2 +5
        2: 9p 8p 4p 7p 0r > 1 +5
        1: 6r 1r 1b 8r 5r > 4 +4
        4: 9b 0b 2b 8b 1b > 4 +3
        4: 4r 1g 3r 1p 1g > 4 +2
        4: 9y 2y 7y 1y 1y > 4 +3
        4: 7p 1p 7g 0p 2p > 4 +6
        4: 6p 4b 8y 0y 3p > 4 +6
        4: 6y 7y 5y 4y 7g > 0 +8
        0: 6b 9g 7b 3b 5b > 2 +6
        2: 7b 8g 3y 6g 0g > 2 +7
        2: 3g 2g 5p 5g 4g > 0 +5
        """,
        # M7.1: a bid of 4 needs 21 + 3 x 4 = 33.
        # M6.1: icons 13, 5, 18, 0, 24.
        # The Crown's seats 1 and 4 have 5 + 24 = 29 < 33.
        # M6.3: there is no Shield, so nobody gets a bonus.
        (13, 5, 18, 0, 24),
    ),
    "6 seats: the Crown wins with trump 8 over red": Golden(
        5,
        (
            "1r 4r 7r 5y 8y 9y 1g 6b 9b 9p",
            "2r 8r 9r 2y 6y 1g 4g 9g 1b 7p",
            "0y 7y 7g 8g 3b 7b 1p 3p 4p 8p",
            "0r 1y 4y 7y 7g 1b 2b 5b 7b 1p",
            "1r 5r 1y 0g 2g 3g 5g 4b 8b 7p",
            "3r 6r 7r 3y 6g 0b 0p 2p 5p 6p",
        ),
        "",
        """
        5 display 6r 7r; 0 pass; 1 pass; 2 display 3p 4p 8p; 3 pass; 4 pass; 5 pass; 0 pass; 1 pass; 2 pass
        5 trump red; 2 trump 8; 2 partner 0
        """,
        """
        2: 8p 0r 1r 3r 7r 8r > 1 +6
        1: 9g 7g 7g 5g 6g 1g > 1 +7
        1: 9r 8g 1b 5r 6r 8y > 2 +5
        2: 7b 2b 4b 0b 6b 1b > 2 +7
        2: 7y 1y 1y 3y 5y 2y > 2 +5
        2: 4p 1p 7p 6p 9p 7p > 0 +7
        0: 4r 2r 3p 4y 8b 7r > 4 +7
        4: 3g 5p 1r 1g 3b 5b > 0 +4
        0: 9y 6y 0y 7y 0g 0p > 0 +7
        0: 9b 4g 1p 7b 2g 2p > 0 +5
        """,
        # M7.1: a bid of 3 needs 16 + 4 x 3 = 28.
        # M6.1: icons 23, 13, 17, 0, 7, 0.
        # The Crown's seats 2 and 0 have 17 + 23 = 40 >= 28.
        # M6.2: 10 x 3 = 30 each; M6.4: trump 8 is worth 20 (M7.2).
        (23 + 30 + 20, 13, 17 + 30 + 20, 0, 7, 0),
    ),
    "6 seats: the Shield wins with trump 6": Golden(
        2,
        (
            "5r 7r 2y 7y 5g 6g 0b 4b 1p 7p",
            "0r 3r 7r 5y 8y 1g 4g 9g 2b 6b",
            "6r 0y 1y 7y 0g 7g 8b 0p 1p 9p",
            "1r 9r 4y 1g 3g 7g 8g 7b 7b 8p",
            "1r 1y 3y 6y 2g 1b 1b 3b 2p 3p",
            "2r 4r 8r 9y 5b 9b 4p 5p 6p 7p",
        ),
        "",
        """
        2 pass; 3 display 1g 3g 7g 8g; 4 display 3y 6y; 5 pass; 0 pass; 1 pass; 2 pass; 3 pass; 4 pass
        4 trump 6; 3 trump none; 3 partner 0
        """,
        """
        3: 9r 1r 2r 7r 0r 6r > 2 +6
        2: 9p 8p 3p 7p 1p 7r > 2 +6
        2: 8b 7b 3b 5b 0b 2b > 2 +7
        2: 7g 8g 2g 6p 5g 4g > 5 +8
        5: 9y 2y 8y 7y 4y 3y > 5 +6
        5: 9b 4b 5y 0y 7b 1b > 5 +5
        5: 8r 5r 3r 0p 1r 2p > 5 +5
        5: 5p 7p 6b 1p 1g 1y > 1 +5
        1: 9g 0g 3g 1b 4r 6g > 0 +5
        0: 7y 1g 1y 7g 6y 4p > 4 +7
        """,
        # M7.1: a bid of 4 needs 16 + 4 x 4 = 32.
        # M6.1: icons 5, 5, 19, 0, 7, 24.
        # The Crown's seats 3 and 0 have 0 + 5 = 5 < 32.
        # M6.3: 5 x 2 = 10 for each of the others; M6.4: trump 6 is worth 20 (M7.2).
        (5, 5 + 10 + 20, 19 + 10 + 20, 0, 7 + 10 + 20, 24 + 10 + 20),
    ),
    "6 seats: no Shield, the Crown wins": Golden(
        5,
        (
            "1r 4r 7r 5y 8y 9y 1g 6b 9b 9p",
            "2r 8r 9r 2y 6y 1g 4g 9g 1b 7p",
            "0y 7y 7g 8g 3b 7b 1p 3p 4p 8p",
            "0r 1y 4y 7y 7g 1b 2b 5b 7b 1p",
            "1r 5r 1y 0g 2g 3g 5g 4b 8b 7p",
            "3r 6r 7r 3y 6g 0b 0p 2p 5p 6p",
        ),
        "",
        """
        5 pass; 0 pass; 1 pass; 2 display 3p 4p 8p; 3 pass; 4 pass; 5 pass; 0 pass; 1 pass; 2 pass
        2 trump purple; 2 partner 5
        """,
        """
        2: 8p 1p 7p 6p 9p 7p > 0 +7
        0: 9b 1b 3b 7b 8b 0b > 0 +5
        0: 9y 6y 0y 7y 1y 3y > 0 +6
        0: 8y 2y 7y 4y 5r 0p > 5 +7
        5: 5p 1g 1g 4p 1b 1r > 5 +2
        5: 7r 1r 8r 1p 0r 0g > 2 +5
        2: 3p 1y 2g 2p 4r 9g > 2 +4
        2: 8g 7g 3g 6g 5y 4g > 2 +8
        2: 7g 2b 5g 6r 6b 9r > 2 +8
        2: 7b 5b 4b 3r 7r 2r > 2 +8
        """,
        # M7.1: a bid of 3 needs 16 + 4 x 3 = 28.
        # M6.1: icons 18, 0, 33, 0, 0, 9.
        # The Crown's seats 2 and 5 have 33 + 9 = 42 >= 28.
        # M6.2: 10 x 3 = 30 each; M6.4: trump purple is worth 0 (M7.2).
        (18, 0, 33 + 30, 0, 0, 9 + 30),
    ),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_deal(name: str) -> None:
    golden = GOLDEN[name]
    play_golden(mu(len(golden.hands)), golden)
