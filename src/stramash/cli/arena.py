"""The commands arena, ladder and bot-check."""

import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from typer.core import TyperCommand

from stramash import games
from stramash.arena.cluster import RayExecutor
from stramash.arena.executors import ArenaError, Executor, ProcessExecutor
from stramash.arena.plan import Plan
from stramash.arena.run import Run
from stramash.bots.outside.specs import ANSWER_LIMIT, PROGRAM, bot_names
from stramash.cli.commands import (
    _STOPPED,
    SPEC_HELP,
    AsJson,
    Changes,
    GameId,
    Seats,
    _complain,
    _examples,
    _fail,
    _open,
    _os_problem,
    find_modules_here,
)
from stramash.core.errors import StramashError
from stramash.core.extras import need

# numpy, scipy and matplotlib are imported where they are needed: every other command starts without them.


class BotsCommand(TyperCommand):
    """A command whose `--bots` takes all names that follow it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Turn `--bots A B` into `--bots A --bots B`, which is what the parser knows."""
        return super().parse_args(ctx, spread(args, "--bots"))


def spread(arguments: list[str], option: str) -> list[str]:
    """Repeat an option before each value that follows it, up to the next option."""
    out: list[str] = []
    is_inside = False
    for place, argument in enumerate(arguments):
        if argument == option:
            is_inside = True
            if place + 1 == len(arguments) or arguments[place + 1].startswith("-"):
                out.append(option)  # the parser complains that a value is missing
        elif is_inside and not argument.startswith("-"):
            out += [option, argument]
        else:
            is_inside = False
            out.append(argument)
    return out


def _default_jobs() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


Deals = Annotated[int, typer.Option(metavar="N", min=1, help="How many deals, each in all seatings.")]
Seed = Annotated[int, typer.Option(metavar="S", help="The same seed gives the same cards.")]
Jobs = Annotated[int | None, typer.Option(metavar="J", min=1, help="Processes; all cores unless said.")]
Ray = Annotated[
    str | None, typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; local starts one here.")
]
Records = Annotated[
    Path | None, typer.Option("--records", metavar="DIR", help="Keep every record and the state here.")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Begin anew in place of going on with an earlier run.")]
Plot = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw a picture (png, svg, pdf).")]
Limit = Annotated[
    float, typer.Option(metavar="SECONDS", min=0.01, help="How long a bot of somebody else may think.")
]
Matches = Annotated[bool, typer.Option("--matches", help="Play whole matches in place of single deals.")]


def arena(
    game: GameId,
    bots: Annotated[
        list[str],
        typer.Option("--bots", metavar="A B ...", help=f"Two or more. {SPEC_HELP} A+B are partners."),
    ],
    deals: Deals = 200,
    seats: Seats = None,
    changes: Changes = None,
    seed: Seed = 0,
    matches: Matches = False,
    jobs: Jobs = None,
    ray: Ray = None,
    folder: Records = None,
    fresh: Fresh = False,
    limit: Limit = ANSWER_LIMIT,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play duplicate deals: each in all seatings, so that the luck of the cards cancels."""
    plan = _plan(game, seats, changes, _names(bots), seed=seed, matches=matches, limit=limit)
    run, is_complete = _play(plan, deals, folder, jobs, ray, plot, fresh=fresh, quiet=as_json)
    from stramash.arena.stats import report  # noqa: PLC0415
    from stramash.cli.arena_tables import arena_page  # noqa: PLC0415

    found = report(plan, run.results(deals))
    _draw(plot, lambda path: _plots().plot_differences(found, path))
    if as_json:
        print(json.dumps({**found.as_json(), "complete": is_complete}, ensure_ascii=False))
    else:
        Console(highlight=False).print(arena_page(found))
    _end(run, deals, is_complete)


def ladder(
    game: GameId,
    bots: Annotated[
        list[str] | None, typer.Option("--bots", metavar="A B ...", help=f"All, unless said. {SPEC_HELP}")
    ] = None,
    deals: Deals = 200,
    seats: Seats = None,
    changes: Changes = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    ray: Ray = None,
    folder: Records = None,
    fresh: Fresh = False,
    limit: Limit = ANSWER_LIMIT,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Rate bots on one scale: every pair plays the same duplicate deals."""
    names = _names(bots) if bots else tuple(bot_names())
    plan = _plan(game, seats, changes, names, seed=seed, limit=limit, pairs_only=True)
    run, is_complete = _play(plan, deals, folder, jobs, ray, plot, fresh=fresh, quiet=as_json)
    from stramash.arena.ladder import ratings  # noqa: PLC0415
    from stramash.arena.stats import report  # noqa: PLC0415
    from stramash.cli.arena_tables import ladder_page  # noqa: PLC0415

    results = run.results(deals)
    found = report(plan, results)
    rated = ratings(plan, results) if results else []
    title = f"{games.info(plan.game).name}, {plan.seats} players, {len(results)} deals"
    _draw(plot, lambda path: _plots().plot_ratings(rated, title, path))
    if as_json:
        data = {**found.as_json(), "complete": is_complete, "ratings": [item.as_json() for item in rated]}
        print(json.dumps(data, ensure_ascii=False))
    else:
        Console(highlight=False).print(ladder_page(found, rated))
    _end(run, deals, is_complete)


def bot_check(
    spec: Annotated[str, typer.Argument(metavar="SPEC", help=SPEC_HELP)],
    deals: Annotated[int, typer.Option(metavar="N", min=1, help="Deals of each game.")] = 6,
    seed: Seed = 0,
    limit: Limit = ANSWER_LIMIT,
    as_json: AsJson = False,
) -> None:
    """Play a bot through every game and say what it does wrong; exits with 1 if anything was."""
    from stramash.arena.check import check_bot, find_and_greet  # noqa: PLC0415
    from stramash.cli.arena_tables import check_page  # noqa: PLC0415

    find_modules_here()
    try:
        found = find_and_greet(spec, limit)
    except StramashError as error:
        _fail(str(error))
    tables = sum(len(info.seats) for info in games.GAMES.values())
    checks = []
    # What a bot prints must not get into the result.
    with _progress(quiet=as_json) as progress, contextlib.redirect_stdout(sys.stderr):
        task = progress.add_task(spec, total=tables)
        for check in check_bot(found, deals, seed):
            checks.append(check)
            progress.advance(task)
    is_good = all(check.is_good for check in checks)
    if as_json:
        data = {"bot": spec, "ok": is_good, "games": [check.as_json() for check in checks]}
        print(json.dumps(data, ensure_ascii=False))
    else:
        Console(highlight=False).print(check_page(spec, checks))
    if not is_good:
        raise typer.Exit(1)


def _one_name(bot: str) -> str:
    """The spec of a single bot."""
    names = _names([bot])
    if len(names) != 1:
        _fail(f"bot = {bot}: name one bot")
    return names[0]


def _names(bots: Sequence[str]) -> tuple[str, ...]:
    """The specs; names may be separated by commas too, a program's command line is left alone."""
    find_modules_here()
    return tuple(
        name.strip()
        for item in bots
        for name in ([item] if item.startswith(PROGRAM) else item.split(","))
        if name.strip()
    )


def _plan(
    game: str, seats: int | None, changes: list[str] | None, bots: tuple[str, ...], **rest: Any
) -> Plan:
    opened = _open(game, seats, changes)
    options = tuple(games.written_options(opened).items())
    return Plan(game=game, seats=opened.seats, options=options, bots=bots, **rest)


def _play(
    plan: Plan,
    deals: int,
    folder: Path | None,
    jobs: int | None,
    ray: str | None,
    plot: Path | None,
    *,
    fresh: bool,
    quiet: bool,
) -> tuple[Run, bool]:
    """Play what is missing; whether all of it was, before Ctrl-C."""
    try:
        need("arena", "scipy", "choix")  # before an hour of playing, not after it
        if plot is not None:
            _plots().check_file(plot)
        run = Run(plan, folder, fresh=fresh)
    except StramashError as error:
        _fail(str(error))
    except OSError as error:
        _fail(_os_problem(error, folder), status=1)
    missing = len(run.missing(deals))
    if missing < deals and not quiet:
        _complain(f"{deals - missing} of {deals} are done already, in {run.journal.path}")
    try:
        # What Ray has to say of nodes that died must not get into the result.
        with contextlib.redirect_stdout(sys.stderr):
            executor: Executor = (
                RayExecutor(ray) if ray else ProcessExecutor(min(jobs or _default_jobs(), missing))
            )
            with contextlib.closing(executor):
                return run, _until_stopped(run, deals, executor, quiet=quiet)
    except ArenaError as error:
        _fail(f"{error}; the same command goes on from there", status=1)
    except OSError as error:
        _fail(_os_problem(error, folder), status=1)


def _until_stopped(run: Run, deals: int, executor: Executor, *, quiet: bool) -> bool:
    with _stoppable() as is_stopped, _progress(quiet=quiet) as progress:
        task = progress.add_task(run.plan.game, total=deals, completed=deals - len(run.missing(deals)))
        run.play(deals, executor, lambda: progress.advance(task), is_stopped)
    return not run.missing(deals)


@contextlib.contextmanager
def _stoppable() -> Iterator[Callable[[], bool]]:
    """Ctrl-C ends nothing here: it is asked for, where what was done can be kept."""
    stopped: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.append(number)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield lambda: bool(stopped)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _progress(*, quiet: bool) -> Progress:
    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=screen, disable=quiet or not screen.is_terminal)


def _draw(path: Path | None, draw: Callable[[Path], None]) -> None:
    if path is None:
        return
    try:
        draw(path)
    except OSError as error:
        _fail(_os_problem(error, path), status=1)


def _plots() -> Any:
    from stramash.arena import plots  # noqa: PLC0415

    return plots


def _end(run: Run, deals: int, is_complete: bool) -> None:
    if not is_complete:
        done = deals - len(run.missing(deals))
        _complain(f"stopped; {done} of {deals} are kept, and the same command goes on from there")
        raise typer.Exit(_STOPPED)


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command(
        "arena",
        cls=BotsCommand,
        epilog=_examples(
            "stramash arena haggis --bots greedy random --deals 500 --plot haggis.png",
            "stramash arena neeps --bots greedy+random random --matches --json",
        ),
    )(arena)
    app.command(
        "ladder", cls=BotsCommand, epilog=_examples("stramash ladder mu --seats 4 --deals 500 --plot mu.png")
    )(ladder)
    app.command(
        "bot-check",
        epilog=_examples("stramash bot-check 'cmd:python examples/bot_jsonlines.py'"),
    )(bot_check)
