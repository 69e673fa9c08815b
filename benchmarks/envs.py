"""Steps a second of our environments beside those of others, in one run; `python -m benchmarks.envs`.

Needs PettingZoo and Gymnasium, and for the others RLCard and pygame; what is missing is left out.
Everybody's agents choose by chance among what is open, by the same function, and rounds are interleaved.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

ROUND = 1.0
"""Seconds that each has in a round."""


def pettingzoo_loop(table: Any, rng: np.random.Generator) -> Callable[[float], tuple[int, float]]:
    """The usual loop of an AEC environment."""

    def run(seconds: float) -> tuple[int, float]:
        steps, started = 0, time.perf_counter()
        ends = started + seconds
        while time.perf_counter() < ends:
            table.reset(seed=int(rng.integers(1 << 31)))
            for _ in table.agent_iter():
                observation, _, is_terminated, is_truncated, _ = table.last()
                if is_terminated or is_truncated:
                    table.step(None)
                else:
                    table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                    steps += 1
        return steps, time.perf_counter() - started

    return run


def rlcard_loop(name: str, rng: np.random.Generator) -> Callable[[float], tuple[int, float]]:
    """RLCard's own environment, stepped as its own runs do."""
    table = import_module("rlcard").make(name, config={"seed": 1})

    def run(seconds: float) -> tuple[int, float]:
        steps, started = 0, time.perf_counter()
        ends = started + seconds
        while time.perf_counter() < ends:
            state, _ = table.reset()
            while not table.is_over():
                state, _ = table.step(int(rng.choice([*state["legal_actions"]])))
                steps += 1
        return steps, time.perf_counter() - started

    return run


def vector_loop(game: str, tables: int, rng: np.random.Generator) -> Callable[[float], tuple[int, float]]:
    """Our VectorEnv: a step is one number of the learner at one table, the opponents' moves come with it."""
    many = import_module("stramash.envs.gymnasium").TablesEnv(game, tables)
    _, info = many.reset(seed=1)
    seen = [info["action_mask"]]

    def run(seconds: float) -> tuple[int, float]:
        steps, started = 0, time.perf_counter()
        ends = started + seconds
        while time.perf_counter() < ends:
            actions = (rng.random(seen[0].shape, np.float32) * seen[0]).argmax(axis=1)
            *_, told = many.step(actions)
            seen[0] = told["action_mask"]
            steps += tables
        return steps, time.perf_counter() - started

    return run


def subjects(rng: np.random.Generator) -> dict[str, Callable[[float], tuple[int, float]]]:
    """All that can be measured here."""
    makers: dict[str, Callable[[], Callable[[float], tuple[int, float]]]] = {
        "stramash haggis3, PettingZoo": lambda: pettingzoo_loop(
            import_module("stramash.envs.pettingzoo").env("haggis3"), rng
        ),
        "the same without PettingZoo's wrappers": lambda: pettingzoo_loop(
            import_module("stramash.envs.pettingzoo").raw_env("haggis3"), rng
        ),
        "stramash mu 4, PettingZoo": lambda: pettingzoo_loop(
            import_module("stramash.envs.pettingzoo").env("mu", 4), rng
        ),
        **{
            f"PettingZoo {name}": lambda name=name: pettingzoo_loop(  # type: ignore[misc]
                import_module(f"pettingzoo.classic.{name}").env(), rng
            )
            for name in ("texas_holdem_v4", "leduc_holdem_v4")
        },
        "RLCard doudizhu": lambda: rlcard_loop("doudizhu", rng),
        "stramash haggis3, VectorEnv of 256": lambda: vector_loop("haggis3", 256, rng),
    }
    found = {}
    for name, make in makers.items():
        try:
            found[name] = make()
        except (ImportError, AttributeError) as error:
            print(f"{name} is left out: {error}")
    return found


def main() -> None:
    """Rounds, medians, and how much faster the first is than each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=5)
    chosen = options.parse_args()
    runs = subjects(np.random.default_rng(1))
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(chosen.rounds + 1):
        for name, run in runs.items():
            steps, seconds = run(ROUND)
            if number:  # the first is for warming up
                rates[name].append(steps / seconds)
    first = statistics.median(next(iter(rates.values())))
    for name, each in rates.items():
        rate = statistics.median(each)
        print(f"{name:40} {rate:12,.0f} steps/s  ours is {first / rate:6.1f} times that")


if __name__ == "__main__":
    main()
