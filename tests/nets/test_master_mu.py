"""The net of Mü with a search: nets play on in worlds that agree with the view."""

import dataclasses
import logging
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.nets.test_mu_player import small

from stramash import games
from stramash.bots.driver import step
from stramash.bots.mu.advice import same
from stramash.bots.mu.endgame import solved
from stramash.bots.mu.endings import SOLVED_TRICKS
from stramash.bots.mu.expert import ExpertTrickTaker
from stramash.bots.mu.master import (
    BID_PLAYED,
    LEVEL,
    PLAYED,
    SMALL_PLAYED,
    TRICKS,
    MasterTrickTaker,
)
from stramash.bots.mu.net import NetTrickTaker
from stramash.bots.net_bot import master_bot
from stramash.core.cards import size
from stramash.core.match import Match, shuffled
from stramash.mu.moves import Display
from stramash.mu.state import Phase
from stramash.nets.batched_net import BatchedNet
from stramash.nets.cards import WeightsError, read_card, shipped
from stramash.nets.mu.playouts import Playouts
from stramash.sim.mu.pack import pack_state
from stramash.sim.run import pack_moves

SEATS = (3, 4, 5, 6)
FEW: dict[str, Any] = {"worlds": 4, "candidates": 3, "solved_worlds": 8, "bid_worlds": 4}


def begun(game: Any, seed: int) -> Match[Any, Any, Any]:
    match = Match(game, 0)
    match.deal(shuffled(game, Random(seed)))
    return match


def in_the_tricks(game: Any, bots: dict[int, Any], seed: int, moves: int) -> Match[Any, Any, Any]:
    """A deal some cards after the first lead."""
    match = begun(game, seed)
    while match.state.table.phase is not Phase.PLAY:
        step(match, bots)
    for _ in range(moves):
        step(match, bots)
    return match


def in_phase(game: Any, bots: dict[int, Any], phase: Phase) -> tuple[Match[Any, Any, Any], Any]:
    """A deal in which somebody has a choice in a phase, and their view."""
    for seed in range(100):
        match = begun(game, seed)
        while match.deals[-1].result is None:
            (seat,) = game.waiting(match.state)
            view: Any = match.view(seat)
            if view.table.phase is phase and len(view.legal) > 1:
                return match, view
            if view.table.phase is Phase.PLAY:
                break
            step(match, bots)
    raise AssertionError("no such deal")


def nets(game: Any, parts: dict[str, Any]) -> dict[int, Any]:
    return {seat: NetTrickTaker(game, parts) for seat in range(game.seats)}


@pytest.mark.parametrize("seats", [3, 4])
def test_it_plays_legal_moves_and_the_same_again(seats: int) -> None:
    game = games.get("mu", seats)
    _, parts = small(game)
    played = []
    for _ in range(2):
        match = begun(game, 4)
        bots = {seat: MasterTrickTaker(game, parts, Random(seat), **FEW) for seat in range(seats)}
        while match.deals[-1].result is None:
            step(match, bots)
        played.append(match.deals[-1].moves)
    assert played[0] == played[1]


@pytest.mark.parametrize("seats", SEATS)
def test_it_gets_no_more_than_a_view(seats: int) -> None:
    game = games.get("mu", seats)
    _, parts = small(game)
    match, walkers, rng = begun(game, 5), nets(game, parts), Random(11)
    differed = asked = 0
    while match.deals[-1].result is None:
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        if len(view.legal) > 1 and (asked := asked + 1) % 8 == 1:
            other = game.determinize(view, rng)
            sampled = dataclasses.replace(game.view(other, seat), past=view.past)
            differed += other.hands != match.state.hands
            said = [MasterTrickTaker(game, parts, Random(3), **FEW).choose(seen) for seen in (view, sampled)]
            assert said[0] == said[1]
        step(match, walkers)
    assert differed


@pytest.mark.parametrize("seats", SEATS)
def test_many_tables_at_once_play_as_one(seats: int) -> None:
    """From a first bid on to the end of the deal: points by points what single players get."""
    game = games.get("mu", seats)
    _, parts = small(game)
    batched, match, bots = BatchedNet(game, parts), begun(game, 2), nets(game, parts)
    while match.deals[-1].result is None:
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        move = bots[seat].choose(view)
        if view.table.phase not in (Phase.AUCTION, Phase.NEXT_DEALER) and len(view.legal) > 1:
            worlds = pack_state(game.rules, match.state)[None]
            (found,) = batched.worth(seat, worlds, pack_moves(game, [move]), 1000)
            break
        match.act(seat, move)
    while (result := match.deals[-1].result) is None:
        step(match, bots)
    others = [points for side, points in enumerate(result.scores) if side != seat]
    assert found[0] == pytest.approx(result.scores[seat] - sum(others) / len(others))


@pytest.mark.parametrize("seats", [3, 4])
def test_endings_are_solved(seats: int) -> None:
    """No other card is better on the mean of the worlds, each solved to its end."""
    game = games.get("mu", seats)
    _, parts = small(game)
    bots, asked = nets(game, parts), 0
    match = in_the_tricks(game, bots, 1, 0)
    while match.deals[-1].result is None:
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        is_near = view.table.phase is Phase.PLAY and max(view.table.counts) <= min(3, SOLVED_TRICKS[seats])
        if is_near and len(view.legal) > 1:
            one, other = (MasterTrickTaker(game, parts, Random(2), **FEW) for _ in range(2))
            worlds = other.drawn_worlds(view, FEW["solved_worlds"])
            worth = solved(game, worlds, list(view.legal), seat).mean(axis=0)
            assert worth[view.legal.index(one.choose(view))] == pytest.approx(worth.max())
            asked += 1
        step(match, bots)
    assert asked


def test_a_look_is_bounded_by_work() -> None:
    game = games.get("mu", 4)
    _, parts = small(game)
    match = in_the_tricks(game, nets(game, parts), 1, 0)
    (seat,) = game.waiting(match.state)
    view: Any = match.view(seat)
    many: dict[str, Any] = {"worlds": 5000, "small_worlds": 5000, "chance": 1e-30, "candidates": 1000}
    bot = MasterTrickTaker(game, parts, Random(1), **many)
    asked = []

    def worth(seat: int, worlds: Any, moves: Any, steps: int = 0) -> Any:
        asked.append(len(worlds) * len(moves) * sum(view.table.counts))
        return np.zeros((len(worlds), len(moves)))

    bot.batched.worth = worth  # type: ignore[method-assign]
    bot._small = Playouts(game, parts)
    bot._small.worth = worth  # type: ignore[method-assign]
    bot.choose(view)
    assert 0 < sum(asked) <= SMALL_PLAYED + PLAYED


@pytest.mark.parametrize("phase", [Phase.AUCTION, Phase.CROWN_TRUMP, Phase.PARTNER])
def test_a_look_before_cards_is_bounded_by_work(phase: Phase, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("mu", 5)
    _, parts = small(game)
    _, view = in_phase(game, nets(game, parts), phase)
    many: dict[str, Any] = {"bid_worlds": 5000, "small_worlds": 5000, "candidates": 1000}
    bot = MasterTrickTaker(game, parts, Random(1), **many)
    assert bot._small is not None
    for name in ("LEAST_CHANCE_BID", "LEAST_CHANCE_NAMED"):
        monkeypatch.setattr(f"stramash.bots.mu.master.{name}", 1e-30)
    asked = []

    def worth(worlds: Any, moves: Any) -> Any:
        asked.append(len(worlds) * len(moves) * sum(view.table.counts))
        return np.zeros((len(worlds), len(moves)))

    bot.after_naming = lambda view: worth  # type: ignore[method-assign]
    bot.choose(view)
    assert 0 < sum(asked) <= (BID_PLAYED if phase is Phase.AUCTION else SMALL_PLAYED)


@pytest.mark.parametrize("phase", [Phase.AUCTION, Phase.SHIELD_TRUMP, Phase.CROWN_TRUMP, Phase.PARTNER])
def test_before_cards_it_does_what_brings_most_in_worlds(
    phase: Phase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worst liked of what is looked at is chosen where it brings most, else what the net likes."""
    game = games.get("mu", 5)
    _, parts = small(game)
    _, view = in_phase(game, nets(game, parts), phase)
    net = NetTrickTaker(game, parts)
    for gain in (0.0, 20.0):
        bot = MasterTrickTaker(game, parts, Random(1))
        looked: list[Any] = []

        def worth(worlds: Any, moves: Any, looked: list[Any] = looked, gain: float = gain) -> Any:
            looked.extend([] if looked else moves.tolist())
            last = [move == looked[-1] for move in moves.tolist()]
            return np.tile(np.where(last, gain, 0.0), (len(worlds), 1))

        monkeypatch.setattr(bot, "after_naming", lambda view, worth=worth: worth)
        chosen = bot.choose(view)
        if not gain:
            assert chosen == net.choose(view)
            continue
        assert len(looked) > 1
        if phase is Phase.AUCTION:
            assert (size(chosen.cards) if isinstance(chosen, Display) else 0) == looked[-1][0] & 63
        else:
            assert pack_moves(game, [chosen]).tolist() == [looked[-1]]


def test_bids_are_the_nets_where_a_spec_says_so() -> None:
    game = games.get("mu", 4)
    _, parts = small(game)
    _, view = in_phase(game, nets(game, parts), Phase.AUCTION)
    bot = MasterTrickTaker(game, parts, Random(1), bid_worlds=0)
    bot.after_naming = lambda view: pytest.fail("looked")  # type: ignore[method-assign]
    assert bot.choose(view) == NetTrickTaker(game, parts).choose(view)


def test_the_large_net_looks_at_what_the_small_one_leaves_in_question() -> None:
    game = games.get("mu", 4)
    _, parts = small(game)
    match = in_the_tricks(game, nets(game, parts), 1, 0)
    (seat,) = game.waiting(match.state)
    view: Any = match.view(seat)
    bot = MasterTrickTaker(game, parts, Random(1), chance=1e-30, candidates=1000)
    tried = pack_moves(game, list(view.legal))[bot._tried(view, pack_moves(game, list(view.legal)))]
    assert len(tried) > 3
    points = np.full(len(tried), -50.0)
    points[0], points[1], points[2] = 0.0, 9.0, 10.0
    noise = np.random.default_rng(1)
    asked = []

    def among(moves: Any) -> Any:
        return [next(i for i, row in enumerate(tried) if (row == move).all()) for move in moves]

    def small_worth(seat: int, worlds: Any, moves: Any) -> Any:
        return points[among(moves)] + noise.normal(0, 30, (len(worlds), len(moves)))

    def net_worth(seat: int, worlds: Any, moves: Any, steps: int) -> Any:
        asked.append(among(moves))
        return np.tile(np.where(np.array(among(moves)) == 1, 20.0, 0.0), (len(worlds), 1))

    bot._small = Playouts(game, parts)
    bot._small.worth = small_worth  # type: ignore[method-assign]
    bot.batched.worth = net_worth  # type: ignore[method-assign]
    chosen = bot.choose(view)
    assert asked[0] == [0, 1, 2]
    # The small net likes the third best, the large one the second by far: together the second.
    assert (pack_moves(game, [chosen])[0] == tried[1]).all()


def test_a_small_net_that_knows_cards_alone_plays_on_where_there_is_one() -> None:
    widths = {}
    for seats in (4, 5, 6):
        bot = master_bot(games.get("mu", seats), Random(1))
        assert isinstance(bot, MasterTrickTaker)
        assert bot._small is not None
        widths[seats] = bot._small.net.look.shape[0]
    paths = {seats: shipped(games.get("mu", seats), TRICKS) for seats in (4, 6)}
    paths[5] = shipped(games.get("mu", 5), LEVEL)
    assert shipped(games.get("mu", 5), TRICKS) is None
    for seats, path in paths.items():
        assert path is not None
        assert widths[seats] == read_card(path).shape["width"]


def test_there_is_no_master_where_no_small_net_plays_on() -> None:
    game = games.get("mu", 4, short_loss=5)  # small nets learned the sheet
    _, parts = small(game)
    with pytest.raises(WeightsError, match="no small net"):
        MasterTrickTaker(game, parts, Random(1))


def test_of_cards_that_come_to_the_same_the_nets_favourite_alone_is_tried() -> None:
    game = games.get("mu", 4)
    _, parts = small(game)
    bots, dropped = nets(game, parts), 0
    bot = MasterTrickTaker(game, parts, Random(1), chance=1e-30, candidates=1000)
    for seed in range(4):
        match = in_the_tricks(game, bots, seed, 8)
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        tried = bot._tried(view, pack_moves(game, list(view.legal)))
        keys = [same(game.rules, view, view.legal[i]) for i in tried]
        assert len(set(keys)) == len(keys)
        assert keys[0] == same(game.rules, view, bots[seat].choose(view))
        dropped += len(view.legal) - len(tried)
    assert dropped


def test_it_sits_down_where_there_is_a_net_and_needs_no_critic(caplog: pytest.LogCaptureFixture) -> None:
    assert all(
        isinstance(master_bot(games.get("mu", seats), Random(1)), MasterTrickTaker) for seats in (3, 4, 5)
    )
    with caplog.at_level(logging.WARNING, "stramash.bots"):
        other = games.get("mu", 4, short_loss=5)
        assert isinstance(master_bot(other, Random(1)), ExpertTrickTaker)
