"""A long comparison of the two engines: ``make differential``, or ``python -m tests.differential.run``.

Every game with every number of seats, half of the deals by the game's own rules in whole matches, half with
options changed at random. Of all decisions an eighth have their lists compared, a twentieth the whole record;
what a deal begins and ends with is compared always. ``--record FILE`` compares everything along a record.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tests.differential.engines import SAMPLE, Difference, Effort, Lockstep, Tally, replay
from tests.playing import TABLES, TableId, random_options

DEALS = 100_000
PROCESSES = 2
DEALS_A_TASK = 50
DEALS_A_LINE = 10_000
"""Where there is no terminal for a bar, a line is printed now and then."""


class Task(NamedTuple):
    """Some deals at one table."""

    table: TableId
    changes_options: bool
    seed: int
    deals: int = DEALS_A_TASK


def tasks(deals: int, seed: int) -> Iterator[Task]:
    """Enough tasks for a number of deals, shared evenly among all tables."""
    kinds = [(table, changes) for table in TABLES for changes in (False, True)]
    number = seed
    while deals > 0:
        for table, changes in kinds:
            if deals > 0:
                yield Task(table, changes, number, min(deals, DEALS_A_TASK))
            deals -= DEALS_A_TASK
            number += 1


def compare(task: Task, effort: Effort = SAMPLE) -> Tally:
    """Play the deals of one task in both engines, match after match; raises Difference."""
    rng = Random(f"{task.table} {task.changes_options} {task.seed}")
    tally = Tally()
    while tally.deals < task.deals:
        options = random_options(task.table, rng) if task.changes_options else {}
        lockstep = Lockstep(task.table.game(**options), rng.getrandbits(32), effort)
        tally.add(lockstep.play(task.deals - tally.deals))
    return tally


def compare_many(deals: int, processes: int, seed: int) -> Tally:
    """Run all tasks in processes of their own, with a bar on the standard error."""
    tally = Tally()
    screen = Console(stderr=True)
    columns = (TextColumn("deals compared"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        Progress(*columns, console=screen, disable=not screen.is_terminal) as progress,
        ProcessPoolExecutor(processes, get_context("spawn")) as pool,
    ):
        bar = progress.add_task("", total=deals)
        try:
            for done in as_completed([pool.submit(compare, task) for task in tasks(deals, seed)]):
                before = tally.deals
                tally.add(done.result())
                progress.update(bar, completed=tally.deals)
                if not screen.is_terminal and tally.deals // DEALS_A_LINE > before // DEALS_A_LINE:
                    screen.print(f"{tally.deals:,} deals compared")
        except Difference:
            pool.shutdown(cancel_futures=True)
            raise
    return tally


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.differential.run", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--record", type=Path, help="compare everything along this record")
    return _run(parser.parse_args())


def _run(wanted: Namespace) -> int:
    began = perf_counter()
    try:
        if wanted.record is not None:
            tally = replay(wanted.record.read_text(encoding="utf-8"))
        else:
            tally = compare_many(wanted.deals, wanted.processes, wanted.seed)
    except Difference as difference:
        print(f"the engines differ: {difference}", file=sys.stderr)
        return 1
    print(
        f"{tally.deals:,} deals, no difference: {tally.decisions:,} decisions, {tally.lists:,} lists of "
        f"{tally.moves:,} moves and {tally.records:,} records compared in {perf_counter() - began:,.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
