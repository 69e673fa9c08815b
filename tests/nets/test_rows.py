"""What nets are told: the same from a view without compiled code, from a CPU batch and from a GPU batch."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.differential.engines import is_lean
from tests.playing import TABLES, TableId, random_match, random_options

from stramash import sim
from stramash.climbing.moves import Play
from stramash.climbing.rules import ClimbingRules
from stramash.core.game import AnyGame
from stramash.nets.climbing.layout import layout as climbing_layout
from stramash.nets.climbing.player import lean
from stramash.nets.layout import expand
from stramash.nets.levels import level_of
from stramash.sim.climbing import features
from stramash.sim.climbing.pack import pack_move, pack_options, pack_state, pack_view
from stramash.sim.family import family_of
from stramash.sim.features import popcounts
from stramash.sim.visit import SCRATCH

CLIMBING = [table for table in TABLES if table.family == "climbing"]
POSITIONS = 70


def positions(table: TableId) -> Iterator[tuple[AnyGame, Any, int]]:
    """States of random matches and the seat to act, by the sheet and with other options."""
    rng = Random(f"rows {table}")
    for options in ({}, random_options(table, rng)):
        game = table.game(**options)
        for number, moment in enumerate(random_match(game, rng)):
            waiting = sorted(game.waiting(moment.match.state))
            if waiting:
                yield game, moment.match.state, rng.choice(waiting)
            if number > POSITIONS:
                break


def from_view(game: AnyGame, view: Any) -> tuple[list[int], int, Any]:
    """The rows as a player makes them."""
    options = pack_options(game.rules).tolist()
    row = [0] * features.POSITION_WORDS
    order = features.position_bits(pack_view(game.rules, view), options, view.seat, row)
    moves = np.array([pack_move(move) for move in view.legal], np.int64)
    code, once, twice = moves.T
    held = view.hand.bit_count() - popcounts(twice)
    told = [
        features.move_cards(code, once, order, options, held),
        features.move_shape(code, once, options, view.seat),
        features.move_copies(twice, order, options),
    ]
    return row, order, np.stack(told, axis=1)


def from_record(game: AnyGame, state: Any, seat: int, count: int) -> tuple[Any, int, Any, Any]:
    """The rows as the compiled engine makes them."""
    family = family_of(game)
    rules = family.pack_rules(game.rules)
    record = pack_state(game.rules, state)[None]
    row = np.full((1, features.POSITION_WORDS), -1, np.int64)
    secrets = np.full((1, features.CRITIC_WORDS), -1, np.int64)
    order = np.zeros(1, np.int64)
    seats = np.array([seat])
    family.tell_games(0, 1, rules, record, seats, row, secrets, order)
    told = np.full((count, features.MOVE_WORDS), -1, np.int64)
    mem, move = np.zeros(SCRATCH, np.int64), np.zeros(3, np.int64)
    family.tell_moves(0, 1, rules, False, record, mem, move, seats, np.array([0, count]), order, told)
    return row[0], int(order[0]), told, secrets[0]


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_a_view_and_a_record_give_the_same_rows(table: TableId) -> None:
    met = 0
    for game, state, seat in positions(table):
        view = game.view(state, seat)
        met += 1
        row, order, told = from_view(game, view)
        compiled_row, compiled_order, compiled_told, _ = from_record(game, state, seat, len(view.legal))
        assert row == compiled_row.tolist()
        assert order == compiled_order
        assert (told == compiled_told).all()
    assert met > POSITIONS


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_what_a_seat_cannot_know_changes_no_row_but_the_critic_s(table: TableId) -> None:
    rng = Random(f"hidden rows {table}")
    differing = 0
    for game, state, seat in positions(table):
        view = game.view(state, seat)
        other = game.determinize(view, rng)
        mine, theirs = (from_record(game, each, seat, len(view.legal)) for each in (state, other))
        assert (mine[0] == theirs[0]).all()
        assert (mine[2] == theirs[2]).all()
        differing += bool((mine[3] != theirs[3]).any())
    assert differing > POSITIONS // 2


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_every_bit_that_is_ever_set_is_in_the_layout_of_the_sheet(table: TableId) -> None:
    game = table.game()
    layout = climbing_layout(game.rules, match=True)
    batch = sim.Batch(game, 64, seed=3, threads=1)
    rng = np.random.default_rng(1)
    seen = np.zeros(64 * features.POSITION_WORDS, bool)
    seen_secrets = np.zeros(64 * features.CRITIC_WORDS, bool)
    told = np.zeros((64, features.POSITION_WORDS), np.int64)
    secrets = np.zeros((64, features.CRITIC_WORDS), np.int64)
    for _ in range(120):
        batch.tell(told, np.zeros(64, np.int64), secrets)
        alive = batch.seats >= 0
        seen |= expand(told[alive], slice(None)).any(axis=0).astype(bool)
        seen_secrets |= expand(secrets[alive], slice(None)).any(axis=0).astype(bool)
        batch.step((rng.random(64) * batch.counts).astype(np.int64))
    assert set(np.flatnonzero(seen)) <= set(layout.position)
    assert set(np.flatnonzero(seen_secrets)) <= set(layout.secrets)
    assert len(layout.position) % 16 == 0
    # Nets that know nothing of the match are told the same as before it was in the rows.
    told_before = climbing_layout(game.rules).fields
    assert layout.fields[: len(told_before)] == told_before


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_the_lean_list_of_many_moves_at_once(table: TableId) -> None:
    for game, state, seat in positions(table):
        view = game.view(state, seat)
        assert isinstance(game.rules, ClimbingRules)
        found = lean(game.rules, view.hand, np.array([pack_move(move) for move in view.legal], np.int64))
        expected = [not isinstance(move, Play) or is_lean(game.rules, view.hand, move) for move in view.legal]
        assert found.tolist() == expected


def test_bets_and_bids_are_levels_of_their_own() -> None:
    for game_id, texts in (("haggis3", {"bet 15": 1, "bet 30": 2}), ("tatties", {"bid 45": 3, "pass": 0})):
        game = TableId(game_id, 3).game()
        state = game.start(game.deck(), game.first(0)).state
        seat = min(game.waiting(state))
        view = game.view(state, seat)
        levels = level_of(from_view(game, view)[2])
        by_text = {str(move): int(level) for move, level in zip(view.legal, levels, strict=True)}
        assert {text: by_text[text] for text in texts} == texts


def test_a_batch_that_skips_forced_moves_meets_only_choices() -> None:
    game = TableId("haggis3", 3).game()
    batch = sim.Batch(game, 32, seed=5, threads=1, lean=True, goes_on=True, skips_forced=True)
    plain = sim.Batch(game, 32, seed=5, threads=1, lean=True, goes_on=True)
    rng = np.random.default_rng(2)
    for _ in range(60):
        actions = (rng.random(32) * batch.counts).astype(np.int64)
        batch.step(actions)
        plain.step(actions)
        assert (batch.counts > 1).all()
        left = batch.forced.copy()
        finished, scores = plain.finished.copy(), plain.scores.copy()
        while left.any():
            # Games that have no forced move left wait: they are put back afterwards.
            before = plain.records.copy()
            plain.step(np.zeros(32, np.int64))
            waits = left == 0
            new = plain.finished & ~waits
            finished |= new
            scores[new] = plain.scores[new]
            records = plain.records.copy()
            records[waits] = before[waits]
            plain.load(records)
            left = np.maximum(left - 1, 0)
        assert (plain.records == batch.records).all()
        assert (finished == batch.finished).all()
        assert (scores[finished] == batch.scores[finished]).all()


def test_the_quick_policy_by_number_is_the_one_that_plays_deals() -> None:
    game = TableId("haggis", 2).game()
    batch = sim.Batch(game, 8, seed=40, threads=1)
    everyone = np.ones(8, bool)
    actions = np.zeros(8, np.int64)
    while (batch.seats >= 0).any():
        batch.choose(actions, everyone)
        batch.step(actions)
    assert (batch.scores == sim.deals(game, 8, seed=40, policy="quick", threads=1).scores).all()
    batch.reset()
    actions[:] = -1
    batch.choose(actions, ~everyone)
    assert (actions == -1).all()
