"""The command line: every command, its options and its help."""

import difflib
import json
import os
import signal
import sys
from collections.abc import Iterable
from pathlib import Path
from random import SystemRandom
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from typer.core import TyperGroup

from stramash import __version__, games, records, rulebook
from stramash.bots.outside.specs import bot_names, find_bot
from stramash.bots.registry import BOTS
from stramash.cli.server import register as register_server_commands
from stramash.cli.tables import game_data, game_page, games_table, replay_data, replay_table, summary_table
from stramash.core.errors import RecordError, RulesError, StramashError
from stramash.core.game import AnyGame
from stramash.core.options import options_of
from stramash.core.record import is_name
from stramash.simulate import Simulation
from stramash.terminal.lobby import Wishes, play

# Typer keeps the class that all its errors of use inherit from to itself.
_UsageError: type[Any] = typer.BadParameter.__mro__[2]
_STOPPED = 130
"""The usual exit status after Ctrl-C."""


SPEC_HELP = "A bot by name, MODULE:FACTORY, or 'cmd:PROGRAM ...'; docs/arena.md."


def _examples(*lines: str) -> str:
    """The end of a help page; blank lines keep them apart."""
    return "\n\n".join(("[bold]Examples[/bold]", *lines))


class OneLineErrors(TyperGroup):
    """Says what is wrong in one line on the standard error, and exits with 2."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run, and leave through SystemExit in every case."""
        extra["standalone_mode"] = False
        try:
            status = super().main(*args, **extra)
        except _UsageError as error:
            _complain(_plain(error.format_message()))
            sys.exit(2)
        except typer.Abort:
            sys.exit(_STOPPED)
        sys.exit(status if isinstance(status, int) else 0)


app = typer.Typer(
    cls=OneLineErrors,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="Which game; `stramash games` lists them.")]
SomeGameId = Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game.")]
Seats = Annotated[int | None, typer.Option(metavar="N", help="How many players; the fewest unless said.")]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change an option of the rules; may be repeated."),
]
Seed = Annotated[int | None, typer.Option(metavar="S", help="The same seed gives the same cards.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON value and nothing else.")]


def main() -> None:
    """The program."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A character that a terminal cannot show, or did not mean to send, is a question mark, not a crash.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        app(prog_name="stramash")
    finally:
        _flush()


def _flush() -> None:
    """Write what is left; a reader that has gone away is no reason to complain."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        # Otherwise the interpreter would try once more when it ends, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"stramash {__version__}")
        raise typer.Exit


@app.callback(
    epilog=_examples(
        "stramash terminal haggis", "stramash rules neeps C8.1", "stramash simulate mu --seats 4 --deals 100"
    )
)
def stramash(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Print the version.")
    ] = False,
) -> None:
    """Play, study and master Haggis, Haggis for three, Haggis & Neeps, Haggis & Tatties and Mü."""


@app.command(
    "terminal",
    epilog=_examples(
        "stramash terminal mu --seats 5 --name Ann --bot club",
        "stramash terminal haggis --bot 'cmd:python examples/bot_jsonlines.py'",
    ),
)
def terminal(
    game: SomeGameId = None,
    seats: Seats = None,
    changes: Changes = None,
    seed: Seed = None,
    bot: Annotated[
        str, typer.Option(metavar="SPEC", help=f"Who plays the other seats. {SPEC_HELP}")
    ] = "greedy",
    name: Annotated[str, typer.Option(metavar="YOU", help="Your name.")] = "You",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the match is kept, instead of the usual place.")
    ] = None,
    new: Annotated[
        bool, typer.Option("--new", help="Start a new match; do not ask about a saved one.")
    ] = False,
) -> None:
    """Play in the terminal against bots. The match is saved after every move; leave whenever you like."""
    if game is not None:
        _open(game, seats, changes)
    elif seats is not None or changes:
        _fail("--seats and --set need a game: stramash terminal GAME ...")
    _check_bot(bot)
    if not is_name(name) or name != name.strip():
        _fail(f"--name {name!r} will not do: 1 to 100 printable characters, no blanks around them")
    wishes = Wishes(game, seats, _written(changes), seed, bot, name, save, new)
    try:
        play(wishes, Console(highlight=False))
    except StramashError as error:
        _fail(str(error), status=1)
    except OSError as error:
        _fail(_os_problem(error, save), status=1)


@app.command(
    "simulate",
    epilog=_examples(
        "stramash simulate haggis3 --deals 1000 --seed 7 --json",
        "stramash simulate tatties --bots greedy,random,random --records runs --set rounds=6",
    ),
)
def simulate(
    game: GameId,
    seats: Seats = None,
    deals: Annotated[int, typer.Option(metavar="K", min=1, help="How many deals.")] = 100,
    seed: Seed = None,
    changes: Changes = None,
    bots: Annotated[
        str, typer.Option(metavar="A,B,...", help="A bot for each seat, or one for all of them.")
    ] = "greedy",
    folder: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="Keep a record of every match here.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many deals, in whole matches. The same seed gives the same records, byte for byte."""
    opened = _open(game, seats, changes)
    if seed is None:
        seed = SystemRandom().randrange(10**9)
    named = tuple(name.strip() for name in bots.split(","))
    for name in named:
        if name not in BOTS:
            _fail(f"no bot {name!r}{_did_you_mean(name, BOTS)} There are {', '.join(BOTS)}")
    try:
        run = Simulation(opened, named * opened.seats if len(named) == 1 else named, seed, folder)
        is_complete = _run_until_stopped(run, deals, show=not as_json)
    except StramashError as error:
        _fail(str(error))
    except OSError as error:
        _fail(_os_problem(error, folder), status=1)
    if as_json:
        print(json.dumps(run.summary.as_json()))
    else:
        Console(highlight=False).print(summary_table(run, is_complete))
    if not is_complete:
        raise typer.Exit(_STOPPED)


def _run_until_stopped(run: Simulation, deals: int, *, show: bool) -> bool:
    """Whether a simulation came to its end; Ctrl-C stops it after a move, and what was done is kept."""
    stopped: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopped.append(number)

    screen = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    before = signal.signal(signal.SIGINT, stop)
    try:
        with Progress(*columns, console=screen, disable=not show or not screen.is_terminal) as progress:
            task = progress.add_task(run.game.id, total=deals)
            run.run(deals, lambda: progress.advance(task), lambda: bool(stopped))
    finally:
        signal.signal(signal.SIGINT, before)
    return not stopped


@app.command("replay", epilog=_examples("stramash replay match.txt", "stramash replay - < match.txt"))
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - is the standard input.")],
    as_json: AsJson = False,
) -> None:
    """Replay a record through the rules and show its scores, or say what is wrong with it."""
    try:
        match = records.read(None if file == "-" else Path(file))
    except RecordError as error:
        _fail(f"{file}: {error}", status=1, name=False)
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        _fail(f"{file}: {getattr(error, 'strerror', None) or error}", status=1, name=False)
    if as_json:
        print(json.dumps(replay_data(match), ensure_ascii=False))
    else:
        Console(highlight=False).print(replay_table(match))


@app.command("games", epilog=_examples("stramash games tatties"))
def list_games(game: SomeGameId = None, as_json: AsJson = False) -> None:
    """The games and their seats; with a game, its options, what each allows and what it means."""
    chosen = games.GAMES.values() if game is None else [_info(game)]
    if as_json:
        data = [game_data(item) for item in chosen]
        print(json.dumps(data if game is None else data[0], ensure_ascii=False, indent=2))
    else:
        page = games_table(chosen) if game is None else game_page(_info(game))
        Console(highlight=False).print(page)


@app.command("rules", epilog=_examples("stramash rules mu", "stramash rules haggis C10.2"))
def rules(
    game: GameId,
    clause: Annotated[
        str | None,
        typer.Argument(
            metavar="[CLAUSE]", help="A section such as C9, a clause such as C9.2, or a ruling such as R10."
        ),
    ] = None,
) -> None:
    """The rules of a game, all of them or one clause."""
    try:
        text = rulebook.rules_text(_info(game).id, clause)
    except StramashError as error:
        _fail(str(error))
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text, end="")


register_server_commands(app)


def _info(game_id: str) -> games.GameInfo:
    if game_id not in games.GAMES:
        there_are = ", ".join(games.GAMES)
        _fail(f"no game {game_id!r}{_did_you_mean(game_id, games.GAMES)} There are {there_are}")
    return games.info(game_id)


def _open(game_id: str, seats: int | None, changes: list[str] | None) -> AnyGame:
    """The game that was asked for; a mistake in seats or options ends the program."""
    _info(game_id)
    written = _written(changes)
    try:
        known = [item.name for item in options_of(games.preset(game_id, seats))]
        for name in written:
            if name not in known:
                _fail(
                    f"no option {name!r}{_did_you_mean(name, known)} Options of {game_id}: {', '.join(known)}"
                )
        return games.get_written(game_id, seats, written)
    except RulesError as error:
        _fail(str(error))


def _written(changes: list[str] | None) -> dict[str, str]:
    options: dict[str, str] = {}
    for change in changes or ():
        name, is_set, value = change.partition("=")
        if not is_set:
            _fail(f"--set {change!r}: write OPTION=VALUE, for example --set goal=350")
        options[name.strip().replace("-", "_")] = value
    return options


def _check_bot(spec: str) -> None:
    """Refuse a bot that there is not, or that cannot be loaded."""
    find_modules_here()
    try:
        find_bot(spec)
    except RulesError as error:
        if error.option != "bot":
            _fail(f"{spec}: {error}")
        names = bot_names()
        _fail(f"no bot {spec!r}{_did_you_mean(spec, names)} There are {', '.join(names)}. {SPEC_HELP}")
    except StramashError as error:
        _fail(str(error))


def find_modules_here() -> None:
    """Let MODULE:FACTORY name a file in the folder one is in, after all that is installed."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)


def _did_you_mean(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f"; did you mean {near[0]}?" if near else "."


def _os_problem(error: OSError, path: Path | None) -> str:
    return f"{error.filename or path}: {error.strerror or error}"


def _plain(message: str) -> str:
    return " ".join(message.split())


def _complain(message: str, *, name: bool = True) -> None:
    print(f"stramash: {message}" if name else message, file=sys.stderr)


def _fail(message: str, *, status: int = 2, name: bool = True) -> NoReturn:
    """End the program with one line on the standard error."""
    _complain(_plain(message), name=name)
    raise typer.Exit(status)
