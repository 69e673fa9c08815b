"""The commands benchmark and export."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from stramash import games
from stramash.arena import benchmark as suite
from stramash.arena.stats import Estimate
from stramash.bots.outside.specs import ANSWER_LIMIT
from stramash.cli.arena import Fresh, Jobs, Limit, Ray, _one_name, _play
from stramash.cli.commands import SPEC_HELP, AsJson, _complain, _examples, _fail, _os_problem
from stramash.core.errors import RecordError, StramashError

Bot = Annotated[str, typer.Argument(metavar="BOT", help=SPEC_HELP)]
Deals = Annotated[int, typer.Option(metavar="N", min=1, help="Deals of each game, each in all seatings.")]
Seed = Annotated[
    int | None, typer.Option(metavar="S", help="Other deals than those of the benchmark, held out from it.")
]
Games = Annotated[
    list[str] | None, typer.Option("--game", metavar="GAME", help="Only this game; may be repeated.")
]
Out = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The Parquet file to write.")]
Records = Annotated[
    list[Path], typer.Argument(metavar="RECORD...", help="Records, or folders of them (`arena --records`).")
]
Past = Annotated[int, typer.Option(metavar="N", min=0, help="How many moves back an observation tells.")]


def benchmark(
    bot: Bot,
    deals: Deals = suite.DEALS,
    seed: Seed = None,
    only: Games = None,
    jobs: Jobs = None,
    ray: Ray = None,
    fresh: Fresh = False,
    limit: Limit = ANSWER_LIMIT,
    as_json: AsJson = False,
) -> None:
    """Measure a bot on fixed deals against fixed opponents: points a deal in every game, with their error."""
    spec = _one_name(bot)
    try:
        suite.check_deals()
        wanted = [*suite.chosen(only or [])]
    except StramashError as error:
        _fail(str(error))
    lines = []
    is_complete = True
    for game_id, seats in wanted:
        played = []
        for plan in suite.plans(spec, game_id, seats, suite.SEED if seed is None else seed, limit):
            run, is_whole = _play(plan, deals, None, jobs, ray, None, fresh=fresh, quiet=as_json)
            played.append((plan, run.results(deals)))
            is_complete = is_complete and is_whole
            if not is_whole:
                break
        if not is_complete:
            break
        lines.append(suite.line(game_id, seats, played))
    if as_json:
        data = {
            "benchmark": suite.VERSION,
            "bot": spec,
            "seed": suite.SEED if seed is None else seed,
            "held_out": seed is not None,
            "opponents": list(suite.OPPONENTS),
            "games": [line.as_json() for line in lines],
            "complete": is_complete,
        }
        print(json.dumps(data, ensure_ascii=False))
    else:
        Console(highlight=False).print(_page(spec, lines, is_held_out=seed is not None))
    if not is_complete:
        _complain("stopped; the same command goes on from there")
        raise typer.Exit(130)


def _page(bot: str, lines: list[suite.Line], *, is_held_out: bool) -> Table:
    what = "held-out deals" if is_held_out else f"benchmark {suite.VERSION}"
    table = Table(title=f"{bot}, {what}: points a deal more than the opponents ± standard error")
    for name in ("game", "players", "deals", "all", *suite.OPPONENTS):
        table.add_column(name, justify="left" if name == "game" else "right")
    for line in lines:
        each = [_written(line.by_opponent[name]) for name in suite.opponents(line.game)]
        name = games.info(line.game).id
        table.add_row(name, str(line.seats), str(line.deals), _written(line.estimate), *each)
    return table


def _written(estimate: Estimate) -> str:
    if estimate.mean is None:
        return "-"
    return f"{estimate.mean:+.1f}" + (f" ± {estimate.se:.1f}" if estimate.se is not None else "")


def export(records: Records, out: Out, past: Past = 16, as_json: AsJson = False) -> None:
    """Write the decisions of records as Parquet: observation, open numbers, number given, seat, result."""
    from stramash.envs.export import about  # noqa: PLC0415  # NumPy and pyarrow take a moment
    from stramash.envs.export import export as write  # noqa: PLC0415

    try:
        count = write(records, out, past)
        described = about(out)
    except RecordError as error:
        _fail(str(error), status=1)
    except StramashError as error:
        _fail(str(error))
    except OSError as error:
        _fail(_os_problem(error, out), status=1)
    if as_json:
        print(json.dumps({"decisions": count, "file": str(out), **described}))
    else:
        _complain(f"{count:,} decisions of {described['game']} written to {out}")


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command(
        "benchmark",
        epilog=_examples(
            "stramash benchmark club", "stramash benchmark mine:Bot --game haggis3 --json --seed 7"
        ),
    )(benchmark)
    app.command(
        "export",
        epilog=_examples(
            "stramash arena haggis3 --bots club greedy --deals 100 --records run",
            "stramash export run --out decisions.parquet",
        ),
    )(export)
