"""What many tables are told, and how open numbers are marked: templates, compiled for each family.

Open numbers are bits of words on a CPU, where they are counted and drawn from by the word, and bytes on a
GPU, where threads side by side would share the words.
"""

from typing import Any, Final

from stramash.sim.bits import below, nth_bit, popcount, spread_16, spread_32, spread_64, turn_words
from stramash.sim.climbing.numbers import IN_HISTORY
from stramash.sim.climbing.planes import position_words, seats_of_past, tell_past, tell_position
from stramash.sim.climbing.record import SEATS
from stramash.sim.compiled import compiled

BYTES: Final = "_bytes"
"""The end of the names of loops that mark open numbers as bytes, which come cleared."""
WORD: Final = 64
TWO: Final = 2
"""Words of open numbers in Mü, for which there are ways without a loop."""
PAST: Final = 3
"""Words of a past move as it is kept: as it is told, with seats counted from seat 0."""
PLACES: Final = (1 << 47) - 1
"""Places and sizes are held to these bits where the compiler cannot see that they are not negative: places
that may have to be counted from the end cost more than this does."""


COPIES: Final[int] = 2
"""How often a CPU keeps each past move: rings that are written twice over have the latest moves one after the
other. Threads of a GPU read what lies side by side, so there the latest move is always at the same place."""
COPIES_ON_GPU: Final[int] = 1


def past_room(moves: int, copies: int = COPIES) -> int:
    """Words that so many past moves take at a table: where the latest is, and then the first words of all.

    Then come the second words of all moves, and the third ones.
    """
    return 1 + copies * PAST * moves


@compiled
def place_of(bit: int) -> int:
    """Which bit it is."""
    return popcount(bit - 1)


def clear_bits(mask: Any) -> None:
    """No number is open in a row."""
    for word in range(mask.shape[0]):
        mask[word] = 0


def mark_bit(mask: Any, number: int) -> None:
    """A number is open."""
    mask[number >> 6] |= 1 << (number & (WORD - 1))


def mark_only_bits(mask: Any, low: int, bits: int, first: int) -> None:
    """Open are the numbers in `low`, those from `first` on whose bits are set, and no others.

    All are below 128, and `first` is from 1 to 63: two words, which are written once and not read again.
    """
    mask[0] = low | (bits << first)
    mask[1] = bits >> (WORD - first)


def is_bit(mask: Any, number: int) -> bool:
    """Whether a number is open."""
    return (mask[number >> 6] >> (number & (WORD - 1))) & 1 == 1


def clear_bytes(mask: Any) -> None:
    """Nothing: rows of bytes come cleared."""


def mark_byte(mask: Any, number: int) -> None:
    """A number is open."""
    mask[number] = 1


def mark_only_bytes(mask: Any, low: int, bits: int, first: int) -> None:
    """The same, in a row that comes cleared."""
    while low:
        bit = low & -low
        low ^= bit
        mask[place_of(bit)] = 1
    while bits:
        bit = bits & -bits
        bits ^= bit
        mask[first + place_of(bit)] = 1


def is_byte(mask: Any, number: int) -> bool:
    """Whether a number is open."""
    return mask[number] == 1


def turn_plainly(
    words: Any,
    at: int,
    past: Any,
    latest: int,
    moves: int,
    down: int,
    up: int,
    low: int,
    high: int,
    second_low: int,
    second_high: int,
) -> None:
    """`turn_words`, word by word."""
    for k in range(moves):
        word = past[latest + k]
        words[at + k] = (word & ~(low | high)) | ((word & high) >> down) | ((word & low) << up)
        word = past[latest + COPIES * moves + k]
        turned = ((word & second_high) >> down) | ((word & second_low) << up)
        words[at + moves + k] = (word & ~(second_low | second_high)) | turned
        words[at + 2 * moves + k] = past[latest + 2 * COPIES * moves + k]


def turn_at_once(
    words: Any,
    at: int,
    past: Any,
    latest: int,
    moves: int,
    down: int,
    up: int,
    low: int,
    high: int,
    second_low: int,
    second_high: int,
) -> None:
    """The same, several at a time."""
    turn_words(words, at, past, latest, moves, down, up, low, high, second_low, second_high)


clear, mark, mark_only, is_marked, turn = clear_bits, mark_bit, mark_only_bits, is_bit, turn_plainly
FORMS: Final[dict[str, dict[str, Any]]] = {
    "": {
        "COPIES": COPIES,
        "clear": clear_bits,
        "mark": mark_bit,
        "mark_only": mark_only_bits,
        "is_marked": is_bit,
        "turn": turn_at_once,
    },
    BYTES: {
        "COPIES": COPIES_ON_GPU,
        "clear": clear_bytes,
        "mark": mark_byte,
        "mark_only": mark_only_bytes,
        "is_marked": is_byte,
        "turn": turn_plainly,
    },
}
"""What differs from CPU to GPU, by the end of the names of the loops; numbers first, which functions use."""


def tell_seat(game: Any, rules: Any, seat: int, is_acting: bool, chosen: Any, past: Any, words: Any) -> None:
    """What a seat may know of a game, as words of bits."""
    tell_position(game, rules, seat, words)
    at = position_words(rules) & PLACES
    if chosen[0] and is_acting:
        tell_past(chosen[0], chosen[1], chosen[2], seat, rules, seat, words[at:], 1)
    else:
        words[at] = 0
        words[at + 1] = 0
        words[at + 2] = 0
    at += PAST
    moves = (past.shape[0] & PLACES) // (COPIES * PAST)
    latest = (past[0] & PLACES) + 1
    # Seats are counted from this one instead of 0: those before it rise by as many as come after it.
    rest = rules[SEATS] - seat
    before = (1 << seat) - 1
    after = ((1 << rest) - 1) << seat
    first, second = seats_of_past(rules, 0), seats_of_past(rules, 1)
    turn(
        words,
        at,
        past,
        latest,
        moves,
        seat,
        rest,
        first * before,
        first * after,
        second * before,
        second * after,
    )


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


def remember(past: Any, who: int, move: Any, rules: Any) -> None:
    """Put a move before all others of a table's past, if everybody saw it."""
    moves = (past.shape[0] & PLACES) // (COPIES * PAST)
    if not ((IN_HISTORY >> (move[0] >> 32)) & 1 and moves):
        return
    at = 1
    if COPIES == COPIES_ON_GPU:
        for word in range(PAST):
            for k in range(moves - 1, 0, -1):
                past[at + moves * word + k] = past[at + moves * word + k - 1]
    else:
        latest = (past[0] if past[0] else moves) - 1
        past[0] = latest
        at += latest & PLACES
    tell_past(move[0], move[1], move[2], who, rules, 0, past[at:], COPIES * moves)
    if COPIES != COPIES_ON_GPU:
        for _ in range(PAST):
            past[at + moves] = past[at]
            at += COPIES * moves


def forget(chosen: Any, past: Any) -> None:
    """A new deal: nothing has been chosen, and there is no past."""
    chosen[0] = 0
    chosen[1] = 0
    chosen[2] = 0
    chosen[3] = -1
    for word in range(past.shape[0]):
        past[word] = 0


def begin_step(
    first: int, last: int, marks: Any, finished: Any, seats: Any, acted: Any, leads: Any, rewards: Any
) -> None:
    """Note who acts; what the last step brought is over. `marks` are those of `finished`, eight a word."""
    for i in range(first, last):
        acted[i] = seats[i]
    for word in range(first >> 3, (last + 7) >> 3):
        if marks[word]:
            for i in range(max(first, 8 * word), min(last, 8 * word + 8)):
                if finished[i]:
                    finished[i] = False
                    rewards[i] = 0.0
                    for seat in range(leads.shape[1]):
                        leads[i, seat] = 0.0


def settle(
    first: int,
    last: int,
    marks: Any,
    finished: Any,
    scores: Any,
    side_of: Any,
    acted: Any,
    leads: Any,
    rewards: Any,
) -> int:
    """By seat, the points of its side less the mean of the others', where a deal ended: at so many tables."""
    sides = scores.shape[1]
    ended = 0
    for word in range(first >> 3, (last + 7) >> 3):
        if marks[word] == 0:
            continue
        for i in range(max(first, 8 * word), min(last, 8 * word + 8)):
            if finished[i]:
                ended += 1
                total = 0
                for side in range(sides):
                    total += scores[i, side]
                for seat in range(leads.shape[1]):
                    own = scores[i, side_of[seat]]
                    leads[i, seat] = own - (total - own) / (sides - 1)
                rewards[i] = leads[i, acted[i]]
    return ended


def first_shut(numbers: Any, seats: Any, masks: Any, size: int) -> int:
    """The first table that waits for a number and is given one that is not open; -1 for none."""
    for i in range(numbers.shape[0]):
        if seats[i] >= 0 and not (0 <= numbers[i] < size and is_marked(masks[i], numbers[i])):
            return i
    return -1


def draw_open(first: int, last: int, seed: int, masks: Any, numbers: Any) -> None:
    """An open number of each table by chance; -1 where there is none."""
    for i in range(first, last):
        mask = masks[i & PLACES]
        if mask.shape[0] == TWO:
            here = popcount(mask[0])
            count = here + popcount(mask[1])
            left = below(seed + i, count)
            is_second = left >= here
            bits = mask[1] if is_second else mask[0]
            left -= here if is_second else 0
            number = (WORD if is_second else 0) + nth_bit(bits, left)
            numbers[i & PLACES] = number if count else -1
            continue
        count = 0
        for word in range(mask.shape[0]):
            count += popcount(mask[word])
        left = below(seed + i, count)
        # Without a way out of the loop, which no processor would foresee.
        bits = 0
        among = 0
        place = 0
        for word in range(mask.shape[0]):
            is_here = left >= 0
            bits = mask[word] if is_here else bits
            among = left if is_here else among
            place = word if is_here else place
            left -= popcount(mask[word])
        numbers[i & PLACES] = place * WORD + nth_bit(bits, among) if count else -1
