"""An optional cache of compiled CUDA kernels on disk: a start takes seconds, not a minute.

numba-cuda can keep kernels, but goes by the time stamp of a kernel's file and knows nothing of the functions
that it calls, nor of the options that are compiled in. Here the folder is named after all sources, as for CPU
code, and a kernel's name says which options it was made for. So a folder of kernels can be carried to another
machine with the same kind of GPU.
"""

import hashlib
import os
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from stramash.sim.compiling.compiled import cache_folder

WANTED: Final = "STRAMASH_KEEP_KERNELS"
"""The variable that asks for it: `1` for the usual folder, or the name of another one."""


def kernel_folder() -> Path | None:
    """Where kernels are kept; None where they are not."""
    wanted = os.environ.get(WANTED, "")
    if not wanted or wanted == "0":
        return None
    return cache_folder() / "cuda" if wanted == "1" else Path(wanted) / cache_folder().name


def options_name(options: Any) -> str:
    """A short name for the packed options of a game."""
    return hashlib.sha256(options.tobytes()).hexdigest()[:12]


def keep(kernel: Any) -> Any:
    """The same kernel, kept on disk if that is wanted and this numba-cuda can do it."""
    folder = kernel_folder()
    if folder is None:
        return kernel
    try:
        kernel._cache = _cache_class(folder)(kernel.py_func)  # noqa: SLF001  there is no other way in
    except (ImportError, AttributeError, TypeError, RuntimeError, OSError):
        return kernel  # another version: compiled anew at each start, as without it
    return kernel


def _cache_class(folder: Path) -> Any:
    """numba-cuda's cache with a folder and a stamp of our own."""
    dispatcher: Any = import_module("numba.cuda.dispatcher")

    class Locator:
        """Where a kernel is kept: all in one folder, told apart by their names."""

        def ensure_cache_path(self) -> None:
            folder.mkdir(parents=True, exist_ok=True)

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name

        def get_disambiguator(self) -> str:
            return "kept"

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> "Locator":
            return cls()

    def save_overload(self: Any, sig: Any, data: Any) -> None:
        """Keep a kernel, unless it is one that numba-cuda cannot write down (it links other files)."""
        with suppress(RuntimeError, OSError):  # such a one is compiled anew at the next start
            dispatcher.CUDACache.save_overload(self, sig, data)

    implementation = type("KeptImpl", (dispatcher.CUDACacheImpl,), {"_locator_classes": [Locator]})
    members = {"_impl_class": implementation, "save_overload": save_overload}
    return type("KeptKernels", (dispatcher.CUDACache,), members)
