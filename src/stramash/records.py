"""Records as files, for the games of the registry."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from stramash import games
from stramash.core import record
from stramash.core.errors import RecordError
from stramash.core.match import AnyMatch

MOST_BYTES: Final = 64 * 1024 * 1024
"""No record is longer; a file that is would only fill the memory."""


def dump(match: AnyMatch) -> str:
    """A match as text."""
    return record.dump(match, games)


def writer(match: AnyMatch) -> record.Writer:
    """Writes the record of a match deal by deal; what it is given may know any one deal of the match."""
    return record.Writer(match, games)


def load(data: str | bytes) -> AnyMatch:
    """The match a record holds; raises RecordError."""
    return record.load(data, games)


def read(path: Path | None) -> AnyMatch:
    """The match in a file, or in the standard input; raises RecordError and OSError."""
    if path is None:
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise RecordError(1, f"the file is longer than {MOST_BYTES} bytes, so it is no record")
    return load(data)


def save(match: AnyMatch, path: Path) -> None:
    """Write a record so that the file is always whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, dump(match).encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file of which there is always a whole one: the old or the new, never half of it."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    unfinished = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
