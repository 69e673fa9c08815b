"""Compiles what the stronger bots need, in a process of its own, so that no table waits for it."""

import contextlib
import os
from random import Random

from stramash import games
from stramash.bots.driver import step
from stramash.bots.registry import BOTS, seat_bot
from stramash.core.match import Match, shuffled
from stramash.server.thinking.advice import advise
from stramash.server.thinking.coaching import coach
from stramash.server.thinking.processes import LIGHT

GAMES = tuple({info.family: info for info in reversed(games.GAMES.values())}.values())
"""One of each family; all games of a family share their compiled code."""


FEW = 50
"""Playouts that are enough to compile what the coach needs."""


def warm(game_id: str, seats: int) -> None:
    """Let every other level play at one table until the deal ends, so that all its code is there."""
    game = games.get(game_id, seats)
    levels = [name for name in BOTS if name not in LIGHT]
    if not levels:
        return
    for start in range(0, len(levels), seats):
        match = Match(game, 0)
        match.deal(shuffled(game, Random(start)))
        bots = {
            seat: seat_bot(levels[(start + seat) % len(levels)], game, Random(seat)) for seat in range(seats)
        }
        seat = min(game.waiting(match.state))
        advise(game, match.view(seat), 0)
        coach(game, match.view(seat), 0, FEW)
        while match.deals[-1].result is None and step(match, bots) is not None:
            pass


def main() -> None:
    """Compile at leisure: whatever the players need comes first."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(10)
    for info in GAMES:
        warm(info.id, info.seats[0])


if __name__ == "__main__":
    main()
