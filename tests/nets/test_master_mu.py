"""The net of Mü with a search: what others did tells their cards, and the net plays on in worlds so drawn."""

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
from stramash.bots.mu.expert import SOLVED_TRICKS, ExpertTrickTaker
from stramash.bots.mu.master import PLAYED, MasterTrickTaker
from stramash.bots.mu.net import NetTrickTaker
from stramash.bots.mu.past import Belief, decisions
from stramash.bots.mu.worlds import MuWorlds
from stramash.bots.net_bot import master_bot
from stramash.bots.registry import seat_bot
from stramash.core.cards import FIRST_COPIES
from stramash.core.errors import RulesError
from stramash.core.match import Match, shuffled
from stramash.mu.moves import PlayCard
from stramash.mu.state import Phase
from stramash.nets.crowd import Crowd
from stramash.sim.mu import record as at
from stramash.sim.mu.pack import pack_move, pack_state, unpack_state
from stramash.sim.run import pack_moves

SEATS = (3, 4, 5, 6)
FEW: dict[str, Any] = {"worlds": 4, "candidates": 3, "playouts": 24, "solved_worlds": 8}


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
        if len(view.legal) > 1 and view.table.phase is not Phase.AUCTION and (asked := asked + 1) % 8 == 1:
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
    crowd, match, bots = Crowd(game, parts), begun(game, 2), nets(game, parts)
    while match.deals[-1].result is None:
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        move = bots[seat].choose(view)
        if view.table.phase not in (Phase.AUCTION, Phase.NEXT_DEALER) and len(view.legal) > 1:
            worlds = pack_state(game.rules, match.state)[None]
            (found,) = crowd.worth(seat, worlds, pack_moves(game, [move]), 1000)
            break
        match.act(seat, move)
    while (result := match.deals[-1].result) is None:
        step(match, bots)
    others = [points for side, points in enumerate(result.scores) if side != seat]
    assert found[0] == pytest.approx(result.scores[seat] - sum(others) / len(others))


@pytest.mark.parametrize("seats", SEATS)
def test_what_others_decided_is_found_in_a_view(seats: int) -> None:
    """Asked about as it was, with the hand that was held, the net knows its own decision again."""
    game = games.get("mu", seats)
    _, parts = small(game)
    crowd, bots = Crowd(game, parts), nets(game, parts)
    match = in_the_tricks(game, bots, 3, 3 * seats + 1)
    (seat,) = game.waiting(match.state)
    view: Any = match.view(seat)
    found = decisions(view)
    cards = [item for item in found if item.move[0] >> 32 == at.PLAY]
    assert [item.move for item in cards] == [
        pack_move(PlayCard(event.card))
        for event in view.past
        if type(event).__name__ == "CardPlayed" and event.seat != seat
    ]
    assert decisions(view, len(view.past) - 1) == found[-1:]
    truth = pack_state(game.rules, match.state)[None]
    belief = Belief(game, crowd)
    for item in found:
        before = belief._before(view, item, truth)
        place = at.HANDS + 2 * item.seat
        held = int(np.bitwise_count(before[0, place : place + 2]).sum())
        assert held == item.table.counts[item.seat]
    # A net that never hesitates: what it did is what it would do.
    sure = {
        name: part * (5000 if name in ("move_last", "levels", "levels_bias") else 1)
        for name, part in parts.items()
    }
    likely = Belief(game, Crowd(game, sure))._likely(view, cards, truth)
    assert likely == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize("seats", SEATS)
def test_worlds_by_what_others_did_agree_with_the_view(seats: int) -> None:
    game = games.get("mu", seats)
    _, parts = small(game)
    bots, crowd = nets(game, parts), Crowd(game, parts)
    match = in_the_tricks(game, bots, 6, 1)
    belief, differed = {seat: Belief(game, crowd) for seat in range(seats)}, 0
    for _ in range(20):
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        weights = belief[seat].weights(view, Random(1))
        assert not weights[seat].any()
        for row in MuWorlds(game, view, Random(2), weights=weights).take(3):
            world = unpack_state(game.rules, row)
            assert game.view(world, seat) == view
            differed += world != match.state
        step(match, bots)
    assert differed


def test_worlds_by_what_others_did_are_nearer_to_the_truth() -> None:
    """Nets play: of the cards that a seat cannot place more lie right than if nothing is remembered."""
    game = games.get("mu", 4)
    bots = {seat: seat_bot("apprentice", game, Random(seat)) for seat in range(4)}
    master = master_bot(game, Random(1))
    assert isinstance(master, MasterTrickTaker)
    right = {"dealt": 0, "drawn": 0}
    for seed in range(3):
        match = in_the_tricks(game, bots, seed, 22)
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        drawn = master._likely(view, 100)
        dealt = MuWorlds(game, view, Random(1), remembers=False).take(100)
        for name, records in (("dealt", dealt), ("drawn", drawn)):
            for other in range(4):
                hidden = match.state.table.hidden(other, match.state.hands[other])
                same_cards = records[:, at.HANDS + 2 * other] & (hidden & FIRST_COPIES)
                right[name] += int(np.bitwise_count(same_cards).sum()) if other != seat else 0
    assert right["drawn"] > 1.1 * right["dealt"]


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
            worlds = other._likely(view, other.solved_worlds)
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
    bot = MasterTrickTaker(game, parts, Random(1), worlds=5000, chance=1e-30, candidates=1000)
    asked = []

    def worth(seat: int, worlds: Any, moves: Any, steps: int) -> Any:
        asked.append(len(worlds) * len(moves) * sum(view.table.counts))
        return np.zeros((len(worlds), len(moves)))

    bot.crowd.worth = worth  # type: ignore[method-assign]
    bot.choose(view)
    assert 0 < sum(asked) <= PLAYED


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
        isinstance(master_bot(games.get("mu", seats), Random(1)), MasterTrickTaker) for seats in (3, 4)
    )
    with caplog.at_level(logging.WARNING, "stramash.bots"):
        other = games.get("mu", 4, short_loss=5)
        assert isinstance(master_bot(other, Random(1)), ExpertTrickTaker)
    with pytest.raises(RulesError, match="tea leaves"):
        master_bot(games.get("mu", 4), Random(1), looks="play+tea leaves")
