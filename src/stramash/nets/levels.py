"""Decisions in levels: first what kind of thing to do, then which.

Among hundreds of plays a bet would hardly ever be tried, and one number for each move cannot say "bet on this
hand whatever you lead". So every move belongs to a level, written in its row of bits: level 0 is what is
usual (plays, passes, cards to give, whom to name), each bet or bid is a level of its own. Level 0 has the
value 0 and the tower gives the others theirs: a softmax over the levels that have a move, then one over the
moves of the chosen level. Other decisions of this kind (Mü's "stop or add", trumps, partners) need only their
level in the rows.
"""

from typing import Any, Final

import numpy as np

from stramash.sim.features import LEVEL_SHIFT

LEVEL_MASK: Final = 7


def level_of(rows: Any) -> Any:
    """The level of each move, from its row of bits."""
    return (rows[:, 1] >> LEVEL_SHIFT) & LEVEL_MASK


def log_softmax(values: Any) -> Any:
    """Logarithms of chances."""
    shifted = values - values.max()
    return shifted - np.log(np.exp(shifted).sum())


def log_chances(move_values: Any, level_values: Any, levels: Any) -> Any:
    """The logarithm of each move's chance."""
    every = np.concatenate([np.zeros(1, level_values.dtype), level_values])
    present = np.unique(levels)
    chances = log_softmax(every[present])
    result = np.empty(len(move_values), np.float64)
    for level, chance in zip(present, chances, strict=True):
        here = levels == level
        result[here] = chance + log_softmax(move_values[here])
    return result


def best(move_values: Any, level_values: Any, levels: Any) -> int:
    """The move to play: the likeliest move of the likeliest level."""
    if (levels == levels[0]).all():
        return int(np.argmax(move_values))
    every = np.concatenate([np.zeros(1, level_values.dtype), level_values])
    present = np.unique(levels)
    level = present[int(np.argmax(every[present]))]
    here = np.flatnonzero(levels == level)
    return int(here[int(np.argmax(move_values[here]))])
