"""Results on the screen."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from benchmarks.bars import Reached
from benchmarks.rounds import Label, Measured

RATE_NAMES = {"decisions_per_s": "decisions/s", "legal_per_s": "legal/s", "deals_per_s": "deals/s"}


def results_table(measured: Iterable[Measured], title: str) -> Table:
    """One line an engine and game."""
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("engine", "game"):
        table.add_column(heading, overflow="fold")
    for heading in ("seats", "threads", *RATE_NAMES.values(), "legal/decision", "spread"):
        table.add_column(heading, justify="right")
    for item in measured:
        row = item.row()
        table.add_row(
            row["engine"],
            row["game"],
            str(row["seats"]),
            str(row["threads"]),
            *(f"{row[rate]:,.0f}" for rate in RATE_NAMES),
            f"{row['legal_per_decision']:.1f}",
            f"{item.spread('decisions_per_s'):.0%}",
        )
    return table


def bars_table(reached: Iterable[Reached]) -> Table:
    """One line a bar."""
    table = Table(
        title="Bars, as ratios of one run", title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0)
    )
    for heading in ("ours", "theirs", "rate"):
        table.add_column(heading, overflow="fold")
    for heading in ("ratio", "at least", "met"):
        table.add_column(heading, justify="right")
    for item in reached:
        bar = item.bar
        table.add_row(
            f"{bar.ours.engine} {bar.ours.game} {bar.ours.seats}",
            f"{bar.theirs.engine} {bar.theirs.game}",
            RATE_NAMES[bar.rate],
            f"{item.ratio:.2f}",
            f"{bar.at_least:g}",
            "[green]yes[/]" if item.is_met else "[red]no[/]",
        )
    return table


def console() -> Console:
    """The standard output; wide enough for the tables where it is no terminal."""
    screen = Console()
    return screen if screen.is_terminal else Console(width=112)


@contextmanager
def progress(total: int) -> Iterator[Callable[[Label], None]]:
    """A bar on the standard error; call what it gives after each measurement."""
    columns = (TextColumn("{task.description:48}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("measuring", total=total)

        def advance(label: Label) -> None:
            bar.update(task, description=str(label), advance=1)

        yield advance
