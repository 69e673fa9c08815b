"""Plays come in the order that the docstring of `climbing.generate` documents, for any hand."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.perft.oracle import SUITS, Options
from tests.perft.translate import rules_for
from tests.properties.strategies import OPTIONS, climbing_hands

from stramash.climbing.cards import FACES
from stramash.climbing.moves import Play, parse_combo
from stramash.climbing.plays.combos import Combo, Kind
from stramash.climbing.plays.generate import plays
from stramash.core.cards import each

COURT_BITS = {"J": 1, "Q": 2, "K": 4}


def documented_key(play: Play) -> tuple[Any, ...]:
    """The order in words of the docstring, from the written codes of the cards."""
    codes = [FACES.code_of[card] for card in each(play.cards)]
    numbers = [code for code in codes if code not in COURT_BITS]
    courts = sum(COURT_BITS[code] for code in codes if code in COURT_BITS)
    kind, tracks, length, top = play.combo
    if kind is Kind.BOMB:
        in_order = sorted(numbers, key=lambda code: int(code[:-1]))
        return (kind, top, [SUITS.index(code[-1]) for code in in_order], courts)
    by_suit = []
    for suit in reversed(SUITS):
        held = [int(code[:-1]) for code in numbers if code[-1] == suit]
        once = sum(1 << rank - 2 for rank in set(held))
        twice = sum(1 << rank - 2 for rank in set(held) if held.count(rank) == 2)
        by_suit.append(once + 512 * twice)
    return (kind, tracks, length, top, by_suit, courts)


@settings(max_examples=200)
@given(st.data())
def test_plays_are_sorted_by_the_documented_key(data: st.DataObject) -> None:
    options = data.draw(OPTIONS)
    rules = rules_for(options)
    hand = data.draw(climbing_hands(options, most=16))
    to_beat: list[Combo | None] = [None]
    leads = plays(rules, hand, None)
    if leads:
        to_beat += [play.combo for play in data.draw(st.lists(st.sampled_from(leads), max_size=3))]
    for combo in to_beat:
        found = plays(rules, hand, combo)
        keys = [documented_key(play) for play in found]
        for earlier, later in pairwise(keys):
            assert earlier < later


def test_the_key_looks_at_doubled_cards() -> None:
    stair = parse_combo("stair 6-7 x2", 4)
    sixes = Play(FACES.parse_set("6r 6r 7r J"), stair)
    sevens = Play(FACES.parse_set("6r 7r 7r J"), stair)
    assert documented_key(sixes) < documented_key(sevens)


@pytest.mark.parametrize("codes", ["", "7r", "J"])
def test_hands_of_one_card_or_none(codes: str) -> None:
    assert len(plays(rules_for(Options()), FACES.parse_set(codes), None)) == len(codes.split())
