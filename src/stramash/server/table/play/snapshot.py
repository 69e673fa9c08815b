"""All that a journal knows where a deal begins, so that nothing before it need be read again."""

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from stramash.wire.codec import Json

VERSION: Final = 1
"""Of what a snapshot holds. One of another version is made anew from the entries."""


class BadSnapshot(ValueError):
    """A snapshot that is damaged, or of another version."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A journal before one of its deals, as it is stored. It follows from the entries up to `n`."""

    n: int
    """The last entry before the one of the deal."""
    match: int
    deal: int
    """The deal that begins, counted with those that were thrown in."""
    body: str
    digest: str

    @classmethod
    def of(cls, n: int, match: int, deal: int, form: Json) -> "Snapshot":
        """A snapshot of today's version."""
        body = json.dumps({"version": VERSION, **form}, separators=(",", ":"), ensure_ascii=False)
        return cls(n, match, deal, body, _digest(n, match, deal, body))

    def form(self) -> Json:
        """What it holds; raises BadSnapshot."""
        if self.digest != _digest(self.n, self.match, self.deal, self.body):
            raise BadSnapshot("the snapshot is damaged")
        form: Json = json.loads(self.body)
        if form["version"] != VERSION:
            raise BadSnapshot("the snapshot is of another version")
        return form


def _digest(n: int, match: int, deal: int, body: str) -> str:
    return sha256(f"{n} {match} {deal} {body}".encode()).hexdigest()[:16]
