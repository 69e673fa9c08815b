"""Seats and turn order."""

import pytest

from stramash.core.seats import first_to_left, leftwards


def test_leftwards_begins_with_the_seat_itself() -> None:
    assert list(leftwards(2, 4)) == [2, 3, 0, 1]
    assert list(leftwards(0, 2)) == [0, 1]


@pytest.mark.parametrize(
    ("of", "among", "seat"), [(0, {1, 2}, 1), (1, {0, 1}, 0), (2, {2}, 2), (2, {1, 2}, 1), (1, {0, 1, 2}, 2)]
)
def test_the_seat_itself_comes_last(of: int, among: set[int], seat: int) -> None:
    assert first_to_left(of, among, 3) == seat


@pytest.mark.parametrize("among", [set(), {3}, {-1}])
def test_nobody_to_the_left(among: set[int]) -> None:
    with pytest.raises(ValueError, match="no such seat"):
        first_to_left(0, among, 3)
