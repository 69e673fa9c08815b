"""The last tricks of Mü, solved: the best play of both teams when all cards are known.

In each sampled world the seat's team plays for the points of its members less those of the others, bonuses
included, against players who do the opposite.
"""

from typing import Any

import numpy as np

from stramash.bots.mu.solver import search
from stramash.bots.mu.solver.worlds import solve_worlds
from stramash.bots.search.compare import Evaluator
from stramash.core.seats import Seat
from stramash.mu.game import MuGame
from stramash.mu.moves import Move, PlayCard
from stramash.sim.mu.pack import pack_rules
from stramash.sim.mu.record import CROWN, HANDS, PARTNER, WORDS


def solved(game: MuGame, worlds: Any, moves: list[Move], seat: Seat) -> Any:
    """What each move of each packed world brings a seat's team over the others, a head."""
    held = worlds[0, HANDS : HANDS + 2 * game.seats]
    assert np.bitwise_count(held).sum() <= search.MOST_CARDS, "compiled code has no room for more cards"
    faces = np.array([move.card for move in moves if isinstance(move, PlayCard)], np.int64)
    values = np.zeros((len(worlds), len(moves)), np.int64)
    solve_worlds(
        worlds,
        faces,
        pack_rules(game.rules),
        seat,
        np.zeros((search.MOST_CARDS + 2, search.NOTES), np.int64),
        np.zeros((search.MOST_CARDS, search.CARD_NOTES), np.int64),
        np.zeros(search.SETS, np.int64),
        np.zeros((search.PLACES, search.MEMORY), np.int64),
        np.zeros(WORDS, np.int64),
        values,
    )
    first = worlds[0]
    in_team = 1 if game.seats == 3 else 2
    is_crowns = seat in (int(first[CROWN]), int(first[PARTNER]))
    mine = in_team if is_crowns else game.seats - in_team
    return values / (mine * (game.seats - mine))


def by_solving(game: MuGame, seat: Seat) -> Evaluator:
    """Evaluates moves by solving every world."""

    def evaluate(worlds: Any, moves: list[Move]) -> Any:
        return solved(game, worlds, moves, seat)

    return evaluate
