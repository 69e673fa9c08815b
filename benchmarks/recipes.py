"""What each part of the recipe gives: short trainings from nothing that differ in one thing, and their leads.

``python -m benchmarks.recipes --rounds 150 --beside 3`` with a GPU (``--games 16384``: smaller rounds);
``--device cpu --tiny`` tries it out. All learn from the same number of decisions, with rates that fall to
their last values by then. Every training is a process of its own and leaves its curve in the folder; those
that are there are not run again.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any, Final, NamedTuple

from stramash.sim.climbing import rows

GAME: Final = "haggis3"
TINY: Final = {"games": 64, "steps": 8, "width": 32, "move_width": 16, "critic_width": 32, "random_steps": 5}
HISTORY: Final = ("shown ",)
"""Fields that tell of plays in tricks before this one."""


class Variant(NamedTuple):
    """One thing that is different."""

    says: str
    settings: dict[str, Any]
    hides: tuple[str, ...] = ()
    """Fields that nobody is told, the critic neither."""
    is_as_dealt: bool = False
    """Whether suits stay in the order of the deck."""
    beside: tuple[str, int] | None = None
    """Another game, with its seats, that the same net learns in every second round."""


VARIANTS: Final = {
    "shipped": Variant("as the shipped nets learned", {}),
    "again": Variant("the same with another seed", {"seed": 1}),
    "root": Variant("the square root of points", {"reward": 1}),
    "clipped": Variant("at most 40 points either way", {"reward": 2}),
    "little-entropy": Variant(
        "a third of the entropy",
        {"entropy": 0.01, "last_entropy": 0.001, "level_entropy": 0.033, "last_level_entropy": 0.0017},
    ),
    "steady-entropy": Variant(
        "entropy that does not fall",
        {"last_entropy": 0.03, "last_level_entropy": 0.1, "last_level_floor": 0.02},
    ),
    "damped": Variant("held to its own average", {"damping": 0.1}),
    "no-history": Variant("not told of tricks before", {}, hides=HISTORY),
    "as-dealt": Variant("suits in the order of the deck", {}, is_as_dealt=True),
    "two-games": Variant(
        "one net for it and `haggis` for three, half of the decisions each", {}, beside=("haggis", 3)
    ),
}


def as_dealt(game: Any, rules: Any, seat: int, scratch: Any) -> int:
    """The suits as the deck has them, three bits each."""
    return 0o543210


def hide(fields: tuple[str, ...]) -> Callable[[Any], None]:
    """What makes a trainer blind for some fields."""

    def prepare(trainer: Any) -> None:
        hidden: list[int] = []
        at = 0
        for field in trainer.layout.fields:
            if field.name.startswith(fields):
                hidden += range(at, at + field.width)
            at += field.width
        trainer.sight.blind(hidden)

    return prepare


def alternate(game: str, seats: int) -> Callable[[Any], None]:
    """What makes a trainer's net learn another game of the same rows in every second round."""

    def prepare(trainer: Any) -> None:
        from stramash import games  # noqa: PLC0415
        from stramash.train.learn import Trainer  # noqa: PLC0415

        other = Trainer(games.get(game, seats), trainer.settings, trainer.device)
        assert other.layout.digest == trainer.layout.digest, "one net is told the same of both"
        other.parameters = trainer.parameters
        learn = trainer.round

        def either() -> Any:
            if trainer.rounds % 2 == 0:
                return learn()
            other.rounds, other.decisions = trainer.rounds, trainer.decisions
            stats = other.round()
            trainer.rounds, trainer.decisions = other.rounds, other.decisions
            return stats

        trainer.round = either

    return prepare


def run(name: str, asked: argparse.Namespace) -> None:
    """One training."""
    variant = VARIANTS[name]
    if variant.is_as_dealt:
        rows.suit_order = as_dealt  # before anything is compiled
    from stramash.train.run import Plan, train  # noqa: PLC0415  torch is loaded here, in the process that learns

    settings = {"games": asked.games, "steps": 32, **(TINY if asked.tiny else {}), **variant.settings}
    each = settings["games"] * settings["steps"]
    plan = Plan(
        game=GAME,
        minutes=60.0,
        device=asked.device,
        out=asked.folder / name,
        settings={"horizon": float(asked.rounds * each), **settings},
        measured_deals=20 if asked.tiny else 4_000,
        most_rounds=asked.rounds,
    )
    prepare = hide(variant.hides) if variant.hides else None
    if variant.beside is not None:
        prepare = alternate(*variant.beside)
    train(plan, lambda _: None, prepare=prepare)


def results(folder: Path) -> str:
    """The last point of every curve that is there."""
    table = ["| recipe | decisions | lead over `regular` | alone |", "|---|--:|--:|--:|"]
    for name, variant in VARIANTS.items():
        lines = (folder / f"{name}.jsonl").read_text().splitlines() if has(folder, name) else []
        points = [point for point in map(json.loads, lines) if "lead" in point]
        if points:
            last = points[-1]
            lead, alone = (
                f"{last[name]:+.1f} ± {last[error]:.1f}"
                for name, error in (("lead", "error"), ("alone", "alone_error"))
            )
            table.append(f"| {variant.says} | {last['decisions'] / 1e6:.0f} million | {lead} | {alone} |")
    return "\n".join(table)


def has(folder: Path, name: str) -> bool:
    """Whether a training has ended: its player is there."""
    return (folder / f"{name}.net").exists()


def main() -> None:
    """Train all, some beside each other, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=150, help="of 32 decisions in each game")
    parser.add_argument("--games", type=int, default=65_536)
    parser.add_argument("--beside", type=int, default=3, help="how many trainings share the device")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--tiny", action="store_true", help="a tiny net and few games, to try it out")
    parser.add_argument("--only", nargs="*", choices=VARIANTS, default=list(VARIANTS))
    parser.add_argument("--folder", type=Path, default=Path("build/recipes"))
    parser.add_argument("--one", choices=VARIANTS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.one:
        run(asked.one, asked)
        return
    waiting = [name for name in asked.only if not has(asked.folder, name)]
    running: dict[str, subprocess.Popen[bytes]] = {}
    given = ["--rounds", str(asked.rounds), "--games", str(asked.games)]
    given += ["--device", asked.device, "--folder", str(asked.folder)]
    while waiting or running:
        while waiting and len(running) < asked.beside:
            name = waiting.pop(0)
            line = [sys.executable, "-m", "benchmarks.recipes", "--one", name, *given]
            running[name] = subprocess.Popen(line + (["--tiny"] if asked.tiny else []))
        for name, process in [*running.items()]:
            if process.poll() is not None:
                del running[name]
                print(f"{name}: {'done' if process.returncode == 0 else 'failed'}", flush=True)
        sleep(0.2)
    print(results(asked.folder))


if __name__ == "__main__":
    main()
