"""Sums of rows of a matrix where bits are set: the first layer of a net, for many rows of bits at once.

Few of the bits are set, so adding up the rows that they choose takes a tenth of the time of a product.
"""

from typing import Any, Final

import numpy as np

from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled

NONE: Final = np.float32(0.0)
"""Nothing, as a number of 32 bits: any other would make all sums twice as wide."""


@compiled
def sum_rows(words: Any, places: Any, table: Any, sums: Any) -> None:
    """Add to each row of `sums` the rows of `table` whose bits are set; `places` has -1 for other bits."""
    for i in range(words.shape[0]):
        total = sums[i]
        for word in range(words.shape[1]):
            bits = words[i, word]
            while bits:
                place = places[64 * word + popcount((bits & -bits) - 1)]
                bits &= bits - 1
                if place >= 0:
                    row = table[place]
                    for k in range(total.shape[0]):
                        total[k] += row[k]


@compiled
def sum_moves(words: Any, table: Any, looks: Any, owner: Any, near: Any) -> None:
    """What the first layer of the moves makes of their bits and of how their positions look at them."""
    for i in range(words.shape[0]):
        total = near[i]
        look = looks[owner[i]]
        for k in range(total.shape[0]):
            total[k] = look[k]
        for word in range(table.shape[0] // 64):
            bits = words[i, word]
            while bits:
                row = table[64 * word + popcount((bits & -bits) - 1)]
                bits &= bits - 1
                for k in range(total.shape[0]):
                    total[k] += row[k]
        for k in range(total.shape[0]):
            total[k] = max(total[k], NONE)


@compiled
def add_rest(near: Any, inner: Any, bias: Any) -> None:
    """The residual layer of the moves: what is above 0 of `inner` and its bias is added to `near`."""
    for i in range(near.shape[0]):
        for k in range(near.shape[1]):
            near[i, k] += max(inner[i, k] + bias[k], NONE)


@compiled
def add_above(x: Any, bias: Any, kept: Any) -> None:
    """`x`, its bias and what is kept of before, 0 where that is less."""
    for i in range(x.shape[0]):
        for k in range(x.shape[1]):
            x[i, k] = max(x[i, k] + bias[k] + kept[i, k], NONE)


@compiled
def above(x: Any, bias: Any) -> None:
    """`x` and its bias, 0 where that is less."""
    for i in range(x.shape[0]):
        for k in range(x.shape[1]):
            x[i, k] = max(x[i, k] + bias[k], NONE)
