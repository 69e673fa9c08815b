"""Evaluates a hand with a trump: the icons its team may expect, and the chance to reach a target.

The numbers are least-squares fits to tens of thousands of hands played out, for 3, 4, 5 and 6 seats, and for
three with three colours, where the Crown has neither talon nor partner (M1.3).
"""

from math import erf, exp, pi, sqrt
from typing import Any, Final

import numpy as np

from stramash.mu.cards import COLOURS, RANKS
from stramash.mu.rules import FEWEST_SEATS, MOST_SEATS
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled
from stramash.sim.mu.facts import COLUMN, FIRST_NUMBER, NO_TRUMP, crown_reward, faces_of, target_of
from stramash.sim.mu.record import REMOVED_TOO, SEATS, SHORT_LOSS, TARGET_STEP

AN_ICON: Final = 16
"""Expected icons are counted in sixteenths."""
# Columns: a team's icons to begin with, for each trump, the 9, the 8, a 7 of a trump colour, and for each 9,
# 8 and 7 besides the trumps. Rows: 3 to 6 seats, then three with three colours; for colours, then numbers,
# then no trump.
ICONS_FROM = np.array(
    [
        [
            [72, 32, 27, 37, 31, 26, 22, 9],
            [227, 39, 25, 33, 27, 26, 20, 3],
            [115, 46, 29, 48, 31, 41, 10, 4],
            [72, 47, 49, 48, 46, 37, 7, 4],
            [-110, 33, 46, 44, 26, 29, 46, 17],
        ],
        [
            [97, 50, 0, 0, 0, 33, 28, -3],
            [295, 40, 0, 0, 0, 26, 11, 8],
            [209, 52, 0, 0, 0, 38, 2, 1],
            [122, 68, 0, 0, 0, 18, 5, 12],
            [6, 40, 0, 0, 0, 31, 49, 14],
        ],
        [
            [164, 0, 0, 0, 0, 25, 36, 15],
            [276, 0, 0, 0, 0, 32, 27, 10],
            [214, 0, 0, 0, 0, 40, 14, 4],
            [155, 0, 0, 0, 0, 39, 12, 9],
            [14, 0, 0, 0, 0, 25, 59, 30],
        ],
    ],
    np.int64,
)
SPREAD: Final = (4.5, 8.0, 8.5, 9.3, 4.2)
"""The standard deviation of the icons, by row."""
REACH: Final = 32
CERTAIN: Final = 256


def _chances(spread: float) -> list[int]:
    places = range(-REACH, REACH)
    return [round(CERTAIN * (1 + erf((above + 0.5) / (spread * sqrt(2)))) / 2) for above in places]


CHANCES = np.array([_chances(spread) for spread in SPREAD], np.int64)
"""The chance, of 256, to reach a target, by row and by how far the expected icons are above it."""


def _shortfalls(spread: float) -> list[int]:
    """E max(0, target - icons) of a normal distribution, in sixteenths of an icon."""
    missing = [-(above + 0.5) / spread for above in range(-REACH, REACH)]
    return [
        round(AN_ICON * spread * (exp(-z * z / 2) / sqrt(2 * pi) + z * (1 + erf(z / sqrt(2))) / 2))
        for z in missing
    ]


SHORTFALLS = np.array([_shortfalls(spread) for spread in SPREAD], np.int64)
"""How many icons, in sixteenths, are missing to a target on the average: none where it is made (M6.7)."""


@compiled
def _row(rules: Any) -> int:
    """Which row of the tables a game has."""
    if rules[REMOVED_TOO] < COLOURS:
        return 1 + MOST_SEATS - FEWEST_SEATS
    return rules[SEATS] - FEWEST_SEATS


@compiled
def expected_icons(rules: Any, once: int, twice: int, trump: int) -> int:
    """What the team of a Crown with these cards may expect, in sixteenths of an icon."""
    kind = 0 if trump < FIRST_NUMBER else 2 if trump == NO_TRUMP else 1
    row = _row(rules)
    trumps = faces_of(trump)
    plain = once & ~trumps
    sevens = popcount(plain & (COLUMN << 7)) + popcount(twice & ~trumps & (COLUMN << 7))
    icons = (
        ICONS_FROM[kind, row, 0]
        + ICONS_FROM[kind, row, 1] * (popcount(once & trumps) + popcount(twice & trumps))
        + ICONS_FROM[kind, row, 5] * popcount(plain & (COLUMN << 9))
        + ICONS_FROM[kind, row, 6] * popcount(plain & (COLUMN << 8))
        + ICONS_FROM[kind, row, 7] * sevens
    )
    if kind == 0:
        tops = once >> (RANKS * trump + 7)
        second_seven = (twice >> (RANKS * trump + 7)) & 1
        icons += (
            ICONS_FROM[0, row, 2] * ((tops >> 2) & 1)
            + ICONS_FROM[0, row, 3] * ((tops >> 1) & 1)
            + ICONS_FROM[0, row, 4] * ((tops & 1) + second_seven)
        )
    return icons


@compiled
def chance_to_make(rules: Any, expected: int, bid: int) -> int:
    """How likely, of 256, a team that expects so many sixteenths reaches the target of a bid (M7.1)."""
    return CHANCES[_row(rules), _above(rules, expected, bid)]


@compiled
def _above(rules: Any, expected: int, bid: int) -> int:
    """By how many icons, more than -REACH, a team expects to be above a target."""
    above = ((expected + AN_ICON // 2) >> 4) - target_of(rules, bid) + REACH
    return 0 if above < 0 else 2 * REACH - 1 if above >= 2 * REACH else above


@compiled
def contract_worth(rules: Any, expected: int, bid: int, trump: int) -> int:
    """What a Crown's bid with a trump may bring its maker besides icons, in 256ths of a point."""
    worth = chance_to_make(rules, expected, bid) * crown_reward(rules, bid, trump)
    if rules[SHORT_LOSS]:
        missing = SHORTFALLS[_row(rules), _above(rules, expected, bid)] * AN_ICON
        # A part of a step counts as a whole one: half a step more on the average.
        steps = missing // rules[TARGET_STEP] + (CERTAIN - chance_to_make(rules, expected, bid)) // 2
        worth -= rules[SHORT_LOSS] * steps
    return worth
