"""The fast engine: the same games on packed integers, compiled for CPU and GPU.

Its parts are loaded when they are asked for: the places of a record and the rows that nets are told can be
had without Numba, which takes a second to load.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from stramash.sim.batch import Batch
    from stramash.sim.compiling.warm import warm_up
    from stramash.sim.run import Deals, SimError, deals, pack_moves, pack_worlds, playouts

__all__ = ["Batch", "Deals", "SimError", "deals", "pack_moves", "pack_worlds", "playouts", "warm_up"]

_HOMES: Final = {"Batch": "batch", "warm_up": "compiling.warm"}


def __getattr__(name: str) -> Any:
    """A part by its name, loaded at its first use."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES.get(name, 'run')}"), name)
