"""How functions are compiled: one source, called on CPU threads and from CUDA kernels alike."""

import hashlib
import os
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

import numba

from stramash.sim.compiling import notice

P = ParamSpec("P")
R = TypeVar("R")

HOMES: Final = ("bots", "sim")
"""The parts of the package in which functions are compiled."""
FROZEN: Final = ("climbing", "core", "mu")
"""The parts whose numbers are in the compiled code: Numba takes a module's constants as they are."""


@cache
def cache_folder() -> Path:
    """Where compiled code is kept: a folder of its own for each version of the sources."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return Path(home) / "stramash" / f"compiled-{source_digest(Path(__file__).parents[2])}"


def source_digest(package: Path) -> str:
    """A short name for all sources that compiled code is made from.

    Numba notices a change in a function's own file only, neither in those of the functions it calls nor in
    those that its constants come from; with this in the name, code compiled from older ones is never used.
    """
    digest = hashlib.sha256()
    for source in sorted(source for part in (*HOMES, *FROZEN) for source in (package / part).rglob("*.py")):
        path = source.relative_to(package).as_posix()
        digest.update(path.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a scalar function; the machine code is kept on disk and serves the next start."""
    return _compile(function, inline=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function as part of those that call it: handing over arrays costs more than it does."""
    return _compile(function, inline=True)


def _compile(function: Callable[P, R], *, inline: bool) -> Callable[P, R]:
    # Nothing is allocated in compiled code, so the references to arrays need no counting (`_nrt`), which
    # would take up to half of all time.
    options: Any = {
        "cache": True,
        "nogil": True,
        "error_model": "numpy",
        "forceinline": inline,
        "_nrt": False,
    }
    decorate = numba.njit(**options)
    settings: Any = numba.config
    before = settings.CACHE_DIR
    settings.CACHE_DIR = before or str(cache_folder())
    try:
        return cast("Callable[P, R]", decorate(function))
    finally:
        settings.CACHE_DIR = before


def with_globals(function: Callable[P, R], family: str, names: dict[str, Any]) -> Callable[P, R]:
    """A copy of a function with other values for some of its globals: an instance of a template.

    Each family of games gets its own copy of the loops in `kernels`, so the loops stand in one place and no
    call is looked up at run time. The copy has a name of its own, because the cache goes by names.
    """
    source = cast("types.FunctionType", function)
    name = f"{source.__name__}_{family}"
    copy = types.FunctionType(source.__code__, {**source.__globals__, **names}, name)
    copy.__qualname__ = name
    copy.__module__ = source.__module__
    return cast("Callable[P, R]", copy)


notice.watch()
