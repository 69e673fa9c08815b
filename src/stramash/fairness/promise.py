"""What a server binds itself to before a match: a chain of secrets, one a deck, told by its end."""

import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

SECRET_BYTES: Final = 32
CHAIN_LENGTH: Final = 1024
"""Decks that one promise is for; hardly any match has more, and a longer one gets another promise."""


@dataclass(frozen=True)
class Promise:
    """The public end of a chain. The secret of its k-th deck, hashed k times, is the anchor."""

    match: int
    first: int
    """The first deck of the match that it is for."""
    length: int
    anchor: str

    def covers(self, match: int, deal: int) -> bool:
        """Whether a deck is one of those promised."""
        return match == self.match and self.first <= deal < self.first + self.length

    def is_kept_by(self, deal: int, secret: bytes) -> bool:
        """Whether a secret is the one that was promised for a deck."""
        return _hashed(secret, deal - self.first + 1).hex() == self.anchor

    @property
    def line(self) -> str:
        """As closings and proofs write it."""
        return f"promise {self.anchor} {self.first} {self.length}"


@dataclass(frozen=True)
class Chain:
    """The secret side of a promise."""

    match: int
    first: int
    length: int
    seed: bytes
    """The secret of the last deck; all others follow from it."""

    @property
    def promise(self) -> Promise:
        """What is told before anybody cuts."""
        return Promise(self.match, self.first, self.length, _hashed(self.seed, self.length).hex())

    def secret(self, deal: int) -> bytes:
        """The secret of a deck. It tells nothing about those of later decks."""
        return _hashed(self.seed, self.first + self.length - 1 - deal)


def new_seed() -> bytes:
    """The beginning of a new chain."""
    return secrets.token_bytes(SECRET_BYTES)


def _hashed(value: bytes, times: int) -> bytes:
    for _ in range(times):
        value = sha256(value).digest()
    return value
