"""Tricks: trumps as a suit of their own, following suit, and who wins."""

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from stramash.core.cards import SUIT_NAMES, Card, CardSet
from stramash.mu.cards import COLOUR_CARDS, COLOURS, KINDS, NUMBER_CARDS, colour, number
from stramash.mu.moves import Trump

Suit = int

TRUMP_SUIT: Final = COLOURS
"""The suit of all trumps together (M5.3); the suits below it are the colours."""
SUITS: Final = COLOURS + 1

# Strengths of trumps (M5.5): a colour trump adds its number, cards of a number trump are equal.
_MINOR: Final = 100
_MAJOR: Final = 200
_SUPER: Final = 300


@dataclass(frozen=True, slots=True)
class Trumps:
    """The two trumps of a deal and what follows from them; None where one is not (yet) named."""

    minor: Trump | None = None
    major: Trump | None = None
    cards: CardSet = field(init=False, repr=False, compare=False)
    """All trumps."""
    suits: tuple[CardSet, ...] = field(init=False, repr=False, compare=False)
    """The cards of each suit."""
    suit_of: tuple[Suit, ...] = field(init=False, repr=False, compare=False)
    """The suit of each face."""
    strength: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """How high each face is in its suit; every trump is stronger than any other card."""

    def __post_init__(self) -> None:
        minor, major = cards_named(self.minor), cards_named(self.major)
        cards = minor | major
        colours = tuple(COLOUR_CARDS[suit] & ~cards for suit in range(COLOURS))
        faces = range(KINDS)
        suit_of = tuple(TRUMP_SUIT if cards >> face & 1 else colour(face) for face in faces)
        # Colour with number is the only way in which two trumps can share cards (M4.2, M4.3).
        strength = tuple(
            _SUPER
            if minor & major & 1 << face
            else _strength(self.major, _MAJOR, face)
            if major & 1 << face
            else _strength(self.minor, _MINOR, face)
            if minor & 1 << face
            else number(face)
            for face in faces
        )
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "suits", (*colours, cards))
        object.__setattr__(self, "suit_of", suit_of)
        object.__setattr__(self, "strength", strength)


@cache
def trumps(minor: Trump | None, major: Trump | None) -> Trumps:
    """The trumps of a deal; there are few, and each is worked out once."""
    return Trumps(minor, major)


def cards_named(trump: Trump | None) -> CardSet:
    """The cards that a trump makes trumps (M4.1)."""
    if trump is None:
        return 0
    if trump.colour is not None:
        return COLOUR_CARDS[trump.colour]
    return 0 if trump.number is None else NUMBER_CARDS[trump.number]


def _strength(trump: Trump | None, level: int, face: Card) -> int:
    return level + number(face) if trump is not None and trump.colour is not None else level


def followers(named: Trumps, hand: CardSet, led: Card | None) -> CardSet:
    """The cards of a hand that may be played on a led card, or led if there is none (M5.4)."""
    if led is None:
        return hand
    return hand & named.suits[named.suit_of[led]] or hand


def winning_card(named: Trumps, trick: tuple[Card, ...]) -> int:
    """Which card of a trick wins, by its place in it (M5.5)."""
    suit_of, strength = named.suit_of, named.strength
    led = suit_of[trick[0]]
    best, best_strength = 0, strength[trick[0]]
    for place, card in enumerate(trick):
        # Of equal cards the first played wins.
        if strength[card] > best_strength and suit_of[card] in (led, TRUMP_SUIT):
            best, best_strength = place, strength[card]
    return best


def suit_name(suit: Suit) -> str:
    """A suit as players call it."""
    return "trump" if suit == TRUMP_SUIT else SUIT_NAMES[suit]
