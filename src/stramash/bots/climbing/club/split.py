"""How a climbing hand is best split into plays: an exact cover of its cards, cheapest first, compiled.

Each play has a price: low if it will probably win its trick, high if it will be beaten and the lead is lost.
The price of a hand is that of its cheapest split, so fewer and stronger plays are better, and a wild card
is spent only where it saves more than it is worth in hand. The cover goes by the lowest card that is left:
every play that this card can be the lowest of is tried, and hands met again are remembered.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from stramash.bots.climbing.club.beats import beaten_by
from stramash.climbing.cards import COURTS_A_HAND, JACK, LOWEST_RANK, RANKS, ROW
from stramash.climbing.plays.combos import SHORTEST_SEQUENCE, SHORTEST_STAIR, SUITED_ROW
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import (
    ALL_COURTS,
    BELOW_RANKS,
    COLUMN,
    COURT_BOMB_LEVEL,
    FIVE,
    JACK_RANK,
    MIXED_BOMB,
    NINE,
    NUMBERS,
    SEVEN,
    SUITED_BOMB,
    THREE,
)
from stramash.sim.climbing.record import (
    BOMB,
    MOST_TRACKS,
    PLAY,
    SEQUENCE,
    SET,
    SETS,
    SINGLE,
    STAIR,
    SUITS,
    TOP_RANK,
    TRACKS_A_SUIT,
)
from stramash.sim.compiling.compiled import compiled

SHAPES: Final = 6 * 12 * 13 * 14
"""Places for every combination there can be: kind, tracks, length, top."""
SLOTS: Final = 1 << 15
"""Hands remembered while one decision is made; a power of two."""
PROBES: Final = 8
MOST_HANDS: Final = 6_000
"""The beam: after so many hands only the first ways are tried for each card, long sequences before others."""
BEAM: Final = 1
STACK: Final = 1 << 13
"""Rows for the ways that are still to be tried."""

# Prices: what a play costs at least, what being beaten adds, what a rank is worth in plays that may follow.
AT_LEAST: Final = 0
IF_BEATEN: Final = 1
A_RANK: Final = 2
FOLLOWS: Final = 4
"""Plays of up to so many cards are often shed while following."""

# What is known of a hand on the way down.
ONCE: Final = 0
TWICE: Final = 1
FIRST: Final = 2
NEXT: Final = 3
LAST: Final = 4
CHOSEN: Final = 5
DEEPEST: Final = 40
"""More plays than a hand has cards."""

# Counters.
HANDS_SEEN: Final = 0
GENERATION: Final = 1
WAYS: Final = 2

_SINGLE_CODE = (SINGLE << 24) | (1 << 16) | (1 << 8)
_BOMB_CODE = (BOMB << 24) | (1 << 16)


class Tables(NamedTuple):
    """Everything that stays the same while one decision is made."""

    rules: Any
    hands: Any
    """By world and seat: what the others may hold."""
    weights: Any
    tiers: Any
    """By seat: how likely it beats what it can beat by nature, with courts, with a bomb; 0 for friends."""
    chances: Any
    """By shape: how likely it is beaten; -1 where that was not asked yet."""
    prices: Any
    keys: Any
    marks: Any
    costs: Any
    firsts: Any
    stack: Any
    counters: Any
    frames: Any
    best: Any


def fresh_tables() -> dict[str, Any]:
    """The working memory of one player."""
    return {
        "keys": np.zeros((SLOTS, 2), np.int64),
        "marks": np.zeros(SLOTS, np.int64),
        "costs": np.zeros(SLOTS),
        "firsts": np.zeros((SLOTS, 3), np.int64),
        "stack": np.zeros((STACK, 3), np.int64),
        "counters": np.zeros(3, np.int64),
        "frames": np.zeros((DEEPEST, 6), np.int64),
        "best": np.zeros(DEEPEST),
    }


def words_of(cards: CardSet) -> tuple[int, int]:
    """A card set as the two words of the compiled engine."""
    return cards & FIRST_COPIES, cards >> SECOND_COPY


@compiled
def shape_of(code: int) -> int:
    """The place of a combination in a table of all."""
    return ((((code >> 24) & 255) * 12 + ((code >> 16) & 255)) * 13 + ((code >> 8) & 255)) * 14 + (code & 255)


@compiled
def chance_beaten(code: int, tables: Any) -> float:
    """How likely a combination is beaten by one of the seats that have tiers."""
    chances = tables.chances
    place = shape_of(code)
    if chances[place] >= 0.0:
        return float(chances[place])
    hands, tiers = tables.hands, tables.tiers
    total = 0.0
    summed = 0.0
    for world in range(hands.shape[0]):
        stands = 1.0
        for seat in range(tiers.shape[0]):
            once = hands[world, seat, 0]
            if tiers[seat, 0] > 0.0 and once:
                stands *= 1.0 - beaten_by(tables.rules, once, hands[world, seat, 1], code, tiers, seat)
        summed += tables.weights[world] * (1.0 - stands)
        total += tables.weights[world]
    chances[place] = summed / total
    return float(chances[place])


@compiled
def price(code: int, tables: Any) -> float:
    """What a play of this combination costs in a split."""
    prices = tables.prices
    cost = prices[AT_LEAST] + prices[IF_BEATEN] * chance_beaten(code, tables)
    cards = ((code >> 16) & 255) * ((code >> 8) & 255)
    if cards <= FOLLOWS and code >> 24 != BOMB:
        cost -= prices[A_RANK] * (code & 255) * (1.0 if cards == 1 else 0.5)
    return float(cost)


@compiled
def find(keys: Any, marks: Any, generation: int, once: int, twice: int) -> int:
    """The slot of a hand: its own, or a free one; -1 where there is none."""
    mask = keys.shape[0] - 1
    place = (once * 0x9E3779B1 ^ (once >> 17) * 0x85EBCA6B ^ twice * 0xC2B2AE35 ^ (once >> 31)) & mask
    for _ in range(PROBES):
        if marks[place] != generation:
            return int(place)
        if keys[place, 0] == once and keys[place, 1] == twice:
            return int(place)
        place = (place + 1) & mask
    return -1


@compiled
def without(once: int, twice: int, used: int, used_twice: int) -> int:
    """What is still held once after some cards are gone; what is held twice is then `twice & ~used`."""
    return (once & ~used) | (twice & used & ~used_twice)


@compiled
def lowest(held: int, wanted: int) -> int:
    """The lowest courts of those held, as cards."""
    taken = 0
    for court in range(COURTS_A_HAND):
        if (held >> court) & 1 and popcount(taken) < wanted:
            taken |= 1 << court
    return taken << JACK


@compiled
def push(tables: Any, code: int, used: int, used_twice: int) -> None:
    """Note one way to shed the lowest card."""
    place = tables.counters[WAYS]
    if place < tables.stack.shape[0]:
        tables.stack[place, 0] = code
        tables.stack[place, 1] = used
        tables.stack[place, 2] = used_twice
        tables.counters[WAYS] = place + 1


@compiled
def push_courts(once: int, tables: Any) -> None:
    """Only courts are left: bombs or singles."""
    held = (once >> JACK) & ALL_COURTS
    for taken in range(1, ALL_COURTS + 1):
        if taken & ~held:
            continue
        count = popcount(taken)
        if count == 1:
            push(tables, _SINGLE_CODE | (JACK_RANK + (taken >> 1)), taken << JACK, 0)
        else:
            push(tables, _BOMB_CODE | (count << 8) | COURT_BOMB_LEVEL[taken], taken << JACK, 0)


@compiled
def push_sequences(once: int, suit: int, rank: int, tables: Any) -> None:
    """Sequences from the lowest card up, the longest first; at the top a wild may stand below it."""
    held = (once >> JACK) & ALL_COURTS
    wilds = popcount(held)
    top_rank = tables.rules[TOP_RANK]
    row = (once >> (RANKS * suit)) & ROW
    longest = top_rank - BELOW_RANKS
    start = min(rank, longest - SHORTEST_SEQUENCE)
    for length in range(longest - start, SHORTEST_SEQUENCE - 1, -1):
        inside = (row >> start) & ((1 << length) - 1) & (ROW >> start)
        gaps = length - popcount(inside)
        # A wild at the upper end is worth it only where the sequence would be too short without it.
        if gaps > wilds or (length > SHORTEST_SEQUENCE and not (inside >> (length - 1)) & 1):
            continue
        if gaps and popcount(inside) < 2:
            continue
        code = (SEQUENCE << 24) | (1 << 16) | (length << 8) | (start + length + BELOW_RANKS)
        push(tables, code, (inside << (RANKS * suit + start)) | lowest(held, gaps), 0)


@compiled
def push_stairs(once: int, twice: int, suit: int, rank: int, tables: Any) -> None:
    """Stairs with the lowest card in their lowest rank: every choice of further tracks."""
    rules = tables.rules
    held = (once >> JACK) & ALL_COURTS
    wilds = popcount(held)
    suits = rules[SUITS]
    for length in range(SHORTEST_STAIR, rules[TOP_RANK] - BELOW_RANKS - rank + 1):
        reach = ((1 << length) - 1) & (ROW >> rank)
        if length - popcount((once >> (RANKS * suit + rank)) & reach) > wilds:
            return
        # Bits of the tracks that the hand has cards in: first copies, then second copies.
        spare = 0
        for other in range(suits):
            place = RANKS * other + rank
            if other != suit and (once >> place) & reach:
                spare |= 1 << other
            if rules[TRACKS_A_SUIT] == 2 and (twice >> place) & reach:
                spare |= 1 << (suits + other)
        part = spare
        while part:
            chosen = part | (1 << suit)
            part = (part - 1) & spare
            tracks = popcount(chosen)
            if (chosen >> suits) & ~chosen or tracks > rules[MOST_TRACKS]:
                continue
            used = 0
            used_twice = 0
            last = 0
            for other in range(suits):
                place = RANKS * other + rank
                if (chosen >> other) & 1:
                    used |= once & (reach << place)
                    last |= (once >> place) >> (length - 1) & 1
                if (chosen >> (suits + other)) & 1:
                    used_twice |= twice & (reach << place)
            gaps = tracks * length - popcount(used) - popcount(used_twice)
            if gaps <= wilds and (last or length == SHORTEST_STAIR):
                code = (STAIR << 24) | (tracks << 16) | (length << 8) | (rank + length + BELOW_RANKS)
                push(tables, code, used | lowest(held, gaps), used_twice)


@compiled
def push_sets(once: int, rank: int, tables: Any) -> None:
    """Sets with the lowest card, with up to two wilds where the whole rank is in it (C2.4)."""
    held = (once >> JACK) & ALL_COURTS
    column = (once >> rank) & COLUMN
    others = column & (column - 1)
    part = others
    while True:
        cards = (column & -column) | part
        for gaps in range(min(popcount(held), 2) + 1):
            size = popcount(cards) + gaps
            if size >= 2 and not (gaps and part != others):
                code = (SET << 24) | (size << 16) | (1 << 8) | (rank + LOWEST_RANK)
                push(tables, code, (cards << rank) | lowest(held, gaps), 0)
        if part == 0:
            return
        part = (part - 1) & others


@compiled
def push_bombs(once: int, suit: int, tables: Any) -> None:
    """3-5-7-9 with the lowest card, a three, in it (C3.1)."""
    if (once >> (RANKS * suit)) & SUITED_ROW == SUITED_ROW:
        push(tables, SUITED_BOMB, SUITED_ROW << (RANKS * suit), 0)
    three = 1 << (RANKS * suit)
    fives = (once >> FIVE) & COLUMN & ~three
    while fives:
        five = fives & -fives
        fives ^= five
        sevens = (once >> SEVEN) & COLUMN & ~(three | five)
        while sevens:
            seven = sevens & -sevens
            sevens ^= seven
            nines = (once >> NINE) & COLUMN & ~(three | five | seven)
            while nines:
                nine = nines & -nines
                nines ^= nine
                cards = (three << THREE) | (five << FIVE) | (seven << SEVEN) | (nine << NINE)
                push(tables, MIXED_BOMB, cards, 0)


@compiled
def push_ways(once: int, twice: int, tables: Any) -> None:
    """Every way to shed the lowest number card, sequences first."""
    numbers = once & NUMBERS
    if numbers == 0:
        push_courts(once, tables)
        return
    rank = 0
    while (numbers >> rank) & COLUMN == 0:
        rank += 1
    column = (numbers >> rank) & COLUMN
    suit = popcount((column & -column) - 1) // RANKS
    push_sequences(once, suit, rank, tables)
    push(tables, _SINGLE_CODE | (rank + LOWEST_RANK), 1 << (RANKS * suit + rank), 0)
    push_stairs(once, twice, suit, rank, tables)
    if tables.rules[SETS]:
        push_sets(once, rank, tables)
    if rank == THREE:
        push_bombs(once, suit, tables)


@compiled
def opens(once: int, twice: int, depth: int, tables: Any) -> bool:
    """Whether a hand has to be split: note the ways if so, else leave its price at its depth."""
    counters = tables.counters
    if once == 0:
        tables.best[depth] = 0.0
        return False
    slot = find(tables.keys, tables.marks, counters[GENERATION], once, twice)
    if slot >= 0 and tables.marks[slot] == counters[GENERATION]:
        tables.best[depth] = tables.costs[slot]
        return False
    counters[HANDS_SEEN] += 1
    frame = tables.frames[depth]
    frame[ONCE] = once
    frame[TWICE] = twice
    frame[FIRST] = frame[NEXT] = frame[CHOSEN] = counters[WAYS]
    push_ways(once, twice, tables)
    frame[LAST] = counters[WAYS]
    if counters[HANDS_SEEN] > MOST_HANDS:
        frame[LAST] = min(frame[LAST], frame[FIRST] + BEAM)
    tables.best[depth] = 1e9
    return True


@compiled
def close(depth: int, tables: Any) -> None:
    """Remember a hand whose ways have all been tried."""
    frame = tables.frames[depth]
    once, twice, generation = frame[ONCE], frame[TWICE], tables.counters[GENERATION]
    slot = find(tables.keys, tables.marks, generation, once, twice)
    if slot >= 0:
        tables.marks[slot] = generation
        tables.keys[slot, 0] = once
        tables.keys[slot, 1] = twice
        tables.costs[slot] = tables.best[depth]
        for word in range(3):
            tables.firsts[slot, word] = tables.stack[frame[CHOSEN], word]
    tables.counters[WAYS] = frame[FIRST]


@compiled
def split(once: int, twice: int, tables: Any) -> float:
    """The price of a hand's cheapest split; the play of its lowest card is kept in `firsts`.

    The recursion is written out: a compiled function that calls itself does not survive being read back from
    the cache of compiled code.
    """
    best = tables.best
    if not opens(once, twice, 0, tables):
        return float(best[0])
    depth = 0
    while True:
        frame = tables.frames[depth]
        if frame[NEXT] < frame[LAST]:
            used = tables.stack[frame[NEXT], 1]
            rest = without(frame[ONCE], frame[TWICE], used, tables.stack[frame[NEXT], 2])
            if opens(rest, frame[TWICE] & ~used, depth + 1, tables):
                depth += 1
                continue
        else:
            close(depth, tables)
            if depth == 0:
                return float(best[0])
            depth -= 1
            frame = tables.frames[depth]
        # The hand below has its price: what does this way cost in all?
        cost = price(tables.stack[frame[NEXT], 0], tables) + best[depth + 1]
        if cost < best[depth]:
            best[depth] = cost
            frame[CHOSEN] = frame[NEXT]
        frame[NEXT] += 1


@compiled
def evaluate(once: int, twice: int, moves: Any, tables: Any, left: Any, risks: Any) -> None:
    """For each play: the price of what is left of the hand, and how likely the play is beaten."""
    for i in range(moves.shape[0]):
        used = moves[i, 1]
        left[i] = split(without(once, twice, used, moves[i, 2]), twice & ~used, tables)
        risks[i] = chance_beaten(moves[i, 0] & 0xFFFFFFFF, tables)


@compiled
def best_split(once: int, twice: int, tables: Any, plays: Any) -> int:
    """Write the plays of the cheapest split as moves; returns how many there are."""
    count = 0
    generation = tables.counters[GENERATION]
    while once and count < plays.shape[0]:
        split(once, twice, tables)
        slot = find(tables.keys, tables.marks, generation, once, twice)
        if slot < 0 or tables.marks[slot] != generation:
            break
        used = tables.firsts[slot, 1]
        plays[count, 0] = (PLAY << 32) | tables.firsts[slot, 0]
        plays[count, 1] = used
        plays[count, 2] = tables.firsts[slot, 2]
        count += 1
        once = without(once, twice, used, tables.firsts[slot, 2])
        twice &= ~used
    return count
