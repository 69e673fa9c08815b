"""The legal action ids of a hand: which shapes it can play, with which courts, without a list of plays.

The numbers of a shape are those of its sets of courts, one after the other. Whether the hand can play it
with some courts depends on how many there are alone: so many as fill the gaps of its best tracks, or more,
since a court may stand for a card that is held as well (C2.5).
"""

from itertools import groupby
from typing import Any, Final

from stramash.climbing.cards import JACK, RANKS, ROW, SUIT_COUNT
from stramash.climbing.plays.combos import MIXED, SHORTEST_SEQUENCE, SHORTEST_STAIR, SUITED, Combo
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import (
    ALL_COURTS,
    BELOW_RANKS,
    COLUMN,
    COURT_BOMBS,
    FIVE,
    NINE,
    NUMBERS,
    SEVEN,
    SUITED_BOMB,
    THREE,
)
from stramash.sim.climbing.plays.counts import count_mixed
from stramash.sim.climbing.plays.courts import place_of, ranks_in
from stramash.sim.climbing.record import BOMB, SETS, SINGLE, TOP_RANK, TRACKS_A_SUIT
from stramash.sim.compiling.compiled import compiled

# --- the part of the table of numbers that is looked at here ---------------------------------------------
FIRST_BOMB: Final = 7
"""The number of the lowest bomb; not a place."""
AT_COURT_BOMBS: Final = 8
"""By courts held: the court bombs they make, a bit each in the order of C3.1."""
AT_PATTERNS: Final = AT_COURT_BOMBS + ALL_COURTS + 1
"""By pattern, courts held and gaps: which of the numbers of a shape are open."""
_PATTERN: Final = 4 * (ALL_COURTS + 1)
_MOST_PATTERNS: Final = 16
_PATTERN_BITS: Final = 8
AT_ROWS: Final = AT_PATTERNS + _MOST_PATTERNS * _PATTERN
"""By tracks, length and top: the first number of a shape and its pattern; 0 where there is no such shape."""
AT_END: Final = AT_ROWS + (1 << 12)
_MANY: Final = 99


def mark_many(mask: Any, bits: int, first: int) -> None:
    """Mark the numbers from `first` on whose bits are set; the compiled one is put in its place."""


def show_shapes(once: int, twice: int, to_beat: int, rules: Any, table: Any, mask: Any) -> None:
    """Mark the sets, sequences and stairs of a hand that beat a combination, or all where it is to lead.

    Windows of ranks are known by the place of their lowest card, as in `plays.windows`: all suits and ranks
    are found at once, with at most 0, 1, 2 or 3 gaps. So many tracks take the ones with the fewest gaps; a
    track of courts alone, which three courts fill up to a length of three, has as many as it is long.
    """
    held = (once >> JACK) & ALL_COURTS
    wilds = popcount(held)
    tracks = (to_beat >> 16) & 255
    size = (to_beat >> 8) & 255
    above = to_beat & 255
    shortest = size
    longest = size
    if size == 0:
        shortest = 1 if rules[SETS] else SHORTEST_STAIR
        longest = rules[TOP_RANK] - BELOW_RANKS
    cards = once & NUMBERS
    none = cards
    one = NUMBERS
    two = NUMBERS
    three = NUMBERS
    none_again = twice
    one_again = NUMBERS
    two_again = NUMBERS
    three_again = NUMBERS
    for length in range(1, longest + 1):
        enough = none if wilds == 0 else one if wilds == 1 else two if wilds == 2 else three
        if enough == 0:
            return
        if length >= shortest:
            fewest = tracks
            if tracks == 0:
                fewest = 1 if length >= SHORTEST_SEQUENCE else 2
            # One of two tracks has no more than half of the courts, and a set has a number card.
            if fewest > 1:
                enough = none if wilds < 2 or length == 1 else one
            lows = ranks_in(enough) & ((2 << (rules[TOP_RANK] - length - BELOW_RANKS)) - 1)
            lows &= -1 << max(above + 1 - length - BELOW_RANKS, 0)
            while lows:
                low = place_of(lows & -lows)
                lows &= lows - 1
                n0 = popcount((none >> low) & COLUMN)
                n1 = popcount((one >> low) & COLUMN)
                n2 = popcount((two >> low) & COLUMN)
                n3 = popcount((three >> low) & COLUMN)
                if length == 1:
                    n0 += popcount((twice >> low) & COLUMN)
                elif rules[TRACKS_A_SUIT] == 2:
                    # C2.8
                    n0 += popcount((none_again >> low) & COLUMN)
                    n1 += popcount((one_again >> low) & COLUMN)
                    n2 += popcount((two_again >> low) & COLUMN)
                    n3 += popcount((three_again >> low) & COLUMN)
                if length <= 3:
                    n3 = _MANY
                if length <= 2:
                    n2 = _MANY
                if length == 1:
                    n1 = _MANY
                row = AT_ROWS + (length << 4) + low + length + BELOW_RANKS
                number = fewest
                while True:
                    gaps = max(number - n0, 0) + max(number - n1, 0)
                    gaps += max(number - n2, 0) + max(number - n3, 0)
                    if gaps > wilds:
                        break
                    entry = table[row + (number << 8)]
                    pattern = entry & ((1 << _PATTERN_BITS) - 1)
                    bits = table[AT_PATTERNS + _PATTERN * pattern + 4 * held + gaps]
                    mark_many(mask, bits, entry >> _PATTERN_BITS)
                    number += 1
                    if tracks:
                        break
        # A longer window has no more gaps if its last card is there, else one more.
        inside = COLUMN * (ROW >> length)
        last = (cards >> length) & inside
        three = (three & last) | two
        two = (two & last) | one
        one = (one & last) | none
        none &= last
        if rules[TRACKS_A_SUIT] == 2:
            last = (twice >> length) & inside
            three_again = (three_again & last) | two_again
            two_again = (two_again & last) | one_again
            one_again = (one_again & last) | none_again
            none_again &= last


def show_bombs(once: int, above: int, table: Any, mask: Any) -> None:
    """Mark the bombs of a hand above a place in the list (C3.1)."""
    threes = (once >> THREE) & COLUMN
    fives = (once >> FIVE) & COLUMN
    sevens = (once >> SEVEN) & COLUMN
    nines = (once >> NINE) & COLUMN
    bombs = table[AT_COURT_BOMBS + ((once >> JACK) & ALL_COURTS)]
    if threes and fives and sevens and nines:
        if threes & fives & sevens & nines:
            bombs |= 1 << (SUITED - 1)
        if above < MIXED and count_mixed(threes, fives, sevens, nines):
            bombs |= 1 << (MIXED - 1)
    mark_many(mask, (bombs >> above) << above, table[FIRST_BOMB])


def show_plays(once: int, twice: int, to_beat: int, rules: Any, table: Any, mask: Any) -> None:
    """Mark all shapes that beat a combination, or all where there is none; singles are marked elsewhere."""
    kind = to_beat >> 24
    if kind not in (SINGLE, BOMB):
        show_shapes(once, twice, to_beat, rules, table, mask)
    show_bombs(once, to_beat & 255 if kind == BOMB else 0, table, mask)


@compiled
def suit_counts(cards: int) -> int:
    """How many cards there are of each suit, four bits each."""
    counts = 0
    for suit in range(SUIT_COUNT):
        counts |= popcount((cards >> (RANKS * suit)) & ROW) << (4 * suit)
    return counts


@compiled
def suits_with(counts: int, least: int) -> int:
    """How many suits have so many cards or more."""
    suits = 0
    for suit in range(SUIT_COUNT):
        suits += 1 if (counts >> (4 * suit)) & 15 >= least else 0
    return suits


@compiled
def most_cards(counts: int, suits: int, length: int) -> int:
    """How many cards so many suits have at most, none of them more than `length`."""
    cards = 0
    for least in range(1, length + 1):
        cards += min(suits_with(counts, least), suits)
    return cards


@compiled
def lowest_cards(cards: int, count: int) -> int:
    """So many of some cards, the lowest ones."""
    found = 0
    for _ in range(min(count, popcount(cards))):
        found |= cards & -cards
        cards &= cards - 1
    return found


@compiled
def bomb_faces(once: int, is_suited: bool, had: int, last: int, shared: Any, at: int) -> int:
    """`play_faces` for bombs of number cards (C3.1), choice by choice: there are few."""
    threes = (once >> THREE) & COLUMN
    below = (1 << max(last, 0)) - 1
    common = -1
    found = 0
    # What all that are left have in common is gathered first.
    for part in range(2):
        left_3 = threes
        while left_3:
            three = left_3 & -left_3
            left_3 ^= three
            left_5 = (once >> FIVE) & COLUMN & (three if is_suited else ~three)
            while left_5:
                five = left_5 & -left_5
                left_5 ^= five
                left_7 = (once >> SEVEN) & COLUMN & (three if is_suited else ~(three | five))
                while left_7:
                    seven = left_7 & -left_7
                    left_7 ^= seven
                    left_9 = (once >> NINE) & COLUMN & (three if is_suited else ~(three | five | seven))
                    while left_9:
                        nine = left_9 & -left_9
                        left_9 ^= nine
                        cards = (three << THREE) | (five << FIVE) | (seven << SEVEN) | (nine << NINE)
                        if (cards ^ had) & below or had & ~cards:
                            continue
                        if part == 0:
                            common &= cards
                        else:
                            differing = cards & ~common
                            found |= differing & -differing
    shared[at] = common
    return found


@compiled
def play_faces(once: int, chosen: Any, shared: Any, at: int) -> int:
    """The faces with which a play goes on from what has been chosen, and in `shared[at]` what all have.

    The numbers are those of `stramash.sim.tables.action_ids` without the list, for decks in which each card
    comes once. No face is open where one play is left; then it is what they share. Faces are in the order of
    suits: after the last face come the rest of its suit and higher suits, as many as there are tracks left.
    """
    code = chosen[0] & 0xFFFFFFFF
    had = chosen[1] & NUMBERS
    shared[at] = chosen[1]
    if code >> 24 == BOMB:
        if chosen[1] != had:
            return 0
        return bomb_faces(once, code == SUITED_BOMB, had, chosen[3], shared, at)
    tracks = (code >> 16) & 255
    length = (code >> 8) & 255
    low = (code & 255) - length - BELOW_RANKS
    wanted = tracks * length - popcount(chosen[1])
    rest = once & (COLUMN * ((((1 << length) - 1) << low) & ROW))
    own = 0
    if chosen[3] >= 0:
        rest &= -2 << chosen[3]
        own = rest & (ROW << (RANKS * (chosen[3] // RANKS)))
        rest ^= own
        tracks -= suits_with(suit_counts(had), 1)
    counts = suit_counts(rest)
    others = most_cards(counts, tracks, length)
    if wanted == 0:
        return 0
    found = 0
    spare = popcount(own) + others - wanted
    if spare > 0:
        # No card must be in it. After the lowest one come as many as are wanted, of it and higher ones.
        found = lowest_cards(own, spare + 1)
        for suit in range(SUIT_COUNT):
            cards = rest & (ROW << (RANKS * suit))
            if cards and tracks:
                after = most_cards(counts >> (4 * (suit + 1)), tracks - 1, length)
                found |= lowest_cards(cards, popcount(cards) + after - wanted + 1)
        return found
    # All cards of the suits that have the most; there is a choice where the last of them have as many.
    least = length + 1
    if tracks:
        while least and suits_with(counts, least) < tracks:
            least -= 1
    equal = suits_with(counts, least) - suits_with(counts, least + 1)
    left = tracks - suits_with(counts, least + 1)
    is_known = least == 0 or equal == left or tracks == 0
    shared[at] |= own
    for suit in range(SUIT_COUNT):
        cards = rest & (ROW << (RANKS * suit))
        here = popcount(cards)
        if here > least or (is_known and here == least):
            shared[at] |= cards
        elif here == least and equal >= left:
            found |= cards & -cards
            equal -= 1
    return found


@compiled
def back_faces(once: int, count: int, chosen: Any, shared: Any, at: int) -> int:
    """The same for `count` cards that are put back (C8.3), the lowest first."""
    rest = once & NUMBERS
    wanted = count - popcount(chosen[1])
    shared[at] = chosen[1]
    if chosen[0]:
        rest &= -2 << chosen[3]
        if wanted == popcount(rest):
            shared[at] |= rest
            return 0
    return lowest_cards(rest, popcount(rest) - wanted + 1) if wanted else 0


@compiled
def part_faces(once: int, back: int, chosen: Any, shared: Any, at: int) -> int:
    """The faces with which a play goes on, or where it is not 0 the choice of `back` cards to be put back."""
    return back_faces(once, back, chosen, shared, at) if back else play_faces(once, chosen, shared, at)


def put_rows(table: Any, shapes: list[tuple[Combo, int]], first: int) -> None:
    """Write what is looked at here into the table of numbers; shapes come with their courts, in order."""
    table[AT_COURT_BOMBS:AT_END] = 0
    for held in range(ALL_COURTS + 1):
        for courts, level in COURT_BOMBS.reshape(-1, 2).tolist():
            if courts & ~held == 0:
                table[AT_COURT_BOMBS + held] |= 1 << (level - 1)
    patterns: list[list[int]] = [[]]
    number = first
    for shape, pairs in groupby(shapes, key=lambda pair: pair[0]):
        courts_of_shape = [courts for _, courts in pairs]
        if shape.is_bomb:
            table[FIRST_BOMB] = number + 1 - shape.top
        else:
            if courts_of_shape not in patterns:
                patterns.append(courts_of_shape)
            row = AT_ROWS + (shape.tracks << 8) + (shape.length << 4) + shape.top
            table[row] = number << _PATTERN_BITS | patterns.index(courts_of_shape)
        number += len(courts_of_shape)
    assert len(patterns) <= _MOST_PATTERNS
    for pattern, numbered in enumerate(patterns):
        for held in range(ALL_COURTS + 1):
            for gaps in range(4):
                bits = sum(
                    1 << place
                    for place, courts in enumerate(numbered)
                    if courts & ~held == 0 and courts.bit_count() >= gaps
                )
                table[AT_PATTERNS + _PATTERN * pattern + 4 * held + gaps] = bits
