"""Every card of each family with what is printed on it, for those who draw cards."""

from typing import Final

from stramash.climbing import cards as climbing
from stramash.core.cards import SUIT_NAMES, Card
from stramash.mu import cards as mu
from stramash.wire.codec import Json


def _printed(suit: int | None, rank: int, points: int) -> Json:
    return {"rank": rank, "suit": None if suit is None else SUIT_NAMES[suit], "points": points}


def _climbing(card: Card) -> Json:
    suit = None if card >= climbing.JACK else climbing.FACES.suit(card)
    return _printed(suit, climbing.rank_of(card), climbing.classic_points(1 << card))


def _mu(card: Card) -> Json:
    return _printed(mu.colour(card), mu.number(card), mu.ICONS[mu.number(card)])


FACES: Final[dict[str, dict[str, Json]]] = {
    "climbing": {code: _climbing(card) for card, code in enumerate(climbing.FACES.code_of)},
    "mu": {code: _mu(card) for card, code in enumerate(mu.FACES.code_of)},
}
"""By family and code: rank, suit (None for a court, which is wild) and the points on the card."""
