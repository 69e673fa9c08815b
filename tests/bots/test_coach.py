"""The coach before the bet and the bid: chances with their errors, from the view alone."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stramash import games
from stramash.bots.coach import coach
from stramash.bots.mu.coach import contracts
from stramash.core.match import Match, shuffled

PLAYOUTS = 400
TABLES = [
    ("haggis", 2, "bets"),
    ("haggis3", 3, "bets"),
    ("neeps", 4, "bets"),
    ("haggis-classic", 3, "bets"),
    ("tatties", 3, "bids"),
    ("mu", 3, "contracts"),
    ("mu", 5, "contracts"),
    ("mu-classic", 4, "contracts"),
]


def first_view(game_id: str, seats: int, seed: int = 1) -> tuple[Any, Any, Any]:
    game: Any = games.get(game_id, seats)
    match: Any = Match(game, 0)
    match.deal(shuffled(game, Random(seed)))
    return game, match, match.view(min(game.waiting(match.state)))


@pytest.mark.parametrize(("game_id", "seats", "kind"), TABLES)
def test_every_bet_and_bid_has_a_chance_and_points(game_id: str, seats: int, kind: str) -> None:
    game, match, view = first_view(game_id, seats)
    told = coach(game, view, playouts=PLAYOUTS)
    assert told is not None
    assert told.kind == kind
    assert told.chances
    assert (told.passing is None) == (kind == "bets")
    for line in told.chances:
        assert 0 <= line.chance.points <= 1
        assert line.chance.margin > 0
        assert line.points.margin > 0
        assert (line.trump is not None) == (kind == "contracts") == (line.target is not None)
        assert (line.draws is not None) == (kind == "bids")
        if line.move is not None:
            assert game.check(match.state, view.seat, line.move) is None


@pytest.mark.parametrize(("game_id", "seats", "kind"), TABLES)
def test_what_it_says_does_not_depend_on_the_hidden_cards(game_id: str, seats: int, kind: str) -> None:
    game, match, view = first_view(game_id, seats, seed=2)
    told = coach(game, view, playouts=100, seed=7)
    for seed in range(3):
        other = game.determinize(view, Random(seed))
        assert other != match.state
        seen = replace(game.view(other, view.seat), past=view.past)
        assert seen == view
        assert coach(game, seen, playouts=100, seed=7) == told


def test_where_nothing_is_to_be_bet_or_bid_it_says_nothing() -> None:
    game, match, view = first_view("haggis", 2)
    match.act(view.seat, view.legal[-1])  # a bet can be made once
    assert coach(game, match.view(view.seat), playouts=PLAYOUTS) is None
    assert coach(game, match.view(None), playouts=PLAYOUTS) is None


def test_it_can_be_asked_out_of_turn() -> None:
    game, match, view = first_view("mu", 4)
    for seat in set(range(4)) - {view.seat}:
        told = coach(game, match.view(seat), playouts=PLAYOUTS)
        assert told is not None
        assert told.chances
        assert all(line.move is None for line in told.chances)


def test_contracts_go_beyond_what_stands_and_name_trumps_that_are_shown() -> None:
    game, match, view = first_view("mu", 4)
    match.act(view.seat, next(move for move in view.legal if str(move).startswith("display")))
    other = match.view(min(game.waiting(match.state)))
    found = contracts(game, other)
    assert {contract.bid for contract in found} == {2, 3, 4, 5}
    assert all(contract.display is not None for contract in found)
    # M3.7: in one turn a total may go beyond the largest one by one card alone.
    classic, match, view = first_view("mu-classic", 4)
    told = coach(classic, view, playouts=PLAYOUTS)
    assert told is not None
    assert {line.value for line in told.chances if line.move is not None} == {1}


def test_a_higher_bid_is_no_likelier_to_be_made() -> None:
    game, _, view = first_view("mu", 4, seed=5)
    told = coach(game, view, playouts=3000)
    assert told is not None
    by_trump: dict[str, list[Any]] = {}
    for line in told.chances:
        by_trump.setdefault(str(line.trump), []).append(line.chance)
    for chances in by_trump.values():
        first, last = chances[0], chances[-1]
        assert last.points <= first.points + first.margin + last.margin


def test_the_chance_a_bet_needs_is_where_it_neither_gains_nor_loses() -> None:
    game, _, view = first_view("haggis", 2, seed=3)
    told = coach(game, view, playouts=3000)
    assert told is not None
    for line in told.chances:
        if line.needed is None:
            continue
        assert line.needed == pytest.approx(0.5)  # two players: what one wins the other does not (C10.2)
        assert (line.chance.points > line.needed) == (line.points.points > 0)
