"""The commands of the table server: serve, play, verify, backup, restore.

What the server needs is imported when it is needed: the other commands do not wait for it.
"""

import asyncio
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stramash.core.errors import RecordError
from stramash.server.config import Config, ConfigError, load_config

if TYPE_CHECKING:
    from stramash.core.match import AnyMatch
    from stramash.fairness.proof import Proof


def _fail(sentence: object, code: int = 1) -> typer.Exit:
    typer.echo(f"stramash: {sentence}", err=True)
    return typer.Exit(code)


def _config(file: Path | None, **flags: Any) -> Config:
    try:
        return load_config(flags, os.environ, file)
    except ConfigError as error:
        raise _fail(error, 2) from None


def _setting(name: str, help_text: str) -> Any:
    """A flag for a setting; not given, the environment decides, then the file, then the default."""
    default = getattr(Config, name)
    return typer.Option(help=help_text, show_default=str(default) if default not in ("", (), None) else False)


Data = Annotated[
    str | None, typer.Option(help="Folder of the embedded database.", show_default="your data folder")
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot", metavar="NAME=SPEC", help="A bot of your own that may sit at tables; docs/arena.md."
    ),
]


def serve(
    host: Annotated[str | None, _setting("host", "Address to listen on.")] = None,
    port: Annotated[int | None, _setting("port", "Port to listen on; 0 for any free one.")] = None,
    data: Data = None,
    database: Annotated[str | None, _setting("database", "postgresql://… instead of it.")] = None,
    origin: Annotated[list[str] | None, typer.Option(help="Origin of a page that may connect.")] = None,
    public_name: Annotated[
        str | None, typer.Option(help="Name that people reach it by, such as cards.example.org.")
    ] = None,
    allowed_host: Annotated[list[str] | None, typer.Option(help="Another name it answers to.")] = None,
    behind_proxy: Annotated[bool | None, typer.Option(help="Trust X-Forwarded-… of one proxy.")] = None,
    trusted_hops: Annotated[
        int | None, _setting("trusted_hops", "How many proxies stand in front of it.")
    ] = None,
    bot_processes: Annotated[int | None, _setting("bot_processes", "Processes that think for bots.")] = None,
    bot_delay: Annotated[float | None, _setting("bot_delay", "Seconds a bot takes for a move.")] = None,
    bot: Bots = None,
    plugged_in_bots: Annotated[
        bool | None, typer.Option(help="Offer the bots of installed packages.")
    ] = None,
    log_level: Annotated[str | None, _setting("log_level", "debug, info, warning or error.")] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with any of these settings.")] = None,
) -> None:
    """Run the table server for others.

    A setting may be STRAMASH_NAME in the environment or a line of the TOML file too; docs/hosting.md has all.
    """
    settings = _config(
        config, host=host, port=port, data=data, database=database, origins=tuple(origin) if origin else None,
        public_name=public_name, allowed_hosts=tuple(allowed_host) if allowed_host else None,
        behind_proxy=behind_proxy, trusted_hops=trusted_hops,
        bot_processes=bot_processes, bot_delay=bot_delay, log_level=log_level,
        bots=tuple(bot) if bot else None, plugged_in_bots=plugged_in_bots,
    )  # fmt: skip
    _run(settings, or_next_port=False, opens=False)


def play(
    port: Annotated[int | None, _setting("port", "Port to listen on; the next free one if taken.")] = None,
    data: Data = None,
    bot: Bots = None,
    browser: Annotated[bool, typer.Option(help="Open the browser.")] = True,
) -> None:
    """Play in the browser, on this machine alone."""
    settings = _config(
        None, host="127.0.0.1", port=port, data=data, log_level="warning",
        bots=tuple(bot) if bot else None, plugged_in_bots=True,
    )  # fmt: skip
    _run(settings, or_next_port=True, opens=browser)


def _run(settings: Config, *, or_next_port: bool, opens: bool) -> None:
    from stramash.server.serve import CannotServe, run  # noqa: PLC0415
    from stramash.server.store.base import StoreError  # noqa: PLC0415

    def ready(address: str) -> None:
        typer.echo(f"stramash: {address}")
        sys.stdout.flush()
        if opens and _has_browser():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        run(settings, or_next_port=or_next_port, on_ready=ready)
    except (CannotServe, StoreError) as error:
        raise _fail(error) from None


def _has_browser() -> bool:
    """Whether there is a screen to open a page on."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def verify(
    file: Annotated[Path, typer.Argument(help="A record, or a record with its proof after it.")],
    proof_file: Annotated[
        Path | None, typer.Argument(help="The proof, where it is a file of its own.")
    ] = None,
    seen: Annotated[
        list[Path] | None,
        typer.Option(help="What a player's own page or client kept; may be given for several players."),
    ] = None,
) -> None:
    """Replay a record, recompute its decks, and hold them against what players' own clients kept."""
    from stramash import records  # noqa: PLC0415
    from stramash.fairness import proof  # noqa: PLC0415

    try:
        record, attached = proof.split(file.read_text(encoding="utf-8"))
        attached = proof_file.read_text(encoding="utf-8") if proof_file is not None else attached
    except (OSError, UnicodeDecodeError) as error:
        raise _fail(f"cannot read: {error}") from None
    try:
        match = records.load(record)
    except RecordError as error:
        raise _fail(f"{file}: {error}") from None
    typer.echo(f"record: {len(match.deals)} deals, every move legal, scores as written")
    if not attached:
        typer.echo("decks: no proof in the file, so nothing is known of how they were shuffled")
        if seen:
            raise _fail("what was seen can be held against a record with its proof only")
        return
    try:
        proved = proof.verify(match, attached)
    except proof.ProofError as error:
        raise _fail(f"the decks are not proved: {error}") from None
    _tell_proof(proved)
    if not seen:
        typer.echo(
            "seen: nothing to compare with. A server could have made up promise and cuts after the match;"
            " give the file that your own page or client kept (--seen FILE)"
        )
    verdicts = [_tell_seen(path, match, proved) for path in seen or ()]
    if not all(verdicts):
        raise _fail("this match was not dealt as promised")


def _tell_proof(proved: "Proof") -> None:
    """What a proof shows by itself."""
    total = len(proved.shuffles)
    typer.echo(f"decks: all {total} follow from the promised secrets and the players' sealed cuts")
    for seat, times in sorted(proved.held_back.items()):
        typer.echo(
            f"decks: seat {seat} sealed a cut and did not open it, {times} times: it could choose between two"
        )


def _tell_seen(path: Path, match: "AnyMatch", proved: "Proof") -> bool:
    """What a player's own file says of a record."""
    from stramash.fairness import seen, witness  # noqa: PLC0415

    try:
        found = seen.read(path)
    except (OSError, seen.SeenError) as error:
        raise _fail(f"{path}: {error}") from None
    agreement = seen.compare(found, match, proved, witness.SENTENCES)
    for contradiction in agreement.contradictions:
        typer.echo(f"{path}: BROKEN: {contradiction}")
    if agreement.contradictions:
        return False
    who = "a spectator" if found.seat is None else f"{found.name} at seat {found.seat}"
    typer.echo(f"{path}: as {who} saw it; the player's own cut is in {_decks(agreement.with_own_cut)}")
    if agreement.without:
        typer.echo(f"{path}: {_decks(agreement.without)} were closed without a cut of this player")
    if agreement.unseen:
        typer.echo(
            f"{path}: nothing was kept of {_decks(agreement.unseen)}, so nothing is proved of them here"
        )
    return True


def _decks(numbers: tuple[int, ...]) -> str:
    return f"{len(numbers)} decks ({', '.join(map(str, numbers))})" if numbers else "no deck"


Database = Annotated[str | None, _setting("database", "postgresql://… instead of it.")]
ConfigFile = Annotated[Path | None, typer.Option(help="The server's TOML file.")]


def backup(
    file: Annotated[Path, typer.Argument(help="A new file.")],
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Copy all tables into one file, while the server runs."""
    from stramash.server.serve import make_store  # noqa: PLC0415
    from stramash.server.store.backup import back_up  # noqa: PLC0415
    from stramash.server.store.base import StoreError  # noqa: PLC0415

    settings = _config(config, data=data, database=database)
    try:
        count = asyncio.run(back_up(settings, make_store(settings), file))
    except StoreError as error:
        raise _fail(error) from None
    typer.echo(f"{count} tables are in {file}; it holds secrets of decks to come: keep it to yourself")


def restore(
    file: Annotated[Path, typer.Argument(help="What `stramash backup` wrote.")],
    data: Data = None,
    database: Database = None,
    config: ConfigFile = None,
) -> None:
    """Put the tables of a backup into an empty database, of either kind, while no server runs."""
    from stramash.server.serve import make_store  # noqa: PLC0415
    from stramash.server.store import backup as backups  # noqa: PLC0415
    from stramash.server.store.base import StoreError  # noqa: PLC0415

    settings = _config(config, data=data, database=database)
    try:
        count = asyncio.run(backups.restore(make_store(settings), file))
    except StoreError as error:
        raise _fail(error) from None
    typer.echo(f"{count} tables are back")


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""
    app.command()(serve)
    app.command()(play)
    app.command()(verify)
    app.command()(backup)
    app.command()(restore)
