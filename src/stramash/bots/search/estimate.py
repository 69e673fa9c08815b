"""Values of moves with 95 % intervals, from independent batches of worlds.

A tree that learns makes its playouts resemble each other, and worlds drawn in turn may do so too, so the
spread of single playouts says too little about how far another search would be off. Batches that share
neither worlds nor trees are independent whatever happens inside them: their spread is the error, by
Student's t. Every move is tried in every batch, so moves can be compared down the list; and what an earlier
search has chosen is measured anew, so that its luck is not counted twice.

What small trees do not see yet, none of them sees: larger trees find other values, and no number of batches
shows by how much. `benchmarks.calibration` does, and that much is part of the error.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import Any, Final

import numpy as np

FEWEST_BATCHES: Final = 8
MOST_IN_A_BATCH: Final = 2000
"""More worlds than this make more batches; up to there a longer search has larger trees, which see more."""
FEWEST_IN_A_BATCH: Final = 6
LEARNING: Final = 3
"""Of the worlds of a batch one in so many is for learning alone, where there is a tree that learns."""
BATCH_ERROR_FLOOR: Final = 60.0
"""Points of error that fall as 1/n with the number of worlds: for moves that never differed."""
RESEMBLING: Final = 0.6
"""What trees of all batches have in common, in standard deviations of a batch: it does not average out."""
TREE: Final = 100
"""The worlds of a tree for which it is said how far it is off; larger ones are off less, by the root."""
_T95: Final = {7: 2.365, 8: 2.306, 9: 2.262, 10: 2.228, 12: 2.179, 15: 2.131, 20: 2.086, 30: 2.042, 60: 2.0}
"""The quantile 0.975 of Student's t, by degrees of freedom."""

Measure = Callable[[int], Any]
"""A batch of so many worlds: the mean of every move over them."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many batches of how many worlds."""

    batches: int
    worlds: int

    @classmethod
    def within(cls, playouts: int, moves: int) -> "Sizes":
        """As much as a budget allows for so many moves, but no less than can be made sense of."""
        worlds = playouts // max(1, moves)
        size = min(MOST_IN_A_BATCH, max(FEWEST_IN_A_BATCH, worlds // FEWEST_BATCHES))
        return cls(max(FEWEST_BATCHES, worlds // size), size)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number of points and the half width of its 95 % interval."""

    points: float
    margin: float

    def __contains__(self, points: float) -> bool:
        return abs(points - self.points) <= self.margin


class Estimates:
    """The means of every move in every batch: an array of batches by moves."""

    def __init__(self, means: Any, worlds: int, unlearnt: float = 0.0) -> None:
        self.means = means
        self.worlds = worlds
        """In all."""
        self.unlearnt = unlearnt
        """Points by which larger trees are off from those of a hundred worlds; 0 where nothing is learnt."""

    def value(self, move: int) -> Estimate:
        """What a move is worth."""
        return self._of(self.means[:, move])

    def difference(self, move: int, other: int) -> Estimate:
        """By how much a move is better than another, batch by batch: luck that both have cancels out."""
        return self._of(self.means[:, move] - self.means[:, other])

    def order(self) -> list[int]:
        """The moves, best first."""
        return [int(i) for i in np.argsort(-self.means.mean(axis=0), kind="stable")]

    def _of(self, batches: Any) -> Estimate:
        count = len(batches)
        shared = RESEMBLING if self.unlearnt else 0.0
        error = float(batches.std(ddof=1)) * (1 / count + shared**2) ** 0.5
        unlearnt = self.unlearnt * (TREE * count / self.worlds) ** 0.5
        parts = t95(count - 1) * error, BATCH_ERROR_FLOOR / self.worlds, unlearnt
        return Estimate(float(batches.mean()), hypot(*parts))


def t95(freedom: int) -> float:
    """How many standard errors make a 95 % interval: the table's next lower entry, on the safe side."""
    return _T95[max(known for known in _T95 if known <= max(freedom, min(_T95)))]


def estimate(measure: Measure, sizes: Sizes, unlearnt: float = 0.0) -> Estimates:
    """Measure in batches."""
    means = np.stack([measure(sizes.worlds) for _ in range(sizes.batches)])
    return Estimates(means, sizes.batches * sizes.worlds, unlearnt)
