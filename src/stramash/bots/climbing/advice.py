"""Advice on a climbing game: what moves are worth, and why, in words; from the view alone."""

from collections.abc import Hashable
from random import Random
from typing import Any, Final

import numpy as np

from stramash.bots.base import Advice
from stramash.bots.climbing.club import ClubClimber
from stramash.bots.climbing.expert import ExpertClimber
from stramash.bots.climbing.words import Words, about_bet
from stramash.bots.search.estimate import Estimates, Sizes, estimate
from stramash.bots.search.weigh import Alike, as_advice, screening, weigh
from stramash.climbing.cards import COURTS, NUMBERS, rank_of
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import PASS, Bet, GiveCard, Move, Play, PutBack
from stramash.climbing.state import View
from stramash.core.cards import CardSet, each, remove

BETS_IN: Final = Sizes(batches=8, worlds=60)
"""In how many worlds bets are tried."""


def advise(
    game: ClimbingGame, view: View, playouts: int, seed: int, played: Move | None, looks_at_all: bool = False
) -> list[Advice]:
    """The moves worth a thought, best first; bets come last, each with what it would add."""
    expert = ExpertClimber(game, Random(seed), budget=screening(playouts), looks_at_all=looks_at_all)
    words = Words(ClubClimber(game, Random(seed)), view)
    bets = [move for move in view.legal if isinstance(move, Bet)]
    found: list[Advice] = []
    if len(bets) < len(view.legal):
        wanted = None if isinstance(played, Bet) else played
        weighed = weigh(expert, view, playouts, _Alike(expert.club, view).rules(), PASS, wanted)
        found = as_advice(weighed, PASS, words.about)
    if bets:
        found += bet_advice(expert, view, found[0].move if found else None, bets)
    return found


def bet_advice(expert: ExpertClimber, view: View, move: Move | None, bets: list[Bet]) -> list[Advice]:
    """Each bet with what it adds to the deal, best first."""
    tried = measure_bets(expert, view, move, bets, BETS_IN)
    found = []
    for i, bet in enumerate(bets):
        gain, chance = tried.value(i), tried.value(len(bets) + i).points
        why = about_bet(bet.value, gain, chance)
        found.append(Advice(bet, (), None, None, None, gain.points, gain.margin, why))
    return sorted(found, key=lambda item: item.better or 0.0, reverse=True)


def measure_bets(
    expert: ExpertClimber, view: View, move: Move | None, bets: list[Bet], sizes: Sizes
) -> Estimates:
    """What each bet adds, and then how often each is won, in batches."""
    return estimate(lambda worlds: expert.measure_bets(view, move, bets, worlds), sizes)


class _Alike:
    """Which moves come to the same: those after which the hand can do the same."""

    def __init__(self, club: ClubClimber, view: View) -> None:
        self._club, self._view = club, view
        self._known: dict[CardSet, Hashable] = {}

    def rules(self) -> Alike:
        return Alike(self.same, self.others, self.nearly)

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
        return [other for other in self._view.legal if _outline(other) == _outline(move)]

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


def _outline(move: Move) -> Hashable:
    match move:
        case Play():
            return move.combo, move.cards & COURTS
        case GiveCard(card=card):
            return "give", rank_of(card)
        case PutBack(cards=cards):
            return "put back", tuple(sorted(map(rank_of, each(cards))))
    return move
