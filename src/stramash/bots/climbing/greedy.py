"""The greedy player of the climbing games: sheds the most cards, lowest first, and keeps its wild cards."""

from random import Random
from typing import Any, Final

from stramash.climbing.cards import COURTS, NUMBERS, rank_of
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import PASS, Award, Bet, Bid, GiveCard, Move, NameLead, Play, PutBack
from stramash.climbing.plays.combos import Kind
from stramash.climbing.plays.generate import plays
from stramash.climbing.state import Phase, View
from stramash.core.cards import Card, CardSet, card_set, each, remove
from stramash.core.seats import Seat

DANGER: Final = 5
"""From this many cards in an opponent's hand on, wild cards are no longer kept."""
LAST_CHANCE: Final = 3
"""From this many cards in an opponent's hand on, bombs are played."""
SMALL_HAND: Final = 6
"""From this many cards in the own hand on, wild cards are used to get rid of the rest."""
MOST_LOOKED_AT: Final = 12
"""Of many plays that beat a trick only the lowest are compared."""
# The most leads a card dealt with which each step of the betting ladder is worth it: measured over a few
# hundred deals of this bot against itself, where such hands win the bet clearly more often than they lose it.
FOR_POINTS: Final = (0.86, 0.58, 0.5)
TO_BE_FIRST: Final = (0.65, 0.58, 0.5)
WITH_SETS: Final = (0.43, 0.36, 0.3)


class GreedyClimber:
    """A player of the climbing games without a memory."""

    def __init__(self, game: ClimbingGame, rng: Random) -> None:
        self.rules = game.rules  # it leaves nothing to chance
        self._plans: dict[CardSet, int] = {}

    def choose(self, view: View) -> Move:
        """The move of the seat that must act."""
        match view.table.phase:
            case Phase.PASSING:
                return GiveCard(self._loosest(view.hand, 1)[0])
            case Phase.AUCTION:
                return self._bid(view)
            case Phase.PUTTING_BACK:
                return PutBack(card_set(self._loosest(view.hand, self.rules.draw(view.table.bid))))
            case Phase.TRICK_AWARD | Phase.HAGGIS_AWARD:
                return self._award(view)
            case Phase.NAMING_LEAD:
                leads = [move for move in view.legal if isinstance(move, NameLead)]
                return min(leads, key=lambda move: view.table.counts[move.seat])
        playable = [move for move in view.legal if isinstance(move, Play)]
        return self._lead(view, playable) if view.table.top is None else self._follow(view, playable)

    def interject(self, view: View) -> Move | None:
        """A bet when the hand is strong, the higher one when it is very strong (C10.1)."""
        bets = [move for move in view.legal if isinstance(move, Bet)]
        if not bets or view.table.phase is Phase.PASSING or self._partner_has_bet(view):
            return None
        worth = self._worth(view.hand)
        return bets[min(worth, len(bets)) - 1] if worth else None

    def _partner_has_bet(self, view: View) -> bool:
        seat = view.seat
        return self.rules.partners and seat is not None and view.table.bets[self.rules.partner(seat)] > 0

    def _worth(self, hand: CardSet) -> int:
        """How many steps of the betting ladder a hand is worth, by the leads it needs to be shed."""
        leads_a_card = self.leads_needed(hand & NUMBERS) / self.rules.dealt
        ladder = (
            WITH_SETS if self.rules.sets else FOR_POINTS if self.rules.bet_rule == "points" else TO_BE_FIRST
        )
        return sum(1 for enough in ladder if leads_a_card <= enough)

    def leads_needed(self, numbers: CardSet) -> int:
        """How many plays some number cards take to be shed, the largest first, without wild cards."""
        known = self._plans.get(numbers)
        if known is not None:
            return known
        left, leads = numbers, 0
        while left:
            shed = max(plays(self.rules, left, None), key=_size_then_low)
            if shed.combo.kind is Kind.SINGLE:
                leads += left.bit_count()
                break
            left = remove(left, shed.cards)
            leads += 1
        if len(self._plans) > 5_000:
            self._plans.clear()
        self._plans[numbers] = leads
        return leads

    def _bid(self, view: View) -> Move:
        """C8.2: as far as the hand is worth it, and no step further than needed."""
        bids = [move for move in view.legal if isinstance(move, Bid)]
        worth = self._worth(view.hand)
        affordable = [bid for bid in bids if worth and bid.value <= self.rules.bets[:worth][-1]]
        return affordable[0] if affordable else PASS

    def _loosest(self, hand: CardSet, wanted: int) -> list[Card]:
        """The number cards that belong to the least, lowest first."""
        cards = list(each(hand & NUMBERS))

        def links(card: Card) -> int:
            near = [other for other in cards if other != card and abs(other - card) <= 2]
            return sum(1 for other in near if abs(rank_of(other) - rank_of(card)) <= 2)

        return sorted(cards, key=lambda card: (links(card), rank_of(card), card))[:wanted]

    def _award(self, view: View) -> Move:
        """The cards go where they hurt least: to the lowest total."""
        awards = [move for move in view.legal if isinstance(move, Award)]
        totals = view.table.totals
        return min(awards, key=lambda move: totals[self.rules.side_of[move.seat]])

    def _lead(self, view: View, playable: list[Play]) -> Move:
        """Out if possible, else the most cards without wild ones, the lowest of those."""
        out = _going_out(view, playable)
        if out is not None:
            return out
        plain = [play for play in playable if _is_plain(play)]
        if plain:
            return max(plain, key=_size_then_low)
        # Only courts are left: the lowest single keeps the others.
        return min(playable, key=lambda play: (play.combo.is_bomb, play.combo.cards, play.combo.top))

    def _follow(self, view: View, playable: list[Play]) -> Move:
        out = _going_out(view, playable)
        if out is not None:
            return out
        if not playable or self._is_ours(view.table.top_seat, view):
            return PASS
        before = self.leads_needed(view.hand & NUMBERS)
        opponents = self._fewest_cards_of_opponents(view)
        is_pressed = opponents <= DANGER or view.hand.bit_count() <= SMALL_HAND
        plain = sorted((play for play in playable if _is_plain(play)), key=lambda play: play.combo.top)
        if plain:
            after, play = min(
                ((self._leads_after(view, play), play) for play in plain[:MOST_LOOKED_AT]),
                key=lambda pair: (pair[0], pair[1].combo.top),
            )
            # What stays together is worth more than a trick, unless somebody is about to go out.
            if after <= before or is_pressed:
                return play
        if not is_pressed:
            return PASS
        wild = [play for play in playable if not play.combo.is_bomb and play.cards & COURTS]
        if wild:
            return min(wild, key=lambda play: (_courts(play), self._leads_after(view, play), play.combo.top))
        bombs = [play for play in playable if play.combo.is_bomb]
        return bombs[0] if bombs and opponents <= LAST_CHANCE else PASS

    def _leads_after(self, view: View, play: Play) -> int:
        return self.leads_needed(remove(view.hand, play.cards) & NUMBERS)

    def _is_ours(self, holder: Seat, view: View) -> bool:
        """Whether the partner holds the trick."""
        return self.rules.partners and view.seat is not None and holder == self.rules.partner(view.seat)

    def _fewest_cards_of_opponents(self, view: View) -> int:
        side_of = self.rules.side_of
        mine = side_of[view.seat or 0]
        held = [n for seat, n in enumerate(view.table.counts) if n and side_of[seat] != mine]
        return min(held, default=0)


def _going_out(view: View, playable: list[Play]) -> Play | None:
    """A play of the whole hand; a combination rather than a bomb, whose trick goes to others (C6.2)."""
    whole = [play for play in playable if play.cards == view.hand]
    return whole[0] if whole else None


def _is_plain(play: Play) -> bool:
    return not play.cards & COURTS and not play.combo.is_bomb


def _courts(play: Play) -> int:
    return (play.cards & COURTS).bit_count()


def _size_then_low(play: Play) -> Any:
    """Most cards, then the lowest top; among equals the first in canonical order. Bombs are kept."""
    return not play.combo.is_bomb, play.combo.cards, -play.combo.top
