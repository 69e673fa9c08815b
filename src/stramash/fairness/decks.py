"""Decks that nobody can know or steer alone: docs/fair-deals.md describes every byte."""

import hmac
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from stramash.core.cards import Card
from stramash.core.game import AnyGame
from stramash.core.seats import Seat

SECRET_BYTES = 32
_WORD = 4
_WORDS = 1 << 8 * _WORD


@dataclass(frozen=True)
class Shuffle:
    """All that one deck follows from."""

    table: str
    match: int
    deal: int
    """Which deck of the match, from 1; thrown-in deals count."""
    secret: bytes
    cuts: tuple[str | None, ...]
    """One a seat; None for a seat that did not cut."""

    @property
    def commitment(self) -> str:
        """What the server publishes before anybody cuts."""
        return commitment(self.secret)

    def message(self, purpose: str) -> bytes:
        """The text that the stream of random numbers is keyed to."""
        lines = [
            "stramash fair deal 1",
            purpose,
            f"table {self.table}",
            f"match {self.match}",
            f"deal {self.deal}",
        ]
        lines += [f"cut {seat} {'-' if cut is None else '=' + cut}" for seat, cut in enumerate(self.cuts)]
        return "".join(f"{line}\n" for line in lines).encode("ascii")


def new_secret() -> bytes:
    """A secret for one deck."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """SHA-256 of a secret, in hexadecimal."""
    return sha256(secret).hexdigest()


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


def deck(game: AnyGame, shuffle: Shuffle) -> tuple[Card, ...]:
    """The deck that follows: the game's cards in order, shuffled by Fisher and Yates from the end."""
    cards = list(game.deck())
    words = _words(shuffle.secret, shuffle.message("deck"))
    for last in range(len(cards) - 1, 0, -1):
        other = _below(words, last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def first_dealer(game: AnyGame, shuffle: Shuffle) -> Seat:
    """The random first dealer of a match (C1.4, M2.1), from the first deck's secret and cuts."""
    return _below(_words(shuffle.secret, shuffle.message("dealer")), game.seats)
