"""The players' part in a shuffle: sealed cuts, the closing of the list, and the deck that follows."""

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Literal, NamedTuple

from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.fairness.promise import Promise

CUT: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
"""A cut, a sealed cut, a secret and an anchor are all written like this."""
MOST_HELD_BACK: Final = 2
"""Cuts that a seat may seal and not open in a match; afterwards its cuts are not taken any more."""

SeatKind = Literal["person", "away", "bot"]
"""Who sat there when the list was closed; away: a person who was not connected."""


class Cutter(NamedTuple):
    """A seat in a closing."""

    kind: SeatKind
    sealed: str | None
    """Its sealed cut; None: it did not cut. Bots do not: what follows from the secret adds nothing to it."""

    @property
    def text(self) -> str:
        """As closings and proofs write it."""
        return self.kind if self.sealed is None else f"{self.kind} {self.sealed}"


def new_cut() -> str:
    """A cut that nobody can guess."""
    return secrets.token_hex(32)


def sealed(table: str, match: int, deal: int, seat: Seat, cut: str) -> str:
    """What a seat shows of its cut before the list is closed: bound to seat and deck, and telling nothing."""
    text = f"stramash cut 2\ntable {table}\nmatch {match}\ndeal {deal}\nseat {seat}\ncut {cut}\n"
    return sha256(text.encode("ascii")).hexdigest()


def cards_digest(codes: Iterable[str]) -> str:
    """What a closing names the unshuffled cards by."""
    return sha256(" ".join(codes).encode("ascii")).hexdigest()


def card_codes(game: AnyGame) -> list[str]:
    """The unshuffled cards of a game, written."""
    return [game.card_code(card) for card in game.deck()]


@dataclass(frozen=True)
class Closing:
    """All that is fixed about a deck before the first cut is opened."""

    table: str
    match: int
    deal: int
    """Which deck of the match, from 1; thrown-in deals count."""
    promise: Promise
    cards: str
    """The digest of the unshuffled cards."""
    seats: tuple[Cutter, ...]

    @property
    def text(self) -> str:
        """What every client keeps of it."""
        lines = [
            "stramash closing 2",
            f"table {self.table}",
            f"match {self.match}",
            f"deal {self.deal}",
            self.promise.line,
            f"cards {self.cards}",
        ]
        lines += [f"seat {seat} {cutter.text}" for seat, cutter in enumerate(self.seats)]
        return "".join(f"{line}\n" for line in lines)

    @property
    def digest(self) -> str:
        """Short enough to be compared by people."""
        return sha256(self.text.encode("ascii")).hexdigest()

    def is_sealed_by(self, seat: Seat, cut: str) -> bool:
        """Whether a cut is the one that a seat had sealed."""
        return self.seats[seat].sealed == sealed(self.table, self.match, self.deal, seat, cut)

    @property
    def cutting(self) -> frozenset[Seat]:
        """The seats whose cuts are to be opened."""
        return frozenset(seat for seat, cutter in enumerate(self.seats) if cutter.sealed is not None)


@dataclass(frozen=True)
class Shuffle:
    """All that one deck follows from."""

    closing: Closing
    secret: bytes
    cuts: tuple[str | None, ...]
    """One a seat; None for a seat that did not cut, or did not open its cut."""

    @property
    def match(self) -> int:
        """Of the table."""
        return self.closing.match

    @property
    def deal(self) -> int:
        """Of the match."""
        return self.closing.deal

    def message(self, purpose: str) -> bytes:
        """The text that the stream of random numbers is keyed to."""
        lines = [f"cut {seat} {'-' if cut is None else cut}\n" for seat, cut in enumerate(self.cuts)]
        return f"stramash fair deal 2\n{purpose}\n{self.closing.text}{''.join(lines)}".encode("ascii")

    @property
    def held_back(self) -> frozenset[Seat]:
        """The seats that sealed a cut and did not open it."""
        return frozenset(seat for seat in self.closing.cutting if self.cuts[seat] is None)

    def fault(self) -> str | None:
        """Why secret and cuts are not those of the closing, or None if they are."""
        if not self.closing.promise.is_kept_by(self.deal, self.secret):
            return "the secret is not the one that was promised"
        for seat, cut in enumerate(self.cuts):
            if cut is not None and not self.closing.is_sealed_by(seat, cut):
                return f"the cut of seat {seat} is not the one that it had sealed"
        return None
