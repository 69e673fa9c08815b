"""The tree that playouts grow: it finds what flat playouts miss, and is as repeatable as they are."""

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.bots.test_endgame import short_endings
from tests.playing import random_move

from stramash import games
from stramash.bots.climbing import endgame
from stramash.bots.outside.specs import find_bot
from stramash.bots.search.compare import MATCH_POINT, lead_over_others
from stramash.bots.search.tree import (
    PROBES,
    SLOTS,
    grower,
    new_tree,
    place_of,
    playout_evaluator,
    sides_of,
)
from stramash.climbing.moves import Bet
from stramash.core.errors import RulesError
from stramash.core.match import Match, shuffled
from stramash.sim.climbing.record import TOTALS
from stramash.sim.family import family_of
from stramash.sim.run import Workspace, pack_moves, pack_worlds, playouts

TABLES = [("haggis", 2), ("haggis3", 3), ("neeps", 4), ("tatties", 3), ("haggis-classic", 2), ("mu", 5)]


def without_bets(moves: Iterable[Any]) -> list[Any]:
    return [move for move in moves if not isinstance(move, Bet)]


def in_the_tricks(game_id: str, seats: int, seed: int) -> tuple[Any, Any, list[Any]]:
    """A game, a position of it in which cards are played, and the moves there."""
    game = games.get(game_id, seats)
    rng = Random(seed)
    match = Match(game, 0)
    match.deal(shuffled(game, rng))
    skipped = seed % 3
    while True:
        (seat, *_) = sorted(game.waiting(match.state))
        is_card_play = match.state.table.phase.name in ("TRICK", "PLAY")
        moves = without_bets(game.legal(match.state, seat))
        if is_card_play and len(moves) > 2:
            if not skipped:
                return game, match.state, moves[:8]
            skipped -= 1
        match.act(seat, random_move(game, match.state, seat, rng))


def flat(game: Any, records: Any, moves: list[Any], side: int) -> Any:
    """The same playouts without a tree."""
    points = playouts(game, records, pack_moves(game, moves), policy="quick", threads=1)
    return lead_over_others(points[:, :, 0, :], side)


def test_it_finds_what_flat_playouts_miss() -> None:
    """In endings that can be solved it picks the best move far more often."""
    game = games.get("haggis", 2)
    memory = endgame.tables(game.rules)
    wrong = {"tree": 0, "flat": 0}
    for state in short_endings(game, Random(4), 10, 200):
        (seat,) = game.waiting(state)
        moves = without_bets(game.legal(state, seat))
        exact = np.zeros((1, len(moves)), np.int64)
        packed = pack_worlds(game, [state])
        assert not endgame.solve_worlds(packed, pack_moves(game, moves), 60_000, memory, exact)
        leads = exact[0] if seat == 0 else -exact[0]
        worlds = np.repeat(packed, 300, axis=0)
        grown = playout_evaluator(game, 1, learns=True)(worlds, moves)[150:].mean(axis=0)
        guesses = {"tree": grown, "flat": flat(game, packed, moves, seat)[0]}
        for name, values in guesses.items():
            wrong[name] += bool(leads[values.argmax()] < leads.max())
    assert wrong["flat"] > 20
    assert wrong["tree"] < wrong["flat"] / 2, wrong


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_threads_change_nothing(game_id: str, seats: int) -> None:
    game, state, moves = in_the_tricks(game_id, seats, 3)
    worlds = np.repeat(pack_worlds(game, [state]), 40, axis=0)
    alone, together = (playout_evaluator(game, threads, learns=True)(worlds, moves) for threads in (1, 2))
    assert alone.shape == (40, len(moves))
    assert (alone == together).all()


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_the_first_playout_is_a_flat_one_and_later_ones_differ(game_id: str, seats: int) -> None:
    differed = 0
    for seed in range(6):
        game, state, moves = in_the_tricks(game_id, seats, seed)
        (seat,) = game.waiting(state)
        side = sides_of(game)[seat]
        worlds = np.repeat(pack_worlds(game, [state]), 30, axis=0)
        grown = playout_evaluator(game, 1, learns=True)(worlds, moves)
        usual = flat(game, worlds[:1], moves, side)[0]
        assert (grown[0] == usual).all()
        differed += bool((grown[1:] != usual).any())
    assert differed


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_a_full_tree_learns_nothing_more(game_id: str, seats: int) -> None:
    game, state, moves = in_the_tricks(game_id, seats, 1)
    (seat,) = game.waiting(state)
    sides = sides_of(game)
    home = family_of(game)
    space = Workspace(home)
    worlds = np.repeat(pack_worlds(game, [state]), 20, axis=0)
    tree = new_tree(sides)
    tree.keys[:] = 2  # no key is even
    assert place_of(tree, 99) == -1
    values = np.zeros(20)
    memory = space.game, space.mem, space.buffer, space.tally
    rules = home.pack_rules(game.rules)
    grower(home.name)(worlds, pack_moves(game, moves[:1])[0], rules, tree, *memory, values)
    assert (values == flat(game, worlds, moves[:1], sides[seat])[:, 0]).all()
    assert not tree.visits.any()


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_playouts_that_do_not_learn_are_flat(game_id: str, seats: int) -> None:
    game, state, moves = in_the_tricks(game_id, seats, 2)
    (seat,) = game.waiting(state)
    worlds = np.repeat(pack_worlds(game, [state]), 5, axis=0)
    for tried in (moves, []):
        values = playout_evaluator(game, 2, learns=False)(worlds, tried)
        assert (values == flat(game, worlds, tried, sides_of(game)[seat])).all()


def test_near_the_goal_winning_the_match_counts() -> None:
    game, state, moves = in_the_tricks("haggis", 2, 1)
    (seat,) = game.waiting(state)
    sign = 1 if seat == 0 else -1
    evaluate = playout_evaluator(game, 1, learns=False)
    worlds = pack_worlds(game, [state])
    (lead,) = evaluate(worlds, moves[:1])[0]
    assert lead != 0
    # C11.2: won, lost, and a tie, after which another round is played.
    for totals, more in (((400, 0), MATCH_POINT), ((0, 400), -MATCH_POINT), ((400, 400 + sign * lead), 0)):
        worlds[:, TOTALS : TOTALS + 2] = totals
        assert evaluate(worlds, moves[:1])[0] == lead + sign * more


def test_a_place_is_found_again_beside_others() -> None:
    tree = new_tree([0, 1])
    keys = [2 * SLOTS * i + 5 for i in range(PROBES)]
    for key in keys:
        tree.keys[place_of(tree, key)] = key
    assert len({place_of(tree, key) for key in keys}) == PROBES
    assert place_of(tree, 2 * SLOTS * PROBES + 5) == -1


def test_a_tree_uses_all_its_slots() -> None:
    """Keys are odd, so that none is 0: the slot comes from their other bits."""
    tree = new_tree([0, 1])
    slots = {place_of(tree, Random(i).getrandbits(63) | 1) for i in range(20_000)}
    assert len(slots) > 0.65 * SLOTS
    assert {slot % 2 for slot in slots} == {0, 1}


@pytest.mark.parametrize(("game_id", "seats"), [("haggis", 2), ("mu", 4)])
def test_a_search_that_there_is_not_is_refused(game_id: str, seats: int) -> None:
    with pytest.raises(RulesError, match="must be one of tree, flat"):
        find_bot("expert@search=deep").factory(games.get(game_id, seats), Random(0))
