"""How much a quick, greedy player likes a move: shed many cards, low ones first, keep the courts."""

from typing import Any

from stramash.sim.bits import popcount
from stramash.sim.climbing.moves import hand_size, side_of
from stramash.sim.climbing.plays import COLUMN, JACK
from stramash.sim.climbing.record import (
    AWARD,
    BOMB,
    GIVE_CARD,
    NAME_LEAD,
    PASS,
    PLAY,
    PUT_BACK_MOVE,
    TOTALS,
)
from stramash.sim.compiled import compiled

A_CARD = 1000
A_COURT = 700
A_RANK = 40
A_BOMB = 20_000
GOING_OUT = 1_000_000
NEVER = -1_000_000


@compiled
def greedy_key(game: Any, rules: Any, seat: int, code: int, once: int, twice: int) -> int:
    """The higher, the better; passing is worth 0."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    if kind == PLAY:
        cards = popcount(once) + popcount(twice)
        if cards == hand_size(game, seat):
            return GOING_OUT
        key = A_CARD * cards - A_COURT * popcount(once >> JACK) - A_RANK * (value & 255)
        return key - A_BOMB if value >> 24 == BOMB else key
    if kind == PASS:
        return 0
    if kind == GIVE_CARD:
        return -(value % 9)
    if kind == PUT_BACK_MOVE:
        key = 0
        for rank in range(9):
            here = popcount((once >> rank) & COLUMN) + popcount((twice >> rank) & COLUMN)
            key -= rank * here
        return key
    if kind == AWARD:
        return -game[TOTALS + side_of(rules, value)]
    if kind == NAME_LEAD:
        return 1 if value == seat else 0
    return NEVER
