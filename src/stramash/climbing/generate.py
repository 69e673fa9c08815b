"""Every legal play of a hand, wild cards included, each once and in canonical order.

The canonical order is: kind (single, set, sequence, stair, bomb), then tracks, length, top rank, then the
number cards used, then the courts used. Number cards are compared suit by suit from the last suit to the
first, within a suit by the bitmask of ranks held once plus 512 times that of ranks held twice; courts by
their bitmask J 1, Q 2, K 4. Singles go by rank, then suit; bombs by their place in C3.1, then the suits of
their 3, 5, 7 and 9.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from stramash.climbing.cards import (
    COURT_RANK,
    FIRST_NUMBERS,
    JACK,
    LOWEST_RANK,
    RANKS,
    ROW,
    courts_of,
)
from stramash.climbing.combos import (
    BOMB_RANKS,
    COURT_BOMBS,
    MIXED,
    SHORTEST_SEQUENCE,
    SHORTEST_STAIR,
    SUITED,
    SUITED_ROW,
    Combo,
    Kind,
    bomb,
    combo,
)
from stramash.climbing.moves import Play
from stramash.climbing.rules import ClimbingRules
from stramash.core.cards import SECOND_COPY, CardSet

# COURT_CHOICES[held][n]: each way to take n of the courts held, as card sets in canonical order.
COURT_CHOICES: Final = tuple(
    tuple(
        tuple(chosen << JACK for chosen in range(8) if not chosen & ~held and chosen.bit_count() == wanted)
        for wanted in range(4)
    )
    for held in range(8)
)
_EVERY_FIFTH_ROW: Final = sum(1 << RANKS * suit for suit in range(5))


class Fill(NamedTuple):
    """Some number cards of one suit inside a window of ranks."""

    cards: CardSet
    """As if the suit were the first."""
    tracks: int
    """How many tracks of the suit they need."""
    gaps: int
    """Places in those tracks that courts must fill."""


@lru_cache(maxsize=1 << 17)
def fills(once: int, twice: int, length: int, courts: int) -> tuple[Fill, ...]:
    """The ways to use a suit's cards in a window of a length, leaving at most `courts` gaps."""
    found: list[tuple[int, Fill]] = []
    for doubled in _parts(twice):
        for rest in _parts(once & ~doubled):
            cards = doubled | rest
            if length == 1:
                tracks = cards.bit_count() + doubled.bit_count()  # a set: each card is a track
            else:
                tracks = 2 if doubled else 1 if cards else 0
            gaps = tracks * length - cards.bit_count() - doubled.bit_count()
            if gaps <= courts:
                found.append((cards | doubled << RANKS, Fill(cards | doubled << SECOND_COPY, tracks, gaps)))
    found.sort()
    return tuple(fill for _, fill in found)


def _parts(bits: int) -> Iterator[int]:
    """Every subset of some bits, the empty one included."""
    part = bits
    while True:
        yield part
        if not part:
            return
        part = (part - 1) & bits


def plays(rules: ClimbingRules, hand: CardSet, to_beat: Combo | None) -> list[Play]:
    """Every distinct play of a hand: any for a lead, otherwise what beats a combination (C4.1)."""
    found: list[Play] = []
    if to_beat is None:
        _singles(rules, hand, 0, found)
        _runs(rules, hand, None, found)
        _bombs(rules, hand, 0, found)
    elif to_beat.is_bomb:
        _bombs(rules, hand, to_beat.top, found)
    else:
        if to_beat.kind is Kind.SINGLE:
            _singles(rules, hand, to_beat.top, found)
        elif to_beat.kind is Kind.SEQUENCE:
            _sequences(rules, hand, to_beat.length, to_beat.length, to_beat.top, found)
        else:
            _runs(rules, hand, to_beat, found)
        _bombs(rules, hand, 0, found)
    return found


def _singles(rules: ClimbingRules, hand: CardSet, above: int, found: list[Play]) -> None:
    """C2.1: number cards by rank and suit, then courts by face value."""
    for rank in range(max(above + 1, LOWEST_RANK), LOWEST_RANK + RANKS):
        column = hand >> (rank - LOWEST_RANK) & _EVERY_FIFTH_ROW
        if column:
            single = combo(Kind.SINGLE, 1, 1, rank)
            while column:
                low = column & -column
                found.append(Play(low << (rank - LOWEST_RANK), single))
                column ^= low
    for card, rank in COURT_RANK.items():
        if rank > above and hand >> card & 1:
            found.append(Play(1 << card, combo(Kind.SINGLE, 1, 1, rank)))


def _sequences(
    rules: ClimbingRules, hand: CardSet, shortest: int, longest: int, above: int, found: list[Play]
) -> None:
    """C2.2: one suit, with courts in the gaps."""
    held = courts_of(hand)
    wilds = held.bit_count()
    choices = COURT_CHOICES[held]
    rows = [(suit, row) for suit in range(rules.suits) if (row := hand >> RANKS * suit & ROW)]
    if not rows:
        return
    longest = min(longest, max(row.bit_count() for _, row in rows) + wilds)
    for length in range(shortest, longest + 1):
        window = (1 << length) - 1
        for top in range(max(above + 1, LOWEST_RANK + length - 1), rules.top_rank + 1):
            shift = top - length + 1 - LOWEST_RANK
            shape = combo(Kind.SEQUENCE, 1, length, top)
            for suit, row in rows:
                inside = row >> shift & window
                if inside.bit_count() + wilds < length or not inside:
                    continue
                place = RANKS * suit + shift
                for cards, tracks, gaps in fills(inside, 0, length, wilds):
                    if tracks:
                        found.extend(Play(cards << place | courts, shape) for courts in choices[gaps])


def _runs(rules: ClimbingRules, hand: CardSet, to_beat: Combo | None, found: list[Play]) -> None:
    """Sets, sequences and stairs for a lead, or the sets or stairs that beat one of them."""
    if to_beat is not None:
        length, tracks = to_beat.length, to_beat.tracks
        by_tracks: dict[int, list[Play]] = {}
        for top in range(max(to_beat.top + 1, LOWEST_RANK + length - 1), _top(rules, length) + 1):
            _window(rules, hand, length, top, tracks, tracks, by_tracks)
        found.extend(by_tracks.get(tracks, ()))
        return
    if rules.sets:
        by_tracks = {}
        for top in range(LOWEST_RANK, _top(rules, 1) + 1):
            _window(rules, hand, 1, top, 2, hand.bit_count(), by_tracks)
        for tracks in sorted(by_tracks):
            found.extend(by_tracks[tracks])
    _sequences(rules, hand, SHORTEST_SEQUENCE, rules.top_rank, 0, found)
    by_tracks = {}
    longest = min(hand.bit_count() // 2, rules.top_rank - LOWEST_RANK + 1)
    for length in range(SHORTEST_STAIR, longest + 1):
        for top in range(LOWEST_RANK + length - 1, rules.top_rank + 1):
            _window(rules, hand, length, top, 2, rules.most_tracks, by_tracks)
    for tracks in sorted(by_tracks):
        found.extend(by_tracks[tracks])


def _top(rules: ClimbingRules, length: int) -> int:
    """The highest top rank of a set (length 1) or a stair."""
    return LOWEST_RANK + RANKS - 1 if length == 1 else rules.top_rank


def _window(
    rules: ClimbingRules,
    hand: CardSet,
    length: int,
    top: int,
    fewest: int,
    most: int,
    by_tracks: dict[int, list[Play]],
) -> None:
    """Add the stairs (or sets) with one length and top rank, for each number of tracks asked for."""
    held = courts_of(hand)
    wilds = held.bit_count()
    low = top - length + 1 - LOWEST_RANK
    window = (1 << length) - 1
    doubles = rules.tracks_a_suit == 2 or length == 1
    rows: list[tuple[int, int, int]] = []
    inside = 0
    for suit in range(rules.suits - 1, -1, -1):
        place = RANKS * suit + low
        # A window may reach past the tens: those places hold no number card.
        reach = window & ROW >> low
        once = hand >> place & reach
        if once:
            twice = hand >> SECOND_COPY + place & reach if doubles else 0
            rows.append((place, once, twice))
            inside += once.bit_count() + twice.bit_count()
    if inside + wilds < fewest * length or not inside:
        return
    partial: list[tuple[CardSet, int, int]] = [(0, 0, 0)]
    for place, once, twice in rows:
        choices = fills(once, twice, length, wilds)
        partial = [
            (cards | more << place, tracks + more_tracks, gaps + more_gaps)
            for cards, tracks, gaps in partial
            for more, more_tracks, more_gaps in choices
            if gaps + more_gaps <= wilds and tracks + more_tracks <= most
        ]
    kind = Kind.SET if length == 1 else Kind.STAIR
    court_choices = COURT_CHOICES[held]
    for cards, tracks, gaps in partial:
        if not tracks:
            continue  # C2.5: at least one number card
        # Further tracks may be made of courts alone (C2.9).
        for all_tracks in range(max(tracks, fewest), min(most, tracks + (wilds - gaps) // length) + 1):
            shape = combo(kind, all_tracks, length, top)
            bucket = by_tracks.setdefault(all_tracks, [])
            for courts in court_choices[gaps + (all_tracks - tracks) * length]:
                bucket.append(Play(cards | courts, shape))


def _bombs(rules: ClimbingRules, hand: CardSet, above: int, found: list[Play]) -> None:
    """C3.1: bombs higher than a place in the list."""
    once = hand & FIRST_NUMBERS
    if above < MIXED:
        columns = [
            [1 << RANKS * suit + rank - LOWEST_RANK for suit in range(rules.suits)] for rank in BOMB_RANKS
        ]
        shape = bomb(MIXED)
        found.extend(Play(cards, shape) for cards in _mixed(once, columns, 0))
    for cards, level in COURT_BOMBS.items():
        if level > above and not cards & ~hand:
            found.append(Play(cards, bomb(level)))
    if above < SUITED:
        for suit in range(rules.suits):
            cards = SUITED_ROW << RANKS * suit
            if not cards & ~once:
                found.append(Play(cards, bomb(SUITED)))


def _mixed(hand: CardSet, columns: list[list[CardSet]], used: int) -> Iterator[CardSet]:
    """3-5-7-9 in four different suits: one card of each column, no suit twice."""
    if not columns:
        yield 0
        return
    for suit, card in enumerate(columns[0]):
        if card & hand and not used >> suit & 1:
            for rest in _mixed(hand, columns[1:], used | 1 << suit):
                yield card | rest
