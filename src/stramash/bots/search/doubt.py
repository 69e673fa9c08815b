"""What a search with a net may believe: means over worlds, their errors, moves that may still be the best."""

from typing import Any, Final

import numpy as np

UNLIKE: Final = 5.0
"""Points that a world may bring which is unlike all those seen; divided by how many these are."""
BEHIND: Final = 2.0
"""By how many standard errors a move must be behind the best to be given up before all worlds are seen."""


def different(worlds: Any) -> tuple[Any, Any]:
    """Worlds without those that come again, in any order, and how often each was drawn."""
    found, first, times = np.unique(worlds, axis=0, return_index=True, return_counts=True)
    order = np.argsort(first)  # they were drawn in any order
    return found[order], times[order]


def mean_and_error(values: Any, times: Any) -> tuple[Any, Any]:
    """Means over worlds of which some count more than once, and errors by how many there really are."""
    shares = times / times.sum()
    mean = shares @ values
    really = 1 / (shares**2).sum()
    spread = shares @ (values - mean) ** 2
    return mean, np.sqrt(spread / max(1.0, really - 1)) + UNLIKE / really


def in_question(worth: Any, times: Any) -> Any:
    """The numbers of the moves that may still be the best, the net's own among them."""
    best = int((times @ worth).argmax())
    behind, error = mean_and_error(worth[:, best : best + 1] - worth, times)
    stays = behind <= BEHIND * error + 0.5
    stays[0] = True
    return np.flatnonzero(stays)
