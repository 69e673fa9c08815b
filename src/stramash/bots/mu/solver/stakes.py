"""What the end of a deal of Mü is worth to a team: the points of its members less those of the others."""

from typing import Any, Final

from stramash.bots.search.compare import MATCH_POINT
from stramash.mu.rules import MOST_SEATS
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled
from stramash.sim.mu.facts import icons
from stramash.sim.mu.record import (
    BURIED,
    CROWN,
    DEAL,
    DEALS,
    GOAL,
    PARTNER,
    PILES,
    SCORES,
    SEATS,
    TOTALS,
    WINNERS,
)
from stramash.sim.mu.settle import settle

INFINITE: Final = 1_000_000


@compiled
def crown_team_of(game: Any) -> int:
    """The seats of the Crown's team (M4.4, M4.5)."""
    team: int = 1 << game[CROWN]
    if game[PARTNER] >= 0:
        team |= 1 << game[PARTNER]
    return team


@compiled
def team_of(game: Any, rules: Any, seat: int) -> int:
    """The seats that play with a seat, itself included: the Crown's team or all the others (M4.4, M4.5)."""
    crown_team = crown_team_of(game)
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
def worth(game: Any, rules: Any, team: int, won: int, end: Any) -> int:
    """What a deal is worth to a team that ends with these icons of each seat; `end` is room for a record."""
    for word in range(SCORES):
        end[word] = game[word]
    for seat in range(rules[SEATS]):
        end[SCORES + seat] = (won >> (8 * seat)) & 255
    settle(end, rules)
    return lead_of(end, rules, team)


@compiled
def won_so_far(game: Any, rules: Any) -> int:
    """The icons in the piles, eight bits a seat; buried cards are the Crown's (M4.4)."""
    won: int = icons(game[BURIED], game[BURIED + 1]) << (8 * game[CROWN])
    for seat in range(rules[SEATS]):
        won += icons(game[PILES + 2 * seat], game[PILES + 2 * seat + 1]) << (8 * seat)
    return won


@compiled
def sum_of(won: int, team: int) -> int:
    """The icons of a team."""
    total: int = 0
    for seat in range(MOST_SEATS):
        total += ((won >> (8 * seat)) & 255) * ((team >> seat) & 1)
    return total


@compiled
def shared(game: Any, earned: int, every: int) -> int:
    """Icons by teams as if one seat of each had them all, eight bits a seat: for sums it is the same."""
    other = 0
    while (crown_team_of(game) >> other) & 1:
        other += 1
    won: int = earned << (8 * game[CROWN]) | (every - earned) << (8 * other)
    return won


@compiled
def does_count_icons(game: Any, rules: Any, every: int, end: Any) -> bool:
    """Whether to win is to have more icons: no match may end, and no icon does its own team harm.

    `every` is how many there are in this deal.
    """
    most: int = 0
    before: int = -INFINITE
    for earned in range(every + 1):
        value = worth(game, rules, crown_team_of(game), shared(game, earned, every), end)
        if value < before:
            return False
        before = value
        for seat in range(rules[SEATS]):
            most = max(most, end[TOTALS + seat] + every)  # whoever has the icons
    goal: int = rules[GOAL]
    left: int = rules[DEALS] - game[DEAL]
    return most < goal if goal else left > 0
