"""The arithmetic of the benchmarks; no speed is asserted here."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.bars import Bar, reached
from benchmarks.peers import ROOT, Peer, PeerFailed, PeerProcess, PeerSubject
from benchmarks.reference import ReferenceLoop, reference_loops
from benchmarks.report import MarkerMissing, blocks, fill
from benchmarks.rounds import Label, Measured, Sample, measure_in_turns, ratio

from stramash.games import GAMES

OURS, THEIRS = Label("ours", "haggis3", 3), Label("theirs", "doudizhu", 3)


def measured(label: Label, *decisions: int) -> Measured:
    """One round of one second for each number of decisions, with twice as many legal moves."""
    return Measured(label, tuple(Sample(number, 2 * number, 1, 1.0) for number in decisions))


def test_a_ratio_is_the_median_of_the_ratios_of_each_round() -> None:
    # The ratio of the two medians would be 5: the machine was slow when theirs had its third round.
    ours, theirs = measured(OURS, 300, 100, 250), measured(THEIRS, 100, 50, 50)
    assert ratio(ours, theirs, "decisions_per_s") == 3
    assert ratio(ours, theirs, "legal_per_s") == 3


def test_a_row_has_medians_and_the_overall_legal_moves_per_decision() -> None:
    samples = (Sample(10, 30, 1, 2.0), Sample(10, 50, 1, 1.0), Sample(20, 40, 2, 1.0))
    assert Measured(OURS, samples).row() == {
        "engine": "ours",
        "game": "haggis3",
        "seats": 3,
        "threads": 1,
        "decisions_per_s": 10.0,
        "legal_per_s": 40.0,
        "deals_per_s": 1.0,
        "legal_per_decision": 3.0,
    }


def test_subjects_take_turns_and_the_first_round_is_thrown_away() -> None:
    asked: list[str] = []

    class Counting:
        def __init__(self, label: Label) -> None:
            self.label = label

        def measure(self, seconds: float) -> Sample:
            asked.append(self.label.engine)
            return Sample(len(asked), len(asked), 1, seconds)

    result = measure_in_turns([Counting(OURS), Counting(THEIRS)], rounds=2, seconds=1.0)
    assert asked == ["ours", "theirs"] * 3
    assert [[sample.decisions for sample in item.samples] for item in result] == [[3, 5], [4, 6]]


def test_a_bar_is_met_by_its_ratio_and_left_out_when_a_side_is_missing() -> None:
    bars = [Bar(OURS, THEIRS, "decisions_per_s", 2), Bar(OURS, THEIRS, "decisions_per_s", 2.5)]
    both = [measured(OURS, 20), measured(THEIRS, 10)]
    assert [item.is_met for item in reached(bars, both)] == [True, False]
    assert reached(bars, both[:1]) == []


def test_every_game_and_number_of_seats_has_a_loop() -> None:
    labels = [(loop.label.game, loop.label.seats) for loop in reference_loops()]
    assert labels == [(game.id, seats) for game in GAMES.values() for seats in game.seats]


@pytest.mark.parametrize(("game", "seats"), [("haggis3", 3), ("mu", 5)])
def test_a_loop_plays_whole_deals(game: str, seats: int) -> None:
    sample = ReferenceLoop(game, seats).measure(1e-9)
    assert sample.deals == 1
    assert sample.legal >= sample.decisions > seats


def test_filling_a_page_leaves_the_rest_alone() -> None:
    page = "a\n<!-- x -->\nold\n<!-- /x -->\nb <!-- y --><!-- /y -->\n"
    once = fill(page, "x", "new")
    assert once == "a\n<!-- x -->\n\nnew\n\n<!-- /x -->\nb <!-- y --><!-- /y -->\n"
    assert fill(once, "x", "new") == once
    with pytest.raises(MarkerMissing, match="/z"):
        fill(page, "z", "new")


def test_the_page_has_a_place_for_every_table() -> None:
    row = measured(Label("reference", "haggis3", 3), 10).row()
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    for name, block in blocks({"measured": "today", "rows": [row], "bars": []}).items():
        page = fill(page, name, block)
    assert "| reference | `haggis3` | 3 | 1 | 10 | 20 | 1 | 2.0 |" in page


CHILD = """
import sys
from benchmarks.peers.serving import run
from benchmarks.rounds import Label, Sample
class Fixed:
    label = Label("fixed", "patience", 1)
    def measure(self, seconds):
        print("a library chatters")
        if seconds > 5: sys.exit("too long")
        return Sample(6, 12, 1, seconds)
run(lambda threads: [Fixed()])
"""


def test_another_process_measures_when_asked(tmp_path: Path) -> None:
    process = PeerProcess(Peer.RLCARD, [sys.executable, "-c", CHILD, "--serve"], tmp_path / "log")
    try:
        subject = PeerSubject(process, 0)
        assert subject.label == Label("fixed", "patience", 1)
        assert subject.measure(2.0) == Sample(6, 12, 1, 2.0)
        with pytest.raises(PeerFailed, match="too long"):
            subject.measure(9.0)
    finally:
        process.close()


def test_a_script_prints_rows_by_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHILD, "--rounds", "2"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    (row,) = json.loads(done.stdout)
    assert row["legal_per_decision"] == 2.0
    assert row["decisions_per_s"] == 15.0


@pytest.mark.parametrize("peer", list(Peer))
def test_every_peer_is_pinned_with_hashes_and_has_a_script(peer: Peer) -> None:
    lock = peer.lock.read_text(encoding="utf-8")
    assert "--hash=sha256:" in lock
    assert "://" not in lock
    assert peer.versions
    assert (peer.lock.parents[1] / f"on_{peer.value}.py").is_file()
