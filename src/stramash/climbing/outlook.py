"""What follows from a view without any guessing, for those who show it: screens, hints, programs."""

from stramash.climbing.moves import GiveCard, Move, Play, PutBack
from stramash.climbing.plays.generate import bombs
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.scoring import card_points
from stramash.climbing.state import Phase, Table, View
from stramash.core.cards import CardSet
from stramash.core.seats import Seat, leftwards


def pile_points(rules: ClimbingRules, table: Table) -> tuple[int, ...]:
    """What the cards in each seat's score pile count (C10.5)."""
    return tuple(map(card_points(rules), table.piles))


def standing(rules: ClimbingRules, table: Table) -> tuple[int, ...]:
    """The points of each side with what the deal in progress has brought so far; bets count at its end."""
    if table.result is not None:
        return table.result.totals
    sums = list(table.totals)
    for seat, points in enumerate(pile_points(rules, table)):
        sums[rules.side_of[seat]] += points + table.out_points[seat]
    return tuple(sums)


def have_passed(rules: ClimbingRules, table: Table) -> tuple[Seat, ...]:
    """The seats that have passed since the highest play of the trick (C5.3), or left the auction (C8.2)."""
    if table.phase is Phase.AUCTION:
        return tuple(seat for seat in range(rules.seats) if not table.bidders >> seat & 1)
    after = (table.top_seat + 1) % rules.seats
    holders = [seat for seat in leftwards(after, rules.seats) if table.counts[seat]]
    return tuple(holders[: table.passes])


def bombs_held(view: View) -> tuple[CardSet, ...]:
    """Every bomb in the seat's hand, lowest first (C3.1)."""
    return tuple(play.cards for play in bombs(view.hand))


def cards_of(move: Move) -> CardSet:
    """The cards that a move is made with; none of a pass, a bet or a choice of seats."""
    match move:
        case Play(cards=cards) | PutBack(cards=cards):
            return cards
        case GiveCard(card=card):
            return 1 << card
        case _:
            return 0


def cards_to_choose(view: View) -> tuple[CardSet, ...]:
    """The cards of each legal move that is made with cards."""
    return tuple(filter(None, map(cards_of, view.legal)))
