"""Sets of deals as files: made, played in the terminal, compared."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stramash import games
from stramash.cli import app
from stramash.duplicate import files
from stramash.terminal.duplicate import with_others

runner = CliRunner()
ALWAYS_THE_FIRST = "1\n" * 3000


@pytest.fixture(autouse=True)
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is never waited for."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    monkeypatch.setenv("COLUMNS", "100")


def run(*arguments: str, typed: str = "") -> Any:
    return runner.invoke(app, ["duplicate", *arguments], input=typed, catch_exceptions=False)


def made(path: Path, game: str = "haggis", *more: str) -> Path:
    result = run(game, "--deals", "2", "--bot", "greedy", "--seed", "7", "--out", str(path), *more)
    assert result.exit_code == 0, result.stderr
    return path


def play(path: Path, name: str, typed: str = ALWAYS_THE_FIRST, *more: str) -> str:
    result = run("play", str(path), "--name", name, *more, typed=typed)
    assert (result.exit_code, result.stderr) == (0, "")
    return str(result.stdout)


@pytest.mark.parametrize("game", ["haggis", "tatties", "mu"])
def test_two_people_play_the_same_cards_and_are_compared(tmp_path: Path, game: str) -> None:
    path = made(tmp_path / "set.json", game)
    first = play(path, "Ann")
    assert "nobody else yet" in first
    second = play(path, "Bob")
    whole = files.read(path)
    assert [(one.name, one.deal) for one in whole.results] == [("Ann", 1), ("Ann", 2), ("Bob", 1), ("Bob", 2)]
    # Both took the first of every list against the same bots with the same chance: everything is alike.
    assert [one.scores for one in whole.results[:2]] == [one.scores for one in whole.results[2:]]
    assert second.count("+0.0") >= 3
    assert "± 0.0" in run("show", str(path)).stdout
    assert "Ranking" in play(path, "Bob", "")  # there is nothing left to play


def test_who_leaves_goes_on_in_the_middle_of_the_deal(tmp_path: Path) -> None:
    one, other = made(tmp_path / "one.json"), made(tmp_path / "other.json")
    assert one.read_text() == other.read_text()  # the same seed, the same set
    page = play(one, "Ann", "1\n1\nquit\n")
    assert "Go on with it: stramash duplicate play" in page
    assert files.read(one).running.keys() == {"Ann"}
    play(one, "Ann")
    play(other, "Ann")
    assert [r.scores for r in files.read(one).results] == [r.scores for r in files.read(other).results]
    assert files.read(one).running == {}


def test_results_of_copies_come_together(tmp_path: Path) -> None:
    one, other = made(tmp_path / "one.json"), made(tmp_path / "other.json")
    play(one, "Ann")
    play(other, "Bob")
    result = run("show", str(one), str(other), "--out", str(tmp_path / "both.json"))
    assert result.exit_code == 0
    assert "Ann" in result.stdout
    assert "Bob" in result.stdout
    both = files.read(tmp_path / "both.json")
    assert len(both.results) == 4
    assert len(with_others(both, [one, other]).results) == 4  # nobody's deal counts twice


def test_a_sealed_set_shows_no_deal_whose_key_is_not_given_out(tmp_path: Path) -> None:
    path = made(tmp_path / "set.json", "haggis", "--sealed")
    keys = (tmp_path / "set.json.keys").read_text().splitlines()[2:]
    assert [line.split()[:2] for line in keys] == [["deal", "1"], ["deal", "2"]]
    text = path.read_text()
    assert not any(line.split()[2] in text for line in keys)
    assert files.read(path).opened == 0
    assert "Deal 1 is sealed" in play(path, "Ann")
    page = play(path, "Ann", ALWAYS_THE_FIRST, "--key", keys[0].split()[2])
    assert "Deal 2 is sealed" in page
    assert files.read(path).opened == 1
    assert keys[1].split()[2] not in path.read_text()
    play(path, "Ann", ALWAYS_THE_FIRST, "--key", keys[1].split()[2])
    plain = made(tmp_path / "plain.json")
    decks = [files.read(file).deal_set.deck(deal) for file in (path, plain) for deal in (1, 2)]
    assert decks[:2] == decks[2:]  # sealed or not, a seed is a set


def _damaged(path: Path, **changes: Any) -> Path:
    form = {**json.loads(path.read_text()), **changes}
    bad = path.with_name("bad.json")
    bad.write_text(json.dumps(form))
    return bad


def test_a_file_that_is_no_set_is_refused_in_one_line(tmp_path: Path) -> None:
    path = made(tmp_path / "set.json")
    play(path, "Ann")
    other = made(tmp_path / "other.json", "haggis3")
    good, foreign = json.loads(path.read_text()), json.loads(other.read_text())
    wrong_deal = [{**good["results"][0], "deal": 2}]
    renamed = [{**good["results"][0], "name": "\n"}]
    for changes in (
        {"format": "stramash duplicate 2"},
        {"deals": 0},
        {"deals": "many"},
        {"secret": foreign["secret"]},
        {"secret": "no"},
        {"opened": 1},
        {"commitment": "x"},
        {"game": "whist"},
        {"results": wrong_deal},
        {"results": renamed},
        {"results": [{"name": "Ann", "deal": 1, "record": "nothing"}]},
        {"results": None},
        {"rules": 99},
    ):
        result = run("show", str(_damaged(path, **changes)))
        assert result.exit_code == 1, changes
        assert len(result.stderr.splitlines()) == 1, changes
    for text in ("", "[]", "null", "\x00"):
        (tmp_path / "bad.json").write_text(text)
        assert run("play", str(tmp_path / "bad.json")).exit_code == 1
    assert run("show", str(path), str(other)).exit_code == 1
    assert run("haggis", "--out", str(path)).exit_code == 1  # nothing is written over
    assert run("play", str(path), "--key", "0" * 64).exit_code == 1
    assert run("haggis", "--bot", "nobody", "--out", str(tmp_path / "n")).exit_code == 2


def test_every_game_makes_a_set(tmp_path: Path) -> None:
    for game in games.GAMES:
        assert files.read(made(tmp_path / f"{game}.json", game)).deals == 2
