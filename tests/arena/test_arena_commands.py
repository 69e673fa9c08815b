"""The commands arena, ladder and bot-check as a user meets them."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.playing import TABLES
from typer.testing import CliRunner

from stramash import games, records
from stramash.cli import app
from stramash.cli.arena import spread

ROOT = str(Path(__file__).parents[2])
EXAMPLE = Path(ROOT) / "examples" / "bot_jsonlines.py"
PLAYERS = "tests.arena.players"
runner = CliRunner()


def said(*arguments: str, status: int = 0) -> tuple[str, str]:
    result = runner.invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == status, result.stderr
    return result.stdout, result.stderr


def data(*arguments: str, status: int = 0) -> Any:
    return json.loads(said(*arguments, "--json", status=status)[0])


def plain(form: Any) -> Any:
    """A report without its times."""
    form.pop("ms_per_decision")
    for bot in form["bots"]:
        del bot["ms_per_decision"], bot["slowest_ms"]
    return form


def test_bots_take_all_names_that_follow() -> None:
    assert spread(["haggis", "--bots", "a", "b", "--deals", "3"], "--bots") == [
        "haggis", "--bots", "a", "--bots", "b", "--deals", "3",
    ]  # fmt: skip
    assert spread(["--bots", "--json"], "--bots") == ["--bots", "--json"]
    assert spread(["--bots"], "--bots") == ["--bots"]


def test_greedy_beats_random_with_any_number_of_jobs(tmp_path: Path) -> None:
    arguments = ("arena", "haggis", "--bots", "greedy", "random", "--deals", "8", "--seed", "4")
    one = data(*arguments, "--jobs", "1", "--records", str(tmp_path / "one"))
    two = data(*arguments, "--jobs", "2", "--records", str(tmp_path / "two"))
    assert (one["a"], one["b"], one["deals"], one["seatings"]) == ("greedy", "random", 8, 2)
    assert one["diff_per_deal"] > 10
    assert one["p"] < 0.01
    assert one["se"] > 0
    assert set(one["ms_per_decision"]) == {"greedy", "random"}
    assert plain(one) == plain(two)
    names = sorted(path.name for path in (tmp_path / "one").glob("*.txt"))
    assert len(names) == 16
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
        records.read(tmp_path / "one" / name)


def test_a_table_a_picture_and_nothing_played_twice(tmp_path: Path) -> None:
    arguments = ("arena", "mu", "--seats", "4", "--bots", "greedy,random", "--matches", "--set", "rounds=1")
    picture = tmp_path / "mu.png"
    page, errors = said(*arguments, "--deals", "3", "--jobs", "1", "--plot", str(picture))
    assert "3 matches, each in 8 seatings" in page
    assert "Crown" in page
    assert errors == ""
    assert picture.read_bytes().startswith(b"\x89PNG")
    again, errors = said(*arguments, "--deals", "3", "--jobs", "1")
    assert again == page
    assert "3 of 3 are done already" in errors


def test_a_ladder_with_a_plugged_in_bot(tmp_path: Path) -> None:
    picture = tmp_path / "ladder.svg"
    arguments = (
        "ladder",
        "haggis",
        "--bots",
        "random",
        "greedy",
        f"{PLAYERS}:First",
        "--deals",
        "6",
        "--jobs",
        "1",
    )
    form = data(*arguments, "--plot", str(picture))
    assert form["ratings"][-1]["bot"] == "random"
    assert len(form["pairs"]) == 3
    assert "<svg" in picture.read_text(encoding="utf-8")
    page, _ = said(*arguments)
    assert "95 % interval" in page


def test_a_good_bot_passes_the_check() -> None:
    form = data("bot-check", f"cmd:{sys.executable} {EXAMPLE}", "--deals", "1", "--limit", "60")
    assert form["ok"]
    assert len(form["games"]) == len(TABLES)
    for game in form["games"]:
        assert (game["faults"], game["substituted"], game["is_repeatable"]) == ({}, 0, True)
        assert game["decisions"] > 0


def test_what_a_bot_prints_is_not_among_the_results() -> None:
    assert data("bot-check", f"{PLAYERS}:Chatty", "--deals", "1")["ok"]
    arguments = ["arena", "haggis", "--bots", f"{PLAYERS}:Chatty", "random", "--deals", "1", "--json"]
    command = [sys.executable, "-c", "from stramash.cli import main; main()", *arguments]
    found = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONPATH": ROOT})
    assert json.loads(found.stdout)["deals"] == 1
    assert b"let me see" in found.stderr


def test_the_check_says_what_a_bad_bot_does_wrong() -> None:
    arguments = ("bot-check", f"{PLAYERS}:Illegal", "--deals", "1", "--limit", "60")
    page, _ = said(*arguments, status=1)
    assert f"wrong in {len(TABLES)} of {len(TABLES)} games" in page
    described = dict.fromkeys(("climbing", "mu"), "")
    for game in data(*arguments, status=1)["games"]:
        assert set(game["faults"]) == {"illegal"}
        assert game["substituted"] == game["decisions"]
        described[games.get(game["game"], game["seats"]).family] += "; ".join(
            fault["what"] for fault in game["examples"]
        )
    assert "lead 9: C" in described["climbing"]
    assert "dealer 9: M" in described["mu"]
    assert all("no move was chosen" in text for text in described.values())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("arena", "haggis", "--bots", "greedy"), "two bots or more"),
        (("arena", "haggis", "--bots", "gready", "random"), "no such bot"),
        (("arena", "haggis"), "--bots"),
        (("arena", "hagis", "--bots", "greedy", "random"), "did you mean haggis?"),
        (("arena", "haggis", "--bots", "greedy+random", "random"), "no sides of 2"),
        (("arena", "haggis", "--bots", "greedy", "random", "--plot", "x.nothing"), "ends in one of"),
        (("arena", "haggis", "--bots", "greedy", "no.module:Bot"), "cannot be loaded"),
        (("ladder", "mu", "--bots", "greedy", "nobody"), "no such bot"),
        (("bot-check", "nobody"), "no such bot"),
        (("bot-check", "cmd:/no/such/program"), "does not start"),
    ],
)
def test_errors_are_one_line(arguments: tuple[str, ...], words: str) -> None:
    output, errors = said(*arguments, status=2)
    assert output == ""
    (line,) = errors.splitlines()
    assert words in line


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (("arena", "haggis", "--bots", "greedy", "random"), "scipy"),
        (("ladder", "haggis", "--bots", "greedy", "random"), "choix"),
        (("arena", "haggis", "--bots", "greedy", "random", "--plot", "picture.png"), "matplotlib"),
        (("bench", "--quick", "--plot", "picture.svg"), "matplotlib"),
    ],
)
def test_without_the_extra_nothing_is_played(
    command: tuple[str, ...], missing: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.chdir(tmp_path)
    _, errors = said(*command, status=2)
    assert errors == f'stramash: this needs {missing}: pip install "stramash[arena]"\n'
    assert not list(tmp_path.iterdir())


def test_ctrl_c_keeps_what_was_done_and_the_same_command_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    arguments = [
        "arena",
        "haggis",
        "--bots",
        "greedy",
        "random",
        "--jobs",
        "2",
        "--records",
        str(folder),
        "--json",
    ]
    command = [sys.executable, "-c", "from stramash.cli import main; main()", *arguments]
    process = subprocess.Popen(
        [*command, "--deals", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": ROOT},
        start_new_session=True,
    )
    state = folder / "arena.jsonl"
    while not state.exists() or len(state.read_bytes().splitlines()) < 4:
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it too
    output, errors = process.communicate()
    assert process.returncode == 130
    assert b"the same command goes on from there" in errors
    assert b"Traceback" not in errors
    stopped = json.loads(output)
    assert not stopped["complete"]
    done = stopped["deals"]
    assert done == len(state.read_bytes().splitlines()) - 1
    whole = data(*arguments[:-1], "--deals", str(done + 2))
    assert whole["complete"]
    assert whole["deals"] == done + 2
