"""The arithmetic of the measurements and the command; no speed is asserted."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stramash.cli import app
from stramash.cli import bench as command
from stramash.cli.bench_report import PageError, fill_page
from stramash.sim import bench
from stramash.sim.bench import Label, Measured, Sample

ROOT = Path(__file__).parents[2]
ROW_KEYS = {
    "engine",
    "game",
    "seats",
    "threads",
    "decisions_per_s",
    "legal_per_s",
    "deals_per_s",
    "legal_per_decision",
}
runner = CliRunner()


def measured(label: Label, *decisions: int, wall: float = 1.0, processor: float = 1.0) -> Measured:
    """One round of one second for each number of decisions, with twice as many legal moves."""
    return Measured(label, tuple(Sample(number, 2 * number, 1, 1.0, wall, processor) for number in decisions))


KERNEL = Label(bench.KERNEL, "haggis3", 3)
LISTED = Label(bench.LISTED, "haggis3", 3)
ROLLOUTS = Label(bench.ROLLOUTS, "dou_dizhu", 3)


def test_a_ratio_is_the_median_of_the_ratios_of_each_round() -> None:
    ours, theirs = measured(KERNEL, 300, 100, 250), measured(ROLLOUTS, 100, 50, 50)
    assert bench.ratio(ours, theirs, "decisions_per_s") == 3


def test_a_row_has_what_was_agreed() -> None:
    row = measured(KERNEL, 10, 20, 30).row()
    assert set(row) == ROW_KEYS
    assert (row["decisions_per_s"], row["legal_per_s"], row["legal_per_decision"]) == (20.0, 40.0, 2.0)


def test_bars_are_there_for_what_was_measured() -> None:
    items = [
        measured(KERNEL, 20),
        measured(KERNEL._replace(threads=2), 30, processor=2.0),
        measured(LISTED, 40),
        measured(ROLLOUTS, 10),
        measured(Label(bench.STEPPED, "haggis3", 3), 44),
        measured(Label("pgx step 8192", "kuhn_poker", 2), 10),
        measured(Label("pgx step 8192", "leduc_holdem", 2), 4),
        measured(Label("pgx loop 65536", "kuhn_poker", 2), 11),
        measured(Label(bench.GPU, "mu", 4), 3_000_000_000),
    ]
    found = [(bar.value, bar.wanted, bar.is_met) for bar in bench.bars(items)]
    assert found == [
        (2, 2, True),  # decisions
        (4, 5, False),  # legal plays
        (4.4, 5, False),  # the best of pgx, stepped
        (4, 5, False),  # and in any way
        (1.5, 1.8, False),  # two threads
        (1.5, 1.8, False),  # the same by processor time
        (3e9, 2e9, True),
    ]
    assert "pgx step 8192: kuhn_poker" in bench.bars(items)[2].what
    assert bench.bars(items[:1]) == []


def test_a_start_is_held_against_its_bars() -> None:
    bars = bench.Start("mu", 4, 24.0, 90.0, 1.6, 1.7).bars()
    assert [bar.is_met for bar in bars] == [True, False]


def test_starts_are_measured_with_an_empty_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/not/empty")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/not/empty/either")
    seen: list[dict[str, str]] = []

    def run(given: list[str], environment: dict[str, str]) -> tuple[float, float]:
        seen.append(environment)
        return 4.0 - len(seen), 5.0

    monkeypatch.setattr(bench, "_run", run)
    assert bench.measure_start("mu", 4) == bench.Start("mu", 4, 3.0, 5.0, 0.0, 5.0)
    assert len(seen) == 4
    for environment in seen:
        assert "NUMBA_CACHE_DIR" not in environment
        assert environment["XDG_CACHE_HOME"] != "/not/empty"


def test_another_process_is_timed() -> None:
    processor, wall = bench._run(["true"], {})
    assert 0 <= processor <= wall + 1


def test_every_game_is_measured_by_every_engine() -> None:
    labels = {subject.label for subject in bench.subjects(gpu=True)}
    for engine in (bench.REFERENCE, bench.KERNEL, bench.LISTED):
        found = {(label.game, label.seats) for label in labels if label[::3] == (engine, 1)}
        assert found == set(bench.all_tables())
    assert {label for label in labels if label.threads == 2} == {
        Label(engine, *table, 2) for engine in (bench.KERNEL, bench.STEPPED) for table in bench.STEPPED_TABLES
    }
    assert {label for label in labels if "cuda" in label.engine}


@pytest.mark.parametrize("subject", bench.subjects(quick=True), ids=lambda subject: str(subject.label))
def test_a_subject_plays(subject: bench.Subject) -> None:
    sample = subject.measure(1e-9)
    assert sample.legal >= sample.decisions > 0
    assert sample.seconds > 0
    if sample.deals:
        assert sample.decisions > sample.deals


def test_the_kernels_and_the_reference_play_the_same_game() -> None:
    # Uniform play: the mean number of legal moves is the same thing in both.
    reference = bench.ReferenceLoop("haggis3", 3).measure(0.5)
    kernel = bench.KernelLoop(bench.KERNEL, "random", "haggis3", 3).measure(0.01)
    assert reference.legal / reference.decisions == pytest.approx(kernel.legal / kernel.decisions, rel=0.3)


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """The command's own results, measured as shortly as can be."""
    monkeypatch.setattr(bench, "WARM_UP", 0.001)
    done = runner.invoke(
        app, ["bench", "--quick", "--rounds", "1", "--seconds", "0.01", "--json"], catch_exceptions=False
    )
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_the_command_prints_json_and_nothing_else(results: dict[str, Any]) -> None:
    assert all(set(row) == ROW_KEYS for row in results["rows"])
    assert {row["engine"] for row in results["rows"]} == {
        bench.REFERENCE,
        bench.KERNEL,
        bench.LISTED,
        bench.STEPPED,
        bench.OBSERVED,
    }
    assert len(results["spreads"]) == len(results["rows"])
    assert [bar["wanted"] for bar in results["bars"]] == [1.8] * 4


def test_kept_results_are_shown_and_drawn(results: dict[str, Any], tmp_path: Path) -> None:
    results["starts"] = [bench.Start("mu", 4, 24.0, 90.0, 1.6, 1.7)._asdict()]
    kept, picture = tmp_path / "results.json", tmp_path / "speed.svg"
    kept.write_text(json.dumps(results), encoding="utf-8")
    done = runner.invoke(app, ["bench", "--load", str(kept), "--plot", str(picture)], catch_exceptions=False)
    assert done.exit_code == 0
    for word in ("haggis3", "decisions/s", "at least 1.80 x", "mu: first start 24.0 s"):
        assert word in done.stdout
    drawn = picture.read_text(encoding="utf-8")
    assert "compiled kernel: mu 4" in drawn
    again = tmp_path / "again.svg"
    runner.invoke(app, ["bench", "--load", str(kept), "--plot", str(again)], catch_exceptions=False)
    assert again.read_text(encoding="utf-8") == drawn


def test_the_page_has_a_place_for_every_table(results: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    results["starts"] = [bench.Start("mu", 4, 24.0, 90.0, 1.6, 1.7)._asdict()]
    filled = fill_page(page, results)
    assert "| compiled kernel | `haggis3` | 3 | 1 |" in filled
    assert "| mu | 24.00 | 90.00 | 1.60 | 1.70 |" in filled
    assert fill_page(filled, results) == filled
    with pytest.raises(PageError, match="compiled measured"):
        fill_page("no place", results)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--peers"], "--peers needs a source checkout"),
        (["--report"], "--report needs a source checkout"),
        (["--load", "/not/there.json"], "/not/there.json"),
        (["--rounds", "0"], "--rounds"),
    ],
)
def test_one_line_says_what_is_missing(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "checkout", lambda: None)
    done = runner.invoke(app, ["bench", *arguments], catch_exceptions=False)
    assert done.exit_code in (1, 2)
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert words in line


def test_a_checkout_is_found() -> None:
    assert command.checkout() == ROOT
