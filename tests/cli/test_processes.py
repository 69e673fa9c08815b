"""The program as it is installed: real processes, real streams, real signals."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stramash import records

PROGRAM = [sys.executable, "-m", "stramash"]
GOLDEN = Path(__file__).parents[1] / "records" / "golden"


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *arguments],
        capture_output=True,
        check=False,
        encoding="utf-8",
        input="",
        env={**os.environ, **environment},
    )


def test_the_same_seed_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    found = []
    for hash_seed in ("1", "2"):
        folder = tmp_path / hash_seed
        arguments = ("simulate", "neeps", "--deals", "3", "--seed", "12", "--bots", "random", "--records")
        result = run(*arguments, str(folder), PYTHONHASHSEED=hash_seed)
        assert (result.returncode, result.stderr) == (0, "")
        found.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert found[0] == found[1]
    assert found[0]


def test_ctrl_c_keeps_what_was_done(tmp_path: Path) -> None:
    command = [*PROGRAM, "simulate", "haggis", "--deals", "1000000", "--seed", "1", "--json", "--records"]
    process = subprocess.Popen([*command, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while len(list(tmp_path.glob("*.txt"))) < 2:
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate()
    assert (process.returncode, errors) == (130, b"")
    data = json.loads(output)
    matches = [records.read(path) for path in sorted(tmp_path.glob("*.txt"))]
    finished = [deal for match in matches for deal in match.deals if deal.result is not None]
    assert len(finished) == data["deals"]
    assert all(match.is_over for match in matches[:-1])
    assert not list(tmp_path.glob(".*"))


def test_ctrl_c_at_the_table_saves_and_leaves_politely(tmp_path: Path) -> None:
    command = [*PROGRAM, "terminal", "mu", "--seed", "1"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )
    assert process.stdout is not None
    shown = b""
    while not shown.endswith(b"\n> "):
        more = process.stdout.read(1)
        assert more
        shown += more
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate()
    assert (process.returncode, errors) == (0, b"")
    assert b"stramash terminal mu" in output
    assert not records.read(tmp_path / "stramash" / "mu.txt").is_over


def test_a_terminal_that_knows_only_ascii() -> None:
    result = run("games", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert "haggis" in result.stdout


@pytest.mark.parametrize("arguments", [("rules", "haggis"), ("games",), ("games", "--json"), ("--help",)])
@pytest.mark.parametrize("is_buffered", ["yes", "no"])
def test_a_reader_that_goes_away_is_no_reason_to_complain(
    arguments: tuple[str, ...], is_buffered: str
) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    if is_buffered == "no":
        environment["PYTHONUNBUFFERED"] = "1"
    command = [*PROGRAM, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    with process.stderr as errors:
        assert errors.read() == b""
    process.wait()


def test_replay_reports_on_the_standard_error() -> None:
    result = run("replay", "nowhere.txt")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "nowhere.txt: No such file or directory\n"
