"""The same loops on a GPU: one game a thread, called from CUDA kernels."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numba
import numpy as np
from numba import int8, int64

from stramash.core.game import AnyGame
from stramash.sim.compiling.compiled import with_globals
from stramash.sim.compiling.specialise import Specialiser
from stramash.sim.family import LISTED, PLAYING, Family, family, family_of, variant
from stramash.sim.gpu.cuda_cache import keep, options_name
from stramash.sim.run import SimError
from stramash.sim.visit import SCRATCH

# numba.cuda asks for a name that NumPy 2.5 no longer has.
if not hasattr(np, "row_stack"):
    setattr(np, "row_stack", np.vstack)  # noqa: B010
cuda: Any = import_module("numba.cuda")

THREADS_A_BLOCK = 64
LISTED_ROWS = 16
"""Moves a GPU thread can write down at once; longer lists are walked again."""
ROWS = 1
MOST_THREADS = 1 << 19
MOST_REGISTERS = 64
"""Registers a thread may use; fewer let more threads run at once, more save trips to memory."""

# Filled in for each family by `kernels_of`.
WORDS = 0
DECK = 0


def check_available() -> None:
    """Refuse to go on without a CUDA device, and say what to do."""
    if not cuda.is_available():
        raise SimError(
            'there is no CUDA device here (or no driver for it); use device="cpu", '
            'or on a machine with an NVIDIA GPU install stramash with the extra: pip install "stramash[gpu]"'
        )


def deals_kernel(
    count: int, seed: int, rules: Any, lean: bool, policy: int, tallies: Any, scores: Any, traces: Any
) -> None:
    """Each thread plays every n-th deal."""
    game = cuda.local.array(WORDS, int64)
    deck = cuda.local.array(DECK, int8)
    mem = cuda.local.array(SCRATCH, int64)
    move = cuda.local.array(3, int64)
    buffer = cuda.local.array((ROWS, 3), int64)
    tally = cuda.local.array(3, int64)
    tally[0] = 0
    tally[1] = 0
    thread = cuda.grid(1)
    for i in range(thread, count, cuda.gridsize(1)):
        play_deals(i, i + 1, seed, rules, lean, policy, game, deck, mem, move, buffer, tally, scores, traces)
    if thread < tallies.shape[0]:
        tallies[thread, 0] = tally[0]
        tallies[thread, 1] = tally[1]


def worlds_kernel(
    seed: int, rules: Any, lean: bool, policy: int, records: Any, moves: Any, scores: Any
) -> None:
    """Each thread plays out some pairs of a world and a move."""
    game = cuda.local.array(WORDS, int64)
    mem = cuda.local.array(SCRATCH, int64)
    move = cuda.local.array(3, int64)
    buffer = cuda.local.array((ROWS, 3), int64)
    tally = cuda.local.array(3, int64)
    for i in range(cuda.grid(1), records.shape[0] * moves.shape[0], cuda.gridsize(1)):
        play_worlds(
            i, i + 1, seed, rules, lean, policy, records, moves, game, mem, move, buffer, tally, scores
        )


def reset_kernel(seed: int, rules: Any, records: Any, only: Any) -> None:
    """Begin new matches."""
    deck = cuda.local.array(DECK, int8)
    for i in range(cuda.grid(1), records.shape[0], cuda.gridsize(1)):
        reset_games(i, i + 1, seed, rules, records, deck, only)


def count_kernel(rules: Any, lean: bool, records: Any, seats: Any, counts: Any) -> None:
    """Count the moves of the seats to act."""
    mem = cuda.local.array(SCRATCH, int64)
    move = cuda.local.array(3, int64)
    for i in range(cuda.grid(1), records.shape[0], cuda.gridsize(1)):
        count_moves(i, i + 1, rules, lean, records, mem, move, seats, counts)


def list_kernel(rules: Any, lean: bool, records: Any, seats: Any, offsets: Any, moves: Any) -> None:
    """Write down the moves of the seats to act."""
    mem = cuda.local.array(SCRATCH, int64)
    move = cuda.local.array(3, int64)
    for i in range(cuda.grid(1), records.shape[0], cuda.gridsize(1)):
        list_moves(i, i + 1, rules, lean, records, mem, move, seats, offsets, moves)


def step_kernel(
    rules: Any,
    lean: bool,
    records: Any,
    actions: Any,
    seats: Any,
    counts: Any,
    scores: Any,
    finished: Any,
    goes_on: bool,
    forced: Any,
) -> None:
    """Make one move in each game."""
    deck = cuda.local.array(DECK, int8)
    mem = cuda.local.array(SCRATCH, int64)
    move = cuda.local.array(3, int64)
    for i in range(cuda.grid(1), records.shape[0], cuda.gridsize(1)):
        step_games(
            i,
            i + 1,
            rules,
            lean,
            records,
            deck,
            mem,
            move,
            actions,
            seats,
            counts,
            scores,
            finished,
            goes_on,
            forced,
        )


def observe_kernel(rules: Any, records: Any, seats: Any, rows: Any) -> None:
    """What the seats to act may know."""
    for i in range(cuda.grid(1), records.shape[0], cuda.gridsize(1)):
        observe_games(i, i + 1, rules, records, seats, rows)


def choose_kernel(
    rules: Any, lean: bool, records: Any, seats: Any, counts: Any, only: Any, actions: Any
) -> None:
    """The quick policy's moves."""
    mem = cuda.local.array(SCRATCH, int64)
    move = cuda.local.array(3, int64)
    buffer = cuda.local.array((ROWS, 3), int64)
    for i in range(cuda.grid(1), records.shape[0], cuda.gridsize(1)):
        choose_games(i, i + 1, rules, lean, records, mem, move, buffer, seats, counts, only, actions)


def tell_kernel(rules: Any, records: Any, seats: Any, rows: Any, secrets: Any, orders: Any) -> None:
    """What nets and their critics are told."""
    for i in range(cuda.grid(1), records.shape[0], cuda.gridsize(1)):
        tell_games(i, i + 1, rules, records, seats, rows, secrets, orders)


def tell_moves_kernel(
    rules: Any, lean: bool, records: Any, seats: Any, offsets: Any, orders: Any, rows: Any
) -> None:
    """What nets are told of the moves."""
    mem = cuda.local.array(SCRATCH, int64)
    move = cuda.local.array(3, int64)
    for i in range(cuda.grid(1), records.shape[0], cuda.gridsize(1)):
        tell_moves(i, i + 1, rules, lean, records, mem, move, seats, offsets, orders, rows)


def _template(*_: Any) -> Any:
    """Stands for a loop that `kernels_of` fills in."""


play_deals = play_worlds = reset_games = count_moves = list_moves = step_games = observe_games = _template
choose_games = tell_games = tell_moves = _template


@cache
def kernels_of(name: str, rules: Any) -> dict[str, Any]:
    """The kernels of a game of a family, its options compiled in; each is compiled at its first launch."""
    chosen = family(name)
    packed = chosen.pack_rules(rules)
    options = Specialiser(packed, numba.njit)
    loops = {loop: options.copy(body) for loop, body in chosen.loops.items()}
    names = {**chosen.names, **loops, "DECK": chosen.deck_room}
    listed = {**names, **{loop: loops[loop + LISTED] for loop in PLAYING}, "ROWS": LISTED_ROWS}
    templates: dict[str, Callable[..., None]] = {
        "deals": deals_kernel,
        "worlds": worlds_kernel,
        "reset": reset_kernel,
        "count": count_kernel,
        "list": list_kernel,
        "step": step_kernel,
        "observe": observe_kernel,
        "tell": tell_kernel,
        "tell_moves": tell_moves_kernel,
    }
    compile_kernel = cuda.jit(max_registers=MOST_REGISTERS)
    own = f"{name}_{options_name(packed)}"
    made = {key: compile_kernel(with_globals(body, own, names)) for key, body in templates.items()}
    for key in ("deals", "worlds"):
        made[key + LISTED] = compile_kernel(with_globals(templates[key], own + LISTED, listed))
    made["choose"] = compile_kernel(with_globals(choose_kernel, own + LISTED, listed))
    for kernel in made.values():
        keep(kernel)
    return made


def launch(game: AnyGame, kernel: str, games: int, *arguments: Any) -> None:
    """Run a kernel with enough threads for a number of games."""
    threads = min(max(games, 1), MOST_THREADS)
    blocks = -(-threads // THREADS_A_BLOCK)
    kernels_of(family_of(game).name, game.rules)[kernel][blocks, THREADS_A_BLOCK](*arguments)


def deals(
    of: Family, game: AnyGame, count: int, seed: int, policy: int, lean: bool, kept: int
) -> tuple[int, int, Any, Any]:
    """Whole deals on the GPU; the same as on the CPU, deal by deal."""
    rules = cuda.to_device(of.pack_rules(game.rules))
    tallies = cuda.to_device(np.zeros((MOST_THREADS, 2), np.int64))
    scores = cuda.to_device(np.zeros((kept, len(game.sides)), np.int64))
    traces = cuda.to_device(np.zeros(kept, np.int64))
    launch(game, "deals" + variant(policy), count, count, seed, rules, lean, policy, tallies, scores, traces)
    sums = tallies.copy_to_host().sum(axis=0)
    return int(sums[0]), int(sums[1]), scores.copy_to_host(), traces.copy_to_host()


def playouts(
    of: Family,
    game: AnyGame,
    records: Any,
    moves: Any,
    shape: tuple[int, ...],
    seed: int,
    policy: int,
    lean: bool,
) -> Any:
    """Playouts of worlds after moves on the GPU."""
    scores = cuda.to_device(np.zeros(shape, np.int64))
    rules = cuda.to_device(of.pack_rules(game.rules))
    arguments = (seed, rules, lean, policy, cuda.to_device(records), cuda.to_device(moves), scores)
    launch(game, "worlds" + variant(policy), shape[0] * shape[1], *arguments)
    return scores.copy_to_host()


def to_device(array: Any) -> Any:
    """An array on the GPU; one that is there already, torch's and CuPy's included, is used as it is."""
    if hasattr(array, "__cuda_array_interface__"):
        return cuda.as_cuda_array(array)
    check_fits(array.nbytes)
    return cuda.to_device(array)


def check_fits(needed: int) -> None:
    """Refuse what would not fit into the GPU's memory."""
    free, _ = cuda.current_context().get_memory_info()
    if needed > free:
        raise SimError(
            f"this needs {needed / 2**30:.1f} GiB of GPU memory and {free / 2**30:.1f} GiB are free; "
            "ask for fewer games at once"
        )
