"""Copies with the options written as numbers: none is left to be looked up, and they play the same deals."""

import ast
from typing import Any

import numba
import numpy as np
import pytest

from stramash import games, sim
from stramash.sim.compiling.specialise import Specialiser
from stramash.sim.family import family_of
from stramash.sim.run import Workspace

TABLES = [(info.id, seats) for info in games.GAMES.values() for seats in info.seats]
DEALS = 300


class Watched(Specialiser):
    """Keeps the names of the functions that were copied, and compiles nothing."""

    def __init__(self, options: Any) -> None:
        self.copied: list[str] = []
        super().__init__(options, self.keep)

    def keep(self, copy: Any) -> Any:
        self.copied.append(copy.__name__)
        return copy


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_every_function_is_copied_once(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    home = family_of(game)
    watched = Watched(home.pack_rules(game.rules))
    for loop in home.loops.values():
        watched.copy(loop)
    before = len(watched.copied)
    assert {"apply_move", "acting_seat", "visit_moves", "quick_key"} <= set(watched.copied)
    for loop in home.loops.values():
        watched.copy(loop)
    assert len(watched.copied) == before


def test_options_become_numbers_and_tables_stay() -> None:
    game = games.get("haggis3", 3)
    home = family_of(game)
    copies = Specialiser(home.pack_rules(game.rules), lambda copy: copy)
    hands = np.zeros(home.words, np.int64)
    # No options are handed over: those that the copy needs are in it.
    seat = copies.copy(home.names["acting_seat"])(hands, None)
    assert seat == 0
    assert 3 in copies.copy(home.names["acting_seat"]).__code__.co_consts
    source = ast.unparse(
        copies.numbered("def f(rules, i):\n    return rules[SEATS] + rules[SEATS + i]", {"SEATS": 0})
    )
    assert source.split("return ")[1] == "3 + rules[SEATS + i]"


def test_copies_play_the_same_deals() -> None:
    """One game stands for all: every copy has to be compiled, and they are made alike."""
    game = games.get("haggis3", 3)
    home = family_of(game)
    options = home.pack_rules(game.rules)
    play_deals = Specialiser(options, numba.njit).copy(home.loops["play_deals"])
    space = Workspace(home)
    memory = space.game, space.deck, space.mem, space.move, space.buffer, space.tally
    scores = np.zeros((DEALS, len(game.sides)), np.int64)
    traces = np.zeros(DEALS, np.int64)
    play_deals(0, DEALS, 5, options, False, 0, *memory, scores, traces)
    expected = sim.deals(game, DEALS, seed=5)
    assert (traces == expected.traces).all()
    assert (scores == expected.scores).all()
