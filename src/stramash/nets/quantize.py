"""`python -m stramash.nets.quantize IN.net OUT.net`: quantise a player to int8.

`--loss 0.01` calibrates: the net plays by itself and with others, each layer's statistics are gathered
(`quantization.calibration`), and GPTQ (`quantization.gptq`) picks a scale for each row and column such that
the policy shifts by about so many nats (KL divergence). It reports the share of decisions that changed.

`--steps 31` rounds to nearest, without play: ±31 of the ±127 steps of a byte. The scale of a column is the
one with the least squared error, so that a few large weights do not make all others coarse.
"""

import argparse
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from stramash import games
from stramash.core.errors import StramashError
from stramash.core.game import AnyGame
from stramash.nets.cards import BY_ROW, DEFLATED, INT8, read_card
from stramash.nets.files import read, read_critic, write
from stramash.nets.layout import layout_with
from stramash.nets.quantization.calibration import Calibration, forward, greedy_choices
from stramash.nets.quantization.gptq import rounded
from stramash.nets.quantization.matrices import MOST_STEPS
from stramash.nets.quantization.samples import play

SHARES: Final = tuple(share / 20 for share in range(20, 7, -1))
"""Of the largest weight of a column: what the last step may stand for."""
POSITIONS: Final = 24_000
FEWEST: Final = 1_000
FRESH: Final = 1 << 32
"""Added to the seed: other games than those that were measured."""


def on_steps(part: Any, steps: int) -> Any:
    """A matrix with each column rounded to ±`steps` steps of the scale with the least squared error."""
    if part.ndim < 2 or steps >= MOST_STEPS:
        return part
    most = np.maximum(np.abs(part).max(axis=0), np.float32(1e-12))
    best, least = part, np.full(most.shape, np.inf)
    for share in SHARES:
        scale = most * np.float32(share) / steps
        there = np.clip(np.round(part / scale), -steps, steps) * scale
        moved = ((there - part) ** 2).sum(axis=0)
        best = np.where(moved < least, there, best)
        least = np.minimum(moved, least)
    return best


def write_quantized(
    path: Path, out: Path, steps: int, critic_steps: int | None, *, is_deflated: bool = False
) -> None:
    """Quantise a player by rounding to nearest, with its critic where that is wanted."""
    card = read_card(path)
    game = games.get_written(card.game, card.seats, card.options)
    _, _, parts = read(path, game)
    made = {name: on_steps(part, steps) for name, part in parts.items()}
    if critic_steps is not None:
        made |= {name: on_steps(part, critic_steps) for name, part in read_critic(path, game).items()}
    numbers = DEFLATED if is_deflated else INT8
    write(out, replace(card, numbers=numbers, critic_numbers=INT8, critic_sha256=""), made)


def write_calibrated(
    path: Path, out: Path, loss: float, *, seed: int = 0, positions: int = POSITIONS
) -> dict[str, Any]:
    """Quantise a player by calibration and GPTQ, without its critic; returns what came of it."""
    card = read_card(path)
    game = games.get_written(card.game, card.seats, card.options)
    _, shape, parts = read(path, game)
    calibration = Calibration(layout_with(game, shape.inputs).position, parts)
    rng = np.random.default_rng(seed)
    for sample in play(game, parts, seed=seed, positions=positions):
        calibration.add(sample, rng)
    write(out, replace(card, numbers=BY_ROW, critic_sha256=""), rounded(parts, calibration, loss))
    size = out.stat().st_size
    made = {"bytes": size, "bits a weight": round(8 * size / sum(part.size for part in parts.values()), 2)}
    changed = changed_share(game, parts, read(out, game)[2], seed=seed + FRESH, positions=positions)
    return {**made, "changed decisions": round(changed, 4)}


def changed_share(
    game: AnyGame, parts: dict[str, Any], others: dict[str, Any], *, seed: int, positions: int
) -> float:
    """The share of one net's decisions in play that another net would make differently."""
    bits = layout_with(game, len(parts["first"])).position
    different = met = 0
    for sample in play(game, parts, seed=seed, positions=positions):
        one, other = (greedy_choices(forward(each, bits, sample), sample) for each in (parts, others))
        different += int((one != other).sum())
        met += len(one)
    return different / met


def main() -> int:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(
        prog="python -m stramash.nets.quantize",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("player", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--loss", type=float, metavar="NATS", help="calibrate, for this KL divergence")
    parser.add_argument("--seed", type=int, default=0, help="of the calibration games")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="calibration positions")
    parser.add_argument("--steps", type=int, default=MOST_STEPS, help="round to ±STEPS, without calibration")
    parser.add_argument("--critic", type=int, metavar="STEPS", help="quantise its critic too, else none")
    parser.add_argument("--deflated", action="store_true", help="deflate the player's file")
    given = parser.parse_args()
    for steps in (given.steps, given.critic):
        if steps is not None and not 1 <= steps <= MOST_STEPS:
            parser.error(f"steps are from 1 to {MOST_STEPS}")
    if given.loss is not None:
        if given.steps != MOST_STEPS or given.critic is not None or given.deflated:
            parser.error("--loss goes without --steps, --critic and --deflated")
        if not (math.isfinite(given.loss) and given.loss > 0):
            parser.error("the loss is a number above 0; 0.01 is what nets are shipped with")
        if given.positions < FEWEST:
            parser.error(f"{given.positions} positions are too few: at least {FEWEST}")
        if given.seed < 0:
            parser.error("a seed is 0 or more")
    try:
        if given.loss is None:
            write_quantized(given.player, given.out, given.steps, given.critic, is_deflated=given.deflated)
        else:
            print(
                write_calibrated(
                    given.player, given.out, given.loss, seed=given.seed, positions=given.positions
                )
            )
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
