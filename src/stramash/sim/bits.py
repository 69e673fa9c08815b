"""Bit counting and random numbers on plain 64-bit integers, the same on CPU and GPU."""

from typing import Any

import numpy as np
from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from stramash.sim.compiling.compiled import compiled
from stramash.sim.features import LINE

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


def _has_pdep() -> bool:
    """Whether this processor spreads bits quickly; the first two Zens take hundreds of steps for it."""
    features = llvm.get_host_cpu_features()
    return bool(features.get("bmi2")) and llvm.get_host_cpu_name() not in ("znver1", "znver2", "bdver4")


def _write_nth_bit(typing_context: Any, bits: Any, n: Any) -> Any:
    """Code that puts a bit to where the n-th set bit is, and says where that is."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        declare: Any = cgutils.get_or_insert_function
        spread = declare(builder.module, kind, "llvm.x86.bmi.pdep.64")
        one = builder.shl(ir.Constant(word, 1), arguments[1])
        return builder.cttz(builder.call(spread, [one, arguments[0]]), ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64, types.int64), write


nth_bit: Any = intrinsic(_write_nth_bit) if _has_pdep() else select
"""`select`, on a CPU."""


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


_FETCHED = 12
"""Lines of a row that are asked for: as many as the record of a game or a row of words takes, nearly."""


def _describe_fetch(typing_context: Any, row: Any) -> Any:
    """Code that has lines of the processor's memory brought near, to be written; nothing waits for it."""

    def write(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        declare: Any = cgutils.get_or_insert_function
        fetch = declare(builder.module, kind, "llvm.prefetch.p0i8")
        how = [ir.Constant(number, value) for value in (1, 3, 1)]
        for line in range(_FETCHED):
            place = builder.gep(data, [ir.Constant(ir.IntType(64), LINE * line)])
            builder.call(fetch, [builder.bitcast(place, cgutils.voidptr_t), *how])
        return context.get_dummy_value()

    return types.void(row), write


fetch_lines: Any = intrinsic(_describe_fetch)
"""`(row)`: the first lines of a row of words will be wanted soon."""


_AT_ONCE = (16, 4, 1)
"""Words that are moved in one go, as long as there are so many."""


def _write_push(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Code for `push_words`: from the last word to the first, for the usual 16 words without any loop."""
    array, at, count, down, up, *masks = arguments
    row = builder.gep(context.make_array(signature.args[0])(context, builder, array).data, [at])

    def constant(value: int) -> Any:
        return ir.Constant(count.type, value)

    def move(place: Any, low: Any, high: Any, width: int) -> None:
        kind = ir.VectorType(ir.IntType(64), width)
        lane, lanes = ir.Constant(ir.IntType(32), 0), ir.Constant(ir.VectorType(ir.IntType(32), width), None)

        def spread(value: Any) -> Any:
            one = builder.insert_element(ir.Constant(kind, ir.Undefined), value, lane)
            return builder.shuffle_vector(one, ir.Constant(kind, ir.Undefined), lanes)

        out_of = builder.gep(row, [builder.sub(place, constant(1))])
        word = builder.load(builder.bitcast(out_of, kind.as_pointer()), align=8)
        kept = builder.and_(word, spread(builder.not_(builder.or_(low, high))))
        fallen = builder.lshr(builder.and_(word, spread(high)), spread(down))
        risen = builder.shl(builder.and_(word, spread(low)), spread(up))
        told = builder.or_(kept, builder.or_(fallen, risen))
        builder.store(told, builder.bitcast(builder.gep(row, [place]), kind.as_pointer()), align=8)

    nothing = constant(0)
    left = count
    for size in _AT_ONCE:
        blocks = builder.udiv(left, constant(size))
        with cgutils.for_range(builder, blocks) as loop:
            first = builder.sub(left, builder.mul(builder.add(loop.index, constant(1)), constant(size)))
            # The last stretch first: what has just been written cannot be read at once with what was before.
            for stretch, (low, high) in ((2, (nothing, nothing)), (1, masks[2:]), (0, masks[:2])):
                base = builder.add(first, builder.mul(count, constant(stretch)))
                width = min(size, 4)
                for more in range(size - width, -1, -width):
                    move(builder.add(base, constant(more)), low, high, width)
        left = builder.urem(left, constant(size))
    return context.get_dummy_value()


def _describe_push(
    typing_context: Any,
    row: Any,
    at: Any,
    count: Any,
    down: Any,
    up: Any,
    low: Any,
    high: Any,
    second_low: Any,
    second_high: Any,
) -> Any:
    return types.void(row, *(types.int64,) * 8), _write_push


push_words: Any = intrinsic(_describe_push)
"""`(row, at, count, down, up, low, high, second low, second high)`: move the words of three stretches of
`count` each, one after the other from `at` on, by one place. In the first and the second stretch bits in
`high` go down and those in `low` up by so many places. The first word of each stretch is to be written then,
and there must be a word before them all."""
