"""The towers of nets, for many positions at once: see `nets.shape`.

All positions go through one matrix while it is near the processor, then through the next. It is one call: a
dozen calls from Python take longer than a small batch does, and keep other threads waiting.
"""

from typing import Any, NamedTuple

from stramash.sim.compiling.compiled import compiled
from stramash.sim.sparse_layers import NONE, add_product, into_block, out_of_block, sum_rows


class Tower(NamedTuple):
    """The weights of a tower; what goes straight to its end stands behind its first layer, side by side."""

    places: Any
    """Which row of `first` belongs to each bit of a position; -1 where none does."""
    first: Any
    first_bias: Any
    block_in: Any
    block_in_bias: Any
    block_out: Any
    block_out_bias: Any
    last: Any
    last_bias: Any


@compiled
def look_through(words: Any, tower: Any, x: Any, inner: Any, above: Any, found: Any) -> None:
    """What a tower makes of each row of bits; `x`, `inner` and `above` are room to think."""
    width = tower.last.shape[0]
    for i in range(x.shape[0]):
        for k in range(x.shape[1]):
            x[i, k] = tower.first_bias[k]
    sum_rows(words, tower.places, tower.first, x)
    for i in range(x.shape[0]):
        for k in range(width):
            x[i, k] = max(x[i, k], NONE)
    for block in range(tower.block_in.shape[0]):
        for i in range(x.shape[0]):
            into_block(x[i, :width], tower.block_in[block], tower.block_in_bias[block], inner[i], above)
        for i in range(x.shape[0]):
            out_of_block(inner[i], tower.block_out[block], tower.block_out_bias[block], x[i, :width], above)
    for i in range(x.shape[0]):
        for k in range(found.shape[1]):
            found[i, k] = tower.last_bias[k]
        for k in range(x.shape[1] - width):
            found[i, k] += x[i, width + k]
        add_product(x[i, :width], tower.last, found[i], above)
