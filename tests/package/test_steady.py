"""`make steady`: what fails in one of several runs is told, and the command fails."""

import sys
from pathlib import Path

import pytest
from scripts import steady

SOMETIMES = """
from pathlib import Path

def test_steady():
    pass

def test_sometimes():
    count = Path(__file__).with_name("count")
    runs = len(count.read_text()) if count.exists() else 0
    count.write_text("x" * (runs + 1))
    assert runs != 1
"""


def test_what_fails_once_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tests = tmp_path / "test_it.py"
    tests.write_text(SOMETIMES)
    sometimes = ["--workers", "0", "--busy", "1", "--folder", str(tmp_path / "steady"), "--", str(tests)]
    assert steady.main(["--times", "3", *sometimes]) == 1
    said = capsys.readouterr().out
    assert [line[:18] for line in said.splitlines() if line.startswith("run")] == [
        "run 1 of 3: 0 fail",
        "run 2 of 3: 1 fail",
        "run 3 of 3: 0 fail",
    ]
    assert "test_sometimes" in said
    assert "1 of 3 runs had failures" in said
    assert "2 passed" in (tmp_path / "steady" / "run-1.txt").read_text()
    assert steady.main(["--times", "1", *sometimes]) == 0


def test_a_run_without_tests_and_one_that_hangs_are_failures(tmp_path: Path) -> None:
    output = tmp_path / "out.txt"
    assert steady.run(output, [sys.executable, "-c", "raise SystemExit(5)"], 60) == ["pytest ended with 5"]
    for_ever = [sys.executable, "-c", "while True: pass"]
    assert steady.run(output, for_ever, 0.1) == ["not over after 0 s"]
