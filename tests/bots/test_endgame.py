"""The exact search of endings against brute force on the reference engine."""

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.playing import random_move

from stramash import games
from stramash.bots.climbing import endgame
from stramash.bots.search.compare import MATCH_POINT
from stramash.core.match import Match, shuffled
from stramash.sim.run import pack_moves, pack_worlds

POSITIONS = 130
"""For each of eight seeds: more than a thousand in all."""


def brute_force(game: Any, state: Any, known: dict[Any, int]) -> int:
    """The lead of seat 0, a won match counted, if both play their best: every move, no shortcut."""
    result = game.result(state)
    if result is not None:
        match = {(0,): MATCH_POINT, (1,): -MATCH_POINT}.get(result.winners, 0)
        return int(result.scores[0] - result.scores[1] + match)
    if state in known:
        return known[state]
    (seat,) = game.waiting(state)
    values = [
        brute_force(game, game.apply(state, seat, move).state, known) for move in game.legal(state, seat)
    ]
    known[state] = max(values) if seat == 0 else min(values)
    return known[state]


def short_endings(game: Any, rng: Random, cards: int, wanted: int) -> list[Any]:
    """Positions with few cards left, from deals played at random."""
    found: list[Any] = []
    while len(found) < wanted:
        match = Match(game, rng.randrange(2))
        match.deal(shuffled(game, rng))
        taken = 0
        while match.deals[-1].result is None and taken < 3:
            (seat,) = game.waiting(match.state)
            if sum(match.state.table.counts) <= cards:
                found.append(match.state)
                taken += 1
            match.act(seat, random_move(game, match.state, seat, rng))
    return found[:wanted]


@pytest.mark.parametrize("game_id", ["haggis", "haggis-classic"])
@pytest.mark.parametrize("seed", range(4))
def test_exact_search_agrees_with_brute_force(game_id: str, seed: int) -> None:
    game = games.get(game_id, 2)
    states = short_endings(game, Random(seed), 6, POSITIONS)
    memory = endgame.tables(game.rules)
    leads = np.zeros((len(states), 1), np.int64)
    missing = endgame.solve_worlds(
        pack_worlds(game, states), pack_moves(game, []), endgame.MOST_NODES, memory, leads
    )
    assert missing == 0
    assert leads[:, 0].tolist() == [brute_force(game, state, {}) for state in states]
    assert len(set(leads[:, 0].tolist())) > 20


def test_a_match_that_the_deal_decides_counts() -> None:
    """C11.2: 12 points more are worth less than the match."""
    game = games.get("haggis", 2)
    states = short_endings(game, Random(7), 6, 60)
    memory = endgame.tables(game.rules)
    close = [
        state._replace(table=state.table._replace(totals=totals))
        for state in states
        for totals in ((220, 190), (190, 220), (235, 235))
    ]
    leads = np.zeros((len(close), 1), np.int64)
    assert not endgame.solve_worlds(
        pack_worlds(game, close), pack_moves(game, []), endgame.MOST_NODES, memory, leads
    )
    assert leads[:, 0].tolist() == [brute_force(game, state, {}) for state in close]
    assert any(abs(lead) > 40 for lead in leads[:, 0].tolist())


def test_each_move_has_its_own_value() -> None:
    game = games.get("haggis", 2)
    memory = endgame.tables(game.rules)
    checked = 0
    for state in short_endings(game, Random(9), 6, 60):
        (seat,) = game.waiting(state)
        moves = list(game.legal(state, seat))
        leads = np.zeros((1, len(moves)), np.int64)
        endgame.solve_worlds(pack_worlds(game, [state]), pack_moves(game, moves), 10_000, memory, leads)
        for move, lead in zip(moves, leads[0].tolist(), strict=True):
            assert lead == brute_force(game, game.apply(state, seat, move).state, {})
            checked += 1
    assert checked > 100


def test_a_search_that_is_too_long_says_so() -> None:
    game = games.get("haggis", 2)
    (state,) = short_endings(game, Random(2), 12, 1)
    leads = np.zeros((1, 1), np.int64)
    missing = endgame.solve_worlds(
        pack_worlds(game, [state]), pack_moves(game, []), 3, endgame.tables(game.rules), leads
    )
    assert missing == 1
    assert leads[0, 0] == endgame.UNKNOWN


def test_only_short_endings_for_two_are_searched() -> None:
    assert endgame.is_short(games.preset("haggis", 2), (6, 6))
    assert not endgame.is_short(games.preset("haggis", 2), (7, 6))
    assert not endgame.is_short(games.preset("haggis", 3), (2, 2, 2))
