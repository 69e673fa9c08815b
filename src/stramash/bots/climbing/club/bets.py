"""What the club player bets and bids: chances read off the price of its hand."""

import math
from typing import Final, NamedTuple

from stramash.climbing.moves import PASS, Bet, Bid, Move
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import View

LOW_BET: Final = 22
"""A bet below this many points is judged by how often hands make 15, one above by how often they make 30."""


class Outlook(NamedTuple):
    """What is known of a hand that has not been played from."""

    price: float
    """Of its cheapest split, in tempos."""
    ahead: int
    """How many cards fewer it has than the shortest hand of an opponent."""
    leads: bool


class Guess(NamedTuple):
    """A logistic guess at a chance: a constant, and what a tempo, a card and the lead add."""

    constant: float
    price: float
    ahead: float
    leads: float

    def __call__(self, outlook: Outlook) -> float:
        """The chance for a hand."""
        sum_ = self.constant + self.price * outlook.price + self.ahead * outlook.ahead
        return 1 / (1 + math.exp(-max(-20.0, min(20.0, sum_ + self.leads * outlook.leads))))


# Fitted to a few hundred deals each of this player against itself, taken just before each seat's first card.
FIRST_OF_TWO: Final = Guess(1.843, -1.005, 0.31, -1.081)
FIRST_OF_TWO_WITH_SETS: Final = Guess(0.134, -0.789, 0.105, -0.088)
FIRST_OF_THREE: Final = Guess(4.202, -1.151, 0.351, -2.01)
FIRST_OF_THREE_WITH_SETS: Final = Guess(1.424, -0.849, 0.177, -0.034)
FIRST_OF_FOUR: Final = Guess(1.326, -0.687, 0.142, -0.374)
SHEPHERD: Final = Guess(4.2, -1.0, 0.0, 0.0)
FIFTEEN_OF_TWO: Final = Guess(0.908, -0.535, -0.031, 0.626)
THIRTY_OF_TWO: Final = Guess(0.198, -0.756, 0.18, -0.61)
FIFTEEN_OF_THREE: Final = Guess(2.815, -0.783, -0.098, 0.159)
THIRTY_OF_THREE: Final = Guess(1.678, -0.789, 0.036, -0.38)


def first_out(rules: ClimbingRules, outlook: Outlook) -> float:
    """How likely a hand is the first to be out."""
    if rules.has_auction:
        return SHEPHERD(outlook)
    match rules.seats, rules.sets:
        case 2, False:
            return FIRST_OF_TWO(outlook)
        case 2, True:
            return FIRST_OF_TWO_WITH_SETS(outlook)
        case 3, False:
            return FIRST_OF_THREE(outlook)
        case 3, True:
            return FIRST_OF_THREE_WITH_SETS(outlook)
    return FIRST_OF_FOUR(outlook)


def enough_points(rules: ClimbingRules, outlook: Outlook, value: int) -> float:
    """How likely a hand makes a number of points (C10.2)."""
    if rules.seats == 2:
        return (FIFTEEN_OF_TWO if value < LOW_BET else THIRTY_OF_TWO)(outlook)
    return (FIFTEEN_OF_THREE if value < LOW_BET else THIRTY_OF_THREE)(outlook)


def gain(rules: ClimbingRules, value: int, won: float) -> float:
    """What a bet gains on the mean of the others: its value if won, what is paid to them if lost (C10)."""
    if rules.partners or rules.seats == 2 or rules.bet_rule in ("points", "first-out-shared"):
        paid = float(value)
    else:
        paid = value / 2  # to one of the two others (C10.3), or shared by the Sheep (C10.4)
    return won * value * rules.bet_pays - (1 - won) * paid


def best_bet(rules: ClimbingRules, view: View, outlook: Outlook, values: list[int]) -> Bet | None:
    """The bet with the most to gain, if any has; a partner's bet is left alone."""
    if rules.partners and view.seat is not None and view.table.bets[rules.partner(view.seat)]:
        return None
    by_points = rules.bet_rule == "points"
    first = first_out(rules, outlook)
    gains = {
        value: gain(rules, value, enough_points(rules, outlook, value) if by_points else first)
        for value in values
    }
    best = max(values, key=lambda value: gains[value])
    return Bet(best) if gains[best] > 0 else None


def best_bid(rules: ClimbingRules, outlook: Outlook, values: list[int]) -> Move:
    """C8.2: the lowest bid that may be made, as long as it has something to gain."""
    value = min(values)
    return Bid(value) if gain(rules, value, first_out(rules, outlook)) > 0 else PASS
