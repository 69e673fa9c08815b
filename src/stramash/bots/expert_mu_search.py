"""Comparing moves of Mü over worlds: the same worlds for every move, until one is clearly the best."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

import numpy as np

from stramash.bots.expert_mu_worlds import MuWorlds
from stramash.core.errors import RulesError
from stramash.core.seats import Seat
from stramash.mu.game import MuGame
from stramash.mu.moves import Move
from stramash.sim.run import pack_moves, playouts

FIRST_WORLDS: Final = 32
MOST_AT_ONCE: Final = 256
CLEAR: Final = 2.8
"""A move is given up once the best is this many standard errors of their difference ahead of it."""

Judge = Callable[[Any, list[Move]], Any]
"""Gives each move of each packed world its value for the seat: worlds by moves."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """How long a search may take: in playouts, which makes it repeatable, or in seconds."""

    playouts: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """``playouts:2000`` or ``seconds:0.2``."""
        kind, _, amount = text.partition(":")
        try:
            if kind == "playouts" and int(amount) > 0:
                return cls(playouts=int(amount))
            if kind == "seconds" and float(amount) > 0:
                return cls(seconds=float(amount))
        except ValueError:
            pass
        raise RulesError("budget", text, "write playouts:2000 or seconds:0.2")


@dataclass(frozen=True, slots=True)
class Judged:
    """A move and what it may bring: the seat's points less the mean of the others'."""

    move: Move
    value: float
    error: float
    """The standard error of the value."""
    worlds: int


def by_playouts(game: MuGame, seat: Seat) -> Judge:
    """Judge moves by playing every world to the end of the deal with the quick policy."""

    def judge(worlds: Any, moves: list[Move]) -> Any:
        points = playouts(game, worlds, pack_moves(game, moves), policy="greedy", threads=1)[:, :, 0, :]
        return lead_over_others(points, seat)

    return judge


def lead_over_others(points: Any, seat: Seat) -> Any:
    """A seat's points less the mean of the others'."""
    seats = points.shape[-1]
    return (points[..., seat] * seats - points.sum(axis=-1)) / (seats - 1)


def compare(worlds: MuWorlds, moves: list[Move], judge: Judge, budget: Budget) -> list[Judged]:
    """Every move with its value, the best first; moves that fall behind clearly are given up early."""
    start = perf_counter()
    alive = list(range(len(moves)))
    seen: list[list[Any]] = [[] for _ in moves]
    spent, size = 0, FIRST_WORLDS
    while True:
        values = judge(worlds.take(size), [moves[i] for i in alive])
        spent += size * len(alive)
        for column, i in enumerate(alive):
            seen[i].append(values[:, column])
        alive = _still_in_question(alive, seen)
        room = _room(budget, spent, perf_counter() - start)
        size = min(2 * size, MOST_AT_ONCE, room // max(1, len(alive)))
        if len(alive) == 1 or size < 1:
            break
    judged = [_judged(move, np.concatenate(values)) for move, values in zip(moves, seen, strict=True)]
    # Who was given up early has been seen in fewer worlds: it never comes before those who were not.
    order = sorted(range(len(moves)), key=lambda i: (i in alive, judged[i].value), reverse=True)
    return [judged[i] for i in order]


def _room(budget: Budget, spent: int, elapsed: float) -> int:
    """How many more playouts there is room for."""
    room = 1 << 30
    if budget.playouts is not None:
        room = budget.playouts - spent
    if budget.seconds is not None:
        room = min(room, int((budget.seconds - elapsed) * spent / max(elapsed, 1e-6)))
    return max(0, room)


def _still_in_question(alive: list[int], seen: list[list[Any]]) -> list[int]:
    rows = np.stack([np.concatenate(seen[i]) for i in alive])
    best = int(rows.mean(axis=1).argmax())
    behind = rows[best] - rows
    mean = behind.mean(axis=1)
    error = behind.std(axis=1) / np.sqrt(rows.shape[1])
    # Equal in every world so far: not worth more worlds.
    is_same = (error == 0) & (np.arange(len(alive)) != best)
    return [
        i
        for i, gap, se, same in zip(alive, mean, error, is_same, strict=True)
        if gap <= CLEAR * se and not same
    ]


def _judged(move: Move, values: Any) -> Judged:
    count = len(values)
    error = float(values.std() / np.sqrt(count - 1)) if count > 1 else 0.0
    return Judged(move, float(values.mean()), error, count)
