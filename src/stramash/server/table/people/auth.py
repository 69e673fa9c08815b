"""Secrets: made at random, stored hashed, compared in constant time."""

import hmac
import re
import secrets
from hashlib import sha256
from typing import Final, NewType

TABLE_ID: Final = r"^[a-z0-9]{6,32}$"
_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_ID_LENGTH = 12
_ID = re.compile(TABLE_ID)
SECRET_BYTES = 16

Key = NewType("Key", str)
"""The digest of a secret: how the server knows who has it, without keeping it."""


def new_secret() -> str:
    """128 random bits that fit into an address."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_table_id() -> str:
    """A name for a table that cannot be mistaken when it is read aloud."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(_ID_LENGTH))


def is_table_id(text: str) -> bool:
    """Whether a text can be the name of a table; what cannot is not even asked for."""
    return _ID.fullmatch(text) is not None


def digest(secret: str) -> Key:
    """What is stored of a secret. With 128 random bits there is nothing to guess, so no salt is needed."""
    return Key(sha256(secret.encode()).hexdigest())


def is_same(digest_a: str, digest_b: str) -> bool:
    """Whether two digests are equal, in a time that does not depend on where they differ."""
    return hmac.compare_digest(digest_a.encode(), digest_b.encode())


def own_id(key: Key, message_id: str) -> str:
    """A message's id as it is kept: the ids of whoever sat here before are not this person's."""
    return f"{key[:16]} {message_id}"
