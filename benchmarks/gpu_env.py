"""Steps a second of the environment in torch's tensors on a GPU, with observations and masks, as JSON.

Run on a machine with a GPU: python -m benchmarks.gpu_env
What a step gives is first held against the CPU, bit for bit; on a machine without a GPU only `--device cpu`.
Most of its time goes into compiling: `--only` takes one game, so that two processes can compile side by side,
and with `--turn FILE` they wait for each other before they measure. `--set` tries another number for one of
the kernels' (LISTED_ROWS, GAMES_TO_EXPAND, THREADS_A_BLOCK, MOST_REGISTERS).
"""

import argparse
import fcntl
import json
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

import torch

from stramash import games
from stramash.envs.torch import TorchTables

SUBJECTS = (("mu", 4, 100e6), ("haggis3", 3, 30e6))
"""Games, with the steps a second that are asked for."""
SHOWN = ("records", "seats", "finished", "scores", "masks", "observations", "refused")
COMPARED = 512
TURNS = 150
SCATTERED = 60
"""Steps before anything is timed; in a deal of `haggis3` by chance there are about as many."""
SIZES = (1 << 16, 1 << 18, 1 << 20)
SECONDS = 0.6


def now(device: str) -> float:
    """The time, when everything asked for is done."""
    if device == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter()


def first_difference(game: Any, device: str) -> str | None:
    """Play the same numbers on both; the first thing that differs, None if nothing does."""
    there, here = (TorchTables(game, COMPARED, 5, device=one) for one in (device, "cpu"))
    dice = torch.Generator().manual_seed(3)
    for turn in range(TURNS):
        numbers = here.sample(dice)
        numbers[turn % COMPARED] = -1  # one that is refused
        here.step(numbers)
        there.step(numbers.to(device))
        for name in SHOWN:
            if not torch.equal(getattr(there, name).cpu(), getattr(here, name)):
                return f"{name} after {turn + 1} steps"
    return None


def scatter(tables: TorchTables) -> None:
    """Play on until deals are at all places: fresh ones have lists that are long in all of them at once."""
    for _ in range(SCATTERED):
        tables.step(tables.sample())


def rate(game: Any, n: int, device: str, *, is_bare: bool) -> float:
    """Steps a second; bare ones take the lowest open number, the others one by chance, drawn there."""
    tables = TorchTables(game, n, 1, device=device)

    def numbers() -> torch.Tensor:
        return tables.masks.view(torch.uint8).argmax(dim=1) if is_bare else tables.sample()

    scatter(tables)
    steps, started = 0, now(device)
    while now(device) - started < SECONDS:
        for _ in range(10):
            tables.step(numbers())
        steps += 10
    return steps * n / (now(device) - started)


def captured_rate(game: Any, n: int) -> float | str:
    """The same with ten steps captured in a CUDA graph and replayed: nothing is asked of the CPU."""
    tables = TorchTables(game, n, 1)
    new_stream: Any = torch.cuda.Stream
    side, graph = new_stream(), torch.cuda.CUDAGraph()
    try:
        with torch.cuda.stream(side):
            scatter(tables)
        torch.cuda.synchronize()
        with torch.cuda.graph(graph, stream=side):
            for _ in range(10):
                tables.step(tables.sample())
    except Exception as error:  # whatever cannot be captured is what we want to know
        return f"not captured: {type(error).__name__}: {error}"[:200]
    steps, started = 0, now("cuda")
    while now("cuda") - started < SECONDS:
        graph.replay()
        steps += 10
    return steps * n / (now("cuda") - started)


def profile(game: Any, n: int) -> dict[str, float]:
    """What each part of a step takes on the GPU, in nanoseconds a table."""
    tables = TorchTables(game, n, 1)
    made: Any = tables._games  # noqa: SLF001  its parts one by one
    drawn = [tables.sample()]

    def draw() -> None:
        drawn[0] = tables.sample()

    def check() -> None:
        is_open = tables.masks.gather(1, drawn[0][:, None])[:, 0]
        torch.logical_not(is_open, out=tables.refused)
        made._given.copy_(torch.where(is_open, drawn[0], -1))  # noqa: SLF001

    parts: dict[str, Callable[[], None]] = {
        "draw": draw,
        "check": check,
        "clear": made.clear,
        "play": made.play,
        "tell": made.tell,
    }
    new_event: Any = torch.cuda.Event
    spent: dict[str, list[float]] = {name: [] for name in parts}
    for turn in range(90):
        marks = [new_event(enable_timing=True) for _ in range(len(parts) + 1)]
        marks[0].record()
        for mark, part in zip(marks[1:], parts.values(), strict=True):
            part()
            mark.record()
        torch.cuda.synchronize()
        if turn >= 60:  # deals that are not all at the same place
            for name, began, ended in zip(parts, marks, marks[1:], strict=False):
                spent[name].append(began.elapsed_time(ended) * 1e6 / n)
    return {name: round(statistics.median(each), 2) for name, each in spent.items()}


def on_two_streams(game: Any, n: int) -> float:
    """The same with two sets of tables, each on a stream of its own."""
    new_stream: Any = torch.cuda.Stream
    halves = [(TorchTables(game, n // 2, seed), new_stream()) for seed in (1, 2)]
    for tables, _ in halves:
        scatter(tables)
    torch.cuda.synchronize()
    steps, started = 0, now("cuda")
    while now("cuda") - started < SECONDS:
        for _ in range(10):
            for tables, stream in halves:
                with torch.cuda.stream(stream):
                    tables.step(tables.sample())
        steps += 10
    return steps * n / (now("cuda") - started)


def measure(game: Any, device: str, sizes: tuple[int, ...]) -> dict[str, Any]:
    """Steps a second in every way, and where the time goes."""
    told: dict[str, Any] = {}
    for n in sizes:
        told[f"steps_per_s_{n}"] = round(rate(game, n, device, is_bare=False))
        told[f"steps_per_s_{n}_first_open"] = round(rate(game, n, device, is_bare=True))
        if device == "cuda":
            told[f"ns_a_table_{n}"] = profile(game, n)
    if device == "cuda":
        for n in sizes:
            captured = captured_rate(game, n)
            told[f"steps_per_s_{n}_captured"] = captured if isinstance(captured, str) else round(captured)
        told[f"steps_per_s_{sizes[-1]}_two_streams"] = round(on_two_streams(game, sizes[-1]))
    rates = [value for name, value in told.items() if name.startswith("steps_per_s")]
    told["best_steps_per_s"] = max(value for value in rates if not isinstance(value, str))
    return told


def set_number(text: str) -> None:
    """Try another number for one of the kernels' names."""
    name, value = text.split("=")
    cuda_action_ids = import_module("stramash.sim.gpu.cuda_action_ids")
    if not isinstance(getattr(cuda_action_ids, name), int):
        raise SystemExit(f"{name} is no number of the kernels")
    setattr(cuda_action_ids, name, int(value))


def main() -> None:
    """Compare, time, and say whether the bars are met."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    options.add_argument("--sizes", type=int, nargs="*")
    options.add_argument("--only", choices=[game for game, *_ in SUBJECTS])
    options.add_argument("--set", nargs="*", default=[], metavar="NAME=NUMBER")
    options.add_argument("--unchecked", action="store_true", help="do not compare with the CPU first")
    options.add_argument("--turn", type=Path, help="a file that is locked while something is measured")
    chosen = options.parse_args()
    sizes = tuple(chosen.sizes or (SIZES if chosen.device == "cuda" else (1 << 10,)))
    for text in chosen.set:
        set_number(text)
    differs = False
    for game_id, seats, bar in SUBJECTS:
        if chosen.only not in (None, game_id):
            continue
        game = games.get(game_id, seats)
        started = time.perf_counter()
        difference = None if chosen.unchecked else first_difference(game, chosen.device)
        example = TorchTables(game, 1, device=chosen.device)
        told: dict[str, Any] = {
            "game": game_id,
            "seats": seats,
            "set": chosen.set,
            "compared_steps": 0 if chosen.unchecked else COMPARED * TURNS,
            "difference_from_cpu": difference,
            "seconds_to_compile_and_compare": round(time.perf_counter() - started, 1),
            "bytes_of_observation_and_mask": [example.planes.size, example.action_ids.size],
        }
        differs |= difference is not None
        with chosen.turn.open("w") if chosen.turn else nullcontext() as turn:
            if turn:
                fcntl.flock(turn, fcntl.LOCK_EX)
            told |= measure(game, chosen.device, sizes)
        told["bar"], told["is_met"] = bar, told["best_steps_per_s"] >= bar
        print(json.dumps(told), flush=True)
    device = torch.cuda.get_device_name() if chosen.device == "cuda" else "cpu"
    print(json.dumps({"device": device, "torch": torch.__version__}))
    if differs:
        sys.exit("the GPU does not do what the CPU does")


if __name__ == "__main__":
    main()
