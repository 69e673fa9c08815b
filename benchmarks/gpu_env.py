"""Steps a second of the environment in torch's tensors on a GPU, with observations and masks, as JSON.

Run on a machine with a GPU: python -m benchmarks.gpu_env
What a step gives is first held against the CPU, bit for bit; on a machine without a GPU only `--device cpu`.
"""

import argparse
import json
import sys
import time
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
SIZES = (1 << 16, 1 << 18, 1 << 20)
SECONDS = 1.5


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


def rate(game: Any, n: int, device: str, *, is_bare: bool) -> float:
    """Steps a second; bare ones take the lowest open number, the others one by chance, drawn there."""
    tables = TorchTables(game, n, 1, device=device)

    def numbers() -> torch.Tensor:
        return tables.masks.view(torch.uint8).argmax(dim=1) if is_bare else tables.sample()

    for _ in range(60):
        tables.step(tables.sample())  # deals that are not all at the same place
    steps, started = 0, now(device)
    while now(device) - started < SECONDS:
        for _ in range(10):
            tables.step(numbers())
        steps += 10
    return steps * n / (now(device) - started)


def on_two_streams(game: Any, n: int) -> float:
    """The same with two sets of tables, each on a stream of its own."""
    new_stream: Any = torch.cuda.Stream
    halves = [(TorchTables(game, n // 2, seed), new_stream()) for seed in (1, 2)]
    torch.cuda.synchronize()
    steps, started = 0, now("cuda")
    while now("cuda") - started < SECONDS:
        for _ in range(10):
            for tables, stream in halves:
                with torch.cuda.stream(stream):
                    tables.step(tables.sample())
        steps += 10
    return steps * n / (now("cuda") - started)


def main() -> None:
    """Compare, time, and say whether the bars are met."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    options.add_argument("--sizes", type=int, nargs="*")
    chosen = options.parse_args()
    sizes = chosen.sizes or (SIZES if chosen.device == "cuda" else (1 << 10,))
    found = []
    for game_id, seats, bar in SUBJECTS:
        game = games.get(game_id, seats)
        started = time.perf_counter()
        difference = first_difference(game, chosen.device)
        told: dict[str, Any] = {
            "game": game_id,
            "seats": seats,
            "compared_steps": COMPARED * TURNS,
            "difference_from_cpu": difference,
            "seconds_to_compile_and_compare": round(time.perf_counter() - started, 1),
            "bytes_of_observation_and_mask": [TorchTables(game, 1, device="cpu").planes.size],
        }
        told["bytes_of_observation_and_mask"].append(TorchTables(game, 1, device="cpu").numbers.size)
        for n in sizes:
            told[f"steps_per_s_{n}"] = round(rate(game, n, chosen.device, is_bare=False))
            told[f"steps_per_s_{n}_first_open"] = round(rate(game, n, chosen.device, is_bare=True))
        if chosen.device == "cuda":
            told[f"steps_per_s_{sizes[-1]}_two_streams"] = round(on_two_streams(game, sizes[-1]))
        best = max(value for name, value in told.items() if name.startswith("steps_per_s"))
        told["best_steps_per_s"], told["bar"], told["is_met"] = best, bar, best >= bar
        found.append(told)
        print(json.dumps(told), flush=True)
    device = torch.cuda.get_device_name() if chosen.device == "cuda" else "cpu"
    print(json.dumps({"device": device, "torch": torch.__version__, "games": len(found)}))
    if any(told["difference_from_cpu"] for told in found):
        sys.exit("the GPU does not do what the CPU does")


if __name__ == "__main__":
    main()
