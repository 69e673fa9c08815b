"""A row of numbers with what a seat may know of a climbing game, for programs that learn.

Everything is told from the seat's own place: the entries of other seats follow in turn order.
"""

from typing import Any

from stramash.climbing.cards import JACK, MOST_SEATS
from stramash.sim.climbing.facts import ALL_COURTS
from stramash.sim.climbing.moves import hand_size, side_of
from stramash.sim.climbing.record import (
    BETS,
    BID,
    DEAL,
    DEALER,
    HAGGIS_COUNT,
    HANDS,
    OUT_POINTS,
    PASSED,
    PASSED_ROUNDS,
    PASSES,
    PHASE,
    PILES,
    PUT_BACK,
    SEATS,
    SHEPHERD,
    SHOWN,
    TAKEN,
    TOP,
    TOP_SEAT,
    TOTALS,
    TURN,
)
from stramash.sim.compiling.compiled import compiled

_EACH_SEAT = (
    "cards",
    "courts",
    "shown_once",
    "shown_twice",
    "bet",
    "out_points",
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
    "to_beat",
    "top_seat",
    "passes",
    "haggis_count",
    "bid",
    "shepherd",
    "passed",
    "received",
    "taken_once",
    "taken_twice",
    "put_back_once",
    "put_back_twice",
    *(f"{name}_{step}" for step in range(MOST_SEATS) for name in _EACH_SEAT),
)
"""`shepherd` and the like are counted from the own seat (0), -1 for none; courts are three bits."""
_FIRST_SEAT = 19
_PER_SEAT = len(_EACH_SEAT)


@compiled
def observe(game: Any, rules: Any, seat: int, row: Any) -> None:
    """Fill in a row with what the seat may know: its own cards and what lies open, nothing else."""
    seats = rules[SEATS]
    row[0] = seat
    row[1] = game[PHASE]
    row[2] = (game[TURN] - seat) % seats
    row[3] = (game[DEALER] - seat) % seats
    row[4] = game[DEAL]
    row[5] = game[HANDS + 2 * seat]
    row[6] = game[HANDS + 2 * seat + 1]
    row[7] = game[TOP]
    row[8] = (game[TOP_SEAT] - seat) % seats
    row[9] = game[PASSES]
    row[10] = game[HAGGIS_COUNT]
    row[11] = game[BID]
    row[12] = (game[SHEPHERD] - seat) % seats if game[SHEPHERD] >= 0 else -1
    row[13] = game[PASSED + seat]
    # What came from the partner: only cards that have changed hands already (C8.1).
    row[14] = game[PASSED + (seat + 2) % 4] & ((1 << (8 * game[PASSED_ROUNDS])) - 1)
    is_shepherd = game[SHEPHERD] == seat
    for i in range(2):
        row[15 + i] = game[TAKEN + i] if is_shepherd else 0
        row[17 + i] = game[PUT_BACK + i] if is_shepherd else 0
    for step in range(MOST_SEATS):
        at = _FIRST_SEAT + _PER_SEAT * step
        if step >= seats:
            for i in range(_PER_SEAT):
                row[at + i] = 0
            continue
        other = (seat + step) % seats
        row[at] = hand_size(game, other)
        row[at + 1] = (game[HANDS + 2 * other] >> JACK) & ALL_COURTS
        row[at + 2] = game[SHOWN + 2 * other]
        row[at + 3] = game[SHOWN + 2 * other + 1]
        row[at + 4] = game[BETS + other]
        row[at + 5] = game[OUT_POINTS + other]
        row[at + 6] = game[TOTALS + side_of(rules, other)]
        row[at + 7] = game[PILES + 2 * other]
        row[at + 8] = game[PILES + 2 * other + 1]
