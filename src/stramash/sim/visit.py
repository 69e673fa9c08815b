"""Visits the moves of a list without storing it: counts them, picks one, or writes some of them down.

A walk keeps its place at the front of a small working memory that the caller provides. Before it begins,
`begin` says which move to pick (-1 for none) and which part of the list goes into the buffer.
"""

from typing import Any

import numpy as np

from stramash.sim.compiling.compiled import compiled, inlined

FOUND = 0
TARGET = 1
ROOM = 2
SKIP = 3
SAFE = 4
"""Words of the working memory: moves found, the index to pick, rows of the buffer, moves before them, and
the rows of it from which three moves may be written without a look at the target or the end."""
SCRATCH = 208
"""Words of working memory that a walk needs in all."""
NO_TARGET = np.array([-1], np.int64)
"""The target of a walk that picks nothing; in an array, so that no copy of a walk is compiled for it."""


@compiled
def begin(mem: Any, buffer: Any, target: int) -> None:
    """Start a walk; the part of the list to be written down begins at mem[SKIP], which the caller sets."""
    mem[FOUND] = 0
    mem[TARGET] = target
    mem[ROOM] = buffer.shape[0]
    mem[SAFE] = mem[ROOM] - 2
    if target >= 0:
        mem[SAFE] = min(mem[ROOM], target - mem[SKIP]) - 2


@compiled
def emit_with_care(mem: Any, buffer: Any, move: Any, n: int, code: int, once: int, twice: int) -> None:
    """The n-th move: write it down or pick it if asked to."""
    row = n - mem[SKIP]
    if 0 <= row < mem[ROOM]:
        buffer[row, 0] = code
        buffer[row, 1] = once
        buffer[row, 2] = twice
    if n == mem[TARGET]:
        move[0] = code
        move[1] = once
        move[2] = twice


@inlined
def emit_at(mem: Any, buffer: Any, move: Any, n: int, code: int, once: int, twice: int) -> None:
    """The same, in a hurry where there is room."""
    row = n - mem[SKIP]
    if 0 <= row < mem[SAFE]:
        # An unsigned index is not looked at for a count from the end.
        place = np.uint64(row)
        buffer[place, 0] = code
        buffer[place, 1] = once
        buffer[place, 2] = twice
    else:
        emit_with_care(mem, buffer, move, n, code, once, twice)


@compiled
def emit(mem: Any, buffer: Any, move: Any, code: int, once: int, twice: int) -> None:
    """Count one move; write it down or pick it if asked to."""
    n = mem[FOUND]
    emit_with_care(mem, buffer, move, n, code, once, twice)
    mem[FOUND] = n + 1
