"""Constants of Mü for compiled code, and the few small functions that every part uses.

All of them are made from what `stramash.mu` says; a change there changes the code that is compiled. In a word
of cards bit `RANKS * colour + number` is a face.
"""

from typing import Any, Final

import numpy as np

from stramash.core.cards import each, size
from stramash.mu import moves
from stramash.mu.cards import ALL_CARDS, COLOUR_CARDS, COLOURS, DOUBLED, ICONS, RANKS
from stramash.mu.moves import NUMBER_TRUMPS, TRUMPS
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled, inlined
from stramash.sim.mu.record import (
    BIDS,
    CROWN_BONUS,
    DISPLAY_LIMIT,
    HAND_SIZE,
    MOST_BONUS,
    MOST_TARGET,
    RAISE_LIMIT,
    SEATS,
    SHORT_STEPS,
    STEPS_BY_BID,
    TARGET_BASE,
    TARGET_STEP,
    VALUE_COLOUR,
    VALUE_NO_TRUMP,
    VALUE_NUMBER,
    VALUE_ONE_OR_SEVEN,
)

COLOUR: Final = (1 << RANKS) - 1
"""The faces of the first colour."""
COLUMN: Final = sum(1 << RANKS * colour for colour in range(COLOURS))
"""The faces of number 0; shifted by n, those of number n."""
NO_TRUMP: Final = TRUMPS.index(moves.NO_TRUMP)
FIRST_NUMBER: Final = TRUMPS.index(NUMBER_TRUMPS[0])
"""Trumps below are colours, from here on numbers."""
FACES_OF_DECK: Any = np.array(list(each(ALL_CARDS)), np.int64)
"""Colour by colour."""
A_COLOUR: Final = size(COLOUR_CARDS[0])
"""Cards of a colour in the deck."""
FACE_ICONS: Any = np.array(ICONS, np.int64)
_ONE_ICON: Final = sum(COLUMN << number for number in range(RANKS) if ICONS[number] == 1)
_TWO_ICONS: Final = sum(COLUMN << number for number in range(RANKS) if ICONS[number] == 2)
_DOUBLED: Final = sum(1 << number for number in DOUBLED)


@compiled
def icons(once: int, twice: int) -> int:
    """M1.2: the points on some cards."""
    ones = popcount(once & _ONE_ICON) + popcount(twice & _ONE_ICON)
    return ones + 2 * (popcount(once & _TWO_ICONS) + popcount(twice & _TWO_ICONS))


@compiled
def faces_of(trump: int) -> int:
    """The faces that a trump makes trumps."""
    if trump < FIRST_NUMBER:
        return COLOUR << (RANKS * trump)
    return 0 if trump == NO_TRUMP else COLUMN << (trump - FIRST_NUMBER)


@compiled
def target_of(rules: Any, bid: int) -> int:
    """M7.1: the points that the Crown team needs."""
    target = rules[TARGET_BASE] + rules[TARGET_STEP] * bid
    return target if target < rules[MOST_TARGET] else rules[MOST_TARGET]


@compiled
def value_of(rules: Any, trump: int) -> int:
    """M7.2: what winning with a trump is worth."""
    if trump < FIRST_NUMBER:
        return rules[VALUE_COLOUR]
    if trump == NO_TRUMP:
        return rules[VALUE_NO_TRUMP]
    is_doubled = (_DOUBLED >> (trump - FIRST_NUMBER)) & 1
    return rules[VALUE_ONE_OR_SEVEN] if is_doubled else rules[VALUE_NUMBER]


@compiled
def crown_reward(rules: Any, bid: int, trump: int) -> int:
    """M6.2, M6.4, M6.8: what bid and trump bring each of the Crown team that makes it."""
    bonus = rules[CROWN_BONUS] * bid + value_of(rules, trump)
    return rules[MOST_BONUS] if 0 < rules[MOST_BONUS] < bonus else bonus


@compiled
def steps_short(rules: Any, bid: int, earned: int) -> int:
    """M6.7: by how many steps of the table of targets a team with these points missed a bid."""
    step = rules[TARGET_STEP]
    steps = (target_of(rules, bid) - earned + step - 1) // step
    return bid if rules[SHORT_STEPS] == STEPS_BY_BID and bid < steps else steps


@compiled
def most_shown(game: Any, rules: Any) -> int:
    """The largest number of cards that a seat has displayed in the auction."""
    most = 0
    for seat in range(rules[SEATS]):
        bid = (game[BIDS] >> (8 * seat)) & 255
        most = bid if bid > most else most
    return most


@compiled
def most_in_all(game: Any, rules: Any) -> int:
    """M3.7: how many cards a seat may have on display after its turn."""
    limit = rules[DISPLAY_LIMIT] if rules[DISPLAY_LIMIT] else rules[HAND_SIZE]
    if rules[RAISE_LIMIT] == 0:
        return limit
    allowed = most_shown(game, rules) + rules[RAISE_LIMIT]
    return allowed if allowed < limit else limit


@compiled
def display_rank(once: int, twice: int) -> int:
    """M3.9: the larger, the higher are displayed cards, compared from the highest down."""
    rank = 0
    for number in range(RANKS):
        column = COLUMN << number
        rank |= (popcount(once & column) + popcount(twice & column)) << (4 * number)
    return rank


@inlined
def next_seat(rules: Any, seat: int) -> int:
    """The seat to the left."""
    return seat + 1 if seat + 1 < rules[SEATS] else 0
