"""Matrices quantised to int8, with a scale for each row and each column; and how a file holds them.

A scale is that of the matrix times a power of two, whose exponent is a byte (in eighths). The file is
deflated: Huffman coding with tables that adapt. So the numbers of all matrices are not stored row by row but
sorted by their expected magnitude, which puts like with like and near-zeros together. The expected magnitude
is the sum of a byte for each row and one for each column, which the file has as well: the order itself takes
no space.
"""

import zlib
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

MOST_STEPS: Final = 127
"""Of a number in int8, either way."""
AN_OCTAVE: Final = 8
"""Exponents to a doubling of the scale."""
HIGHEST: Final = 255
STEP_SIZES: Final = np.array([2.0 ** (exponent / AN_OCTAVE) for exponent in range(HIGHEST + 1)], np.float32)
"""The factor by which an exponent multiplies the scale of its matrix."""
LEAST: Final = 2.0**-20
"""Of the largest weight of a matrix: what a column's largest counts as, so that exponents suffice for all."""
SIZES_AN_OCTAVE: Final = 4
"""Expected sizes are so many to a doubling."""
_MIDDLE: Final = 128
_ROUNDS: Final = 6


class QuantizedMatrix(NamedTuple):
    """A matrix quantised to int8."""

    numbers: Any
    """int8."""
    scale: float
    rows: Any
    """An exponent for each row, a byte; so for columns."""
    columns: Any

    def weights(self) -> Any:
        """What the numbers stand for."""
        with np.errstate(over="ignore", invalid="ignore"):  # whoever reads looks at what comes of it
            rows = np.float32(self.scale) * STEP_SIZES[self.rows]
            return self.numbers * rows[:, None] * STEP_SIZES[self.columns]


def exponent_of(step: Any, scale: float) -> Any:
    """The nearest exponent of a step size, or of many."""
    exponents = np.round(AN_OCTAVE * np.log2(np.maximum(step, 1e-30) / scale))
    return np.clip(exponents, 0, HIGHEST).astype(np.uint8)


def quantized(part: Any) -> QuantizedMatrix:
    """A matrix quantised to the nearest numbers, each column scaled by its largest weight."""
    most = np.abs(part).max(axis=0)
    most = np.maximum(most, max(LEAST * most.max(), 1e-12)) * 2 ** (0.5 / AN_OCTAVE) / MOST_STEPS
    scale = float(np.float32(most.min()))
    columns = exponent_of(most, scale)
    numbers = np.clip(np.round(part / (np.float32(scale) * STEP_SIZES[columns])), -MOST_STEPS, MOST_STEPS)
    return QuantizedMatrix(numbers.astype(np.int8), scale, np.zeros(len(part), np.uint8), columns)


def packed(parts: list[Any]) -> bytes:
    """The bytes of parts in a file: biases as float16, matrices quantised where they are not yet."""
    heads, numbers, expected = [], [], []
    for part in parts:
        if not isinstance(part, QuantizedMatrix) and part.ndim < 2:
            heads.append(part.astype("<f2").tobytes())
            continue
        matrix = part if isinstance(part, QuantizedMatrix) else quantized(part)
        sizes = _expected(matrix.numbers)
        heads.append(np.array(matrix.scale, "<f4").tobytes())
        heads += [exponents.astype(np.uint8).tobytes() for exponents in (matrix.rows, matrix.columns, *sizes)]
        numbers.append(matrix.numbers.ravel())
        expected.append(_sums(*sizes))
    order = np.argsort(np.concatenate(expected), kind="stable")
    data = b"".join(heads) + np.concatenate(numbers)[order].tobytes()
    # Of repeats only runs are looked for, of zeros that is: others are noise.
    packer = zlib.compressobj(zlib.Z_BEST_COMPRESSION, strategy=zlib.Z_RLE)
    return packer.compress(data) + packer.flush()


def size_of(sizes: list[tuple[int, ...]]) -> int:
    """How many bytes parts are before they are packed."""
    return sum(2 * prod(size) if len(size) < 2 else 4 + 2 * sum(size) + prod(size) for size in sizes)


def unpacked(data: bytes, sizes: list[tuple[int, ...]]) -> list[Any]:
    """Parts from their bytes, `size_of` of them: biases as arrays, matrices as `QuantizedMatrix`."""
    at = 0

    def taken(count: int, kind: str) -> Any:
        nonlocal at
        found = np.frombuffer(data, kind, count, at)
        at += found.nbytes
        return found

    parts: list[Any] = []
    expected = []
    for size in sizes:
        if len(size) < 2:
            parts.append(taken(prod(size), "<f2").astype(np.float32).reshape(size))
            continue
        scale = float(taken(1, "<f4")[0])
        rows, columns, *about = (taken(count, "u1") for count in (*size, *size))
        expected.append(_sums(*about))
        parts.append(QuantizedMatrix(np.zeros(size, np.int8), scale, rows, columns))
    order = np.argsort(np.concatenate(expected), kind="stable")
    numbers = np.empty(len(order), np.int8)
    numbers[order] = taken(len(order), "i1")
    first = 0
    for i, part in enumerate(parts):
        if isinstance(part, QuantizedMatrix):
            last = first + part.numbers.size
            parts[i] = part._replace(numbers=numbers[first:last].reshape(part.numbers.shape))
            first = last
    return parts


def _sums(rows: Any, columns: Any) -> Any:
    """How large each number of a matrix is expected to be, in words of 16 bits: those are sorted fastest."""
    return np.add.outer(rows.astype(np.uint16), columns.astype(np.uint16)).ravel()


def _expected(numbers: Any) -> tuple[Any, Any]:
    """A byte for each row and each column, whose sum says how large a number may be expected to be."""
    large = np.abs(numbers.astype(np.float32))
    rows, columns = np.ones(large.shape[0]), np.ones(large.shape[1])
    least = 2.0**-13
    for _ in range(_ROUNDS):
        rows = np.maximum((large / columns).mean(axis=1), least)
        columns = np.maximum((large / rows[:, None]).mean(axis=0), least)
    rows_, columns_ = (
        np.clip(np.round(SIZES_AN_OCTAVE * np.log2(sizes)) + _MIDDLE, 0, HIGHEST).astype(np.uint8)
        for sizes in (rows, columns)
    )
    return rows_, columns_
