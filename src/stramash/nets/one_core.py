"""Matrix products on one core.

Those of a net are small, and where there are many of them threads share them out already. Products that ask
for all cores besides wait for each other: on a busy machine ten times as long as the work takes.
"""

import ctypes
import os
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

ASKED_FOR: Final = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
"""Whoever has set one of these has decided."""
PREFIXES: Final = ("scipy_openblas", "openblas")
SUFFIXES: Final = ("64_", "")


@cache
def products_on_one_core() -> bool:
    """Let NumPy's products of this process run on one core; False where its library cannot be asked to."""
    if any(name in os.environ for name in ASKED_FOR):
        return False
    function = openblas("set_num_threads")
    if function is None:
        return False
    function(1)
    return True


def openblas(name: str) -> Any | None:
    """A function of the library for matrix products that NumPy brings along, if it is this one."""
    home = Path(np.__file__).parent
    for folder in (home.with_name("numpy.libs"), home / ".dylibs"):
        for path in sorted(folder.glob("*openblas*")):
            try:
                library = ctypes.CDLL(str(path))
            except OSError:
                continue
            for prefix in PREFIXES:
                for suffix in SUFFIXES:
                    function = getattr(library, f"{prefix}_{name}{suffix}", None)
                    if function is not None:
                        return function
    return None
