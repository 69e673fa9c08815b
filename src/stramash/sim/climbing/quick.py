"""The playout policy of the climbing games: arithmetic on the own hand alone.

A hand has a price: what its cheapest split into singles and sequences costs, a low single most and a high
play least, with courts in the gaps where that saves more than they are worth. A play is liked for the price
it takes off the hand and for the chance that it holds the trick.
"""

from functools import cache
from typing import Any

import numpy as np

from stramash.climbing.cards import (
    COURTS_A_HAND,
    HIGHEST_NUMBER,
    HIGHEST_RANK,
    JACK,
    LOWEST_RANK,
    RANKS,
    ROW,
    SUIT_COUNT,
)
from stramash.climbing.plays.combos import SHORTEST_SEQUENCE
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import ALL_COURTS, BELOW_RANKS, JACK_RANK
from stramash.sim.climbing.moves import hand_size, side_of
from stramash.sim.climbing.record import (
    AWARD,
    BOMB,
    BOMB_PRIZE,
    GIVE_CARD,
    HANDS,
    NAME_LEAD,
    PARTNERS,
    PASS,
    PLAY,
    PRIZE_KEPT,
    PUT_BACK_MOVE,
    SEATS,
    SEQUENCE,
    SINGLE,
    TOP,
    TOP_SEAT,
    TOTALS,
)
from stramash.sim.compiling.compiled import compiled

# In thousandths of a tempo: what losing the lead costs a player whose opponents are in no hurry.
AT_LEAST = -250
IF_BEATEN = 1400
A_RANK = 90
A_CARD = 100
LOST_LEAD = 1100
PRESS = 2
HAND_OUT = 3000
OVER_PARTNER = 600
GOING_OUT = 1_000_000
NEVER = -1_000_000

# How likely a single is beaten, by rank from 0 to 13, in thousandths.
SINGLE_RISK = np.array([1000] * 9 + [950, 800, 450, 350, 150], np.int64)


def _sequence_risk() -> Any:
    """By length and top rank: long and high ones are seldom beaten."""
    risks = np.zeros((16, 16), np.int64)
    for length in range(SHORTEST_SEQUENCE, HIGHEST_RANK + 1):
        for top in range(length + BELOW_RANKS, HIGHEST_RANK + 1):
            higher = max(0, HIGHEST_NUMBER - top)
            longer = length - SHORTEST_SEQUENCE
            risks[length, top] = min(900, round(1000 * (1 - 0.78**higher) * 0.88**longer)) + 60
    return risks.reshape(-1)


SEQUENCE_RISK = _sequence_risk()


def _price(length: int, top: int) -> int:
    """What a single (length 1) or a sequence costs in a split."""
    risk = SINGLE_RISK[top] if length == 1 else SEQUENCE_RISK[16 * length + top]
    follows = A_RANK * top if length == 1 else A_RANK * top // 2 if length <= 4 else 0
    return AT_LEAST + IF_BEATEN * int(risk) // 1000 - follows


@cache
def _row_price(row: int, wilds: int) -> int:
    """The cheapest split of one suit's cards with up to some wilds in its gaps."""
    if row == 0:
        return 0
    low = (row & -row).bit_length() - 1
    best = _price(1, low + LOWEST_RANK) + _row_price(row & (row - 1), wilds)
    start = min(low, RANKS - SHORTEST_SEQUENCE)
    for length in range(SHORTEST_SEQUENCE, RANKS - start + 1):
        window = ((1 << length) - 1) << start
        gaps = length - (row & window).bit_count()
        if gaps <= wilds:
            best = min(
                best, _price(length, start + length + BELOW_RANKS) + _row_price(row & ~window, wilds - gaps)
            )
    return best


ROW_PRICES = np.array(
    [_row_price(row, wilds) for row in range(ROW + 1) for wilds in range(COURTS_A_HAND + 1)], np.int64
)
# What the courts that are left cost, by those held and the number spent as wilds, the lowest first.
COURT_PRICES = np.array(
    [
        sum(_price(1, JACK_RANK + c) for c in [c for c in range(COURTS_A_HAND) if held >> c & 1][spent:])
        for held in range(ALL_COURTS + 1)
        for spent in range(COURTS_A_HAND + 1)
    ],
    np.int64,
)


@compiled
def hand_price(once: int, twice: int) -> int:
    """What a hand costs to shed, stairs and sets left aside."""
    # Each mention of a table is a copy of it on a GPU, which has room for few.
    rows = ROW_PRICES
    courts = COURT_PRICES
    held = (once >> JACK) & ALL_COURTS
    wilds = popcount(held)
    none = 0
    one = 0
    two = 0
    three = 0
    for i in range(2 * SUIT_COUNT):
        row = (once if i < SUIT_COUNT else twice) >> (RANKS * (i if i < SUIT_COUNT else i - SUIT_COUNT)) & ROW
        if row == 0:
            continue
        if wilds == 3:
            three = min(
                three + rows[4 * row],
                two + rows[4 * row + 1],
                one + rows[4 * row + 2],
                none + rows[4 * row + 3],
            )
        if wilds >= 2:
            two = min(two + rows[4 * row], one + rows[4 * row + 1], none + rows[4 * row + 2])
        if wilds >= 1:
            one = min(one + rows[4 * row], none + rows[4 * row + 1])
        none += rows[4 * row]
    best = none + courts[4 * held]
    if wilds >= 1:
        best = min(best, one + courts[4 * held + 1])
    if wilds >= 2:
        best = min(best, two + courts[4 * held + 2])
    if wilds == 3:
        best = min(best, three)
    return int(best)


@compiled
def risk_of(combo: int, most: int) -> int:
    """How likely a combination is beaten, in thousandths, if no opponent holds more cards than `most`."""
    kind = combo >> 24
    length = (combo >> 8) & 255
    tracks = (combo >> 16) & 255
    top = combo & 255
    if kind == BOMB:
        return 150
    if tracks * length > most:
        return 50
    if kind == SINGLE:
        return int(SINGLE_RISK[top])
    if kind == SEQUENCE:
        return int(SEQUENCE_RISK[16 * length + top])
    # Stairs and sets go by their cards, one more than a sequence of as many is worth.
    return int(SEQUENCE_RISK[16 * min(10, max(3, tracks * length - 1)) + max(top, min(11, tracks * length))])


@compiled
def lead_price(game: Any, rules: Any, seat: int) -> int:
    """What the lead is worth: more, the fewer cards an opponent holds."""
    fewest = 99
    for other in range(rules[SEATS]):
        cards = hand_size(game, other)
        if cards and side_of(rules, other) != side_of(rules, seat):
            fewest = min(fewest, cards)
    return LOST_LEAD + LOST_LEAD * PRESS // fewest


@compiled
def play_key(game: Any, rules: Any, seat: int, combo: int, once: int, twice: int) -> int:
    """What speaks for a play."""
    cards = popcount(once) + popcount(twice)
    mine = hand_size(game, seat)
    if cards == mine:
        return GOING_OUT - (1 if combo >> 24 == BOMB else 0)
    held_once = game[HANDS + 2 * seat]
    held_twice = game[HANDS + 2 * seat + 1]
    left = (held_once & ~once) | (held_twice & once & ~twice)
    most = 0
    same = False
    for other in range(rules[SEATS]):
        if side_of(rules, other) != side_of(rules, seat):
            size = hand_size(game, other)
            most = max(most, size)
            same |= size == cards
    risk = risk_of(combo, most)
    key = A_CARD * cards - hand_price(left, held_twice & ~once)
    key -= lead_price(game, rules, seat) * risk // 1000
    if same:
        key -= HAND_OUT * risk // 1000
    if game[TOP] and rules[PARTNERS] and game[TOP_SEAT] == (seat + 2) % 4:
        key -= OVER_PARTNER
    if combo >> 24 == BOMB and rules[BOMB_PRIZE] != PRIZE_KEPT:
        key -= 200
    return key


@compiled
def quick_key(game: Any, rules: Any, seat: int, code: int, once: int, twice: int) -> int:
    """The higher, the better."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    if kind == PLAY:
        return play_key(game, rules, seat, value, once, twice)
    held_once = game[HANDS + 2 * seat]
    held_twice = game[HANDS + 2 * seat + 1]
    if kind == PASS:
        if game[TOP] == 0:
            return 0  # in the auction (C8.2)
        lost = lead_price(game, rules, seat)
        if rules[PARTNERS] and game[TOP_SEAT] == (seat + 2) % 4:
            lost = lost * 3 // 10
        return -hand_price(held_once, held_twice) - lost
    if kind == GIVE_CARD:
        card = 1 << value
        return -hand_price((held_once & ~card) | (held_twice & card), held_twice & ~card)
    if kind == PUT_BACK_MOVE:
        return -hand_price((held_once & ~once) | (held_twice & once & ~twice), held_twice & ~once)
    if kind == AWARD:
        return -game[TOTALS + side_of(rules, value)]
    if kind == NAME_LEAD:
        return 1 if value == seat else 0
    return NEVER
