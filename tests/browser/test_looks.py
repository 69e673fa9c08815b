"""Every phase on screens of every shape: nothing a player needs is cut, covered, outside or too small.

`make shots` does the same for all games, seats and sizes, and keeps the pictures.
"""

from collections.abc import Callable

import pytest
from tests.browser.deals import deal
from tests.browser.looks import Size, each_size, problems
from tests.browser.scenes import scenes
from tests.browser.table import Table

SOME: list[Size] = [(360, 640), (844, 390), (1180, 820)]
LARGE: list[Size] = [(390, 844), (1440, 900)]
"""With doubled text."""
CASES = [
    ("haggis", 3, 16, SOME),
    ("neeps", 4, 16, SOME),
    ("tatties", 3, 16, SOME),
    ("mu", 6, 16, SOME),
    ("haggis", 2, 32, LARGE),
    ("mu", 4, 32, LARGE),
]


@pytest.mark.parametrize(("game", "seats", "letter", "sizes"), CASES)
def test_all_that_is_needed_is_on_the_screen(
    open_table: Callable[..., Table], game: str, seats: int, letter: int, sizes: list[Size]
) -> None:
    table = open_table(game, seats, {"rounds": "1"}, deal=deal(game, seats, {}, dealer=0), letter=letter)
    wrong = []
    for phase in scenes(table, most=14):
        with each_size(table.page, sizes) as sized:
            wrong += [
                f"{phase} at {width} by {height}: {problem}"
                for width, height in sized
                for problem in problems(table.page)
            ]
    assert wrong == []
