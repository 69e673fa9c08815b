"""`check` accepts the moves that `legal` lists, with what extends them, and no others."""

from collections.abc import Callable
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.perft.oracle import Options
from tests.perft.translate import rules_for
from tests.playing import TABLES, TableId, random_deal, random_options
from tests.properties.strategies import OPTIONS, climbing_hands

from stramash import games
from stramash.climbing import moves as climbing
from stramash.climbing.cards import FACES
from stramash.climbing.game import ClimbingGame
from stramash.climbing.plays.combos import Combo, Kind, bomb, combo, readings
from stramash.climbing.plays.generate import plays
from stramash.climbing.state import Phase, State
from stramash.core.cards import CardSet, card_set, contains, each, remove
from stramash.core.game import AnyGame
from stramash.mu import moves as mu
from stramash.mu.cards import FACES as MU_FACES


def every_combo(cards: int) -> list[Combo]:
    """All combinations that could be declared for a number of cards, and some for one card more."""
    ranks = range(2, 14)
    found = [combo(Kind.SINGLE, 1, 1, top) for top in ranks]
    found += [bomb(level) for level in range(1, 7)]
    found += [combo(Kind.SET, size, 1, top) for size in (cards, cards + 1) if size > 1 for top in ranks]
    found += [combo(Kind.SEQUENCE, 1, length, top) for length in (cards, cards + 1) for top in ranks]
    for tracks, length in product(range(1, cards + 1), range(1, cards + 1)):
        if tracks * length == cards:
            found += [combo(Kind.STAIR, tracks, length, top) for top in ranks]
    return found


def parts(hand: CardSet) -> set[CardSet]:
    """Every part of a hand, each once, the empty one included."""
    cards = list(each(hand))
    return {card_set(part) for size in range(len(cards) + 1) for part in combinations(cards, size)}


def in_trick(game: ClimbingGame, hand: CardSet, top: Combo | None) -> State:
    """Seat 0 is to play from a hand on a combination."""
    state = game.start(game.deck(), game.first(game.seats - 1)).state
    table = state.table._replace(phase=Phase.TRICK, turn=0, top=top, top_seat=1)
    return state._replace(hands=(hand, *state.hands[1:]), table=table)


@settings(max_examples=150)
@given(st.data())
def test_plays_from_every_part_of_a_hand_under_every_name(data: st.DataObject) -> None:
    options = data.draw(OPTIONS)
    game = ClimbingGame("any", rules_for(options))
    hand = data.draw(climbing_hands(options, most=6))
    tops = sorted({play.combo for play in plays(game.rules, hand, None)})
    lower = [item._replace(top=item.top - 1) for item in tops if not item.is_bomb]
    top = data.draw(st.sampled_from([None, *tops, *lower]))
    state = in_trick(game, hand, top)
    listed = {move for move in game.legal(state, 0) if isinstance(move, climbing.Play)}
    for part in parts(hand):
        for declared in every_combo(part.bit_count()):
            move = climbing.Play(part, declared)
            assert (game.check(state, 0, move) is None) == (move in listed), str(move)


@settings(max_examples=150)
@given(st.data())
def test_plays_from_full_hands_and_from_cards_not_held(data: st.DataObject) -> None:
    options = data.draw(OPTIONS)
    game = ClimbingGame("any", rules_for(options))
    hand = data.draw(climbing_hands(options, most=17))
    foreign = data.draw(climbing_hands(options, most=8))
    top = data.draw(st.sampled_from([None, *(play.combo for play in plays(game.rules, foreign, None))]))
    state = in_trick(game, hand, top)
    listed = set(game.legal(state, 0))
    for cards in (data.draw(st.sampled_from(sorted(parts(foreign)))), foreign, hand):
        for declared in {*readings(game.rules, cards), *every_combo(cards.bit_count())}:
            move = climbing.Play(cards, declared)
            assert (game.check(state, 0, move) is None) == (move in listed), str(move)


def other_moves(game: AnyGame) -> list[Any]:
    """Moves of all types but plays, true and false ones."""
    seats = range(-1, game.seats + 1)
    if game.family == "mu":
        faces = range(len(MU_FACES.code_of))
        to_seats = [*map(mu.Partner, seats), *map(mu.NextDealer, seats)]
        return [mu.PASS, *mu.TRUMPS, *map(mu.PlayCard, faces), *to_seats]
    values = sorted({0, 1, *game.rules.bets, *(value + 3 for value in game.rules.bets)})
    return [
        climbing.PASS,
        *map(climbing.GiveCard, range(len(FACES.code_of))),
        *map(climbing.Bet, values),
        *map(climbing.Bid, values),
        *map(climbing.Award, seats),
        *map(climbing.NameLead, seats),
    ]


def sets_of_cards(game: AnyGame, state: Any, seat: int, rng: Random) -> list[Any]:
    """Moves of several cards: from hand, from elsewhere, too few and too many."""
    found = []
    for cards in (list(each(state.hands[seat])), list(game.deck())):
        for size in range(5):
            sets = [card_set(rng.sample(cards, min(size, len(cards)))) for _ in range(3)]
            found += [kind(chosen) for kind in SEVERAL_CARDS[game.family] for chosen in sets]
    return found


SEVERAL_CARDS: dict[str, tuple[Callable[[CardSet], Any], ...]] = {
    "climbing": (climbing.PutBack,),
    "mu": (mu.Bury, mu.Display),
}


def extended(game: AnyGame, view: Any, wanted: Any) -> set[Any]:
    """All legal moves: those listed, and what grows from them on the way to a wanted move."""
    front, found = list(view.legal), set(view.legal)
    is_part = getattr(wanted, "cards", 0)
    while front:
        front = [
            longer
            for move in front
            for longer in game.extensions(view, move)
            if contains(is_part, longer.cards)
        ]
        assert found.isdisjoint(front), "a move is reached in two ways"
        found.update(front)
    return found


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=4)
@given(seed=st.integers(0, 10**6))
def test_all_other_moves_in_every_position_of_a_deal(table: TableId, seed: int) -> None:
    rng = Random(seed)
    game = table.game(**random_options(table, rng) if seed % 2 else {})
    candidates = other_moves(game)
    for moment in random_deal(game, rng):
        state = moment.match.state
        for seat in range(game.seats):
            view = game.view(state, seat)
            for move in candidates:
                assert (game.check(state, seat, move) is None) == (move in view.legal), f"seat {seat}: {move}"
            for move in sets_of_cards(game, state, seat, rng):
                is_legal = move in extended(game, view, move)
                assert (game.check(state, seat, move) is None) == is_legal, f"seat {seat}: {move}"


@given(st.data())
def test_extensions_reach_every_display_once_and_samples_are_among_them(data: st.DataObject) -> None:
    """M3.1: any cards of the hand that do not lie on display yet."""
    game = games.get("mu", data.draw(st.integers(3, 6)))
    state = game.start(tuple(data.draw(st.permutations(game.deck()))), game.first(0)).state
    hand = card_set(list(each(state.hands[0]))[:7])
    shown = card_set(data.draw(st.lists(st.sampled_from(list(each(hand))), max_size=2, unique=True)))
    table = state.table._replace(displays=(shown, *state.table.displays[1:]))
    state = state._replace(hands=(hand, *state.hands[1:]), table=table)
    view = game.view(state, 0)
    everything = {mu.Display(part) for part in parts(remove(hand, shown)) if part}
    assert extended(game, view, mu.Display(hand)) == {mu.PASS, *everything}
    for move in map(mu.Display, parts(hand)):
        assert (game.check(state, 0, move) is None) == (move in everything)
    rng = Random(data.draw(st.integers(0, 999)))
    assert {game.sample(view, rng) for _ in range(50)} <= {mu.PASS, *everything}


@pytest.mark.parametrize("table", TABLES, ids=str)
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6))
def test_every_legal_move_reads_back_from_its_text(table: TableId, seed: int) -> None:
    rng = Random(seed)
    game = table.game(**random_options(table, rng) if seed % 2 else {})
    for moment in random_deal(game, rng):
        state = moment.match.state
        for seat in game.may_act(state):
            for move in game.legal(state, seat):
                again = game.parse_move(str(move))
                assert again == move
                assert type(again) is type(move)


def test_the_empty_play_is_refused() -> None:
    game = ClimbingGame("any", rules_for(Options()))
    state = in_trick(game, FACES.parse_set("7r J"), None)
    for declared in every_combo(1):
        assert game.check(state, 0, climbing.Play(0, declared)) is not None
