"""A run can be broken off anywhere and gone on with, and nothing foreign slips into it."""

from pathlib import Path

import pytest
from tests.arena.inline import InlineExecutor

from stramash import records
from stramash.arena import journal
from stramash.arena.executors import ArenaError
from stramash.arena.journal import FILE, Journal
from stramash.arena.plan import Plan
from stramash.arena.run import Run
from stramash.arena.stats import report
from stramash.core.errors import RulesError

PLAN = Plan(game="haggis", seats=2, bots=("greedy", "random"), seed=9)


def outcome(run: Run, deals: int) -> object:
    form = report(run.plan, run.results(deals)).as_json()
    del form["ms_per_decision"]
    for bot in form["bots"]:
        del bot["ms_per_decision"], bot["slowest_ms"]
    return form


def stop_after(count: int, run: Run) -> None:
    done: list[None] = []
    run.play(10, InlineExecutor(), lambda: done.append(None), lambda: len(done) >= count)


def test_a_run_that_was_stopped_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    whole = Run(PLAN, tmp_path / "whole")
    whole.play(6, InlineExecutor())
    broken = Run(PLAN, tmp_path / "broken")
    stop_after(2, broken)
    assert broken.missing(6) == [2, 3, 4, 5]
    again = Run(PLAN, tmp_path / "broken")
    assert again.missing(6) == [2, 3, 4, 5]
    played: list[None] = []
    again.play(6, InlineExecutor(), lambda: played.append(None))
    assert len(played) == 4
    assert outcome(again, 6) == outcome(whole, 6)
    names = sorted(path.name for path in (tmp_path / "whole").glob("*.txt"))
    assert len(names) == 12
    for name in names:
        text = (tmp_path / "whole" / name).read_bytes()
        assert (tmp_path / "broken" / name).read_bytes() == text
        assert records.load(text).deals[0].result is not None


def test_without_a_folder_the_state_is_in_the_cache(tmp_path: Path) -> None:
    first = Run(PLAN)
    first.play(3, InlineExecutor())
    assert first.journal.path.is_relative_to(tmp_path / "cache")
    assert Run(PLAN).missing(4) == [3]
    assert Run(PLAN, fresh=True).missing(4) == [0, 1, 2, 3]


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_line_that_was_cut_is_played_again(tmp_path: Path, cut: int) -> None:
    run = Run(PLAN, tmp_path)
    run.play(3, InlineExecutor())
    before = outcome(run, 3)
    lines = (tmp_path / FILE).read_bytes().splitlines(keepends=True)
    (tmp_path / FILE).write_bytes(b"".join(lines[:-1]) + lines[-1][:cut])
    again = Run(PLAN, tmp_path)
    assert again.missing(3) == [2]
    again.play(3, InlineExecutor())
    assert outcome(again, 3) == before
    assert Run(PLAN, tmp_path).missing(3) == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"seed": 10}, "seed"),
        ({"matches": True}, "matches"),
        ({"bots": ("random", "greedy")}, "bots"),
        ({"options": (("goal", "100"),)}, "options"),
    ],
)
def test_a_folder_is_for_one_run_only(tmp_path: Path, change: dict[str, object], word: str) -> None:
    Run(PLAN, tmp_path).play(1, InlineExecutor())
    other = Plan(**{**PLAN.__dict__, **change})
    with pytest.raises(ArenaError, match=rf"another run \(other {word}\)"):
        Run(other, tmp_path)
    assert Run(other, tmp_path, fresh=True).missing(1) == [0]


def test_results_of_other_code_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Run(PLAN).play(2, InlineExecutor())
    Run(PLAN, tmp_path).play(1, InlineExecutor())
    monkeypatch.setattr(journal, "fingerprint", lambda specs: "changed")
    assert Run(PLAN).missing(2) == [0, 1]
    with pytest.raises(ArenaError, match="other code"):
        Run(PLAN, tmp_path)


@pytest.mark.parametrize(
    "line", [b"{}", b"nonsense", b'{"deal": 1, "tables": []}', b'{"deal": 1, "tables": [{}]}']
)
def test_a_damaged_file_is_refused(tmp_path: Path, line: bytes) -> None:
    run = Run(PLAN, tmp_path)
    run.play(1, InlineExecutor())
    with (tmp_path / FILE).open("ab") as file:
        file.write(line + b"\n")
    with pytest.raises(ArenaError, match="line 3"):
        Journal(PLAN, tmp_path)
    (tmp_path / FILE).write_bytes(line + b"\n" + line + b"\n")
    with pytest.raises(ArenaError, match="--fresh"):
        Journal(PLAN, tmp_path)


def test_unknown_bots_are_refused_before_anything_is_played() -> None:
    with pytest.raises(RulesError, match="no such bot"):
        Run(Plan(game="haggis", seats=2, bots=("greedy", "nobody")))
