"""Information-set MCTS with PUCT over sampled worlds; templates for both families of games.

Every playout walks down the moves tried before: each player takes what has served their own side best so far,
the quick policy's favourites first. Then one move more is tried, and the rest is played by the quick policy.
A place in the tree is the moves that led to it, which everybody has seen: what is learnt there is learnt over
all worlds, so nobody in it plays by cards that they cannot know.
"""

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.bots.search.compare import MATCH_POINT, Evaluator
from stramash.core.game import AnyGame
from stramash.sim.climbing.moves import acting_seat, visit_moves
from stramash.sim.climbing.quick import quick_key
from stramash.sim.climbing.record import OVER, PHASE, SCORES, WINNERS, WORDS
from stramash.sim.climbing.step import apply_move
from stramash.sim.compiling.compiled import compiled, with_globals
from stramash.sim.family import LISTED, family, family_of
from stramash.sim.kernels import QUICK, play_out, trace_move
from stramash.sim.run import Workspace, in_threads, pack_moves, thread_count
from stramash.sim.visit import NO_TARGET, SKIP

WIDTH: Final = 6
"""How many moves, the quick policy's favourites, are tried at a place."""
DEEPEST: Final = 24
"""How many choices of a walk are remembered."""
SLOTS: Final = 1 << 14
PROBES: Final = 8
"""Places in a tree, and where one may be: once these are taken, nothing new is remembered there."""
CURIOSITY: Final = 30.0
"""How many points a move may seem worse and be tried all the same, for the sake of knowing."""


class Tree(NamedTuple):
    """Places by a hash of the moves that led there, and the working memory of a walk."""

    keys: Any
    visits: Any
    sums: Any
    """What the walks through a place were worth to the side that moved there."""
    sides: Any
    moves: Any
    likes: Any
    slots: Any
    path: Any
    movers: Any
    leads: Any
    move: Any


def new_tree(sides: list[int], deepest: int = DEEPEST) -> Tree:
    """An empty tree; `sides` gives the side of each seat."""
    return Tree(
        keys=np.zeros(SLOTS, np.int64),
        visits=np.zeros(SLOTS, np.int64),
        sums=np.zeros(SLOTS, np.float64),
        sides=np.array(sides, np.int64),
        moves=np.zeros((WIDTH, 3), np.int64),
        likes=np.zeros(WIDTH, np.int64),
        slots=np.zeros(WIDTH, np.int64),
        path=np.zeros(deepest, np.int64),
        movers=np.zeros(deepest, np.int64),
        leads=np.zeros(len(sides), np.float64),
        move=np.zeros(3, np.int64),
    )


@compiled
def place_of(tree: Any, key: int) -> int:
    """The slot of a place, or one that it may take; -1 where there is none."""
    slot = (key >> 1) & (SLOTS - 1)  # every key is odd
    for _ in range(PROBES):
        if tree.keys[slot] in (key, 0):
            return slot
        slot = (slot + 1) & (SLOTS - 1)
    return -1


@compiled
def put_in_order(tree: Any, found: int, like: int, row: Any) -> int:
    """Take a move among the favourites if it belongs there; returns how many there are."""
    if found == WIDTH:
        if like <= tree.likes[WIDTH - 1]:
            return found
        found -= 1
    place = found
    while place > 0 and tree.likes[place - 1] < like:
        tree.likes[place] = tree.likes[place - 1]
        for word in range(3):
            tree.moves[place, word] = tree.moves[place - 1, word]
        place -= 1
    tree.likes[place] = like
    for word in range(3):
        tree.moves[place, word] = row[word]
    return found + 1


def find_favourites(game: Any, rules: Any, seat: int, tree: Any, mem: Any, buffer: Any) -> int:
    """Put the moves that the quick policy likes best into the tree's memory, best first; returns how many."""
    mem[SKIP] = 0
    count = visit_moves(mem, buffer, tree.move, game, rules, seat, True, NO_TARGET[0])
    found = 0
    for i in range(min(count, buffer.shape[0])):
        row = buffer[i]
        found = put_in_order(tree, found, quick_key(game, rules, seat, row[0], row[1], row[2]), row)
    return found


@compiled
def most_promising(tree: Any, here: int, count: int) -> int:
    """Which of the favourites to try: what has served best, and what is little known."""
    visits = 0
    total = 0.0
    weights = 0.0
    for i in range(count):
        slot = place_of(tree, trace_move(here, tree.moves[i]) | 1)
        tree.slots[i] = slot
        weights += 1.0 / (1.0 + i)
        if slot >= 0:
            visits += tree.visits[slot]
            total += tree.sums[slot]
    if visits == 0:
        return 0
    curiosity = CURIOSITY * np.sqrt(float(visits)) / weights
    best = 0
    highest = -np.inf
    for i in range(count):
        slot = tree.slots[i]
        tries = tree.visits[slot] if slot >= 0 else 0
        # What has not been tried may be as good as what was.
        value = tree.sums[slot] / tries if tries else total / visits
        value += curiosity / ((1.0 + i) * (1.0 + tries))
        if value > highest:
            highest = value
            best = i
    return best


def weigh_end(game: Any, tree: Any) -> None:
    """What a deal's end is worth to each side: its lead over the others, more where the match is over."""
    sides = 0
    for seat in range(tree.sides.shape[0]):
        sides = max(sides, tree.sides[seat] + 1)
    total = 0
    for side in range(sides):
        total += game[SCORES + side]
    for side in range(sides):
        lead = (game[SCORES + side] * sides - total) / (sides - 1.0)
        if game[WINNERS] == 1 << side:
            lead += MATCH_POINT
        elif game[WINNERS] and not (game[WINNERS] >> side) & 1:
            lead -= MATCH_POINT
        tree.leads[side] = lead


def walk_down(game: Any, rules: Any, tree: Any, mem: Any, buffer: Any) -> int:
    """Play by what the tree knows, and one move more; returns how many places of the path are remembered."""
    here = 0
    depth = 0
    while game[PHASE] != OVER and depth < tree.path.shape[0]:
        seat = acting_seat(game, rules)
        count = find_favourites(game, rules, seat, tree, mem, buffer)
        chosen = most_promising(tree, here, count) if count > 1 else 0
        move = tree.moves[chosen]
        here = trace_move(here, move) | 1
        apply_move(game, rules, seat, move[0], move[1], move[2])
        if count == 1:
            continue
        slot = tree.slots[chosen]
        if slot < 0:
            break
        tree.path[depth] = slot
        tree.movers[depth] = tree.sides[seat]
        depth += 1
        if tree.keys[slot] != here:
            tree.keys[slot] = here
            break
    return depth


def grow(
    records: Any, first: Any, rules: Any, tree: Any, game: Any, mem: Any, buffer: Any, tally: Any, values: Any
) -> None:
    """One playout in each world, after a first move if there is one: `values` by its side."""
    for world in range(records.shape[0]):
        for word in range(WORDS):
            game[word] = records[world, word]
        own = acting_seat(game, rules)
        if first[0] != 0:
            apply_move(game, rules, own, first[0], first[1], first[2])
        depth = walk_down(game, rules, tree, mem, buffer)
        play_out(game, rules, True, QUICK, mem, tree.move, buffer, 1, tally)
        weigh_end(game, tree)
        for i in range(depth):
            tree.visits[tree.path[i]] += 1
            tree.sums[tree.path[i]] += tree.leads[tree.movers[i]]
        values[world] = tree.leads[tree.sides[own]]


@cache
def grower(name: str) -> Any:
    """`grow` compiled for a family of games."""
    home = family(name)
    names = {**home.names, "play_out": home.loops["play_out" + LISTED]}
    for template in (find_favourites, weigh_end, walk_down, grow):
        names[template.__name__] = compiled(with_globals(template, name, names))
    return names["grow"]


def sides_of(game: AnyGame) -> list[int]:
    """The side of each seat."""
    return [next(i for i, side in enumerate(game.sides) if seat in side) for seat in range(game.seats)]


def playout_evaluator(game: AnyGame, threads: int | None, *, learns: bool) -> Evaluator:
    """An evaluator of the moves of one decision: each has its own playouts, and a tree if `learns`.

    Without moves the one value of a world is what it is worth as it stands.
    """
    home = family_of(game)
    grow_one = grower(home.name)
    rules = home.pack_rules(game.rules)
    workers = thread_count(threads)
    spaces = [Workspace(home) for _ in range(workers)]
    sides = sides_of(game)
    trees: dict[Any, Tree] = {}

    def evaluate(records: Any, moves: list[Any]) -> Any:
        packed = pack_moves(game, moves)
        tried = moves or [None]
        for move in tried:
            if move not in trees:
                trees[move] = new_tree(sides, DEEPEST if learns else 0)
        values = np.zeros((len(tried), len(records)), np.float64)

        def body(first: int, last: int, space: Workspace) -> None:
            for i in range(first, last):
                memory = space.game, space.mem, space.buffer, space.tally
                grow_one(records, packed[i], rules, trees[tried[i]], *memory, values[i])

        in_threads(len(tried), workers, spaces, body, fewest=1)
        return values.T

    return evaluate
