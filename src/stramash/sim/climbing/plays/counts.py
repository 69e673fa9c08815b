"""Counting the plays of a hand and finding the i-th one by arithmetic, without walking over the list.

The results are those of `plays.visit_plays`, to the last index; only local scalars are used, which a GPU
keeps in registers.
"""

from typing import Any

from stramash.climbing.cards import HIGHEST_NUMBER, JACK, LOWEST_RANK, RANKS, ROW
from stramash.climbing.plays.combos import MIXED, SHORTEST_STAIR, SUITED
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import ALL_COURTS, BELOW_RANKS, COLUMN, FIVE, NINE, SEVEN, THREE
from stramash.sim.climbing.plays.courts import LEAD
from stramash.sim.climbing.plays.stairs import (
    DOUBLE_TRACKS,
    PASCAL,
    PLAN_COUNT,
    PLAN_SEQUENCES,
    SINGLE_TRACKS,
)
from stramash.sim.climbing.plays.tables import (
    court_bombs_above,
    sequences_in,
    sequences_of,
    sub_multisets,
)
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

count_stairs_1, count_stairs_2 = (kind["count_stairs"] for kind in (SINGLE_TRACKS, DOUBLE_TRACKS))


@compiled
def ranks_above(rank: int) -> int:
    """All number cards of a rank higher than this one."""
    return COLUMN * (ROW & (ROW << max(rank - BELOW_RANKS, 0)))


@compiled
def count_mixed(a: int, b: int, c: int, d: int) -> int:
    """In how many ways four different suits can be taken from four sets of suits, one from each.

    All choices, less those in which some suits are equal: inclusion and exclusion over the ways to split
    four things into groups, with 1, -1, 2, 1 and -6 for groups of 1+1+1+1, 2+1+1, 3+1, 2+2 and 4.
    """
    ab, ac, ad = a & b, a & c, a & d
    bc, bd, cd = b & c, b & d, c & d
    n_a, n_b, n_c, n_d = popcount(a), popcount(b), popcount(c), popcount(d)
    n_ab, n_ac, n_ad = popcount(ab), popcount(ac), popcount(ad)
    n_bc, n_bd, n_cd = popcount(bc), popcount(bd), popcount(cd)
    pairs = n_ab * n_c * n_d + n_ac * n_b * n_d + n_ad * n_b * n_c
    pairs += n_bc * n_a * n_d + n_bd * n_a * n_c + n_cd * n_a * n_b
    triples = (
        popcount(ab & c) * n_d + popcount(ab & d) * n_c + popcount(ac & d) * n_b + popcount(bc & d) * n_a
    )
    two_pairs = n_ab * n_cd + n_ac * n_bd + n_ad * n_bc
    return n_a * n_b * n_c * n_d - pairs + 2 * triples + two_pairs - 6 * popcount(ab & cd)


@compiled
def count_bombs(rules: Any, once: int, above: int) -> int:
    """How many bombs a hand has above a place in the list (C3.1)."""
    threes = (once >> THREE) & COLUMN
    fives = (once >> FIVE) & COLUMN
    sevens = (once >> SEVEN) & COLUMN
    nines = (once >> NINE) & COLUMN
    count = court_bombs_above(rules, (once >> JACK) & ALL_COURTS, above)
    if above < SUITED:
        count += popcount(threes & fives & sevens & nines)
    if above < MIXED and threes and fives and sevens and nines:
        count += count_mixed(threes, fives, sevens, nines)
    return count


@compiled
def count_sets(rules: Any, lean: bool, once: int, twice: int, tracks: int, rank: int) -> int:
    """How many sets of a number of cards of a rank there are (C2.4)."""
    wilds = popcount((once >> JACK) & ALL_COURTS)
    faces = popcount((once >> (rank - LOWEST_RANK)) & COLUMN)
    doubled = popcount((twice >> (rank - LOWEST_RANK)) & COLUMN)
    count = 0
    for courts in range(min(wilds, tracks - 1) + 1):
        cards = tracks - courts
        if cards > faces + doubled or (lean and courts and cards < faces + doubled):
            continue
        choices = ((PASCAL >> (16 * wilds)) >> (4 * courts)) & 15
        count += sub_multisets(rules, faces, doubled, cards) * choices
    return count


@compiled
def count_sequences(rules: Any, lean: bool, once: int, length: int, above: int) -> int:
    """How many sequences of a length and a top rank above another a hand has."""
    wilds = popcount((once >> JACK) & ALL_COURTS)
    count = 0
    for top in range(max(above + 1, length + BELOW_RANKS), rules[TOP_RANK] + 1):
        low = top - length - BELOW_RANKS
        reach = ((1 << length) - 1) & (ROW >> low)
        for suit in range(rules[SUITS]):
            cards = popcount((once >> (RANKS * suit + low)) & reach)
            count += sequences_in(rules, lean, length, cards, wilds)
    return count


@compiled
def count_all_sets(rules: Any, lean: bool, once: int, twice: int, tracks: int, above: int) -> int:
    """How many sets a hand has: of a number of cards, or any (0); above a rank."""
    wilds = popcount((once >> JACK) & ALL_COURTS)
    count = 0
    for rank in range(max(above + 1, LOWEST_RANK), HIGHEST_NUMBER + 1):
        place = rank - LOWEST_RANK
        most = popcount((once >> place) & COLUMN) + popcount((twice >> place) & COLUMN)
        if most:
            first = tracks if tracks else 2
            last = tracks if tracks else most + wilds
            for cards in range(first, last + 1):
                count += count_sets(rules, lean, once, twice, cards, rank)
    return count


@compiled
def count_plays(rules: Any, lean: bool, once: int, twice: int, to_beat: int, mem: Any) -> int:
    """How many plays a hand has: `visit_plays` without the walk. Leaves a plan for `pick_play`."""
    kind = (to_beat >> 24) & 255
    tracks = (to_beat >> 16) & 255
    length = (to_beat >> 8) & 255
    top = to_beat & 255
    wilds = popcount((once >> JACK) & ALL_COURTS)
    bombs_above = top if kind == BOMB else 0
    count = 0
    if kind == LEAD:
        count = popcount(once)
        sequences = 0
        for suit in range(rules[SUITS]):
            sequences += sequences_of(rules, lean, wilds, (once >> (RANKS * suit)) & ROW)
        mem[PLAN_SEQUENCES] = sequences
        count += sequences
    elif kind == SINGLE:
        courts = popcount(((once >> JACK) & ALL_COURTS) >> max(top - HIGHEST_NUMBER, 0))
        count = popcount(once & ranks_above(min(top, HIGHEST_NUMBER))) + courts
    elif kind == SEQUENCE:
        count = count_sequences(rules, lean, once, length, top)
    if kind == SET or (kind == LEAD and rules[SETS]):
        count += count_all_sets(rules, lean, once, twice, tracks, top)
    if kind in (LEAD, STAIR):
        total = popcount(once) + popcount(twice)
        shortest = length if length else SHORTEST_STAIR
        longest = length if length else min(total >> 1, rules[TOP_RANK] - BELOW_RANKS)
        if rules[TRACKS_A_SUIT] == 2:
            count += count_stairs_2(rules, lean, once, twice, tracks, shortest, longest, top, mem)
        else:
            count += count_stairs_1(rules, lean, once, twice, tracks, shortest, longest, top, mem)
    mem[PLAN_COUNT] = count
    return count + count_bombs(rules, once, bombs_above)
