"""What a learner is told of a game of Mü, as words of bits: a position, its secrets, and a past move.

Plain Python over whole numbers: compiled for batches, called as it is with what `pack_view` makes of a view.
"""

from typing import Any, Final

from stramash.mu.moves import TRUMPS
from stramash.sim.mu.numbers import IN_HISTORY
from stramash.sim.mu.record import (
    BIDS,
    BURIED,
    BURY,
    CROWN,
    DEALER,
    DISPLAYS,
    HANDS,
    LEADER,
    LED,
    MAJOR,
    MINOR,
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
COMPILED: Final = ("first_bits", "tell_position", "tell_secrets", "tell_past", "seats_of_past")
KINDS_OF_PAST: Final = IN_HISTORY.bit_count()
TRUMP_COUNT: Final = len(TRUMPS)
BURY_SHIFT: Final = 48
"""Where in the second word of a move that is being made it says that it is a burial."""


def popcount(bits: int) -> int:
    """How many bits are set; the compiled one is put in its place."""
    return bits.bit_count()


def first_bits(number: int, most: int) -> int:
    """As many bits as the number says, at most so many."""
    return (1 << min(number, most)) - 1


def tell_position(game: Any, rules: Any, seat: int, row: Any) -> None:
    """Fill in `POSITION` words with what the seat may know, but the past; those of seats not there stay 0."""
    seats = rules[SEATS]
    seat &= 7
    row[0] = game[HANDS + 2 * seat] | (1 << 50 << game[PHASE])
    row[1] = game[HANDS + 2 * seat + 1] | (first_bits(game[PASSES], MOST_PASSES) << 50)
    row[2] = 0
    if game[MINOR] >= 0:
        row[2] = 1 << game[MINOR]
    if game[MAJOR] >= 0:
        row[2] |= 1 << 16 << game[MAJOR]
    row[3] = game[LED]
    is_turn = game[TURN] == seat
    is_crown = game[CROWN] == seat
    for i in range(2):
        row[4 + i] = game[STAGED + i] if is_turn else 0
        row[6 + i] = game[TAKEN + i] if is_crown else 0
        row[8 + i] = game[BURIED + i] if is_crown else 0
    trick = game[TRICK]
    top = game[TOP] & 7
    bids = game[BIDS]
    voids = game[VOIDS]
    for step in range(seats):
        # Known to be no negative place, which would be counted from the end.
        other = (seat + step if seat + step < seats else seat + step - seats) & 7
        at = AT_SEATS + EACH_SEAT * step
        for i in range(2):
            row[at + i] = game[DISPLAYS + 2 * other + i]
            row[at + 2 + i] = game[PILES + 2 * other + i]
        card = (trick >> (8 * other)) & 255
        shown = 0
        if card:
            shown = 1 << card - 1
            if top == other:
                shown |= 1 << 50
        row[at + 4] = shown
        held = popcount(game[HANDS + 2 * other]) + popcount(game[HANDS + 2 * other + 1])
        about = first_bits(held, 20) | (first_bits((bids >> (8 * other)) & 255, MOST_BID) << 20)
        about |= ((voids >> (8 * other)) & 63) << 36
        about |= (1 << 42 if game[CROWN] == other else 0) | (1 << 43 if game[SHIELD] == other else 0)
        about |= (1 << 44 if game[PARTNER] == other else 0) | (1 << 45 if game[DEALER] == other else 0)
        row[at + 5] = about | (1 << 46 if game[LEADER] == other else 0)


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
    seats = rules[SEATS]
    row[0] = once
    row[2] = twice
    if kind == BURY:
        row[1] = 1 << BURY_SHIFT
        return
    # Who, what kind, which trump, whom: one after the other, as an observation tells them.
    row[1] = (1 << (who - seat) % seats) | (1 << seats << popcount(IN_HISTORY & ((1 << kind) - 1)))
    if kind == PLAY:
        row[0] |= 1 << value
    elif kind == NAME_TRUMP:
        row[1] |= 1 << seats + KINDS_OF_PAST << value
    elif kind == NAME_PARTNER:
        row[1] |= 1 << seats + KINDS_OF_PAST + TRUMP_COUNT << ((value - seat) % seats)


def seats_of_past(rules: Any, word: int) -> int:
    """The first bit of each stretch that tells a seat in a word of a past move."""
    return 1 | (1 << rules[SEATS] + KINDS_OF_PAST + TRUMP_COUNT) if word == 1 else 0
