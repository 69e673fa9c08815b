"""How much a quick, greedy player likes a move in Mü."""

from typing import Any

from stramash.sim.bits import popcount
from stramash.sim.compiled import compiled
from stramash.sim.mu.record import (
    ADD_CARD,
    BIDS,
    COLOUR,
    CROWN,
    DISPLAY,
    HANDS,
    NAME_TRUMP,
    NO_TRUMP,
    PASS,
    PLAY,
    STAGED,
)

LONG_SUIT = 5
MOST_SHOWN = 3
NEVER = -1_000_000


@compiled
def greedy_key(game: Any, rules: Any, seat: int, code: int, once: int, twice: int) -> int:
    """The higher, the better; passing is worth 0."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    if kind == PLAY:
        return value % 10
    if kind == PASS:
        return 0
    if kind == ADD_CARD:
        # Up to three cards of a long colour, once.
        colour = value // 10
        length = popcount((game[HANDS + 2 * seat] >> (10 * colour)) & COLOUR)
        shown = popcount(game[STAGED]) + ((game[BIDS] >> (8 * seat)) & 255)
        return length if length >= LONG_SUIT and shown < MOST_SHOWN else NEVER
    if kind == DISPLAY:
        return 1
    if kind == NAME_TRUMP:
        if value == NO_TRUMP:
            return 0
        if value < 5:
            return 1 + popcount((game[HANDS + 2 * seat] >> (10 * value)) & COLOUR)
        return 0
    return 1 if value != game[CROWN] else 0
