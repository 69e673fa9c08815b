"""GPTQ: weights quantised as coarsely as play allows, by the statistics of `calibration`.

Row after row is rounded, and its error is compensated in the rows that are still to come as far as their
inputs correlate with its own. What remains is the row's step size times the part of its input that the later
ones do not explain: the smaller that part, the larger the step.
"""

from typing import Any, Final

import numpy as np

from stramash.nets.quantization.calibration import Calibration, LayerStatistics
from stramash.nets.quantization.matrices import HIGHEST, MOST_STEPS, STEP_SIZES, QuantizedMatrix, exponent_of

DAMPING: Final = 0.01
"""Added to the diagonal, as a share of its mean: an input that calibration did not meet may come up."""
LEAST_USE: Final = 0.6
"""The least that a column counts for, of the root mean square of all: the same for outputs."""


def rounded(parts: dict[str, Any], calibration: Calibration, loss: float) -> dict[str, Any]:
    """The parts of a player, matrices quantised so that its policy shifts by no more than about `loss`.

    That is the mean KL divergence in nats. Each weight gets an equal share of it: an error spread evenly over
    a step has a variance of a twelfth of its square, and the divergence is half of the variance.
    """
    matrices = {name: part for name, part in parts.items() if part.ndim > 1}
    step = float(np.sqrt(24 * loss / sum(part.size for part in matrices.values())))
    made = {name: part.astype(np.float32) for name, part in parts.items()}
    for name, part in matrices.items():
        made[name], shift = gptq(part, calibration.statistics(name), step)
        bias = calibration.bias_of(name)
        made[bias] = made[bias] + shift.astype(np.float32)
    return made


def gptq(part: Any, statistics: LayerStatistics, step: float) -> tuple[QuantizedMatrix, Any]:
    """A quantised matrix, and the correction of the bias behind it."""
    use = np.sqrt(statistics.outputs)
    use = np.maximum(use, LEAST_USE * np.sqrt((use**2).mean()) + 1e-12)
    products = statistics.inputs.astype(np.float64)
    count = len(part)
    inputs = products.diagonal()[:count]
    # The last input is always 1: with it goes the bias, which is not rounded and comes last.
    order = np.append(np.argsort(-inputs, kind="stable"), count)
    damped = products + np.diag(np.append(np.full(count, DAMPING * inputs.mean() + 1e-12), 1e-6))
    root = np.linalg.cholesky(np.linalg.inv(damped[np.ix_(order, order)])).T
    own = root.diagonal()
    scale = float(np.float32(step * own[:count].min() / use.max()))
    columns = exponent_of(use.max() / use, 1.0)
    unit = np.float32(scale) * STEP_SIZES[columns]
    left = np.vstack([part, np.zeros(part.shape[1])])[order].astype(np.float64)
    numbers = np.zeros(part.shape, np.int8)
    rows = np.zeros(count, np.uint8)
    for i, row in enumerate(order[:count]):
        exponent = int(exponent_of(own[i] / own[:count].min(), 1.0))
        # No number may be too large for its byte.
        while exponent < HIGHEST and np.abs(left[i] / (unit * STEP_SIZES[exponent])).max() > MOST_STEPS:
            exponent += 1
        steps = unit * STEP_SIZES[exponent]
        rows[row] = exponent
        numbers[row] = np.clip(np.round(left[i] / steps), -MOST_STEPS, MOST_STEPS)
        error = left[i] - numbers[row] * steps
        left[i + 1 :] -= np.outer(root[i, i + 1 :] / own[i], error)
    return QuantizedMatrix(numbers, scale, rows, columns), left[count]
