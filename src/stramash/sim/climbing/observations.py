"""Observations of a climbing game as words of bits: a position, its secrets, and a past move.

Plain Python over whole numbers, as `features` is and for the same reason: compiled for batches, called as it
is with what `pack_view` makes of a view. Unlike in the features of our nets, suits keep their places, so that
a face of an observation is the face of an action.
"""

from typing import Any, Final

from stramash.sim.climbing.features import (
    CRITIC_WORDS,
    DEAL_WORDS,
    critic_bits,
    move_shape,
    position_in_order,
)
from stramash.sim.climbing.record import SEATS

PLAIN_ORDER: Final = sum(suit << 3 * suit for suit in range(5))
PAST_WORDS: Final = 3
SECRET_WORDS: Final = CRITIC_WORDS
POSITION: Final = DEAL_WORDS
COMPILED: Final = (
    *("tell_position", "tell_built", "tell_secrets", "tell_past", "seats_of_past", "position_words"),
)
BUILDS: Final = -1
"""There is no kind of move that changes nothing but what is being built."""
SEAT_SHIFT: Final = 48
KIND_SHIFT: Final = 54
NAMED_SHIFT: Final = 45
"""Where `move_shape` tells whom a move names."""


def tell_position(game: Any, rules: Any, seat: int, row: Any) -> None:
    """Fill in `POSITION` words with what the seat may know, but the past."""
    position_in_order(game, rules, seat, PLAIN_ORDER, row)


def tell_built(game: Any, row: Any) -> None:
    """Nothing is built here."""


def tell_secrets(game: Any, rules: Any, seat: int, row: Any) -> None:
    """Fill in `SECRET_WORDS` words with what the seat may not know: other hands, and the haggis."""
    critic_bits(game, rules, seat, PLAIN_ORDER, row)


def tell_past(
    code: int, once: int, twice: int, who: int, rules: Any, seat: int, row: Any, at: int, step: int
) -> None:
    """Fill in `PAST_WORDS` words from `at` on, each `step` after the last, with a move that everybody saw.

    Or with the own one that is being made.
    """
    about = (1 << SEAT_SHIFT << ((who - seat) % rules[SEATS])) | (1 << KIND_SHIFT << (code >> 32))
    row[at] = once | about
    row[at + step] = move_shape(code, once, rules, seat)
    row[at + 2 * step] = twice


def seats_of_past(rules: Any, word: int) -> int:
    """The first bit of each stretch that tells a seat in a word of a past move."""
    if word == 0:
        return 1 << SEAT_SHIFT
    return 1 << NAMED_SHIFT if word == 1 else 0


def position_words(rules: Any) -> int:
    """Words that a position takes."""
    return POSITION
