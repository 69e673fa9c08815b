"""A picture of learning curves; needs matplotlib, from the extra `arena`."""

import json
from pathlib import Path

from stramash.core.extras import need


def points_of(curve: Path) -> list[tuple[float, float, float]]:
    """Decisions in millions, the lead, its standard error: every point of a file of JSON lines."""
    found = []
    for text in curve.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if "lead" in line:
            found.append((line["decisions"] / 1e6, line["lead"], line["error"]))
    return found


def plot_curves(curves: dict[str, Path], path: Path) -> None:
    """Draw the lead over `regular` against decisions learned from, with two standard errors."""
    need("arena", "matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415  # an extra
    from matplotlib.figure import Figure  # noqa: PLC0415

    figure = Figure(figsize=(8, 4.5), dpi=150, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for name, curve in curves.items():
        millions, leads, errors = zip(*points_of(curve), strict=True)
        axes.errorbar(millions, leads, [2 * error for error in errors], label=name, capsize=2, marker=".")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_xlabel("millions of decisions learned from")
    axes.set_ylabel("points a deal ahead of regular")
    axes.legend()
    figure.savefig(path)
