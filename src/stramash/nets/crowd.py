"""A net for many games at once: it plays them on from wherever they are, and its critic says what is to come.

One step is a few matrix products for all games together, so a search may ask thousands of times a second. A
critic sees all cards: it is asked about worlds that a search has dealt, never about the true one.
"""

from typing import Any

import numpy as np

from stramash.core.game import AnyGame
from stramash.nets.layout import WORD, expand, layout_with
from stramash.nets.levels import level_of
from stramash.sim.batch import Batch
from stramash.sim.family import family_of, rows_of

SCALE = 40.0
"""Points to a unit of what a critic says."""


def tower(parts: dict[str, Any], name: str, told: Any) -> Any:
    """The first layer and the residual blocks after it."""
    x = np.maximum(told @ parts[f"{name}first"] + parts[f"{name}first_bias"], 0.0)
    i = 0
    while f"{name}block{i}.in" in parts:
        block = f"{name}block{i}."
        inner = np.maximum(x @ parts[block + "in"] + parts[block + "in_bias"], 0.0)
        x = np.maximum(x + inner @ parts[block + "out"] + parts[block + "out_bias"], 0.0)
        i += 1
    return x


class Crowd:
    """The net of one game and its critic, for many tables of it."""

    def __init__(self, game: AnyGame, parts: dict[str, Any]) -> None:
        self.game = game
        self._parts = parts
        layout = layout_with(game, len(parts["first"]))
        self._position = layout.position
        self._everything = np.concatenate([layout.position, layout.secrets + WORD * layout.position_words])
        rows: Any = rows_of(family_of(game).name)  # there are some: there is a layout
        self._rows = rows
        sides = len(game.sides)
        self._lead = np.full((sides, game.seats), -1 / (sides - 1))
        for side, seats in enumerate(game.sides):
            self._lead[side, list(seats)] = 1.0

    def worth(self, seat: int, worlds: Any, moves: Any, steps: int) -> Any:
        """What each packed move of a seat brings it in each packed world: its lead over the others' mean.

        After the move the net plays on for so many decisions of everybody's; of deals that are not over by
        then the critic says what is to come.
        """
        tables = Batch(self.game, len(worlds) * len(moves), lean=True, skips_forced=True, threads=1)
        tables.load(np.repeat(worlds, len(moves), axis=0))
        tables.step(_numbers(tables, np.tile(moves, (len(worlds), 1))))
        words = np.zeros((tables.n, self._rows.POSITION_WORDS), np.int64)
        secrets = np.zeros((tables.n, self._rows.CRITIC_WORDS), np.int64)
        orders = np.zeros(tables.n, np.int64)
        for left in range(steps, -1, -1):
            going = np.flatnonzero(tables.seats >= 0)
            if not len(going):
                break
            tables.tell(words, orders, secrets)
            if left:
                tables.step(self._choices(tables, going, words[going], orders))
        values = (tables.scores @ self._lead)[:, seat]
        if len(going):
            told = expand(np.hstack([words[going], secrets[going]]), self._everything).astype(np.float32)
            said = tower(self._parts, "critic.", told) @ self._parts["critic.last"]
            said = (said + self._parts["critic.last_bias"]) * SCALE
            values[going] = said[np.arange(len(going)), (seat - tables.seats[going]) % self.game.seats]
        return values.reshape(len(worlds), len(moves))

    def _choices(self, tables: Batch, going: Any, words: Any, orders: Any) -> Any:
        """The likeliest move of the likeliest level of every game that goes on."""
        parts, counts = self._parts, tables.counts[going]
        starts = np.zeros(tables.n + 1, np.int64)
        np.cumsum(tables.counts, out=starts[1:])
        told = np.zeros((int(starts[-1]), self._rows.MOVE_WORDS), np.int64)
        tables.tell_moves(starts, orders, told)
        seen = expand(words, self._position).astype(np.float32)
        deep = tower(parts, "", seen)
        look = seen @ parts["look_straight"] + parts["look_bias"] + deep @ parts["look"]
        by_level = np.pad(deep @ parts["levels"] + parts["levels_bias"], ((0, 0), (1, 0)))
        owner = np.repeat(np.arange(len(going)), counts)
        bits = expand(told[:, : parts["move"].shape[0] // WORD], slice(None)).reshape(len(told), -1)
        near = np.maximum(bits.astype(np.float32) @ parts["move"] + look[owner], 0.0)
        deeper = near + np.maximum(near @ parts["move_layer"] + parts["move_layer_bias"], 0.0)
        values = deeper @ parts["move_last"]
        first = np.concatenate([[0], np.cumsum(counts)[:-1]])
        liked = by_level[owner, level_of(told)]
        values = np.where(liked == np.maximum.reduceat(liked, first)[owner], values, -np.inf)
        is_best = values == np.maximum.reduceat(values, first)[owner]
        best = np.flatnonzero(is_best)[::-1]  # of equals the first: it is written last
        choices = np.zeros(tables.n, np.int64)
        choices[going[owner[best]]] = best - first[owner[best]]
        return choices


def _numbers(tables: Batch, moves: Any) -> Any:
    """The number of one packed move a game in that game's list of moves."""
    starts, listed = tables.legal()
    owner = np.repeat(np.arange(tables.n), tables.counts)
    found = np.flatnonzero((listed == moves[owner]).all(axis=1))
    numbers = np.full(tables.n, -1, np.int64)
    numbers[owner[found]] = found - starts[owner[found]]
    assert (numbers >= 0).all(), "a move that is not in the lean list"
    return numbers
