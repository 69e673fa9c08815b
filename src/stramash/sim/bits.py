"""Bit counting and random numbers on plain 64-bit integers, the same on CPU and GPU."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from stramash.sim.compiled import compiled

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


def _write_popcount(typing_context: Any, bits: Any) -> Any:
    """One instruction everywhere; the usual shifts and masks become that on a CPU, but not on a GPU."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), write


_popcount: Any = intrinsic(_write_popcount)


@compiled
def popcount(bits: int) -> int:
    """How many bits are set."""
    return _popcount(bits)


@compiled
def mix(seed: int) -> int:
    """SplitMix64's finisher: scrambles a counter into 64 random bits."""
    z = np.uint64(seed)
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    return int(np.int64(z ^ (z >> np.uint64(31))))


@compiled
def next_state(state: int) -> int:
    """The next state of the SplitMix64 generator."""
    return int(np.int64(np.uint64(state) + _GOLDEN))


@compiled
def below(state: int, n: int) -> int:
    """A number from 0 to n - 1 from a generator state (n below 2**31)."""
    high = np.uint64(mix(state)) >> np.uint64(32)
    return int(np.int64((high * np.uint64(n)) >> np.uint64(32)))


@compiled
def select(bits: int, n: int) -> int:
    """The place of the set bit that has n set bits below it.

    Halving n is faster than a loop over it, whose end no processor foresees.
    """
    for _ in range(n >> 4):
        for _ in range(16):
            bits &= bits - 1
    if n & 8:
        for _ in range(8):
            bits &= bits - 1
    if n & 4:
        for _ in range(4):
            bits &= bits - 1
    if n & 2:
        bits &= bits - 1
        bits &= bits - 1
    if n & 1:
        bits &= bits - 1
    return popcount((bits & -bits) - 1)


def _write_spread(width: int) -> Any:
    """Code that stores a byte of 0 or 1 for each of the lowest bits of a word, all at once."""

    def describe(typing_context: Any, told: Any, place: Any, bits: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            data = builder.bitcast(array.data, cgutils.voidptr_t)
            lowest = builder.trunc(arguments[2], ir.IntType(width))
            flags = builder.bitcast(lowest, ir.VectorType(ir.IntType(1), width))
            row = builder.zext(flags, ir.VectorType(ir.IntType(8), width))
            where = builder.bitcast(builder.gep(data, [arguments[1]]), row.type.as_pointer())
            builder.store(row, where, align=1)
            return context.get_dummy_value()

        return types.void(told, types.int64, types.int64), write

    return describe


spread_64: Any = intrinsic(_write_spread(64))
"""`(told, place, bits)`: 64 bytes of a flat array of bytes, from `place` on, become the bits of a word."""
spread_32: Any = intrinsic(_write_spread(32))
spread_16: Any = intrinsic(_write_spread(16))
