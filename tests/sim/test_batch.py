"""Many games side by side: the same as one after the other in the reference engine."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.differential.engines import is_lean
from tests.playing import TABLES, TableId, short

from stramash import games, sim
from stramash.mu.moves import Display
from stramash.sim.family import family_of
from stramash.sim.mu.record import STAGED

N = 7
BOTH = [TableId("haggis3", 3), TableId("neeps", 4), TableId("mu", 4)]


def random_actions(batch: sim.Batch, rng: np.random.Generator) -> Any:
    """A move for every game; anything goes where the deal is over."""
    return (rng.random(batch.n) * batch.counts).astype(np.int64)


def played(batch: sim.Batch, steps: int, seed: int = 1) -> Iterator[sim.Batch]:
    """The batch after each of some random steps."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step(random_actions(batch, rng))
        yield batch


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_step_is_the_reference_s(table: TableId) -> None:
    game = table.game()
    batch = sim.Batch(game, N, seed=3, threads=2)
    rng = np.random.default_rng(2)
    for _ in range(25):
        offsets, moves = batch.legal()
        states = [batch.state(i) for i in range(N)]
        actions = random_actions(batch, rng)
        chosen = []
        for i, state in enumerate(states):
            listed = [batch.unpack_move(row) for row in moves[offsets[i] : offsets[i + 1]]]
            assert len(listed) == batch.counts[i]
            assert batch.seats[i] == min(game.waiting(state), default=-1)
            is_staged = bool(batch.records[i][STAGED]) and table.family == "mu"
            if batch.seats[i] >= 0 and not is_staged:
                assert listed == list(game.legal(state, int(batch.seats[i])))
            chosen.append(listed[actions[i]] if listed else None)
        seats = batch.seats.copy()
        batch.step(actions)
        for i, (state, move) in enumerate(zip(states, chosen, strict=True)):
            if seats[i] < 0:
                assert batch.state(i) == state
            elif not isinstance(move, Display):  # M3.1: a display is built card by card
                after = game.apply(state, int(seats[i]), move).state
                packed = family_of(game).pack_state(game.rules, after)
                assert (packed[1:] == batch.records[i][1:]).all()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_deal_that_ends_leaves_its_points(table: TableId) -> None:
    game = table.game()
    batch = sim.Batch(game, N, seed=1)
    ended = np.zeros(N, bool)
    rng = np.random.default_rng(1)
    while not ended.all():
        was_over = batch.seats < 0
        batch.step(random_actions(batch, rng))
        assert ((batch.seats < 0) == (batch.counts == 0)).all()
        assert (batch.finished == ((batch.seats < 0) & ~was_over)).all()
        for i in np.flatnonzero(batch.finished):
            result = game.result(batch.state(int(i)))
            assert result is not None
            assert batch.scores[i].tolist() == list(result.scores)
        ended |= batch.finished
    before = batch.records.copy()
    batch.step(np.zeros(N, np.int64))
    assert (batch.records == before).all()
    assert not batch.finished.any()


@pytest.mark.parametrize("table", BOTH, ids=str)
def test_the_match_goes_on_where_asked(table: TableId) -> None:
    game = table.game()
    batch = sim.Batch(game, N, seed=1, goes_on=True)
    finished = 0
    for _ in played(batch, 1500):
        assert (batch.seats >= 0).all()
        finished += int(batch.finished.sum())
    assert finished > 2 * N


def test_the_totals_are_carried_on_and_a_new_match_begins_at_nothing() -> None:
    game = games.get("haggis", 2, rounds=2)
    batch = sim.Batch(game, 1, seed=1, goes_on=True)
    totals, deals = [], []
    points = []
    for _ in played(batch, 400):
        if batch.finished[0]:
            state = batch.state(0)
            totals.append(list(state.table.totals))
            deals.append(state.table.deal)
            points.append(batch.scores[0].tolist())
    assert deals[:4] == [2, 1, 2, 1]
    assert totals[0] == points[0]
    assert totals[1] == [0, 0]


def test_reset_begins_new_matches_in_the_games_that_are_named() -> None:
    batch = sim.Batch(games.get("haggis3"), N, seed=1)
    first = batch.records.copy()
    only = np.array([True, False] * 3 + [True])
    batch.reset(only)
    assert ((batch.records != first).any(axis=1) == only).all()
    batch.reset()
    assert (batch.records != first).any(axis=1).all()
    assert (batch.seats >= 0).all()
    assert (batch.counts > 0).all()


@pytest.mark.parametrize("table", BOTH, ids=str)
def test_everything_is_the_same_for_any_number_of_threads(table: TableId) -> None:
    game = table.game()
    one, three = (sim.Batch(game, 50, seed=9, threads=threads, goes_on=True) for threads in (1, 3))
    for a, b in zip(played(one, 200), played(three, 200), strict=True):
        assert (a.records == b.records).all()
    assert (one.observe() == three.observe()).all()
    for mine, theirs in zip(one.legal(), three.legal(), strict=True):
        assert (mine == theirs).all()


def test_the_same_seed_gives_the_same_games_and_another_gives_others() -> None:
    game = games.get("tatties")
    records = [sim.Batch(game, N, seed=seed).records for seed in (5, 5, 6)]
    assert (records[0] == records[1]).all()
    # Game i comes from seed + i, so neighbouring batches overlap.
    assert (records[0][1:] == records[2][:-1]).all()
    assert (records[0][0] != records[2][-1]).any()


def test_the_lean_list_is_what_a_lean_batch_plays_from() -> None:
    game = games.get("haggis3")
    full, lean = (sim.Batch(game, N, seed=1, lean=is_lean_batch) for is_lean_batch in (False, True))
    assert (lean.counts < full.counts).all()
    offsets, moves = lean.legal()
    for i in range(N):
        hand = lean.state(i).hands[int(lean.seats[i])]
        plays = [lean.unpack_move(row) for row in moves[offsets[i] : offsets[i + 1]]]
        assert all(is_lean(game.rules, hand, play) for play in plays if hasattr(play, "combo"))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_short_matches_end_after_one_deal(table: TableId) -> None:
    game = table.game(**short(table))
    batch = sim.Batch(game, 1, seed=2, goes_on=True)
    for _ in played(batch, 600):
        if batch.finished[0]:
            state = batch.state(0)
            assert (state.table.carry if table.family == "mu" else state.table).deal == 1
            return
    raise AssertionError("a deal takes fewer steps")
