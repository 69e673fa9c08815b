"""Weights as small whole numbers, with a step for each row and each column of a matrix.

A file of them is packed by how often each number comes, in tables that change on the way. So numbers do not
lie row by row but by how large they may be expected to be, all matrices together: like lies with like, and
what is almost always 0 with its own. What is expected is the sum of a row's and a column's byte, which the
file has too: so the order needs no room, and whatever these bytes are, there is one.
"""

import zlib
from math import prod
from typing import Any, Final, NamedTuple

import numpy as np

MOST_STEPS: Final = 127
"""Of a number in int8, either way."""
AN_OCTAVE: Final = 8
"""Steps are so many to a doubling."""
HIGHEST: Final = 255
STEPS: Final = np.array([2.0 ** (level / AN_OCTAVE) for level in range(HIGHEST + 1)], np.float32)
"""What a row's or a column's level makes of the scale of its matrix."""
LEAST: Final = 2.0**-20
"""Of the largest weight of a matrix: what a column's largest counts as, so that levels suffice for all."""
SIZES_AN_OCTAVE: Final = 4
"""Expected sizes are so many to a doubling."""
_MIDDLE: Final = 128
_ROUNDS: Final = 6


class Stepped(NamedTuple):
    """A matrix of whole numbers and what they stand for."""

    numbers: Any
    """int8."""
    scale: float
    rows: Any
    """A level for each row, a byte."""
    columns: Any

    def weights(self) -> Any:
        """What the numbers stand for."""
        with np.errstate(over="ignore", invalid="ignore"):  # whoever reads looks at what comes of it
            rows = np.float32(self.scale) * STEPS[self.rows]
            return self.numbers * rows[:, None] * STEPS[self.columns]


def level_of(step: Any, scale: float) -> Any:
    """The nearest level of a step, or of many."""
    levels = np.round(AN_OCTAVE * np.log2(np.maximum(step, 1e-30) / scale))
    return np.clip(levels, 0, HIGHEST).astype(np.uint8)


def stepped(part: Any) -> Stepped:
    """A matrix on as many steps as there are, each column by its largest weight."""
    most = np.abs(part).max(axis=0)
    most = np.maximum(most, max(LEAST * most.max(), 1e-12)) * 2 ** (0.5 / AN_OCTAVE) / MOST_STEPS
    scale = float(np.float32(most.min()))
    columns = level_of(most, scale)
    numbers = np.clip(np.round(part / (np.float32(scale) * STEPS[columns])), -MOST_STEPS, MOST_STEPS)
    return Stepped(numbers.astype(np.int8), scale, np.zeros(len(part), np.uint8), columns)


def packed(parts: list[Any]) -> bytes:
    """Parts as they lie in a file: biases as float16, matrices as steps; what is not `Stepped` becomes so."""
    heads, numbers, expected = [], [], []
    for part in parts:
        if not isinstance(part, Stepped) and part.ndim < 2:
            heads.append(part.astype("<f2").tobytes())
            continue
        matrix = part if isinstance(part, Stepped) else stepped(part)
        sizes = _expected(matrix.numbers)
        heads.append(np.array(matrix.scale, "<f4").tobytes())
        heads += [levels.astype(np.uint8).tobytes() for levels in (matrix.rows, matrix.columns, *sizes)]
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
    """Parts from their bytes, which are as many as `size_of` says: biases, and matrices as `Stepped`."""
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
        parts.append(Stepped(np.zeros(size, np.int8), scale, rows, columns))
    order = np.argsort(np.concatenate(expected), kind="stable")
    numbers = np.empty(len(order), np.int8)
    numbers[order] = taken(len(order), "i1")
    first = 0
    for i, part in enumerate(parts):
        if isinstance(part, Stepped):
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
