"""Every play of a hand in the reference's order: counted, one of them picked, or all written down.

`visit_plays` walks the list once, as `stramash.sim.visit` says. In the `lean` list a wild card stands only
where the hand has a gap (see docs/sim.md).
"""

from typing import Any

import numpy as np

from stramash.sim.bits import popcount
from stramash.sim.climbing.record import (
    BOMB,
    MOST_TRACKS,
    PLAY,
    SEQUENCE,
    SET,
    SETS,
    SINGLE,
    STAIR,
    SUITS,
    TOP_RANK,
    TRACKS_A_SUIT,
)
from stramash.sim.compiled import compiled
from stramash.sim.visit import FOUND, ROOM, SKIP, TARGET, begin, emit

RANKS = 9
JACK = 45
ROW = 511
NUMBERS = (1 << JACK) - 1
COLUMN = sum(1 << RANKS * suit for suit in range(5))
SUITED_ROW = 0b010101010  # 3, 5, 7, 9
PLAY_CODE = PLAY << 32


def _court_table() -> Any:
    """For each set of courts held and number wanted: the choices, three bits each, and their number << 12."""
    table = np.zeros(32, np.int64)
    for held in range(8):
        for wanted in range(4):
            choices = [c for c in range(8) if not c & ~held and c.bit_count() == wanted]
            table[held * 4 + wanted] = len(choices) << 12 | sum(c << 3 * i for i, c in enumerate(choices))
    return table


COURT_CHOICES = _court_table()
# Court bombs in the order of C3.1: their courts and place.
COURT_BOMBS = np.array([0b011, 2, 0b101, 3, 0b110, 4, 0b111, 5], np.int64)


@compiled
def emit_with_courts(
    mem: Any, buffer: Any, move: Any, code: int, once: int, twice: int, held: int, wanted: int
) -> None:
    """Count a play once for each choice of courts that fills its gaps."""
    packed = COURT_CHOICES[held * 4 + wanted]
    choices = packed >> 12
    n = mem[FOUND]
    is_written = n + choices > mem[SKIP] and n < mem[SKIP] + mem[ROOM]
    if not is_written and (mem[TARGET] < n or mem[TARGET] >= n + choices):
        mem[FOUND] = n + choices
        return
    for i in range(choices):
        courts = (packed >> 3 * i) & 7
        emit(mem, buffer, move, code, once | (courts << JACK), twice)


@compiled
def visit_singles(mem: Any, buffer: Any, move: Any, once: int, above: int) -> None:
    """C2.1."""
    single = PLAY_CODE | (SINGLE << 24) | (1 << 16) | (1 << 8)
    for rank in range(max(above + 1, 2), 11):
        column = (once >> (rank - 2)) & COLUMN
        while column:
            low = column & -column
            emit(
                mem,
                buffer,
                move,
                PLAY_CODE | (SINGLE << 24) | (1 << 16) | (1 << 8) | rank,
                low << (rank - 2),
                0,
            )
            column ^= low
    for court in range(3):
        rank = 11 + court
        if rank > above and (once >> (JACK + court)) & 1:
            emit(mem, buffer, move, single | rank, 1 << (JACK + court), 0)


@compiled
def visit_sequences(
    mem: Any,
    buffer: Any,
    move: Any,
    rules: Any,
    lean: bool,
    once: int,
    shortest: int,
    longest: int,
    above: int,
) -> None:
    """C2.2: one suit, courts in the gaps."""
    held = (once >> JACK) & 7
    wilds = popcount(held)
    suits = rules[SUITS]
    fullest = 0
    for suit in range(suits):
        fullest = max(fullest, popcount((once >> (RANKS * suit)) & ROW))
    longest = min(longest, fullest + wilds)
    for length in range(shortest, longest + 1):
        window = (1 << length) - 1
        for top in range(max(above + 1, length + 1), rules[TOP_RANK] + 1):
            low = top - length - 1
            reach = window & (ROW >> low)
            code = PLAY_CODE | (SEQUENCE << 24) | (1 << 16) | (length << 8) | top
            for suit in range(suits):
                place = RANKS * suit + low
                inside = (once >> place) & reach
                if inside == 0 or popcount(inside) + wilds < length:
                    continue
                if lean:
                    gaps = length - popcount(inside)
                    emit_with_courts(mem, buffer, move, code, inside << place, 0, held, gaps)
                    continue
                part = inside & -inside
                while part:
                    gaps = length - popcount(part)
                    if gaps <= wilds:
                        emit_with_courts(mem, buffer, move, code, part << place, 0, held, gaps)
                    part = (part - inside) & inside
        if mem[TARGET] >= 0 and mem[FOUND] > mem[TARGET]:
            return


# The walk over suits in `visit_window` keeps a row for each suit in its working memory.
_CARDS = 8  # the suit's cards in the window: held once, and twice shifted by 9
_PLACE = 13
_PART = 18  # the part of them now chosen
_ONCE = 23  # sums over the suits before: cards, tracks, gaps
_TWICE = 29
_TRACKS = 35
_GAPS = 41
_ROOM_LEFT = 47  # tracks that this and the later suits can add


@compiled
def visit_window(
    mem: Any,
    buffer: Any,
    move: Any,
    rules: Any,
    lean: bool,
    once: int,
    twice: int,
    tracks: int,
    length: int,
    top: int,
) -> None:
    """The stairs (or with length 1 the sets) of a number of tracks, a length and a top rank."""
    held = (once >> JACK) & 7
    wilds = popcount(held)
    low = top - length - 1
    reach = ((1 << length) - 1) & (ROW >> low)
    rows = 0
    empty_suits = 0
    use_copies = length == 1 or rules[TRACKS_A_SUIT] == 2
    for suit in range(rules[SUITS] - 1, -1, -1):
        place = RANKS * suit + low
        cards = (once >> place) & reach
        if cards == 0:
            empty_suits += 1
        elif popcount(cards) + wilds >= length:
            copies = (twice >> place) & reach if use_copies else 0
            mem[_CARDS + rows] = cards | (copies << RANKS)
            mem[_PLACE + rows] = place
            rows += 1
    if rows == 0:
        return
    most = 0
    mem[_ROOM_LEFT + rows] = 0
    for row in range(rows - 1, -1, -1):
        cards = mem[_CARDS + row]
        if length == 1:
            most += popcount(cards)
        else:
            most += 2 if cards >> RANKS else 1
        mem[_ROOM_LEFT + row] = most
    if (tracks - most) * length > wilds:
        return
    kind = SET if length == 1 else STAIR
    code = PLAY_CODE | (kind << 24) | (tracks << 16) | (length << 8) | top
    # In the lean list a track of courts alone needs a suit in which the hand holds nothing there.
    spare = empty_suits * rules[TRACKS_A_SUIT] if length > 1 else 99
    mem[_ONCE] = 0
    mem[_TWICE] = 0
    mem[_TRACKS] = 0
    mem[_GAPS] = 0
    mem[_PART] = -1
    row = 0
    while row >= 0:
        cards = mem[_CARDS + row]
        part = mem[_PART + row]
        if part == -1:
            part = 0
        else:
            if lean and length > 1:
                # nothing, then every rank in one track, then every copy in two
                ranks = cards & ROW
                if part == 0:
                    part = ranks
                elif part == ranks and cards != ranks:
                    part = cards
                else:
                    part = 0
            else:
                part = (part - cards) & cards
            if part == 0:
                row -= 1
                continue
        mem[_PART + row] = part
        ranks = part & ROW
        copies = part >> RANKS
        if copies & ~ranks:
            continue
        size = popcount(part)
        if length == 1:
            more_tracks = size
        elif copies:
            more_tracks = 2
        elif part:
            more_tracks = 1
        else:
            more_tracks = 0
        used = mem[_TRACKS + row] + more_tracks
        gaps = mem[_GAPS + row] + more_tracks * length - size
        missing = tracks - used - mem[_ROOM_LEFT + row + 1]
        if gaps > wilds or used > tracks or (missing > 0 and missing * length + gaps > wilds):
            continue
        place = mem[_PLACE + row]
        all_once = mem[_ONCE + row] | (ranks << place)
        all_twice = mem[_TWICE + row] | (copies << place)
        if row + 1 < rows:
            row += 1
            mem[_ONCE + row] = all_once
            mem[_TWICE + row] = all_twice
            mem[_TRACKS + row] = used
            mem[_GAPS + row] = gaps
            mem[_PART + row] = -1
            continue
        wanted = gaps + (tracks - used) * length
        if used == 0 or wanted > wilds:
            continue
        if lean:
            if length == 1:
                # A wild in a set means that all number cards of the rank are in it.
                if wanted > 0 and used < most:
                    continue
            elif tracks - used > spare:
                continue
        emit_with_courts(mem, buffer, move, code, all_once, all_twice, held, wanted)


@compiled
def visit_bombs(mem: Any, buffer: Any, move: Any, rules: Any, once: int, above: int) -> None:
    """C3.1: bombs higher than a place in the list."""
    suits = rules[SUITS]
    if above < 1:
        threes = (once >> 1) & COLUMN
        fives = (once >> 3) & COLUMN
        sevens = (once >> 5) & COLUMN
        nines = (once >> 7) & COLUMN
        if threes and fives and sevens and nines:
            code = PLAY_CODE | (BOMB << 24) | (1 << 16) | (4 << 8) | 1
            left_3 = threes
            while left_3:
                three = left_3 & -left_3
                left_3 ^= three
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
                            cards = (three << 1) | (five << 3) | (seven << 5) | (nine << 7)
                            emit(mem, buffer, move, code, cards, 0)
    held = (once >> JACK) & 7
    for i in range(4):
        courts = COURT_BOMBS[2 * i]
        place = COURT_BOMBS[2 * i + 1]
        if place > above and held & courts == courts:
            count = 3 if place == 5 else 2
            emit(
                mem,
                buffer,
                move,
                PLAY_CODE | (BOMB << 24) | (1 << 16) | (count << 8) | place,
                courts << JACK,
                0,
            )
    if above < 6:
        for suit in range(suits):
            cards = SUITED_ROW << (RANKS * suit)
            if once & cards == cards:
                emit(mem, buffer, move, PLAY_CODE | (BOMB << 24) | (1 << 16) | (4 << 8) | 6, cards, 0)


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
    """Walk over every play of a hand; returns how many there are (or at least target + 1)."""
    begin(mem, buffer, target)
    total = popcount(once) + popcount(twice)
    if to_beat == 0:
        visit_singles(mem, buffer, move, once, 0)
        if rules[SETS]:
            most = total
            for tracks in range(2, most + 1):
                for top in range(2, 11):
                    visit_window(mem, buffer, move, rules, lean, once, twice, tracks, 1, top)
        visit_sequences(mem, buffer, move, rules, lean, once, 3, 12, 0)
        if target < 0 or mem[FOUND] <= target:
            visit_stairs(mem, buffer, move, rules, lean, once, twice)
        visit_bombs(mem, buffer, move, rules, once, 0)
        return mem[FOUND]
    kind = (to_beat >> 24) & 255
    top = to_beat & 255
    above = 0
    if kind == SINGLE:
        visit_singles(mem, buffer, move, once, top)
    elif kind == SEQUENCE:
        length = (to_beat >> 8) & 255
        visit_sequences(mem, buffer, move, rules, lean, once, length, length, top)
    elif kind == BOMB:
        above = top
    else:
        length = (to_beat >> 8) & 255
        tracks = (to_beat >> 16) & 255
        if tracks * length <= total:
            last = 10 if length == 1 else rules[TOP_RANK]
            for higher in range(max(top + 1, length + 1), last + 1):
                visit_window(mem, buffer, move, rules, lean, once, twice, tracks, length, higher)
    visit_bombs(mem, buffer, move, rules, once, above)
    return mem[FOUND]


# Sums of number cards by rank, so that a window too poor in cards is left at once.
_SUMS = 52


@compiled
def visit_stairs(mem: Any, buffer: Any, move: Any, rules: Any, lean: bool, once: int, twice: int) -> None:
    """C2.3: every stair of a hand."""
    total = popcount(once) + popcount(twice)
    wilds = popcount((once >> JACK) & 7)
    use_copies = rules[TRACKS_A_SUIT] == 2
    mem[_SUMS] = 0
    for rank in range(9):
        here = popcount((once >> rank) & COLUMN)
        if use_copies:
            here += popcount((twice >> rank) & COLUMN)
        mem[_SUMS + rank + 1] = mem[_SUMS + rank] + here
    top_rank = rules[TOP_RANK]
    for tracks in range(2, min(rules[MOST_TRACKS], total // 2) + 1):
        for length in range(2, min(total // tracks, top_rank - 1) + 1):
            needed = tracks * length - wilds
            for top in range(length + 1, top_rank + 1):
                inside = mem[_SUMS + min(top - 1, 9)] - mem[_SUMS + top - length - 1]
                if inside >= needed and inside > 0:
                    visit_window(mem, buffer, move, rules, lean, once, twice, tracks, length, top)
            if mem[TARGET] >= 0 and mem[FOUND] > mem[TARGET]:
                return
