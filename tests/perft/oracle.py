"""A brute-force oracle of C2, C3 and C4, written from the clauses alone and in the plainest way.

It tries every part of a hand against every shape and every way to place the cards in the shape's places.
It shares nothing with the engine: cards are ``(rank, suit)`` pairs and the courts are the letters J, Q, K.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

Number = tuple[int, str]
"""A number card: its rank and its suit."""
Place = tuple[int, str]
"""A place of a shape: the rank and the suit of the card that it needs."""
Card = Number | str
"""A number card, or J, Q or K."""

SUITS = "rygbp"
FACE_VALUE = {"J": 11, "Q": 12, "K": 13}  # C2.1
COURT_BOMBS = {"JQ": 2, "JK": 3, "QK": 4, "JQK": 5}  # C3.1
BOMB_RANKS = [3, 5, 7, 9]


class Options(NamedTuple):
    """What the shapes depend on."""

    suits: int = 4
    copies: int = 1
    sets: bool = False
    runs_past_ten: bool = False
    same_suit_tracks: bool = False


class Declared(NamedTuple):
    """A combination; of a set `tracks` counts the cards, of a bomb `length` does and `top` is its level."""

    kind: str
    tracks: int
    length: int
    top: int


class OraclePlay(NamedTuple):
    """What makes two plays the same play (C2.9)."""

    cards: tuple[str, ...]
    declared: Declared


def write(card: Card) -> str:
    """A card's code."""
    return card if isinstance(card, str) else f"{card[0]}{card[1]}"


def read(code: str) -> Card:
    """The card of a code."""
    return code if code in FACE_VALUE else (int(code[:-1]), code[-1])


def parts(hand: list[Card]) -> Iterator[list[Card]]:
    """Every part of a hand but the empty one, as often as copies make it."""
    for choice in range(1, 1 << len(hand)):
        yield [card for place, card in enumerate(hand) if choice >> place & 1]


@cache
def shapes(options: Options, size: int) -> tuple[tuple[Declared, tuple[Place, ...]], ...]:
    """Every shape of a number of cards in which courts are wild, and its places, suits of tracks chosen."""
    top_rank = 13 if options.runs_past_ten else 10  # C2.6
    suits = SUITS[: options.suits]
    found: list[tuple[Declared, tuple[Place, ...]]] = []
    for length in range(2, size + 1):
        if size % length:
            continue
        tracks = size // length
        if tracks == 1 and length < 3:  # C2.2
            continue
        for top in range(2 + length - 1, top_rank + 1):
            run = range(top - length + 1, top + 1)
            for track_suits in combinations_with_replacement(suits, tracks):
                # C2.3: different suits; C2.8: or as many tracks of one suit as there are copies.
                most = options.copies if options.same_suit_tracks else 1
                if any(track_suits.count(suit) > most for suit in suits):
                    continue
                declared = Declared("sequence" if tracks == 1 else "stair", tracks, length, top)
                places = tuple((rank, suit) for suit in track_suits for rank in run)
                found.append((declared, places))
    return tuple(found)


def can_place(cards: list[Card], places: list[Place]) -> bool:
    """Whether each card can be put on a place of its own: a number card on its own, a court anywhere."""
    if not cards:
        return True
    first, rest = cards[0], cards[1:]
    tried: set[Place] = set()
    for index, place in enumerate(places):
        if place in tried:
            continue
        tried.add(place)
        fits = isinstance(first, str) or first == place  # C2.5
        if fits and can_place(rest, places[:index] + places[index + 1 :]):
            return True
    return False


def bomb_level(cards: list[Card]) -> int:
    """C3.1, or 0 for what is no bomb."""
    courts = "".join(sorted((card for card in cards if isinstance(card, str)), key="JQK".index))
    numbers = [card for card in cards if not isinstance(card, str)]
    if not numbers:
        return COURT_BOMBS.get(courts, 0)
    if courts or sorted(rank for rank, _ in numbers) != BOMB_RANKS:  # C3.2
        return 0
    return {4: 1, 1: 6}.get(len({suit for _, suit in numbers}), 0)


def readings(options: Options, cards: list[Card]) -> set[Declared]:
    """Every combination that some cards, all of them, may be declared to be (C2.7)."""
    numbers = [card for card in cards if not isinstance(card, str)]
    courts: list[Card] = [card for card in cards if isinstance(card, str)]
    found: set[Declared] = set()
    if len(cards) == 1:  # C2.1
        found.add(Declared("single", 1, 1, numbers[0][0] if numbers else FACE_VALUE[write(cards[0])]))
    level = bomb_level(cards)
    if level:
        found.add(Declared("bomb", 1, len(cards), level))
    if not numbers:  # C2.5: at least one number card, in all that follows
        return found
    if options.sets and len(cards) >= 2 and len({rank for rank, _ in numbers}) == 1:  # C2.4
        found.add(Declared("set", len(cards), 1, numbers[0][0]))
    for declared, places in shapes(options, len(cards)):
        if declared not in found and can_place([*numbers, *courts], list(places)):
            found.add(declared)
    return found


def beats(new: Declared, old: Declared | None) -> bool:
    """C4, C3.3; anything may be led."""
    if old is None:
        return True
    if new.kind == "bomb":
        return old.kind != "bomb" or new.top > old.top
    return new[:3] == old[:3] and new.top > old.top


def plays(options: Options, hand: list[Card], to_beat: Declared | None) -> set[OraclePlay]:
    """Every play that may be made from a hand, on a combination or as a lead."""
    found: set[OraclePlay] = set()
    seen: set[tuple[str, ...]] = set()
    for part in parts(hand):
        codes = tuple(sorted(map(write, part)))
        if codes in seen:
            continue
        seen.add(codes)
        found.update(
            OraclePlay(codes, declared) for declared in readings(options, part) if beats(declared, to_beat)
        )
    return found
