"""The last tricks of Mü, solved: the best play of both teams when all cards are known.

In each sampled world the seat's team plays for the points of its members less those of the others, bonuses
included, against players who do the opposite. The search is alpha-beta over the record of the compiled
engine, without recursion, so that it compiles.
"""

from typing import Any, Final

import numpy as np

from stramash.bots.search.compare import MATCH_POINT, Judge
from stramash.core.seats import Seat
from stramash.mu.game import MuGame
from stramash.mu.moves import Move
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled
from stramash.sim.mu.moves import choice_code, choices
from stramash.sim.mu.pack import pack_rules
from stramash.sim.mu.record import (
    CROWN,
    IN_TRICK,
    PARTNER,
    PHASE,
    PLAYED,
    SCORES,
    SEATS,
    TURN,
    WINNERS,
    WORDS,
)
from stramash.sim.mu.step import apply_move
from stramash.sim.run import pack_moves

DEEPEST: Final = 31
"""More cards than are ever left to play when the search begins."""
INFINITE: Final = 1_000_000
LEFT, BEST, ALPHA, BETA, IS_MAX, TRIED, LIKED = range(7)
"""What the search notes at each depth: moves not yet tried, the value so far, the window, whose choice, the
move that is being tried, and the one that was good there last, in this world or the one before: tried first,
it often ends the matter."""
NOTES: Final = 7


@compiled
def team_of(game: Any, rules: Any, seat: int) -> int:
    """The seats that play with a seat, itself included: the Crown's team or all the others (M4.4, M4.5)."""
    crown_team: int = 1 << game[CROWN]
    if game[PARTNER] >= 0:
        crown_team |= 1 << game[PARTNER]
    return crown_team if (crown_team >> seat) & 1 else ((1 << rules[SEATS]) - 1) & ~crown_team


@compiled
def lead_of(game: Any, rules: Any, team: int) -> int:
    """The mean points of a team less those of the others, and a won match, times the sizes of both teams."""
    ours: int = 0
    theirs: int = 0
    for seat in range(rules[SEATS]):
        if (team >> seat) & 1:
            ours += game[SCORES + seat]
        else:
            theirs += game[SCORES + seat]
    seats: int = rules[SEATS]
    size = popcount(team)
    lead = ours * (seats - size) - theirs * size
    if game[WINNERS] and not game[WINNERS] & ~team:
        lead += int(MATCH_POINT) * size * (seats - size)
    elif game[WINNERS] and not game[WINNERS] & team:
        lead -= int(MATCH_POINT) * size * (seats - size)
    return lead


@compiled
def enter(stack: Any, notes: Any, rules: Any, depth: int, team: int, alpha: int, beta: int) -> bool:
    """Begin a node, going past cards without a choice; False if the deal is over there."""
    game = stack[depth]
    while game[PHASE] == IN_TRICK:
        seat = game[TURN]
        mask = choices(game, rules, seat)
        if mask & (mask - 1):
            is_max = (team >> seat) & 1
            notes[depth, LEFT] = mask
            notes[depth, BEST] = -INFINITE if is_max else INFINITE
            notes[depth, ALPHA] = alpha
            notes[depth, BETA] = beta
            notes[depth, IS_MAX] = is_max
            return True
        apply_move(game, rules, seat, choice_code(game, popcount(mask - 1)), 0, 0)
    return False


@compiled
def solve(stack: Any, notes: Any, rules: Any, team: int) -> int:
    """The value of the position in stack[0], both sides playing as well as can be; it is overwritten."""
    if not enter(stack, notes, rules, 0, team, -INFINITE, INFINITE):
        return lead_of(stack[0], rules, team)
    depth = 0
    value: int = 0
    while True:
        mask = notes[depth, LEFT]
        if mask and notes[depth, ALPHA] < notes[depth, BETA]:
            low = mask & notes[depth, LIKED]
            if not low:
                low = mask & -mask
            notes[depth, LEFT] = mask ^ low
            notes[depth, TRIED] = low
            for word in range(PLAYED):  # nothing behind it is asked
                stack[depth + 1, word] = stack[depth, word]
            child = stack[depth + 1]
            apply_move(child, rules, child[TURN], choice_code(child, popcount(low - 1)), 0, 0)
            alpha = notes[depth, ALPHA]
            beta = notes[depth, BETA]
            depth += 1
            if enter(stack, notes, rules, depth, team, alpha, beta):
                continue
            value = lead_of(stack[depth], rules, team)
        else:
            value = notes[depth, BEST]
            if depth == 0:
                return value
        # A child is solved: hand its value up.
        depth -= 1
        if notes[depth, IS_MAX]:
            if value > notes[depth, BEST]:
                notes[depth, BEST] = value
                notes[depth, LIKED] = notes[depth, TRIED]
            notes[depth, ALPHA] = max(notes[depth, ALPHA], value)
        else:
            if value < notes[depth, BEST]:
                notes[depth, BEST] = value
                notes[depth, LIKED] = notes[depth, TRIED]
            notes[depth, BETA] = min(notes[depth, BETA], value)


@compiled
def solve_worlds(
    records: Any, moves: Any, rules: Any, seat: int, stack: Any, notes: Any, values: Any
) -> None:
    """The value of every move in every world for a seat's team, times the sizes of both teams."""
    for world in range(records.shape[0]):
        team = team_of(records[world], rules, seat)
        for tried in range(moves.shape[0]):
            for word in range(PLAYED):
                stack[0, word] = records[world, word]
            apply_move(stack[0], rules, seat, moves[tried, 0], moves[tried, 1], moves[tried, 2])
            values[world, tried] = solve(stack, notes, rules, team)


def solved(game: MuGame, worlds: Any, moves: list[Move], seat: Seat) -> Any:
    """What each move of each packed world brings a seat's team over the others, a head."""
    stack = np.zeros((DEEPEST, WORDS), np.int64)
    notes = np.zeros((DEEPEST, NOTES), np.int64)
    values = np.zeros((len(worlds), len(moves)), np.int64)
    solve_worlds(worlds, pack_moves(game, moves), pack_rules(game.rules), seat, stack, notes, values)
    first = worlds[0]
    in_team = 1 if game.seats == 3 else 2
    is_crowns = seat in (int(first[CROWN]), int(first[PARTNER]))
    mine = in_team if is_crowns else game.seats - in_team
    return values / (mine * (game.seats - mine))


def by_solving(game: MuGame, seat: Seat) -> Judge:
    """Judge moves by solving every world."""

    def judge(worlds: Any, moves: list[Move]) -> Any:
        return solved(game, worlds, moves, seat)

    return judge
