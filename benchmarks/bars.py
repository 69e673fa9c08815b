"""What has to be faster than what, and by how much."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from benchmarks.rounds import Label, Measured, ratio


class Bar(NamedTuple):
    """A ratio that has to be reached."""

    ours: Label
    theirs: Label
    rate: str
    at_least: float


class Reached(NamedTuple):
    """A bar and what was measured."""

    bar: Bar
    ratio: float

    @property
    def is_met(self) -> bool:
        """Whether the bar is reached."""
        return self.ratio >= self.bar.at_least

    def row(self) -> dict[str, Any]:
        """The result as plain data."""
        return {
            "ours": str(self.bar.ours),
            "theirs": str(self.bar.theirs),
            "rate": self.bar.rate,
            "at_least": self.bar.at_least,
            "ratio": round(self.ratio, 2),
            "is_met": self.is_met,
        }


REFERENCE = "reference"
GAME_STEP = "rlcard game.step"
ENV_STEP = "rlcard env.step"

REFERENCE_BARS = (
    Bar(Label(REFERENCE, "haggis3", 3), Label(GAME_STEP, "doudizhu", 3), "legal_per_s", 5),
    Bar(Label(REFERENCE, "haggis3", 3), Label(ENV_STEP, "doudizhu", 3), "decisions_per_s", 2),
    Bar(Label(REFERENCE, "mu", 5), Label(ENV_STEP, "bridge", 4), "decisions_per_s", 1),
)


def reached(bars: Iterable[Bar], measured: Iterable[Measured]) -> list[Reached]:
    """The bars for which both sides were measured."""
    by_label = {item.label: item for item in measured}
    return [
        Reached(bar, ratio(by_label[bar.ours], by_label[bar.theirs], bar.rate))
        for bar in bars
        if bar.ours in by_label and bar.theirs in by_label
    ]
