"""A net in NumPy: the same numbers as in torch, the same choice whatever is hidden, bets by their level."""

import dataclasses
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.playing import TABLES, TableId, random_match

from stramash import games
from stramash.bots.climbing.learned.net import NetClimber
from stramash.bots.driver import step
from stramash.bots.registry import seat_bot
from stramash.climbing.moves import Bet
from stramash.core.match import Match, shuffled
from stramash.nets import levels
from stramash.nets.climbing.layout import layout as climbing_layout
from stramash.nets.climbing.player import Net
from stramash.nets.layout import expand
from stramash.nets.shape import Shape
from stramash.sim.climbing.pack import pack_move

CLIMBING = [table for table in TABLES if table.family == "climbing"]
WITH_NETS = [TableId("haggis3", 3), TableId("haggis", 2)]


def small(table: TableId, seed: int = 1) -> tuple[Any, dict[str, Any]]:
    """A game and a small net for it."""
    game = table.game()
    shape = Shape.for_layout(climbing_layout(game.rules), width=32, blocks=2, move_width=16)
    rng = np.random.default_rng(seed)
    return game, {
        name: (rng.standard_normal(size) / np.sqrt(size[0])).astype(np.float32)
        for name, size in shape.player_parts().items()
    }


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_numpy_says_what_torch_says(table: TableId) -> None:
    torch = pytest.importorskip("torch", reason="torch comes with the extra train")
    from stramash.train.net.towers import judge_moves, look  # noqa: PLC0415

    game, parts = small(table)
    net = Net(game.rules, parts)
    layout = climbing_layout(game.rules)
    in_torch = {name: torch.from_numpy(part) for name, part in parts.items()}
    for number, moment in enumerate(random_match(game, Random(5))):
        state = moment.match.state
        for seat in game.waiting(state):
            view = game.view(state, seat)
            seen = net.seen(view, np.array([pack_move(move) for move in view.legal], np.int64))
            values, level_values = net.values(seen)
            told = torch.from_numpy(expand(seen.words[None], layout.position).astype(np.float32))
            looks, expected_levels = look(in_torch, told)
            bits = expand(seen.moves[:, : layout.move_words], slice(None)).reshape(len(values), -1)
            owner = torch.zeros(len(values), dtype=torch.long)
            expected = judge_moves(in_torch, torch.from_numpy(bits.astype(np.float32)), owner, looks)
            assert np.allclose(values, expected.numpy(), atol=1e-4)
            assert np.allclose(level_values, expected_levels[0].numpy(), atol=1e-4)
        if number > 40:
            break


@pytest.mark.parametrize("table", CLIMBING, ids=str)
def test_a_net_plays_every_decision_of_every_climbing_game(table: TableId) -> None:
    game, parts = small(table)
    bots = {seat: NetClimber(game, parts) for seat in range(game.seats)}
    match = Match(game, 0)
    for number in range(2):
        match.deal(shuffled(game, Random(number)))
        while not match.needs_deck and not match.is_over:
            assert step(match, bots) is not None
        if match.is_over:
            break


@pytest.mark.parametrize("table", WITH_NETS, ids=str)
def test_a_net_gets_no_more_than_a_view(table: TableId) -> None:
    game = table.game()
    match = Match(game, 0)
    match.deal(shuffled(game, Random(7)))
    bots = {seat: seat_bot("net", game, Random(seat)) for seat in range(game.seats)}
    rng = Random(11)
    differed = 0
    while not match.needs_deck and not match.is_over:
        (seat, *_) = sorted(game.waiting(match.state))
        view = match.view(seat)
        for _ in range(3):
            other = game.determinize(view, rng)
            sampled = dataclasses.replace(game.view(other, seat), past=view.past)
            differed += other.hands != match.state.hands
            bot = seat_bot("net", game, Random(3))
            assert (bot.interject(sampled), bot.choose(sampled)) == (
                bots[seat].interject(view),
                bots[seat].choose(view),
            )
        step(match, bots)
    assert differed


def test_a_net_bets_at_its_own_turn_only_and_never_by_choosing() -> None:
    game, parts = small(TableId("haggis3", 3))
    parts["levels_bias"] = np.array([50.0, 40.0], np.float32)  # it would always bet 15
    bot = NetClimber(game, parts)
    match = Match(game, 0)
    match.deal(shuffled(game, Random(1)))
    (turn,) = game.waiting(match.state)
    for seat in range(3):
        view = match.view(seat)
        assert bot.interject(view) == (Bet(15) if seat == turn else None)
    assert not isinstance(bot.choose(match.view(turn)), Bet)


def test_levels_share_out_all_of_the_chance() -> None:
    values = np.array([0.3, -1.0, 2.0, 5.0, 5.0])
    of = np.array([0, 0, 0, 1, 2])
    level_values = np.array([-1.0, 0.5, 9.0])
    chances = np.exp(levels.log_chances(values, level_values, of))
    assert chances.sum() == pytest.approx(1.0)
    assert chances[4] / chances[3] == pytest.approx(np.exp(1.5))
    assert levels.best(values, level_values, of) == 4
    assert levels.best(values[:4], level_values, of[:4]) == 2


def test_there_is_a_net_by_name() -> None:
    assert isinstance(seat_bot("net", games.get("haggis3"), Random(1)), NetClimber)
