"""Candidate moves in Mü: which displays, which cards to bury, all of the others."""

from itertools import combinations
from typing import Any, Final

from stramash.core.cards import FIRST_COPIES, SECOND_COPY, Card, CardSet, card_set, each, size
from stramash.core.seats import Seat
from stramash.mu.auction import most_to_display
from stramash.mu.cards import ICONS, number
from stramash.mu.game import MuGame
from stramash.mu.moves import PASS, TRUMPS, Bury, Display, Move, Trump
from stramash.mu.rules import TALON, MuRules
from stramash.mu.state import Phase, Table, View
from stramash.mu.tricks import trumps
from stramash.sim.mu.contract import CERTAIN, chance_to_make, contract_worth, expected_icons

IDEAS: Final = 3
"""How many trumps are thought about in the auction."""
STEPS: Final = 3
"""How many bids are thought about for each of them."""
MOST_BID: Final = 9
BURY_FROM: Final = 7
"""Of how many cards the three to bury are chosen."""


class Idea:
    """A trump in mind and what the hand may make of it."""

    def __init__(self, game: MuGame, packed_rules: Any, hand: CardSet, trump: Trump) -> None:
        self.trump = trump
        self.cards = trumps(None, trump).cards
        once, twice = hand & FIRST_COPIES, hand >> SECOND_COPY
        expected = expected_icons(packed_rules, once, twice, TRUMPS.index(trump))
        place = TRUMPS.index(trump)
        self.worth = [contract_worth(packed_rules, expected, bid, place) for bid in range(MOST_BID + 1)]
        self.chance = [chance_to_make(packed_rules, expected, bid) / CERTAIN for bid in range(MOST_BID + 1)]

    def most_bid(self, least_chance: float) -> int:
        """The highest bid with a chance that is not below this one."""
        return max((bid for bid, chance in enumerate(self.chance) if chance >= least_chance), default=0)

    def best_bid(self, least: int, most: int) -> int:
        """The bid that is worth most, of those that are possible."""
        return max(range(least, most + 1), key=lambda bid: self.worth[bid])


def worth_a_thought(game: MuGame, packed_rules: Any, view: View, least_chance: float = 0.0) -> list[Move]:
    """The moves that a search compares; in the auction and when burying not all of them."""
    if view.table.phase is Phase.AUCTION:
        return displays_worth_a_thought(game, packed_rules, view, least_chance)
    if view.table.phase is Phase.BURY:
        return buries_worth_a_thought(view)
    return list(view.legal)


def displays_worth_a_thought(
    game: MuGame, packed_rules: Any, view: View, least_chance: float = 0.0
) -> list[Move]:
    """Pass, and for the best trumps the displays that take the Crown, or the Shield, or raise a bid.

    Crowns below a chance are not thought about, by what the hand alone promises.
    """
    table, seat = view.table, own_seat(view)
    hidden = table.hidden(seat, view.hand)
    own = table.bids[seat]
    most = min(own + most_to_display(game.rules, table, seat, view.hand), MOST_BID)
    standing = max(table.bids)
    found: list[Move] = [PASS]
    least = max(standing, own) + 1
    ideas = [
        Idea(game, packed_rules, view.hand, trump)
        for trump in TRUMPS
        if size(view.hand & trumps(None, trump).cards) >= 2
    ]
    # Somebody must open, or the cards are dealt again and again (M3.5): one card may always be thought about.
    always = 0 if standing else 1
    tops = {idea.trump: min(most, max(idea.most_bid(least_chance), always)) for idea in ideas}
    crowns = [idea for idea in ideas if least <= tops[idea.trump]]
    if crowns:
        crowns.sort(key=lambda idea: idea.worth[idea.best_bid(least, tops[idea.trump])], reverse=True)
        for idea in crowns[:IDEAS]:
            top = tops[idea.trump]
            best = idea.best_bid(least, top)
            for bid in sorted({least, best, min(best + 1, top)}):
                _add(found, Display(cards_to_show(table, seat, hidden, idea, bid - own)))
    others = [idea for idea in ideas if idea not in crowns]
    if least_chance:  # where Crowns are given up for their chance, the Shield's trump is still the best
        others.sort(key=lambda idea: max(idea.worth), reverse=True)
    ideas = crowns + others
    if table.crown not in (None, seat) and table.shield != seat and game.rules.has_shield and ideas:
        shield_bid = _second_bid(game.rules, table)
        if own <= shield_bid < standing and shield_bid + 1 - own <= size(hidden):
            _add(found, Display(cards_to_show(table, seat, hidden, ideas[0], shield_bid + 1 - own)))
    return found


def _second_bid(rules: MuRules, table: Table) -> int:
    """What the Shield is held with; where higher cards decide (M3.9), what the second most have shown."""
    if rules.has_eclat:
        return max(bid for seat, bid in enumerate(table.bids) if seat != table.crown)
    return table.bids[table.shield] if table.shield is not None else 0


def takes_crown(table: Table, seat: Seat, move: Move) -> bool:
    """Whether a move is a display after which the seat has the Crown (M3.2)."""
    if not isinstance(move, Display):
        return False
    return table.crown == seat or table.bids[seat] + size(move.cards) > max(table.bids)


def cards_to_show(table: Table, seat: Seat, hidden: CardSet, idea: Idea, wanted: int) -> CardSet:
    """The lowest cards of a trump, then what is good for nothing: they justify it and give least away."""

    def gives_away(card: Card) -> tuple[bool, int]:
        return not idea.cards >> card & 1, number(card)

    return card_set(sorted(each(hidden), key=gives_away)[:wanted])


def buries_worth_a_thought(view: View) -> list[Move]:
    """Three of the cards whose icons would be hard to win, or which make the hand short (M4.4)."""
    table = view.table

    def keeps(card: Card) -> tuple[bool, bool, int, int]:
        is_trump = bool(table.trumps.cards >> card & 1)
        return is_trump, number(card) >= 8, -ICONS[number(card)], number(card)

    loose = sorted(each(table.hidden(own_seat(view), view.hand)), key=keeps)[:BURY_FROM]
    found: list[Move] = []
    for cards in combinations(loose, TALON):
        _add(found, Bury(card_set(cards)))
    return found


def _add(found: list[Move], move: Move) -> None:
    if move not in found:
        found.append(move)


def own_seat(view: View) -> Seat:
    """The seat whose view it is."""
    assert view.seat is not None, "a spectator is never asked"
    return view.seat
