"""How likely a small net would have done in worlds of Mü what others were seen to do, in compiled code."""

from typing import Any

import numpy as np

from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled
from stramash.sim.mu.moves import choices
from stramash.sim.mu.playouts import liked_level, liked_move, look_from, sort_moves, value_moves
from stramash.sim.mu.record import (
    AUCTION,
    BURIED_POINTS,
    CROWN,
    DEALER,
    DISPLAY,
    DISPLAYS,
    HANDS,
    LEADER,
    MAJOR,
    MINOR,
    MINOR_CARDS,
    PARTNER,
    PASS,
    PHASE,
    PILES,
    PLANNED,
    PLAY,
    PLAYED,
    SEATS,
    SHIELD,
    STAGED,
    TRICK,
    TURN,
    VOIDS,
    WORDS,
)
from stramash.sim.mu.rows import LEVELS
from stramash.sim.mu.step import apply_move, join
from stramash.sim.rows import LEVEL_SHIFT


@compiled
def log_chance(some: int, moves: int, values: Any) -> float:
    """The logarithm of the chance that one of some moves is made among several."""
    most = values[liked_move(moves, values)]
    inside = 0.0
    total = 0.0
    while moves:
        low = moves & -moves
        moves ^= low
        share = np.exp(values[popcount(low - 1)] - most)
        total += share
        if some & low:
            inside += share
    return np.log(inside / total)


@compiled
def log_chance_listed(game: Any, rules: Any, seat: int, some: int, moves: int, net: Any, room: Any) -> float:
    """The same of what the net would do: the level of the first of them, then any of them in that level."""
    order = look_from(game, rules, seat, net, room)
    sort_moves(game, rules, seat, moves, order, room)
    liked_level(net, room)
    level = (room.shapes[popcount((some & -some) - 1)] >> LEVEL_SHIFT) & (LEVELS - 1)
    levels = 0
    for other in range(LEVELS):
        levels |= (room.level_moves[other] != 0) << other
    moves = room.level_moves[level]
    value_moves(game, moves, order, net, room)
    return log_chance(1 << level, levels, room.level_values) + log_chance(some, moves, room.values)


@compiled
def doubted(log: float, mistaken: float) -> float:
    """The logarithm of a chance where everybody may be mistaken."""
    return np.log(np.exp(log) * (1.0 - mistaken) + mistaken)


@compiled
def log_chance_shown(
    game: Any, rules: Any, seat: int, once: int, twice: int, net: Any, room: Any, mistaken: float
) -> float:
    """How likely the net would have shown these cards: so many, and each of them rather than any other.

    In which order it would add them is not known: the likeliest comes first.
    """
    count = popcount(once) + popcount(twice)
    listed = choices(game, rules, seat)
    if not (listed >> count) & 1:
        return 0.0  # nets never show so many
    log = doubted(log_chance_listed(game, rules, seat, 1 << count, listed, net, room), mistaken)
    game[PLANNED] = count
    for _ in range(count):
        listed = choices(game, rules, seat)
        # A bit for each face, the lowest stands for no card (`moves`).
        left = ((once & ~game[STAGED]) | (twice & ~game[STAGED + 1])) << 1
        if listed & (listed - 1):
            log += doubted(log_chance_listed(game, rules, seat, left, listed, net, room), mistaken)
        join(game, STAGED, 1 << (liked_move(left, room.values) - 1), 0)
    return log


@compiled
def take_back(game: Any, rules: Any) -> None:
    """Turn a position into that before the first trick, but for displays and whose turn it is."""
    for seat in range(rules[SEATS]):
        join(game, HANDS + 2 * seat, game[PLAYED + 2 * seat], game[PLAYED + 2 * seat + 1])
        for word in range(2):
            game[PLAYED + 2 * seat + word] = 0
            game[PILES + 2 * seat + word] = 0
    for word in range(TRICK, VOIDS + 1):
        game[word] = 0


@compiled
def take_back_all(game: Any, rules: Any) -> None:
    """Turn a position into that at the beginning of the auction; what a Crown buried is not given back."""
    take_back(game, rules)
    for word in range(MINOR_CARDS, BURIED_POINTS):
        game[word] = 0
    for seat in range(rules[SEATS]):
        game[DISPLAYS + 2 * seat] = 0
        game[DISPLAYS + 2 * seat + 1] = 0
    for word in (LEADER, MINOR, MAJOR, CROWN, SHIELD, PARTNER):
        game[word] = -1
    game[PHASE] = AUCTION
    game[TURN] = game[DEALER]


@compiled
def weigh_bids(
    records: Any, bids: Any, own: int, rules: Any, net: Any, room: Any, mistaken: float, logs: Any
) -> None:
    """Add how likely the net would have shown what the other seats did, by world and seat, as logarithms.

    `bids` has seats and two words of cards, from the beginning. Who passes is not asked about: it tells
    little, and there are many passes. Worlds have `BOLDNESS` set.
    """
    game = room.game
    for world in range(records.shape[0]):
        for word in range(WORDS):
            game[word] = records[world, word]
        take_back_all(game, rules)
        for seat in range(rules[SEATS]):
            room.is_told[0, seat] = 0
        for i in range(bids.shape[0]):
            seat = bids[i, 0]
            once = bids[i, 1]
            twice = bids[i, 2]
            if once and seat != own:
                logs[world, seat] += log_chance_shown(game, rules, seat, once, twice, net, room, mistaken)
            apply_move(game, rules, seat, (DISPLAY if once else PASS) << 32, once, twice)


@compiled
def weigh_tricks(
    records: Any,
    displays: Any,
    played: Any,
    own: int,
    rules: Any,
    net: Any,
    room: Any,
    mistaken: float,
    logs: Any,
) -> None:
    """Add how likely it would have played as they did.

    `displays` are those before the first trick, `played` has seats and cards from then on.
    """
    game = room.game
    for world in range(records.shape[0]):
        for word in range(WORDS):
            game[word] = records[world, word]
        take_back(game, rules)
        game[LEADER] = played[0, 0]
        game[TURN] = played[0, 0]
        for seat in range(rules[SEATS]):
            game[DISPLAYS + 2 * seat] = displays[2 * seat]
            game[DISPLAYS + 2 * seat + 1] = displays[2 * seat + 1]
            room.is_told[0, seat] = 0
        for i in range(played.shape[0]):
            seat = played[i, 0]
            card = played[i, 1]
            cards = choices(game, rules, seat)
            if seat != own and cards & (cards - 1):
                log = log_chance_listed(game, rules, seat, 1 << card, cards, net, room)
                logs[world, seat] += doubted(log, mistaken)
            apply_move(game, rules, seat, (PLAY << 32) | card, 0, 0)
