"""Auctions of Mü as nets know them: a seat says first how many cards it will show."""

from typing import Any

import numpy as np

from stramash.sim.mu.record import BOLDNESS


def prepare(records: Any, seats: int, rng: np.random.Generator) -> None:
    """Let counts come first in every game, and give every seat a boldness, which the quick policy bids by."""
    drawn = rng.integers(1 << 8 * seats, size=len(records))
    # Not 0 in any game: that would mean that cards are shown one by one.
    records[:, BOLDNESS] = drawn | 1 << 8 * seats
