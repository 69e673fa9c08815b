"""Running the compiled loops: on CPU threads here, on a GPU in `gpu.cuda`; errors that say what to do."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np

from stramash.core.errors import StramashError
from stramash.core.extras import need
from stramash.core.game import AnyGame
from stramash.sim import kernels
from stramash.sim.family import Family, family_of, variant
from stramash.sim.visit import SCRATCH

POLICIES: Final = {
    "random": kernels.RANDOM,
    "random-listed": kernels.RANDOM_LISTED,
    "quick": kernels.QUICK,
}
BUFFER_ROWS: Final = 4096
"""Moves a CPU thread can write down at once; longer lists are walked again."""
CHUNKS_A_THREAD: Final = 8


class SimError(StramashError):
    """Something the fast engine cannot do as asked; says what would work."""


class Workspace:
    """The working memory of one thread."""

    def __init__(self, family: Family, rows: int = BUFFER_ROWS) -> None:
        self.game = np.zeros(family.words, np.int64)
        self.deck = np.zeros(family.deck_room, np.int8)
        self.mem = np.zeros(SCRATCH, np.int64)
        self.move = np.zeros(3, np.int64)
        self.shared = np.zeros(2, np.int64)
        self.buffer = np.zeros((rows, 3), np.int64)
        self.tally = np.zeros(3, np.int64)


def policy_code(policy: str) -> int:
    """The number of a built-in policy."""
    if policy not in POLICIES:
        raise SimError(f"policy {policy!r}: there are {', '.join(POLICIES)}")
    return POLICIES[policy]


_most_threads: int | None = None


def limit_threads(most: int) -> None:
    """Let this process take no more threads unless they are asked for: it shares the cores with others."""
    global _most_threads  # noqa: PLW0603  one for the process
    _most_threads = most


def thread_count(threads: int | None) -> int:
    """How many threads to use: as many as there are cores unless said."""
    if threads is None:
        return _most_threads or os.cpu_count() or 1
    if threads < 1:
        raise SimError(f"threads = {threads}: there must be at least one")
    return threads


def gpu() -> Any:
    """The module for CUDA devices, imported only when one is asked for."""
    need("gpu", "numba.cuda")
    return import_module("stramash.sim.gpu.cuda")


def check_device(device: str) -> None:
    """Refuse a device that is not there, with what to do."""
    if device not in ("cpu", "cuda"):
        raise SimError(f"device {device!r}: there are cpu and cuda")
    if device == "cuda":
        gpu().check_available()


def check_memory(words: int) -> None:
    """Refuse what would not fit into this machine's memory."""
    needed = words * 8
    have = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if needed > have // 2:
        raise SimError(
            f"this needs {needed / 2**30:.1f} GiB, more than half of the machine's {have / 2**30:.1f} GiB; "
            "ask for fewer games at once"
        )


def in_threads(
    count: int,
    threads: int,
    spaces: list[Workspace],
    body: Callable[[int, int, Workspace], None],
    pool: Executor | None = None,
    chunks: int = CHUNKS_A_THREAD,
    fewest: int = 2,
) -> None:
    """Call `body(first, last, workspace)` for all of `count` games, split among threads.

    This thread works with the others, which come from `pool`, or are started for this call alone; not for
    fewer than `fewest` games each.
    """
    if threads == 1 or count < fewest * threads:
        body(0, count, spaces[0])
        return
    size = max(1, -(-count // (threads * chunks)))
    starts = iter(range(0, count, size))

    def work(space: Workspace) -> None:
        for first in starts:  # the interpreter's lock makes taking the next one safe
            body(first, min(count, first + size), space)

    with nullcontext(pool) if pool else ThreadPoolExecutor(threads - 1) as helpers:
        others = [helpers.submit(work, space) for space in spaces[1:threads]]
        work(spaces[0])
        for other in others:
            other.result()


@dataclass(frozen=True)
class Deals:
    """What became of many deals."""

    decisions: int
    offered: int
    """Moves generated over all decisions."""
    scores: Any
    """Points by deal and side."""
    traces: Any
    """A hash of the moves of each deal."""


def deals(
    game: AnyGame,
    count: int,
    *,
    seed: int = 0,
    policy: str = "random",
    lean: bool = False,
    threads: int | None = None,
    device: str = "cpu",
    keep: bool = True,
) -> Deals:
    """Play first deals of matches from scratch, all seats by one policy; deal i depends on seed + i only."""
    check_device(device)
    code = policy_code(policy)
    if count < 0:
        raise SimError(f"count = {count}: must not be negative")
    family = family_of(game)
    sides = len(game.sides)
    check_memory(count * (sides + 1) if keep else 0)
    kept = count if keep else 0
    if device == "cuda":
        return Deals(*gpu().deals(family, game, count, seed, code, lean, kept))
    workers = thread_count(threads)
    spaces = [Workspace(family) for _ in range(workers)]
    rules = family.pack_rules(game.rules)
    loop = family.loops["play_deals" + variant(code)]
    scores = np.zeros((kept, sides), np.int64)
    traces = np.zeros(kept, np.int64)

    def body(first: int, last: int, space: Workspace) -> None:
        loop(
            first,
            last,
            seed,
            rules,
            lean,
            code,
            space.game,
            space.deck,
            space.mem,
            space.move,
            space.buffer,
            space.tally,
            scores,
            traces,
        )

    in_threads(count, workers, spaces, body)
    decisions, offered = (sum(int(space.tally[i]) for space in spaces) for i in (0, 1))
    return Deals(decisions, offered, scores, traces)


def pack_worlds(game: AnyGame, states: list[Any]) -> Any:
    """Reference states as the rows of an array of records."""
    family = family_of(game)
    rows = np.zeros((len(states), family.words), np.int64)
    for row, state in zip(rows, states, strict=True):
        row[:] = family.pack_state(game.rules, state)
    return rows


def pack_moves(game: AnyGame, moves: list[Any]) -> Any:
    """Reference moves as the rows of an array; without any, one row that means no move."""
    family = family_of(game)
    rows = np.zeros((max(1, len(moves)), 3), np.int64)
    for row, move in zip(rows, moves, strict=False):
        row[:] = family.pack_move(move)
    return rows


def playouts(
    game: AnyGame,
    worlds: Any,
    moves: Any = None,
    *,
    repeats: int = 1,
    seed: int = 0,
    policy: str = "random",
    lean: bool = True,
    threads: int | None = None,
    device: str = "cpu",
) -> Any:
    """Play worlds to the end of the deal, each after each of some moves of the seat to act.

    `worlds` are reference states or packed records, `moves` reference moves, packed ones or None. The answer
    is an array of points: world, move, repeat, side. Every move of a world meets the same luck.
    """
    check_device(device)
    code = policy_code(policy)
    if repeats < 1:
        raise SimError(f"repeats = {repeats}: must be at least one")
    family = family_of(game)
    records = worlds if isinstance(worlds, np.ndarray) else pack_worlds(game, list(worlds))
    if records.ndim != 2 or records.shape[1] != family.words or records.dtype != np.int64:
        raise SimError(f"packed worlds of {game.id} are rows of {family.words} words of int64")
    tried = moves if isinstance(moves, np.ndarray) else pack_moves(game, list(moves or ()))
    shape = (len(records), len(tried), repeats, len(game.sides))
    check_memory(int(np.prod(shape)))
    if device == "cuda":
        return gpu().playouts(family, game, records, tried, shape, seed, code, lean)
    loop = family.loops["play_worlds" + variant(code)]
    scores = np.zeros(shape, np.int64)
    workers = thread_count(threads)
    spaces = [Workspace(family) for _ in range(workers)]
    rules = family.pack_rules(game.rules)

    def body(first: int, last: int, space: Workspace) -> None:
        loop(
            first,
            last,
            seed,
            rules,
            lean,
            code,
            records,
            tried,
            space.game,
            space.mem,
            space.move,
            space.buffer,
            space.tally,
            scores,
        )

    in_threads(len(records) * len(tried), workers, spaces, body)
    return scores
