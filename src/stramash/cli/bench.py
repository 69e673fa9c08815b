"""The command bench."""

import importlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stramash.cli.bench_report import fill_page, show
from stramash.cli.commands import AsJson, _complain, _examples, _fail
from stramash.core.errors import StramashError
from stramash.core.extras import need

# The fast engine and matplotlib are imported where they are needed: other commands start without them.

ROUNDS, SECONDS = 7, 0.4
QUICK_ROUNDS, QUICK_SECONDS = 3, 0.2
PAGE: Final = Path("docs/benchmarks.md")
PICTURE: Final = Path("docs/benchmarks.svg")

Gpu = Annotated[bool, typer.Option("--gpu", help="Measure the engine on the CUDA device, too.")]
Peers = Annotated[
    bool, typer.Option("--peers", help="Beside other engines, in turns; needs a source checkout.")
]
Quick = Annotated[bool, typer.Option("--quick", help="Haggis for three and Mü for four only, and shorter.")]
Rounds = Annotated[int | None, typer.Option(metavar="N", min=1, help="How often each is measured.")]
Seconds = Annotated[float | None, typer.Option(metavar="S", min=0.01, help="How long each time.")]
Save = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Keep the results as JSON.")]
Load = Annotated[
    Path | None, typer.Option("--load", metavar="FILE", help="Show kept results; measure nothing.")
]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw a picture (svg, png, pdf).")]
Report = Annotated[
    bool, typer.Option("--report", help=f"In a source checkout, write the tables of {PAGE} and {PICTURE}.")
]


def bench(
    gpu: Gpu = False,
    peers: Peers = False,
    as_json: AsJson = False,
    quick: Quick = False,
    rounds: Rounds = None,
    seconds: Seconds = None,
    save: Save = None,
    load: Load = None,
    plot: Plot = None,
    report: Report = False,
) -> None:
    """Measure how fast the engines play at random, and whether the bars of docs/benchmarks.md are reached."""
    root = checkout()
    if peers and root is None:
        _fail("--peers needs a source checkout of stramash: benchmarks/ is not part of the installed package")
    if report and root is None:
        _fail(f"--report needs a source checkout of stramash: {PAGE} is not part of the installed package")
    try:
        if plot is not None or report:
            need("arena", "matplotlib")  # before the measuring
        if load is not None:
            results = json.loads(load.read_text(encoding="utf-8"))
        else:
            results = measure(
                gpu=gpu,
                peers=root if peers else None,
                quick=quick,
                rounds=rounds or (QUICK_ROUNDS if quick else ROUNDS),
                seconds=seconds or (QUICK_SECONDS if quick else SECONDS),
            )
        if save is not None:
            save.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        if plot is not None:
            _draw(results, plot)
        if report and root is not None:
            _draw(results, root / PICTURE)
            page = root / PAGE
            page.write_text(fill_page(page.read_text(encoding="utf-8"), results), encoding="utf-8")
    except StramashError as error:
        _fail(str(error))
    except (OSError, json.JSONDecodeError) as error:
        _fail(str(error), status=1)
    if as_json:
        print(json.dumps(results))
    else:
        show(results)


def checkout() -> Path | None:
    """The root of the source checkout that this package lies in, if it does."""
    root = Path(__file__).parents[3]
    return root if (root / "benchmarks" / "rounds.py").is_file() else None


def measure(*, gpu: bool, peers: Path | None, quick: bool, rounds: int, seconds: float) -> dict[str, Any]:
    """Everything in one run: rows, bars, and what they were measured on."""
    from stramash.sim import bench as sim  # noqa: PLC0415
    from stramash.sim.run import check_device  # noqa: PLC0415

    if gpu:
        check_device("cuda")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    with ExitStack() as stack:
        subjects = sim.subjects(quick=quick, gpu=gpu)
        versions = stack.enter_context(_peers(peers, subjects)) if peers is not None else ""
        advance = stack.enter_context(_progress(len(subjects) * (rounds + 1)))
        measured = sim.measure_in_turns(subjects, rounds, seconds, advance)
    bars = sim.bars(measured)
    starts = [] if quick else [sim.measure_start(*table) for table in sim.STEPPED_TABLES]
    for start in starts:
        bars += start.bars()
    return {
        "measured": f"{datetime.now(UTC):%Y-%m-%d}, {processor()}, {os.cpu_count()} cores with a load of "
        f"{load:.1f} beforehand, Python {platform.python_version()}, median of {rounds} rounds of "
        f"{seconds:g} s{versions and '; '}{versions}",
        "rows": [item.row() for item in measured],
        "spreads": [round(item.spread(), 3) for item in measured],
        "bars": [bar.row() for bar in bars],
        "starts": [start._asdict() for start in starts],
    }


@contextmanager
def _peers(root: Path, subjects: list[Any]) -> Iterator[str]:
    """Add the other engines that are installed to the subjects; gives their versions."""
    sys.path.insert(0, str(root))
    try:
        peers: Any = importlib.import_module("benchmarks.peers")
    finally:
        sys.path.remove(str(root))
    with peers.open_peers(tell=_complain) as found:
        if not found:
            _complain("no other engine is installed: `make bench-peers` does it; going on without them")
        subjects += found
        yield ", ".join(peer.versions for peer in peers.Peer if peer.is_installed)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[Any], None]]:
    """A bar on the standard error; call what it gives after each measurement."""
    columns = (TextColumn("{task.description:52}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    screen = Console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as bar:
        task = bar.add_task("measuring", total=total)
        yield lambda label: bar.update(task, description=str(label), advance=1)


def processor() -> str:
    """The name of this machine's processor."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _draw(results: dict[str, Any], path: Path) -> None:
    from stramash.cli.bench_plot import draw  # noqa: PLC0415

    try:
        draw(results, path)
    except ValueError as error:  # a kind of picture that there is not
        _fail(str(error))


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command(
        "bench",
        epilog=_examples(
            "stramash bench --quick", "stramash bench --peers --json", "stramash bench --gpu --plot speed.svg"
        ),
    )(bench)
