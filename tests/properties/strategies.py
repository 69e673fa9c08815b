"""Hands and options of the climbing games for hypothesis."""

from hypothesis import strategies as st
from tests.perft.oracle import SUITS, Options

from stramash.climbing.cards import FACES
from stramash.core.cards import CardSet, card_set

OPTIONS = st.builds(
    Options,
    suits=st.sampled_from((4, 5)),
    copies=st.sampled_from((1, 2)),
    sets=st.booleans(),
    runs_past_ten=st.booleans(),
    same_suit_tracks=st.booleans(),
)


@st.composite
def climbing_hands(draw: st.DrawFn, options: Options, most: int) -> CardSet:
    """Number cards, often neighbours, and some courts: at least one card, at most so many."""
    low = draw(st.integers(2, 10))
    high = draw(st.integers(low, 10))
    suits = SUITS[: draw(st.integers(1, options.suits))]
    pool = [f"{rank}{suit}" for rank in range(low, high + 1) for suit in suits] * options.copies
    courts = draw(st.sets(st.sampled_from("JQK")))
    places = draw(st.sets(st.integers(0, len(pool) - 1), min_size=1, max_size=max(1, most - len(courts))))
    return card_set(FACES.parse(code) for code in [*(pool[place] for place in places), *sorted(courts)])
