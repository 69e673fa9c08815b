"""A notice while the fast engine is compiled for the first time: about half a minute, once."""

import logging
import sys
from functools import cache
from typing import Any, Final

from numba.core import event

MESSAGE: Final = "compiling the fast engine for this machine, once: about 20 s"
COMPILING: Final = "numba:compile"
"""Numba's name for the compilation of one function; it does not happen when the cache has the function."""

_log = logging.getLogger("stramash.sim")


class FirstCompilation(event.Listener):
    """Tells about the first function of this package that has to be compiled in this process."""

    def __init__(self) -> None:
        self.has_told = False

    def on_start(self, event: Any) -> None:
        """A function is about to be compiled."""
        function = getattr(event.data.get("dispatcher"), "py_func", None)
        if not self.has_told and getattr(function, "__module__", "").startswith("stramash.sim."):
            self.has_told = True
            tell()

    def on_end(self, event: Any) -> None:
        """A function has been compiled; there may be more of them."""


def tell() -> None:
    """One line in the log, and on the standard error where somebody is looking at it."""
    _log.info(MESSAGE)
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"stramash: {MESSAGE}", file=sys.stderr, flush=True)


@cache
def watch() -> FirstCompilation:
    """From now on, tell when compiled code is missing from the cache."""
    listener = FirstCompilation()
    register: Any = event.register  # Numba does not say its type
    register(COMPILING, listener)
    return listener
