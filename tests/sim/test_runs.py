"""Whole deals and playouts inside compiled code: repeatable, whatever the threads, and like the reference."""

from random import Random
from typing import Any

import numpy as np
import pytest
from tests.differential.engines import engine_of
from tests.playing import TABLES, TableId, random_deal, random_match

from stramash import games, sim
from stramash.core.game import AnyGame

BOTH = [TableId("haggis3", 3), TableId("mu", 4)]
POLICIES = ("random", "random-listed", "quick")


def position(game: AnyGame, decisions: int, seed: int = 1) -> Any:
    """A state in the middle of a deal in which somebody is to act."""
    for number, moment in enumerate(random_match(game, Random(seed))):
        if number >= decisions and game.waiting(moment.match.state):
            return moment.match.state
    raise AssertionError("the match is too short")


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_deal_depends_on_its_seed_alone(table: TableId, policy: str) -> None:
    game = table.game()
    one = sim.deals(game, 40, seed=7, policy=policy, threads=1)
    three = sim.deals(game, 40, seed=7, policy=policy, threads=3)
    later = sim.deals(game, 10, seed=37, policy=policy, threads=1)
    assert (one.traces == three.traces).all()
    assert (one.scores == three.scores).all()
    assert (one.decisions, one.offered) == (three.decisions, three.offered)
    assert (one.traces[30:] == later.traces).all()
    assert (one.scores[30:] == later.scores).all()
    # Deals that are thrown in (M3.5) are all alike: everybody passes.
    played = one.traces[one.scores.any(axis=1)]
    assert len(set(played.tolist())) == len(played) > 5


@pytest.mark.parametrize("lean", [False, True])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_picking_by_arithmetic_is_picking_from_the_list(table: TableId, lean: bool) -> None:
    picked, listed = (
        sim.deals(table.game(), 60, seed=3, policy=policy, lean=lean)
        for policy in ("random", "random-listed")
    )
    assert (picked.traces == listed.traces).all()
    assert (picked.decisions, picked.offered) == (listed.decisions, listed.offered)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_policies_differ(table: TableId) -> None:
    random, quick = (sim.deals(table.game(), 20, policy=policy) for policy in ("random", "quick"))
    assert (random.traces != quick.traces).any()


def test_nothing_is_kept_unless_asked() -> None:
    run = sim.deals(games.get("haggis"), 30, keep=False)
    kept = sim.deals(games.get("haggis"), 30)
    assert (run.decisions, run.offered) == (kept.decisions, kept.offered)
    assert run.scores.shape == (0, 2)
    assert run.traces.shape == (0,)
    assert sim.deals(games.get("haggis"), 0).decisions == 0


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_playouts_are_the_same_for_any_number_of_threads(table: TableId) -> None:
    game = table.game()
    state = position(game, 12)
    seat = min(game.waiting(state))
    worlds = [game.determinize(game.view(state, seat), Random(seed)) for seed in range(6)]
    moves = list(game.legal(state, seat))[:4]
    one, three = (sim.playouts(game, worlds, moves, repeats=3, seed=5, threads=threads) for threads in (1, 3))
    assert one.shape == (6, len(moves), 3, len(game.sides))
    assert (one == three).all()
    other_seed = sim.playouts(game, worlds, moves, repeats=3, seed=6)
    assert (one != other_seed).any()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_packed_worlds_and_moves_do_as_well(table: TableId) -> None:
    game = table.game()
    state = position(game, 12)
    moves = list(game.legal(state, min(game.waiting(state))))
    packed = sim.playouts(game, sim.pack_worlds(game, [state]), sim.pack_moves(game, moves), seed=2)
    assert (packed == sim.playouts(game, [state], moves, seed=2)).all()
    without = sim.playouts(game, [state], seed=2)
    assert without.shape == (1, 1, 1, len(game.sides))
    assert (without == sim.playouts(game, [state], [], seed=2)).all()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_last_move_of_a_deal_scores_what_the_reference_scores(table: TableId) -> None:
    game = table.game()
    found = 0
    for seed in range(4):
        *_, last = random_deal(game, Random(seed))
        result = last.match.deals[-1].result
        assert result is not None
        if type(last.move).__name__ != "Bet":
            scores = sim.playouts(game, [last.before], [last.move])
            assert scores[0, 0, 0].tolist() == list(result.scores)
            found += 1
    assert found


@pytest.mark.parametrize("table", BOTH, ids=str)
def test_every_move_of_a_world_meets_the_same_luck(table: TableId) -> None:
    game = table.game()
    state = position(game, 15)
    move = game.legal(state, min(game.waiting(state)))[0]
    twice = sim.playouts(game, [state], [move, move], repeats=20)
    assert (twice[:, 0] == twice[:, 1]).all()
    assert len(np.unique(twice[0, 0], axis=0)) > 1


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_world_is_left_as_it_was(table: TableId) -> None:
    game = table.game()
    worlds = sim.pack_worlds(game, [position(game, 5)])
    before = worlds.copy()
    sim.playouts(game, worlds, repeats=5)
    assert (worlds == before).all()


def test_warming_up_compiles_what_is_asked_for() -> None:
    game = games.get("haggis3")
    assert sim.warm_up(game, ("random", "quick"), stepping=True) > 0
    loops = engine_of(game).family.loops
    for name in ("play_deals", "play_worlds", "play_deals_listed", "play_worlds_listed", "step_games"):
        assert loops[name].signatures, name
