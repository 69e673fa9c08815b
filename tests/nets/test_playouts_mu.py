"""Tricks of Mü played on by a small net in compiled code: card by card what the net itself would play."""

import dataclasses
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.nets.test_master_mu import begun, in_the_tricks, nets
from tests.nets.test_mu_player import small

from stramash import games
from stramash.bots.mu.opponent_model import posterior_worlds, tricks_of
from stramash.bots.mu.worlds import MuWorlds
from stramash.core.cards import FIRST_COPIES, SECOND_COPY
from stramash.mu.state import Phase
from stramash.nets import levels
from stramash.nets.batched_net import BatchedNet
from stramash.nets.cards import shipped
from stramash.nets.files import read
from stramash.nets.mu.player import auction_moves
from stramash.nets.mu.playouts import Playouts, are_cards_due
from stramash.sim.mu import record as at
from stramash.sim.mu.pack import pack_move, pack_state
from stramash.sim.run import pack_moves

TO_THE_END = 1000
NEARLY_ALL = 0.97
"""Sums in another order may turn a choice between equals."""


def both(game: Any, parts: dict[str, Any], seed: int, moves: int) -> tuple[Any, Any]:
    """What the cards of a seat are worth in worlds, by compiled code and by a batch."""
    match = in_the_tricks(game, nets(game, parts), seed, moves)
    (seat,) = game.waiting(match.state)
    view: Any = match.view(seat)
    worlds = MuWorlds(game, view, Random(seed)).take(12)
    worlds[:, at.BOLDNESS] = 1
    packed = pack_moves(game, list(view.legal))
    return (
        Playouts(game, parts).worth(seat, worlds, packed),
        BatchedNet(game, parts).worth(seat, worlds, packed, TO_THE_END),
    )


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_small_net_plays_on_as_in_a_batch(seats: int) -> None:
    game = games.get("mu", seats)
    same = []
    for seed in range(4):
        found, expected = both(game, small(game, seed=seed, match=seed == 3)[1], seed, 5 * seed)
        same.append(np.isclose(found, expected))
    assert np.mean(np.concatenate(same, axis=None)) > NEARLY_ALL
    assert len(same) == 4


def test_the_level_that_comes_along_plays_on_as_in_a_batch() -> None:
    game = games.get("mu", 4)
    path = shipped(game, "laird")
    assert path is not None
    found, expected = both(game, read(path, game)[2], 2, 9)
    assert found.std()
    assert np.isclose(found, expected).mean() > NEARLY_ALL


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_deal_is_bid_and_named_by_a_batched_net_and_played_on_by_a_small_net(seats: int) -> None:
    """Both are the same net here: in sum they do what the batched net alone does to the end."""
    game = games.get("mu", seats)
    _, parts = small(game)
    batched, playouts, bots = BatchedNet(game, parts), Playouts(game, parts), nets(game, parts)
    match, met = begun(game, 3), set[Phase]()
    while match.state.table.phase is not Phase.PLAY:
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        phase = view.table.phase
        if phase not in met and len(view.legal) > 1 and phase is not Phase.BURY:
            met.add(phase)
            worlds = MuWorlds(game, view, Random(1)).take(6)
            worlds[:, at.BOLDNESS] = 1
            is_bid = phase is Phase.AUCTION
            moves = (auction_moves(game.rules, view) if is_bid else pack_moves(game, list(view.legal)))[:4]
            records = batched.played_to(worlds, moves, are_cards_due)
            assert set(records[:, at.PHASE]) <= {at.IN_TRICK, at.NAMING_DEALER, at.OVER}
            found = playouts.worth_of(seat, records).reshape(len(worlds), len(moves))
            expected = batched.worth(seat, worlds, moves, TO_THE_END)
            assert np.isclose(found, expected).mean() > NEARLY_ALL
            assert expected.std()
        match.act(seat, bots[seat].choose(view))
    assert Phase.AUCTION in met


@pytest.mark.parametrize("seats", [3, 5])
def test_worlds_are_weighed_by_what_the_net_would_have_played(seats: int) -> None:
    game = games.get("mu", seats)
    _, parts = small(game)
    bots, match = nets(game, parts), begun(game, 3)
    expected = np.zeros(seats)
    displays: Any = None
    own, played = 0, list[tuple[int, int]]()
    while match.deals[-1].result is None and len(played) < 4 * seats:
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        move = bots[seat].choose(view)
        if view.table.phase is Phase.PLAY:
            if displays is None:
                cards = [(shown & FIRST_COPIES, shown >> SECOND_COPY) for shown in view.table.displays]
                displays = np.array(cards, np.int64).ravel()
            packed = np.array([pack_move(legal) for legal in view.legal], np.int64)
            seen = bots[seat].net.seen(view, packed)
            values, level_values = bots[seat].net.values(seen)
            chances = levels.log_chances(values, level_values, seen.levels)
            expected[seat] += chances[view.legal.index(move)] if seat != own else 0.0
            played.append((seat, move.card))
        match.act(seat, move)
    worlds = np.repeat(pack_state(game.rules, match.state)[None], 3, axis=0)
    found = Playouts(game, parts).log_chances(own, worlds, displays, np.array(played, np.int64))
    assert expected.min() < 0
    assert np.allclose(found, expected, atol=1e-3)


def test_worlds_that_explain_what_was_played_come_oftener() -> None:
    game = games.get("mu", 4)
    _, parts = small(game)
    net = Playouts(game, parts)
    match = in_the_tricks(game, nets(game, parts), 6, 14)
    (seat,) = game.waiting(match.state)
    view: Any = match.view(seat)
    tricks = tricks_of(view)
    assert tricks is not None
    assert tricks.played.shape == (14, 2)
    plain, faithful, again = (
        posterior_worlds(MuWorlds(game, view, Random(5)), view, net, 100, weight)
        for weight in (0.0, 1.0, 1.0)
    )
    assert (faithful == again).all()
    assert plain.shape == faithful.shape
    likely = [net.log_chances(seat, worlds, *tricks).sum(axis=1).mean() for worlds in (plain, faithful)]
    assert likely[1] > likely[0] + 0.2
    # Who was told nothing of the past believes nothing.
    told = dataclasses.replace(view, past=())
    assert tricks_of(told) is None
    assert (posterior_worlds(MuWorlds(game, told, Random(5)), told, net, 100, 1.0) == plain).all()
