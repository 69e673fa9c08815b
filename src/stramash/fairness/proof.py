"""The proof that a match was dealt fairly, as text, and its verification."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from stramash import records
from stramash.core.errors import StramashError
from stramash.core.match import AnyMatch
from stramash.core.seats import Seat
from stramash.fairness import decks
from stramash.fairness.cuts import MOST_HELD_BACK, Closing, Cutter, Shuffle, card_codes, cards_digest
from stramash.fairness.promise import Promise

FIRST_LINE: Final = "stramash fair deals 2"
_BEGINNING: Final = re.compile(r"^stramash fair deals [0-9]+\n", re.ASCII | re.MULTILINE)
_HEAD: Final = re.compile(
    r"stramash fair deals 2\nrecord ([0-9a-f]{64})\ntable ([a-z0-9]{6,32})\nmatch ([0-9]{1,9})\n",
    re.ASCII,
)
_PROMISE: Final = re.compile(r"promise ([0-9a-f]{64}) ([0-9]{1,9}) ([0-9]{1,5})", re.ASCII)
_DEAL: Final = re.compile(r"deal ([0-9]{1,9}) ([0-9a-f]{64})", re.ASCII)
_SEAT: Final = re.compile(
    r"seat ([0-9]) (person|away|bot)(?: ([0-9a-f]{64}) (?:(-)|([0-9a-f]{64})))?", re.ASCII
)


class ProofError(StramashError):
    """A proof that cannot be read, or does not prove what it should."""


@dataclass(frozen=True)
class Proof:
    """A proof that can be read; whether it holds is another question."""

    record: str
    """The digest of the record that it is for."""
    table: str
    match: int
    shuffles: tuple[Shuffle, ...]

    @property
    def held_back(self) -> Counter[Seat]:
        """How many cuts each seat sealed and did not open."""
        return Counter(seat for shuffle in self.shuffles for seat in shuffle.held_back)


def dump(match: AnyMatch, table: str, number: int, shuffles: Sequence[Shuffle]) -> str:
    """The proof of a match; the record it is for is named by its digest."""
    return write(digest(records.dump(match)), table, number, shuffles)


def write(record: str, table: str, number: int, shuffles: Sequence[Shuffle]) -> str:
    """The proof that belongs to a record with some digest."""
    promises = dict.fromkeys(s.closing.promise.line for s in shuffles)
    lines = [
        FIRST_LINE,
        f"record {record}",
        f"table {table}",
        f"match {number}",
        *promises,
    ]
    for shuffle in shuffles:
        lines.append(f"deal {shuffle.deal} {shuffle.secret.hex()}")
        for seat, (cutter, cut) in enumerate(zip(shuffle.closing.seats, shuffle.cuts, strict=True)):
            opened = "" if cutter.sealed is None else f" {cut or '-'}"
            lines.append(f"seat {seat} {cutter.text}{opened}")
    return "".join(f"{line}\n" for line in lines)


def digest(record: str) -> str:
    """What a proof names its record by."""
    return sha256(record.encode()).hexdigest()


def split(text: str) -> tuple[str, str]:
    """A file that holds a record, a proof after it, or both."""
    found = _BEGINNING.search(text)
    return (text, "") if found is None else (text[: found.start()], text[found.start() :])


def load(text: str, match: AnyMatch) -> Proof:
    """Read the proof of a match; raises ProofError."""
    head = _HEAD.match(text)
    if head is None:
        if _BEGINNING.match(text) and not text.startswith(FIRST_LINE):
            raise ProofError("the proof is of a format that this stramash cannot read")
        raise ProofError(f"a proof begins with {FIRST_LINE!r}, then its record, table and match")
    if not text.endswith("\n"):
        raise ProofError("the proof is cut off")
    lines = text[head.end() : -1].split("\n")
    promises = []
    while lines and (found := _PROMISE.fullmatch(lines[0])):
        promises.append(Promise(int(head[3]), int(found[2]), int(found[3]), found[1]))
        lines.pop(0)
    each = match.game.seats + 1
    if len(lines) % each:
        raise ProofError(f"each deal of the proof needs {each} lines")
    shuffles = [
        _read_deal(
            Place(head[2], int(head[3]), start // each + 1), lines[start : start + each], promises, match
        )
        for start in range(0, len(lines), each)
    ]
    return Proof(head[1], head[2], int(head[3]), tuple(shuffles))


@dataclass(frozen=True)
class Place:
    """Which deck some lines of a proof are about."""

    table: str
    match: int
    deal: int


def _read_deal(place: Place, lines: list[str], promises: list[Promise], match: AnyMatch) -> Shuffle:
    deal = _DEAL.fullmatch(lines[0])
    seats = [_SEAT.fullmatch(line) for line in lines[1:]]
    if deal is None or any(found is None or int(found[1]) != seat for seat, found in enumerate(seats)):
        raise ProofError(f"deal {place.deal}: cannot be read")
    number = int(deal[1])
    promise = next((each for each in promises if each.covers(place.match, number)), None)
    if promise is None:
        raise ProofError(f"deal {place.deal}: no promise covers it")
    cutters = tuple(Cutter(found[2], found[3]) for found in seats if found)  # type: ignore[arg-type]  # the pattern says so
    cards = cards_digest(card_codes(match.game))
    closing = Closing(place.table, place.match, number, promise, cards, cutters)
    return Shuffle(closing, bytes.fromhex(deal[2]), tuple(found[5] for found in seats if found))


def verify(match: AnyMatch, text: str) -> Proof:
    """Recompute every deck of a match; raises ProofError."""
    proof = load(text, match)
    if proof.record != digest(records.dump(match)):
        raise ProofError("the proof belongs to another record")
    if len(proof.shuffles) != len(match.deals):
        raise ProofError(f"the record has {len(match.deals)} deals, the proof {len(proof.shuffles)}")
    for number, (deal, shuffle) in enumerate(zip(match.deals, proof.shuffles, strict=True), 1):
        if shuffle.deal != number:
            raise ProofError(f"deal {number} of the record is called {shuffle.deal} in the proof")
        if (fault := shuffle.fault()) is not None:
            raise ProofError(f"deal {number}: {fault}")
        if decks.deck(match.game, shuffle) != deal.deck:
            raise ProofError(f"deal {number}: another deck follows from the secret and the cuts")
    if proof.shuffles and decks.first_dealer(match.game.seats, proof.shuffles[0]) != match.first_dealer:
        raise ProofError("another first dealer follows from the secret and the cuts")
    _check_held_back(proof)
    return proof


def _check_held_back(proof: Proof) -> None:
    """Who holds cuts back chooses between two decks each time: no more than a few times in a match."""
    held_back: Counter[Seat] = Counter()
    for shuffle in proof.shuffles:
        for seat in shuffle.closing.cutting:
            if held_back[seat] >= MOST_HELD_BACK:
                raise ProofError(
                    f"deal {shuffle.deal}: seat {seat} was let cut, after it had held"
                    f" {MOST_HELD_BACK} cuts back"
                )
        held_back.update(shuffle.held_back)
