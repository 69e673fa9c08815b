"""Compares moves over the same sampled worlds until one is clearly the best: racing with paired tests."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final

import numpy as np

from stramash.core.errors import RulesError

FIRST_WORLDS: Final = 24
MOST_AT_ONCE: Final = 256
CLEAR: Final = 2.6
"""A move is given up once the best is this many standard errors of their difference ahead of it."""
FEWEST_WORLDS: Final = 4
SCREENING_ERROR_FLOOR: Final = 20.0
"""Points of error that fall as 1/n with the number of worlds: moves equal in 24 worlds may differ by much in
the next."""
NOTHING: Final = 0.5
"""Points that are not worth more worlds."""
MOST_FIRST: Final = 360
"""How many playouts the first round takes at most, unless there are very many moves."""
MATCH_POINT: Final = 40.0
"""What winning the match is worth beyond its points."""

SEARCHES: Final = ("tree", "flat")
"""Ways to evaluate moves: by playouts that learn from those before, or that learn nothing."""

Take = Callable[[int], Any]
"""Deals the next worlds, packed."""
Evaluator = Callable[[Any, list[Any]], Any]
"""Evaluates moves in packed worlds: an array of values, worlds by moves."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """How long a search may take: in playouts, which makes it repeatable, or in seconds."""

    playouts: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """``playouts:2000`` or ``seconds:0.2``; raises RulesError."""
        kind, _, amount = text.partition(":")
        try:
            if kind == "playouts" and int(amount) > 0:
                return cls(playouts=int(amount))
            if kind == "seconds" and 0 < float(amount) < 3600:
                return cls(seconds=float(amount))
        except ValueError:
            pass
        raise RulesError("budget", text, "write playouts:2000 or seconds:0.2")

    def __str__(self) -> str:
        return f"playouts:{self.playouts}" if self.playouts is not None else f"seconds:{self.seconds}"

    def room(self, spent: int, elapsed: float) -> int:
        """How many more playouts there is room for."""
        if self.playouts is not None:
            return max(0, self.playouts - spent)
        assert self.seconds is not None, "a budget has one of the two"
        return max(0, int((self.seconds - elapsed) * spent / max(elapsed, 1e-6)))


@dataclass(frozen=True, slots=True)
class MoveEstimate:
    """A move and what it may bring: the side's points less the mean of the others'."""

    move: Any
    value: float
    error: float
    """The standard error of the value."""
    worlds: int


def compare(
    take: Take, moves: list[Any], evaluate: Evaluator, budget: Budget, too_close: float = 0.0
) -> list[MoveEstimate]:
    """Every move with its value, the best first; moves that fall behind clearly are given up early.

    Moves that are no more than `too_close` behind are kept; once all of them surely are, it is enough.
    """
    start = perf_counter()
    alive = list(range(len(moves)))
    seen: list[list[Any]] = [[] for _ in moves]
    size = max(FEWEST_WORLDS, min(FIRST_WORLDS, MOST_FIRST // max(1, len(moves))))
    if budget.playouts is not None:
        size = max(FEWEST_WORLDS, min(size, budget.playouts // max(1, len(moves))))
    spent = 0
    while True:
        values = evaluate(take(size), [moves[i] for i in alive])
        spent += size * len(alive)
        for column, i in enumerate(alive):
            seen[i].append(values[:, column])
        alive, is_settled = _still_in_question(alive, seen, too_close)
        room = budget.room(spent, perf_counter() - start)
        size = min(2 * size, MOST_AT_ONCE, room // max(1, len(alive)))
        if is_settled or size < FEWEST_WORLDS:
            break
    estimates = [_estimated(move, np.concatenate(values)) for move, values in zip(moves, seen, strict=True)]
    # Who was given up early has been seen in fewer worlds: it never comes before those who were not.
    order = sorted(range(len(moves)), key=lambda i: (i in alive, estimates[i].value), reverse=True)
    return [estimates[i] for i in order]


def lead_over_others(points: Any, side: int) -> Any:
    """A side's points less the mean of the others', over the last axis."""
    sides = points.shape[-1]
    return (points[..., side] * sides - points.sum(axis=-1)) / (sides - 1)


def _still_in_question(alive: list[int], seen: list[list[Any]], too_close: float) -> tuple[list[int], bool]:
    """The moves that may still be the best, by a test paired by world; and whether no more can be learnt."""
    rows = np.stack([np.concatenate(seen[i]) for i in alive])
    best = int(rows.mean(axis=1).argmax())
    worlds = rows.shape[1]
    behind = rows[best] - rows
    gap = behind.mean(axis=1)
    error = np.sqrt(behind.var(axis=1) / max(1, worlds - 1) + (SCREENING_ERROR_FLOOR / worlds) ** 2)
    stays = gap <= np.maximum(CLEAR * error, too_close)
    is_close = gap + CLEAR * error <= max(too_close, NOTHING)
    is_settled = bool(is_close[stays & (np.arange(len(alive)) != best)].all())
    return [i for i, is_in in zip(alive, stays, strict=True) if is_in], is_settled


def _estimated(move: Any, values: Any) -> MoveEstimate:
    count = len(values)
    error = float(values.std() / np.sqrt(count - 1)) if count > 1 else 0.0
    return MoveEstimate(move, float(values.mean()), error, count)
