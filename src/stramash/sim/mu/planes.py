"""What a learner is told of a game of Mü, as words of bits: a position, its secrets, and a past move.

Plain Python over whole numbers: compiled for batches, called as it is with what `pack_view` makes of a view.
"""

from typing import Any, Final

from stramash.sim.mu.record import (
    BIDS,
    BURIED,
    CROWN,
    DEALER,
    DISPLAYS,
    HANDS,
    LEADER,
    LED,
    MAJOR,
    MINOR,
    NAME_DEALER,
    NAME_PARTNER,
    NAME_TRUMP,
    PARTNER,
    PASSES,
    PHASE,
    PILES,
    PLAY,
    SEATS,
    SHIELD,
    STAGED,
    TAKEN,
    TALON,
    TOP,
    TRICK,
    TURN,
    VOIDS,
)

# --- the words of a position: ten of the own seat and the table, six a seat -------------------------------
AT_SEATS: Final = 10
EACH_SEAT: Final = 6
POSITION: Final = AT_SEATS + EACH_SEAT * 6
SECRET_WORDS: Final = 14
PAST_WORDS: Final = 3
MOST_PASSES: Final = 5
MOST_BID: Final = 15
COMPILED: Final = ("first_bits", "tell_position", "tell_secrets", "tell_past")
SEAT_SHIFT: Final = 50


def popcount(bits: int) -> int:
    """How many bits are set; the compiled one is put in its place."""
    return bits.bit_count()


def first_bits(number: int, most: int) -> int:
    """As many bits as the number says, at most so many."""
    return (1 << min(number, most)) - 1


def tell_position(game: Any, rules: Any, seat: int, row: Any) -> None:
    """Fill in `POSITION` words with what the seat may know, but the past."""
    seats = rules[SEATS]
    for word in range(POSITION):
        row[word] = 0
    row[0] = game[HANDS + 2 * seat] | (1 << 50 << game[PHASE])
    row[1] = game[HANDS + 2 * seat + 1] | (first_bits(game[PASSES], MOST_PASSES) << 50)
    if game[MINOR] >= 0:
        row[2] |= 1 << game[MINOR]
    if game[MAJOR] >= 0:
        row[2] |= 1 << 16 << game[MAJOR]
    row[3] = game[LED]
    for i in range(2):
        if game[TURN] == seat:
            row[4 + i] = game[STAGED + i]
        if game[CROWN] == seat:
            row[6 + i] = game[TAKEN + i]
            row[8 + i] = game[BURIED + i]
    for step in range(seats):
        other = (seat + step) % seats
        at = AT_SEATS + EACH_SEAT * step
        for i in range(2):
            row[at + i] = game[DISPLAYS + 2 * other + i]
            row[at + 2 + i] = game[PILES + 2 * other + i]
        card = (game[TRICK] >> (8 * other)) & 255
        if card:
            row[at + 4] = 1 << card - 1
            if game[TOP] & 7 == other:
                row[at + 4] |= 1 << 50
        held = popcount(game[HANDS + 2 * other]) + popcount(game[HANDS + 2 * other + 1])
        row[at + 5] = first_bits(held, 20) | (first_bits((game[BIDS] >> (8 * other)) & 255, MOST_BID) << 20)
        row[at + 5] |= ((game[VOIDS] >> (8 * other)) & 63) << 36
        if game[CROWN] == other:
            row[at + 5] |= 1 << 42
        if game[SHIELD] == other:
            row[at + 5] |= 1 << 43
        if game[PARTNER] == other:
            row[at + 5] |= 1 << 44
        if game[DEALER] == other:
            row[at + 5] |= 1 << 45
        if game[LEADER] == other:
            row[at + 5] |= 1 << 46


def tell_secrets(game: Any, rules: Any, seat: int, row: Any) -> None:
    """Fill in `SECRET_WORDS` words with what the seat may not know: other hands, talon and buried cards."""
    for word in range(SECRET_WORDS):
        row[word] = 0
    for step in range(1, rules[SEATS]):
        other = (seat + step) % rules[SEATS]
        for i in range(2):
            row[2 * step - 2 + i] = game[HANDS + 2 * other + i]
    for i in range(2):
        row[10 + i] = game[TALON + i]
        row[12 + i] = game[BURIED + i]


def tell_past(code: int, once: int, twice: int, who: int, rules: Any, seat: int, row: Any) -> None:
    """Fill in `PAST_WORDS` words with a move that everybody saw, or with the own one that is being made."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    row[0] = once | (1 << SEAT_SHIFT << ((who - seat) % rules[SEATS]))
    row[1] = 1 << kind
    row[2] = twice
    if kind == PLAY:
        row[0] |= 1 << value
    elif kind == NAME_TRUMP:
        row[1] |= 1 << 9 << value
    elif kind in (NAME_PARTNER, NAME_DEALER):
        row[1] |= 1 << 25 << ((value - seat) % rules[SEATS])
