"""Cards as small ints, sets of cards as int bitmasks, and their written codes.

A *face* is what is printed on a card: an int from 0 to 63. A deck may hold a face twice, and the two
copies are indistinguishable by the rules (C2.9, M1.4), so a card set counts faces: bit ``f`` is set when
it holds face ``f`` at least once, bit ``f + 64`` when it holds it twice. Bit ``f + 64`` is never set
without bit ``f``; every function here keeps it so, and equal sets are therefore equal ints.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

Card = int
CardSet = int

SECOND_COPY: Final = 64
FIRST_COPIES: Final = (1 << SECOND_COPY) - 1
SUIT_LETTERS: Final = "rygbp"
SUIT_NAMES: Final = ("red", "yellow", "green", "blue", "purple")


class CardCodeError(ValueError):
    """A text that is not the code of a card of this game."""


def card_set(cards: Iterable[Card]) -> CardSet:
    """The set of these faces; a face may come twice."""
    result = 0
    for card in cards:
        bit = 1 << card
        if result & bit:
            bit <<= SECOND_COPY
            if result & bit:
                raise ValueError(f"face {card} comes more than twice")
        result |= bit
    return result


def join(a: CardSet, b: CardSet) -> CardSet:
    """Both sets together; no face may come more than twice in all."""
    shared = a & b
    if not shared:
        return a | b
    if shared > FIRST_COPIES or (a | b) >> SECOND_COPY & shared:
        raise ValueError("a face would come more than twice")
    return a | b | shared << SECOND_COPY


def remove(a: CardSet, b: CardSet) -> CardSet:
    """What is left of `a` without `b`, which it must contain."""
    if a <= FIRST_COPIES:
        if b & ~a:
            raise ValueError("cards taken that are not there")
        return a ^ b
    if not contains(a, b):
        raise ValueError("cards taken that are not there")
    once, twice = a & FIRST_COPIES, a >> SECOND_COPY
    take_once, take_twice = b & FIRST_COPIES, b >> SECOND_COPY
    left_once = once & ~take_once | twice & take_once & ~take_twice
    left_twice = twice & ~take_once
    return left_once | left_twice << SECOND_COPY


def contains(a: CardSet, b: CardSet) -> bool:
    """Whether `a` holds every card of `b`, copies counted."""
    return not b & ~a


def size(cards: CardSet) -> int:
    """How many cards the set holds, copies counted."""
    return cards.bit_count()


def count(cards: CardSet, card: Card) -> int:
    """How many copies of a face the set holds: 0, 1 or 2."""
    return (cards >> card & 1) + (cards >> (card + SECOND_COPY) & 1)


def kinds(cards: CardSet) -> Iterator[Card]:
    """Each face in the set once, lowest first."""
    once = cards & FIRST_COPIES
    while once:
        low = once & -once
        yield low.bit_length() - 1
        once ^= low


def each(cards: CardSet) -> Iterator[Card]:
    """Each card in the set, lowest face first, a doubled face twice."""
    for card in kinds(cards):
        yield card
        if cards >> (card + SECOND_COPY) & 1:
            yield card


@dataclass(frozen=True)
class Faces:
    """The faces of one family of games and their codes: suits of ranks, then cards without a suit."""

    lowest: int
    highest: int
    suitless: tuple[str, ...] = ()
    code_of: tuple[str, ...] = field(init=False)
    face_of: dict[str, Card] = field(init=False)

    def __post_init__(self) -> None:
        ranks = range(self.lowest, self.highest + 1)
        codes = [f"{rank}{suit}" for suit in SUIT_LETTERS for rank in ranks]
        codes.extend(self.suitless)
        object.__setattr__(self, "code_of", tuple(codes))
        object.__setattr__(self, "face_of", {code: face for face, code in enumerate(codes)})

    @property
    def ranks(self) -> int:
        """How many ranks a suit has."""
        return self.highest - self.lowest + 1

    @property
    def first_suitless(self) -> Card:
        """The first face without a suit; all faces below it have one."""
        return self.ranks * len(SUIT_LETTERS)

    def card(self, suit: int, rank: int) -> Card:
        """The face of a suit and rank."""
        return suit * self.ranks + rank - self.lowest

    def suit(self, card: Card) -> int:
        """The suit of a face that has one."""
        return card // self.ranks

    def rank(self, card: Card) -> int:
        """The rank of a face that has a suit."""
        return card % self.ranks + self.lowest

    def parse(self, code: str) -> Card:
        """The face a code such as ``7r`` names."""
        face = self.face_of.get(code)
        if face is None:
            raise CardCodeError(f"{code!r} is not a card of this game")
        return face

    def parse_set(self, codes: str) -> CardSet:
        """The set that codes separated by blanks name."""
        try:
            return card_set(self.parse(code) for code in codes.split())
        except CardCodeError:
            raise
        except ValueError:
            raise CardCodeError(f"a card comes more than twice in {codes!r}") from None

    def write(self, cards: CardSet) -> str:
        """The codes of a set, lowest face first, separated by blanks."""
        return " ".join(self.code_of[card] for card in each(cards))
