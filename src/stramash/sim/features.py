"""What the input features of both families share; `climbing.features` and `mu.features` define them."""

from typing import Any, Final

import numpy as np

LEVEL_SHIFT: Final = 60
"""Where in a move's second word its level stands, three bits: see `stramash.nets.levels`."""

LINE: Final = 8
"""Words of a line of a processor's memory."""


def popcount(bits: int) -> int:
    """How many bits are set; `family` puts the compiled one in its place."""
    return bits.bit_count()


def popcounts(bits: Any) -> Any:
    """The same for one move or many at once; `family` puts the compiled one in its place."""
    if isinstance(bits, int):
        return bits.bit_count()
    return np.bitwise_count(bits).astype(np.int64)


def upto(number: int, most: int) -> int:
    """As many bits as the number says, at most so many."""
    number = min(number, most)
    number = max(number, 0)
    return (1 << number) - 1
