"""Batched inference: one net evaluates and plays many games at once, for rollouts in a search.

One step is a few matrix products for all games together, so a search may ask thousands of times a second. A
critic sees all cards: it evaluates worlds that a search has sampled, never the true one.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.core.game import AnyGame
from stramash.core.seats import sides_by_seat
from stramash.nets.layout import WORD, layout_with
from stramash.nets.levels import LEVEL_MASK, level_of
from stramash.nets.shape import CRITIC_SCALE
from stramash.sim.batch import Batch
from stramash.sim.family import family_of, features_of
from stramash.sim.run import thread_count
from stramash.sim.sparse_layers import add_rest, best_moves, sum_moves
from stramash.sim.towers import Tower, look_through

MOVES_AT_ONCE: Final = 2048
"""Activations of so many fit into the cache: of a hundred thousand moves each takes three times as long."""
FEWEST: Final = 8
"""Positions that are worth a thread of their own."""
FEWEST_WORLDS: Final = 4
"""The same of worlds, in each of which several moves are played on for many steps."""


class Thought(NamedTuple):
    """The logits of all moves of some games."""

    values: Any
    levels: Any
    """By game and level."""
    owner: Any
    """Which of the games each move belongs to."""
    first: Any
    """The first move of each game."""
    of: Any
    """The level of each move."""


class Ends(NamedTuple):
    """How some deals end, or how a critic thinks they will."""

    leads: Any
    """By side: points less the mean of the others'."""
    scores: Any
    """Points by side, where the deal is over."""
    is_over: Any


class BatchedNet:
    """The policy net of one game and its critic, evaluated for many tables at once."""

    def __init__(self, game: AnyGame, parts: dict[str, Any]) -> None:
        self.game = game
        self.parts = {name: np.ascontiguousarray(part, np.float32) for name, part in parts.items()}
        self._looks = self.parts["look"].shape[1]
        layout = layout_with(game, len(parts["first"]))
        rows: Any = features_of(family_of(game).name)
        self._rows = rows
        words = rows.POSITION_WORDS
        self._tower = _player(self.parts, places_of(layout.position, WORD * words))
        # A critic is told two rows after each other. It may know nothing of matches where the player does.
        told = len(parts.get("critic.first", ())) - len(layout.secrets)
        if told > 0:
            judged = layout_with(game, told)
            everything = np.concatenate([judged.position, judged.secrets + WORD * words])
            places = places_of(everything, WORD * (words + rows.CRITIC_WORDS))
            self._critic = _critic(self.parts, places)
        sides = len(game.sides)
        self._lead = np.full((sides, sides), -1 / (sides - 1))
        np.fill_diagonal(self._lead, 1.0)

    def worth(self, seat: int, worlds: Any, moves: Any, steps: int) -> Any:
        """What each packed move of a seat brings it in each packed world: its lead over the others' mean."""
        return self.ends(worlds, moves, steps).leads[..., sides_by_seat(self.game.sides)[seat]]

    def ends(self, worlds: Any, moves: Any, steps: int) -> Ends:
        """Truncated rollouts: how deals end after each packed move in each packed world, by side.

        After the move the net plays for everybody for `steps` decisions; deals that are not over by then are
        bootstrapped with the critic's value.
        """
        found = shared(lambda part: self._ends(part, moves, steps), worlds, FEWEST_WORLDS)
        sides = len(self.game.sides)
        return Ends(found[..., :sides], found[..., sides:-1], found[..., -1] > 0)

    def played_to(self, worlds: Any, moves: Any, is_there: Callable[[Any], Any]) -> Any:
        """The records of deals in which each packed move was made in each packed world, one after the other.

        The net plays each on until its record is one of which `is_there` says so, or the deal is over.
        """
        return shared(lambda part: self._played_to(part, moves, is_there), worlds, FEWEST_WORLDS)

    def _played_to(self, worlds: Any, moves: Any, is_there: Callable[[Any], Any]) -> Any:
        tables, words, orders = self._after(worlds, moves)
        while True:
            there = is_there(tables.records)
            tables.seats[there], tables.counts[there] = -1, 0  # nobody acts there any more
            going = np.flatnonzero(tables.seats >= 0)
            if not len(going):
                return tables.records
            tables.tell(words, orders)
            tables.step(self._choices(tables, going, words[going], orders))

    def _after(self, worlds: Any, moves: Any) -> tuple[Batch, Any, Any]:
        """Tables where each move was made in each world; room for what is told of them."""
        tables = Batch(self.game, len(worlds) * len(moves), lean=True, skips_forced=True, threads=1)
        tables.load(np.repeat(worlds, len(moves), axis=0))
        tables.step(_numbers(tables, np.tile(moves, (len(worlds), 1))))
        words = np.zeros((tables.n, self._rows.POSITION_WORDS), np.int64)
        return tables, words, np.zeros(tables.n, np.int64)

    def _ends(self, worlds: Any, moves: Any, steps: int) -> Any:
        tables, words, orders = self._after(worlds, moves)
        secrets = np.zeros((tables.n, self._rows.CRITIC_WORDS), np.int64)
        for left in range(steps, -1, -1):
            going = np.flatnonzero(tables.seats >= 0)
            if not len(going):
                break
            tables.tell(words, orders, secrets)
            if left:
                tables.step(self._choices(tables, going, words[going], orders))
        leads = tables.scores @ self._lead
        if len(going):
            said = self._criticise(np.hstack([words[going], secrets[going]]))
            first = np.array([seats[0] for seats in self.game.sides])
            turns = (first[None] - tables.seats[going][:, None]) % self.game.seats
            leads[going] = np.take_along_axis(said, turns, axis=1)
        found = np.hstack([leads, tables.scores, (tables.seats < 0)[:, None]])
        return found.reshape(len(worlds), len(moves), -1)

    def log_chances(self, records: Any, moves: Any, sharpness: float = 1.0) -> Any:
        """The log-probability of one packed move in each packed position.

        0 where there is no other move, and minus infinity where the net would not think of it.
        """
        both = np.hstack([records, moves])
        words = records.shape[1]
        return shared(lambda part: self._log_chances(part[:, :words], part[:, words:], sharpness), both)

    def _log_chances(self, records: Any, moves: Any, sharpness: float) -> Any:
        tables = Batch(self.game, len(records), lean=True, threads=1)
        tables.load(records)
        going = np.flatnonzero(tables.counts > 1)
        chances = np.zeros(tables.n)
        if not len(going):
            return chances
        tables.seats[tables.counts <= 1] = -1
        tables.counts[tables.counts <= 1] = 0
        _, listed = tables.legal()
        words, orders = (
            np.zeros((tables.n, self._rows.POSITION_WORDS), np.int64),
            np.zeros(tables.n, np.int64),
        )
        tables.tell(words, orders)
        thought = self._think(tables, going, words[going], orders)
        values = (thought.values * sharpness).astype(np.float64)
        liked = (thought.levels[thought.owner, thought.of] * sharpness).astype(np.float64)
        made = (listed == moves[going][thought.owner]).all(axis=1)
        number = np.full(len(going), -1, np.int64)
        number[thought.owner[made]] = np.flatnonzero(made)
        level = np.where(number >= 0, thought.of[number], 0)
        same = thought.of == level[thought.owner]
        inside = _log_sums(np.where(same, values, -np.inf), thought)
        # Each level that has a move counts once.
        key = thought.owner * (LEVEL_MASK + 1) + thought.of
        outside = _log_sums(liked - np.log(np.bincount(key)[key]), thought)
        chances[going] = np.where(number >= 0, values[number] - inside + liked[number] - outside, -np.inf)
        return chances

    def _criticise(self, words: Any) -> Any:
        """The critic's values in points for the seats of many games, the seat to act first."""
        return _through(self._critic, words) * CRITIC_SCALE

    def _think(self, tables: Batch, going: Any, words: Any, orders: Any) -> Thought:
        """The logits of all moves of every game that goes on."""
        counts = tables.counts[going]
        starts = np.zeros(tables.n + 1, np.int64)
        np.cumsum(tables.counts, out=starts[1:])
        told = np.zeros((int(starts[-1]), self._rows.MOVE_WORDS), np.int64)
        tables.tell_moves(starts, orders, told)
        found = _through(self._tower, words)
        owner = np.repeat(np.arange(len(going)), counts)
        values = self._of_moves(told, found, owner)
        return Thought(values, found[:, self._looks :], owner, starts[going], level_of(told))

    def _of_moves(self, told: Any, looks: Any, owner: Any) -> Any:
        """The logits of moves, in blocks whose activations stay in the cache."""
        parts, values = self.parts, np.empty(len(told), np.float32)
        room = np.empty((2, min(len(told), MOVES_AT_ONCE), parts["move"].shape[1]), np.float32)
        for begin in range(0, len(told), MOVES_AT_ONCE):
            some = slice(begin, min(begin + MOVES_AT_ONCE, len(told)))
            near, inner = room[:, : some.stop - begin]
            sum_moves(told[some], parts["move"], looks, owner[some], near)
            np.matmul(near, parts["move_layer"], out=inner)
            add_rest(near, inner, parts["move_layer_bias"])
            np.matmul(near, parts["move_last"], out=values[some])
        return values

    def look(self, tables: Batch, going: Any) -> tuple[Any, Any, Any, Any]:
        """What the net is told of the games that go on, of their moves, whose these are, and what it does."""
        words = np.zeros((tables.n, self._rows.POSITION_WORDS), np.int64)
        orders = np.zeros(tables.n, np.int64)
        tables.tell(words, orders)
        starts = np.zeros(tables.n + 1, np.int64)
        np.cumsum(tables.counts, out=starts[1:])
        told = np.zeros((int(starts[-1]), self._rows.MOVE_WORDS), np.int64)
        tables.tell_moves(starts, orders, told)
        owner = np.repeat(np.arange(len(going)), tables.counts[going])
        return words[going], told, owner, self._choices(tables, going, words[going], orders)

    def _choices(self, tables: Batch, going: Any, words: Any, orders: Any) -> Any:
        """The likeliest move of the likeliest level of every game that goes on."""
        thought = self._think(tables, going, words, orders)
        choices = np.zeros(tables.n, np.int64)
        best_moves(thought.values, thought.levels, thought.of, tables.counts, going, choices)
        return choices


def _player(parts: dict[str, Any], places: Any) -> Tower:
    """The tower of a player: how positions look at moves, then the values of the levels, 0 for the first."""
    look, levels = parts["look"], parts["levels"]
    first, straight = parts["first"], parts["look_straight"]
    usual = np.zeros((len(levels), 1), np.float32)
    return Tower(
        places,
        np.hstack([first, straight]),
        np.concatenate([parts["first_bias"], np.zeros(straight.shape[1], np.float32)]),
        *_blocks(parts, ""),
        np.hstack([look, usual, levels]),
        np.concatenate([parts["look_bias"], usual[0], parts["levels_bias"]]),
    )


def _critic(parts: dict[str, Any], places: Any) -> Tower:
    """The tower of a critic: what every seat may expect."""
    last = parts["critic.last"]
    first = parts["critic.first"], parts["critic.first_bias"]
    return Tower(places, *first, *_blocks(parts, "critic."), last, parts["critic.last_bias"])


def _blocks(parts: dict[str, Any], tower: str) -> tuple[Any, Any, Any, Any]:
    """The blocks of a tower, each layer of all of them as one array, which `parts` share from now on."""
    count = sum(name.startswith(f"{tower}block") and name.endswith(".in") for name in parts)

    def every(layer: str) -> Any:
        names = [f"{tower}block{i}.{layer}" for i in range(count)]
        together = np.stack([parts[name] for name in names])
        parts.update(zip(names, together, strict=True))
        return together

    return every("in"), every("in_bias"), every("out"), every("out_bias")


def _through(tower: Tower, words: Any) -> Any:
    """What a tower makes of rows of bits."""
    count, width = len(words), len(tower.last)
    x = np.empty((count, tower.first.shape[1]), np.float32)
    inner, live = np.empty((count, width), np.float32), np.empty(width + 1, np.int64)
    found = np.empty((count, tower.last.shape[1]), np.float32)
    look_through(words, tower, x, inner, live, found)
    return found


def shared(work: Callable[[Any], Any], rows: Any, fewest: int = FEWEST) -> Any:
    """The same work for all rows, split among the threads this process may use."""
    threads = min(thread_count(None), len(rows) // fewest)
    if threads < 2:
        return work(rows)
    first, *others = np.array_split(rows, threads)
    waiting = [_helpers(os.getpid(), threads - 1).submit(work, part) for part in others]
    return np.concatenate([work(first), *(part.result() for part in waiting)])


@cache
def _helpers(process: int, threads: int) -> ThreadPoolExecutor:
    """A thread pool that stays: starting one each time costs a tenth of the work. A fork has none."""
    return ThreadPoolExecutor(threads, f"batched-net-{process}")


def places_of(bits: Any, size: int) -> Any:
    """Which row of a layer belongs to each bit of a row of words; -1 where none does."""
    places = np.full(size, -1, np.int64)
    places[bits] = np.arange(len(bits))
    return places


def _log_sums(values: Any, thought: Thought) -> Any:
    """The logarithm of the sum of the exponentials over the moves of each game."""
    most = np.maximum.reduceat(values, thought.first)
    return most + np.log(np.add.reduceat(np.exp(values - most[thought.owner]), thought.first))


def _numbers(tables: Batch, moves: Any) -> Any:
    """The number of one packed move a game in that game's list of moves."""
    starts, listed = tables.legal()
    owner = np.repeat(np.arange(tables.n), tables.counts)
    found = np.flatnonzero((listed == moves[owner]).all(axis=1))
    numbers = np.full(tables.n, -1, np.int64)
    numbers[owner[found]] = found - starts[owner[found]]
    assert (numbers >= 0).all(), "a move that is not in the lean list"
    return numbers
