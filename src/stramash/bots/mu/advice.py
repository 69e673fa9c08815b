"""Advice on Mü: what moves are worth, and why in words that a player can check; from the view alone."""

from collections.abc import Hashable
from random import Random

from stramash.bots.base import Advice
from stramash.bots.mu.club_ideas import own_seat
from stramash.bots.mu.expert import ExpertTrickTaker
from stramash.bots.search.weigh import MoveGrouping, as_advice, screening, weigh
from stramash.bots.wording import counted, sentence
from stramash.core.cards import SUIT_NAMES, Card, CardSet, card_set, each, join, remove, size
from stramash.core.seats import Seat
from stramash.mu.auction import with_most
from stramash.mu.cards import COLOUR_CARDS, ICONS, NUMBER_CARDS, icons, number
from stramash.mu.game import MuGame
from stramash.mu.moves import PASS, Bury, Display, Move, NextDealer, Partner, Pass, PlayCard, Trump
from stramash.mu.rules import MuRules
from stramash.mu.scoring import drew_level_last, trump_value
from stramash.mu.state import Phase, Table, View
from stramash.mu.tricks import TRUMP_SUIT, suit_name, trumps, winning_card


def advise(
    game: MuGame, view: View, playouts: int, seed: int, played: Move | None, looks_at_all: bool = False
) -> list[Advice]:
    """Moves worth a thought, best first: in the tricks every legal one, whether it is asked for or not."""
    expert = ExpertTrickTaker(game, Random(seed), budget=screening(playouts))
    grouping = MoveGrouping(
        lambda move: same(game.rules, view, move), lambda move: list(view.legal), lambda move: move
    )
    idle = PASS if view.table.phase is Phase.AUCTION else None
    weighed = weigh(expert, view, playouts, grouping, idle, played)
    return as_advice(weighed, idle, lambda move: reason_for(game, view, move))


def same(rules: MuRules, view: View, move: Move) -> Hashable:
    """Cards of one suit and as many icons come to the same if no card between them is in another hand."""
    if not isinstance(move, PlayCard):
        return move
    named, suit = view.table.trumps, view.table.trumps.suit_of[move.card]
    others = join(unseen_cards(rules, view), sum_of(_shown_by_others(view)))
    strength = named.strength[move.card]
    between = [named.strength[card] for card in each(others & named.suits[suit])]
    return suit, ICONS[number(move.card)], sum(other < strength for other in between), strength in between


def _shown_by_others(view: View) -> list[CardSet]:
    table = view.table
    return [table.displays[other] for other in range(table.seats) if other != own_seat(view)]


def sum_of(sets: list[CardSet]) -> CardSet:
    """Sets of cards put together."""
    together: CardSet = 0
    for cards in sets:
        together = join(together, cards)
    return together


def reason_for(game: MuGame, view: View, move: Move) -> str:
    """What speaks for or against a move, in one sentence."""
    match move:
        case PlayCard(card=card):
            return sentence(*_about_card(game.rules, view, card)[:2])
        case Display(cards=cards):
            return sentence(*_about_display(game.rules, view, cards))
        case Trump():
            return sentence(*_about_trump(game.rules, view, move))
        case Partner(seat=seat):
            return _about_partner(view.table, seat)
        case Bury(cards=cards):
            return sentence(f"{counted(icons(cards), 'point')} put away for sure")
        case Pass():
            return _standing(game.rules, view)
        case NextDealer(seat=seat):
            place = (own_seat(view) - seat) % game.seats + 1
            return f"You act as number {place} of {game.seats} in the next auction."


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
    others = join(unseen_cards(rules, view), sum_of(_shown_by_others(view)))
    beaters = [other for other in each(others) if winning_card(named, (*trick, other)) == len(trick)]
    reasons = []
    points = counted(sum(ICONS[number(played)] for played in trick), "point")
    side = "you" if holder == seat else "a team-mate" if holder in _team(table, seat) else "the other side"
    if is_last:
        reasons.append(f"the trick with {points} goes to {side}")
    elif not beaters:
        top = "it" if best == card else "the highest card"
        reasons.append(f"nothing left beats {top}, so the trick goes to {side}")
    elif best == card:
        reasons.append(f"it can be beaten by {counted(len(beaters), 'card')} that others may hold")
    else:
        reasons.append(f"{side} would hold the trick, with {points} so far")
    if ICONS[number(card)] and side == "the other side":
        is_lost = is_last or not beaters
        unless = "" if is_lost else " unless a team-mate takes it back"
        reasons.append(f"it gives {counted(ICONS[number(card)], 'point')} away{unless}")
    suit = named.suit_of[card]
    left = remove(view.hand, 1 << card)
    if left and not left & named.suits[suit]:
        reasons.append(f"you are then out of {suit_name(suit)}")
    elif suit == TRUMP_SUIT:
        reasons.append(f"you have {counted(size(left & named.cards), 'trump')} left")
    return reasons


def _about_display(rules: MuRules, view: View, cards: CardSet) -> list[str]:
    table, seat = view.table, own_seat(view)
    bid = table.bids[seat] + size(cards)
    standing, titles = max(table.bids), rules.titles
    shown = join(table.displays[seat], cards)
    best = max(
        (*COLOUR_CARDS, *NUMBER_CARDS), key=lambda named: (size(shown & named), size(view.hand & named))
    )
    if table.crown == seat or bid > standing:
        need, bonus = rules.target(bid), rules.crown_reward(bid)
        is_raise = table.crown == seat
        word = f"you raise your {titles.crown} bid to" if is_raise else f"you take the {titles.crown} with"
        what = f"{word} {counted(bid, 'card')}: the team needs {need} points for {bonus} each"
    elif rules.has_eclat and bid == standing:
        what = f"you draw level, which costs you {rules.eclat_loss * bid} if all pass now"
    elif rules.fails_by_steps:
        what = f"you have {counted(bid, 'card')} shown then, {standing - bid} fewer than the most"
    else:
        bonus = rules.shield_reward(bid)
        what = (
            f"you bid {counted(bid, 'card')} for the {titles.shield}: "
            f"{bonus} each if the {titles.crown} fails"
        )
    return [what, f"you show {_shown_of(shown, view.hand, best)}"]


def _shown_of(shown: CardSet, hand: CardSet, kind: CardSet) -> str:
    """So many of a colour or a number, of those in the hand."""
    some, held = size(shown & kind), size(hand & kind)
    if kind in COLOUR_CARDS:
        name, names = (f"{SUIT_NAMES[COLOUR_CARDS.index(kind)]} card{end}" for end in ("", "s"))
    else:
        name, names = (f"{NUMBER_CARDS.index(kind)}{end}" for end in ("", "s"))
    if held == 1:
        return f"your only {name}"
    return f"all your {names}" if some == held else f"{some} of your {held} {names}"


def _standing(rules: MuRules, view: View) -> str:
    table, seat, titles = view.table, own_seat(view), rules.titles
    if not any(table.bids):
        return "Nobody has shown anything yet."
    if table.crown == seat:
        return f"You have the {titles.crown} as it stands."
    if table.shield == seat:
        return f"You have the {titles.shield} as it stands."
    level = with_most(table.bids)
    if rules.has_eclat and seat in level:
        if seat == drew_level_last(table, level):
            return f"It is an éclat as it stands: you would lose {rules.eclat_loss * max(table.bids)} points."
        return f"It is an éclat as it stands, with {rules.eclat_gain * max(table.bids)} points for you."
    return "You show nothing more of your hand."


def _about_trump(rules: MuRules, view: View, trump: Trump) -> list[str]:
    held = view.hand & trumps(None, trump).cards
    reasons = [f"you hold {counted(size(held), 'card')} of it" if held else "you hold none of it"]
    minor = view.table.trumps.minor
    supers = held & trumps(None, minor).cards if minor is not None else 0
    if supers:
        reasons[0] += f", {counted(size(supers), 'super trump')} among them"
    value = trump_value(rules, trump)
    if view.table.crown == own_seat(view):
        value = rules.trump_reward(view.table.bids[own_seat(view)], value)
    elif rules.fails_by_steps:
        value = 0
    if value:
        reasons.append(f"it brings each of the team {counted(value, 'point')} more if you win")
    return reasons


def _about_partner(table: Table, seat: Seat) -> str:
    shown = size(table.displays[seat] & table.trumps.cards)
    if shown:
        return f"Seat {seat} shows {counted(shown, 'trump')}."
    bid = table.bids[seat]
    return (
        f"Seat {seat} has shown {counted(bid, 'card')}, no trumps."
        if bid
        else f"Seat {seat} has shown nothing."
    )
