"""What the fast engine refuses, and that it says what would work."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from stramash import games, sim

GAME = games.get("haggis3")
START = GAME.start(GAME.deck(), GAME.first(0)).state


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (lambda: sim.deals(GAME, 1, policy="gready"), "policy 'gready': there are random, "),
        (lambda: sim.playouts(GAME, [START], policy=""), "policy '': there are random, "),
        (lambda: sim.warm_up(GAME, ("random", "best")), "policy 'best': there are random, "),
        (lambda: sim.deals(GAME, 1, device="gpu"), "device 'gpu': there are cpu and cuda"),
        (lambda: sim.playouts(GAME, [START], device="tpu"), "device 'tpu': there are cpu and cuda"),
        (lambda: sim.Batch(GAME, 1, device="cpu:0"), "device 'cpu:0': there are cpu and cuda"),
        (lambda: sim.deals(GAME, 1, threads=0), "threads = 0: there must be at least one"),
        (lambda: sim.Batch(GAME, 1, threads=-1), "threads = -1: there must be at least one"),
        (lambda: sim.deals(GAME, -1), "count = -1: must not be negative"),
        (lambda: sim.playouts(GAME, [START], repeats=0), "repeats = 0: must be at least one"),
        (lambda: sim.Batch(GAME, 0), "n = 0: a batch needs at least one game"),
        (lambda: sim.Batch(GAME, 1 << 40), "GiB; ask for fewer games at once"),
        (lambda: sim.deals(GAME, 1 << 40), "GiB; ask for fewer games at once"),
        (lambda: sim.playouts(GAME, [START], repeats=1 << 40), "GiB; ask for fewer games at once"),
        (lambda: sim.playouts(GAME, np.zeros((2, 5), np.int64)), "packed worlds of haggis3 are rows of"),
        (lambda: sim.playouts(GAME, np.zeros((2, 88), np.int32)), "rows of 88 words of int64"),
        (lambda: sim.Batch(GAME, 3).step(np.zeros(2, np.int64)), "step needs one action a game: 3"),
        (lambda: sim.Batch(GAME, 3).step(np.zeros(3)), "whole numbers of 64 bits (int64)"),
        (lambda: sim.Batch(GAME, 3).step([0, -1, 0]), "not the number of a move"),
        (lambda: sim.Batch(GAME, 3).step([0, 0, 100_000]), "not the number of a move"),
        (lambda: sim.Batch(GAME, 3).reset([True]), "reset needs one entry a game: 3"),
    ],
)
def test_what_is_refused(attempt: Callable[[], Any], words: str) -> None:
    with pytest.raises(sim.SimError) as caught:
        attempt()
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: sim.deals(GAME, 1, device="cuda"),
        lambda: sim.playouts(GAME, [START], device="cuda"),
        lambda: sim.Batch(GAME, 1, device="cuda"),
    ],
)
def test_without_a_gpu_the_error_says_what_to_do(
    attempt: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from stramash.sim.gpu import cuda  # noqa: PLC0415  # slow to import, and needed here alone

    monkeypatch.setattr(cuda.cuda, "is_available", lambda: False)
    with pytest.raises(sim.SimError, match=r"no CUDA device here.*stramash\[gpu\]"):
        attempt()


def test_a_refused_step_changes_nothing() -> None:
    batch = sim.Batch(GAME, 3, seed=1)
    before = batch.records.copy()
    with pytest.raises(sim.SimError):
        batch.step([0, 0, 100_000])
    assert (batch.records == before).all()


def test_a_list_of_actions_will_do() -> None:
    one, other = (sim.Batch(GAME, 3, seed=1) for _ in range(2))
    one.step([1, 2, 3])
    other.step(np.array([1, 2, 3]))
    assert (one.records == other.records).all()
