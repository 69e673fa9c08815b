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
HIGHEST_NUMBER: Final = FACES.highest
ROW: Final = (1 << RANKS) - 1
JACK: Final = FACES.first_suitless
QUEEN: Final = JACK + 1
KING: Final = JACK + 2
COURTS: Final = 0b111 << JACK
COURTS_A_HAND: Final = COURTS.bit_count()
FIRST_NUMBERS: Final = (1 << JACK) - 1
NUMBERS: Final = FIRST_NUMBERS | FIRST_NUMBERS << SECOND_COPY
COURT_RANK: Final = {court: HIGHEST_NUMBER + 1 + place for place, court in enumerate((JACK, QUEEN, KING))}
HIGHEST_RANK: Final = COURT_RANK[KING]
RANK_NAMES: Final = dict(zip(COURT_RANK.values(), FACES.suitless, strict=True))
MOST_SEATS: Final = 4

# C10.5
_CLASSIC_RANKS: Final = (3, 5, 7, 9)
ONE_POINT: Final = sum(1 << FACES.card(suit, rank) for suit in range(SUIT_COUNT) for rank in _CLASSIC_RANKS)
"""The faces of number cards that count 1 in a score pile."""
COURT_POINTS: Final = (2, 3, 5)
"""What J, Q and K count in a score pile."""
FIRST_COURTS: Final = sum(1 << (JACK + COURTS_A_HAND * seat) for seat in range(MOST_SEATS))
"""Every seat's Jack, as they stand in a score pile."""


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
    return cards & NUMBERS | (cards & COURTS) << COURTS_A_HAND * seat


def classic_points(pile: CardSet) -> int:
    """C10.5: 3, 5, 7, 9 count 1 each, J 2, Q 3, K 5."""
    points = (pile & ONE_POINT).bit_count() + (pile >> SECOND_COPY & ONE_POINT).bit_count()
    for place, each_counts in enumerate(COURT_POINTS):
        points += each_counts * (pile & FIRST_COPIES & FIRST_COURTS << place).bit_count()
    return points


def flat_points(pile: CardSet) -> int:
    """C10.5: every card counts 1."""
    return pile.bit_count()
