"""The cards of Mü: five colours of the numbers 0 to 9, the 1s and 7s doubled (M1.1)."""

from typing import Final

from stramash.core.cards import SECOND_COPY, SUIT_NAMES, Card, CardSet, Faces

FACES: Final = Faces(lowest=0, highest=9)
COLOURS: Final = 5
RANKS: Final = FACES.ranks
KINDS: Final = COLOURS * RANKS
DOUBLED: Final = (1, 7)
ICONS: Final = (1, 0, 1, 1, 1, 1, 2, 2, 1, 0)
"""Point icons by number (M1.2)."""


def colour(card: Card) -> int:
    """The colour printed on a card."""
    return card // RANKS


def number(card: Card) -> int:
    """The number printed on a card."""
    return card % RANKS


def card_name(card: Card) -> str:
    """A card as players call it: ``red 7``."""
    return f"{SUIT_NAMES[colour(card)]} {number(card)}"


def _with_second_copies(faces: int) -> CardSet:
    return faces | (faces & _DOUBLED_FACES) << SECOND_COPY


def _faces_of_number(wanted: int) -> int:
    return sum(1 << FACES.card(suit, wanted) for suit in range(COLOURS))


_DOUBLED_FACES: Final = sum(_faces_of_number(wanted) for wanted in DOUBLED)
COLOUR_CARDS: Final = tuple(
    _with_second_copies(((1 << RANKS) - 1) << RANKS * suit) for suit in range(COLOURS)
)
"""All cards of each colour."""
NUMBER_CARDS: Final = tuple(_with_second_copies(_faces_of_number(wanted)) for wanted in range(RANKS))
"""All cards of each number."""
ALL_CARDS: Final = sum(COLOUR_CARDS)
_TWO_OF_ALL: Final = ((1 << KINDS) - 1) * (1 + (1 << SECOND_COPY))
_ONE_ICON: Final = sum(NUMBER_CARDS[wanted] for wanted in range(RANKS) if ICONS[wanted] == 1)
_TWO_ICONS: Final = sum(NUMBER_CARDS[wanted] for wanted in range(RANKS) if ICONS[wanted] == 2)


def icons(cards: CardSet) -> int:
    """The point icons on some cards (M1.2)."""
    return (cards & _ONE_ICON).bit_count() + 2 * (cards & _TWO_ICONS).bit_count()


def is_card_set(value: object) -> bool:
    """Whether a value is a well-formed set of faces of this game, each at most twice."""
    return type(value) is int and not value & ~_TWO_OF_ALL and not value >> SECOND_COPY & ~value
