"""`python -m stramash.nets.smaller IN.net OUT.net`: a player written in int8, and smaller if need be.

`--loss 0.01` asks how exact each weight must be: the net plays by itself and with others, what it meets is
measured (`demands`), and rows and columns get steps of their own (`rounding`) by which the chances of moves
shift by no more than about so many nats. How many decisions become others it says at the end.

`--steps 31` is the plain way, without play: so many steps either way of the 127 that a byte has. The scale of
a column is the one that moves its weights least, so that a few large ones do not make all others coarse.
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
from stramash.nets.exactness.demands import Demands, choices, through
from stramash.nets.exactness.rounding import rounded
from stramash.nets.exactness.samples import play
from stramash.nets.files import read, read_critic, write
from stramash.nets.layout import layout_with
from stramash.nets.steps import MOST_STEPS

SHARES: Final = tuple(share / 20 for share in range(20, 7, -1))
"""Of the largest weight of a column: what the last step may stand for."""
POSITIONS: Final = 24_000
FEWEST: Final = 1_000
FRESH: Final = 1 << 32
"""Added to the seed: other games than those that were measured."""


def on_steps(part: Any, steps: int) -> Any:
    """A matrix with each column on so many steps either way, as near to what it was as they allow."""
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


def write_smaller(
    path: Path, out: Path, steps: int, critic_steps: int | None, *, is_deflated: bool = False
) -> None:
    """Write a player again, without its critic where that is not wanted."""
    card = read_card(path)
    game = games.get_written(card.game, card.seats, card.options)
    _, _, parts = read(path, game)
    made = {name: on_steps(part, steps) for name, part in parts.items()}
    if critic_steps is not None:
        made |= {name: on_steps(part, critic_steps) for name, part in read_critic(path, game).items()}
    numbers = DEFLATED if is_deflated else INT8
    write(out, replace(card, numbers=numbers, critic_numbers=INT8, critic_sha256=""), made)


def write_by_play(
    path: Path, out: Path, loss: float, *, seed: int = 0, positions: int = POSITIONS
) -> dict[str, Any]:
    """Write a player again, without its critic, on steps that play asks for; what came of it."""
    card = read_card(path)
    game = games.get_written(card.game, card.seats, card.options)
    _, shape, parts = read(path, game)
    demands = Demands(layout_with(game, shape.inputs).position, parts)
    rng = np.random.default_rng(seed)
    for sample in play(game, parts, seed=seed, positions=positions):
        demands.add(sample, rng)
    write(out, replace(card, numbers=BY_ROW, critic_sha256=""), rounded(parts, demands, loss))
    size = out.stat().st_size
    made = {"bytes": size, "bits a weight": round(8 * size / sum(part.size for part in parts.values()), 2)}
    changed = changes(game, parts, read(out, game)[2], seed=seed + FRESH, positions=positions)
    return {**made, "decisions that became others": round(changed, 4)}


def changes(
    game: AnyGame, parts: dict[str, Any], others: dict[str, Any], *, seed: int, positions: int
) -> float:
    """The share of decisions of games by one net that another makes otherwise."""
    bits = layout_with(game, len(parts["first"])).position
    different = met = 0
    for sample in play(game, parts, seed=seed, positions=positions):
        one, other = (choices(through(each, bits, sample), sample) for each in (parts, others))
        different += int((one != other).sum())
        met += len(one)
    return different / met


def main() -> int:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(
        prog="python -m stramash.nets.smaller",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("player", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--loss", type=float, metavar="NATS", help="steps by play, for so small a shift")
    parser.add_argument("--seed", type=int, default=0, help="of the games that are played for it")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many are measured")
    parser.add_argument("--steps", type=int, default=MOST_STEPS, help="so many steps, without play")
    parser.add_argument("--critic", type=int, metavar="STEPS", help="its critic too; without it is left out")
    parser.add_argument("--deflated", action="store_true", help="the player's file packed, as in a wheel")
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
            write_smaller(given.player, given.out, given.steps, given.critic, is_deflated=given.deflated)
        else:
            print(
                write_by_play(given.player, given.out, given.loss, seed=given.seed, positions=given.positions)
            )
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
