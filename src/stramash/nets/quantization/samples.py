"""Positions from play, for calibration.

Half of the games it plays alone. In the others it meets what it never would by itself, and is asked about it:
the quick policy at half of the tables' seats, or a move of eight that is drawn.
"""

from importlib import import_module
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.nets.batched_net import BatchedNet
from stramash.sim.batch import Batch

BIDDERS: Final = ByFamily("bidders for nets", climbing=None, mu="stramash.nets.mu.bidders")
"""The module that makes auctions what a family's nets know; None where nobody displays cards."""
TABLES: Final = 256
DRAWN: Final = 1 / 8
"""How often a move is drawn, in the games where some are."""
EVERY: Final = 8
"""One step in so many is kept: positions that follow each other are much alike."""


class Sample(NamedTuple):
    """Some positions with their moves, as a net is told of them."""

    words: Any
    """A row a position."""
    moves: Any
    """A row a move."""
    owner: Any
    """The position of each move."""


def play(game: AnyGame, parts: dict[str, Any], *, seed: int, positions: int) -> list[Sample]:
    """At least so many positions from games that follow from the seed."""
    batched, rng = BatchedNet(game, parts), np.random.default_rng(seed)
    tables = Batch(game, TABLES, seed, lean=True, goes_on=True, skips_forced=True, threads=1)
    bidders = BIDDERS.of(game)
    if bidders is not None:
        import_module(bidders).prepare(tables.records, game.seats, rng)
        tables.load(tables.records)  # other moves are legal now
    number = np.arange(TABLES)
    found: list[Sample] = []
    kept = step = 0
    while kept < positions:
        going = np.flatnonzero(tables.counts > 1)
        words, told, owner, choices = batched.look(tables, going)
        if step % EVERY == 0:
            found.append(Sample(words, told, owner))
            kept += len(going)
        quick = (number % 4 == 2) & ((tables.seats + number // 4) % 2 == 0)
        tables.choose(choices, quick)
        drawn = (number % 4 == 3) & (rng.random(TABLES) < DRAWN)
        choices = np.where(drawn, rng.integers(np.maximum(tables.counts, 1)), choices)
        tables.step(choices)
        step += 1
    return found
