"""Finding the i-th play of a hand in canonical order by arithmetic (see `counts`)."""

from typing import Any

from stramash.climbing.cards import COURTS_A_HAND, HIGHEST_NUMBER, JACK, LOWEST_RANK, RANKS, ROW
from stramash.climbing.plays.combos import MIXED, SHORTEST_SEQUENCE, SUITED_ROW
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import (
    ALL_COURTS,
    BELOW_RANKS,
    COLUMN,
    COURT_BOMB_COUNT,
    COURT_BOMBS,
    FIVE,
    JACK_RANK,
    MIXED_BOMB,
    NINE,
    SEVEN,
    SUITED_BOMB,
    THREE,
)
from stramash.sim.climbing.plays.counts import count_all_sets, count_sets
from stramash.sim.climbing.plays.courts import COURT_CHOICES, LEAD
from stramash.sim.climbing.plays.stairs import (
    DOUBLE_TRACKS,
    PASCAL,
    PLAN_COUNT,
    PLAN_SEQUENCES,
    SINGLE_TRACKS,
    courts_for,
    put,
)
from stramash.sim.climbing.plays.tables import sequences_in, sub_multisets
from stramash.sim.climbing.record import (
    BOMB,
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

pick_stair_1, pick_stair_2 = (kind["pick_stair"] for kind in (SINGLE_TRACKS, DOUBLE_TRACKS))


@compiled
def pick_single(once: int, above: int, index: int, move: Any) -> None:
    """The i-th single above a rank: by rank, then suit, then the courts."""
    for rank in range(max(above + 1, LOWEST_RANK), HIGHEST_NUMBER + 1):
        column = (once >> (rank - LOWEST_RANK)) & COLUMN
        here = popcount(column)
        if index < here:
            for _ in range(index):
                column &= column - 1
            card = (column & -column) << (rank - LOWEST_RANK)
            put(move, (SINGLE << 24) | (1 << 16) | (1 << 8) | rank, card, 0)
            return
        index -= here
    for court in range(max(above - HIGHEST_NUMBER, 0), COURTS_A_HAND):
        if (once >> (JACK + court)) & 1:
            if index == 0:
                code = (SINGLE << 24) | (1 << 16) | (1 << 8) | (JACK_RANK + court)
                put(move, code, 1 << (JACK + court), 0)
                return
            index -= 1


@compiled
def pick_sequence(
    rules: Any, lean: bool, once: int, shortest: int, longest: int, above: int, index: int, move: Any
) -> None:
    """The i-th sequence: by length, top rank, suit, number cards, courts."""
    held = (once >> JACK) & ALL_COURTS
    wilds = popcount(held)
    for length in range(shortest, longest + 1):
        for top in range(max(above + 1, length + BELOW_RANKS), rules[TOP_RANK] + 1):
            low = top - length - BELOW_RANKS
            reach = ((1 << length) - 1) & (ROW >> low)
            for suit in range(rules[SUITS]):
                place = RANKS * suit + low
                inside = (once >> place) & reach
                here = sequences_in(rules, lean, length, popcount(inside), wilds)
                if index >= here:
                    index -= here
                    continue
                part = inside if lean else inside & -inside
                while True:
                    gaps = length - popcount(part)
                    if gaps <= wilds:
                        choices = COURT_CHOICES[held * 4 + gaps] >> 12
                        if index < choices:
                            code = (SEQUENCE << 24) | (1 << 16) | (length << 8) | top
                            put(move, code, (part << place) | courts_for(held, gaps, index), 0)
                            return
                        index -= choices
                    part = (part - inside) & inside


@compiled
def pick_set(
    rules: Any, lean: bool, once: int, twice: int, tracks: int, rank: int, index: int, move: Any
) -> None:
    """The i-th set of a number of cards of a rank: suit by suit, from the last."""
    held = (once >> JACK) & ALL_COURTS
    wilds = popcount(held)
    column = (once >> (rank - LOWEST_RANK)) & COLUMN
    copies = (twice >> (rank - LOWEST_RANK)) & COLUMN
    everything = popcount(column) + popcount(copies)
    used = 0
    all_once = 0
    all_twice = 0
    for suit in range(rules[SUITS] - 1, -1, -1):
        bit = 1 << (RANKS * suit)
        below_it = bit - 1
        have = 1 if column & bit else 0
        if copies & bit:
            have = 2
        faces = popcount(column & below_it)
        doubled = popcount(copies & below_it)
        for more in range(have + 1):
            ways = 0
            for courts in range(min(wilds, tracks - 1) + 1):
                cards = tracks - courts
                left = cards - used - more
                if 0 <= left <= faces + doubled and not (lean and courts and cards < everything):
                    choices = ((PASCAL >> (16 * wilds)) >> (4 * courts)) & 15
                    ways += sub_multisets(rules, faces, doubled, left) * choices
            if index < ways:
                used += more
                if more:
                    all_once |= bit
                if more == 2:
                    all_twice |= bit
                break
            index -= ways
    code = (SET << 24) | (tracks << 16) | (1 << 8) | rank
    courts = courts_for(held, tracks - used, index)
    put(move, code, (all_once << (rank - LOWEST_RANK)) | courts, all_twice << (rank - LOWEST_RANK))


@compiled
def pick_bomb(rules: Any, once: int, above: int, index: int, move: Any) -> None:
    """The i-th bomb above a place in the list (C3.1)."""
    if above < MIXED:
        left_3 = (once >> THREE) & COLUMN
        while left_3:
            three = left_3 & -left_3
            left_3 ^= three
            left_5 = ((once >> FIVE) & COLUMN) & ~three
            while left_5:
                five = left_5 & -left_5
                left_5 ^= five
                left_7 = ((once >> SEVEN) & COLUMN) & ~(three | five)
                while left_7:
                    seven = left_7 & -left_7
                    left_7 ^= seven
                    nines = ((once >> NINE) & COLUMN) & ~(three | five | seven)
                    here = popcount(nines)
                    if index < here:
                        for _ in range(index):
                            nines &= nines - 1
                        cards = (three << THREE) | (five << FIVE) | (seven << SEVEN)
                        put(move, MIXED_BOMB, cards | ((nines & -nines) << NINE), 0)
                        return
                    index -= here
    held = (once >> JACK) & ALL_COURTS
    for i in range(COURT_BOMB_COUNT):
        courts = COURT_BOMBS[2 * i]
        place = COURT_BOMBS[2 * i + 1]
        if place > above and held & courts == courts:
            if index == 0:
                put(move, (BOMB << 24) | (1 << 16) | (popcount(courts) << 8) | place, courts << JACK, 0)
                return
            index -= 1
    for suit in range(rules[SUITS]):
        cards = SUITED_ROW << (RANKS * suit)
        if once & cards == cards:
            if index == 0:
                put(move, SUITED_BOMB, cards, 0)
                return
            index -= 1


@compiled
def pick_any_set(
    rules: Any, lean: bool, once: int, twice: int, tracks: int, above: int, index: int, move: Any
) -> None:
    """The i-th set: of a number of cards, or any (0); above a rank."""
    cards = tracks if tracks else 2
    rank = max(above + 1, LOWEST_RANK)
    while True:
        here = count_sets(rules, lean, once, twice, cards, rank)
        if index < here:
            pick_set(rules, lean, once, twice, cards, rank, index, move)
            return
        index -= here
        rank += 1
        if rank > HIGHEST_NUMBER:
            rank = max(above + 1, LOWEST_RANK)
            cards += 1


@compiled
def pick_play(
    rules: Any, lean: bool, once: int, twice: int, to_beat: int, index: int, mem: Any, move: Any
) -> None:
    """The i-th play of a hand, by the plan that `count_plays` has just left in `mem`.

    First which kind it is, then one call for each kind: the less code, the faster on a GPU.
    """
    kind = (to_beat >> 24) & 255
    tracks = (to_beat >> 16) & 255
    length = (to_beat >> 8) & 255
    top = to_beat & 255
    shortest = length
    longest = length
    bombs_above = 0
    if kind == BOMB:
        bombs_above = top
    elif index >= mem[PLAN_COUNT]:
        index -= mem[PLAN_COUNT]
        kind = BOMB
    elif kind == LEAD:
        shortest = SHORTEST_SEQUENCE
        longest = rules[TOP_RANK] - BELOW_RANKS
        kind = SINGLE
        here = popcount(once)
        if index >= here and rules[SETS]:
            index -= here
            kind = SET
            here = count_all_sets(rules, lean, once, twice, 0, 0)
        if index >= here:
            index -= here
            kind = SEQUENCE
            here = mem[PLAN_SEQUENCES]
        if index >= here:
            index -= here
            kind = STAIR
    if kind == SINGLE:
        pick_single(once, top, index, move)
    elif kind == SEQUENCE:
        pick_sequence(rules, lean, once, shortest, longest, top, index, move)
    elif kind == BOMB:
        pick_bomb(rules, once, bombs_above, index, move)
    elif kind == SET:
        pick_any_set(rules, lean, once, twice, tracks, top, index, move)
    elif rules[TRACKS_A_SUIT] == 2:
        pick_stair_2(rules, lean, once, twice, tracks, index, mem, move)
    else:
        pick_stair_1(rules, lean, once, twice, tracks, index, mem, move)
