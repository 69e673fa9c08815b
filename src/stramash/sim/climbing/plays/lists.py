"""Every play of a hand in the reference's order: counted, one of them picked, or all written down.

`visit_plays` walks the list once, as `stramash.sim.visit` says. In the `lean` list a wild card stands only
where the hand has a gap (see docs/sim.md). The walks take the number of plays before them and return it with
their own added.
"""

from typing import Any

from stramash.climbing.cards import COURTS_A_HAND, HIGHEST_NUMBER, JACK, LOWEST_RANK, ROW
from stramash.climbing.plays.combos import MIXED, SHORTEST_SEQUENCE, SHORTEST_STAIR, SUITED, SUITED_ROW
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import (
    ALL_COURTS,
    BELOW_RANKS,
    COLUMN,
    COURT_BOMB_COUNT,
    COURT_BOMBS,
    FIVE,
    JACK_RANK,
    MIXED_BOMB,
    NINE,
    SEVEN,
    SUITED_BOMB,
    THREE,
)
from stramash.sim.climbing.plays.courts import LEAD, PLAY_CODE, place_of, ranks_in
from stramash.sim.climbing.plays.windows import find_windows, visit_sequences, visit_stairs
from stramash.sim.climbing.record import BOMB, SEQUENCE, SET, SETS, SINGLE, STAIR, TOP_RANK
from stramash.sim.compiling.compiled import compiled, inlined
from stramash.sim.visit import FOUND, begin, emit_at


@inlined
def visit_singles(mem: Any, buffer: Any, move: Any, n: int, once: int, above: int) -> int:
    """C2.1."""
    code = PLAY_CODE | (SINGLE << 24) | (1 << 16) | (1 << 8)
    cards = once & (COLUMN * (ROW & (ROW << max(above - BELOW_RANKS, 0))))
    ranks = ranks_in(cards)
    while ranks:
        rank = place_of(ranks & -ranks)
        ranks &= ranks - 1
        column = cards & (COLUMN << rank)
        while column:
            emit_at(mem, buffer, move, n, code | (rank + LOWEST_RANK), column & -column, 0)
            n += 1
            column &= column - 1
    for court in range(COURTS_A_HAND):
        if JACK_RANK + court > above and (once >> (JACK + court)) & 1:
            emit_at(mem, buffer, move, n, code | (JACK_RANK + court), 1 << (JACK + court), 0)
            n += 1
    return n


@inlined
def visit_mixed_bombs(mem: Any, buffer: Any, move: Any, n: int, once: int) -> int:
    """C3.1: 3-5-7-9 in four different suits."""
    threes = (once >> THREE) & COLUMN
    fives = (once >> FIVE) & COLUMN
    sevens = (once >> SEVEN) & COLUMN
    nines = (once >> NINE) & COLUMN
    if threes == 0 or fives == 0 or sevens == 0 or nines == 0:
        return n
    code = PLAY_CODE | MIXED_BOMB
    while threes:
        three = threes & -threes
        threes ^= three
        left_5 = fives & ~three
        while left_5:
            five = left_5 & -left_5
            left_5 ^= five
            left_7 = sevens & ~(three | five)
            while left_7:
                seven = left_7 & -left_7
                left_7 ^= seven
                left_9 = nines & ~(three | five | seven)
                while left_9:
                    nine = left_9 & -left_9
                    left_9 ^= nine
                    cards = (three << THREE) | (five << FIVE) | (seven << SEVEN) | (nine << NINE)
                    emit_at(mem, buffer, move, n, code, cards, 0)
                    n += 1
    return n


@inlined
def visit_bombs(mem: Any, buffer: Any, move: Any, n: int, once: int, above: int) -> int:
    """C3.1: bombs higher than a place in the list."""
    bomb = PLAY_CODE | (BOMB << 24) | (1 << 16)
    if above < MIXED:
        n = visit_mixed_bombs(mem, buffer, move, n, once)
    held = (once >> JACK) & ALL_COURTS
    if held & (held - 1):
        for i in range(COURT_BOMB_COUNT):
            courts = COURT_BOMBS[2 * i]
            place = COURT_BOMBS[2 * i + 1]
            if place > above and held & courts == courts:
                code = bomb | (popcount(courts) << 8) | place
                emit_at(mem, buffer, move, n, code, courts << JACK, 0)
                n += 1
    suits = (once >> THREE) & (once >> FIVE) & (once >> SEVEN) & (once >> NINE) & COLUMN
    if above < SUITED:
        while suits:
            cards = SUITED_ROW * (suits & -suits)
            suits &= suits - 1
            emit_at(mem, buffer, move, n, PLAY_CODE | SUITED_BOMB, cards, 0)
            n += 1
    return n


@compiled
def visit_plays(
    mem: Any,
    buffer: Any,
    move: Any,
    rules: Any,
    lean: bool,
    once: int,
    twice: int,
    to_beat: int,
    target: int,
) -> int:
    """Walk over every play of a hand; returns how many there are."""
    begin(mem, buffer, target)
    kind = (to_beat >> 24) & 255
    tracks = (to_beat >> 16) & 255
    length = (to_beat >> 8) & 255
    top = to_beat & 255
    n = 0
    if kind in (LEAD, SINGLE):
        n = visit_singles(mem, buffer, move, n, once, top)
    if kind not in (SINGLE, BOMB):
        longest = length if length else rules[TOP_RANK] - BELOW_RANKS
        longest = find_windows(mem, once, HIGHEST_NUMBER if kind == SET else rules[TOP_RANK], longest)
        if kind == SET or (kind == LEAD and rules[SETS]):
            n = visit_stairs(mem, buffer, move, n, rules, lean, once, twice, tracks, 1, 1, top)
        if kind in (LEAD, SEQUENCE):
            shortest = max(length, SHORTEST_SEQUENCE)
            n = visit_sequences(mem, buffer, move, n, lean, once, shortest, longest, top)
        if kind in (LEAD, STAIR):
            shortest = max(length, SHORTEST_STAIR)
            n = visit_stairs(mem, buffer, move, n, rules, lean, once, twice, tracks, shortest, longest, top)
    n = visit_bombs(mem, buffer, move, n, once, top if kind == BOMB else 0)
    mem[FOUND] = n
    return n
