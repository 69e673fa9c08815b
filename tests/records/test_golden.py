"""Records that are kept: they must be read for ever, and written again byte for byte."""

import re
from pathlib import Path

import pytest

from stramash import records
from stramash.games import GAMES

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))
NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"


def test_every_game_has_one() -> None:
    kept = {records.read(path).game.id for path in FILES}
    assert kept == set(GAMES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_record_is_read_and_written_unchanged(path: Path) -> None:
    data = path.read_bytes()
    match = records.load(data)
    assert records.dump(match).encode() == data
    assert match.is_over == (not path.stem.endswith("-open"))


def test_they_show_every_kind_of_line() -> None:
    lines = "".join(path.read_text(encoding="utf-8") for path in FILES)
    words = set(re.findall(r"^\d (\w+)", lines, re.MULTILINE))
    climbing = {"play", "pass", "bet", "bid", "give", "putback", "award", "lead"}
    mu = {"display", "trump", "bury", "partner", "dealer"}
    assert words == climbing | mu
    assert "\nthrown in\n" in lines
    assert "\noption " in lines


def test_the_example_of_the_notation_is_sound() -> None:
    blocks = re.findall(r"```text\n(.*?)```", NOTATION.read_text(encoding="utf-8"), re.DOTALL)
    match = records.load(blocks[0])
    assert match.is_over
    assert match.names == ("Ann", "Ben", "Cleo")
    assert match.totals == (23, 67, 45)
    assert records.dump(match) == blocks[0]


def test_an_open_record_can_be_played_on() -> None:
    match = records.read(FOLDER / "neeps-4-open.txt")
    before = records.dump(match)
    assert match.game.waiting(match.state) == {2, 3}
    match.act(3, match.view(3).legal[0])
    match.act(2, match.view(2).legal[0])
    after = records.dump(match)
    assert after.startswith(before.rpartition("open ")[0])
    assert records.dump(records.load(after)) == after
