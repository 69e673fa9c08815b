"""Where the cards of a play stand: every card once, wild ones where they fill a gap (C2.5, C2.8)."""

import pytest

from stramash.climbing.cards import FACES
from stramash.climbing.moves import parse_combo
from stramash.climbing.plays.arrange import rows_of
from stramash.core.cards import card_set, each


def written(codes: str, declared: str) -> str:
    cards = card_set(FACES.parse(code) for code in codes.split())
    rows = rows_of(cards, parse_combo(declared, cards.bit_count()))
    laid = [card for row in rows for card, _ in row]
    assert sorted(laid) == sorted(each(cards)), "every card stands somewhere, once"
    return " / ".join(
        " ".join(FACES.code_of[card] + ("" if rank is None else f"={rank}") for card, rank in row)
        for row in rows
    )


@pytest.mark.parametrize(
    ("cards", "declared", "rows"),
    [
        ("K", "single K", "K"),
        ("7r 7y J", "set 7", "7r 7y J=7"),
        ("7b 9b J", "sequence 7-9", "7b J=8 9b"),
        ("5b J Q", "sequence 3-5", "J=3 Q=4 5b"),
        ("5b J Q", "sequence 5-7", "5b J=6 Q=7"),
        ("5r 6r 5g J", "stair 5-6 x2", "5r 6r / 5g J=6"),
        ("5r 6r J Q", "stair 5-6 x2", "5r 6r / J=5 Q=6"),
        ("9r 10r J Q", "sequence 9-Q", "9r 10r J Q"),
        ("10r J K", "sequence 10-Q", "10r J K=12"),
        ("5r 5r 6r 6r", "stair 5-6 x2", "5r 6r / 5r 6r"),
        ("3r 5y 7g 9b", "bomb mixed", "3r 5y 7g 9b"),
        ("J Q K", "bomb J-Q-K", "J Q K"),
    ],
)
def test_c2_5_wild_cards_stand_where_they_belong(cards: str, declared: str, rows: str) -> None:
    assert written(cards, declared) == rows
