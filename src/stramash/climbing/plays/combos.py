"""Combinations: what a set of cards can be read as, and what beats what (C2, C3, C4)."""

from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from stramash.climbing.cards import (
    COURTS,
    FIRST_NUMBERS,
    JACK,
    KING,
    LOWEST_RANK,
    NUMBERS,
    QUEEN,
    RANK_NAMES,
    RANKS,
    ROW,
    SUIT_COUNT,
    rank_of,
)
from stramash.climbing.rules import ClimbingRules
from stramash.core.cards import SECOND_COPY, CardSet

SHORTEST_SEQUENCE: Final = 3  # C2.2
SHORTEST_STAIR: Final = 2  # C2.3


class Kind(IntEnum):
    """The types of combination, in canonical order."""

    SINGLE = 0
    SET = 1
    SEQUENCE = 2
    STAIR = 3
    BOMB = 4


# Python 3.11 takes long to find a member of an enum, and these are asked for at every move.
SINGLE, SET, SEQUENCE, STAIR, BOMB = Kind


class Combo(NamedTuple):
    """A combination as declared: with the cards it is all that tells two plays apart (C2.9)."""

    kind: Kind
    tracks: int
    """Suits side by side in a stair; cards in a set; 1 otherwise."""
    length: int
    """Ranks in a run; 1 in a single and a set; cards in a bomb."""
    top: int
    """The highest rank; a bomb's place in C3.1."""

    @property
    def is_bomb(self) -> bool:
        """Whether it is a bomb (C3)."""
        return self.kind is BOMB

    @property
    def cards(self) -> int:
        """How many cards it takes."""
        return self.tracks * self.length

    def __str__(self) -> str:
        if self.kind is BOMB:
            return f"bomb {BOMB_NAMES[self.top]}"
        top = rank_name(self.top)
        if self.length == 1:
            return f"{self.kind.name.lower()} {top}"
        run = f"{rank_name(self.top - self.length + 1)}-{top}"
        return f"sequence {run}" if self.kind is SEQUENCE else f"stair {run} x{self.tracks}"


def rank_name(rank: int) -> str:
    """A rank as it is written: 7, 10, J."""
    return RANK_NAMES.get(rank, str(rank))


# C3.1, from low to high; a bomb's top is its place here.
BOMB_NAMES: Final = ("", "mixed", "J-Q", "J-K", "Q-K", "J-Q-K", "suited")
MIXED, JACK_QUEEN, JACK_KING, QUEEN_KING, JACK_QUEEN_KING, SUITED = range(1, 7)
COURT_BOMBS: Final = {
    1 << JACK | 1 << QUEEN: JACK_QUEEN,
    1 << JACK | 1 << KING: JACK_KING,
    1 << QUEEN | 1 << KING: QUEEN_KING,
    COURTS: JACK_QUEEN_KING,
}
BOMB_RANKS: Final = (3, 5, 7, 9)
SUITED_ROW: Final = sum(1 << (rank - LOWEST_RANK) for rank in BOMB_RANKS)


@cache
def combo(kind: Kind, tracks: int, length: int, top: int) -> Combo:
    """The one shared object for a combination."""
    return Combo(kind, tracks, length, top)


def bomb(level: int) -> Combo:
    """The bomb at a place of C3.1."""
    cards = 2 if JACK_QUEEN <= level <= QUEEN_KING else 3 if level == JACK_QUEEN_KING else 4
    return combo(BOMB, 1, cards, level)


def beats(new: Combo, old: Combo) -> bool:
    """Whether one combination beats another (C3.3, C4.1, C4.2)."""
    if new.kind is BOMB:
        return old.kind is not BOMB or new.top > old.top
    return new[:3] == old[:3] and new.top > old.top


def bomb_level(cards: CardSet) -> int:
    """The place in C3.1 of the bomb these cards make; 0 if they make none."""
    if cards in COURT_BOMBS:
        return COURT_BOMBS[cards]
    if cards & ~FIRST_NUMBERS or cards.bit_count() != len(BOMB_RANKS):
        return 0  # C3.2: no court cards; two copies of one card are no two ranks
    rows = [cards >> RANKS * suit & ROW for suit in range(SUIT_COUNT)]
    union = 0
    for row in rows:
        union |= row
    if union != SUITED_ROW:
        return 0
    used = sum(1 for row in rows if row)
    return SUITED if used == 1 else MIXED if used == len(BOMB_RANKS) else 0


def readings(rules: ClimbingRules, cards: CardSet) -> tuple[Combo, ...]:
    """Every combination that these cards can be declared as, in canonical order (C2.7)."""
    total = cards.bit_count()
    if total == 1:
        return (combo(SINGLE, 1, 1, rank_of(cards.bit_length() - 1)),)
    level = bomb_level(cards)
    bombs = (bomb(level),) if level else ()
    numbers = cards & NUMBERS
    if not numbers or total < 2:
        return bombs  # C2.5: at least one number card played as itself
    once = [numbers >> RANKS * suit & ROW for suit in range(SUIT_COUNT)]
    twice = [numbers >> SECOND_COPY + RANKS * suit & ROW for suit in range(SUIT_COUNT)]
    union = 0
    for row in once:
        union |= row
    lowest = (union & -union).bit_length() - 1 + LOWEST_RANK
    highest = union.bit_length() - 1 + LOWEST_RANK
    found: list[Combo] = []
    if rules.sets and lowest == highest:
        found.append(combo(SET, total, 1, lowest))
    suits = sum(1 for row in once if row)
    doubled = sum(1 for row in twice if row)
    if total >= SHORTEST_SEQUENCE and suits == 1 and not doubled:
        found.extend(_runs(rules, SEQUENCE, 1, total, lowest, highest))
    if doubled == 0 or rules.tracks_a_suit == 2:
        # C2.5, C2.8: each suit needs as many tracks as it has copies of one rank; courts fill the rest.
        for tracks in range(max(2, suits + doubled), rules.most_tracks + 1):
            length, rest = divmod(total, tracks)
            if rest == 0 and length >= SHORTEST_STAIR:
                found.extend(_runs(rules, STAIR, tracks, length, lowest, highest))
    return (*found, *bombs)


def _runs(
    rules: ClimbingRules, kind: Kind, tracks: int, length: int, lowest: int, highest: int
) -> list[Combo]:
    """The runs of a length that cover the ranks of the number cards."""
    first = max(highest, LOWEST_RANK + length - 1)
    last = min(lowest + length - 1, rules.top_rank)
    return [combo(kind, tracks, length, top) for top in range(first, last + 1)]
