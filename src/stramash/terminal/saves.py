"""Where matches are kept between sittings."""

import os
from collections.abc import Iterator
from pathlib import Path

from stramash import records
from stramash.core.errors import RecordError
from stramash.core.match import AnyMatch
from stramash.games import GAMES


def folder() -> Path:
    """The user's data directory, as the XDG rules have it."""
    base = os.environ.get("XDG_DATA_HOME", "")
    # A relative path there is to be ignored, says the standard.
    home = Path(base) if base.startswith("/") else Path.home() / ".local" / "share"
    return home / "stramash"


def place(game_id: str) -> Path:
    """The file in which the running match of a game is kept."""
    return folder() / f"{game_id}.txt"


def running(path: Path) -> AnyMatch | None:
    """The unfinished match in a file, if there is one; raises RecordError for a file that is no record."""
    try:
        match = records.read(path)
    except FileNotFoundError:
        return None
    return None if match.is_over else match


def all_running() -> Iterator[AnyMatch]:
    """Every unfinished match; files that cannot be read are left for the moment they are asked for."""
    for game_id in GAMES:
        try:
            match = running(place(game_id))
        except (RecordError, OSError):
            continue
        if match is not None:
            yield match


def archive(path: Path, game_id: str) -> Path:
    """Move a match out of the way, to a name of its own, and say where it is."""
    home = folder() / "matches"
    home.mkdir(parents=True, exist_ok=True)
    number = 1
    while (kept := home / f"{game_id}-{number:04}.txt").exists():
        number += 1
    path.replace(kept)
    return kept
