"""Records in files: whole or not at all."""

import os
from pathlib import Path

import pytest

from stramash import games, records
from stramash.core.errors import RecordError
from stramash.core.match import Match


def test_a_saved_match_is_read_again(tmp_path: Path) -> None:
    match = Match(games.get("mu", 4), 2)
    path = tmp_path / "new" / "folder" / "match.txt"
    records.save(match, path)
    assert records.dump(records.read(path)) == records.dump(match)
    assert [item.name for item in path.parent.iterdir()] == ["match.txt"]


def test_a_failed_save_leaves_the_old_file_and_no_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(games.get("mu", 4), 2)
    path = tmp_path / "match.txt"
    records.save(match, path)
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        records.save(Match(games.get("mu", 4), 3), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_BYTES", 100)
    path = tmp_path / "huge.txt"
    path.write_bytes(b"x" * 101)
    with pytest.raises(RecordError, match="longer than 100 bytes"):
        records.read(path)
