"""Sequences and stairs of a hand, walked window by window: a window is a length and a lowest rank."""

from typing import Any

import numpy as np

from stramash.climbing.cards import JACK, RANKS, ROW, SUIT_COUNT
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import ALL_COURTS, BELOW_RANKS, COLUMN, NUMBERS
from stramash.sim.climbing.plays.courts import PLAY_CODE, WIDE_CHOICES, emit_three, place_of, ranks_in
from stramash.sim.climbing.record import MOST_TRACKS, SEQUENCE, SET, STAIR, SUITS, TRACKS_A_SUIT
from stramash.sim.compiling.compiled import compiled, inlined

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
