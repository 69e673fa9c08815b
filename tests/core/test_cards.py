"""Card sets as bitmasks, and the codes of cards."""

import pytest

from stramash.core.cards import (
    SECOND_COPY,
    SUIT_LETTERS,
    CardCodeError,
    Faces,
    card_set,
    contains,
    count,
    each,
    join,
    kinds,
    remove,
    size,
)

FACES = Faces(lowest=2, highest=10, suitless=("J", "Q", "K"))


def cards(codes: str) -> int:
    return FACES.parse_set(codes)


def test_a_set_counts_copies() -> None:
    both = card_set([3, 5, 3])
    assert both == 1 << 3 | 1 << 5 | 1 << 3 + SECOND_COPY
    assert size(both) == 3
    assert [count(both, face) for face in (3, 4, 5)] == [2, 0, 1]
    assert list(kinds(both)) == [3, 5]
    assert list(each(both)) == [3, 3, 5]


def test_a_face_comes_at_most_twice() -> None:
    with pytest.raises(ValueError, match="face 3 comes more than twice"):
        card_set([3, 3, 3])


@pytest.mark.parametrize(
    ("a", "b", "together"),
    [
        ("", "", ""),
        ("2r", "", "2r"),
        ("2r 3r", "4r", "2r 3r 4r"),
        ("2r", "2r", "2r 2r"),
        ("2r 3r J", "3r 4r", "2r 3r 3r 4r J"),
        ("2r 2r", "3r 3r", "2r 2r 3r 3r"),
    ],
)
def test_join(a: str, b: str, together: str) -> None:
    assert join(cards(a), cards(b)) == join(cards(b), cards(a)) == cards(together)


@pytest.mark.parametrize(
    ("a", "b"), [("2r 2r", "2r"), ("2r", "2r 2r"), ("2r 2r", "2r 2r"), ("3r 2r 2r", "3r 2r")]
)
def test_join_refuses_a_third_copy(a: str, b: str) -> None:
    with pytest.raises(ValueError, match="more than twice"):
        join(cards(a), cards(b))


@pytest.mark.parametrize(
    ("a", "b", "left"),
    [
        ("2r 3r", "2r", "3r"),
        ("2r 3r", "2r 3r", ""),
        ("2r 2r", "2r", "2r"),
        ("2r 2r", "2r 2r", ""),
        ("2r 2r 3r", "3r", "2r 2r"),
        ("2r 2r 3r 3r", "2r 3r", "2r 3r"),
        ("2r 2r 3r 3r", "2r 2r 3r", "3r"),
        ("2r 2r", "", "2r 2r"),
    ],
)
def test_remove(a: str, b: str, left: str) -> None:
    assert contains(cards(a), cards(b))
    assert remove(cards(a), cards(b)) == cards(left)


@pytest.mark.parametrize(
    ("a", "b"), [("2r", "3r"), ("2r", "2r 2r"), ("2r 2r", "3r"), ("2r 2r 3r", "3r 3r"), ("", "K")]
)
def test_remove_refuses_what_is_not_there(a: str, b: str) -> None:
    assert not contains(cards(a), cards(b))
    with pytest.raises(ValueError, match="not there"):
        remove(cards(a), cards(b))


def test_codes() -> None:
    assert FACES.ranks == 9
    assert FACES.first_suitless == 45
    assert len(FACES.code_of) == 48
    for face, code in enumerate(FACES.code_of):
        assert FACES.parse(code) == face
    for suit, letter in enumerate(SUIT_LETTERS):
        for rank in range(2, 11):
            face = FACES.card(suit, rank)
            assert FACES.code_of[face] == f"{rank}{letter}"
            assert (FACES.suit(face), FACES.rank(face)) == (suit, rank)
    assert [FACES.code_of[face] for face in (45, 46, 47)] == ["J", "Q", "K"]


def test_a_set_is_written_lowest_face_first() -> None:
    assert FACES.write(cards("K 10r 2y 2r 2r")) == "2r 2r 10r 2y K"
    assert FACES.write(0) == ""
    assert cards("  2r\t3r ") == cards("2r 3r")


@pytest.mark.parametrize("code", ["", "2", "r", "1r", "11r", "2x", "2R", "j", "02r", "2r ", "10"])
def test_texts_that_are_no_cards(code: str) -> None:
    with pytest.raises(CardCodeError, match="is not a card of this game"):
        FACES.parse(code)


def test_a_set_of_three_copies_is_no_set() -> None:
    with pytest.raises(CardCodeError, match="more than twice in '2r 2r 2r'"):
        FACES.parse_set("2r 2r 2r")
    with pytest.raises(CardCodeError, match="'1r' is not a card"):
        FACES.parse_set("2r 1r")
