"""The greedy player of Mü: bids on its longest colour, wins tricks that it can win cheaply."""

from random import Random
from typing import Any, Final

from stramash.core.cards import Card, CardSet, card_set, each, size
from stramash.core.seats import Seat, leftwards
from stramash.mu.auction import most_to_display
from stramash.mu.cards import COLOUR_CARDS, COLOURS, ICONS, NUMBER_CARDS, colour, number
from stramash.mu.game import MuGame
from stramash.mu.moves import PASS, PLAY, Bury, Display, Move, Partner, PlayCard, Trump
from stramash.mu.rules import TALON
from stramash.mu.state import Phase, Table, View
from stramash.mu.tricks import TRUMP_SUIT, winning_card

FIRST_DISPLAY: Final = 2
"""How many cards open the auction."""
SURE: Final = 8
"""From this number on a card is led in the hope that it wins."""


class GreedyTrickTaker:
    """A player of Mü without a memory."""

    def __init__(self, game: MuGame, rng: Random) -> None:
        self.rules = game.rules  # it leaves nothing to chance

    def choose(self, view: View) -> Move:
        """The move of the seat that must act."""
        match view.table.phase:
            case Phase.AUCTION:
                return self._display(view)
            case Phase.SHIELD_TRUMP | Phase.CROWN_TRUMP:
                return self._trump(view)
            case Phase.PARTNER:
                return self._partner(view)
            case Phase.BURY:
                return self._bury(view)
            case Phase.PLAY:
                return self._lead(view) if view.table.led is None else self._follow(view)
        return view.legal[0]

    def interject(self, view: View) -> Move | None:
        """Nothing happens out of turn in Mü."""
        return None

    def _display(self, view: View) -> Move:
        """Enough cards of the longest colour to take the Crown, as long as it is longer than a fair share."""
        table, seat = view.table, _seat(view)
        if table.crown == seat:
            return PASS
        best = max(COLOUR_CARDS, key=lambda cards: _strength(view.hand & cards))
        limit = size(view.hand & best) - self.rules.hand_size // self._colours()
        standing = max(table.bids) or FIRST_DISPLAY - 1
        # Never level with the most: where there is an éclat (M3.8), it would cost the last to draw level.
        needed = min(standing + 1 - table.bids[seat], most_to_display(self.rules, table, seat, view.hand))
        # The low cards are shown, so that the high ones come as a surprise.
        ready = [card for card in each(table.hidden(seat, view.hand)) if best >> card & 1]
        if standing + 1 > limit or not 0 < needed <= len(ready):
            return PASS
        return Display(card_set(ready[:needed]))

    def _colours(self) -> int:
        return COLOURS - len(self.rules.removed)

    def _trump(self, view: View) -> Move:
        """What the hand has most of; no trump only where nothing else may be named."""
        trumps = [move for move in view.legal if isinstance(move, Trump)]
        return max(
            trumps, key=lambda trump: (_strength(view.hand & _cards_of(trump)), trump.colour is not None)
        )

    def _partner(self, view: View) -> Move:
        """Who shows most of the Crown's trump, then most at all, then who sits nearest to the left."""
        table, seat = view.table, _seat(view)
        trump = _cards_of(table.trumps.major) if table.trumps.major else 0
        order = list(leftwards(seat, table.seats))
        partners = [move for move in view.legal if isinstance(move, Partner)]
        return max(
            partners,
            key=lambda move: (
                size(table.displays[move.seat] & trump),
                table.bids[move.seat],
                -order.index(move.seat),
            ),
        )

    def _bury(self, view: View) -> Move:
        """Points that would be hard to win: cards with icons that are neither trumps nor high."""
        table = view.table

        def worth_keeping(card: Card) -> tuple[bool, bool, int, int]:
            is_trump = bool(table.trumps.cards >> card & 1)
            return is_trump, number(card) >= SURE, -ICONS[number(card)], number(card)

        hidden = sorted(each(table.hidden(_seat(view), view.hand)), key=worth_keeping)
        return Bury(card_set(hidden[:TALON]))

    def _lead(self, view: View) -> Move:
        """A high card of a colour, else a high trump for the Crown, else the lowest card."""
        table = view.table
        cards = _playable(view)
        plain = [card for card in cards if table.trumps.suit_of[card] != TRUMP_SUIT]
        sure = [card for card in plain if number(card) >= SURE]
        if sure:
            return PLAY[max(sure, key=number)]
        trumps = [card for card in cards if card not in plain]
        if trumps and view.seat == table.crown:
            return PLAY[max(trumps, key=lambda card: table.trumps.strength[card])]
        return PLAY[min(cards, key=lambda card: _cheapness(table, card))]

    def _follow(self, view: View) -> Move:
        table, seat = view.table, _seat(view)
        cards = _playable(view)
        assert table.leader is not None, "a trick that has begun has a leader"
        holder = (table.leader + winning_card(table.trumps, table.trick)) % table.seats
        is_last = len(table.trick) == table.seats - 1
        if self._are_allies(table, seat, holder) and (is_last or self._is_high(table)):
            return PLAY[
                max(cards, key=lambda card: (_is_plain(table, card), ICONS[number(card)], -number(card)))
            ]
        place = len(table.trick)
        winners = [card for card in cards if winning_card(table.trumps, (*table.trick, card)) == place]
        if winners:
            cheap = min(winners, key=lambda card: table.trumps.strength[card])
            dear = max(winners, key=lambda card: table.trumps.strength[card])
            points = sum(ICONS[number(card)] for card in table.trick)
            if is_last or points >= 2:
                return PLAY[cheap if is_last else dear]
            if _is_plain(table, dear) and number(dear) >= SURE:
                return PLAY[dear]
        return PLAY[min(cards, key=lambda card: _cheapness(table, card))]

    def _is_high(self, table: Table) -> bool:
        """Whether the card that holds the trick is likely to keep it."""
        best = table.trick[winning_card(table.trumps, table.trick)]
        return not _is_plain(table, best) or number(best) >= SURE

    def _are_allies(self, table: Table, seat: Seat, other: Seat) -> bool:
        """M4.5: the Crown team, or the others: without a Shield (M3.4) they win only by steps (M6.7)."""
        team = table.crown_team
        if (seat in team) != (other in team):
            return False
        return seat in team or table.shield is not None or self.rules.fails_by_steps


def _seat(view: View) -> Seat:
    assert view.seat is not None, "a spectator is never asked"
    return view.seat


def _playable(view: View) -> list[Card]:
    return [move.card for move in view.legal if isinstance(move, PlayCard)]


def _strength(cards: CardSet) -> int:
    """Length first, high numbers second."""
    return sum(3 + (number(card) >= 6) + (number(card) >= SURE) for card in each(cards))


def _cards_of(trump: Trump) -> CardSet:
    if trump.colour is not None:
        return COLOUR_CARDS[trump.colour]
    return 0 if trump.number is None else NUMBER_CARDS[trump.number]


def _is_plain(table: Table, card: Card) -> bool:
    return table.trumps.suit_of[card] != TRUMP_SUIT


def _cheapness(table: Table, card: Card) -> Any:
    """The order in which cards are thrown away: no trumps, no points, low."""
    return not _is_plain(table, card), ICONS[number(card)], table.trumps.strength[card], colour(card)
