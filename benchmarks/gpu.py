"""Deals on a CUDA device: are they those of the CPU, how fast are they, and what bounds them.

Run on a machine with a GPU: python -m benchmarks.gpu
"""

import hashlib
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

import numpy as np

from stramash import games
from stramash.core.match import shuffled
from stramash.sim import Batch, deals, playouts
from stramash.sim.family import family_of
from stramash.sim.gpu import cuda as gpu

TABLES = (
    ("haggis", 2),
    ("haggis", 3),
    ("haggis3", 3),
    ("neeps", 4),
    ("tatties", 3),
    ("haggis-classic", 2),
    ("haggis-classic", 3),
    ("mu", 3),
    ("mu", 4),
    ("mu", 5),
    ("mu", 6),
)
BATCHES = (("haggis3", 3), ("neeps", 4), ("mu", 5))
STEPPED = 512
STEPS = 100
COMPARED = 20_000
TIMED = 1 << 23


def digest(array: Any) -> str:
    """A short hash of an array's bytes."""
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()[:16]


def compare(game_id: str, seats: int) -> bool:
    """Play the same deals on both and print the hashes of their moves and scores."""
    game = games.get(game_id, seats)
    ours = deals(game, COMPARED, seed=5, device="cuda")
    theirs = deals(game, COMPARED, seed=5, device="cpu")
    pairs = [(digest(a), digest(b)) for a, b in ((ours.traces, theirs.traces), (ours.scores, theirs.scores))]
    is_equal = all(a == b for a, b in pairs)
    print(f"{game_id} {seats}: {'equal' if is_equal else 'DIFFERENT'}  moves {pairs[0]}  scores {pairs[1]}")
    return is_equal


def compare_batch(game_id: str, seats: int) -> bool:
    """Step games side by side on both, and play one position out on both."""
    game = games.get(game_id, seats)
    there, here = (Batch(game, STEPPED, seed=3, device=device, goes_on=True) for device in ("cuda", "cpu"))
    for turn in range(STEPS):
        actions = (np.arange(STEPPED) * 7919 + turn * 31) % here.counts
        there.step(actions)
        here.step(actions)
    is_equal = bool((there.records.copy_to_host() == here.records).all())
    is_equal &= bool((there.observe().copy_to_host() == here.observe()).all())
    start = game.start(shuffled(game, Random(1)), game.first(0)).state
    for policy in ("random", "quick"):
        ours, theirs = (
            playouts(game, [start] * 64, repeats=4, policy=policy, device=device)
            for device in ("cuda", "cpu")
        )
        is_equal &= bool((ours == theirs).all())
    print(f"{game_id} {seats}: batches and playouts {'equal' if is_equal else 'DIFFERENT'}")
    return is_equal


def measure(game_id: str, seats: int) -> None:
    """Decisions a second of random deals, and the kernel's registers and local memory."""
    game = games.get(game_id, seats)
    deals(game, 1 << 16, seed=1, device="cuda", keep=False)
    started = time.perf_counter()
    played = deals(game, TIMED, seed=1, device="cuda", keep=False)
    seconds = time.perf_counter() - started
    kernel = gpu.kernels_of(family_of(game).name, game.rules)["deals"]
    registers = max(kernel.get_regs_per_thread().values())
    local = max(kernel.get_local_mem_per_thread().values())
    print(
        f"{game_id} {seats}: {played.decisions / seconds / 1e6:,.0f} million decisions/s, "
        f"{TIMED / seconds / 1e6:,.1f} million deals/s, {played.offered / played.decisions:.1f} moves each; "
        f"{registers} registers, {local} bytes of local memory a thread"
    )


def main() -> None:
    """Compare every game, then time it."""
    gpu.check_available()
    results = [compare(*table) for table in TABLES]
    results += [compare_batch(*table) for table in BATCHES]
    for table in TABLES:
        measure(*table)
    if not all(results):
        sys.exit("the GPU played other deals than the CPU")


if __name__ == "__main__":
    main()
