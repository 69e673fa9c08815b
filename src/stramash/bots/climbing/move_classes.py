"""Equivalence classes of moves of a climbing game: between moves of one class there is nothing to choose."""

from collections.abc import Hashable
from typing import Any

import numpy as np

from stramash.bots.climbing.club.climber import ClubClimber
from stramash.climbing.cards import COURTS, NUMBERS, rank_of
from stramash.climbing.moves import GiveCard, Move, Play, PutBack
from stramash.climbing.state import View
from stramash.core.cards import CardSet, each, remove


class MoveClasses:
    """Moves are equivalent if the rest of the hand can do the same after them."""

    def __init__(self, club: ClubClimber, view: View) -> None:
        self._club, self._view = club, view
        self._known: dict[CardSet, Hashable] = {}

    def same(self, move: Move) -> Hashable:
        """The combination, the wild cards spent on it, and what the rest of the hand can do."""
        match move:
            case Play():
                rest = remove(self._view.hand, move.cards)
                if not rest:  # whatever it is called, it is the whole hand
                    return "out"
                return move.combo, move.cards & COURTS, self._can_do(rest)
            case GiveCard(card=card):
                return "give", rank_of(card), self._can_do(remove(self._view.hand, 1 << card))
            case PutBack(cards=cards):
                ranks = tuple(sorted(map(rank_of, each(cards))))
                return "put back", ranks, self._can_do(remove(self._view.hand, cards))
        return move

    def others(self, move: Move) -> list[Any]:
        """Those of the same kind that move the same ranks."""
        return [other for other in self._view.legal if outline(other) == outline(move)]

    def nearly(self, move: Move) -> Hashable:
        """The same number cards with as many wild cards, but others, or read as another rank."""
        if isinstance(move, Play) and move.combo.cards > (move.cards & COURTS).bit_count() > 0:
            return move.combo.kind, move.combo.length, move.cards & NUMBERS, move.cards.bit_count()
        return move

    def _can_do(self, hand: CardSet) -> Hashable:
        """All combinations that a hand can play, of whatever colour, and the wild cards that each takes."""
        if hand not in self._known:
            rows = self._club.all_plays(hand)
            courts = np.array([int(once) & COURTS for once in rows[:, 1]], np.int64)
            self._known[hand] = tuple(sorted(zip(rows[:, 0].tolist(), courts.tolist(), strict=True)))
        return self._known[hand]


def outline(move: Move) -> Hashable:
    """What a move looks like, whatever its colours: equivalent moves have it in common."""
    match move:
        case Play():
            return move.combo, move.cards & COURTS
        case GiveCard(card=card):
            return "give", rank_of(card)
        case PutBack(cards=cards):
            return "put back", tuple(sorted(map(rank_of, each(cards))))
    return move
