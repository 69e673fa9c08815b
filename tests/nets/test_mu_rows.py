"""What nets of Mü are told: the same from a view and from a batch, in every phase, and nothing hidden."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from tests.playing import TABLES, TableId, random_options

from stramash import sim
from stramash.core.cards import SECOND_COPY, CardSet, size
from stramash.core.game import AnyGame
from stramash.mu.moves import Display
from stramash.mu.state import Phase
from stramash.nets.layout import expand, layout_of
from stramash.nets.levels import level_of
from stramash.nets.mu.player import auction_moves
from stramash.sim.mu import features
from stramash.sim.mu import record as at
from stramash.sim.mu.pack import pack_move, pack_rules, pack_state, pack_view

# The game that nets were made for, and the one with a colour less.
MU = [*(table for table in TABLES if table.game_id == "mu"), TableId("mu-classic", 3)]
GAMES = 4
STEPS = 130


class Met(NamedTuple):
    """One decision in a batch, and what the batch says of it."""

    game: AnyGame
    view: Any
    staged: CardSet
    planned: int
    row: list[int]
    order: int
    moves: Any
    secrets: Any


def met(table: TableId, options: dict[str, Any]) -> Iterator[Met]:
    """Decisions of random games in which counts come first."""
    game = table.game(**options)
    batch = sim.Batch(game, GAMES, seed=11, threads=1, goes_on=True)
    batch.records[:, at.BOLDNESS] = 1
    batch.load(batch.records)
    rng = np.random.default_rng(5)
    told = np.zeros((GAMES, features.POSITION_WORDS), np.int64)
    secrets = np.zeros((GAMES, features.CRITIC_WORDS), np.int64)
    orders = np.zeros(GAMES, np.int64)
    for _ in range(STEPS):
        batch.tell(told, orders, secrets)
        offsets = np.array([0, *np.cumsum(batch.counts)])
        moves = np.full((offsets[-1], features.MOVE_WORDS), -1, np.int64)
        batch.tell_moves(offsets, orders, moves)
        for i in range(GAMES):
            record = batch.records[i]
            staged = int(record[at.STAGED]) | int(record[at.STAGED + 1]) << SECOND_COPY
            view = game.view(batch.state(i), int(batch.seats[i]))
            mine = moves[offsets[i] : offsets[i + 1]]
            planned = int(record[at.PLANNED])
            yield Met(game, view, staged, planned, told[i].tolist(), int(orders[i]), mine, secrets[i].copy())
        actions = (rng.random(GAMES) * batch.counts).astype(np.int64)
        is_free = (batch.records[:, at.PHASE] == at.AUCTION) & (batch.records[:, at.PLANNED] == 0)
        stops = is_free & (rng.random(GAMES) < 0.6)
        batch.step(np.where(stops, 0, actions))


def packed_moves(game: AnyGame, view: Any, staged: CardSet, planned: int) -> Any:
    if view.table.phase is Phase.AUCTION and size(staged) == planned > 0:
        return np.array([pack_move(Display(staged))], np.int64)
    if view.table.phase is Phase.AUCTION:
        return auction_moves(game.rules, view, staged, planned)
    return np.array([pack_move(move) for move in view.legal], np.int64)


def from_view(game: AnyGame, view: Any, staged: CardSet, planned: int) -> tuple[list[int], int, Any]:
    """The rows as a player makes them."""
    options, record = pack_rules(game.rules).tolist(), pack_view(game.rules, view, staged, planned)
    row, about = [0] * features.POSITION_WORDS, [0] * features.ABOUT
    order = features.position_bits(record, options, view.seat, row)
    features.move_context(record, options, view.seat, about)
    packed = packed_moves(game, view, staged, planned)
    code, once, twice = packed.T
    cards = features.move_cards(code, once, twice, order)
    shape = features.move_shape(code, order, options, view.seat, about)
    for i, (one, single, double) in enumerate(packed.tolist()):  # one by one it is the same
        assert features.move_cards(one, single, double, order) == cards[i]
        assert features.move_shape(one, order, options, view.seat, about) == shape[i]
    return row, order, np.stack([cards, shape, np.zeros_like(code)], axis=1)


@pytest.mark.parametrize("table", MU, ids=str)
def test_a_view_and_a_batch_give_the_same_rows_in_every_phase(table: TableId) -> None:
    phases: set[tuple[Phase, bool]] = set()
    for options in ({}, random_options(table, Random(f"mu rows {table}"))):
        for each in met(table, options):
            row, order, moves = from_view(each.game, each.view, each.staged, each.planned)
            assert row == each.row
            assert order == each.order
            assert (moves == each.moves).all()
            phases.add((each.view.table.phase, bool(each.staged)))
    wanted = {Phase.AUCTION, Phase.CROWN_TRUMP, Phase.PLAY}
    if table.game_id == "mu":
        wanted |= {Phase.SHIELD_TRUMP, Phase.NEXT_DEALER, Phase.BURY if table.seats == 3 else Phase.PARTNER}
    assert {(phase, False) for phase in wanted} | {(Phase.AUCTION, True)} <= phases


@pytest.mark.parametrize("table", MU, ids=str)
def test_what_a_seat_cannot_know_changes_no_row_but_the_critic_s(table: TableId) -> None:
    rng = Random(f"hidden mu rows {table}")
    differing = 0
    for number, each in enumerate(met(table, {})):
        if number % 3:
            continue
        other = each.game.determinize(each.view, rng)
        record = pack_state(each.game.rules, other)
        record[at.STAGED] = each.staged & (1 << SECOND_COPY) - 1
        record[at.STAGED + 1] = each.staged >> SECOND_COPY
        record[at.PLANNED] = each.planned
        options, words = pack_rules(each.game.rules).tolist(), record.tolist()
        row, secrets = [0] * features.POSITION_WORDS, [0] * features.CRITIC_WORDS
        order = features.position_bits(words, options, each.view.seat, row)
        features.critic_bits(words, options, each.view.seat, order, secrets)
        assert (row, order) == (each.row, each.order)
        differing += secrets != each.secrets.tolist()
    assert differing > GAMES * STEPS // 12


@pytest.mark.parametrize("table", MU, ids=str)
def test_every_bit_that_is_ever_set_is_in_the_layout(table: TableId) -> None:
    layout = layout_of(table.game(), match=True)
    seen: Any = 0
    secret: Any = 0
    for each in met(table, {}):
        seen = seen | np.array(each.row, np.int64)
        secret = secret | each.secrets
        assert not (each.moves[:, 2]).any()
    position = set(np.flatnonzero(expand(seen, slice(None))))
    assert position <= set(layout.position)
    assert set(np.flatnonzero(expand(secret, slice(None)))) <= set(layout.secrets)
    match_fields = {f for f in layout.fields if f.name.startswith(("deals", "behind"))}
    assert set(layout.fields) - match_fields == set(layout_of(table.game()).fields)


def test_a_row_says_what_a_card_would_do() -> None:
    game = TableId("mu", 4).game()
    seen_trumps = seen_winning = 0
    for each in met(TableId("mu", 4), {}):
        table = each.view.table
        if table.phase is not Phase.PLAY:
            continue
        for move, row in zip(each.view.legal, each.moves.tolist(), strict=True):
            shape = row[1]
            named = table.trumps
            is_trump = bool(named.cards >> move.card & 1)
            assert bool(shape >> 8 & 1) != is_trump
            after = game.apply(game.determinize(each.view, Random(1)), each.view.seat, move)
            trick = after.state.table.trick
            if trick and table.trick:
                winner = rows_winner(named, trick)
                assert bool(shape >> 13 & 1) == (winner == len(trick) - 1)
                seen_winning += winner == len(trick) - 1
            seen_trumps += is_trump
    assert seen_trumps
    assert seen_winning


def rows_winner(named: Any, trick: Any) -> int:
    from stramash.mu.tricks import winning_card  # noqa: PLC0415

    return winning_card(named, trick)


def test_counts_and_kinds_of_trumps_are_levels_of_their_own() -> None:
    kinds: dict[str, set[int]] = {}
    counts: set[int] = set()
    for each in met(TableId("mu", 4), {}):
        levels = level_of(each.moves).tolist()
        table = each.view.table
        if table.phase is Phase.AUCTION and not each.planned:
            crown = 0 if table.crown is None else table.bids[table.crown]
            for count, level in enumerate(levels):
                over = table.bids[each.view.seat] + count - crown
                taken = 5 if over == 1 else 6 if over in (2, 3) else 7
                assert level == (0 if count == 0 else 1 if over <= 0 else taken)
            counts |= set(levels)
            assert len(levels) <= 1 + at.MOST_PLANNED
        elif table.phase in (Phase.SHIELD_TRUMP, Phase.CROWN_TRUMP):
            for move, level in zip(each.view.legal, levels, strict=True):
                name = "colour" if move.colour is not None else move.name
                kinds.setdefault(name, set()).add(level)
        else:
            assert set(levels) == {0}
    assert counts == {0, 1, 5, 6, 7}
    wanted = {str(number): {3} for number in range(10)} | {"1": {2}, "7": {2}, "colour": {0}, "none": {4}}
    assert kinds == {name: wanted[name] for name in kinds}
    assert {"colour", "none", "1"} <= set(kinds)
