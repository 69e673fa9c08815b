"""Moves as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stramash import games
from stramash.core.cards import card_set
from stramash.core.errors import MoveSyntaxError
from stramash.mu.moves import (
    PASS,
    PLAY,
    TRUMPS,
    Bury,
    Display,
    Move,
    NextDealer,
    Partner,
    PlayCard,
    Trump,
    parse_move,
)

CARD_SETS = st.lists(st.integers(0, 49), min_size=1, max_size=15, unique=True).map(card_set)
SEATS = st.integers(0, 5)
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.just(PASS),
    st.sampled_from(TRUMPS),
    st.sampled_from(PLAY),
    CARD_SETS.map(Display),
    CARD_SETS.map(Bury),
    SEATS.map(Partner),
    SEATS.map(NextDealer),
)


@given(MOVES)
def test_every_move_reads_back(move: Move) -> None:
    assert parse_move(str(move)) == move
    assert hash(parse_move(str(move))) == hash(move)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass", PASS),
        ("display 2b 7r 7r", Display(card_set([7, 7, 32]))),
        (" display  7r   2b ", Display(card_set([7, 32]))),
        ("trump red", Trump(colour=0)),
        ("trump 7", Trump(number=7)),
        ("trump none", Trump()),
        ("partner 2", Partner(2)),
        ("bury 1r 2b 3g", Bury(card_set([1, 32, 23]))),
        ("play 7r", PlayCard(7)),
        ("dealer 3", NextDealer(3)),
    ],
)
def test_written_moves(text: str, move: Move) -> None:
    assert games.get("mu", 4).parse_move(text) == move


def test_a_display_is_written_lowest_face_first() -> None:
    assert str(parse_move("display 2b 7r 0p 7r")) == "display 7r 7r 2b 0p"


def test_moves_of_different_kinds_are_different() -> None:
    assert len({Display(7), Bury(7), PlayCard(7), Partner(7), NextDealer(7)}) == 5


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "begin with pass, display"),
        ("fold", "begin with pass, display"),
        ("pass 7r", "nothing may follow pass"),
        ("display", "display 7r"),
        ("display 7x", "'7x' is not a card"),
        ("display 7r 7r 7r", "more than twice"),
        ("bury 10r", "'10r' is not a card"),
        ("play", "play 7r"),
        ("play 7r 7r", "is not one card"),
        ("trump", "a number from 0 to 9"),
        ("trump 10", "is not a trump"),
        ("partner", "is not a seat"),
        ("partner two", "is not a seat"),
        ("partner -1", "is not a seat"),
        ("partner ²", "is not a seat"),
        ("dealer 99999999999", "dealer 2"),
    ],
)
def test_what_is_no_move_is_explained(text: str, hint: str) -> None:
    with pytest.raises(MoveSyntaxError, match=hint):
        parse_move(text)


@given(st.text(max_size=20))
def test_no_text_breaks_the_parser(text: str) -> None:
    try:
        move = parse_move(text)
    except MoveSyntaxError:
        return
    assert parse_move(str(move)) == move
