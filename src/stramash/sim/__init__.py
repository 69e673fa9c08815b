"""The fast engine: the same games on packed integers, compiled for CPU and GPU."""

from stramash.sim import notice
from stramash.sim.batch import Batch
from stramash.sim.run import Deals, SimError, deals, pack_moves, pack_worlds, playouts
from stramash.sim.warm import warm_up

__all__ = ["Batch", "Deals", "SimError", "deals", "pack_moves", "pack_worlds", "playouts", "warm_up"]

notice.watch()
