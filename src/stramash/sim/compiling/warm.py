"""Compiling ahead of time, so that nobody waits for it later."""

from collections.abc import Iterable
from time import perf_counter

import numpy as np

from stramash.core.game import AnyGame
from stramash.sim.batch import Batch
from stramash.sim.run import deals, playouts, policy_code


def warm_up(game: AnyGame, policies: Iterable[str] = ("random", "quick"), *, stepping: bool = False) -> float:
    """Compile all that a game's family needs, or load it from the cache; returns the seconds it took.

    The work is done in the calling thread, half a minute at the first use after an install and a second
    after that. A server calls it in an executor and goes on answering meanwhile::

        await asyncio.get_running_loop().run_in_executor(None, warm_up, game)

    `stepping` adds what `Batch` needs.
    """
    began = perf_counter()
    start = game.start(game.deck(), game.first(0)).state
    chosen = list(policies)
    for policy in chosen:
        policy_code(policy)  # a wrong name is refused before anything is compiled
    for policy in chosen:
        deals(game, 1, policy=policy, threads=1)
        playouts(game, [start], policy=policy, threads=1)
    if stepping:
        batch = Batch(game, 1, threads=1)
        batch.observe()
        batch.legal()
        batch.step(np.zeros(1, np.int64))
    return perf_counter() - began
