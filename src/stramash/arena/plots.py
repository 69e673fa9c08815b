"""Pictures of results; needs the extra `arena`."""

from pathlib import Path
from typing import TYPE_CHECKING

from stramash.arena.executors import ArenaError
from stramash.arena.ladder import Rating
from stramash.arena.stats import Report, Running, running
from stramash.core.extras import need
from stramash.games import info

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def _canvas(height: float) -> "tuple[Figure, Axes]":
    need("arena", "matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415  # an extra
    from matplotlib.figure import Figure  # noqa: PLC0415

    # No pyplot: it keeps every figure, and asks for a screen.
    figure = Figure(figsize=(8, height), dpi=150, layout="constrained")
    FigureCanvasAgg(figure)
    return figure, figure.add_subplot()


def check_file(path: Path) -> None:
    """Complain about a picture that could not be written, before anything is played."""
    figure, _ = _canvas(1)
    kinds = figure.canvas.get_supported_filetypes()
    if path.suffix.removeprefix(".").lower() not in kinds:
        raise ArenaError(f"{path}: a picture's name ends in one of {', '.join('.' + kind for kind in kinds)}")
    if not path.parent.is_dir():
        raise ArenaError(f"{path.parent} is no folder")


def plot_differences(report: Report, path: Path) -> None:
    """The running difference of each pair, with its 95 % band."""
    figure, axes = _canvas(4.5)
    unit = "match" if report.plan.matches else "deal"
    courses = [running(pair.sums, pair.counts) for pair in report.pairs]
    for pair, course in zip(report.pairs, courses, strict=True):
        (line,) = axes.plot(course.deals, course.mean, label=f"{pair.a} - {pair.b}")
        colour = line.get_color()
        axes.fill_between(course.deals, course.low, course.high, alpha=0.2, color=colour, linewidth=0)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel(f"{unit}{'es' if report.plan.matches else 's'}, each in all seatings")
    axes.set_ylabel("difference in points per deal")
    axes.set_title(f"{info(report.plan.game).name}, {report.plan.seats} players, seed {report.plan.seed}")
    _fit_height(axes, courses)
    if report.pairs:
        axes.legend()
    figure.savefig(path)


def _fit_height(axes: "Axes", courses: list[Running]) -> None:
    """The first deals say nothing and would take up all the height: the band of the later ones must fit."""
    settled = [slice(len(course.deals) // 20, None) for course in courses]
    lows = [float(low) for course, part in zip(courses, settled, strict=True) for low in course.low[part]]
    highs = [float(high) for course, part in zip(courses, settled, strict=True) for high in course.high[part]]
    if lows:
        low, high = min(0.0, *lows), max(0.0, *highs)
        margin = 0.05 * (high - low) or 1.0
        axes.set_ylim(low - margin, high + margin)


def plot_ratings(found: list[Rating], title: str, path: Path) -> None:
    """The ratings with their intervals, best at the top."""
    figure, axes = _canvas(1.5 + 0.4 * len(found))
    places = list(range(len(found), 0, -1))
    values = [rating.rating for rating in found]
    errors = [
        [rating.rating - rating.low for rating in found],
        [rating.high - rating.rating for rating in found],
    ]
    # A percentile interval need not hold the estimate itself.
    errors = [[max(0.0, error) for error in row] for row in errors]
    axes.errorbar(values, places, xerr=errors, fmt="o", capsize=4)
    axes.set_yticks(places, [rating.label for rating in found])
    axes.set_ylim(0.4, len(found) + 0.6)
    axes.set_xlabel("rating (Elo scale), 95 % interval")
    axes.set_title(title)
    axes.grid(axis="x", alpha=0.3)
    figure.savefig(path)
