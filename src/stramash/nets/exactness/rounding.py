"""Weights rounded as coarsely as play allows (see `demands`).

Row after row is put on its steps, and what is lost by it is made good in the rows that are still to come, as
far as their inputs go with its own (what is known as GPTQ). The error that is left is then the step of a row
times the part of its input that those to come do not know of: steps are the larger the smaller that part is.
"""

from typing import Any, Final

import numpy as np

from stramash.nets.exactness.demands import Demand, Demands
from stramash.nets.steps import HIGHEST, MOST_STEPS, STEPS, Stepped, level_of

DAMPING: Final = 0.01
"""Added to the squares of inputs, of their mean: an input that was not met may be met tomorrow."""
LEAST_USE: Final = 0.6
"""The least that a column counts for, of the root mean square of all: the same for outputs."""


def rounded(parts: dict[str, Any], demands: Demands, loss: float) -> dict[str, Any]:
    """The parts of a player, matrices on steps; the chances of moves shift by no more than about `loss`.

    That is their mean divergence in nats. Each weight gets an equal share of it: an error that is spread
    evenly over a step has a twelfth of its square, and half of the square is what chances shift by.
    """
    matrices = {name: part for name, part in parts.items() if part.ndim > 1}
    step = float(np.sqrt(24 * loss / sum(part.size for part in matrices.values())))
    made = {name: part.astype(np.float32) for name, part in parts.items()}
    for name, part in matrices.items():
        made[name], shift = on_steps(part, demands.of(name), step)
        bias = demands.bias_of(name)
        made[bias] = made[bias] + shift.astype(np.float32)
    return made


def on_steps(part: Any, demand: Demand, step: float) -> tuple[Stepped, Any]:
    """A matrix on steps, and what the bias behind it has to make good."""
    use = np.sqrt(demand.outputs)
    use = np.maximum(use, LEAST_USE * np.sqrt((use**2).mean()) + 1e-12)
    products = demand.inputs.astype(np.float64)
    count = len(part)
    inputs = products.diagonal()[:count]
    # The last input is always 1: with it goes the bias, which is not rounded and comes last.
    order = np.append(np.argsort(-inputs, kind="stable"), count)
    damped = products + np.diag(np.append(np.full(count, DAMPING * inputs.mean() + 1e-12), 1e-6))
    root = np.linalg.cholesky(np.linalg.inv(damped[np.ix_(order, order)])).T
    own = root.diagonal()
    scale = float(np.float32(step * own[:count].min() / use.max()))
    columns = level_of(use.max() / use, 1.0)
    unit = np.float32(scale) * STEPS[columns]
    left = np.vstack([part, np.zeros(part.shape[1])])[order].astype(np.float64)
    numbers = np.zeros(part.shape, np.int8)
    rows = np.zeros(count, np.uint8)
    for i, row in enumerate(order[:count]):
        level = int(level_of(own[i] / own[:count].min(), 1.0))
        # No number may be too large for its byte.
        while level < HIGHEST and np.abs(left[i] / (unit * STEPS[level])).max() > MOST_STEPS:
            level += 1
        steps = unit * STEPS[level]
        rows[row] = level
        numbers[row] = np.clip(np.round(left[i] / steps), -MOST_STEPS, MOST_STEPS)
        error = left[i] - numbers[row] * steps
        left[i + 1 :] -= np.outer(root[i, i + 1 :] / own[i], error)
    return Stepped(numbers, scale, rows, columns), left[count]
