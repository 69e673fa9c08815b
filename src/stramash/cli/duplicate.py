"""The commands of duplicate: make a set of deals, play it, compare."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from stramash.bots.registry import BOTS, instead, level_at
from stramash.cli.commands import Changes, GameId, OneLineErrors, Seats, Seed, _examples, _fail, _open
from stramash.core.errors import StramashError
from stramash.core.record import is_name
from stramash.duplicate import files
from stramash.duplicate.sets import MOST_DEALS
from stramash.terminal import duplicate as at_the_table

SetPath = Annotated[Path, typer.Argument(metavar="FILE", help="A set of deals.")]


class MakeUnlessSaid(OneLineErrors):
    """`stramash duplicate GAME` makes a set: the game stands where a command would."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the command in that everybody means."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            args = ["make", *args]
        return super().parse_args(ctx, args)


group = typer.Typer(
    cls=MakeUnlessSaid,
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="The same cards for everybody: make a set of deals as a file, play it, compare.",
    epilog=_examples(
        "stramash duplicate haggis3 --deals 12 --out friday.json",
        "stramash duplicate play friday.json --name Ann",
        "stramash duplicate show friday.json bobs-copy.json",
    ),
)


@group.command("make")
def make(
    game: GameId,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the set is written.")],
    seats: Seats = None,
    deals: Annotated[int, typer.Option(metavar="N", min=1, max=MOST_DEALS, help="How many deals.")] = 12,
    seed: Seed = None,
    bot: Annotated[str, typer.Option(metavar="LEVEL", help="Who plays the other seats.")] = "club",
    sealed: Annotated[
        bool,
        typer.Option(
            "--sealed", help="Leave the secrets out; they go to FILE.keys, to be given out one by one."
        ),
    ] = False,
    hints: Annotated[
        bool, typer.Option("--hints", help="Whoever plays it may ask for hints and the coach.")
    ] = False,
    changes: Changes = None,
) -> None:
    """Make a set of deals as a file; the same as `stramash duplicate GAME`."""
    opened = _open(game, seats, changes)
    if bot not in BOTS:
        _fail(f"no level {bot!r}. There are {', '.join(BOTS)}")
    seated = level_at(bot, opened)
    if seated != bot:
        print(instead(bot, seated))
    keys = out.with_name(out.name + ".keys")
    for path in (out, keys) if sealed else (out,):
        if path.exists():
            _fail(f"{path} exists already; sets are not written over", status=1)
    made, whole = files.new_set(opened, deals, seated, seed, is_sealed=sealed, has_hints=hints)
    try:
        files.save(made, out)
        if sealed:
            keys.touch(mode=0o600)
            keys.write_text(files.keys_text(whole), encoding="ascii")
    except OSError as error:
        _fail(f"{error.filename or out}: {error.strerror or error}", status=1)
    print(f"{deals} deals of {game} for {opened.seats}: {out}")
    print(f"commitment {made.commitment}")
    if sealed:
        print(f"Its keys, to be given out deal by deal: {keys}")


@group.command("play")
def play(
    file: SetPath,
    name: Annotated[
        str, typer.Option(metavar="YOU", help="Your name; the results are kept under it.")
    ] = "You",
    key: Annotated[
        str | None, typer.Option(metavar="KEY", help="Of a sealed set: the key of the latest deal.")
    ] = None,
) -> None:
    """Play a set in the terminal against bots, and see after each deal how others played the same cards."""
    if not is_name(name) or name != name.strip():
        _fail(f"--name {name!r} will not do: 1 to 100 printable characters, no blanks around them")
    try:
        at_the_table.play(file, name, key, Console(highlight=False))
    except StramashError as error:
        _fail(str(error), status=1)
    except OSError as error:
        _fail(f"{error.filename or file}: {error.strerror or error}", status=1)


@group.command("show")
def show(
    file: SetPath,
    others: Annotated[
        list[Path] | None, typer.Argument(metavar="[OTHERS]...", help="Copies of the same set.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write all results into a new file.")
    ] = None,
) -> None:
    """The ranking of a set, with the results of other copies of it."""
    try:
        whole = at_the_table.with_others(files.read(file), others or [])
        if out is not None:
            if out.exists():
                _fail(f"{out} exists already; sets are not written over", status=1)
            files.save(whole, out)
    except StramashError as error:
        _fail(str(error), status=1)
    except OSError as error:
        _fail(f"{error.filename or file}: {error.strerror or error}", status=1)
    Console(highlight=False).print(at_the_table.standing(whole))


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(group, name="duplicate")
