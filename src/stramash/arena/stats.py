"""Estimates with standard errors and intervals. Errors are clustered by deal, the independent unit.

The seatings of one deal share its cards, so they are one observation. With x the sum of the differences at
a deal's tables and m the number of scored deals there, the difference per deal is the ratio R = sum x / sum m
and its variance n/(n-1) * sum (x - R m)^2 / (sum m)^2: for single deals this is the plain standard error of
the mean over deals, for whole matches of different lengths that of a ratio.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stramash.arena.plan import DealResult, Plan
from stramash.arena.schedule import Seating
from stramash.core.extras import need
from stramash.core.game import AnyGame

LEVEL: Final = 0.95
"""How sure the intervals are."""
FAULTS_SHOWN: Final = 10
Floats = NDArray[np.float64]


class Estimate(NamedTuple):
    """A mean per deal with what is known of its error; None where there is too little to know it."""

    mean: float | None
    se: float | None
    p: float | None
    """How likely a difference as large would be by chance, were there none (Student's t, two-sided)."""
    low: float | None
    high: float | None


def _special() -> Any:
    """Student's t, from scipy: a part of the extra, and not needed to play."""
    need("arena", "scipy")
    return import_module("scipy.special")


def clustered(sums: Floats, counts: Floats) -> Estimate:
    """The mean of clusters, from each one's sum and count."""
    total = float(counts.sum())
    if not total:
        return Estimate(None, None, None, None, None)
    mean = float(sums.sum()) / total
    used = len(sums)
    if used < 2:
        return Estimate(mean, None, None, None, None)
    squares = float(((sums - mean * counts) ** 2).sum())
    se = float(np.sqrt(squares * used / (used - 1))) / total
    if se == 0:
        return Estimate(mean, 0.0, 1.0 if mean == 0 else 0.0, mean, mean)
    special = _special()
    p = 2 * float(special.stdtr(used - 1, -abs(mean) / se))
    reach = float(special.stdtrit(used - 1, (1 + LEVEL) / 2)) * se
    return Estimate(mean, se, p, mean - reach, mean + reach)


class Running(NamedTuple):
    """An estimate after each deal from the second on."""

    deals: NDArray[np.int64]
    mean: Floats
    low: Floats
    high: Floats


def running(sums: Floats, counts: Floats) -> Running:
    """How the mean and its interval came about, deal by deal."""
    n = np.arange(1, len(sums) + 1)
    total = np.maximum(np.cumsum(counts), 1)
    mean = np.cumsum(sums) / total
    squares = np.cumsum(sums**2) - 2 * mean * np.cumsum(sums * counts) + mean**2 * np.cumsum(counts**2)
    enough = n >= 2
    n, mean, total = n[enough], mean[enough], total[enough]
    # Differences of large sums: a tiny negative rest is zero.
    se = np.sqrt(np.maximum(squares[enough], 0) * n / (n - 1)) / total
    reach = _special().stdtrit(n - 1, (1 + LEVEL) / 2) * se
    return Running(n, mean, mean - reach, mean + reach)


@dataclass(slots=True)
class PairReport:
    """Two entrants compared."""

    a: str
    b: str
    deals: int
    """Deals (or matches) in all their seatings."""
    estimate: Estimate
    """Points of a less points of b, per deal."""
    won: int
    """Deals in which a did better than b over all seatings."""
    lost: int
    even: int
    sums: Floats
    counts: Floats

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        mean, se, p, low, high = self.estimate
        return {
            "a": self.a,
            "b": self.b,
            "deals": self.deals,
            "diff_per_deal": mean,
            "se": se,
            "p": p,
            "interval": [low, high],
            "won": self.won,
            "lost": self.lost,
            "even": self.even,
        }


@dataclass(slots=True)
class EntrantReport:
    """One entrant over all tables."""

    label: str
    deals: int = 0
    """Scored deals, once for each of its sides at each table."""
    points: float = 0.0
    """Over all tables, at each the mean of its sides there."""
    scored: int = 0
    """Scored deals at all tables, whatever the number of its sides there."""
    tables: int = 0
    """Tables, once for each of its sides."""
    wins: float = 0.0
    """Tables won; a shared win is shared."""
    first_out: int = 0
    bets: int = 0
    bets_won: int = 0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    faults: int = 0

    @property
    def ms_per_decision(self) -> float | None:
        """Thinking time, offers to act out of turn included."""
        return 1000 * self.seconds / self.decisions if self.decisions else None

    def share(self, part: float, whole: float | None = None) -> float | None:
        """A part of the scored deals, or of something else."""
        whole = self.deals if whole is None else whole
        return part / whole if whole else None

    def as_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "bot": self.label,
            "points_per_deal": self.share(self.points, self.scored),
            "wins": self.share(self.wins, self.tables),
            "first_out": self.share(self.first_out),
            "bets": self.share(self.bets),
            "bets_won": self.share(self.bets_won, self.bets),
            "decisions": self.decisions,
            "ms_per_decision": self.ms_per_decision,
            "slowest_ms": 1000 * self.slowest,
            "faults": self.faults,
        }


@dataclass(slots=True)
class Report:
    """Everything that a run has shown."""

    plan: Plan
    deals: int
    entrants: list[EntrantReport]
    pairs: list[PairReport]
    faults: list[dict[str, Any]] = field(default_factory=list)
    """The first faults, each with the bot, the deal and the seating it happened in."""

    def as_json(self) -> dict[str, Any]:
        """The report as plain data; with two entrants their comparison stands at the top."""
        plan = self.plan
        form: dict[str, Any] = {
            "game": plan.game,
            "seats": plan.seats,
            "options": dict(plan.options),
            "seed": plan.seed,
            "unit": "match" if plan.matches else "deal",
            "seatings": len(plan.seatings()),
        }
        if len(self.pairs) == 1:
            form.update(self.pairs[0].as_json())
        form["deals"] = self.deals
        form["ms_per_decision"] = {entrant.label: entrant.ms_per_decision for entrant in self.entrants}
        form["pairs"] = [pair.as_json() for pair in self.pairs]
        form["bots"] = [entrant.as_json() for entrant in self.entrants]
        form["faults"] = self.faults
        return form


def report(plan: Plan, results: list[DealResult]) -> Report:
    """What some results say."""
    game, lines = plan.opened(), plan.seatings()
    labels = [entrant.label for entrant in plan.entrants()]
    pairs = [
        _pair(labels, a, b, lines, results) for a in range(len(labels)) for b in range(a + 1, len(labels))
    ]
    found = Report(plan, len(results), [EntrantReport(label) for label in labels], pairs)
    for result in results:
        for index, (line, table) in enumerate(zip(lines, result.tables, strict=True)):
            _count_table(game, line, table, found.entrants)
            for fault in table.faults:
                if len(found.faults) < FAULTS_SHOWN:
                    where = {"number": result.number + 1, "seating": index + 1}
                    found.faults.append({"bot": line.bots[fault["seat"]], **where, **fault})
    return found


def differences(
    a: int, b: int, lines: tuple[Seating, ...], results: list[DealResult]
) -> tuple[Floats, Floats]:
    """For each deal the points of one entrant less another's, over all tables, and the deals scored there."""
    sums, counts = np.zeros(len(results)), np.zeros(len(results))
    tables = [index for index, line in enumerate(lines) if a in line.sides and b in line.sides]
    for place, result in enumerate(results):
        difference = Fraction(0)
        for index in tables:
            table, sides = result.tables[index], lines[index].sides
            difference += _mean_of(a, sides, table.scores) - _mean_of(b, sides, table.scores)
            counts[place] += table.deals
        sums[place] = float(difference)
    return sums, counts


def _mean_of(entrant: int, sides: tuple[int, ...], scores: list[int]) -> Fraction:
    """Exact, so that what cancels is nothing and not nearly nothing."""
    points = [score for side, score in zip(sides, scores, strict=True) if side == entrant]
    return Fraction(sum(points), len(points))


def _pair(
    labels: list[str], a: int, b: int, lines: tuple[Seating, ...], results: list[DealResult]
) -> PairReport:
    sums, counts = differences(a, b, lines, results)
    won, lost = int((sums > 0).sum()), int((sums < 0).sum())
    estimate = clustered(sums, counts)
    return PairReport(
        labels[a], labels[b], len(sums), estimate, won, lost, len(sums) - won - lost, sums, counts
    )


def _count_table(game: AnyGame, line: Seating, table: Any, entrants: list[EntrantReport]) -> None:
    for number in set(line.sides):
        entrants[number].points += float(_mean_of(number, line.sides, table.scores))
        entrants[number].scored += table.deals
    for side, seats in enumerate(game.sides):
        entrant = entrants[line.sides[side]]
        entrant.deals += table.deals
        entrant.tables += 1
        entrant.wins += 1 / len(table.winners) if side in table.winners else 0
        for tally in (table.seats[seat] for seat in seats):
            entrant.first_out += tally.first_out
            entrant.bets += tally.bets
            entrant.bets_won += tally.bets_won
            entrant.decisions += tally.decisions
            entrant.seconds += tally.seconds
            entrant.slowest = max(entrant.slowest, tally.slowest)
            entrant.faults += tally.faults
