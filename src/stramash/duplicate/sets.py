"""A set of deals that several tables play: every deck follows from a chain of secrets promised before."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from stramash import games
from stramash.core.cards import Card
from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.fairness import decks
from stramash.fairness.cuts import card_codes, cards_digest
from stramash.fairness.promise import Chain, Promise

MOST_DEALS: Final = 200
"""Deals in a set; nobody plays more in an evening."""


@dataclass(frozen=True)
class _Source:
    """What one deck of a set follows from."""

    secret: bytes
    text: str

    def message(self, purpose: str) -> bytes:
        """The text that the stream of random numbers is keyed to."""
        return f"stramash duplicate 1\n{purpose}\n{self.text}".encode("ascii")


@dataclass(frozen=True)
class DealSet:
    """Deals that stand by themselves: each a match of its own, so that nobody's past changes a later one."""

    game: AnyGame
    """With matches of one deal."""
    deals: int
    seed: bytes
    """The secret of the last deal; those of all others follow from it."""

    @property
    def chain(self) -> Chain:
        """The secrets: one for each deal, and none tells anything about a later one."""
        return Chain(1, 1, self.deals, self.seed)

    @property
    def promise(self) -> Promise:
        """What is told before the first deal."""
        return self.chain.promise

    def secret(self, deal: int) -> bytes:
        """What the decks of a deal follow from; it opens those of the deals before as well."""
        return self.chain.secret(deal)

    def dealer(self, deal: int) -> Seat:
        """Everybody deals in turn: who sits in one place all evening leads as often as the others."""
        return (deal - 1) % self.game.seats

    def deck(self, deal: int, again: int = 0) -> tuple[Card, ...]:
        """The deck of a deal, from 1; `again` counts how often it was thrown in (M3.5)."""
        return decks.deck(self.game, self._source(deal, again))

    def written_deck(self, deal: int, again: int = 0) -> str:
        """The same as codes with a blank between them."""
        return " ".join(map(self.game.card_code, self.deck(deal, again)))

    def bot_seed(self, deal: int, seat: Seat, events: int) -> int:
        """A bot's chance at a decision: the same at every table where it has seen as many events."""
        text = f"{self.seed.hex()} bot {deal} {seat} {events}"
        return int.from_bytes(sha256(text.encode("ascii")).digest()[:4], "big")

    def _source(self, deal: int, again: int) -> _Source:
        if not 1 <= deal <= self.deals:
            raise ValueError(f"there is no deal {deal} in a set of {self.deals}")
        return _Source(self.secret(deal), deck_text(self.game, self.promise.anchor, deal, again))


def deck_text(game: AnyGame, anchor: str, deal: int, again: int) -> str:
    """What a deck is bound to besides its secret; docs/fair-deals.md has every byte."""
    cards = cards_digest(card_codes(game))
    return f"game {game.id} {game.seats}\nset {anchor}\ncards {cards}\ndeal {deal}\nagain {again}\n"


def one_deal(game: AnyGame) -> AnyGame:
    """The same game with matches of one deal."""
    return games.with_rounds(game, 1)
