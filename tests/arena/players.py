"""Bots that do what a bot must not do, and a few that do nothing wrong."""

import contextlib
import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

from stramash.core.game import AnyGame

MARKER = "STRAMASH_TEST_MARKER"


class First:
    """Always the first legal move, and no bets."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game = game
        self.rng = rng

    def choose(self, view: Any) -> Any:
        return view.legal[0]

    def interject(self, view: Any) -> Any | None:
        return None


class Chatty(First):
    def choose(self, view: Any) -> Any:
        print("let me see")
        return super().choose(view)


class Patient(First):
    """A bot that can be set."""

    def __init__(self, game: AnyGame, rng: Random, *, budget: str = "", depth: str = "") -> None:
        super().__init__(game, rng)
        self.budget = budget
        self.depth = depth


class Crashing(First):
    def choose(self, view: Any) -> Any:
        raise RuntimeError("out of ideas")


class Illegal(First):
    """What it answers names a seat that does not exist, or is no move at all."""

    def choose(self, view: Any) -> Any:
        nobody = "dealer 9" if self.game.family == "mu" else "lead 9"
        return self.rng.choice(["play everything", None, 7, self.game.parse_move(nobody)])

    def interject(self, view: Any) -> Any | None:
        return 3.5


class Endless(First):
    """Thinks for ever, and catches what it can."""

    def choose(self, view: Any) -> Any:
        while True:
            with contextlib.suppress(Exception):
                time.sleep(0.01)


class Unborn(First):
    def __init__(self, game: AnyGame, rng: Random) -> None:
        raise ValueError("not today")


class DiesOnce(First):
    """Takes its whole process with it, the first time that anybody asks."""

    def choose(self, view: Any) -> Any:
        marker = Path(os.environ[MARKER])
        if not marker.exists():
            marker.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view)


class DiesAlways(First):
    def choose(self, view: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


NO_FACTORY = 3
