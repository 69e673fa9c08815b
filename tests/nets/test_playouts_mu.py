"""Deals of Mü played on by a small net in compiled code: move by move what the net itself would do."""

import dataclasses
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.nets.test_master_mu import begun, in_the_tricks, nets
from tests.nets.test_mu_player import small

from stramash import games
from stramash.bots.driver import step
from stramash.bots.mu.belief import believed, bids_of, tricks_of
from stramash.bots.mu.worlds import MuWorlds
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, count, join, size
from stramash.mu.moves import Display
from stramash.mu.state import Phase
from stramash.nets import levels
from stramash.nets.cards import shipped
from stramash.nets.crowd import Crowd
from stramash.nets.files import read
from stramash.nets.mu.player import auction_moves
from stramash.nets.mu.playouts import Playouts
from stramash.sim.mu import record as at
from stramash.sim.mu.pack import pack_move, pack_state
from stramash.sim.run import pack_moves

TO_THE_END = 1000
NEARLY_ALL = 0.97
"""Sums in another order may turn a choice between equals."""


def both(game: Any, parts: dict[str, Any], view: Any, seed: int) -> tuple[Any, Any]:
    """What the next moves of a seat are worth in worlds, by compiled code and by a batch."""
    worlds = MuWorlds(game, view, Random(seed)).take(12)
    worlds[:, at.BOLDNESS] = 1
    if view.table.phase is Phase.AUCTION:
        packed = auction_moves(game.rules, view)
    else:
        packed = pack_moves(game, list(view.legal[:12]))
    return (
        Playouts(game, parts).worth(view.seat, worlds, packed),
        Crowd(game, parts).worth(view.seat, worlds, packed, TO_THE_END),
    )


def met(game: Any, parts: dict[str, Any], seed: int, bids: int) -> dict[Phase, Any]:
    """What a seat sees at the first choice of each phase of a deal; in the auction after some bids."""
    found: dict[Phase, Any] = {}
    match, bots = begun(game, seed), nets(game, parts)
    while Phase.PLAY not in found:
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        if len(view.legal) > 1 and len(match.deals[-1].moves) >= bids:
            found.setdefault(view.table.phase, view)
        step(match, bots)
    return found


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_small_net_plays_tricks_on_as_in_a_batch(seats: int) -> None:
    game = games.get("mu", seats)
    same = []
    for seed in range(4):
        _, parts = small(game, seed=seed, match=seed == 3)
        match = in_the_tricks(game, nets(game, parts), seed, 5 * seed)
        (seat,) = game.waiting(match.state)
        found, expected = both(game, parts, match.view(seat), seed)
        same.append(np.isclose(found, expected))
    assert np.mean(np.concatenate(same, axis=None)) > NEARLY_ALL
    assert len(same) == 4


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_small_net_plays_on_from_before_the_tricks_as_in_a_batch(seats: int) -> None:
    game = games.get("mu", seats)
    same: dict[Phase, list[Any]] = {}
    for seed in range(4):
        _, parts = small(game, seed=seed, match=seed == 3)
        for phase, view in met(game, parts, seed, bids=seed).items():
            found, expected = both(game, parts, view, seed)
            assert found.std()
            same.setdefault(phase, []).append(np.isclose(found, expected).ravel())
    last = Phase.BURY if seats == 3 else Phase.PARTNER
    assert set(same) >= {Phase.AUCTION, Phase.CROWN_TRUMP, last}
    assert all(np.concatenate(found).mean() > NEARLY_ALL for found in same.values())


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_level_that_comes_along_plays_on_as_in_a_batch(seats: int) -> None:
    game = games.get("mu", seats)
    path = shipped(game, "laird")
    assert path is not None
    parts = read(path, game)[2]
    for view in met(game, parts, 2, bids=3).values():
        found, expected = both(game, parts, view, 2)
        assert found.std()
        assert np.isclose(found, expected).mean() > NEARLY_ALL


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_it_plays_on_from_a_bid_as_players_do(seats: int) -> None:
    """In the true deal, after a display that comes whole: points by points what players get."""
    game = games.get("mu", seats)
    _, parts = small(game)
    same = 0
    for seed in range(6):
        match, bots = begun(game, seed), nets(game, parts)
        for _ in range(seed):
            step(match, bots)
        (seat,) = game.waiting(match.state)
        worlds = pack_state(game.rules, match.state)[None]
        worlds[:, at.BOLDNESS] = 1
        move = bots[seat].choose(match.view(seat))
        ((found,),) = Playouts(game, parts).worth(seat, worlds, pack_moves(game, [move]))
        while (result := match.deals[-1].result) is None:
            step(match, bots)
        others = [points for side, points in enumerate(result.scores) if side != seat]
        same += found == pytest.approx(result.scores[seat] - sum(others) / len(others))
    assert same >= 5  # sums in another order may turn a choice between equals


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


@pytest.mark.parametrize("seats", [3, 5])
def test_worlds_are_weighed_by_what_the_net_would_have_shown(seats: int) -> None:
    game = games.get("mu", seats)
    _, parts = small(game)
    bots, match, own = nets(game, parts), begun(game, 3), 1
    expected = np.zeros(seats)
    while match.state.table.phase is Phase.AUCTION:
        (seat,) = game.waiting(match.state)
        view: Any = match.view(seat)
        move = bots[seat].choose(view)
        if seat != own and isinstance(move, Display):
            expected[seat] += shown_by(bots[seat].net, view, move.cards)
        match.act(seat, move)
    worlds = np.repeat(pack_state(game.rules, match.state)[None], 3, axis=0)
    worlds[:, at.BOLDNESS] = 1
    bids = bids_of(match.view(own))
    assert bids is not None
    found = Playouts(game, parts).log_chances_shown(own, worlds, bids)
    assert expected.min() < 0
    assert np.allclose(found, expected, atol=1e-3)


def shown_by(net: Any, view: Any, cards: int) -> float:
    """The logarithm of the chance that a net shows so many cards, and each of these before any other."""

    def chances(staged: int, planned: int) -> tuple[Any, Any]:
        moves = auction_moves(net.rules, view, staged, planned)
        seen = net.seen(view, moves, staged, planned)
        values, level_values = net.values(seen)
        return moves[:, 0] & 63, levels.log_chances(values, level_values, seen.levels)

    counts, logs = chances(0, 0)
    total = float(logs[counts.tolist().index(size(cards))])
    staged = 0
    while staged != cards:
        faces, logs = chances(staged, size(cards))
        left = [i for i, face in enumerate(faces.tolist()) if count(cards, face) > count(staged, face)]
        total += float(np.log(np.exp(logs[left]).sum()))
        staged = join(staged, 1 << int(faces[left[int(np.argmax(logs[left]))]]))
    return total


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
        believed(MuWorlds(game, view, Random(5)), view, net, 100, faith) for faith in (0.0, 1.0, 1.0)
    )
    assert (faithful == again).all()
    assert plain.shape == faithful.shape
    likely = [net.log_chances(seat, worlds, *tricks).sum(axis=1).mean() for worlds in (plain, faithful)]
    assert likely[1] > likely[0] + 0.2
    # Who was told nothing of the past believes nothing.
    told = dataclasses.replace(view, past=())
    assert tricks_of(told) is None
    assert (believed(MuWorlds(game, told, Random(5)), told, net, 100, 1.0) == plain).all()
