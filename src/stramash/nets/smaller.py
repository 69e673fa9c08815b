"""`python -m stramash.nets.smaller IN.net OUT.net`: a player written in int8, and on fewer steps if need be.

A wheel is packed: numbers on fewer steps take less room in it, though each is a byte in its file. 127 steps
either way are all that a byte has, 31 are worth six bits. The scale of a column is the one that moves its
weights least, so that a few large ones do not make all others coarse.
"""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from stramash import games
from stramash.core.errors import StramashError
from stramash.nets.cards import DEFLATED, INT8, read_card
from stramash.nets.files import MOST_STEPS, read, read_critic, write

SHARES: Final = tuple(share / 20 for share in range(20, 7, -1))
"""Of the largest weight of a column: what the last step may stand for."""


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


def main() -> int:
    """Read the command line and write."""
    parser = argparse.ArgumentParser(prog="python -m stramash.nets.smaller", description=__doc__)
    parser.add_argument("player", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=MOST_STEPS)
    parser.add_argument("--critic", type=int, metavar="STEPS", help="its critic too; without it is left out")
    parser.add_argument("--deflated", action="store_true", help="the player's file packed, as in a wheel")
    given = parser.parse_args()
    for steps in (given.steps, given.critic):
        if steps is not None and not 1 <= steps <= MOST_STEPS:
            parser.error(f"steps are from 1 to {MOST_STEPS}")
    try:
        write_smaller(given.player, given.out, given.steps, given.critic, is_deflated=given.deflated)
    except StramashError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
