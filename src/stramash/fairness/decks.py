"""From a secret and a text to a shuffled deck: docs/fair-deals.md describes every byte."""

import hmac
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TypeVar

from stramash.core.cards import Card
from stramash.core.game import AnyGame
from stramash.core.seats import Seat

T = TypeVar("T")
_WORD: Final = 4
_WORDS: Final = 1 << 8 * _WORD


class Source(Protocol):
    """All that one deck follows from."""

    @property
    def secret(self) -> bytes:
        """The key of the stream of random numbers."""

    def message(self, purpose: str) -> bytes:
        """The text that the stream is keyed to."""


def _words(secret: bytes, message: bytes) -> Iterator[int]:
    """An endless stream of 32-bit numbers."""
    block = 0
    while True:
        digest = hmac.digest(secret, message + block.to_bytes(8, "big"), "sha256")
        for start in range(0, len(digest), _WORD):
            yield int.from_bytes(digest[start : start + _WORD], "big")
        block += 1


def _below(words: Iterator[int], bound: int) -> int:
    """A number from 0 to bound - 1, each exactly as likely as the others."""
    limit = _WORDS - _WORDS % bound
    while True:
        word = next(words)
        if word < limit:  # the last, incomplete stretch would favour small numbers
            return word % bound


def shuffled(cards: Sequence[T], source: Source) -> tuple[T, ...]:
    """Cards in the order that follows: shuffled by Fisher and Yates from the end."""
    order = list(cards)
    words = _words(source.secret, source.message("deck"))
    for last in range(len(order) - 1, 0, -1):
        other = _below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def deck(game: AnyGame, source: Source) -> tuple[Card, ...]:
    """The deck of a game that follows."""
    return shuffled(game.deck(), source)


def first_dealer(seats: int, source: Source) -> Seat:
    """The random first dealer of a match (C1.4, M2.1), from what the first deck follows from."""
    return _below(_words(source.secret, source.message("dealer")), seats)
