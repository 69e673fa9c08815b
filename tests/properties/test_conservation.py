"""Cards are neither lost nor made, and scores are what their sheets say, all through random deals."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.playing import TABLES, TableId, random_deal, random_match, random_options

from stramash.climbing.cards import FACES, JACK
from stramash.core.cards import SECOND_COPY, each
from stramash.core.game import AnyGame


def game_for(table: TableId, rng: Random, seed: int) -> AnyGame:
    """The preset for even seeds, sampled options for odd ones."""
    return table.game(**random_options(table, rng) if seed % 2 else {})


def climbing_places(state: Any) -> list[tuple[str, int]]:
    """Every card of a climbing state by owner and face; in a pile a court's place tells its owner."""
    table = state.table
    found: list[tuple[str, int]] = [("deck", card) for card in state.haggis]
    for seat, hand in enumerate(state.hands):
        found += [owned(seat, card) for card in each(hand)]
    for seat, play in table.trick:
        found += [owned(seat, card) for card in each(play.cards)]
    for pile in table.piles:
        for card in each(pile):
            seat, court = divmod(card - JACK, 3) if card >= JACK else (0, 0)
            found.append(owned(seat, JACK + court) if card >= JACK else ("deck", card))
    return found


def owned(seat: int, card: int) -> tuple[str, int]:
    """A number card comes from the deck, a court from its player (C1.2)."""
    return (f"seat {seat}" if card >= JACK else "deck", card)


def mu_places(state: Any) -> list[tuple[str, int]]:
    """Every card of a state of Mü."""
    sets = (*state.hands, state.talon, state.buried, *state.table.won)
    return [("deck", card) for cards in sets for card in each(cards)] + [
        ("deck", c) for c in state.table.trick
    ]


def expected_places(game: AnyGame) -> Counter[tuple[str, int]]:
    """The deck once, and three courts a seat (C1.2)."""
    found = Counter(("deck", card) for card in game.deck())
    if game.family == "climbing":
        found.update((f"seat {seat}", JACK + court) for seat in range(game.seats) for court in range(3))
    return found


def card_sets(state: Any, is_mu: bool) -> list[int]:
    """Every set of cards in a state."""
    table = state.table
    if is_mu:
        return [*state.hands, state.talon, state.taken, state.buried, *table.won, *table.displays]
    return [*state.hands, state.taken, state.put_back, *table.piles, *table.shown, table.open_haggis]


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_cards_are_conserved(table: TableId, seed: int) -> None:
    rng = Random(seed)
    game = game_for(table, rng, seed)
    is_mu = game.family == "mu"
    expected = expected_places(game)
    for moment in random_deal(game, rng):
        state = moment.match.state
        assert Counter(mu_places(state) if is_mu else climbing_places(state)) == expected, moment.move
        for cards in card_sets(state, is_mu):
            assert not cards >> SECOND_COPY & ~cards, "a second copy without a first"
        counts = tuple(hand.bit_count() for hand in state.hands)
        in_hand = state.table.counts
        assert in_hand == counts


@pytest.mark.parametrize("table", [item for item in TABLES if item.family == "climbing"], ids=str)
@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_courts_on_the_table_are_those_in_hand(table: TableId, seed: int) -> None:
    rng = Random(seed)
    for moment in random_deal(game_for(table, rng, seed), rng):
        state = moment.match.state
        assert state.table.courts == tuple(hand >> JACK & 0b111 for hand in state.hands)  # C1.2


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6))
def test_scores_add_up(table: TableId, seed: int) -> None:
    rng = Random(seed)
    game = game_for(table, rng, seed)
    totals = [0] * len(game.sides)
    for moment in random_match(game, rng):
        result = game.result(moment.match.state)
        if result is None:
            continue
        sums = [0] * len(totals)
        for line in result.sheet:
            sums[line.side] += line.points
            assert line.clause[0] in "CM"
            assert line.what
        assert result.scores == tuple(sums)
        totals = [before + points for before, points in zip(totals, sums, strict=True)]
        assert result.totals == tuple(totals)
        assert moment.match.totals == tuple(totals)


@pytest.mark.parametrize("table", [item for item in TABLES if item.family == "climbing"], ids=str)
@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_every_card_point_is_scored_once(table: TableId, seed: int) -> None:
    """C10.5: the cards in piles count as often as they lie there, by plain counting of the codes."""
    rng = Random(seed)
    game = game_for(table, rng, seed)
    worth = {"J": 2, "Q": 3, "K": 5, "3": 1, "5": 1, "7": 1, "9": 1}
    for moment in random_deal(game, rng):
        result = game.result(moment.match.state)
        if result is None:
            continue
        state = moment.match.state
        in_piles = Counter(expected_places(game))
        in_piles.subtract(("deck", card) for card in state.haggis)
        in_piles.subtract(owned(seat, card) for seat, hand in enumerate(state.hands) for card in each(hand))
        codes = [FACES.code_of[card] for _, card in in_piles.elements()]
        if game.rules.card_points == "flat":
            expected = len(codes)
        else:
            expected = sum(worth.get(code if code in worth else code[:-1], 0) for code in codes)
        assert sum(line.points for line in result.sheet if line.clause == "C10.5") == expected
