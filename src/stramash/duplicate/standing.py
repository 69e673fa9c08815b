"""How those who played the same cards did: each against the rest of the field, deal by deal."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple


class Played(NamedTuple):
    """How one deal ended at one table."""

    table: int
    deal: int
    scores: tuple[int, ...]
    """Points of the deal, one entry a side."""


class Rank(NamedTuple):
    """One side of one table over all deals it can be compared in."""

    table: int
    side: int
    deals: int
    mean: float | None
    """Points better than the field, a deal; None while nobody else has played the same cards."""
    error: float | None
    """The standard error of the mean, deals being the units; None with fewer than two."""


def margin(scores: Sequence[int], side: int) -> float:
    """The points of a side less the mean of the others': what it took, and what it let them take."""
    others = [points for other, points in enumerate(scores) if other != side]
    return scores[side] - sum(others) / len(others)


def differences(played: Iterable[Played]) -> dict[tuple[int, int, int], float | None]:
    """By table, deal and side: its margin less the mean of all other tables' there; None without others."""
    by_deal: defaultdict[int, list[Played]] = defaultdict(list)
    for one in played:
        by_deal[one.deal].append(one)
    found: dict[tuple[int, int, int], float | None] = {}
    for deal, tables in by_deal.items():
        for side in range(len(tables[0].scores)):
            margins = {one.table: margin(one.scores, side) for one in tables}
            total = sum(margins.values())
            for table, own in margins.items():
                others = len(margins) - 1
                found[table, deal, side] = own - (total - own) / others if others else None
    return found


def ranking(played: Sequence[Played], sides: Iterable[tuple[int, int]]) -> list[Rank]:
    """Sides of tables, given as (table, side), the best first; who cannot be compared yet comes last."""
    found = differences(played)
    by_side: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for (table, _, side), difference in found.items():
        if difference is not None:
            by_side[table, side].append(difference)
    ranks = [Rank(table, side, *_estimate(by_side[table, side])) for table, side in sides]
    return sorted(ranks, key=lambda rank: (rank.mean is None, -(rank.mean or 0.0)))


def _estimate(values: list[float]) -> tuple[int, float | None, float | None]:
    """Count, mean and standard error, as the arena has them for single deals (`arena.stats.clustered`)."""
    count = len(values)
    if not count:
        return 0, None, None
    mean = sum(values) / count
    if count == 1:
        return 1, mean, None
    squares = sum((value - mean) ** 2 for value in values)
    return count, mean, sqrt(squares / (count - 1) / count)
