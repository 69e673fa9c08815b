"""Whether a climbing hand can beat a combination, without listing how: compiled, for many hands."""

from typing import Any

from stramash.climbing.cards import HIGHEST_NUMBER, JACK, LOWEST_RANK, RANKS, ROW
from stramash.climbing.plays.combos import MIXED, SUITED, SUITED_ROW
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import (
    ALL_COURTS,
    BELOW_RANKS,
    COLUMN,
    COURT_BOMB_LEVEL,
    FIVE,
    NINE,
    NUMBERS,
    SEVEN,
    THREE,
)
from stramash.sim.climbing.plays.counts import count_mixed
from stramash.sim.climbing.record import BOMB, SEQUENCE, SET, SINGLE, SUITS, TOP_RANK, TRACKS_A_SUIT
from stramash.sim.compiling.compiled import compiled


@compiled
def has_mixed_bomb(once: int) -> bool:
    """Whether a hand holds 3-5-7-9 in four different suits (C3.1)."""
    threes, fives = (once >> THREE) & COLUMN, (once >> FIVE) & COLUMN
    sevens, nines = (once >> SEVEN) & COLUMN, (once >> NINE) & COLUMN
    return count_mixed(threes, fives, sevens, nines) > 0


@compiled
def has_bomb(rules: Any, once: int, above: int) -> bool:
    """Whether a hand holds a bomb higher than a place in C3.1."""
    if COURT_BOMB_LEVEL[(once >> JACK) & ALL_COURTS] > above:
        return True
    if above < SUITED:
        for suit in range(rules[SUITS]):
            if (once >> (RANKS * suit)) & SUITED_ROW == SUITED_ROW:
                return True
    return above < MIXED and has_mixed_bomb(once)


@compiled
def has_stair(rules: Any, once: int, twice: int, tracks: int, length: int, top: int, wilds: int) -> bool:
    """Whether a hand makes a stair with this top rank."""
    low = top - length - BELOW_RANKS
    reach = ((1 << length) - 1) & (ROW >> low)
    none = 0
    one = 0
    two = 0
    three = 0
    for suit in range(rules[SUITS]):
        for copy in range(rules[TRACKS_A_SUIT]):
            cards = once if copy == 0 else twice
            gaps = length - popcount((cards >> (RANKS * suit + low)) & reach)
            if gaps == 0:
                none += 1
            elif gaps == 1:
                one += 1
            elif gaps == 2:
                two += 1
            elif gaps == 3:
                three += 1
    # The tracks with the fewest gaps first.
    wanted = tracks - none
    needed = 0
    for gaps in range(1, 4):
        have = one if gaps == 1 else two if gaps == 2 else three
        taken = min(max(wanted, 0), have)
        wanted -= taken
        needed += gaps * taken
    return wanted <= 0 and needed <= wilds and needed < tracks * length


@compiled
def has_higher(rules: Any, once: int, twice: int, code: int) -> bool:
    """Whether a hand makes a higher combination of the same shape (C4.1), its courts included."""
    kind = code >> 24
    tracks = (code >> 16) & 255
    length = (code >> 8) & 255
    top = code & 255
    wilds = popcount((once >> JACK) & ALL_COURTS)
    numbers = once & NUMBERS
    if kind == SINGLE:
        if (once >> JACK) >> max(top - HIGHEST_NUMBER, 0):
            return True
        for rank in range(top + 1, HIGHEST_NUMBER + 1):  # noqa: SIM110 - no any() in compiled code
            if (numbers >> (rank - LOWEST_RANK)) & COLUMN:
                return True
        return False
    if kind == SET:
        for rank in range(top + 1, HIGHEST_NUMBER + 1):
            place = rank - LOWEST_RANK
            here = popcount((numbers >> place) & COLUMN) + popcount((twice >> place) & COLUMN)
            if here and here + wilds >= tracks:
                return True
        return False
    if kind == SEQUENCE:
        window = (1 << length) - 1
        for suit in range(rules[SUITS]):
            row = (numbers >> (RANKS * suit)) & ROW
            if popcount(row) + wilds < length:
                continue
            for higher in range(top + 1, rules[TOP_RANK] + 1):
                inside = (row >> (higher - length - BELOW_RANKS)) & window
                if inside and popcount(inside) + wilds >= length:
                    return True
        return False
    if popcount(numbers) + popcount(twice) + wilds < tracks * length:
        return False
    for higher in range(top + 1, rules[TOP_RANK] + 1):
        if has_stair(rules, numbers, twice, tracks, length, higher, wilds):
            return True
    return False


@compiled
def beaten_by(rules: Any, once: int, twice: int, code: int, tiers: Any, seat: int) -> float:
    """How likely a hand beats a combination: surely by nature, less with its courts, least with a bomb."""
    above = code & 255
    if code >> 24 != BOMB:
        above = 0
        if has_higher(rules, once & NUMBERS, twice, code):
            return float(tiers[seat, 0])
        if once >> JACK and has_higher(rules, once, twice, code):
            return float(tiers[seat, 1])
    if has_bomb(rules, once, above):
        return float(tiers[seat, 2])
    return 0.0
