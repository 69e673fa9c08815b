"""Short measurements taken in turns, round after round, so that ratios hold on a noisy machine.

Standard library only: the scripts that run inside the other engines' environments use it too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple, Protocol

WARM_UP = 1.0
"""Seconds; engines that remember what they worked out are as fast in the first round as in the last."""
RATES = ("decisions_per_s", "legal_per_s", "deals_per_s")


class Label(NamedTuple):
    """What is measured."""

    engine: str
    game: str
    seats: int
    threads: int = 1

    def __str__(self) -> str:
        return f"{self.engine}: {self.game}, {self.seats} seats"


class Sample(NamedTuple):
    """What one short measurement counted."""

    decisions: int
    legal: int
    """Legal moves that were listed for those decisions, passing included."""
    deals: int
    seconds: float
    """By `clock`."""

    def rate(self, name: str) -> float:
        """One of RATES."""
        counted = {"decisions_per_s": self.decisions, "legal_per_s": self.legal, "deals_per_s": self.deals}
        return counted[name] / self.seconds


def clock(threads: int) -> Callable[[], float]:
    """Processor time, which other processes do not lengthen; wall time where there are several threads."""
    return process_time if threads == 1 else perf_counter


class Subject(Protocol):
    """An engine playing one game at random."""

    @property
    def label(self) -> Label:
        """What it is."""

    def measure(self, seconds: float) -> Sample:
        """Play for about that long."""


@dataclass(frozen=True)
class Measured:
    """All samples of one subject, in the order of the rounds."""

    label: Label
    samples: tuple[Sample, ...]

    def rate(self, name: str) -> float:
        """The median over the rounds."""
        return median(sample.rate(name) for sample in self.samples)

    def spread(self, name: str) -> float:
        """How far the rounds lie apart: highest less lowest, as a part of the median."""
        rates = [sample.rate(name) for sample in self.samples]
        return (max(rates) - min(rates)) / median(rates)

    def row(self) -> dict[str, Any]:
        """The result as plain data."""
        decisions = sum(sample.decisions for sample in self.samples)
        legal = sum(sample.legal for sample in self.samples)
        return {
            **self.label._asdict(),
            **{name: round(self.rate(name), 1) for name in RATES},
            "legal_per_decision": round(legal / decisions, 2),
        }


def ratio(ours: Measured, theirs: Measured, rate: str) -> float:
    """How many times faster: the median of the ratios of each round, not the ratio of two medians."""
    pairs = zip(ours.samples, theirs.samples, strict=True)
    return median(a.rate(rate) / b.rate(rate) for a, b in pairs)


def measure_in_turns(
    subjects: Sequence[Subject],
    rounds: int,
    seconds: float,
    after_each: Callable[[Label], None] = lambda label: None,
) -> list[Measured]:
    """Every subject once a round; a longer first round warms caches and is thrown away."""
    samples: list[list[Sample]] = [[] for _ in subjects]
    for number in range(rounds + 1):
        for subject, kept in zip(subjects, samples, strict=True):
            sample = subject.measure(seconds if number else max(seconds, WARM_UP))
            if number:
                kept.append(sample)
            after_each(subject.label)
    return [Measured(subject.label, tuple(kept)) for subject, kept in zip(subjects, samples, strict=True)]
