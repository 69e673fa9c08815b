"""What is said of cards that make no combination: the clause is the one that they break."""

import pytest

from stramash import games
from stramash.climbing.cards import FACES
from stramash.climbing.plays.shapes import why_no_combination
from stramash.core.cards import card_set


@pytest.mark.parametrize(
    ("game", "seats", "codes", "clause", "words"),
    [
        ("haggis", 2, "4r 5r", "C2.2", "too short"),
        ("haggis", 2, "4r J", "C2.2", "too short"),
        ("haggis", 2, "4r 5r 9r", "C2.2", "3 ranks are missing"),
        ("haggis", 2, "4r 7r J", "C2.2", "a rank is missing"),
        ("haggis", 2, "4r 9g", "C2.3", "it has 2 suits"),
        ("haggis", 2, "4r 5r 4g", "C2.3", "all of 4 to 5"),
        ("haggis", 2, "4r 5r 4g J Q", "C2.3", "as many cards"),
        ("haggis", 2, "8r 8g", "C2.4", "not played in this game"),
        ("haggis", 2, "3r 5r 7g 9b", "C3.1", "four different"),
        ("neeps", 4, "3r 3r 4r", "C2.3", "no stair"),
    ],
)
def test_c2_the_clause_is_the_one_that_the_cards_break(
    game: str, seats: int, codes: str, clause: str, words: str
) -> None:
    rules = games.get_written(game, seats, {}).rules
    reason = why_no_combination(rules, card_set(FACES.parse(code) for code in codes.split()))
    assert (reason.clause, words in reason.sentence) == (clause, True), reason
