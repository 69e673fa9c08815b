"""The set algebra of `core.cards` against plain counting."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stramash.climbing.cards import FACES
from stramash.core.cards import SECOND_COPY, card_set, contains, count, each, join, kinds, remove, size
from stramash.mu.cards import FACES as MU_FACES

# Few faces, so that copies meet often, and the ends of the range.
faces = st.sampled_from([0, 1, 2, 9, 31, 44, 45, 46, 47, 62, 63])
counters = st.dictionaries(faces, st.integers(1, 2), max_size=9).map(Counter)


def packed(counter: Counter[int]) -> int:
    return card_set(counter.elements())


def is_well_formed(cards: int) -> bool:
    return not cards >> SECOND_COPY & ~cards


@given(counters)
def test_a_set_holds_what_was_put_in(counter: Counter[int]) -> None:
    cards = packed(counter)
    assert is_well_formed(cards)
    assert Counter(each(cards)) == counter
    assert list(each(cards)) == sorted(counter.elements())
    assert list(kinds(cards)) == sorted(counter)
    assert size(cards) == counter.total()
    assert all(count(cards, face) == counter[face] for face in range(64))


@given(counters, counters)
def test_contains_counts_copies(a: Counter[int], b: Counter[int]) -> None:
    assert contains(packed(a), packed(b)) == (b <= a)


@given(counters, counters)
def test_join_adds_or_refuses_a_third_copy(a: Counter[int], b: Counter[int]) -> None:
    both = a + b
    if max(both.values(), default=0) > 2:
        with pytest.raises(ValueError, match="more than twice"):
            join(packed(a), packed(b))
        return
    assert join(packed(a), packed(b)) == join(packed(b), packed(a)) == packed(both)


@given(counters, counters)
def test_remove_subtracts_or_refuses_what_is_not_there(a: Counter[int], b: Counter[int]) -> None:
    if not b <= a:
        with pytest.raises(ValueError, match="not there"):
            remove(packed(a), packed(b))
        return
    left = remove(packed(a), packed(b))
    assert left == packed(a - b)
    assert is_well_formed(left)


@given(counters, counters)
def test_what_was_joined_can_be_removed(a: Counter[int], b: Counter[int]) -> None:
    b = Counter({face: n for face, n in b.items() if n + a[face] <= 2})
    assert remove(join(packed(a), packed(b)), packed(b)) == packed(a)


def test_a_third_copy_cannot_be_put_in() -> None:
    with pytest.raises(ValueError, match="more than twice"):
        card_set([5, 5, 5])


@given(st.data())
def test_codes_read_back(data: st.DataObject) -> None:
    family = data.draw(st.sampled_from([FACES, MU_FACES]))
    face = st.integers(0, len(family.code_of) - 1)
    counter = Counter(data.draw(st.dictionaries(face, st.integers(1, 2), max_size=12)))
    cards = packed(counter)
    assert family.parse_set(family.write(cards)) == cards
    for card in counter:
        assert family.parse(family.code_of[card]) == card
        if card < family.first_suitless:
            assert family.card(family.suit(card), family.rank(card)) == card
