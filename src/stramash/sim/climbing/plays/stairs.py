"""Counting the stairs of a hand and finding the i-th one, by arithmetic on polynomials (see `tables`).

The functions with `DOUBLES` in them are templates: filled in once for decks in which a suit may be in two
tracks (C2.8) and once for all others, so that neither carries the other's registers on a GPU.
"""

from typing import Any

from stramash.climbing.cards import COURTS_A_HAND, JACK, RANKS, ROW, SUIT_COUNT
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import ALL_COURTS, BELOW_RANKS, COLUMN
from stramash.sim.climbing.plays.courts import COURT_CHOICES, PLAY_CODE
from stramash.sim.climbing.plays.tables import one_track, two_tracks
from stramash.sim.climbing.record import STAIR, SUITS, TOP_RANK
from stramash.sim.compiling.compiled import compiled, with_globals

DOUBLES = False
PASCAL = 0x1331_0121_0011_0001
"""Binomials of 0 to 3 courts, four bits each, sixteen bits a row."""
# A plan, left in the working memory by a count for the pick that follows it: how many plays of a kind there
# are, and a list of windows with the stairs in each.
PLAN_COUNT = 64
PLAN_SEQUENCES = 65
PLAN_SIZE = 66
PLAN_WINDOWS = 68

Ways = tuple[int, int, int, int, int, int, int, int]


@compiled
def put(move: Any, code: int, once: int, twice: int) -> None:
    """Write down the move that was found."""
    move[0] = PLAY_CODE | code
    move[1] = once
    move[2] = twice


@compiled
def courts_for(held: int, wanted: int, index: int) -> int:
    """The i-th choice of some of the courts held, as cards."""
    return ((COURT_CHOICES[held * 4 + wanted] >> (3 * index)) & 7) << JACK


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
def may_add_track(rules: Any, lean: bool, once: int, length: int, top: int) -> bool:
    """Whether a track of courts alone may stand in a stair: in the lean list it needs an empty suit."""
    if not lean:
        return True
    low = top - length - BELOW_RANKS
    reach = ((1 << length) - 1) & (ROW >> low)
    for suit in range(rules[SUITS]):
        if (once >> (RANKS * suit + low)) & reach == 0:
            return True
    return False


@compiled
def pick_tracks(ways: Ways, tracks: int) -> int:
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
def ways_on(rest: Ways, left: int, here: int, extra: int) -> int:
    """How many stairs go on from a choice when `left` tracks are still to fill.

    The suits to come fill all of them (`here` weighs the gaps), or all but one that courts fill alone
    (`extra`).
    """
    if left < 0:
        return 0
    ways = here & 15 if left == 0 else weigh(pick_tracks(rest, left), here)
    if extra and left >= 1:
        ways += extra & 15 if left == 1 else weigh(pick_tracks(rest, left - 1), extra)
    return ways


@compiled
def ways_by_gaps(
    rest: Ways,
    left: int,
    weights: int,
    gaps: int,
    length: int,
    may_add: bool,
) -> int:
    """`ways_on` for a choice that opens 0, 1, 2 or 3 more gaps, sixteen bits each."""
    packed = 0
    here = weights >> (4 * gaps)
    shift = 0
    while here:
        extra = here >> (4 * length) if may_add else 0
        packed |= ways_on(rest, left, here, extra) << shift
        here >>= 4
        shift += 16
    return packed


# --- templates ------------------------------------------------------------------------------------------
def cards_in_window(once: int, twice: int, length: int, top: int) -> int:
    """How many number cards a hand has in a window of ranks, copies counted where they may be used."""
    low = top - length - BELOW_RANKS
    window = COLUMN * ((((1 << length) - 1) << low) & ROW)
    if DOUBLES:
        return popcount(once & window) + popcount(twice & window)
    return popcount(once & window)


def window_ways(rules: Any, lean: bool, once: int, twice: int, length: int, top: int, suits: int) -> Ways:
    """For 1 to 8 tracks of number cards of the first `suits` suits: the ways to fill them, by gaps."""
    low = top - length - BELOW_RANKS
    reach = ((1 << length) - 1) & (ROW >> low)
    w1 = w2 = w3 = w4 = w5 = w6 = w7 = w8 = 0
    for suit in range(suits):
        place = RANKS * suit + low
        cards = popcount((once >> place) & reach)
        if cards == 0:
            continue
        one = one_track(rules, lean, length, cards)
        if DOUBLES:
            two = two_tracks(rules, lean, length, cards, popcount((twice >> place) & reach))
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


def count_stairs(
    rules: Any,
    lean: bool,
    once: int,
    twice: int,
    tracks: int,
    shortest: int,
    longest: int,
    above: int,
    mem: Any,
) -> int:
    """How many stairs a hand has (C2.3): of a number of tracks, or any (0); of some lengths; above a rank.

    The plan keeps them by window and number of tracks. There is one call of `window_ways`, because a GPU
    that cannot keep all code at hand waits for it most of the time.
    """
    wilds = popcount((once >> JACK) & ALL_COURTS)
    weights = (PASCAL >> (16 * wilds)) & 0xFFFF
    suits = rules[SUITS]
    top_rank = rules[TOP_RANK]
    fewest = tracks if tracks else 2
    word = PLAN_WINDOWS
    count = 0
    for length in range(shortest, longest + 1):
        # First which windows are rich enough, then those alone: on a GPU all wait for the slowest.
        rich = 0
        for top in range(max(above + 1, length + BELOW_RANKS), top_rank + 1):
            inside = cards_in_window(once, twice, length, top)
            if inside > 0 and inside + wilds >= fewest * length:
                rich |= 1 << top
        while rich:
            top = popcount((rich & -rich) - 1)
            rich &= rich - 1
            w1, w2, w3, w4, w5, w6, w7, w8 = window_ways(rules, lean, once, twice, length, top, suits)
            extra = weights >> (4 * length)
            if extra and not may_add_track(rules, lean, once, length, top):
                extra = 0
            n2 = weigh(w2, weights) + weigh(w1, extra)
            n3 = weigh(w3, weights) + weigh(w2, extra)
            n4 = weigh(w4, weights) + weigh(w3, extra)
            n5 = weigh(w5, weights)
            if DOUBLES or suits == SUIT_COUNT:
                n5 += weigh(w4, extra)
            here = n2 | (n3 << 16) | (n4 << 32) | (n5 << 48)
            more = 0
            if DOUBLES:
                n6 = weigh(w6, weights) + weigh(w5, extra)
                n7 = weigh(w7, weights) + weigh(w6, extra)
                n8 = weigh(w8, weights) + weigh(w7, extra)
                more = n6 | (n7 << 16) | (n8 << 32)
            mem[word] = here
            mem[word + 1] = more | (top << 48) | (length << 56)
            word += 2
            if tracks == 0:
                count += n2 + n3 + n4 + n5
                if DOUBLES:
                    count += (more & 0xFFFF) + ((more >> 16) & 0xFFFF) + (more >> 32)
            elif tracks <= 5:
                count += (here >> (16 * (tracks - 2))) & 0xFFFF
            else:
                count += (more >> (16 * (tracks - 6))) & 0xFFFF
    mem[PLAN_SIZE] = word
    return count


def pick_in_window(
    rules: Any,
    lean: bool,
    once: int,
    twice: int,
    tracks: int,
    length: int,
    top: int,
    index: int,
    move: Any,
) -> None:
    """The i-th stair of a number of tracks, a length and a top rank: suit by suit, from the last."""
    held = (once >> JACK) & ALL_COURTS
    wilds = popcount(held)
    weights = (PASCAL >> (16 * wilds)) & 0xFFFF
    low = top - length - BELOW_RANKS
    reach = ((1 << length) - 1) & (ROW >> low)
    may_add = length <= wilds and may_add_track(rules, lean, once, length, top)
    used = 0
    gaps = 0
    all_once = 0
    all_twice = 0
    for suit in range(rules[SUITS] - 1, -1, -1):
        place = RANKS * suit + low
        ranks = (once >> place) & reach
        if ranks == 0 or popcount(ranks) + wilds < length:
            continue
        rest = window_ways(rules, lean, once, twice, length, top, suit)
        left = tracks - used
        here = weights >> (4 * gaps)
        without = ways_on(rest, left, here, here >> (4 * length) if may_add else 0)
        if index < without:
            continue
        index -= without
        one = ways_by_gaps(rest, left - 1, weights, gaps, length, may_add)
        two = 0
        cards = ranks
        if DOUBLES:
            cards |= ((twice >> place) & reach) << RANKS
            two = ways_by_gaps(rest, left - 2, weights, gaps, length, may_add)
        part = 0
        while True:
            if lean:
                part = ranks if part == 0 else cards
            else:
                part = (part - cards) & cards
            copies = part >> RANKS
            if copies & ~part:
                continue
            more = 2 if copies else 1
            open_places = more * length - popcount(part)
            if open_places > COURTS_A_HAND:
                continue
            ways = ((two if copies else one) >> (16 * open_places)) & 0xFFFF
            if index < ways:
                used += more
                gaps += open_places
                all_once |= (part & ROW) << place
                all_twice |= copies << place
                break
            index -= ways
    wanted = gaps + (tracks - used) * length
    code = (STAIR << 24) | (tracks << 16) | (length << 8) | top
    put(move, code, all_once | courts_for(held, wanted, index), all_twice)


def pick_stair(
    rules: Any, lean: bool, once: int, twice: int, tracks: int, index: int, mem: Any, move: Any
) -> None:
    """The i-th of the stairs that `count_stairs` has counted, of a number of tracks or any (0)."""
    end = mem[PLAN_SIZE]
    wanted = tracks if tracks else 2
    word = PLAN_WINDOWS
    while True:
        if wanted <= 5:
            here = (mem[word] >> (16 * (wanted - 2))) & 0xFFFF
        else:
            here = (mem[word + 1] >> (16 * (wanted - 6))) & 0xFFFF
        if index < here:
            break
        index -= here
        word += 2
        if word == end:
            word = PLAN_WINDOWS
            wanted += 1
    shape = mem[word + 1]
    length, top = shape >> 56, (shape >> 48) & 255
    pick_in_window(rules, lean, once, twice, wanted, length, top, index, move)


def _filled_in(name: str, doubles: bool) -> dict[str, Any]:
    """The templates for one kind of deck, each calling the others of its kind."""
    names: dict[str, Any] = {"DOUBLES": doubles}
    for template in (
        cards_in_window,
        window_ways,
        count_stairs,
        pick_in_window,
        pick_stair,
    ):
        names[template.__name__] = compiled(with_globals(template, name, names))
    return names


SINGLE_TRACKS = _filled_in("single", doubles=False)
DOUBLE_TRACKS = _filled_in("double", doubles=True)
