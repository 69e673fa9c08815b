"""How functions are compiled: one source, called on CPU threads and from CUDA kernels alike."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a scalar function; the machine code is kept on disk and serves the next start."""
    decorate = numba.njit(cache=True, nogil=True, error_model="numpy")
    return cast("Callable[P, R]", decorate(function))
