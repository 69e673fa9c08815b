"""The laws of hidden information, for every game, seat and spectator, at every move of random matches."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.playing import (
    TABLES,
    Moment,
    TableId,
    random_actor,
    random_deal,
    random_match,
    random_move,
    random_options,
    short,
)
from tests.properties.test_conservation import climbing_places, expected_places, mu_places
from tests.secrecy.ledger import Books
from tests.secrecy.walking import cards_in, reachable

from stramash.core.cards import Card, contains
from stramash.core.game import AnyGame, Carry
from stramash.core.match import Deal
from stramash.core.seats import Seat

MATCHES, SAMPLED_OPTIONS = 2, 6
# Two worlds that are equally likely are told apart by so many samples, but for one chance in 10^12.
MOST_SAMPLES = 40
# Where there is one world only, every sample must be that one; most of the time would go into seeing it.
FEW_SAMPLES = 4


def tables_to_play(table: TableId, name: str) -> Iterator[tuple[AnyGame, Random]]:
    """The preset some times, sampled options some times, each with its own randomness."""
    for seed in range(MATCHES):
        yield table.game(**short(table)), Random(f"{table} {name} {seed}")
    for seed in range(SAMPLED_OPTIONS):
        rng = Random(f"{table} {name} options {seed}")
        yield table.game(**random_options(table, rng)), rng


def onlookers(game: AnyGame) -> tuple[Seat | None, ...]:
    """Every seat, and a spectator."""
    return (*range(game.seats), None)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_view_is_the_fold_of_the_events_that_the_seat_has_seen(table: TableId) -> None:
    for game, rng in tables_to_play(table, "fold"):
        folded: dict[Seat | None, Any] = {}
        for moment in random_match(game, rng):
            state = moment.match.state
            for seat in onlookers(game):
                view = None if moment.move is None else folded[seat]
                for event in moment.events:
                    view = game.see(view, event.seen_by(seat), seat)
                folded[seat] = view
                assert view == game.view(state, seat), f"{seat} after {moment.seat} {moment.move}"
                assert view.seat == seat
                assert view.legal == (() if seat is None else game.legal(state, seat))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_seeing_an_event_twice_filtered_changes_nothing(table: TableId) -> None:
    for game, rng in tables_to_play(table, "filter"):
        for moment in random_deal(game, rng):
            for event in moment.events:
                for seat in onlookers(game):
                    seen = event.seen_by(seat)
                    assert seen.seen_by(seat) == seen
                    assert type(seen) is type(event)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_sampled_worlds_look_the_same_and_differ_where_they_can(table: TableId) -> None:
    for game, rng in tables_to_play(table, "worlds"):
        turns = 3 if game.family == "mu" else 1  # a deal of Mü has so many moments that everybody has enough
        for number, (moment, books) in enumerate(booked(game, rng)):
            state = moment.match.state
            for seat in tuple(onlookers(game))[number % turns :: turns]:
                can_differ = books.has_other_worlds(state, seat)
                samples = MOST_SAMPLES if can_differ else FEW_SAMPLES
                differs = check_samples(books, state, seat, rng, samples)
                assert differs == can_differ, f"{seat} after {moment.move}"


def check_samples(books: Books, state: Any, seat: Seat | None, rng: Random, most: int) -> bool:
    """Sample states until two differ in where the cards lie; each must agree with all that is known."""
    game = books.game
    view = game.view(state, seat)
    expected = sorted(expected_places(game).elements())
    first: Any = None
    for _ in range(most):
        world = game.determinize(view, rng)
        assert game.view(world, seat) == view
        places = mu_places(world) if game.family == "mu" else climbing_places(world)
        assert sorted(places) == expected
        assert game.may_act(world) == game.may_act(state)
        assert world.table.counts == tuple(hand.bit_count() for hand in world.hands)
        books.check_world(world, seat)
        lying = hidden_cards(world, game)
        if first is None:
            first = lying
        elif lying != first:
            return True
    return False


def hidden_cards(state: Any, game: AnyGame) -> tuple[Any, ...]:
    """Where the cards lie that somebody does not see."""
    if game.family == "mu":
        return (state.hands, state.talon, state.buried)
    return (state.hands, sorted(state.haggis))


def booked(game: AnyGame, rng: Random) -> Iterator[tuple[Moment, Books]]:
    """A random match with books kept of who may know what."""
    books: Books | None = None
    for moment in random_match(game, rng):
        if moment.move is None or books is None:
            books = Books(game, moment.match.state)
        else:
            books.follow(moment)
        yield moment, books


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_view_and_no_event_holds_a_card_that_the_onlooker_may_not_know(table: TableId) -> None:
    for game, rng in tables_to_play(table, "walk"):
        for moment, books in booked(game, rng):
            for seat in onlookers(game):
                allowed = books.allowed(seat)
                events = [event.seen_by(seat) for event in moment.events]
                for shown in (game.view(moment.match.state, seat), *events):
                    for cards in cards_in(shown):
                        assert contains(allowed, cards), f"{seat} after {moment.move}: {shown}"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_walk_would_find_a_leak(table: TableId) -> None:
    """What a seat is dealt is found in its own view, and in the events before they are filtered."""
    game = table.game()
    moment, books = next(booked(game, Random(1)))
    own = game.view(moment.match.state, 0)
    assert own.hand in list(cards_in(own))
    for seat in (1, None):
        leaks = [cards for cards in cards_in(own) if not contains(books.allowed(seat), cards)]
        assert leaks
        unfiltered = [cards for event in moment.events for cards in cards_in(event)]
        assert any(not contains(books.allowed(seat), cards) for cards in unfiltered)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_sampled_world_can_be_played_to_its_end(table: TableId) -> None:
    for game, rng in tables_to_play(table, "playable"):
        for place, moment in enumerate(random_deal(game, rng)):
            if place % 20 != 5:
                continue
            for seat in onlookers(game):
                state = game.determinize(game.view(moment.match.state, seat), rng)
                while game.result(state) is None:
                    actor = random_actor(game, state, rng)
                    state = game.apply(state, actor, random_move(game, state, actor, rng)).state


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_view_outlives_its_state(table: TableId) -> None:
    """The view alone is enough to sample from: nothing of the match is left."""
    game = table.game()
    rng = Random(3)
    moments = random_match(game, rng)
    for _ in range(15):
        moment = next(moments)
    views = {seat: moment.match.view(seat) for seat in onlookers(game)}
    del moment, moments
    for seat, view in views.items():
        kept = {type(item).__name__ for item in reachable(view)}
        assert "View" in kept
        assert not kept & {"State", "Match", "Deal"}
        assert game.view(game.determinize(view, rng), seat) == view


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_decks_that_differ_in_hidden_cards_only_look_the_same_throughout(table: TableId) -> None:
    """Two cards that nobody has moved and a seat has not seen change places: it cannot tell."""
    compared = 0
    for game, rng in tables_to_play(table, "swap"):
        *_, last = random_deal(game, rng)
        deal = last.match.deals[-1]
        moves = deal.moves[: rng.randrange(len(deal.moves))]
        end = reached(game, deal, moves)
        for seat in onlookers(game):
            other_deck = with_hidden_cards_swapped(game, deal, moves, end, seat, rng)
            if other_deck is None:
                continue
            one = stream(game, deal.deck, deal.carry, moves, seat)
            other = stream(game, other_deck, deal.carry, moves, seat)
            if other is not None:  # in Mü the other hand may have had to follow suit
                assert one == other
                compared += 1
    assert compared > 10


def reached(game: AnyGame, deal: Deal[Any], moves: list[tuple[Seat, Any]]) -> Any:
    """The state after some moves of a deal."""
    state = game.start(deal.deck, deal.carry).state
    for actor, move in moves:
        state = game.apply(state, actor, move).state
    return state


def stream(
    game: AnyGame, deck: tuple[Card, ...], carry: Carry, moves: list[tuple[Seat, Any]], seat: Seat | None
) -> list[Any] | None:
    """All that a seat sees of a deal: its events and its views; None if a move is not legal."""
    step = game.start(deck, carry)
    found: list[Any] = [event.seen_by(seat) for event in step.events]
    for actor, move in moves:
        found.append(game.view(step.state, seat))
        if game.check(step.state, actor, move) is not None:
            return None
        step = game.apply(step.state, actor, move)
        found += [event.seen_by(seat) for event in step.events]
    return [*found, game.view(step.state, seat)]


def with_hidden_cards_swapped(
    game: AnyGame, deal: Deal[Any], moves: list[tuple[Seat, Any]], end: Any, seat: Seat | None, rng: Random
) -> tuple[Card, ...] | None:
    """The deck with two cards swapped that lie at two places unseen, and that no move has named."""
    named = {code for _, move in moves for code in str(move).split()}
    has_taken = seat is not None and seat in (
        getattr(end.table, "shepherd", None),
        getattr(end.table, "crown", None),
    )
    unseen: list[int] = []
    for place, card in enumerate(deal.deck):
        owner = dealt_to(game, place)
        is_own = owner == seat or (owner is None and has_taken)  # C8.3, M4.4
        if (seat is None or not is_own) and game.card_code(card) not in named:
            unseen.append(place)
    pairs = [
        (a, b)
        for a in unseen
        for b in unseen
        if dealt_to(game, a) != dealt_to(game, b) and deal.deck[a] != deal.deck[b]
    ]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    swapped = [*deal.deck]
    swapped[a], swapped[b] = swapped[b], swapped[a]
    return tuple(swapped)


def dealt_to(game: AnyGame, place: int) -> Seat | None:
    """Whose hand a card of the deck is dealt to; None for the haggis or the talon (C1.3, M2.1)."""
    if game.family == "mu":
        seat = place // game.rules.hand_size
    else:
        seat = (place - game.rules.haggis_size) // game.rules.dealt if place >= game.rules.haggis_size else -1
    return seat if 0 <= seat < game.seats else None
