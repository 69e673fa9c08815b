"""Mü behind the common contract: what follows from each move."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from stramash.core.cards import Card, CardSet, card_set, each, join
from stramash.core.errors import IllegalMove, Reason
from stramash.core.events import Event
from stramash.core.game import Carry, Result, Step, check_deck, seen_by
from stramash.core.seats import Seat, with_entry
from stramash.mu.advance import advance_state, advance_view, opening_state, view_of
from stramash.mu.auction import displayed, with_most
from stramash.mu.cards import FACES
from stramash.mu.determinize import determinize
from stramash.mu.events import (
    Buried,
    CardPlayed,
    DealerNamed,
    Dealt,
    Eclat,
    MuEvent,
    PartnerNamed,
    Passed,
    Scored,
    TalonTaken,
    ThrownIn,
    TrickWon,
    TrumpNamed,
)
from stramash.mu.legal import check_move, extensions, legal_moves, moves_with, sample_move
from stramash.mu.moves import Bury, Display, Move, Partner, Pass, PlayCard, Trump, parse_move
from stramash.mu.rules import MOST_SEATS, MuRules
from stramash.mu.scoring import drew_level_last, score_sheet
from stramash.mu.state import Phase, State, Table, View
from stramash.mu.tricks import winning_card

_ALONE: Final = tuple(frozenset((seat,)) for seat in range(MOST_SEATS))
_NOBODY: Final[frozenset[Seat]] = frozenset()


@dataclass(frozen=True)
class MuGame:
    """Mü for one number of seats."""

    id: str
    rules: MuRules
    family: ClassVar[str] = "mu"

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.rules.seats

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """Everybody has their own total (M6.1); partners change from hand to hand."""
        return tuple((seat,) for seat in range(self.rules.seats))

    def deck(self) -> tuple[Card, ...]:
        """All cards that are dealt, in order, unshuffled (M1.1, M1.3)."""
        return tuple(each(self.rules.cards))

    def card_code(self, card: Card) -> str:
        """The written code of a card."""
        return FACES.code_of[card]

    def parse_card(self, code: str) -> Card:
        """The card a code names."""
        return FACES.parse(code)

    def parse_move(self, text: str) -> Move:
        """The move a text names: ``parse_move(str(move)) == move``."""
        return parse_move(text)

    def first(self, dealer: Seat) -> Carry:
        """What the first deal of a match starts from."""
        return Carry(dealer=dealer, totals=(0,) * self.rules.seats)

    def start(self, deck: tuple[Card, ...], carry: Carry) -> Step[State]:
        """Deal a shuffled deck: a block to each seat in turn, the rest is the talon (M2.1)."""
        check_deck(self, deck)
        rules = self.rules
        hands = tuple(card_set(deck[self.block(seat)]) for seat in range(rules.seats))
        rest = card_set(deck[rules.hand_size * rules.seats :])
        dealt = Dealt(carry, rules.hand_size, rules.talon, hands, rest)
        return Step(opening_state(dealt), (dealt,))

    def block(self, seat: Seat) -> slice:
        """The stretch of a shuffled deck that a seat is dealt (M2.1)."""
        return slice(self.rules.hand_size * seat, self.rules.hand_size * (seat + 1))

    def waiting(self, s: State) -> frozenset[Seat]:
        """The seat whose turn it is."""
        turn = s.table.turn
        return _NOBODY if turn is None else _ALONE[turn]

    def may_act(self, s: State) -> frozenset[Seat]:
        """The seat whose turn it is; nothing happens out of turn."""
        return self.waiting(s)

    def legal(self, s: State, seat: Seat) -> tuple[Move, ...]:
        """The distinct legal moves in canonical order; of displays those of one card (M3.1)."""
        return legal_moves(self.rules, s.table, s.hands[seat], seat)

    def extensions(self, view: View, move: Move) -> tuple[Move, ...]:
        """The displays with one card more (M3.1), each display reached in one way; no other move grows."""
        return extensions(self.rules, view, move)

    def sample(self, view: View, rng: Random) -> Move:
        """Any legal move; a display grows card by card (M3.1)."""
        return sample_move(self.rules, view, rng)

    def check(self, s: State, seat: Seat, move: Move) -> Reason | None:
        """Why a move is not legal, or None if it is."""
        turn = s.table.turn
        return check_move(self.rules, s.table, 0 if turn is None else s.hands[turn], seat, move)

    def show(self, shown: State | View) -> str:
        """A state or a view as text, with the titles of this edition."""
        return shown.text(self.rules.titles)

    def readings(self, s: State, seat: Seat, cards: CardSet) -> tuple[Move, ...]:
        """Cards to display, to put away, or one to play."""
        return moves_with(s.table, cards)

    def is_interjection(self, move: Move) -> bool:
        """Nothing happens out of turn."""
        return False

    def is_still_hidden(self, s: State, seat: Seat, move: Move, *, is_last: bool) -> bool:
        """The cards put face down, until the Crown leads (M4.4, M5.1)."""
        return isinstance(move, Bury) and is_last

    def apply(self, s: State, seat: Seat, move: Move) -> Step[State]:
        """The state after a move and all that follows from it by itself; raises IllegalMove."""
        reason = self.check(s, seat, move)
        if reason is not None:
            raise IllegalMove(reason)
        event: MuEvent | None = self._event_of(s.table, seat, move)
        events: list[Event] = []
        while event is not None:
            s = advance_state(s, event)
            events.append(event)
            event = self._follows(s) if s.table.turn is None else None
        return Step(s, tuple(events))

    def _event_of(self, table: Table, seat: Seat, move: Move) -> MuEvent:
        """What a legal move makes happen."""
        if isinstance(move, PlayCard):
            return CardPlayed(seat, move.card)
        if isinstance(move, Pass):
            return Passed(seat)
        if isinstance(move, Display):
            return displayed(self.rules, table, seat, move.cards)
        if isinstance(move, Trump):
            return TrumpNamed(seat, move)
        if isinstance(move, Partner):
            return PartnerNamed(seat, move.seat)
        if isinstance(move, Bury):
            return Buried(seat, move.cards)
        return DealerNamed(seat, move.seat)

    def _follows(self, s: State) -> MuEvent | None:
        """What the rules themselves do next where nobody has a choice."""
        table = s.table
        if table.phase is Phase.PLAY:
            if not table.trick:
                return self._scored(s)
            assert table.leader is not None
            winner = (table.leader + winning_card(table.trumps, table.trick)) % table.seats
            return TrickWon(winner, card_set(table.trick))
        if table.phase is Phase.AUCTION:
            most = with_most(table.bids)
            return Eclat(most, drew_level_last(table, most)) if most else ThrownIn()
        if table.phase is Phase.ECLAT:
            return self._scored(s)
        if table.phase is Phase.BURY:
            assert table.crown is not None
            if table.talon:
                return TalonTaken(table.crown, s.talon)
            return Buried(table.crown, s.taken)  # all else is displayed: M4.4 leaves no choice
        return None

    def _scored(self, s: State) -> Scored:
        table = s.table
        sheet = score_sheet(self.rules, table, s.buried)
        scores = [0] * table.seats
        for line in sheet:
            scores[line.side] += line.points
        piles = table.won
        if table.crown is not None:  # nobody is after an éclat
            piles = with_entry(piles, table.crown, join(piles[table.crown], s.buried))
        totals = tuple(before + now for before, now in zip(table.carry.totals, scores, strict=True))
        is_last = self.rules.is_match_over(table.carry.deal, totals)
        is_choice = is_last or self.rules.names_dealer
        next_dealer = None if is_choice else (table.dealer + 1) % table.seats  # M6.6
        return Scored(tuple(scores), sheet, s.buried, piles, is_last, next_dealer)

    def view(self, s: State, seat: Seat | None, events: Iterable[Event] = ()) -> View:
        """What a seat may know; None is a spectator."""
        return view_of(self.rules, s, seat, seen_by(seat, events))

    def see(self, view: View | None, event: Event, seat: Seat | None) -> View:
        """A seat's view after one more event as that seat sees it; None before the deal's first event."""
        return advance_view(self.rules, view, event, seat)

    def determinize(self, view: View, rng: Random) -> State:
        """A full state, sampled so that it agrees with everything the view shows."""
        return determinize(self.rules, view, rng)

    def result(self, s: State) -> Result | None:
        """The scores, once the deal is over."""
        table = s.table
        phase = table.phase
        if phase is Phase.THROWN_IN:  # M3.5: the same dealer, the same hand, nothing scored
            zeros = (0,) * table.seats
            return Result(zeros, (), table.carry.totals, (), table.carry, redeal=True)
        if phase is not Phase.OVER or table.scores is None:
            return None
        totals = tuple(before + now for before, now in zip(table.carry.totals, table.scores, strict=True))
        if table.next_dealer is None:  # M6.5: that was the last hand; a tie is shared
            winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
            return Result(table.scores, table.sheet, totals, winners, None)
        carry = Carry(dealer=table.next_dealer, totals=totals, deal=table.carry.deal + 1)
        return Result(table.scores, table.sheet, totals, (), carry)
