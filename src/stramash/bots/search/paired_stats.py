"""Statistics of moves paired by world: weighted means, standard errors, moves that may still be the best."""

from typing import Any, Final

import numpy as np

PAIRED_ERROR_FLOOR: Final = 5.0
"""Points added to a standard error, divided by the number of worlds: worlds unlike all those seen exist."""
BEHIND: Final = 2.0
"""A move this many standard errors behind the best is dropped before all worlds are seen."""


def distinct(worlds: Any) -> tuple[Any, Any]:
    """The distinct worlds in the order in which they were drawn, and how often each was."""
    found, first, times = np.unique(worlds, axis=0, return_index=True, return_counts=True)
    order = np.argsort(first)  # they were drawn in any order
    return found[order], times[order]


def mean_and_error(values: Any, times: Any) -> tuple[Any, Any]:
    """Means over weighted worlds, and their standard errors by the effective sample size."""
    shares = times / times.sum()
    mean = shares @ values
    effective = 1 / (shares**2).sum()
    spread = shares @ (values - mean) ** 2
    return mean, np.sqrt(spread / max(1.0, effective - 1)) + PAIRED_ERROR_FLOOR / effective


def contenders(worth: Any, times: Any) -> Any:
    """The indices of the moves that may still be the best; the net's own, the first, always stays."""
    best = int((times @ worth).argmax())
    behind, error = mean_and_error(worth[:, best : best + 1] - worth, times)
    stays = behind <= BEHIND * error + 0.5
    stays[0] = True
    return np.flatnonzero(stays)
