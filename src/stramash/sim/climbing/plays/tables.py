"""Small tables that count plays by arithmetic instead of walking over them.

A suit's part in a stair is a polynomial: the coefficient of x to the g counts the ways to use its cards with
g places left for courts. Four coefficients of 16 bits stand in one word (more than three courts nobody has),
so multiplying two words multiplies the polynomials and drops what is beyond.

The tables travel at the end of the packed rules: a GPU has little room for constants, and there they would be
copied into every function that uses them.
"""

from math import comb
from typing import Any

import numpy as np

from stramash.climbing.cards import COURTS_A_HAND, HIGHEST_NUMBER, HIGHEST_RANK, RANKS, ROW, SUIT_COUNT
from stramash.climbing.plays.combos import BOMB_NAMES, SHORTEST_SEQUENCE
from stramash.sim.climbing.facts import ALL_COURTS, BELOW_RANKS, COURT_BOMBS, LONGEST
from stramash.sim.climbing.record import OPTIONS, TOP_RANK
from stramash.sim.compiling.compiled import compiled

FIELD = 16
LENGTHS = LONGEST + 1
COUNTS = RANKS + 1
BOMB_PLACES = len(BOMB_NAMES)
COURT_SETS = ALL_COURTS + 1
COURT_COUNTS = COURTS_A_HAND + 1
MOST_CARDS_OF_A_RANK = 2 * SUIT_COUNT


def _packed(ways: list[int]) -> int:
    return sum(count << FIELD * gaps for gaps, count in enumerate(ways[:COURT_COUNTS]))


def _one_track(length: int, ranks: int, lean: bool) -> int:
    """Ways to use some of a suit's ranks in a window as one track, by gaps."""
    if lean:
        return _packed([int(ranks > 0 and length - gaps == ranks) for gaps in range(COURT_COUNTS)])
    return _packed([comb(ranks, length - gaps) if length > gaps else 0 for gaps in range(COURT_COUNTS)])


def _two_tracks(length: int, ranks: int, doubled: int, lean: bool) -> int:
    """Ways to use a suit's cards, at least one of them twice, as two tracks, by gaps."""
    if doubled == 0:
        return 0
    if lean:
        return _packed([int(2 * length - gaps == ranks + doubled) for gaps in range(COURT_COUNTS)])
    ways = [0] * COURT_COUNTS
    for twice in range(1, doubled + 1):
        for once in range(ranks - twice + 1):
            gaps = 2 * length - 2 * twice - once
            if 0 <= gaps < COURT_COUNTS:
                ways[gaps] += comb(doubled, twice) * comb(ranks - twice, once)
    return _packed(ways)


def _sequences_in(length: int, ranks: int, courts: int, lean: bool) -> int:
    """How many sequences there are in a window of which a suit has some ranks."""
    ways = _one_track(length, ranks, lean)
    return sum((ways >> FIELD * gaps & 0xFFFF) * comb(courts, gaps) for gaps in range(COURT_COUNTS))


def _table(shape: tuple[int, ...], entry: Any, dtype: Any = np.int64) -> Any:
    table = np.zeros(shape, dtype)
    for place in np.ndindex(*shape):
        table[place] = entry(*place)
    return table


ONE_TRACK = _table((2, LENGTHS, COUNTS), lambda lean, length, n: _one_track(length, n, bool(lean)))
TWO_TRACKS = _table(
    (2, LENGTHS, COUNTS, COUNTS),
    lambda lean, length, n, d: _two_tracks(length, n, d, bool(lean)) if d <= n <= length else 0,
)
SEQUENCES_IN = _table(
    (2, LENGTHS, COUNTS, COURT_COUNTS),
    lambda lean, length, n, courts: _sequences_in(length, n, courts, bool(lean)),
)


def _sequences_of() -> Any:
    """How many sequences a whole suit makes (C2.2): by lean, runs past ten, courts and the suit's ranks."""
    table = np.zeros((2, 2, COURT_COUNTS, 1 << RANKS), np.int32)
    rows = np.arange(1 << RANKS)
    ones = np.array([row.bit_count() for row in range(1 << RANKS)])
    for past, top_rank in enumerate((HIGHEST_NUMBER, HIGHEST_RANK)):
        for length in range(SHORTEST_SEQUENCE, top_rank - BELOW_RANKS + 1):
            for top in range(length + BELOW_RANKS, top_rank + 1):
                inside = ones[rows >> (top - length - BELOW_RANKS) & ((1 << length) - 1)]
                # lean, courts, row
                table[:, past] += SEQUENCES_IN[:, length][:, inside].transpose(0, 2, 1)
    return table


SEQUENCES_OF = _sequences_of()


def _sub_multisets(faces: int, doubled: int, size: int) -> int:
    """How many ways to take some cards of a rank that is held in some suits, in some of them twice."""
    return sum(
        comb(doubled, twice) * comb(faces - twice, size - 2 * twice)
        for twice in range(doubled + 1)
        if size >= 2 * twice
    )


SUB_MULTISETS = _table(
    (SUIT_COUNT + 1, SUIT_COUNT + 1, MOST_CARDS_OF_A_RANK + 1),
    lambda n, d, size: _sub_multisets(n, d, size) if d <= n else 0,
)
# Court bombs by courts held and place to beat (C3.1).
COURT_BOMBS_ABOVE = _table(
    (COURT_SETS, BOMB_PLACES),
    lambda held, above: sum(
        1 for courts, place in COURT_BOMBS.reshape(-1, 2) if held & courts == courts and place > above
    ),
)

_TABLES = (ONE_TRACK, TWO_TRACKS, SEQUENCES_IN, SEQUENCES_OF, SUB_MULTISETS, COURT_BOMBS_ABOVE)
AT_ONE_TRACK, AT_TWO_TRACKS, AT_SEQUENCES_IN, AT_SEQUENCES_OF, AT_SUB_MULTISETS, AT_COURT_BOMBS = (
    OPTIONS + sum(table.size for table in _TABLES[:i]) for i in range(len(_TABLES))
)
ALL_TABLES = np.concatenate([table.reshape(-1).astype(np.int64) for table in _TABLES])
"""What follows the options in the packed rules."""


@compiled
def one_track(rules: Any, lean: bool, length: int, ranks: int) -> int:
    """The polynomial of a suit in one track."""
    return rules[AT_ONE_TRACK + (int(lean) * LENGTHS + length) * COUNTS + ranks]


@compiled
def two_tracks(rules: Any, lean: bool, length: int, ranks: int, doubled: int) -> int:
    """The polynomial of a suit in two tracks."""
    return rules[AT_TWO_TRACKS + ((int(lean) * LENGTHS + length) * COUNTS + ranks) * COUNTS + doubled]


@compiled
def sequences_in(rules: Any, lean: bool, length: int, ranks: int, courts: int) -> int:
    """How many sequences a window of a suit has."""
    return rules[AT_SEQUENCES_IN + ((int(lean) * LENGTHS + length) * COUNTS + ranks) * COURT_COUNTS + courts]


@compiled
def sequences_of(rules: Any, lean: bool, courts: int, row: int) -> int:
    """How many sequences a whole suit has."""
    past = 1 if rules[TOP_RANK] == HIGHEST_RANK else 0
    return rules[AT_SEQUENCES_OF + ((int(lean) * 2 + past) * COURT_COUNTS + courts) * (ROW + 1) + row]


@compiled
def sub_multisets(rules: Any, faces: int, doubled: int, size: int) -> int:
    """How many ways to take some cards of a rank."""
    return rules[AT_SUB_MULTISETS + (faces * (SUIT_COUNT + 1) + doubled) * (MOST_CARDS_OF_A_RANK + 1) + size]


@compiled
def court_bombs_above(rules: Any, held: int, above: int) -> int:
    """How many court bombs are held above a place in the list."""
    return rules[AT_COURT_BOMBS + held * BOMB_PLACES + above]
