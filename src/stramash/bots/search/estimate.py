"""What moves are worth and how sure that is: batches of worlds that know nothing of each other.

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
from typing import Any, Final

import numpy as np

FEWEST_BATCHES: Final = 8
MOST_IN_A_BATCH: Final = 2000
"""More worlds than this make more batches; up to there a longer search has larger trees, which see more."""
FEWEST_IN_A_BATCH: Final = 6
LEARNING: Final = 3
"""Of the worlds of a batch one in so many is for learning alone, where there is a tree that learns."""
UNLIKE: Final = 60.0
"""Points by which a world may be unlike all those seen, as if it came once more: for what never differed."""
UNLEARNT: Final = 0.6
"""How far larger trees are off from trees of a batch, in standard deviations of a batch: as measured."""
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

    def __init__(self, means: Any, worlds: int, *, has_trees: bool = False) -> None:
        self.means = means
        self.worlds = worlds
        """In all."""
        self.has_trees = has_trees
        """Whether they are the values of trees, which might have learnt more."""

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
        unlearnt = UNLEARNT**2 if self.has_trees else 0.0
        error = float(batches.std(ddof=1)) * (1 / count + unlearnt) ** 0.5
        margin = float(np.hypot(t95(count - 1) * error, UNLIKE / self.worlds))
        return Estimate(float(batches.mean()), margin)


def t95(freedom: int) -> float:
    """How many standard errors make a 95 % interval: the table's next lower entry, on the safe side."""
    return _T95[max(known for known in _T95 if known <= max(freedom, min(_T95)))]


def estimate(measure: Measure, sizes: Sizes, *, has_trees: bool = False) -> Estimates:
    """Measure in batches."""
    means = np.stack([measure(sizes.worlds) for _ in range(sizes.batches)])
    return Estimates(means, sizes.batches * sizes.worlds, has_trees=has_trees)
