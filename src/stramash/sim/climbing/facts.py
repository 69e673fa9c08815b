"""Constants of the climbing games for compiled code: numbers, masks and small tables.

All of them are made from what `stramash.climbing` says; a change there changes the code that is compiled. In
a word of cards bit `RANKS * suit + rank - LOWEST_RANK` is a number card, and from `JACK` on come the courts.
"""

from typing import Any, Final

import numpy as np

from stramash.climbing.cards import (
    COURT_POINTS,
    COURT_RANK,
    COURTS,
    FIRST_NUMBERS,
    HIGHEST_RANK,
    JACK,
    LOWEST_RANK,
    RANKS,
    SUIT_COUNT,
)
from stramash.climbing.plays import combos
from stramash.climbing.plays.combos import BOMB_RANKS, MIXED, SUITED, Combo

NUMBERS: Final = FIRST_NUMBERS
COLUMN: Final = sum(1 << RANKS * suit for suit in range(SUIT_COUNT))
"""The lowest card of each suit; shifted by n, the cards n ranks higher."""
BELOW_RANKS: Final = LOWEST_RANK - 1
"""The rank that would be below the lowest: the run of n cards from place p on has the top rank p + n + it."""
JACK_RANK: Final = COURT_RANK[JACK]
ALL_COURTS: Final = COURTS >> JACK
"""The courts of a hand as bits."""
LONGEST: Final = HIGHEST_RANK - BELOW_RANKS
"""How many ranks the longest run has (C2.6)."""

# C3.1: how far above the lowest card of a suit the number cards of bombs are.
THREE, FIVE, SEVEN, NINE = (rank - LOWEST_RANK for rank in BOMB_RANKS)

# C10.5
JACK_POINTS, QUEEN_POINTS, KING_POINTS = COURT_POINTS


def combo_code(combo: Combo | None) -> int:
    """A combination as a number, as `record` says; 0 for none."""
    if combo is None:
        return 0
    kind, tracks, length, top = combo
    return kind + 1 << 24 | tracks << 16 | length << 8 | top


MIXED_BOMB: Final = combo_code(combos.bomb(MIXED))
SUITED_BOMB: Final = combo_code(combos.bomb(SUITED))


def _court_bombs() -> tuple[tuple[int, int], ...]:
    """The courts of each court bomb as bits, and its place in C3.1, lowest first."""
    by_place = sorted((place, cards) for cards, place in combos.COURT_BOMBS.items())
    return tuple((cards >> JACK, place) for place, cards in by_place)


COURT_BOMBS: Any = np.array(_court_bombs(), np.int64).reshape(-1)
"""Courts and place of one bomb after the other."""
COURT_BOMB_COUNT: Final = len(_court_bombs())
COURT_BOMB_LEVEL: Final = tuple(dict(_court_bombs()).get(held, 0) for held in range(ALL_COURTS + 1))
"""The place in C3.1 of the bomb that a set of courts makes; 0 for none."""
