"""A picture of the results of `stramash bench`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

OURS: Final = "#7b2d3b"
REFERENCE: Final = "#c98a94"
THEIRS: Final = "#8a8f98"
RATES: Final = {"decisions_per_s": "decisions a second", "legal_per_s": "legal moves a second"}


def draw(results: Mapping[str, Any], path: Path) -> None:
    """Bars on a logarithmic scale, one thread and GPUs, the fastest on top."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    rows = [row for row in results["rows"] if row["threads"] == 1]
    with mpl.rc_context({"svg.hashsalt": "stramash", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(11, 1.2 + 0.24 * len(rows)), layout="constrained")
        for axes, (rate, title) in zip(figure.subplots(1, 2), RATES.items(), strict=True):
            ordered = sorted(rows, key=lambda row: float(row[rate]))
            names = [f"{row['engine']}: {row['game']} {row['seats']}" for row in ordered]
            axes.barh(names, [row[rate] for row in ordered], color=[colour(row) for row in ordered])
            axes.set_xscale("log")
            axes.set_title(title)
            axes.grid(axis="x", alpha=0.3)
            axes.set_axisbelow(True)
            for spine in ("top", "right"):
                axes.spines[spine].set_visible(False)
        figure.suptitle("Random play, one thread (logarithmic scale)")
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def colour(row: Mapping[str, Any]) -> str:
    """One for the compiled engine, one for the reference, one for all others."""
    if row["engine"].startswith("compiled"):
        return OURS
    return REFERENCE if row["engine"] == "reference" else THEIRS
