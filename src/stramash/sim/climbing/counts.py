"""Counting the plays of a hand and finding the i-th one by arithmetic, without walking over the list.

The results are those of `plays.visit_plays`, to the last index; only local scalars are used, which a GPU
keeps in registers.
"""

from typing import Any

from stramash.sim.bits import popcount
from stramash.sim.climbing.plays import (
    COLUMN,
    JACK,
    PLAY_CODE,
    RANKS,
    ROW,
)
from stramash.sim.climbing.record import (
    BOMB,
    SEQUENCE,
    SET,
    SETS,
    SINGLE,
    SUITS,
    TOP_RANK,
    TRACKS_A_SUIT,
)
from stramash.sim.climbing.tables import (
    court_bombs_above,
    one_track,
    sequences_in,
    sequences_of,
    sub_multisets,
    two_tracks,
)
from stramash.sim.compiled import compiled

PASCAL = 0x1331_0121_0011_0001
"""Binomials of 0 to 3 courts, four bits each, sixteen bits a row."""
SHAPE = PLAY_CODE | (1 << 16) | (1 << 8)


@compiled
def weigh(ways: int, weights: int) -> int:
    """The sum of the four coefficients of a polynomial, each times its four-bit weight."""
    return (
        (ways & 0xFFFF) * (weights & 15)
        + ((ways >> 16) & 0xFFFF) * ((weights >> 4) & 15)
        + ((ways >> 32) & 0xFFFF) * ((weights >> 8) & 15)
        + ((ways >> 48) & 0xFFFF) * ((weights >> 12) & 15)
    )


@compiled
def ranks_above(rank: int) -> int:
    """All number cards of a rank higher than this one."""
    return COLUMN * (ROW & (ROW << max(rank - 1, 0)))


@compiled
def suit_ways(
    rules: Any, lean: bool, doubles: bool, once: int, twice: int, place: int, reach: int, length: int
) -> tuple[int, int]:
    """A suit's polynomials in a window: as one track, and as two."""
    cards = popcount((once >> place) & reach)
    if cards == 0:
        return 0, 0
    one = one_track(rules, lean, length, cards)
    if not doubles:
        return one, 0
    return one, two_tracks(rules, lean, length, cards, popcount((twice >> place) & reach))


@compiled
def window_ways(
    rules: Any, lean: bool, once: int, twice: int, length: int, top: int, suits: int
) -> tuple[int, int, int, int, int, int, int, int]:
    """For 1 to 8 tracks of number cards of the first `suits` suits: the ways to fill them, by gaps."""
    low = top - length - 1
    reach = ((1 << length) - 1) & (ROW >> low)
    doubles = rules[TRACKS_A_SUIT] == 2
    w1 = w2 = w3 = w4 = w5 = w6 = w7 = w8 = 0
    for suit in range(suits):
        one, two = suit_ways(rules, lean, doubles, once, twice, RANKS * suit + low, reach, length)
        if doubles:
            w8 += w7 * one + w6 * two
            w7 += w6 * one + w5 * two
            w6 += w5 * one + w4 * two
            w5 += w4 * one + w3 * two
            w4 += w3 * one + w2 * two
            w3 += w2 * one + w1 * two
            w2 += w1 * one + two
        else:
            w5 += w4 * one
            w4 += w3 * one
            w3 += w2 * one
            w2 += w1 * one
        w1 += one
    return w1, w2, w3, w4, w5, w6, w7, w8


@compiled
def may_add_track(rules: Any, lean: bool, once: int, length: int, top: int) -> bool:
    """Whether a track of courts alone may stand in a stair: in the lean list it needs an empty suit."""
    if not lean:
        return True
    low = top - length - 1
    reach = ((1 << length) - 1) & (ROW >> low)
    for suit in range(rules[SUITS]):
        if (once >> (RANKS * suit + low)) & reach == 0:
            return True
    return False


@compiled
def pick_tracks(ways: tuple[int, int, int, int, int, int, int, int], tracks: int) -> int:
    """The entry for a number of tracks; 0 tracks can be filled in no way here."""
    w1, w2, w3, w4, w5, w6, w7, w8 = ways
    if tracks <= 2:
        return w1 if tracks == 1 else w2 if tracks == 2 else 0
    if tracks <= 4:
        return w3 if tracks == 3 else w4
    if tracks <= 6:
        return w5 if tracks == 5 else w6
    return w7 if tracks == 7 else w8


@compiled
def stairs_in(
    rules: Any, lean: bool, once: int, twice: int, wilds: int, tracks: int, length: int, top: int
) -> int:
    """How many stairs of a number of tracks, a length and a top rank there are."""
    if cards_in_window(rules, once, twice, length, top) + wilds < tracks * length:
        return 0
    ways = window_ways(rules, lean, once, twice, length, top, rules[SUITS])
    weights = (PASCAL >> (16 * wilds)) & 0xFFFF
    count = weigh(pick_tracks(ways, tracks), weights)
    if length <= wilds and tracks > 1 and may_add_track(rules, lean, once, length, top):
        count += weigh(pick_tracks(ways, tracks - 1), weights >> (4 * length))
    return count


@compiled
def count_stairs(rules: Any, lean: bool, once: int, twice: int) -> tuple[int, int, int, int, int, int, int]:
    """How many stairs a hand has, by tracks from 2 to 8 (C2.3)."""
    wilds = popcount((once >> JACK) & 7)
    weights = (PASCAL >> (16 * wilds)) & 0xFFFF
    suits = rules[SUITS]
    doubles = rules[TRACKS_A_SUIT] == 2
    top_rank = rules[TOP_RANK]
    total = popcount(once) + popcount(twice)
    c2 = c3 = c4 = c5 = c6 = c7 = c8 = 0
    for length in range(2, min(total // 2, top_rank - 1) + 1):
        extra = weights >> (4 * length)
        for top in range(length + 1, top_rank + 1):
            inside = cards_in_window(rules, once, twice, length, top)
            if inside + wilds < 2 * length or inside == 0:
                continue
            w1, w2, w3, w4, w5, w6, w7, w8 = window_ways(rules, lean, once, twice, length, top, suits)
            c2 += weigh(w2, weights)
            c3 += weigh(w3, weights)
            c4 += weigh(w4, weights)
            c5 += weigh(w5, weights)
            if doubles:
                c6 += weigh(w6, weights)
                c7 += weigh(w7, weights)
                c8 += weigh(w8, weights)
            if extra and may_add_track(rules, lean, once, length, top):
                c2 += weigh(w1, extra)
                c3 += weigh(w2, extra)
                c4 += weigh(w3, extra)
                if suits == 5 or doubles:
                    c5 += weigh(w4, extra)
                if doubles:
                    c6 += weigh(w5, extra)
                    c7 += weigh(w6, extra)
                    c8 += weigh(w7, extra)
    return c2, c3, c4, c5, c6, c7, c8


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
def cards_in_window(rules: Any, once: int, twice: int, length: int, top: int) -> int:
    """How many number cards a hand has in a window of ranks, copies counted where they may be used."""
    low = top - length - 1
    window = COLUMN * ((((1 << length) - 1) << low) & ROW)
    inside = popcount(once & window)
    if rules[TRACKS_A_SUIT] == 2:
        inside += popcount(twice & window)
    return inside


@compiled
def count_bombs(rules: Any, once: int, above: int) -> int:
    """How many bombs a hand has above a place in the list (C3.1)."""
    threes = (once >> 1) & COLUMN
    fives = (once >> 3) & COLUMN
    sevens = (once >> 5) & COLUMN
    nines = (once >> 7) & COLUMN
    count = court_bombs_above(rules, (once >> JACK) & 7, above)
    if above < 6:
        count += popcount(threes & fives & sevens & nines)
    if above < 1 and threes and fives and sevens and nines:
        count += count_mixed(threes, fives, sevens, nines)
    return count


@compiled
def count_sets(rules: Any, lean: bool, once: int, twice: int, tracks: int, rank: int) -> int:
    """How many sets of a number of cards of a rank there are (C2.4)."""
    wilds = popcount((once >> JACK) & 7)
    faces = popcount((once >> (rank - 2)) & COLUMN)
    doubled = popcount((twice >> (rank - 2)) & COLUMN)
    count = 0
    for courts in range(min(wilds, tracks - 1) + 1):
        cards = tracks - courts
        if cards > faces + doubled or (lean and courts and cards < faces + doubled):
            continue
        choices = ((PASCAL >> (16 * wilds)) >> (4 * courts)) & 15
        count += sub_multisets(rules, faces, doubled, cards) * choices
    return count


@compiled
def count_plays(rules: Any, lean: bool, once: int, twice: int, to_beat: int) -> int:
    """How many plays a hand has: `visit_plays` without the walk."""
    held = (once >> JACK) & 7
    wilds = popcount(held)
    suits = rules[SUITS]
    if to_beat == 0:
        count = popcount(once) + count_bombs(rules, once, 0)
        for suit in range(suits):
            count += sequences_of(rules, lean, wilds, (once >> (RANKS * suit)) & ROW)
        c2, c3, c4, c5, c6, c7, c8 = count_stairs(rules, lean, once, twice)
        count += c2 + c3 + c4 + c5 + c6 + c7 + c8
        if rules[SETS]:
            for rank in range(2, 11):
                most = popcount((once >> (rank - 2)) & COLUMN) + popcount((twice >> (rank - 2)) & COLUMN)
                if most:
                    for tracks in range(2, most + wilds + 1):
                        count += count_sets(rules, lean, once, twice, tracks, rank)
        return count
    kind = (to_beat >> 24) & 255
    top = to_beat & 255
    length = (to_beat >> 8) & 255
    if kind == BOMB:
        return count_bombs(rules, once, top)
    count = count_bombs(rules, once, 0)
    if kind == SINGLE:
        count += popcount(once & ranks_above(min(top, 10)))
        return count + popcount(held >> max(top - 10, 0))
    if kind == SEQUENCE:
        for higher in range(max(top + 1, length + 1), rules[TOP_RANK] + 1):
            low = higher - length - 1
            reach = ((1 << length) - 1) & (ROW >> low)
            for suit in range(suits):
                cards = popcount((once >> (RANKS * suit + low)) & reach)
                count += sequences_in(rules, lean, length, cards, wilds)
        return count
    tracks = (to_beat >> 16) & 255
    if kind == SET:
        for higher in range(top + 1, 11):
            count += count_sets(rules, lean, once, twice, tracks, higher)
        return count
    if tracks * length <= popcount(once) + popcount(twice):
        for higher in range(max(top + 1, length + 1), rules[TOP_RANK] + 1):
            count += stairs_in(rules, lean, once, twice, wilds, tracks, length, higher)
    return count
