"""Observations and legal masks of many tables: templates, compiled for each family.

Open numbers are bits of words on a CPU, where they are counted and drawn from by the word, and bytes on a
GPU, where threads side by side would share the words.
"""

from typing import Any, Final

from stramash.sim.bits import (
    below,
    fetch_lines,
    nth_bit,
    popcount,
    push_words,
    spread_16,
    spread_32,
    spread_64,
)
from stramash.sim.climbing.action_ids import IN_HISTORY
from stramash.sim.climbing.observations import position_words, seats_of_past, tell_past, tell_position
from stramash.sim.climbing.record import SEATS
from stramash.sim.compiling.compiled import compiled

BYTES: Final = "_bytes"
"""The end of the names of loops that mark open numbers as bytes, which come cleared."""
WORD: Final = 64
TWO: Final = 2
"""Words of open numbers in Mü, for which there are ways without a loop."""
PAST: Final = 3
"""Words of a past move. The first words of all stand one after the other at the end of a row, the latest
first, then the second ones and the third: the row is where a table's past is kept."""
PLACES: Final = (1 << 47) - 1
"""Places and sizes are held to these bits where the compiler cannot see that they are not negative: places
that may have to be counted from the end cost more than this does."""


TOLD_TO: Final = 4
"""Where, behind what is chosen at a table, stands the seat that its row of words was told to last: from that
one seats are counted there."""
CHOSEN_WORDS: Final = 5
NOTHING_CHOSEN: Final = (0, 0, 0, -1, 0)
STALE: Final = 8
"""Added to `TOLD_TO` where a game was changed by hand: the next number tells all of the row anew."""


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


def mark_many_bits(mask: Any, bits: int, first: int) -> None:
    """The numbers from `first` on whose bits are set are open too; the highest bit is not one."""
    word = first >> 6
    place = first & (WORD - 1)
    mask[word] |= bits << place
    rest = (bits >> 1) >> (WORD - 1 - place)
    if rest:
        mask[word + 1] |= rest


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


def mark_many_bytes(mask: Any, bits: int, first: int) -> None:
    """The numbers from `first` on whose bits are set are open too."""
    while bits:
        bit = bits & -bits
        bits ^= bit
        mask[first + place_of(bit)] = 1


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


def turned(word: int, first: int, down: int, up: int) -> int:
    """A word of a past move with its seats counted from the one `down` seats on; `up` is how many are left.

    `first` has the first bit of each stretch that tells a seat.
    """
    low = first * ((1 << down) - 1)
    high = first * (((1 << up) - 1) << down)
    return (word & ~(low | high)) | ((word & high) >> down) | ((word & low) << up)


def push_plainly(words: Any, at: int, moves: int, down: int, up: int, first: int, second: int) -> None:
    """Turn past moves and make room for one before them, word by word."""
    for k in range(moves - 1, 0, -1):
        words[at + k] = turned(words[at + k - 1], first, down, up)
        words[at + moves + k] = turned(words[at + moves + k - 1], second, down, up)
        words[at + 2 * moves + k] = words[at + 2 * moves + k - 1]


def push_at_once(words: Any, at: int, moves: int, down: int, up: int, first: int, second: int) -> None:
    """The same, several at a time; what was last before each stretch may then stand in its first word."""
    before = (1 << down) - 1
    after = ((1 << up) - 1) << down
    push_words(words, at, moves, down, up, first * before, first * after, second * before, second * after)


def fetch_row(rows: Any, i: int) -> None:
    """A row will be wanted soon; one behind the last does no harm."""
    fetch_lines(rows[i & PLACES])


def fetch_nothing(rows: Any, i: int) -> None:
    """Nothing: other threads of a GPU work while one waits."""


clear, mark, mark_only, is_marked, push = clear_bits, mark_bit, mark_only_bits, is_bit, push_plainly
fetch = fetch_row
FORMS: Final[dict[str, dict[str, Any]]] = {
    "": {
        "turned": turned,
        "clear": clear_bits,
        "mark": mark_bit,
        "mark_many": mark_many_bits,
        "mark_only": mark_only_bits,
        "is_marked": is_bit,
        "push": push_at_once,
        "fetch": fetch_row,
    },
    BYTES: {
        "turned": turned,
        "clear": clear_bytes,
        "mark": mark_byte,
        "mark_many": mark_many_bytes,
        "mark_only": mark_only_bytes,
        "is_marked": is_byte,
        "push": push_plainly,
        "fetch": fetch_nothing,
    },
}
"""What differs from CPU to GPU, by the end of the names of the loops; first what the others call."""


def tell_seat(game: Any, rules: Any, seat: int, is_acting: bool, chosen: Any, words: Any, moves: int) -> None:
    """What a seat may know of a game, as words of bits; so many past moves are in the row already."""
    tell_position(game, rules, seat, words)
    at = position_words(rules) & PLACES
    if chosen[0] and is_acting:
        tell_past(chosen[0], chosen[1], chosen[2], seat, rules, seat, words, at, 1)
    else:
        words[at] = 0
        words[at + 1] = 0
        words[at + 2] = 0
    if chosen[TOLD_TO] != seat:
        if moves > 0:
            turn(words, chosen, rules, seat, moves)
        chosen[TOLD_TO] = seat


def past_moves(rules: Any, size: int) -> int:
    """How many past moves a row of so many words has room for."""
    return ((size & PLACES) - (position_words(rules) & PLACES)) // PAST - 1


def seats_on(rules: Any, chosen: Any, seat: int) -> int:
    """How many seats after the one that a row was told to last another one sits."""
    steps = seat - (chosen[TOLD_TO] & (STALE - 1))
    return steps if steps >= 0 else steps + rules[SEATS]


def turn(words: Any, chosen: Any, rules: Any, seat: int, moves: int) -> None:
    """Count the seats of the past in a row from another one."""
    down = seats_on(rules, chosen, seat)
    at = (position_words(rules) & PLACES) + PAST
    for k in range(at, at + moves):
        words[k] = turned(words[k], seats_of_past(rules, 0), down, rules[SEATS] - down)
        words[k + moves] = turned(words[k + moves], seats_of_past(rules, 1), down, rules[SEATS] - down)


def remember(words: Any, moves: int, chosen: Any, who: int, seat: int, move: Any, rules: Any) -> None:
    """Put a move before all others of the past in a row, if everybody saw it; and count from `seat` there."""
    if not ((IN_HISTORY >> (move[0] >> 32)) & 1 and moves > 0):
        return
    down = seats_on(rules, chosen, seat)
    at = (position_words(rules) & PLACES) + PAST
    push(words, at, moves, down, rules[SEATS] - down, seats_of_past(rules, 0), seats_of_past(rules, 1))
    tell_past(move[0], move[1], move[2], who, rules, seat, words, at, moves)
    chosen[TOLD_TO] = seat


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


def forget(chosen: Any, words: Any) -> None:
    """A new deal: nothing has been chosen, and there is no past."""
    chosen[0] = 0
    chosen[1] = 0
    chosen[2] = 0
    chosen[3] = -1
    for word in range(words.shape[0]):
        words[word] = 0


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


def is_shown(board: Any, seat: int) -> bool:
    """Whether anybody wants to know which numbers are open to a seat."""
    return board.masks.shape[0] > 0 and (board.looker < 0 or board.looker == seat)


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
