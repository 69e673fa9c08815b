"""Decks and proofs of format 1: no sealed cuts and one promise a deck. They are read, and made no more."""

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

FIRST_LINE: Final = "stramash fair deals 1"
DEAL: Final = re.compile(r"deal ([0-9]{1,9}) ([0-9a-f]{64}) ([0-9a-f]{64})", re.ASCII)
CUT: Final = re.compile(r"cut ([0-9]) (?:(-)|=([ -~]{0,64}))", re.ASCII)


@dataclass(frozen=True)
class OldShuffle:
    """All that one deck followed from."""

    table: str
    match: int
    deal: int
    secret: bytes
    cuts: tuple[str | None, ...]
    """One a seat; None for a seat that did not cut."""

    @property
    def commitment(self) -> str:
        """What the server published before anybody cut."""
        return sha256(self.secret).hexdigest()

    def message(self, purpose: str) -> bytes:
        """The text that the stream of random numbers is keyed to."""
        lines = [
            "stramash fair deal 1",
            purpose,
            f"table {self.table}",
            f"match {self.match}",
            f"deal {self.deal}",
            *self.cut_lines,
        ]
        return "".join(f"{line}\n" for line in lines).encode("ascii")

    @property
    def cut_lines(self) -> list[str]:
        """As messages and proofs write them."""
        return [f"cut {seat} {'-' if cut is None else '=' + cut}" for seat, cut in enumerate(self.cuts)]

    @property
    def lines(self) -> list[str]:
        """The deck's part of a proof."""
        return [f"deal {self.deal} {self.commitment} {self.secret.hex()}", *self.cut_lines]


def read_deal(table: str, match: int, lines: list[str]) -> OldShuffle | str:
    """The deck that some lines of a proof are about, or what is wrong with them."""
    deal = DEAL.fullmatch(lines[0])
    cuts = [CUT.fullmatch(line) for line in lines[1:]]
    if deal is None or any(cut is None or int(cut[1]) != seat for seat, cut in enumerate(cuts)):
        return "cannot be read"
    shuffle = OldShuffle(
        table, match, int(deal[1]), bytes.fromhex(deal[3]), tuple(cut[3] if cut else None for cut in cuts)
    )
    return shuffle if shuffle.commitment == deal[2] else "the secret is not the one that was promised"
