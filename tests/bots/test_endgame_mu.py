"""The solver of the last tricks against brute force through the reference rules."""

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from stramash import games
from stramash.bots.mu.endgame import solved
from stramash.bots.mu.greedy import GreedyTrickTaker
from stramash.bots.mu.solver.stakes import does_count_icons
from stramash.bots.search.compare import MATCH_POINT
from stramash.core.match import Match, shuffled
from stramash.core.seats import Seat
from stramash.mu.game import MuGame
from stramash.mu.state import Phase, State
from stramash.sim.mu import record as at
from stramash.sim.mu.pack import pack_rules
from stramash.sim.run import pack_worlds


def lead(game: MuGame, state: State, team: tuple[Seat, ...]) -> float:
    assert state.table.scores is not None
    points = state.table.scores
    others = [seat for seat in range(game.seats) if seat not in team]
    result = game.result(state)
    winners = set(result.winners) if result is not None else set()
    match = MATCH_POINT * (bool(winners) and winners <= set(team)) - MATCH_POINT * (
        bool(winners) and winners <= set(others)
    )
    means = [sum(points[seat] for seat in side) / len(side) for side in (team, others)]
    return means[0] - means[1] + match


def brute_force(game: MuGame, state: State, team: tuple[Seat, ...]) -> float:
    """The value of a position by trying everything, without any pruning."""

    @cache
    def value(at: State) -> float:
        if at.table.phase is not Phase.PLAY:
            return lead(game, at, team)
        (seat,) = game.waiting(at)
        values = [value(game.apply(at, seat, move).state) for move in game.legal(at, seat)]
        return max(values) if seat in team else min(values)

    return value(state)


def endings(game: MuGame, count: int, seed: int, tricks: int = 2) -> list[State]:
    """Positions with a choice and so many tricks or little more to go; greedy and chance play."""
    seats = game.seats
    rng = Random(seed)
    found: list[State] = []
    while len(found) < count:
        match = Match(game, rng.randrange(seats))
        match.deal(shuffled(game, rng))
        bot = GreedyTrickTaker(game, Random(0))
        while match.deals[-1].result is None:
            (seat,) = game.waiting(match.state)
            view = match.view(seat)
            table = view.table
            cards = sum(table.counts)
            if table.phase is Phase.PLAY and cards <= tricks * seats + 1 and len(view.legal) > 1:
                found.append(match.state)
            is_wild = table.phase is Phase.PLAY and rng.random() < 0.3
            match.act(seat, rng.choice(view.legal) if is_wild else bot.choose(view))
    return found[:count]


LAST_DEAL: dict[str, Any] = {"rounds": 1}
"""The match ends with the deal, so what each seat has counts; else only what a team has."""


@pytest.mark.parametrize("options", [LAST_DEAL, {"rounds": 2}, {"goal": 90, "rounds": 0}], ids=str)
@pytest.mark.parametrize(("seats", "count"), [(3, 250), (4, 200), (5, 150), (6, 100)])
def test_solved_endings_agree_with_brute_force(seats: int, count: int, options: dict[str, Any]) -> None:
    game = games.get("mu", seats, **options)
    assert isinstance(game, MuGame)
    agree(game, endings(game, count, seats))


@pytest.mark.parametrize("options", [LAST_DEAL, {"rounds": 2}], ids=str)
@pytest.mark.parametrize(("seats", "tricks"), [(3, 4), (4, 4), (5, 3), (6, 3)])
def test_longer_endings_agree_with_brute_force(seats: int, tricks: int, options: dict[str, Any]) -> None:
    game = games.get("mu", seats, **options)
    assert isinstance(game, MuGame)
    agree(game, endings(game, 12, seats, tricks)[::3])


def agree(game: MuGame, states: list[State]) -> None:
    seats = game.seats
    for state in states:
        (seat,) = game.waiting(state)
        moves = list(game.legal(state, seat))
        crown_team = state.table.crown_team
        others = tuple(other for other in range(seats) if other not in crown_team)
        team = crown_team if seat in crown_team else others
        expected = [brute_force(game, game.apply(state, seat, move).state, team) for move in moves]
        found = solved(game, pack_worlds(game, [state]), moves, seat)[0]
        assert list(found) == pytest.approx(expected)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_icons_are_counted_where_no_match_may_end_and_none_does_harm(seats: int) -> None:
    every, end = 60, np.zeros(at.WORDS, np.int64)

    def counts(harm: int = 0, **options: int) -> bool:
        game = games.get("mu", seats, **options)
        assert isinstance(game, MuGame)
        (packed,) = pack_worlds(game, endings(game, 1, 1))
        packed[at.BIDS] = 0x030303030303
        rules = pack_rules(game.rules)
        rules[at.CROWN_BONUS] -= harm
        return bool(does_count_icons(packed, rules, every, end))

    assert counts(rounds=2)
    assert counts(rounds=0, goal=1000)
    assert not counts(rounds=1)
    assert not counts(rounds=0, goal=every)
    assert not counts(rounds=2, harm=1000)


def test_more_cards_than_there_is_room_for_are_refused() -> None:
    game = games.get("mu", 4)
    assert isinstance(game, MuGame)
    match = Match(game, 0)
    match.deal(shuffled(game, Random(1)))
    with pytest.raises(AssertionError, match="no room for more cards"):
        solved(game, pack_worlds(game, [match.state]), [], 0)
