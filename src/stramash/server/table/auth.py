"""Secrets: made at random, stored hashed, compared in constant time."""

import hmac
import secrets
from hashlib import sha256
from typing import NewType

_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH = 12
SECRET_BYTES = 16

Key = NewType("Key", str)
"""The digest of a secret: how the server knows who has it, without keeping it."""


def new_secret() -> str:
    """128 random bits that fit into an address."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_table_id() -> str:
    """A name for a table that cannot be mistaken when it is read aloud."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def digest(secret: str) -> Key:
    """What is stored of a secret. With 128 random bits there is nothing to guess, so no salt is needed."""
    return Key(sha256(secret.encode()).hexdigest())


def is_same(digest_a: str, digest_b: str) -> bool:
    """Whether two digests are equal, in a time that does not depend on where they differ."""
    return hmac.compare_digest(digest_a.encode(), digest_b.encode())
