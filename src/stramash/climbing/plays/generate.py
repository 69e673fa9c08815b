"""Every legal play of a hand, wild cards included, each once and in canonical order.

The canonical order is: kind (single, set, sequence, stair, bomb), then tracks, length, top rank, then the
number cards used, then the courts used. Number cards are compared suit by suit from the last suit to the
first, within a suit by the bitmask of ranks held once plus 512 times that of ranks held twice; courts by
their bitmask J 1, Q 2, K 4. Singles go by rank, then suit; bombs by their place in C3.1, then the suits of
their 3, 5, 7 and 9.
"""

from collections import defaultdict
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
    SUIT_COUNT,
    courts_of,
)
from stramash.climbing.moves import Play
from stramash.climbing.plays.combos import (
    BOMB,
    BOMB_RANKS,
    COURT_BOMBS,
    MIXED,
    SEQUENCE,
    SET,
    SHORTEST_SEQUENCE,
    SHORTEST_STAIR,
    SINGLE,
    STAIR,
    SUITED,
    SUITED_ROW,
    Combo,
    bomb,
    combo,
)
from stramash.climbing.rules import ClimbingRules
from stramash.core.cards import SECOND_COPY, CardSet, kinds

# COURT_CHOICES[held][n]: each way to take n of the courts held, as card sets in canonical order.
COURT_CHOICES: Final = tuple(
    tuple(
        tuple(chosen << JACK for chosen in range(8) if not chosen & ~held and chosen.bit_count() == wanted)
        for wanted in range(4)
    )
    for held in range(8)
)
_LAST_SUIT_FIRST: Final = tuple(RANKS * suit for suit in reversed(range(SUIT_COUNT)))
_LOWEST_COLUMN: Final = sum(1 << place for place in _LAST_SUIT_FIRST)

# `_new(Play, (cards, shape))` is `Play(cards, shape)` in half the time, and plays come by the hundred.
_new: Final = tuple.__new__


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
    if to_beat is None:
        found = _singles(hand, 0)
        if rules.sets:
            found += _sets(rules, hand)
        found += _sequences(rules, hand, None)
        found += _stairs(rules, hand)
        found += bombs(hand, 0)
    elif to_beat.kind is BOMB:
        found = bombs(hand, to_beat.top)  # C3.3
    else:
        if to_beat.kind is SINGLE:
            found = _singles(hand, to_beat.top)
        elif to_beat.kind is SEQUENCE:
            found = _sequences(rules, hand, to_beat)
        else:
            found = _higher(rules, hand, to_beat)
        found += bombs(hand, 0)
    return found


def _column(rank: int) -> CardSet:
    """The first copies of the cards of one rank; courts have ranks of their own (C2.1)."""
    courts = sum(1 << card for card, court_rank in COURT_RANK.items() if court_rank == rank)
    return courts or _LOWEST_COLUMN << rank - LOWEST_RANK


def _column_singles(rank: int) -> dict[CardSet, tuple[Play, ...]]:
    """For each part of a column its cards as singles, in order of suits."""
    single = combo(SINGLE, 1, 1, rank)
    return {part: tuple(Play(1 << card, single) for card in kinds(part)) for part in _parts(_column(rank))}


# The column of each rank, from the lowest up, and the singles in it.
_SINGLES: Final = tuple(
    (_column(rank), _column_singles(rank)) for rank in range(LOWEST_RANK, max(COURT_RANK.values()) + 1)
)


def _singles(hand: CardSet, above: int) -> list[Play]:
    """C2.1: number cards by rank and suit, then courts by face value."""
    higher = _SINGLES[max(above + 1 - LOWEST_RANK, 0) :]
    return [play for column, singles in higher if hand & column for play in singles[hand & column]]


def _sequences(rules: ClimbingRules, hand: CardSet, to_beat: Combo | None) -> list[Play]:
    """C2.2: one suit, with courts in the gaps."""
    held = courts_of(hand)
    fewest = SHORTEST_SEQUENCE - held.bit_count()
    by_shape: list[SuitSequences] = []
    for suit in range(rules.suits):
        row = hand >> RANKS * suit & ROW
        if row and row.bit_count() >= fewest:
            by_shape += _suit_sequences(suit, row, held, rules.top_rank)
    if to_beat is not None:
        _, _, length, top = to_beat
        by_shape = [item for item in by_shape if item[0] == length and item[1] > top]  # C4.1
    by_shape.sort()
    return [
        _new(Play, (cards, shape))
        for length, top, _, sequences in by_shape
        for shape in (combo(SEQUENCE, 1, length, top),)
        for cards in sequences
    ]


# What is kept holds numbers and plain tuples of them only: the garbage collector soon stops looking at those.
SuitSequences = tuple[int, int, int, tuple[CardSet, ...]]
"""Length, top rank, suit, and the cards of each sequence."""


@lru_cache(maxsize=1 << 13)
def _suit_sequences(suit: int, row: int, held: int, top_rank: int) -> tuple[SuitSequences, ...]:
    """The sequences that the cards of a suit make with the courts held."""
    wilds = held.bit_count()
    choices = COURT_CHOICES[held]
    found = []
    for length in range(SHORTEST_SEQUENCE, row.bit_count() + wilds + 1):
        for top in range(LOWEST_RANK + length - 1, top_rank + 1):
            low = top - length + 1 - LOWEST_RANK
            inside = row >> low & (1 << length) - 1
            if not inside or inside.bit_count() + wilds < length:
                continue
            place = RANKS * suit + low
            sequences = tuple(
                cards << place | courts
                for cards, _, gaps in fills(inside, 0, length, wilds)
                if cards  # C2.5: at least one number card
                for courts in choices[gaps]
            )
            found.append((length, top, suit, sequences))
    return tuple(found)


def _sets(rules: ClimbingRules, hand: CardSet) -> list[Play]:
    """C2.4: two or more cards of one rank."""
    by_tracks: ByTracks = defaultdict(list)
    for low in range(RANKS):
        _window(rules, hand, 1, low, 2, hand.bit_count(), by_tracks)
    return _in_order(by_tracks)


def _stairs(rules: ClimbingRules, hand: CardSet) -> list[Play]:
    """C2.3: the same ranks in two or more tracks, with courts in the gaps."""
    by_tracks: ByTracks = defaultdict(list)
    wilds = courts_of(hand).bit_count()
    length = SHORTEST_STAIR
    lows = [*range(rules.top_rank - LOWEST_RANK)] if hand.bit_count() >= 2 * length else []
    while lows:
        windows, fewest = _WINDOWS[length], 2 * length - wilds
        made = [
            low
            for low in lows
            if (hand & windows[low]).bit_count() >= fewest
            and _window(rules, hand, length, low, 2, rules.most_tracks, by_tracks)
        ]
        # A longer stair is still a stair without its first or its last rank: both of those are among `made`.
        lows = [low for low in made if low + 1 in made]
        length += 1
    return _in_order(by_tracks)


def _higher(rules: ClimbingRules, hand: CardSet, to_beat: Combo) -> list[Play]:
    """The sets or stairs that beat one of them (C4.1)."""
    by_tracks: ByTracks = defaultdict(list)
    kind, tracks, length, top = to_beat
    lowest_top = LOWEST_RANK + length - 1
    highest_top = LOWEST_RANK + RANKS - 1 if kind is SET else rules.top_rank
    for higher in range(max(top + 1, lowest_top), highest_top + 1):
        _window(rules, hand, length, higher - lowest_top, tracks, tracks, by_tracks)
    return by_tracks[tracks]


ByTracks = defaultdict[int, list[Play]]


def _in_order(by_tracks: ByTracks) -> list[Play]:
    return [play for tracks in sorted(by_tracks) for play in by_tracks[tracks]]


def _window_cards(length: int, low: int) -> CardSet:
    """The number cards of some ranks; a window may reach past the tens, where no number card is (C2.6)."""
    once = ((1 << length) - 1 << low & ROW) * _LOWEST_COLUMN
    return once | once << SECOND_COPY


# The number cards from a lowest rank (0 for the twos) up, as _WINDOWS[length][low].
_WINDOWS: Final = tuple(
    tuple(_window_cards(length, low) for low in range(len(_SINGLES) - length + 1))
    for length in range(len(_SINGLES) + 1)
)


def _window(
    rules: ClimbingRules, hand: CardSet, length: int, low: int, fewest: int, most: int, by_tracks: ByTracks
) -> bool:
    """Add the stairs (or sets) in a window, with each number of tracks asked for; whether there are any."""
    inside = hand & _WINDOWS[length][low]
    if length > 1 and rules.tracks_a_suit == 1:
        inside &= FIRST_NUMBERS
    held = courts_of(hand)
    choices = COURT_CHOICES[held]
    find_ways = _window_ways if length > LONGEST_KEPT else _kept_window_ways
    found = find_ways(inside >> low, length, held.bit_count(), fewest, most)
    for tracks, ways in found:
        shape = combo(SET if length == 1 else STAIR, tracks, length, LOWEST_RANK + low + length - 1)
        by_tracks[tracks] += [
            _new(Play, (cards << low | courts, shape)) for cards, gaps in ways for courts in choices[gaps]
        ]
    return bool(found)


def _window_ways(
    inside: CardSet, length: int, wilds: int, fewest: int, most: int
) -> tuple[tuple[int, tuple[tuple[CardSet, int], ...]], ...]:
    """The stairs (or sets) in the lowest window: by tracks, two or more, their number cards and gaps."""
    window = (1 << length) - 1
    rows = [(place, inside >> place & window) for place in _LAST_SUIT_FIRST]
    second, best = sorted(row.bit_count() for _, row in rows)[-2:]
    partial: list[tuple[CardSet, int, int]] = [(0, 0, 0)]
    for place, once in rows:
        twice = inside >> SECOND_COPY + place & window
        # A track needs another one: the fullest of the other suits leaves it this many courts.
        others = second if once.bit_count() == best else best
        spare = wilds if twice else wilds - length + others
        if not once or once.bit_count() + spare < length:
            continue
        choices = fills(once, twice, length, spare)
        partial = [
            (cards | more << place, tracks + more_tracks, gaps + more_gaps)
            for cards, tracks, gaps in partial
            for more, more_tracks, more_gaps in choices
            if gaps + more_gaps <= wilds and tracks + more_tracks <= most
        ]
    found: defaultdict[int, list[tuple[CardSet, int]]] = defaultdict(list)
    for cards, tracks, gaps in partial:
        if tracks:  # C2.5: at least one number card
            # Further tracks may be made of courts alone (C2.9).
            for all_tracks in range(max(tracks, fewest), min(most, tracks + (wilds - gaps) // length) + 1):
                found[all_tracks].append((cards, gaps + (all_tracks - tracks) * length))
    return tuple((tracks, tuple(ways)) for tracks, ways in found.items())


_kept_window_ways: Final = lru_cache(maxsize=1 << 14)(_window_ways)
LONGEST_KEPT: Final = 3
"""Windows of so few ranks come again and again, in other hands; of five ranks hardly one in 100 does."""


_THREES, _FIVES, _SEVENS, _NINES = map(_column, BOMB_RANKS)
_BOMB_CARDS: Final = _THREES | _FIVES | _SEVENS | _NINES
# The court bombs that can be made of the courts held, in order (C3.1).
_COURT_BOMBS: Final = tuple(
    tuple(Play(cards, bomb(level)) for cards, level in COURT_BOMBS.items() if not cards & ~(held << JACK))
    for held in range(8)
)


def bombs(hand: CardSet, above: int = 0) -> list[Play]:
    """C3.1: the bombs in a hand that are higher than a place in the list."""
    found = [play for play in _COURT_BOMBS[courts_of(hand)] if play.combo.top > above]
    if hand & _THREES and hand & _FIVES and hand & _SEVENS and hand & _NINES:
        mixed, suited = _number_bombs(hand & _BOMB_CARDS)
        if above < MIXED:
            found = [*mixed, *found]
        if above < SUITED:
            found += suited
    return found


@lru_cache(maxsize=1 << 12)
def _number_bombs(hand: CardSet) -> tuple[tuple[Play, ...], tuple[Play, ...]]:
    """3-5-7-9 in four different suits, and in one suit."""
    columns = [[1 << RANKS * suit + rank - LOWEST_RANK for suit in range(SUIT_COUNT)] for rank in BOMB_RANKS]
    rows = [SUITED_ROW << RANKS * suit for suit in range(SUIT_COUNT)]
    mixed = tuple(Play(cards, bomb(MIXED)) for cards in _mixed(hand, columns, 0))
    suited = tuple(Play(cards, bomb(SUITED)) for cards in rows if not cards & ~hand)
    return mixed, suited


def _mixed(hand: CardSet, columns: list[list[CardSet]], used: int) -> Iterator[CardSet]:
    """3-5-7-9 in four different suits: one card of each column, no suit twice."""
    if not columns:
        yield 0
        return
    for suit, card in enumerate(columns[0]):
        if card & hand and not used >> suit & 1:
            for rest in _mixed(hand, columns[1:], used | 1 << suit):
                yield card | rest
