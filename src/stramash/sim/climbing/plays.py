"""Every play of a hand in the reference's order: counted, one of them picked, or all written down.

`visit_plays` walks the list once, as `stramash.sim.visit` says. In the `lean` list a wild card stands only
where the hand has a gap (see docs/sim.md). The walks take the number of plays before them and return it with
their own added.
"""

from typing import Any

import numpy as np

from stramash.climbing.cards import COURTS_A_HAND, HIGHEST_NUMBER, JACK, LOWEST_RANK, RANKS, ROW, SUIT_COUNT
from stramash.climbing.combos import MIXED, SHORTEST_SEQUENCE, SHORTEST_STAIR, SUITED, SUITED_ROW
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
    NUMBERS,
    SEVEN,
    SUITED_BOMB,
    THREE,
)
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
from stramash.sim.compiled import compiled, inlined
from stramash.sim.visit import FOUND, SAFE, SKIP, begin, emit_at, emit_with_care

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


# Working memory of a walk, after the words of `visit`. Here a plan of `counts` is overwritten.
_BY_GAPS = 8  # four words for each length: see `find_windows`
_STACK = 56  # for each suit of `visit_window`
_STACK_WORDS = 8
_LIST = 104  # windows with stairs: the most tracks << 16, length << 8, lowest rank


@inlined
def find_windows(mem: Any, once: int, top_rank: int, longest: int) -> int:
    """For each length and for 0 to 3 gaps: where a suit has a card or more and at most so many gaps.

    A window of ranks is known by the place of its lowest card, so all suits and ranks are found at once: a
    window has no more gaps than the one a rank shorter if its last card is there, else one more. Returns the
    longest length for which there are courts enough anywhere.
    """
    wilds = popcount((once >> JACK) & ALL_COURTS)
    cards = once & NUMBERS
    some = cards
    none_missing = cards
    one_missing = NUMBERS
    two_missing = NUMBERS
    three_missing = NUMBERS
    for length in range(1, longest + 1):
        inside = some & (COLUMN * (ROW & ((2 << (top_rank - length - BELOW_RANKS)) - 1)))
        word = _BY_GAPS + 4 * (length - 1)
        mem[word] = none_missing & inside
        mem[word + 1] = one_missing & inside
        mem[word + 2] = two_missing & inside
        mem[word + 3] = three_missing & inside
        if mem[word + wilds] == 0:
            return length - 1
        last = (cards >> length) & (COLUMN * (ROW >> length))
        three_missing = (three_missing & last) | two_missing
        two_missing = (two_missing & last) | one_missing
        one_missing = (one_missing & last) | none_missing
        none_missing &= last
        some |= last
    return longest


@inlined
def visit_tracks(
    mem: Any,
    buffer: Any,
    move: Any,
    n: int,
    lean: bool,
    cards: int,
    suits: int,
    low: int,
    length: int,
    gaps: int,
    wilds: int,
    choices_row: int,
    code: int,
    once: int,
    twice: int,
) -> int:
    """Add one track to a play in every way: in each of some suits, with each of their sets of ranks."""
    reach = (((1 << length) - 1) << low) & ROW
    while suits:
        suit = suits & -suits
        suits ^= suit
        ranks = cards & (reach * suit)
        part = ranks & -ranks
        if lean or popcount(ranks) + wilds == gaps + length:
            part = ranks
        while True:
            wanted = gaps + length - popcount(part)
            choices = WIDE_CHOICES[np.uint64(choices_row + wanted)]
            n = emit_three(mem, buffer, move, n, code, once | part, twice, choices)
            if part == ranks:
                break
            part = (part - ranks) & ranks
    return n


@inlined
def visit_sequences(
    mem: Any,
    buffer: Any,
    move: Any,
    n: int,
    lean: bool,
    once: int,
    shortest: int,
    longest: int,
    above: int,
) -> int:
    """C2.2: one suit, courts in the gaps."""
    held = (once >> JACK) & ALL_COURTS
    wilds = popcount(held)
    for length in range(shortest, longest + 1):
        windows = mem[_BY_GAPS + 4 * (length - 1) + wilds]
        lows = ranks_in(windows) & (-1 << max(above + 1 - length - BELOW_RANKS, 0))
        while lows:
            low = place_of(lows & -lows)
            lows &= lows - 1
            code = PLAY_CODE | (SEQUENCE << 24) | (1 << 16) | (length << 8) | (low + length + BELOW_RANKS)
            suits = (windows >> low) & COLUMN
            n = visit_tracks(
                mem, buffer, move, n, lean, once, suits, low, length, 0, wilds, 16 * held, code, 0, 0
            )
    return n


@inlined
def most_tracks(mem: Any, twice: int, low: int, length: int, wilds: int) -> int:
    """How many tracks a window can have at most, copies in `twice` included."""
    word = _BY_GAPS + 4 * (length - 1)
    n0 = popcount((mem[word] >> low) & COLUMN)
    n1 = popcount((mem[word + 1] >> low) & COLUMN)
    n2 = popcount((mem[word + 2] >> low) & COLUMN)
    n3 = popcount((mem[word + 3] >> low) & COLUMN)
    if twice:
        reach = ((1 << length) - 1) & (ROW >> low)
        for suit in range(SUIT_COUNT):
            cards = popcount((twice >> (RANKS * suit + low)) & reach)
            if cards:
                n0 += 1 if cards == length else 0
                n1 += 1 if cards + 1 >= length else 0
                n2 += 1 if cards + 2 >= length else 0
                n3 += 1 if cards + 3 >= length else 0
    if length == 1:
        return n0 + wilds
    # the tracks with the fewest gaps first
    ones = min(n1 - n0, wilds)
    left = wilds - ones
    twos = min(n2 - n1, left >> 1)
    left -= 2 * twos
    most = n0 + ones + twos
    if left == 3 and n3 > n2:
        most += 1
    if wilds >= length:
        # or one track of courts alone
        most = max(most, n0 + min(n1 - n0, wilds - length) + 1)
    return most


@inlined
def visit_window(
    mem: Any,
    buffer: Any,
    move: Any,
    n: int,
    rules: Any,
    lean: bool,
    once: int,
    twice: int,
    tracks: int,
    length: int,
    low: int,
) -> int:
    """The stairs (or with length 1 the sets) of a number of tracks, a length and a lowest rank.

    The highest suit of a stair first, then the next below it and so on; the last one in `visit_tracks`.
    """
    held = (once >> JACK) & ALL_COURTS
    wilds = popcount(held)
    choices_row = 16 * held
    reach = ((1 << length) - 1) & (ROW >> low)
    word = _BY_GAPS + 4 * (length - 1)
    kind = SET if length == 1 else STAIR
    code = PLAY_CODE | (kind << 24) | (tracks << 16) | (length << 8) | (low + length + BELOW_RANKS)
    # In the lean list a track of courts alone needs a suit in which the hand holds nothing there, and a wild
    # in a set means that all number cards of the rank are in it.
    spare = 99
    if lean and length == 1:
        all_cards = popcount((once >> low) & COLUMN) + popcount((twice >> low) & COLUMN)
        spare = tracks - all_cards
    elif lean:
        empty = rules[SUITS] - popcount((mem[word + 3] >> low) & COLUMN)
        spare = empty * rules[TRACKS_A_SUIT]
    depth = _STACK
    suits = (mem[word + wilds] >> low) & COLUMN
    if twice == 0 and length > 1:
        # The highest suit has one below it for each other track, but for one of courts alone.
        for _ in range(tracks - 2 if wilds >= length else tracks - 1):
            suits &= suits - 1
    left = tracks
    gaps = 0
    all_once = 0
    all_twice = 0
    suit = 0
    cards = 0
    part = 0
    while True:
        if part == cards:
            if suits == 0:
                if depth == _STACK:
                    return n
                depth -= _STACK_WORDS
                suits = mem[depth]
                left = mem[depth + 1]
                gaps = mem[depth + 2]
                all_once = mem[depth + 3]
                all_twice = mem[depth + 4]
                suit = mem[depth + 5]
                cards = mem[depth + 6]
                part = mem[depth + 7]
                continue
            suit = suits & -suits
            suits ^= suit
            place = place_of(suit) + low
            cards = ((once >> place) & reach) | (((twice >> place) & reach) << RANKS)
            part = 0
        if lean:
            # every rank in one track, then every copy in two
            part = cards & ROW if part == 0 else cards
        else:
            part = (part - cards) & cards
        copies = part >> RANKS
        if copies & ~part:
            continue
        more = 2 if copies else 1
        now_left = left - more
        now_gaps = gaps + more * length - popcount(part)
        if now_gaps > wilds or now_left < 0:
            continue
        place = place_of(suit) + low
        now_once = all_once | ((part & ROW) << place)
        now_twice = all_twice | (copies << place)
        wanted = now_gaps + now_left * length
        if wanted <= wilds and (now_left == 0 or now_left <= spare):
            choices = WIDE_CHOICES[np.uint64(choices_row + wanted)]
            n = emit_three(mem, buffer, move, n, code, now_once, now_twice, choices)
        if now_left == 1:
            below = (mem[word + wilds - now_gaps] >> low) & COLUMN & (suit - 1)
            n = visit_tracks(
                mem,
                buffer,
                move,
                n,
                lean,
                once,
                below,
                low,
                length,
                now_gaps,
                wilds,
                choices_row,
                code,
                now_once,
                now_twice,
            )
        elif now_left > 1:
            mem[depth] = suits
            mem[depth + 1] = left
            mem[depth + 2] = gaps
            mem[depth + 3] = all_once
            mem[depth + 4] = all_twice
            mem[depth + 5] = suit
            mem[depth + 6] = cards
            mem[depth + 7] = part
            depth += _STACK_WORDS
            suits = (mem[word + wilds - now_gaps] >> low) & COLUMN & (suit - 1)
            left = now_left
            gaps = now_gaps
            all_once = now_once
            all_twice = now_twice
            cards = 0
            part = 0


@compiled
def visit_stairs(
    mem: Any,
    buffer: Any,
    move: Any,
    n: int,
    rules: Any,
    lean: bool,
    once: int,
    twice: int,
    tracks: int,
    shortest: int,
    longest: int,
    above: int,
) -> int:
    """C2.3: the stairs of a hand, of a number of tracks or any (0); with lengths of 1 the sets (C2.4)."""
    wilds = popcount((once >> JACK) & ALL_COURTS)
    if shortest > 1 and rules[TRACKS_A_SUIT] == 1:
        twice = 0
    end = _LIST
    for length in range(shortest, longest + 1):
        # One of two tracks has no more than half of the courts.
        lows = ranks_in(mem[_BY_GAPS + 4 * (length - 1) + (wilds >> 1)])
        lows &= -1 << max(above + 1 - length - BELOW_RANKS, 0)
        while lows:
            low = place_of(lows & -lows)
            lows &= lows - 1
            most = most_tracks(mem, twice, low, length, wilds)
            if shortest > 1:
                most = min(most, rules[MOST_TRACKS])
            if most >= max(tracks, 2):
                mem[end] = (most << 16) | (length << 8) | low
                end += 1
    # The number of tracks comes first in the order: each time, keep the windows that can have one more.
    number = tracks if tracks else 2
    while end > _LIST:
        kept = _LIST
        for word in range(_LIST, end):
            window = mem[word]
            n = visit_window(
                mem, buffer, move, n, rules, lean, once, twice, number, (window >> 8) & 255, window & 255
            )
            if tracks == 0 and (window >> 16) > number:
                mem[kept] = window
                kept += 1
        end = kept
        number += 1
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
