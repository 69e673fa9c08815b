"""The proof that a match was dealt fairly, as text, and its verification."""

import re
from hashlib import sha256
from typing import Final

from stramash import records
from stramash.core.errors import StramashError
from stramash.core.match import AnyMatch
from stramash.fairness import decks
from stramash.fairness.decks import Shuffle

FIRST_LINE: Final = "stramash fair deals 1"
_HEAD: Final = re.compile(r"record ([0-9a-f]{64})\ntable ([a-z0-9]{6,32})\nmatch ([0-9]{1,9})\n", re.ASCII)
_DEAL: Final = re.compile(r"deal ([0-9]{1,9}) ([0-9a-f]{64}) ([0-9a-f]{64})", re.ASCII)
_CUT: Final = re.compile(r"cut ([0-9]) (?:(-)|=([ -~]{0,64}))", re.ASCII)


class ProofError(StramashError):
    """A proof that cannot be read, or does not prove what it should."""


def dump(match: AnyMatch, shuffles: list[Shuffle]) -> str:
    """The proof of a match; the record it is for is named by its digest."""
    first = shuffles[0]
    lines = [
        FIRST_LINE,
        f"record {digest(records.dump(match))}",
        f"table {first.table}",
        f"match {first.match}",
    ]
    for shuffle in shuffles:
        lines.append(f"deal {shuffle.deal} {shuffle.commitment} {shuffle.secret.hex()}")
        lines += [f"cut {seat} {'-' if cut is None else '=' + cut}" for seat, cut in enumerate(shuffle.cuts)]
    return "".join(f"{line}\n" for line in lines)


def digest(record: str) -> str:
    """What a proof names its record by."""
    return sha256(record.encode()).hexdigest()


def split(text: str) -> tuple[str, str]:
    """A file that holds a record, a proof after it, or both."""
    record, found, rest = text.partition(FIRST_LINE + "\n")
    return record, found + rest


def load(text: str, seats: int) -> tuple[str, list[Shuffle]]:
    """The digest of the record and what every deck followed from; raises ProofError."""
    if not text.startswith(FIRST_LINE + "\n"):
        raise ProofError(f"a proof begins with {FIRST_LINE!r}")
    head = _HEAD.match(text, len(FIRST_LINE) + 1)
    if head is None or not text.endswith("\n"):
        raise ProofError("the proof is cut, or its record, table and match are missing")
    lines = text[head.end() : -1].split("\n")
    if len(lines) % (seats + 1):
        raise ProofError(f"each deal of the proof needs {seats + 1} lines")
    shuffles = []
    for start in range(0, len(lines), seats + 1):
        deal = _DEAL.fullmatch(lines[start])
        cuts = [_CUT.fullmatch(line) for line in lines[start + 1 : start + 1 + seats]]
        if deal is None or any(cut is None or int(cut[1]) != seat for seat, cut in enumerate(cuts)):
            raise ProofError(f"the proof of deal {start // (seats + 1) + 1} cannot be read")
        secret = bytes.fromhex(deal[3])
        if decks.commitment(secret) != deal[2]:
            raise ProofError(f"deal {deal[1]}: the secret is not the one that was promised")
        shuffles.append(
            Shuffle(
                head[2], int(head[3]), int(deal[1]), secret, tuple(cut[3] if cut else None for cut in cuts)
            )
        )
    return head[1], shuffles


def verify(match: AnyMatch, proof: str) -> int:
    """Recompute every deck of a match; how many there were. Raises ProofError."""
    named, shuffles = load(proof, match.game.seats)
    if named != digest(records.dump(match)):
        raise ProofError("the proof belongs to another record")
    if len(shuffles) != len(match.deals):
        raise ProofError(f"the record has {len(match.deals)} deals, the proof {len(shuffles)}")
    for number, (deal, shuffle) in enumerate(zip(match.deals, shuffles, strict=True), 1):
        if shuffle.deal != number:
            raise ProofError(f"deal {number} of the record is called {shuffle.deal} in the proof")
        if decks.deck(match.game, shuffle) != deal.deck:
            raise ProofError(f"deal {number}: another deck follows from the secret and the cuts")
    if shuffles and decks.first_dealer(match.game, shuffles[0]) != match.first_dealer:
        raise ProofError("another first dealer follows from the secret and the cuts")
    return len(shuffles)
