"""Chances to win a match to a goal, from what deals bring: exact for two sides whose deals are all alike.

With W the chance of the first side at every pair of totals, W = the mean of W after one more deal; where a
total has reached the goal it is known (C11.1). Deal after deal it is filled in from there, for all totals at
once: the mean over all that a deal may bring is a product of Fourier transforms.
"""

from typing import Any, Final

import numpy as np

MOST_DEALS: Final = 200
CLOSE: Final = 1e-9


def odds(scores: Any, goal: int) -> tuple[int, Any]:
    """The lowest total, and the first side's chance by totals from there up to the goal.

    `scores` are the points of two equal sides in many deals, a row a deal; sides change places, so each deal
    counts both ways. Deals without any points are played again and change nothing.
    """
    both = np.concatenate([scores, scores[:, ::-1]]).astype(np.int64)
    both = both[(both != 0).any(axis=1)]
    if not len(both):
        raise ValueError("no deal brought any points")
    least, most = min(0, int(both.min())), int(both.max())
    low = -goal if least < 0 else 0
    # Totals after a deal go from low + least to goal - 1 + most; those below `low` count as `low`.
    after = np.arange(low + least, goal + most)
    inner = goal - low
    size = 1 << int(len(after) + most - least).bit_length()
    brings = np.zeros((size, size))
    np.add.at(brings, tuple((both - least).T), 1 / len(both))
    turned = np.conj(np.fft.rfft2(brings))
    first, second = after[:, None], after[None, :]
    won = np.where(first > second, 1.0, np.where(first < second, 0.0, 0.5))
    is_on = (first < goal) & (second < goal)
    held = np.clip(after[after < goal] - low, 0, None)
    known = np.full((inner, inner), 0.5)
    whole = np.zeros((size, size))
    for _ in range(MOST_DEALS):
        won[is_on] = known[np.ix_(held, held)].reshape(-1)
        whole[: len(after), : len(after)] = won
        # Place (a, b) of the product: the mean over deals (x, y) of `whole` at (a + x, b + y).
        found = np.fft.irfft2(np.fft.rfft2(whole) * turned, s=(size, size))[:inner, :inner]
        apart = float(np.abs(found - known).max())
        known = np.clip(found, 0.0, 1.0)
        if apart < CLOSE:
            break
    return low, known
