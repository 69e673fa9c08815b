"""What many tables are told, and how open numbers are marked: templates, compiled for each family.

Open numbers are bits of words on a CPU, where they are counted and drawn from by the word, and bytes on a
GPU, where threads side by side would share the words.
"""

from typing import Any, Final

from stramash.sim.bits import below, popcount, select, spread_16, spread_32, spread_64
from stramash.sim.climbing.numbers import IN_HISTORY
from stramash.sim.climbing.planes import POSITION, seats_of_past, tell_past, tell_position
from stramash.sim.climbing.record import SEATS
from stramash.sim.compiled import compiled

BYTES: Final = "_bytes"
"""The end of the names of loops that mark open numbers as bytes, which come cleared."""
WORD: Final = 64
PAST: Final = 3
"""Words of a past move as it is kept: as it is told, with seats counted from seat 0."""


@compiled
def place_of(bit: int) -> int:
    """Which bit it is."""
    return popcount(bit - 1)


def clear_bits(masks: Any, i: int) -> None:
    """No number is open in a row."""
    for word in range(masks.shape[1]):
        masks[i, word] = 0


def mark_bit(masks: Any, i: int, number: int) -> None:
    """A number is open."""
    masks[i, number >> 6] |= 1 << (number & (WORD - 1))


def mark_all_bits(masks: Any, i: int, bits: int, first: int) -> None:
    """The numbers from `first` on are open whose bits are set, of which there are less than 64."""
    word = first >> 6
    shift = first & (WORD - 1)
    masks[i, word] |= bits << shift
    if shift and bits >> (WORD - shift):
        masks[i, word + 1] |= bits >> (WORD - shift)


def is_bit(masks: Any, i: int, number: int) -> bool:
    """Whether a number is open."""
    return (masks[i, number >> 6] >> (number & (WORD - 1))) & 1 == 1


def clear_bytes(masks: Any, i: int) -> None:
    """Nothing: rows of bytes come cleared."""


def mark_byte(masks: Any, i: int, number: int) -> None:
    """A number is open."""
    masks[i, number] = 1


def mark_all_bytes(masks: Any, i: int, bits: int, first: int) -> None:
    """The numbers from `first` on are open whose bits are set."""
    while bits:
        bit = bits & -bits
        bits ^= bit
        masks[i, first + place_of(bit)] = 1


def is_byte(masks: Any, i: int, number: int) -> bool:
    """Whether a number is open."""
    return masks[i, number] == 1


clear, mark, mark_all, is_marked = clear_bits, mark_bit, mark_all_bits, is_bit
FORMS: Final = {
    "": {"clear": clear_bits, "mark": mark_bit, "mark_all": mark_all_bits, "is_marked": is_bit},
    BYTES: {"clear": clear_bytes, "mark": mark_byte, "mark_all": mark_all_bytes, "is_marked": is_byte},
}
"""How open numbers are marked, by the end of the names of the loops."""


def turned(word: int, low: int, high: int, seat: int, rest: int) -> int:
    """A word whose seats are counted from `seat` instead of 0: bits in `low` are of seats before it."""
    return (word & ~(low | high)) | ((word & high) >> seat) | ((word & low) << rest)


def tell_seat(
    game: Any, i: int, rules: Any, seat: int, is_acting: bool, chosen: Any, past: Any, words: Any
) -> None:
    """What a seat may know of a game, as words of bits."""
    tell_position(game, rules, seat, words)
    at = POSITION
    if chosen[i, 0] and is_acting:
        tell_past(chosen[i, 0], chosen[i, 1], chosen[i, 2], seat, rules, seat, words[at : at + PAST])
    else:
        words[at] = 0
        words[at + 1] = 0
        words[at + 2] = 0
    rest = rules[SEATS] - seat
    before = (1 << seat) - 1
    after = ((1 << rest) - 1) << seat
    low = seats_of_past(rules, 0) * before
    high = seats_of_past(rules, 0) * after
    named_low = seats_of_past(rules, 1) * before
    named_high = seats_of_past(rules, 1) * after
    for k in range(past.shape[1]):
        at += PAST
        words[at] = turned(past[i, k, 0], low, high, seat, rest)
        words[at + 1] = turned(past[i, k, 1], named_low, named_high, seat, rest)
        words[at + 2] = past[i, k, 2]


def expand_rows(first: int, last: int, words: Any, runs: Any, width: int, told: Any) -> None:
    """A byte for each bit of rows of words, `width` a row: the runs' word, first bit, width and room.

    `told` is flat. As many bytes as a run has room for are written at once, and the next run writes over what
    was too much; where there is no room for that, they are written one by one.
    """
    for i in range(first, last):
        at = i * width
        for run in range(runs.shape[0]):
            bits = words[i, runs[run, 0]] >> runs[run, 1]
            room = runs[run, 3]
            if room == 64:
                spread_64(told, at, bits)
            elif room == 32:
                spread_32(told, at, bits)
            elif room == 16:
                spread_16(told, at, bits)
            else:
                for k in range(runs[run, 2]):
                    told[at + k] = (bits >> k) & 1
            at += runs[run, 2]


def remember(past: Any, i: int, who: int, move: Any, rules: Any) -> None:
    """Put a move before all others of the past, if everybody saw it."""
    if (IN_HISTORY >> (move[0] >> 32)) & 1 and past.shape[1]:
        for k in range(past.shape[1] - 1, 0, -1):
            for word in range(PAST):
                past[i, k, word] = past[i, k - 1, word]
        tell_past(move[0], move[1], move[2], who, rules, 0, past[i, 0])


def forget(chosen: Any, past: Any, i: int) -> None:
    """A new deal: nothing has been chosen, and there is no past."""
    chosen[i, 0] = 0
    chosen[i, 1] = 0
    chosen[i, 2] = 0
    chosen[i, 3] = -1
    for k in range(past.shape[1]):
        for word in range(PAST):
            past[i, k, word] = 0


def settle(
    first: int, last: int, finished: Any, scores: Any, side_of: Any, acted: Any, leads: Any, rewards: Any
) -> None:
    """By seat, the points of its side less the mean of the others', where a deal ended; 0 elsewhere."""
    sides = scores.shape[1]
    for i in range(first, last):
        if finished[i]:
            total = 0
            for side in range(sides):
                total += scores[i, side]
            for seat in range(leads.shape[1]):
                own = scores[i, side_of[seat]]
                leads[i, seat] = own - (total - own) / (sides - 1)
            rewards[i] = leads[i, acted[i]]
        else:
            rewards[i] = 0.0
            for seat in range(leads.shape[1]):
                leads[i, seat] = 0.0


def first_shut(numbers: Any, seats: Any, masks: Any, size: int) -> int:
    """The first table that waits for a number and is given one that is not open; -1 for none."""
    for i in range(numbers.shape[0]):
        if seats[i] >= 0 and not (0 <= numbers[i] < size and is_marked(masks, i, numbers[i])):
            return i
    return -1


def draw_open(first: int, last: int, seed: int, masks: Any, numbers: Any) -> None:
    """An open number of each table by chance; -1 where there is none."""
    for i in range(first, last):
        count = 0
        for word in range(masks.shape[1]):
            count += popcount(masks[i, word])
        numbers[i] = -1
        left = below(seed + i, count)
        for word in range(masks.shape[1]):
            here = popcount(masks[i, word])
            if left < here:
                numbers[i] = word * WORD + select(masks[i, word], left)
                break
            left -= here
