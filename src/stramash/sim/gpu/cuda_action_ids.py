"""Steps many tables by action ids on a GPU, and writes their observations there."""

from functools import cache
from typing import Any, Final

import numba
import numpy as np
from numba import int8, int64

from stramash.core.game import AnyGame
from stramash.sim.compiling.compiled import with_globals
from stramash.sim.compiling.specialise import Specialiser
from stramash.sim.family import family, family_of
from stramash.sim.gpu.cuda import MOST_REGISTERS, MOST_THREADS, THREADS_A_BLOCK, cuda
from stramash.sim.gpu.cuda_cache import keep, options_name
from stramash.sim.tables.board import Board
from stramash.sim.tables.loops import ALONE, action_loops
from stramash.sim.tables.observations import BYTES
from stramash.sim.visit import SCRATCH

LISTED_ROWS = 1024
"""Moves of a seat that a GPU thread writes down at once where policies choose from whole lists; longer ones
are walked again, and all threads of a warp wait for it: with 128 rows the slowest of 32 would write 1,340
moves of `haggis3`, with these 275. A sixteenth of it where open numbers need no list, or few of them do."""
BYTES_A_WORD: Final = 4
"""Bytes of an observation that a GPU thread makes at once."""
PLACE_BITS: Final = 16
"""Which bit a byte of an observation is, as it is told to a GPU thread: four of them in one number."""
NO_PLACE: Final = (1 << PLACE_BITS) - 1
THREADS_TO_EXPAND: Final = 256
GAMES_TO_EXPAND: Final = 8
"""Games of a block of threads, which has to read the places only once for all of them."""

# Filled in for each family by `kernels_of`.
DECK = 0


def numbers_kernel(
    rules: Any,
    records: Any,
    table: Any,
    chosen: Any,
    numbers: Any,
    robots: Any,
    policy: int,
    seats: Any,
    looker: int,
    scores: Any,
    finished: Any,
    goes_on: bool,
    words: Any,
    secret_words: Any,
    masks: Any,
) -> None:
    """Each thread gives the number of every n-th game, and looks."""
    deck = cuda.local.array(DECK, int8)
    mem = cuda.local.array(SCRATCH, int64)
    move = cuda.local.array(3, int64)
    shared = cuda.local.array(2, int64)
    buffer = cuda.local.array((LISTED_ROWS, 3), int64)
    for i in range(cuda.grid(1), records.shape[0], cuda.gridsize(1)):
        play_numbers(
            i,
            i + 1,
            Board(
                rules,
                records,
                deck,
                table,
                chosen,
                mem,
                move,
                buffer,
                shared,
                numbers,
                robots,
                policy,
                seats,
                looker,
                scores,
                finished,
                goes_on,
                words,
                secret_words,
                masks,
            ),
        )


def expand_kernel(words: Any, places: Any, told: Any) -> None:
    """Rows of words as bytes, four in one number of `told`; `places` says which bits they are."""
    games = told.shape[0]
    for first in range(GAMES_TO_EXPAND * cuda.blockIdx.x, games, GAMES_TO_EXPAND * cuda.gridDim.x):
        for k in range(cuda.threadIdx.x, told.shape[1], cuda.blockDim.x):
            packed = places[k]
            for i in range(first, min(first + GAMES_TO_EXPAND, games)):
                four = 0
                for byte in range(BYTES_A_WORD):
                    place = (packed >> (PLACE_BITS * byte)) & NO_PLACE
                    if place != NO_PLACE:
                        four |= ((words[i, place >> 6] >> (place & 63)) & 1) << (8 * byte)
                told[i, k] = four


def packed_places(bits: Any, room: int) -> Any:
    """The places of the bits of rows with so many bytes, four in one number."""
    places = np.full(room, NO_PLACE, np.int64)
    places[: len(bits)] = bits
    shifts = PLACE_BITS * np.arange(BYTES_A_WORD)
    return (places.reshape(-1, BYTES_A_WORD) << shifts).sum(axis=1)


def _template(*_: Any) -> Any:
    """Stands for a loop that `kernels_of` fills in."""


play_numbers = reset_games = _template


def deal_kernel(seed: int, rules: Any, records: Any, only: Any) -> None:
    """Begin new matches."""
    deck = cuda.local.array(DECK, int8)
    for i in range(cuda.grid(1), records.shape[0], cuda.gridsize(1)):
        reset_games(i, i + 1, seed, rules, records, deck, only)


@cache
def kernels_of(name: str, rules: Any) -> dict[str, Any]:
    """The kernels of a game of a family, its options compiled in; each is compiled at its first launch."""
    chosen = family(name)
    packed = chosen.pack_rules(rules)
    options = Specialiser(packed, numba.njit)
    loops = action_loops(name).loops
    own = f"{chosen.name}_{options_name(packed)}"
    compile_kernel = cuda.jit(max_registers=MOST_REGISTERS)
    deck = {"DECK": chosen.deck_room}
    dealt = deck | {"reset_games": options.copy(chosen.loops["reset_games"])}
    made = {
        "deal": compile_kernel(with_globals(deal_kernel, own, dealt)),
        "expand": cuda.jit(expand_kernel),
    }
    for variant in ("", ALONE):
        is_long = action_loops(name).action_ids.WALKS and variant != ALONE
        rows = {"LISTED_ROWS": LISTED_ROWS if is_long else -(-LISTED_ROWS // 16)}
        names = deck | rows | {"play_numbers": options.copy(loops["play_numbers" + variant + BYTES])}
        made["numbers" + variant] = compile_kernel(with_globals(numbers_kernel, own + variant, names))
    for kernel in made.values():
        keep(kernel)
    return made


def launch(game: AnyGame, kernel: str, games: int, stream: Any, *arguments: Any) -> None:
    """Run a kernel with a thread a game, on a stream."""
    blocks = -(-min(max(games, 1), MOST_THREADS) // THREADS_A_BLOCK)
    kernels_of(family_of(game).name, game.rules)[kernel][blocks, THREADS_A_BLOCK, stream](*arguments)


def expand(game: AnyGame, stream: Any, words: Any, places: Any, told: Any) -> None:
    """Run `expand_kernel` with a block for some games each."""
    blocks = min(-(-len(told) // GAMES_TO_EXPAND), MOST_THREADS)
    kernels_of(family_of(game).name, game.rules)["expand"][blocks, THREADS_TO_EXPAND, stream](
        words, places, told
    )


def stream_of(handle: int) -> Any:
    """The stream with a handle of CUDA's, torch's current one for example; 0 is the usual one."""
    return cuda.external_stream(handle) if handle else 0
