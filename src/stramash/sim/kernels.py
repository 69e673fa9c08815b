"""The loops over games, written once: templates that `family` fills in for climbing games and Mü.

Every function here is plain scalar code over arrays that the caller provides, so it runs on a CPU thread for
a range of games and in a CUDA kernel for the game of one thread.
"""

from typing import Any

from stramash.sim.bits import below, mix, next_state
from stramash.sim.climbing.features import critic_bits, move_bits, move_context, position_bits
from stramash.sim.climbing.moves import (
    acting_seat,
    count_legal,
    pick_legal,
    plan_legal,
    visit_moves,
)
from stramash.sim.climbing.observe import observe
from stramash.sim.climbing.quick import quick_key
from stramash.sim.climbing.record import OVER, PHASE, RNG, SCORES, SEATS, WINNERS, WORDS
from stramash.sim.climbing.step import apply_move, first_deal, next_deal, shuffle, start
from stramash.sim.compiling.compiled import compiled
from stramash.sim.visit import NO_TARGET, SKIP

RANDOM = 0
QUICK = 1
RANDOM_LISTED = 2
"""As random, but every move is generated and written down before one is chosen."""


@compiled
def take(move: Any, buffer: Any, row: int) -> None:
    """Copy a move from a row of the buffer."""
    move[0] = buffer[row, 0]
    move[1] = buffer[row, 1]
    move[2] = buffer[row, 2]


@compiled
def trace_move(trace: int, move: Any) -> int:
    """A hash of all moves so far."""
    return mix(trace ^ move[0] ^ (move[1] << 3) ^ (move[2] << 7))


def choose(
    game: Any, rules: Any, seat: int, lean: bool, policy: int, mem: Any, move: Any, buffer: Any, rng: int
) -> int:
    """Choose at random by arithmetic, without generating the list; returns how many moves there were."""
    count = count_legal(game, rules, seat, lean, mem, move)
    pick_legal(game, rules, seat, lean, below(rng, count), count, mem, move)
    return count


def choose_listed(
    game: Any, rules: Any, seat: int, lean: bool, policy: int, mem: Any, move: Any, buffer: Any, rng: int
) -> int:
    """Let a policy choose from the list itself, a bufferful at a time; the buffer has a row or more."""
    rows = buffer.shape[0]
    count = 0
    skip = 0
    best = 0
    wanted = -1
    while True:
        mem[SKIP] = skip
        count = visit_moves(mem, buffer, move, game, rules, seat, lean, NO_TARGET[0])
        if policy == QUICK:
            # The highest key, the first of equals.
            for row in range(min(rows, count - skip)):
                key = quick_key(game, rules, seat, buffer[row, 0], buffer[row, 1], buffer[row, 2])
                if key > best or skip + row == 0:
                    best = key
                    take(move, buffer, row)
            skip += rows
            if skip >= count:
                return count
        else:
            if wanted < 0:
                wanted = below(rng, count)
            if wanted < skip + rows:
                take(move, buffer, wanted - skip)
                return count
            skip = wanted


def play_out(
    game: Any, rules: Any, lean: bool, policy: int, mem: Any, move: Any, buffer: Any, rng: int, tally: Any
) -> None:
    """Play a deal to its end; `tally` counts decisions and moves offered, and keeps a trace of the moves."""
    decisions = 0
    offered = 0
    trace = tally[2]
    while game[PHASE] != OVER:
        seat = acting_seat(game, rules)
        rng = next_state(rng)
        offered += choose(game, rules, seat, lean, policy, mem, move, buffer, rng)
        apply_move(game, rules, seat, move[0], move[1], move[2])
        trace = trace_move(trace, move)
        decisions += 1
    tally[0] += decisions
    tally[1] += offered
    tally[2] = trace
    game[RNG] = rng


def deal_afresh(game: Any, rules: Any, deck: Any, seed: int) -> None:
    """Begin a match: a random dealer and a shuffled deck, both from a seed (C1.4, M2.1)."""
    rng = next_state(mix(seed))
    first_deal(game, rules, below(rng, rules[SEATS]))
    rng = shuffle(deck, rules, rng)
    start(game, rules, deck)
    game[RNG] = rng


def deal_on(game: Any, rules: Any, deck: Any) -> None:
    """Begin the next deal of a match that goes on."""
    next_deal(game)
    rng = shuffle(deck, rules, game[RNG])
    start(game, rules, deck)
    game[RNG] = rng


def play_deals(
    first: int,
    last: int,
    seed: int,
    rules: Any,
    lean: bool,
    policy: int,
    game: Any,
    deck: Any,
    mem: Any,
    move: Any,
    buffer: Any,
    tally: Any,
    scores: Any,
    traces: Any,
) -> None:
    """Whole deals number `first` to `last - 1`, each from its own seed; arrays of no rows are left alone."""
    for i in range(first, last):
        deal_afresh(game, rules, deck, seed + i)
        tally[2] = 0
        play_out(game, rules, lean, policy, mem, move, buffer, game[RNG], tally)
        if i < scores.shape[0]:
            for side in range(scores.shape[1]):
                scores[i, side] = game[SCORES + side]
        if i < traces.shape[0]:
            traces[i] = tally[2]


def play_worlds(
    first: int,
    last: int,
    seed: int,
    rules: Any,
    lean: bool,
    policy: int,
    records: Any,
    moves: Any,
    game: Any,
    mem: Any,
    move: Any,
    buffer: Any,
    tally: Any,
    scores: Any,
) -> None:
    """Playouts of world w after move m: `scores[w, m, repeat]`; the same luck for every move of a world."""
    repeats = scores.shape[2]
    for i in range(first, last):
        world = i // moves.shape[0]
        tried = i % moves.shape[0]
        for repeat in range(repeats):
            for word in range(WORDS):
                game[word] = records[world, word]
            if moves[tried, 0] != 0:
                seat = acting_seat(game, rules)
                apply_move(game, rules, seat, moves[tried, 0], moves[tried, 1], moves[tried, 2])
            rng = mix(seed + world * repeats + repeat)
            play_out(game, rules, lean, policy, mem, move, buffer, rng, tally)
            for side in range(scores.shape[3]):
                scores[world, tried, repeat, side] = game[SCORES + side]


def reset_games(first: int, last: int, seed: int, rules: Any, records: Any, deck: Any, only: Any) -> None:
    """Begin new matches in the rows that `only` names."""
    for i in range(first, last):
        if only[i]:
            deal_afresh(records[i], rules, deck, seed + i)


def count_moves_of(
    game: Any, i: int, rules: Any, lean: bool, mem: Any, move: Any, seats: Any, counts: Any
) -> None:
    """Who is to act in one game, and how many moves there are; -1 and 0 in a finished deal."""
    seat = acting_seat(game, rules)
    seats[i] = seat
    counts[i] = 0
    if seat >= 0:
        counts[i] = count_legal(game, rules, seat, lean, mem, move)


def count_moves(
    first: int,
    last: int,
    rules: Any,
    lean: bool,
    records: Any,
    mem: Any,
    move: Any,
    seats: Any,
    counts: Any,
) -> None:
    """The same for many games."""
    for i in range(first, last):
        count_moves_of(records[i], i, rules, lean, mem, move, seats, counts)


def list_moves(
    first: int,
    last: int,
    rules: Any,
    lean: bool,
    records: Any,
    mem: Any,
    move: Any,
    seats: Any,
    offsets: Any,
    moves: Any,
) -> None:
    """Write the moves of game i to the rows from `offsets[i]` to `offsets[i + 1]`."""
    mem[SKIP] = 0
    for i in range(first, last):
        if seats[i] >= 0:
            rows = moves[offsets[i] : offsets[i + 1]]
            visit_moves(mem, rows, move, records[i], rules, seats[i], lean, NO_TARGET[0])


def step_games(
    first: int,
    last: int,
    rules: Any,
    lean: bool,
    records: Any,
    deck: Any,
    mem: Any,
    move: Any,
    actions: Any,
    seats: Any,
    counts: Any,
    scores: Any,
    finished: Any,
    goes_on: bool,
    forced: Any,
) -> None:
    """Make move number `actions[i]` in each game, then find out who is next and how many moves they have.

    A deal that ends leaves its points in `scores` and a mark in `finished`; with `goes_on` the next deal of
    the match, or a new match, begins at once. Where `forced` has a row a game, a seat that has one move only
    makes it in the same step, and its entry says how many such moves there were.
    """
    for i in range(first, last):
        game = records[i]
        finished[i] = False
        if seats[i] < 0:
            continue
        action = actions[i]
        made = 0
        while True:
            plan_legal(game, rules, seats[i], lean, mem, move)
            pick_legal(game, rules, seats[i], lean, action, counts[i], mem, move)
            apply_move(game, rules, seats[i], move[0], move[1], move[2])
            if game[PHASE] == OVER:
                finished[i] = True
                for side in range(scores.shape[1]):
                    scores[i, side] = game[SCORES + side]
                if goes_on:
                    if game[WINNERS]:
                        rng = next_state(game[RNG])
                        deal_afresh(game, rules, deck, rng)
                    else:
                        deal_on(game, rules, deck)
            count_moves_of(game, i, rules, lean, mem, move, seats, counts)
            if forced.shape[0] == 0 or counts[i] != 1:
                break
            action = 0
            made += 1
        if forced.shape[0]:
            forced[i] = made


def observe_games(first: int, last: int, rules: Any, records: Any, seats: Any, rows: Any) -> None:
    """What the seat to act may know in each game, as a row of numbers."""
    for i in range(first, last):
        observe(records[i], rules, seats[i] if seats[i] >= 0 else 0, rows[i])


def choose_games(
    first: int,
    last: int,
    rules: Any,
    lean: bool,
    records: Any,
    mem: Any,
    move: Any,
    buffer: Any,
    seats: Any,
    counts: Any,
    only: Any,
    actions: Any,
) -> None:
    """The number of the move that the quick policy makes in each game; left alone where `only` is false."""
    for i in range(first, last):
        if seats[i] < 0 or not only[i]:
            continue
        game = records[i]
        best = 0
        chosen = 0
        rows = buffer.shape[0]
        for skip in range(0, counts[i], rows):
            mem[SKIP] = skip
            visit_moves(mem, buffer, move, game, rules, seats[i], lean, NO_TARGET[0])
            for row in range(min(rows, counts[i] - skip)):
                key = quick_key(game, rules, seats[i], buffer[row, 0], buffer[row, 1], buffer[row, 2])
                if key > best or skip + row == 0:
                    best = key
                    chosen = skip + row
        actions[i] = chosen


def tell_games(
    first: int, last: int, rules: Any, records: Any, seats: Any, rows: Any, secrets: Any, orders: Any
) -> None:
    """What a net and its critic are told of each game, as rows of bits; `orders` is for `tell_moves`."""
    for i in range(first, last):
        seat = seats[i] if seats[i] >= 0 else 0
        orders[i] = position_bits(records[i], rules, seat, rows[i])
        if secrets.shape[0]:
            critic_bits(records[i], rules, seat, orders[i], secrets[i])


def tell_moves(
    first: int,
    last: int,
    rules: Any,
    lean: bool,
    records: Any,
    mem: Any,
    move: Any,
    seats: Any,
    offsets: Any,
    orders: Any,
    rows: Any,
) -> None:
    """The moves of game i as rows of bits, from `offsets[i]` to `offsets[i + 1]`."""
    for i in range(first, last):
        if seats[i] < 0:
            continue
        mem[SKIP] = 0
        here = rows[offsets[i] : offsets[i + 1]]
        visit_moves(mem, here, move, records[i], rules, seats[i], lean, NO_TARGET[0])
        # The walk is over: its memory is free.
        move_context(records[i], rules, seats[i], mem)
        for k in range(here.shape[0]):
            move_bits(here[k, 0], here[k, 1], here[k, 2], orders[i], rules, seats[i], mem, here[k])
