"""Exact search of the last cards of a climbing game for two: alpha-beta with a table, compiled.

Both hands and the haggis are taken as a world has them. What a world shows to be best is averaged over many
worlds by the expert; here nothing is hidden and nothing is estimated.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from stramash.bots.search.compare import MATCH_POINT
from stramash.climbing.rules import ClimbingRules
from stramash.sim.bits import mix
from stramash.sim.climbing.moves import acting_seat, visit_moves
from stramash.sim.climbing.pack import pack_rules
from stramash.sim.climbing.quick import quick_key
from stramash.sim.climbing.record import (
    HANDS,
    HAS_BOMBED,
    OUT,
    OUT_POINTS,
    OVER,
    PHASE,
    SCORES,
    TOP,
    TOP_SEAT,
    TRICK,
    TURN,
    UNPAID,
    WINNERS,
    WORDS,
)
from stramash.sim.climbing.score import pile_points
from stramash.sim.climbing.step import apply_move
from stramash.sim.compiling.compiled import compiled
from stramash.sim.visit import NO_TARGET, SCRATCH, SKIP

MOST_CARDS: Final = 12
"""With at most so many cards in both hands an ending is searched to the end."""
DEEPEST: Final = 72
MOST_MOVES: Final = 1024
SLOTS: Final = 1 << 16
INFINITE: Final = 1 << 30
MOST_NODES: Final = 60_000
"""Positions looked at for one world and move; beyond that the answer is not known."""
UNKNOWN: Final = -(1 << 40)

# What a slot of the table holds.
KEY: Final = 0
VALUE: Final = 1
BOUND: Final = 2
EXACT: Final = 1
AT_LEAST: Final = 2
AT_MOST: Final = 3

# Counters.
NODES: Final = 0
LIMIT: Final = 1
ANSWER: Final = 2

# What is known of a position on the way down.
ALPHA: Final = 0
BETA: Final = 1
LOW: Final = 2
HIGH: Final = 3
BEST: Final = 4
MOVER: Final = 5
COUNT: Final = 6
NEXT: Final = 7
HASH: Final = 8


class Tables(NamedTuple):
    """The working memory of a search."""

    rules: Any
    games: Any
    moves: Any
    keys: Any
    move: Any
    mem: Any
    slots: Any
    counters: Any
    frames: Any


def tables(rules: ClimbingRules) -> Tables:
    """Working memory for a game of two."""
    return Tables(
        pack_rules(rules),
        np.zeros((DEEPEST + 1, WORDS), np.int64),
        np.zeros((DEEPEST, MOST_MOVES, 3), np.int64),
        np.zeros((DEEPEST, MOST_MOVES), np.int64),
        np.zeros(3, np.int64),
        np.zeros(SCRATCH, np.int64),
        np.zeros((SLOTS, 3), np.int64),
        np.zeros(3, np.int64),
        np.zeros((DEEPEST, 9), np.int64),
    )


@compiled
def fingerprint(game: Any, rules: Any) -> int:
    """A hash of all that the result depends on, points too: bets (C10.2) and the match (C11.2) go by them."""
    key = mix(game[TOP] ^ (game[TOP_SEAT] << 40) ^ (game[TURN] << 44) ^ (game[PHASE] << 48))
    key = mix(key ^ game[HAS_BOMBED] ^ (game[OUT] << 8) ^ (game[UNPAID] << 16))
    for word in range(4):
        key = mix(key + game[HANDS + word])
        key = mix(key ^ game[TRICK + word])
    key = mix(key + game[OUT_POINTS] + (game[OUT_POINTS + 1] << 20))
    return mix(key + pile_points(game, rules, 0) + (pile_points(game, rules, 1) << 20))


@compiled
def final_lead(game: Any) -> int:
    """The lead of seat 0 in a deal that is over, and what a won match is worth beyond it."""
    lead = game[SCORES] - game[SCORES + 1]
    if game[WINNERS] == 1:
        lead += int(MATCH_POINT)
    elif game[WINNERS] == 2:
        lead -= int(MATCH_POINT)
    return int(lead)


@compiled
def take_best(t: Any, depth: int, first: int, count: int) -> None:
    """Bring the most promising of the moves that are left to the front."""
    best = first
    for i in range(first + 1, count):
        if t.keys[depth, i] > t.keys[depth, best]:
            best = i
    for word in range(3):
        kept = t.moves[depth, best, word]
        t.moves[depth, best, word] = t.moves[depth, first, word]
        t.moves[depth, first, word] = kept
    key = t.keys[depth, best]
    t.keys[depth, best] = t.keys[depth, first]
    t.keys[depth, first] = key


@compiled
def opens(t: Any, depth: int) -> bool:
    """Whether a position has to be searched: list its moves if so, else leave its value in a counter."""
    game = t.games[depth]
    frame = t.frames[depth]
    if game[PHASE] == OVER:
        t.counters[ANSWER] = final_lead(game)
        return False
    t.counters[NODES] += 1
    if t.counters[NODES] > t.counters[LIMIT] or depth + 1 >= t.frames.shape[0]:
        t.counters[ANSWER] = UNKNOWN
        return False
    key = fingerprint(game, t.rules)
    slot = key & (t.slots.shape[0] - 1)
    if t.slots[slot, BOUND] and t.slots[slot, KEY] == key:
        known = t.slots[slot, VALUE]
        bound = t.slots[slot, BOUND]
        cuts = (bound == AT_LEAST and known >= frame[BETA]) or (bound == AT_MOST and known <= frame[ALPHA])
        if bound == EXACT or cuts:
            t.counters[ANSWER] = known
            return False
    seat = acting_seat(game, t.rules)
    t.mem[SKIP] = 0
    count = visit_moves(t.mem, t.moves[depth], t.move, game, t.rules, seat, False, NO_TARGET[0])
    if count > t.moves.shape[1]:
        t.counters[ANSWER] = UNKNOWN
        return False
    for i in range(count):
        row = t.moves[depth, i]
        t.keys[depth, i] = quick_key(game, t.rules, seat, row[0], row[1], row[2])
    frame[LOW] = frame[ALPHA]
    frame[HIGH] = frame[BETA]
    frame[BEST] = -INFINITE if seat == 0 else INFINITE
    frame[MOVER] = seat
    frame[COUNT] = count
    frame[NEXT] = 0
    frame[HASH] = key
    return True


@compiled
def go_down(t: Any, depth: int) -> None:
    """Make the next move of a position."""
    frame = t.frames[depth]
    take_best(t, depth, frame[NEXT], frame[COUNT])
    row = t.moves[depth, frame[NEXT]]
    frame[NEXT] += 1
    for word in range(WORDS):
        t.games[depth + 1, word] = t.games[depth, word]
    apply_move(t.games[depth + 1], t.rules, frame[MOVER], row[0], row[1], row[2])
    t.frames[depth + 1, ALPHA] = frame[LOW]
    t.frames[depth + 1, BETA] = frame[HIGH]


@compiled
def take_in(t: Any, depth: int, value: int) -> None:
    """What a move turned out to be worth."""
    frame = t.frames[depth]
    if frame[MOVER] == 0:
        frame[BEST] = max(frame[BEST], value)
        frame[LOW] = max(frame[LOW], value)
    else:
        frame[BEST] = min(frame[BEST], value)
        frame[HIGH] = min(frame[HIGH], value)


@compiled
def close(t: Any, depth: int) -> int:
    """The value of a position whose moves have been searched, kept in the table."""
    frame = t.frames[depth]
    best = frame[BEST]
    slot = frame[HASH] & (t.slots.shape[0] - 1)
    t.slots[slot, KEY] = frame[HASH]
    t.slots[slot, VALUE] = best
    t.slots[slot, BOUND] = AT_MOST if best <= frame[ALPHA] else AT_LEAST if best >= frame[BETA] else EXACT
    return int(best)


@compiled
def solve(t: Any) -> int:
    """The lead of seat 0 at the end of the deal if both play their best; UNKNOWN beyond the limit.

    The position is the first of `games`. The recursion is written out: a compiled function that calls itself
    does not survive being read back from the cache of compiled code.
    """
    t.frames[0, ALPHA] = -INFINITE
    t.frames[0, BETA] = INFINITE
    if not opens(t, 0):
        return int(t.counters[ANSWER])
    depth = 0
    while True:
        frame = t.frames[depth]
        if frame[NEXT] < frame[COUNT] and frame[LOW] < frame[HIGH]:
            go_down(t, depth)
            if opens(t, depth + 1):
                depth += 1
                continue
            if t.counters[ANSWER] == UNKNOWN:
                return UNKNOWN
            take_in(t, depth, t.counters[ANSWER])
            continue
        value = close(t, depth)
        if depth == 0:
            return value
        depth -= 1
        take_in(t, depth, value)


@compiled
def solve_worlds(records: Any, moves: Any, limit: int, t: Any, leads: Any) -> int:
    """The lead of seat 0 in each world after each move; returns how many could not be found out."""
    missing = 0
    for world in range(records.shape[0]):
        # The haggis differs from world to world, so nothing is carried over.
        for slot in range(t.slots.shape[0]):
            t.slots[slot, BOUND] = 0
        for tried in range(moves.shape[0]):
            for word in range(WORDS):
                t.games[0, word] = records[world, word]
            if moves[tried, 0]:
                seat = acting_seat(t.games[0], t.rules)
                apply_move(t.games[0], t.rules, seat, moves[tried, 0], moves[tried, 1], moves[tried, 2])
            t.counters[NODES] = 0
            t.counters[LIMIT] = limit
            value = solve(t)
            leads[world, tried] = value
            if value == UNKNOWN:
                missing += 1
    return missing


def is_short(rules: ClimbingRules, counts: tuple[int, ...]) -> bool:
    """Whether an ending is searched: two seats and few cards."""
    return rules.seats == 2 and sum(counts) <= MOST_CARDS
