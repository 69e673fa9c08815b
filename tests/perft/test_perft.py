"""The committed counts of plays and of sequences of moves still hold."""

from collections import Counter
from pathlib import Path

import pytest
from tests.perft import oracle
from tests.perft.files import (
    FULL_HANDS,
    KINDS,
    SEQUENCES,
    SMALL_HANDS,
    HandCase,
    SequenceCase,
    count_plays,
    count_sequences,
    read_hands,
    read_sequences,
)
from tests.perft.translate import to_oracle_combo, to_oracle_hand
from tests.playing import TABLES


@pytest.mark.parametrize("case", [*read_hands(SMALL_HANDS), *read_hands(FULL_HANDS)], ids=str)
def test_counts_of_plays(case: HandCase) -> None:
    assert count_plays(case.options, case.hand, case.to_beat) == case.counts


@pytest.mark.parametrize("case", read_hands(SMALL_HANDS), ids=str)
def test_the_oracle_counts_the_same_plays(case: HandCase) -> None:
    to_beat = case.to_beat and to_oracle_combo(case.to_beat)
    found = Counter(
        play.declared.kind for play in oracle.plays(case.options, to_oracle_hand(case.hand), to_beat)
    )
    assert {**{kind: found[kind] for kind in KINDS}, "all": found.total()} == case.counts


@pytest.mark.parametrize("case", read_sequences(SEQUENCES), ids=lambda case: f"{case.game_id}-{case.seats}")
def test_counts_of_sequences(case: SequenceCase) -> None:
    game, state = case.game(), case.state()
    found = [count_sequences(game, state, depth) for depth in range(1, len(case.counts) + 1)]
    assert tuple(found) == case.counts


def test_every_game_is_counted_to_a_depth_of_three() -> None:
    deep = {(case.game_id, case.seats) for case in read_sequences(SEQUENCES) if len(case.counts) >= 3}
    assert deep == set(TABLES)


@pytest.mark.parametrize("path", [SMALL_HANDS, FULL_HANDS, SEQUENCES], ids=lambda path: path.stem)
def test_cases_are_written_as_they_are_read(path: Path) -> None:
    cases = read_sequences(path) if path == SEQUENCES else read_hands(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert list(map(str, cases)) == [line for line in lines if not line.startswith("#")]
