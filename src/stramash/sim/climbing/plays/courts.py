"""What the walks over plays share: the choices of courts, and ranks from cards."""

from typing import Any

import numpy as np

from stramash.climbing.cards import COURTS_A_HAND, JACK, RANKS, ROW
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import ALL_COURTS
from stramash.sim.climbing.record import PLAY
from stramash.sim.compiling.compiled import inlined
from stramash.sim.visit import SAFE, SKIP, emit_with_care

PLAY_CODE = PLAY << 32
LEAD = 0
"""The kind to beat when there is nothing to beat."""


def _court_table() -> Any:
    """For each set of courts held and number wanted: the choices, three bits each, and their number << 12."""
    table = np.zeros(32, np.int64)
    for held in range(ALL_COURTS + 1):
        for wanted in range(COURTS_A_HAND + 1):
            choices = [c for c in range(ALL_COURTS + 1) if not c & ~held and c.bit_count() == wanted]
            table[held * 4 + wanted] = len(choices) << 12 | sum(c << 3 * i for i, c in enumerate(choices))
    return table


COURT_CHOICES = _court_table()
# The same with room for up to 15 courts wanted: nobody has more than three.
WIDE_CHOICES = np.pad(COURT_CHOICES.reshape(8, 4), ((0, 0), (0, 12))).reshape(-1)


@inlined
def emit_three(
    mem: Any, buffer: Any, move: Any, n: int, code: int, once: int, twice: int, choices: int
) -> int:
    """Count a play once for each choice of courts in a packed entry of `COURT_CHOICES`.

    Where the buffer has room three rows are written whether there are so many choices or not: what is too
    much is overwritten by the next play, and a processor need not guess how many there are.
    """
    row = n - mem[SKIP]
    if 0 <= row < mem[SAFE]:
        place = np.uint64(row)
        buffer[place, 0] = code
        buffer[place, 1] = once | ((choices & 7) << JACK)
        buffer[place, 2] = twice
        place += np.uint64(1)
        buffer[place, 0] = code
        buffer[place, 1] = once | ((choices & 0o70) << (JACK - 3))
        buffer[place, 2] = twice
        place += np.uint64(1)
        buffer[place, 0] = code
        buffer[place, 1] = once | ((choices & 0o700) << (JACK - 6))
        buffer[place, 2] = twice
        return n + (choices >> 12)
    for i in range(choices >> 12):
        emit_with_care(mem, buffer, move, n + i, code, once | (((choices >> 3 * i) & 7) << JACK), twice)
    return n + (choices >> 12)


@inlined
def place_of(bit: int) -> int:
    """The place of a word's only bit."""
    return popcount(bit - 1)


@inlined
def ranks_in(cards: int) -> int:
    """The ranks (from bit 0) that number cards, or windows by their lowest rank, have in any suit."""
    cards |= cards >> (2 * RANKS)
    return (cards | (cards >> RANKS) | (cards >> (2 * RANKS))) & ROW
