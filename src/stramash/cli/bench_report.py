"""The results of `stramash bench` on the screen and on a page."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from stramash.core.errors import StramashError

RATE_NAMES: Final = {"decisions_per_s": "decisions/s", "legal_per_s": "legal/s", "deals_per_s": "deals/s"}
COLUMNS: Final = ("engine", "game", "seats", "threads", *RATE_NAMES.values(), "legal/decision")
WIDE: Final = 120


class PageError(StramashError):
    """A page that has no place for a table."""


def cells(row: Mapping[str, Any]) -> list[str]:
    """One row of the results as text."""
    named = [row["engine"], row["game"], str(row["seats"]), str(row["threads"])]
    return [*named, *(f"{row[name]:,.0f}" for name in RATE_NAMES), f"{row['legal_per_decision']:.1f}"]


def bar_cells(bar: Mapping[str, Any]) -> list[str]:
    """One bar as text: what, measured, wanted, whether it is met."""
    sign = "at most" if bar["unit"] == "s" else "at least"
    return [bar["what"], _number(bar["value"], bar["unit"]), f"{sign} {_number(bar['wanted'], bar['unit'])}"]


def _number(value: float, unit: str) -> str:
    return f"{value:.2f} x" if unit == "x" else f"{value:,.2f} s" if unit == "s" else f"{value:,.0f} {unit}"


def show(results: Mapping[str, Any]) -> None:
    """All of it on the standard output."""
    screen = Console()
    if not screen.is_terminal:
        screen = Console(width=WIDE)
    table = _table(f"Random play: {results['measured']}", COLUMNS[:2], (*COLUMNS[2:], "spread"))
    for row, spread in zip(results["rows"], results["spreads"], strict=True):
        table.add_row(*cells(row), f"{spread:.0%}")
    screen.print(table)
    bars = _table("Bars, as ratios of one run", ("bar",), ("measured", "wanted", "met"))
    for bar in results["bars"]:
        bars.add_row(*bar_cells(bar), "[green]yes[/]" if bar["is_met"] else "[red]no[/]")
    if results["bars"]:
        screen.print(bars)
    for start in results["starts"]:
        screen.print(
            f"{start['game']}: first start {start['first']:.1f} s of processor time "
            f"({start['first_on_the_wall']:.1f} s on the wall), cached {start['cached']:.2f} s "
            f"({start['cached_on_the_wall']:.2f} s), imports and one deal included"
        )


def _table(title: str, words: Iterable[str], numbers: Iterable[str]) -> Table:
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in words:
        table.add_column(heading, overflow="fold")
    for heading in numbers:
        table.add_column(heading, justify="right")
    return table


def fill_page(page: str, results: Mapping[str, Any]) -> str:
    """The page with the tables of the compiled engine replaced; what is outside the markers is left alone."""
    rows = [
        [f"`{cell}`" if place == 1 else cell for place, cell in enumerate(cells(row))]
        for row in results["rows"]
    ]
    bars = [[*bar_cells(bar), "yes" if bar["is_met"] else "**no**"] for bar in results["bars"]]
    starts = [[start["game"], *(f"{start[name]:.2f}" for name in _STARTS)] for start in results["starts"]]
    page = _fill(page, "compiled measured", f"{results['measured']}.")
    page = _fill(page, "compiled", _markdown(COLUMNS, 2, rows))
    page = _fill(page, "compiled bars", _markdown(("bar", "measured", "wanted", "met"), 1, bars))
    headings = ("game", "first, processor s", "first, wall s", "cached, processor s", "cached, wall s")
    return _fill(page, "starts", _markdown(headings, 1, starts)) if starts else page


_STARTS: Final = ("first", "first_on_the_wall", "cached", "cached_on_the_wall")


def _markdown(headings: Iterable[str], words: int, rows: Iterable[Iterable[str]]) -> str:
    """A table whose first columns are words and the others numbers."""
    names = list(headings)
    rule = ["---"] * words + ["--:"] * (len(names) - words)
    return "\n".join("| " + " | ".join(row) + " |" for row in (names, rule, *map(list, rows)))


def _fill(page: str, name: str, block: str) -> str:
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise PageError(f"the page needs {begin} and, after it, {end}")
    return f"{before}{begin}\n\n{block}\n\n{end}{after}"
