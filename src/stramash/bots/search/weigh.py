"""Advice for one decision: a search finds candidate moves, which are then measured anew side by side."""

from collections.abc import Callable, Hashable
from typing import Any, Final, NamedTuple, Protocol

from stramash.bots.base import Advice
from stramash.bots.search.compare import MoveEstimate
from stramash.bots.search.estimate import Estimate, Estimates, Sizes, estimate

SCREENING: Final = 6
"""Of the budget one part in so many is for finding the moves to look at."""
MOST_SHOWN: Final = 6
"""How many moves are measured, besides the pass and the one that was played."""
TASTE: Final = 1.0
MOST_APART: Final = 4.0
"""Moves that differ in a wild card alone share a line if they are this close in points: surely, and where the
error is larger."""


class Searcher(Protocol):
    """An expert that can be asked what it thinks."""

    def evaluate(self, view: Any) -> list[MoveEstimate]:
        """The moves worth a thought, best first."""

    def measure(self, view: Any, moves: list[Any], worlds: int) -> Any:
        """The mean of every move over worlds that were never used before."""

    def price(self, view: Any) -> int:
        """How many playouts a world and move takes as long as."""

    def unlearnt(self, view: Any) -> float:
        """Points by which larger trees are off from those of a hundred worlds; 0 without trees."""


class MoveGrouping(NamedTuple):
    """How moves are grouped into lines of advice."""

    same: Callable[[Any], Hashable]
    """Moves with the same key are equivalent."""
    others: Callable[[Any], list[Any]]
    """The legal moves that may have the same key as one."""
    nearly: Callable[[Any], Hashable]
    """Moves with the same key share a line unless their measured values differ."""


class Weighed(NamedTuple):
    """Lines in the order of their values, and what they were measured by."""

    lines: list[list[Any]]
    """The move of each line, and those that come to the same."""
    estimates: Estimates
    place: dict[Any, int]
    """The column of each measured move."""


def screening(playouts: int) -> str:
    """The budget for finding the moves to look at."""
    return f"playouts:{max(1, playouts // SCREENING)}"


def weigh(
    searcher: Searcher, view: Any, playouts: int, grouping: MoveGrouping, idle: Any = None, played: Any = None
) -> Weighed | list[Any]:
    """Find moves and measure them; where nothing can be measured, the moves alone.

    What was `played` was legal, also where not every legal move is listed (the displays of M3.1).
    """
    estimates = searcher.evaluate(view)
    if not estimates[0].worlds:
        return [item.move for item in estimates]
    reps: dict[Hashable, Any] = {}
    for item in estimates:
        reps.setdefault(grouping.same(item.move), item.move)
    chosen = list(reps.items())[:MOST_SHOWN]
    for wanted in (idle, played):
        if wanted is not None and (wanted in view.legal or wanted is played):
            key = grouping.same(wanted)
            if key not in dict(chosen):
                chosen.append((key, reps.get(key, wanted)))
    moves = [move for _, move in chosen]
    sizes = Sizes.within((playouts - playouts // SCREENING) // searcher.price(view), len(moves))
    measured = estimate(lambda worlds: searcher.measure(view, moves, worlds), sizes, searcher.unlearnt(view))
    lines: list[list[Any]] = []
    for i in measured.order():
        key, move = chosen[i]
        same = [other for other in grouping.others(move) if other != move and grouping.same(other) == key]
        line = next((line for line in lines if _is_nearly(grouping, measured, moves, line[0], move)), None)
        if line is None:
            lines.append([move, *same])
        else:
            line.extend([move, *same])
    return Weighed(lines, measured, {move: i for i, move in enumerate(moves)})


def _is_nearly(grouping: MoveGrouping, measured: Estimates, moves: list[Any], first: Any, move: Any) -> bool:
    if grouping.nearly(first) != grouping.nearly(move):
        return False
    apart = measured.difference(moves.index(first), moves.index(move))
    return apart.points <= max(TASTE, min(apart.margin, MOST_APART))


def as_advice(weighed: Weighed | list[Any], idle: Any, reason: Callable[[Any], str]) -> list[Advice]:
    """The lines as advice: the first is compared with the pass or the second, all others with the first."""
    if not isinstance(weighed, Weighed):
        return [Advice(move, (), None, None, None, None, None, reason(move)) for move in weighed]
    heads = [line[0] for line in weighed.lines]
    passing = next((line[0] for line in weighed.lines[1:] if idle in line), None)
    found = []
    for number, (move, *also) in enumerate(weighed.lines):
        than = heads[0] if number else passing or next(iter(heads[1:]), None)
        value = weighed.estimates.value(weighed.place[move])
        apart: Estimate | None = None
        if than is not None:
            apart = weighed.estimates.difference(weighed.place[move], weighed.place[than])
        found.append(
            Advice(
                move,
                tuple(also),
                value.points,
                value.margin,
                than,
                apart.points if apart else None,
                apart.margin if apart else None,
                reason(move),
            )
        )
    return found
