"""Measure the reference engine and the peers in one run, and write the tables of docs/benchmarks.md.

python -m benchmarks.report [--rounds N] [--seconds S] [--save FILE] [--load FILE]

Tables stand between `<!-- NAME -->` and `<!-- /NAME -->`; what is outside is written by hand and left alone.
"""

import json
import os
import platform
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks.bars import REFERENCE, REFERENCE_BARS, reached
from benchmarks.peers import ROOT, Peer, open_peers
from benchmarks.reference import add_round_options, reference_loops
from benchmarks.rounds import Subject, measure_in_turns
from benchmarks.show import RATE_NAMES, progress

PAGE = ROOT / "docs" / "benchmarks.md"
COLUMNS = ("engine", "game", "seats", "threads", *RATE_NAMES.values(), "legal/decision")
BAR_COLUMNS = ("ours", "theirs", "rate", "ratio", "at least", "met")


class MarkerMissing(Exception):
    """The page has no place for a table."""


def fill(page: str, name: str, block: str) -> str:
    """The page with what stands between two markers replaced."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, found, rest = page.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise MarkerMissing(f"the page needs {begin} and, after it, {end}")
    return f"{before}{begin}\n\n{block}\n\n{end}{after}"


def markdown_table(headings: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; the first two columns are text, the others may be numbers."""
    names = list(headings)
    rule = ["---"] * 2 + ["--:"] * (len(names) - 2)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (names, rule, *map(list, rows)))


def result_cells(row: Mapping[str, Any]) -> list[str]:
    rates = [f"{row[rate]:,.0f}" for rate in RATE_NAMES]
    named = [row["engine"], f"`{row['game']}`", str(row["seats"]), str(row["threads"])]
    return [*named, *rates, f"{row['legal_per_decision']:.1f}"]


def bar_cells(bar: Mapping[str, Any]) -> list[str]:
    met = "yes" if bar["is_met"] else "**no**"
    return [
        bar["ours"],
        bar["theirs"],
        RATE_NAMES[bar["rate"]],
        f"{bar['ratio']:.2f}",
        f"{bar['at_least']:g}",
        met,
    ]


def blocks(results: Mapping[str, Any]) -> dict[str, str]:
    """What belongs between which markers."""
    ours = [row for row in results["rows"] if row["engine"] == REFERENCE]
    theirs = [row for row in results["rows"] if row["engine"] != REFERENCE]
    return {
        "measured": results["measured"],
        "reference": markdown_table(COLUMNS, map(result_cells, ours)),
        "reference bars": markdown_table(BAR_COLUMNS, map(bar_cells, results["bars"])),
        "peers": markdown_table(COLUMNS, map(result_cells, theirs)),
    }


def measure(rounds: int, seconds: float) -> dict[str, Any]:
    """Everything in one run, in turns."""
    load = os.getloadavg()[0]
    with ExitStack() as stack:
        subjects: list[Subject] = [*reference_loops()]
        subjects += stack.enter_context(open_peers(tell=Console(stderr=True).print))
        advance = stack.enter_context(progress(len(subjects) * (rounds + 1)))
        measured = measure_in_turns(subjects, rounds, seconds, advance)
    versions = "; ".join(peer.versions for peer in Peer if peer.is_installed)
    return {
        "measured": f"{datetime.now(UTC):%Y-%m-%d}, {_processor()}, {os.cpu_count()} cores "
        f"with a load of {load:.1f} beforehand, Python {platform.python_version()}, "
        f"median of {rounds} rounds of {seconds} s;\n{versions or 'no peers installed'}.",
        "rows": [item.row() for item in measured],
        "bars": [item.row() for item in reached(REFERENCE_BARS, measured)],
    }


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.report", description=__doc__)
    add_round_options(parser)
    parser.add_argument("--save", type=Path, help="keep the results as JSON")
    parser.add_argument("--load", type=Path, help="take the results from there instead of measuring")
    wanted = parser.parse_args()
    if wanted.load:
        results = json.loads(wanted.load.read_text(encoding="utf-8"))
    else:
        results = measure(wanted.rounds, wanted.seconds)
    if wanted.save:
        wanted.save.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    for name, block in blocks(results).items():
        page = fill(page, name, block)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
