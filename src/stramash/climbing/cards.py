"""The cards of the climbing games: number cards 2 to 10, and three courts a player (C1).

In a hand a court is one of the three faces J, Q, K: a hand holds its own courts only. In a score pile
courts of several players meet, so there each seat's three courts have places of their own.
"""

from typing import Final

from stramash.core.cards import FIRST_COPIES, SECOND_COPY, Card, CardSet, Faces
from stramash.core.seats import Seat

FACES: Final = Faces(lowest=2, highest=10, suitless=("J", "Q", "K"))
RANKS: Final = FACES.ranks
SUIT_COUNT: Final = 5
LOWEST_RANK: Final = FACES.lowest
ROW: Final = (1 << RANKS) - 1
JACK: Final = FACES.first_suitless
QUEEN: Final = JACK + 1
KING: Final = JACK + 2
COURTS: Final = 0b111 << JACK
FIRST_NUMBERS: Final = (1 << JACK) - 1
NUMBERS: Final = FIRST_NUMBERS | FIRST_NUMBERS << SECOND_COPY
COURT_RANK: Final = {JACK: 11, QUEEN: 12, KING: 13}
RANK_NAMES: Final = {11: "J", 12: "Q", 13: "K"}

# C10.5
_CLASSIC_RANKS: Final = (3, 5, 7, 9)
_ONE_POINT: Final = sum(1 << FACES.card(suit, rank) for suit in range(SUIT_COUNT) for rank in _CLASSIC_RANKS)
_EACH_SEATS_FIRST_COURT: Final = sum(1 << (JACK + 3 * seat) for seat in range(4))
_COURT_POINTS: Final = ((0, 2), (1, 3), (2, 5))


def number_card(suit: int, rank: int) -> Card:
    """The number card of a suit and rank."""
    return FACES.card(suit, rank)


def rank_of(card: Card) -> int:
    """The rank of a card; a court's is its face value (C2.1)."""
    return COURT_RANK[card] if card >= JACK else card % RANKS + LOWEST_RANK


def courts_of(cards: CardSet) -> int:
    """The courts in a hand or a play, as three bits."""
    return cards >> JACK & 0b111


def laid_down(cards: CardSet, seat: Seat) -> CardSet:
    """Cards from a seat's hand as they are counted in a score pile."""
    return cards & NUMBERS | (cards & COURTS) << 3 * seat


def classic_points(pile: CardSet) -> int:
    """C10.5: 3, 5, 7, 9 count 1 each, J 2, Q 3, K 5."""
    points = (pile & _ONE_POINT).bit_count() + (pile >> SECOND_COPY & _ONE_POINT).bit_count()
    for offset, each_counts in _COURT_POINTS:
        points += each_counts * (pile & FIRST_COPIES & _EACH_SEATS_FIRST_COURT << offset).bit_count()
    return points


def flat_points(pile: CardSet) -> int:
    """C10.5: every card counts 1."""
    return pile.bit_count()
