"""The coach of the terminal: what the page's coach shows, in the same words, and off where hints are."""

import os
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stramash.cli import app
from stramash.terminal import coaching

runner = CliRunner()
PAGE_WORDS = Path(__file__).parents[2] / "frontend" / "src" / "lib" / "words" / "en" / "insight.ts"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data directory of one's own, on a disk that is never waited for."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "160")


def sit(typed: str, *arguments: str) -> str:
    result = runner.invoke(app, list(arguments), input=typed, catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


@pytest.mark.parametrize(
    ("game", "kind", "line"),
    [
        (
            "haggis",
            "bets",
            r"Bet 15 .* won in \d+% \(± \d+\)(?: · worth it from \d+% on)? · (?:adds|costs) \d",
        ),
        ("tatties", "bids", r"Bid 15, with \d card.? of the haggis .* won in \d+% \(± \d+\) · points [+-]\d"),
        ("mu", "contracts", r"(?m)^(red|yellow|green|blue|black|\d|none) .*\d+%  [+-]\d+\.\d ± \d"),
    ],
)
def test_it_says_what_a_hand_is_worth(game: str, kind: str, line: str) -> None:
    page = sit("coach\n?\n", "terminal", game, "--seed", "3")
    assert coaching.TITLE in page
    assert coaching.EXPLAINED[kind] in page
    assert re.search(line, page), page
    assert re.search(r"Over [\d,]+ deals that agree with what you see\. ± is the 95 % error\.", page)
    assert ("If you bid no more: " in page) == (kind != "bets")
    assert "what your hand is worth before a bet or bid" in page  # in the help


def test_nothing_is_said_where_nothing_is_to_be_bet() -> None:
    assert str(coaching.shown(None)) == coaching.NOTHING


def test_it_is_off_in_a_set_without_hints(tmp_path: Path) -> None:
    for name, more in (("off.json", ()), ("on.json", ("--hints",))):
        path = str(tmp_path / name)
        sit("", "duplicate", "haggis", "--deals", "1", "--bot", "greedy", "--seed", "7", "--out", path, *more)
        page = sit("coach\nhint\n", "duplicate", "play", path)
        assert (coaching.TITLE in page) == ("The greedy bot would: " in page) == bool(more)
        assert page.count("Hints are off here, for everybody.") == (0 if more else 2)


def test_the_words_are_those_of_the_page() -> None:
    page = re.sub(r"' \+\s+'", "", PAGE_WORDS.read_text(encoding="utf-8")).replace("\u2019", "'")
    for sentence in (coaching.TITLE, coaching.THINKING, coaching.NOTHING, *coaching.EXPLAINED.values()):
        assert f"'{sentence}'" in page
