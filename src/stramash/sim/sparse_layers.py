"""Layers of a net with sparse input: a few rows of the weight matrix are added instead of a full product.

Few of the first layer's input bits are set, and behind a ReLU about a sixth of the activations is not 0.
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
def add_product(x: Any, table: Any, sums: Any, above: Any) -> None:
    """Add the product of a row and a matrix, four rows at once; of the many numbers that are 0 none."""
    count = 0
    for i in range(x.shape[0]):
        above[count] = i
        count += x[i] != NONE  # without a branch, which nobody could foresee
    i = 0
    while i + 4 <= count:
        one, two, three, four = above[i], above[i + 1], above[i + 2], above[i + 3]
        a, b, c, d = x[one], x[two], x[three], x[four]
        row, row_two, row_three, row_four = table[one], table[two], table[three], table[four]
        for k in range(sums.shape[0]):
            sums[k] += (a * row[k] + b * row_two[k]) + (c * row_three[k] + d * row_four[k])
        i += 4
    while i < count:
        a = x[above[i]]
        row = table[above[i]]
        for k in range(sums.shape[0]):
            sums[k] += a * row[k]
        i += 1


@compiled
def into_block(x: Any, into: Any, bias: Any, inner: Any, above: Any) -> None:
    """The first layer of a residual block: what it makes of a row, 0 where that is less."""
    for k in range(inner.shape[0]):
        inner[k] = bias[k]
    add_product(x, into, inner, above)
    for k in range(inner.shape[0]):
        inner[k] = max(inner[k], NONE)


@compiled
def out_of_block(inner: Any, out: Any, bias: Any, x: Any, above: Any) -> None:
    """Its second layer, added to the row that went in, 0 where that is less."""
    for k in range(x.shape[0]):
        x[k] += bias[k]
    add_product(inner, out, x, above)
    for k in range(x.shape[0]):
        x[k] = max(x[k], NONE)


@compiled
def add_block(x: Any, into: Any, into_bias: Any, out: Any, out_bias: Any, inner: Any, above: Any) -> None:
    """Add to a row what a residual block makes of it, 0 where that is less."""
    into_block(x, into, into_bias, inner, above)
    out_of_block(inner, out, out_bias, x, above)


@compiled
def best_moves(values: Any, levels: Any, of: Any, counts: Any, going: Any, choices: Any) -> None:
    """The likeliest move of the likeliest level of every game that goes on; of equals the first."""
    first = 0
    for i in range(going.shape[0]):
        last = first + counts[going[i]]
        best = first
        for k in range(first, last):
            ahead = levels[i, of[k]] - levels[i, of[best]]
            if ahead > 0 or (ahead == 0 and values[k] > values[best]):
                best = k
        choices[going[i]] = best - first
        first = last
