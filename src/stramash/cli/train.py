"""The command train."""

import json
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from stramash import games
from stramash.cli.commands import AsJson, _complain, _examples, _fail, _open
from stramash.core.errors import StramashError
from stramash.core.extras import need

# Torch is loaded where it is needed: other commands start without it.

MINUTES: Final = 5.0

Game = Annotated[str, typer.Argument(metavar="GAME", help="A game; `stramash games` lists them.")]
Seats = Annotated[int | None, typer.Option(metavar="N", help="Players; the fewest of the game unless said.")]
Minutes = Annotated[float, typer.Option(metavar="M", min=0.0, help="How long to train.")]
Resume = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Go on from a checkpoint: the time adds up.")
]
Start = Annotated[
    Path | None,
    typer.Option(metavar="FILE.net", help="Begin with the weights of a net, of this or a game of its kind."),
]
Against = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.net",
        help="Learn to beat this player, which never changes: how much can be gained against it?",
    ),
]
Among = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.net",
        help="Let this player, which never changes, sit at seats of half of the games (`among_net`).",
    ),
]
Teacher = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.net",
        help="Learn to do what this player does, with a net of any width: sooner done than self-play.",
    ),
]
ByTime = Annotated[
    bool,
    typer.Option("--by-time", help="Rates and entropies fall with these minutes, not with `anneal_over`."),
]
Device = Annotated[str, typer.Option(metavar="cuda|cpu", help="Where to train.")]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Files are FILE.npz (checkpoint), FILE.net and FILE.json (player and its card), "
        "FILE.jsonl (curve), FILE.svg (its picture); GAME-SEATS unless said.",
    ),
]
Seed = Annotated[int | None, typer.Option(metavar="N", help="The luck of the run; 0 unless said.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="OPTION=VALUE", help="An option of the game, as often as you like."),
]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=NUMBER", help="A setting of docs/training.md, as often as you like."),
]


def train(
    game: Game,
    seats: Seats = None,
    minutes: Minutes = MINUTES,
    resume: Resume = None,
    start: Start = None,
    against: Against = None,
    among: Among = None,
    teacher: Teacher = None,
    by_time: ByTime = False,
    device: Device = "cuda",
    out: Out = None,
    seed: Seed = None,
    options: Options = None,
    settings: Set = None,
    as_json: AsJson = False,
) -> None:
    """Train a net by self-play or by a teacher, or go on; then `net@weights=FILE.net` plays it."""
    if device not in ("cuda", "cpu"):
        _fail(f"no device {device!r}; there are cuda and cpu")
    try:
        need("train", "torch")
        from stramash.train.run import Plan, parse_settings, train_and_draw  # noqa: PLC0415

        chosen = parse_settings([*(settings or ()), *([f"seed={seed}"] if seed is not None else [])])
        plan = Plan(
            game=game,
            seats=seats,
            options=games.written_options(_open(game, seats, options)),
            minutes=minutes,
            resume=resume,
            start=start,
            against=against,
            among=among,
            teacher=teacher,
            by_time=by_time,
            device=device,
            out=out,
            settings=chosen,
        )
        screen = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        with Progress(*columns, console=screen, disable=as_json or not screen.is_terminal) as bar:
            task = bar.add_task("getting ready", total=1.0)

            def tell(line: dict[str, Any]) -> None:
                if as_json:
                    typer.echo(json_line(line))
                elif "lead" in line:
                    bar.console.print(
                        f"{line['decisions'] / 1e6:8.1f} million decisions: {line['lead']:+.1f} ± "
                        f"{line['error']:.1f} points a deal against {line['against']}"
                    )
                bar.update(task, completed=line["done"], description=f"round {line['rounds']}")

            written = train_and_draw(plan, tell)
    except StramashError as error:
        _fail(str(error))
    except OSError as error:
        _fail(str(error), status=1)
    if not as_json:
        _complain(f"written: {', '.join(map(str, written))}")


def json_line(line: dict[str, Any]) -> str:
    """What is known after a round, as one line."""
    return json.dumps(line)


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command(
        "train",
        epilog=_examples(
            "stramash train haggis3 --minutes 10",
            "stramash train haggis --seats 2 --resume haggis-2.npz --minutes 10",
            "stramash train haggis-classic --seats 3 --start haggis3-3.net --by-time --minutes 3",
            "stramash train haggis --start haggis-2.net --against haggis-2.net --minutes 8",
            "stramash train neeps --teacher neeps-4.net --minutes 1 --set width=64 --set move_width=32",
            "stramash train haggis --device cpu --minutes 1 --set games=512 --set width=64",
        ),
    )(train)
