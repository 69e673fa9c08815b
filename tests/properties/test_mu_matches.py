"""Whole matches of random moves: cards conserved, views folded from events, checks against lists."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.mu import all_cards

from stramash.core.cards import card_set, contains, each, kinds
from stramash.core.events import Event
from stramash.core.match import AnyMatch, Match
from stramash.core.seats import Seat
from stramash.mu.game import MuGame
from stramash.mu.moves import PASS, PLAY, TRUMPS, Bury, Display, Move, NextDealer, Partner
from stramash.mu.rules import MuRules
from stramash.mu.state import Phase, State, View

Views = dict[Seat | None, View]


def choose(game: MuGame, state: State, seat: Seat, rng: Random) -> Move:
    """A random legal move, in the auction rather a pass or a few cards."""
    legal = game.legal(state, seat)
    if state.table.phase is not Phase.AUCTION:
        return rng.choice(legal)
    hidden = list(each(state.table.hidden(seat, state.hands[seat])))
    if rng.random() < 0.7 or not hidden:
        return PASS
    return Display(card_set(rng.sample(hidden, rng.randint(1, min(5, len(hidden))))))


def assert_laws(game: MuGame, state: State, folded: Views, rng: Random) -> None:
    """Law 1: a view is the fold of what its seat saw. Law 2: a state sampled from it has the same view."""
    assert all_cards(state) == game.rules.cards
    for seat, seen in folded.items():
        view = game.view(state, seat)
        assert view == seen
        sample = game.determinize(view, rng)
        assert game.view(sample, seat) == view
        assert all_cards(sample) == game.rules.cards
        suits = sample.table.trumps.suits
        for other, voids in enumerate(sample.table.voids):
            assert not any(sample.hands[other] & suits[suit] for suit in range(6) if voids >> suit & 1)
            assert contains(sample.hands[other], sample.table.displays[other])
        assert contains(sample.hands[sample.table.crown or 0], sample.taken)


def assert_check_agrees_with_legal(game: MuGame, state: State, seat: Seat, rng: Random) -> None:
    """Of all moves there could be, exactly the listed ones are accepted."""
    legal = game.legal(state, seat)
    assert len(set(legal)) == len(legal)
    seats = range(-1, game.seats + 1)
    candidates: list[Move] = [*PLAY, *TRUMPS, PASS, *map(Partner, seats), *map(NextDealer, seats)]
    candidates += [Display(1 << face) for face in range(50)]
    deck = list(each(game.rules.cards))
    hand = list(each(state.hands[seat]))
    candidates += [Bury(card_set(rng.sample(deck, count))) for count in (1, 2, 3, 3, 4)]
    if len(hand) > 3:
        candidates += [Bury(card_set(rng.sample(hand, 3))) for _ in range(20)]
    accepted = {move for move in candidates if game.check(state, seat, move) is None}
    assert accepted == set(legal) & set(candidates)
    assert all(game.check(state, seat, move) is None for move in legal)
    if state.table.phase is Phase.AUCTION and hand:
        chosen = card_set(rng.sample(hand, min(3, len(hand))))
        is_hidden = contains(state.table.hidden(seat, state.hands[seat]), chosen)
        assert (game.check(state, seat, Display(chosen)) is None) == is_hidden


def assert_canonical_order(game: MuGame, state: State, seat: Seat) -> None:
    """Cards come by ascending face."""
    if state.table.phase is Phase.PLAY:
        faces = [PLAY.index(move) for move in game.legal(state, seat) if move in PLAY]
        assert faces == sorted(faces)
        assert set(faces) <= set(kinds(state.hands[seat]))


def see_all(game: MuGame, folded: Views, events: tuple[Event, ...]) -> None:
    """Every seat and a spectator see what they may of some events."""
    for event in events:
        for seat, view in folded.items():
            folded[seat] = game.see(view, event.seen_by(seat), seat)


def play_match(seats: int, seed: int, hands: int) -> AnyMatch:
    """A match of random moves with all laws looked at after every one of them."""
    rng = Random(seed)
    game = MuGame("mu", MuRules(seats=seats, rounds=hands))
    match = Match(game, rng.randrange(seats))
    folded: Views = {}
    everybody: tuple[Seat | None, ...] = (*range(seats), None)
    while not match.is_over:
        if match.needs_deck:
            assert len(match.deals) < 30 * hands, "a match must end"
            deck = list(game.deck())
            rng.shuffle(deck)
            dealt, *rest = match.deal(tuple(deck))
            assert not rest
            folded = {seat: game.see(None, dealt.seen_by(seat), seat) for seat in everybody}
        state: State = match.state
        assert_laws(game, state, folded, rng)
        (seat,) = game.waiting(state)
        assert game.may_act(state) == game.waiting(state)
        assert_check_agrees_with_legal(game, state, seat, rng)
        assert_canonical_order(game, state, seat)
        for other in set(range(seats)) - {seat}:
            assert game.legal(state, other) == ()
        see_all(game, folded, match.act(seat, choose(game, state, seat, rng)))
        assert all(match.view(seat).past == view.past for seat, view in folded.items())
        assert_laws(game, match.state, folded, rng)
    return match


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_random_match_keeps_every_law(seats: int) -> None:
    match = play_match(seats, seed=seats, hands=3)
    scored = [deal.result for deal in match.deals if deal.result is not None and not deal.result.redeal]
    assert len(scored) == 3
    assert match.totals == tuple(
        sum(column) for column in zip(*(item.scores for item in scored), strict=True)
    )
    for result in scored:
        sums = [sum(line.points for line in result.sheet if line.side == seat) for seat in range(seats)]
        assert sums == list(result.scores)
    assert [match.totals[seat] for seat in match.winners] == [max(match.totals)] * len(match.winners)


@settings(max_examples=8)
@given(st.integers(3, 6), st.integers(0, 2**32))
def test_random_deals_keep_every_law(seats: int, seed: int) -> None:
    match = play_match(seats, seed, hands=1)
    assert match.is_over


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_all_icons_are_shared_out(seats: int) -> None:
    match = play_match(seats, seed=100 + seats, hands=1)
    result = match.deals[-1].result
    assert result is not None
    icons = sum(line.points for line in result.sheet if line.clause in ("M6.1", "M4.4"))
    assert icons == (48 if seats == 3 else 60)


def test_the_named_dealer_deals_next_and_thrown_in_hands_are_dealt_again() -> None:
    match = Match(MuGame("mu", MuRules(seats=4, rounds=2)), 1)
    deck = match.game.deck()
    match.deal(deck)
    for seat in (1, 2, 3, 0):
        match.act(seat, PASS)
    assert match.needs_deck
    assert match.next_carry == match.deals[0].carry
    match.deal(deck)
    match.act(1, match.game.legal(match.state, 1)[1])
    for seat in (2, 3, 0, 1):
        match.act(seat, PASS)
    while not match.needs_deck:
        (seat,) = match.game.waiting(match.state)
        match.act(seat, match.game.legal(match.state, seat)[-1])
    assert match.next_carry is not None
    assert (match.next_carry.dealer, match.next_carry.deal) == (3, 2)
