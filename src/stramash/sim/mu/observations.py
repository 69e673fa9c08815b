"""Observations of Mü as words of bits: a position, its secrets, and a past move.

Plain Python over whole numbers: compiled for batches, called as it is with what `pack_view` makes of a view.
"""

from typing import Any, Final

from stramash.mu.moves import TRUMPS
from stramash.mu.rules import FEWEST_SEATS
from stramash.sim.features import LINE
from stramash.sim.mu.action_ids import IN_HISTORY
from stramash.sim.mu.record import (
    ADD_CARD,
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
SECRET_WORDS: Final = 14
PAST_WORDS: Final = 3
MOST_PASSES: Final = 5
MOST_BID: Final = 15
FOUR: Final = 4
"""The usual number of seats, for which there is a loop that need not be counted."""
WINS: Final = 32
"""The mark of who wins the trick so far; below it those of Crown, Shield, partner, dealer and leader."""
WINS_SHIFT: Final = 45
COMPILED: Final = (
    *("first_bits", "tell_pair", "tell_other", "tell_position", "position_words"),
    *("tell_built", "tell_secrets", "tell_past", "seats_of_past"),
)
BUILDS: Final = 1 << ADD_CARD
"""The kind of move that changes nothing but what `tell_built` tells."""
BUILT: Final = 4
"""Where a display that is being built is told to who builds it."""
KINDS_OF_PAST: Final = IN_HISTORY.bit_count()
TRUMP_COUNT: Final = len(TRUMPS)
BURY_SHIFT: Final = 48
"""Where in the second word of a move that is being made it says that it is a burial."""


def popcount(bits: int) -> int:
    """How many bits are set; the compiled one is put in its place."""
    return bits.bit_count()


def first_bits(number: int, most: int) -> int:
    """As many bits as the number says, at most so many."""
    # Not by the lower of the two, which would take three instructions more.
    return ((1 << number) - 1) & ((1 << most) - 1)


def tell_position(game: Any, rules: Any, seat: int, row: Any) -> None:
    """Fill in as many words as `position_words` says with what the seat may know, but the past."""
    seats = rules[SEATS]
    seat &= 7
    hand = HANDS + 2 * seat
    row[0] = game[hand] | (1 << 50 << game[PHASE])
    row[1] = game[hand + 1] | (first_bits(game[PASSES], MOST_PASSES) << 50)
    # Trumps that are not named are -1.
    row[2] = ((1 << game[MINOR] + 1) >> 1) | ((1 << game[MAJOR] + 1) >> 1 << 16)
    row[3] = game[LED]
    built = -1 if game[TURN] == seat else 0
    tell_pair(row, BUILT, game[STAGED] & built, game[STAGED + 1] & built)
    if seats == FEWEST_SEATS:
        # M4.4: with more there is no talon, and these words stay 0.
        hidden = -1 if game[CROWN] == seat else 0
        tell_pair(row, 6, game[TAKEN] & hidden, game[TAKEN + 1] & hidden)
        tell_pair(row, 8, game[BURIED] & hidden, game[BURIED + 1] & hidden)
    trick = game[TRICK]
    bids = game[BIDS]
    voids = game[VOIDS]
    # Eight bits a seat, as trick, bids and suits are; nobody is seat -1, whose bits are not looked at.
    marks = (1 << 8 * (game[CROWN] & 7)) | (2 << 8 * (game[SHIELD] & 7)) | (4 << 8 * (game[PARTNER] & 7))
    marks |= (8 << 8 * (game[DEALER] & 7)) | (16 << 8 * (game[LEADER] & 7))
    marks |= (WINS if game[TOP] else 0) << 8 * (game[TOP] & 7)
    if seats == FOUR:
        for step in range(FOUR):
            other = (seat + step) & (FOUR - 1)
            tell_other(game, other, trick, bids, voids, marks, AT_SEATS + EACH_SEAT * step, row)
        return
    for step in range(seats):
        # Known to be no negative place, which would be counted from the end.
        other = (seat + step if seat + step < seats else seat + step - seats) & 7
        tell_other(game, other, trick, bids, voids, marks, AT_SEATS + EACH_SEAT * step, row)


def tell_other(
    game: Any, other: int, trick: int, bids: int, voids: int, marks: int, at: int, row: Any
) -> None:
    """What everybody knows of a seat, in `EACH_SEAT` words."""
    pair = 2 * other
    # Not as a pair: one of them may just have been written, and then both could not be read at once.
    row[at] = game[DISPLAYS + pair]
    row[at + 1] = game[DISPLAYS + pair + 1]
    tell_pair(row, at + 2, game[PILES + pair], game[PILES + pair + 1])
    eight = 8 * other
    marked = marks >> eight
    row[at + 4] = ((1 << ((trick >> eight) & 255)) >> 1) | ((marked & WINS) << WINS_SHIFT)
    held = popcount(game[HANDS + pair]) + popcount(game[HANDS + pair + 1])
    about = first_bits(held, 20) | (first_bits((bids >> eight) & 255, MOST_BID) << 20)
    row[at + 5] = about | (((voids >> eight) & 63) << 36) | ((marked & (WINS - 1)) << 42)


def tell_pair(row: Any, at: int, once: int, twice: int) -> None:
    """Cards, once and twice: both are read before one is written, so that they go by one instruction."""
    row[at] = once
    row[at + 1] = twice


def tell_built(game: Any, row: Any) -> None:
    """The display that the seat to act is building (M3.1), in a row in which all else is told already."""
    row[BUILT] = game[STAGED]
    row[BUILT + 1] = game[STAGED + 1]


def position_words(rules: Any) -> int:
    """Words that a position takes: those of seats that are not there are left out.

    The past, which follows what is being made, begins where a line of the processor's memory does; the few
    words between stay 0.
    """
    return ((AT_SEATS + EACH_SEAT * rules[SEATS] + PAST_WORDS + LINE - 1) & -LINE) - PAST_WORDS


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


def tell_past(
    code: int, once: int, twice: int, who: int, rules: Any, seat: int, row: Any, at: int, step: int
) -> None:
    """Fill in `PAST_WORDS` words from `at` on, each `step` after the last, with a move that everybody saw.

    Or with the own one that is being made.
    """
    kind = code >> 32
    value = code & 0xFFFFFFFF
    seats = rules[SEATS]
    # Who, what kind, which trump, whom: one after the other, as an observation tells them.
    about = 1 << (who - seat if who >= seat else who - seat + seats)
    about |= 1 << seats << popcount(IN_HISTORY & ((1 << kind) - 1))
    if kind == PLAY:
        once |= 1 << value
    elif kind == NAME_TRUMP:
        about |= 1 << seats + KINDS_OF_PAST << value
    elif kind == NAME_PARTNER:
        named = value - seat if value >= seat else value - seat + seats
        about |= 1 << seats + KINDS_OF_PAST + TRUMP_COUNT << named
    elif kind == BURY:
        about = 1 << BURY_SHIFT
    row[at] = once
    row[at + step] = about
    row[at + 2 * step] = twice


def seats_of_past(rules: Any, word: int) -> int:
    """The first bit of each stretch that tells a seat in a word of a past move."""
    return 1 | (1 << rules[SEATS] + KINDS_OF_PAST + TRUMP_COUNT) if word == 1 else 0
