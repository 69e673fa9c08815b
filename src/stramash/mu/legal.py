"""Which moves the rules allow, from what everybody sees and the hand of the player to move."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any, Final

from stramash.core.cards import SECOND_COPY, CardSet, contains, join, kinds, size
from stramash.core.errors import IllegalMove, Reason
from stramash.core.seats import Seat
from stramash.mu.auction import most_in_all, most_to_display, next_cards
from stramash.mu.cards import COLOUR_CARDS, KINDS, NUMBER_CARDS, card_name, colour, is_card_set
from stramash.mu.moves import (
    COLOUR_TRUMPS,
    DISPLAY_ONE,
    NO_TRUMP,
    NUMBER_TRUMPS,
    PASS,
    PLAY,
    TRUMPS,
    Bury,
    Display,
    Move,
    NextDealer,
    Partner,
    Pass,
    PlayCard,
    Trump,
)
from stramash.mu.rules import TALON, MuRules
from stramash.mu.state import Phase, Table, View
from stramash.mu.tricks import TRUMP_SUIT, followers, suit_name

DISPLAY_MORE: Final = 0.5
"""How likely a sampled move of the auction is to display a card, the first and each further one."""


def legal_moves(rules: MuRules, table: Table, hand: CardSet, seat: Seat | None) -> tuple[Move, ...]:
    """The legal moves of a seat in canonical order; of displays, only those of one card (M3.1)."""
    if seat is None or seat != table.turn:
        return ()
    return _LEGAL[table.phase](rules, table, hand, seat)


def _legal_auction(rules: MuRules, table: Table, hand: CardSet, seat: Seat) -> tuple[Move, ...]:
    if most_to_display(rules, table, seat, hand) == 0:  # M3.7, or nothing is left in hand
        return (PASS,)
    return (PASS, *[DISPLAY_ONE[card] for card in kinds(table.hidden(seat, hand))])


def _legal_trumps(rules: MuRules, table: Table, hand: CardSet, seat: Seat) -> tuple[Move, ...]:
    display, taken = table.displays[seat], table.trumps.minor
    colours = [trump for trump, cards in zip(COLOUR_TRUMPS, COLOUR_CARDS, strict=True) if cards & display]
    numbers = [trump for trump, cards in zip(NUMBER_TRUMPS, NUMBER_CARDS, strict=True) if cards & display]
    none = (NO_TRUMP,) if _may_name_none(rules, table) else ()
    return (*[trump for trump in colours + numbers if trump != taken], *none)


def _may_name_none(rules: MuRules, table: Table) -> bool:
    return rules.shield_may_name_none or table.phase is Phase.CROWN_TRUMP


def _legal_buries(rules: MuRules, table: Table, hand: CardSet, seat: Seat) -> tuple[Move, ...]:
    hidden = table.hidden(seat, hand)
    bits = [bit for card in kinds(hidden) for bit in (1 << card, 1 << card + SECOND_COPY) if hidden & bit]
    sets = (first | second | third for first, second, third in combinations(bits, TALON))
    # A second copy without the first would be the same three cards once more (M1.4).
    return tuple([Bury(cards) for cards in sets if not cards >> SECOND_COPY & ~cards])


def _legal_partners(rules: MuRules, table: Table, hand: CardSet, seat: Seat) -> tuple[Move, ...]:
    return tuple(Partner(other) for other in range(table.seats) if other not in (seat, table.shield))


def _legal_plays(rules: MuRules, table: Table, hand: CardSet, seat: Seat) -> tuple[Move, ...]:
    return tuple([PLAY[card] for card in kinds(followers(table.trumps, hand, table.led))])


def _legal_dealers(rules: MuRules, table: Table, hand: CardSet, seat: Seat) -> tuple[Move, ...]:
    return tuple(NextDealer(other) for other in range(table.seats) if other != seat)


def extensions(rules: MuRules, view: View, move: Move) -> tuple[Move, ...]:
    """The displays that are this one with one card more."""
    if view.seat is None or not isinstance(move, Display):
        return ()
    if size(move.cards) >= most_to_display(rules, view.table, view.seat, view.hand):
        return ()
    hidden = view.table.hidden(view.seat, view.hand)
    return tuple(Display(join(move.cards, 1 << card)) for card in next_cards(hidden, move.cards))


def sample_move(rules: MuRules, view: View, rng: Random) -> Move:
    """A legal move: one of those listed, but in the auction a pass or a display of any number of cards."""
    if view.table.phase is not Phase.AUCTION:
        return rng.choice(view.legal)
    move: Move = view.legal[0]  # pass
    more = view.legal[1:]
    while more and rng.random() < DISPLAY_MORE:
        move = rng.choice(more)
        more = extensions(rules, view, move)
    return move


def moves_with(table: Table, cards: CardSet) -> tuple[Move, ...]:
    """What some cards alone can mean now, legal or not; raises IllegalMove where they can mean nothing."""
    if table.phase is Phase.AUCTION:
        return (Display(cards),)
    if table.phase is Phase.BURY:
        return (Bury(cards),)
    if size(cards) != 1:
        raise IllegalMove(Reason("M5.2", "Play exactly one card."))
    return (PLAY[cards.bit_length() - 1],)


def check_move(rules: MuRules, table: Table, hand: CardSet, seat: Seat, move: Any) -> Reason | None:
    """Why a seat may not make a move now, or None if it may; any object may be asked about."""
    clause, sentence = _NOW[table.phase]
    now = sentence.format(crown=rules.titles.crown_player, shield=rules.titles.shield_player)
    if table.turn is None:
        return Reason(clause, now)
    if seat != table.turn:
        return Reason(clause, f"It is not your turn: seat {table.turn} is to act.")
    check = _CHECKS[table.phase].get(type(move))
    if check is None:
        return Reason(clause, now)
    return check(rules, table, hand, seat, move)


def _check_pass(rules: MuRules, table: Table, hand: CardSet, seat: Seat, move: Pass) -> Reason | None:
    return None


def _check_display(rules: MuRules, table: Table, hand: CardSet, seat: Seat, move: Display) -> Reason | None:
    cards = move.cards
    if not is_card_set(cards):
        return Reason("M3.1", "Those are not cards of this game.")
    if not cards:
        return Reason("M3.1", "Display one card or more, or pass.")
    reason = _check_hidden("M3.1", table, hand, seat, cards)
    if reason is None and size(cards) > most_to_display(rules, table, seat, hand):
        most = most_in_all(rules, table)
        why = "nobody may show more" if most == rules.display_limit else f"most is {max(table.bids)}"
        return Reason("M3.7", f"You may show {most} {'card' if most == 1 else 'cards'} in all: {why}.")
    return reason


def _check_trump(rules: MuRules, table: Table, hand: CardSet, seat: Seat, move: Trump) -> Reason | None:
    if move not in TRUMPS:
        return Reason("M4.1", "A trump is one colour, one number from 0 to 9, or none.")
    titles = rules.titles
    or_none = ", or none" if _may_name_none(rules, table) else ""
    if move == NO_TRUMP:
        if or_none:
            return None
        return Reason("M4.1", f"The {titles.shield} names a colour or a number on their own displayed cards.")
    if move == table.trumps.minor:
        return Reason(
            "M4.2", f"The {titles.shield} has already named {move.name}; name another trump or none."
        )
    named = COLOUR_CARDS[move.colour] if move.colour is not None else NUMBER_CARDS[move.number or 0]
    if not named & table.displays[seat]:
        return Reason(
            "M4.1", f"You have displayed no {move.name}: name what is on your own displayed cards{or_none}."
        )
    return None


def _check_bury(rules: MuRules, table: Table, hand: CardSet, seat: Seat, move: Bury) -> Reason | None:
    cards = move.cards
    if not is_card_set(cards) or size(cards) != TALON:
        return Reason("M4.4", "Put away exactly three cards from your hand.")
    return _check_hidden("M4.4", table, hand, seat, cards)


def _check_partner(rules: MuRules, table: Table, hand: CardSet, seat: Seat, move: Partner) -> Reason | None:
    if not _is_seat(table, move.seat):
        return Reason("M4.5", f"There is no such seat; seats are 0 to {table.seats - 1}.")
    if move.seat == seat:
        return Reason("M4.5", "Your partner must be another player.")
    if move.seat == table.shield:
        return Reason("M4.5", f"The {rules.titles.shield_player} cannot be your partner.")
    return None


def _check_play(rules: MuRules, table: Table, hand: CardSet, seat: Seat, move: PlayCard) -> Reason | None:
    card = move.card
    if type(card) is not int or not 0 <= card < KINDS:
        return Reason("M5.2", "That is not a card of this game.")
    if not hand >> card & 1:
        return Reason("M5.2", f"You do not hold the {card_name(card)}.")
    if followers(table.trumps, hand, table.led) >> card & 1:
        return None
    suit_of = table.trumps.suit_of
    led = suit_of[table.trick[0]]
    if led == TRUMP_SUIT:
        return Reason("M5.3", "A trump was led and you hold one: play a trump.")
    name = suit_name(led)
    if suit_of[card] == TRUMP_SUIT and colour(card) == led:
        return Reason(
            "M5.3", f"The {card_name(card)} is a trump and no longer {name}: follow with a {name} card."
        )
    return Reason("M5.4", f"You hold {name} and must follow it: play a {name} card that is no trump.")


def _check_dealer(rules: MuRules, table: Table, hand: CardSet, seat: Seat, move: NextDealer) -> Reason | None:
    if not _is_seat(table, move.seat):
        return Reason("M6.6", f"There is no such seat; seats are 0 to {table.seats - 1}.")
    if move.seat == seat:
        return Reason("M6.6", "Name another player than yourself.")
    return None


def _check_hidden(clause: str, table: Table, hand: CardSet, seat: Seat, cards: CardSet) -> Reason | None:
    if contains(table.hidden(seat, hand), cards):
        return None
    if contains(hand, cards):
        return Reason(clause, "Some of these cards lie on display already; take them from your hand.")
    return Reason(clause, "You do not hold all of these cards.")


def _is_seat(table: Table, value: object) -> bool:
    return type(value) is int and 0 <= value < table.seats


_LEGAL: Final[dict[Phase, Callable[[MuRules, Table, CardSet, Seat], tuple[Move, ...]]]] = {
    Phase.AUCTION: _legal_auction,
    Phase.SHIELD_TRUMP: _legal_trumps,
    Phase.CROWN_TRUMP: _legal_trumps,
    Phase.BURY: _legal_buries,
    Phase.PARTNER: _legal_partners,
    Phase.PLAY: _legal_plays,
    Phase.NEXT_DEALER: _legal_dealers,
}

_Check = Callable[[MuRules, Table, CardSet, Seat, Any], Reason | None]
_TRUMP_CHECKS: Final[dict[type, _Check]] = {Trump: _check_trump}
_CHECKS: Final[dict[Phase, dict[type, _Check]]] = {
    Phase.AUCTION: {Pass: _check_pass, Display: _check_display},
    Phase.SHIELD_TRUMP: _TRUMP_CHECKS,
    Phase.CROWN_TRUMP: _TRUMP_CHECKS,
    Phase.BURY: {Bury: _check_bury},
    Phase.PARTNER: {Partner: _check_partner},
    Phase.PLAY: {PlayCard: _check_play},
    Phase.NEXT_DEALER: {NextDealer: _check_dealer},
}

_NOW: Final = {
    Phase.AUCTION: ("M3.1", "This is the auction: display cards or pass."),
    Phase.SHIELD_TRUMP: ("M4.1", "The {shield} now names the minor trump."),
    Phase.CROWN_TRUMP: ("M4.1", "The {crown} now names the major trump."),
    Phase.BURY: ("M4.4", "The {crown} now puts three cards away for the talon."),
    Phase.PARTNER: ("M4.5", "The {crown} now picks a partner."),
    Phase.PLAY: ("M5.1", "Tricks are being played: play one card."),
    Phase.NEXT_DEALER: ("M6.6", "The hand is scored: the dealer names the next dealer."),
    Phase.OVER: ("M5.6", "The hand is over."),
    Phase.THROWN_IN: ("M3.5", "Nobody displayed a card; the cards are dealt again."),
    Phase.ECLAT: ("M3.8", "It is an éclat: nothing is played."),
}
"""What a deal waits for, and the clause that says so."""
