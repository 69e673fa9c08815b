"""A cache of the hands that a search has weighed in a deal, from one decision of its own to the next.

A hand is kept whole: with the cards that were played of it. So it stays the same while the deal goes on, and
what was found about a decision made with it stays true.
"""

from typing import Any, NamedTuple

import numpy as np

from stramash.bots.climbing.club.split import words_of
from stramash.bots.climbing.worlds import Worlds, fits, joined, left_of
from stramash.climbing.state import View
from stramash.core.cards import SECOND_COPY, CardSet, each, join, remove
from stramash.core.seats import Seat


class Hands(NamedTuple):
    """Some hands of a seat, and the log-likelihood of each of its decisions with each."""

    shares: Any
    """What they have of the unseen cards, two words each."""
    chances: Any

    @property
    def weights(self) -> Any:
        """How well they explain all that is known of the seat's decisions."""
        return self.chances.sum(axis=1)

    def and_also(self, more: "Hands") -> "Hands":
        """These hands and others, about which the same decisions were asked."""
        return Hands(*(np.concatenate(both) for both in zip(self, more, strict=True)))


class HandCache:
    """What one seat has found out about the hands of the others; a new deal begins with nothing."""

    def __init__(self) -> None:
        self._seen: tuple[Any, ...] = ()
        self._found: list[Any] = []
        self._hands: dict[Seat, tuple[Any, Any]] = {}

    def begin(self, view: View, found: list[Any]) -> None:
        """Look at a view in which others made these decisions; what belongs to another deal is forgotten."""
        if self._seen != view.past[:1] or self._found != found[: len(self._found)]:
            self._hands = {}
        self._seen, self._found = view.past[:1], found

    def keep(self, worlds: Worlds, seat: Seat, hands: Hands, most: int) -> None:
        """Remember the best of the hands of a seat."""
        best = np.argsort(-hands.weights, kind="stable")[:most]
        shown = np.array(words_of(worlds.view.table.shown[seat]), np.int64)
        whole = joined(worlds.hands_of(seat, hands.shares[best]), np.broadcast_to(shown, (len(best), 2)))
        self._hands[seat] = (whole, hands.chances[best])

    def recall(self, worlds: Worlds, seat: Seat) -> tuple[Hands, Any]:
        """The hands of a seat that are still possible, and what is left of those that are not, best first."""
        if seat not in self._hands:
            return Hands(np.zeros((0, 2), np.int64), np.zeros((0, 0))), np.zeros((0, 2), np.int64)
        whole, chances = self._hands[seat]
        shown = np.array(words_of(worlds.view.table.shown[seat]), np.int64)[None]
        known = worlds.known_of(seat)[None]
        held = left_of(whole, shown)
        shares = left_of(held, known)
        still = fits(whole, shown) & fits(held, known) & fits(worlds.unseen[None], shares)
        return Hands(shares[still], chances[still]), shares[~still] & worlds.unseen[None]


def repaired(shares: Any, size: int, unseen: CardSet, rng: Any) -> Any:
    """The same shares of the unseen cards, each with so many cards: some taken away or added at random."""
    made = []
    for once, twice in shares.tolist():
        share = once | twice << SECOND_COPY
        while share.bit_count() > size:
            held = list(each(share))
            share = remove(share, 1 << held[rng.integers(len(held))])
        while share.bit_count() < size:
            others = list(each(remove(unseen, share)))
            share = join(share, 1 << others[rng.integers(len(others))])
        made.append(words_of(share))
    return np.array(made, np.int64).reshape(len(made), 2)


def neighbours(shares: Any, unseen: CardSet, rng: Any) -> Any:
    """Hands in which one unseen card is another than in these."""
    made = []
    for once, twice in shares.tolist():
        share = once | twice << SECOND_COPY
        held, others = list(each(share)), list(each(remove(unseen, share)))
        if others:
            gone, come = (cards[rng.integers(len(cards))] for cards in (held, others))
            share = join(remove(share, 1 << gone), 1 << come)
        made.append(words_of(share))
    return np.array(made, np.int64).reshape(len(made), 2)
