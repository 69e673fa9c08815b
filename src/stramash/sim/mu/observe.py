"""A row of numbers with what a seat may know of a game of Mü, for programs that learn.

Everything is told from the seat's own place: the entries of other seats follow in turn order.
"""

from typing import Any

from stramash.mu.rules import MOST_SEATS
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled
from stramash.sim.mu.record import (
    BIDS,
    BURIED,
    CROWN,
    DEAL,
    DEALER,
    DISPLAYS,
    HANDS,
    LEADER,
    MAJOR,
    MINOR,
    PARTNER,
    PASSES,
    PHASE,
    PILES,
    SEATS,
    SHIELD,
    STAGED,
    TAKEN,
    TOTALS,
    TRICK,
    TURN,
    VOIDS,
)

_EACH_SEAT = (
    "cards",
    "bid",
    "display_once",
    "display_twice",
    "card_in_trick",
    "voids",
    "total",
    "pile_once",
    "pile_twice",
)
COLUMNS = (
    "seat",
    "phase",
    "turn",
    "dealer",
    "deal",
    "hand_once",
    "hand_twice",
    "staged_once",
    "staged_twice",
    "crown",
    "shield",
    "partner",
    "major",
    "minor",
    "leader",
    "passes",
    "taken_once",
    "taken_twice",
    "buried_once",
    "buried_twice",
    *(f"{name}_{step}" for step in range(MOST_SEATS) for name in _EACH_SEAT),
)
"""Seats are counted from the own one (0), -1 for none; a card in the trick is one more than its face."""
_FIRST_SEAT = 20
_PER_SEAT = len(_EACH_SEAT)


@compiled
def seen_from(game: Any, rules: Any, place: int, seat: int) -> int:
    """A seat in the record as counted from the own seat; -1 for none."""
    other = game[place]
    return (other - seat) % rules[SEATS] if other >= 0 else -1


@compiled
def observe(game: Any, rules: Any, seat: int, row: Any) -> None:
    """Fill in a row with what the seat may know: its own cards and what lies open, nothing else."""
    seats = rules[SEATS]
    row[0] = seat
    row[1] = game[PHASE]
    row[2] = seen_from(game, rules, TURN, seat)
    row[3] = seen_from(game, rules, DEALER, seat)
    row[4] = game[DEAL]
    is_own_display = game[TURN] == seat
    is_crown = game[CROWN] == seat
    for i in range(2):
        row[5 + i] = game[HANDS + 2 * seat + i]
        row[7 + i] = game[STAGED + i] if is_own_display else 0
        row[16 + i] = game[TAKEN + i] if is_crown else 0
        row[18 + i] = game[BURIED + i] if is_crown else 0
    row[9] = seen_from(game, rules, CROWN, seat)
    row[10] = seen_from(game, rules, SHIELD, seat)
    row[11] = seen_from(game, rules, PARTNER, seat)
    row[12] = game[MAJOR]
    row[13] = game[MINOR]
    row[14] = seen_from(game, rules, LEADER, seat)
    row[15] = game[PASSES]
    for step in range(MOST_SEATS):
        at = _FIRST_SEAT + _PER_SEAT * step
        for i in range(_PER_SEAT):
            row[at + i] = 0
        if step < seats:
            other = (seat + step) % seats
            row[at] = popcount(game[HANDS + 2 * other]) + popcount(game[HANDS + 2 * other + 1])
            row[at + 1] = (game[BIDS] >> (8 * other)) & 255
            row[at + 4] = (game[TRICK] >> (8 * other)) & 255
            row[at + 5] = (game[VOIDS] >> (8 * other)) & 255
            row[at + 6] = game[TOTALS + other]
            for i in range(2):
                row[at + 2 + i] = game[DISPLAYS + 2 * other + i]
                row[at + 7 + i] = game[PILES + 2 * other + i]
