"""What the calibration counts, and the search that it is played against: given numbers, no searching."""

import json
from pathlib import Path

from benchmarks.calibration import inside, known, report


def decision(short: list[list[float]], long: list[float], *, has_trees: bool) -> dict[str, object]:
    sizes = [len(short), 100]
    return {"sizes": sizes, "longer": [8, 2000], "has_trees": has_trees, "short": short, "long": long}


def test_intervals_are_held_against_the_long_search_and_trees_have_wider_ones() -> None:
    short = [[10.0 + luck, 4.0 - luck] for luck in (1.0, -1.0) * 4]
    flat = [decision(short, [10.2, 2.5], has_trees=False)]
    values, differences = inside(flat, 8.0)
    assert (values.all, values.held) == (2, 1)
    assert (differences.all, differences.held) == (1, 1)
    values, differences = inside([decision(short, [10.2, 2.5], has_trees=True)], 8.0)
    assert (values.held, differences.held) == (2, 1)


def test_shares_are_put_together(tmp_path: Path) -> None:
    line = json.dumps(decision([[1.0, 2.0], [1.5, 2.5]], [1.2, 2.2], has_trees=False))
    (tmp_path / "1").mkdir()
    (tmp_path / "1" / "mu-4-4000-100.jsonl").write_text(f"{line}\nnull\n")
    (tmp_path / "mu-4-4000-7.jsonl").write_text(f"{line}\n")
    assert len(known(tmp_path, "mu", 4, 4000)) == 2
    assert "| `mu` 4 | 2 | 100.0 % of 4 | 100.0 % of 2 |" in report(tmp_path, 4000)
