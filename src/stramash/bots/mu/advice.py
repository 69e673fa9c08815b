"""Why a move of Mü may be good or bad, in words that a player can check: from the view alone."""

from random import Random

from stramash.bots.base import Advice
from stramash.bots.mu.club_ideas import own_seat
from stramash.bots.mu.expert import ExpertTrickTaker
from stramash.core.cards import SUIT_NAMES, Card, CardSet, card_set, each, join, remove, size
from stramash.core.seats import Seat
from stramash.mu.cards import COLOUR_CARDS, ICONS, NUMBER_CARDS, icons, number
from stramash.mu.game import MuGame
from stramash.mu.moves import Bury, Display, Move, NextDealer, Partner, Pass, PlayCard, Trump
from stramash.mu.rules import MuRules
from stramash.mu.scoring import trump_value
from stramash.mu.state import Table, View
from stramash.mu.tricks import TRUMP_SUIT, suit_name, trumps, winning_card


def advise(game: MuGame, view: View, budget: str, seed: int) -> list[Advice]:
    """Moves worth a thought, best first."""
    judged = ExpertTrickTaker(game, Random(seed), budget=budget).judge(view)
    return [Advice(item.move, item.value, item.error, reasons_for(game, view, item.move)) for item in judged]


def reasons_for(game: MuGame, view: View, move: Move) -> tuple[str, ...]:
    """What speaks for or against a move."""
    match move:
        case PlayCard(card=card):
            return tuple(_about_card(game.rules, view, card))
        case Display(cards=cards):
            return tuple(_about_display(game.rules, view, cards))
        case Trump():
            return tuple(_about_trump(game.rules, view, move))
        case Partner(seat=seat):
            return tuple(_about_partner(view.table, seat))
        case Bury(cards=cards):
            return (f"{_points(icons(cards))} put away for sure",)
        case Pass():
            return (_standing(view),)
        case NextDealer(seat=seat):
            place = (own_seat(view) - seat) % game.seats + 1
            return (f"you act as number {place} of {game.seats} in the next auction",)


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def unseen_cards(rules: MuRules, view: View) -> CardSet:
    """The cards that the seat has not seen: in other hands, in the talon, or buried by somebody else."""
    table = view.table
    left = rules.cards
    for cards in (*table.won, *table.displays, card_set(table.trick), view.buried):
        left = remove(left, cards)
    return remove(left, table.hidden(own_seat(view), view.hand))


def _team(table: Table, seat: Seat) -> tuple[Seat, ...]:
    crown_team = table.crown_team
    if seat in crown_team:
        return crown_team
    return tuple(other for other in range(table.seats) if other not in crown_team)


def _about_card(rules: MuRules, view: View, card: Card) -> list[str]:
    table, seat, named = view.table, own_seat(view), view.table.trumps
    assert table.leader is not None, "somebody leads when cards are played"
    trick = (*table.trick, card)
    place = winning_card(named, trick)
    holder = (table.leader + place) % table.seats
    is_last = len(trick) == table.seats
    best = trick[place]
    others = unseen_cards(rules, view)
    for other in range(table.seats):
        if other != seat:
            others = join(others, table.displays[other])
    beaters = [other for other in each(others) if winning_card(named, (*trick, other)) == len(trick)]
    reasons = []
    points = sum(ICONS[number(played)] for played in trick)
    side = "you" if holder == seat else "a team-mate" if holder in _team(table, seat) else "the other side"
    if is_last:
        reasons.append(f"the trick, with {_points(points)}, goes to {side}")
    elif not beaters:
        reasons.append(f"nothing left beats it: the trick goes to {side}")
    elif best == card:
        reasons.append(f"{_cards(len(beaters))} that you do not hold still beat it")
    else:
        reasons.append(f"{side} would hold the trick, with {_points(points)} so far")
    if ICONS[number(card)] and side == "the other side":
        reasons.append(f"gives {_points(ICONS[number(card)])} away if nobody takes the trick back")
    suit = named.suit_of[card]
    left = remove(view.hand, 1 << card)
    if left and not left & named.suits[suit]:
        reasons.append(f"leaves you without {suit_name(suit)}")
    elif suit == TRUMP_SUIT:
        reasons.append(f"leaves you {_cards(size(left & named.cards))} of trump")
    return reasons


def _about_display(rules: MuRules, view: View, cards: CardSet) -> list[str]:
    table, seat = view.table, own_seat(view)
    bid = table.bids[seat] + size(cards)
    standing = table.bids[table.crown] if table.crown is not None else 0
    shown = join(table.displays[seat], cards)
    best = max(
        (*COLOUR_CARDS, *NUMBER_CARDS), key=lambda named: (size(shown & named), size(view.hand & named))
    )
    reasons = []
    if table.crown == seat or bid > standing:
        need, bonus = rules.target(bid), rules.crown_bonus * bid
        word = "raises your Crown bid to" if table.crown == seat else "takes the Crown with"
        reasons.append(f"{word} {_cards(bid)}: {_points(need)} needed, {bonus} for each of the team")
    else:
        reasons.append(
            f"bids {_cards(bid)} for the Shield: {rules.shield_bonus * bid} each if the Crown fails"
        )
    name = SUIT_NAMES[COLOUR_CARDS.index(best)] if best in COLOUR_CARDS else str(NUMBER_CARDS.index(best))
    reasons.append(
        f"shows {size(shown & best)} of the {size(view.hand & best)} cards of {name} that you hold"
    )
    return reasons


def _standing(view: View) -> str:
    table, seat = view.table, own_seat(view)
    if table.crown is None:
        return "nobody has displayed anything"
    if table.crown == seat:
        return "you have the Crown as it stands"
    return "you have the Shield as it stands" if table.shield == seat else "shows nothing more of your hand"


def _about_trump(rules: MuRules, view: View, trump: Trump) -> list[str]:
    reasons = []
    held = view.hand & trumps(None, trump).cards
    if held:
        reasons.append(f"you hold {_cards(size(held))} of it")
    minor = view.table.trumps.minor
    if minor is not None:
        supers = held & trumps(None, minor).cards
        if supers:
            reasons.append(f"{size(supers)} of them a super trump")
    value = trump_value(rules, trump)
    if value:
        reasons.append(f"{_points(value)} more for each of the team if it wins")
    return reasons


def _about_partner(table: Table, seat: Seat) -> list[str]:
    shown = size(table.displays[seat] & table.trumps.cards)
    if shown:
        return [f"shows {_cards(shown)} of trump"]
    return [f"has shown {_cards(table.bids[seat])}, no trumps" if table.bids[seat] else "has shown nothing"]
