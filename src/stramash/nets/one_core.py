"""Matrix products on one core.

Those of a net are small, and where there are many of them threads share them out already. Products that ask
for all cores besides wait for each other: on a busy machine ten times as long as the work takes.
"""

import os
from functools import cache
from typing import Final

ASKED_FOR: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""Whoever has set one of these has decided."""


@cache
def products_on_one_core() -> bool:
    """Let NumPy's products of this process run on one core; False where somebody decided otherwise."""
    if any(name in os.environ for name in ASKED_FOR):
        return False
    try:
        from threadpoolctl import threadpool_limits  # noqa: PLC0415  see below
    except ImportError:  # machines for training may have NumPy and Numba alone, as `train.duel` needs
        return False
    threadpool_limits(1, user_api="blas")
    return True
