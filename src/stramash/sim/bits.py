"""Bit counting and random numbers on plain 64-bit integers, the same on CPU and GPU."""

from typing import Any

import numpy as np
from numba import types
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
