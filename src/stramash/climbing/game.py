"""The climbing games behind the common contract: what follows from each move."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from stramash.climbing import legal as lawful
from stramash.climbing.advance import advance_hand, advance_secrets, advance_table, opening_table
from stramash.climbing.cards import COURTS, FACES, NUMBERS, number_card
from stramash.climbing.determinize import determinize
from stramash.climbing.events import (
    Asked,
    BetMade,
    BidMade,
    BidPassed,
    CardChosen,
    CardsPassed,
    Dealt,
    HaggisDrawn,
    HaggisReturned,
    HaggisTaken,
    HandTaken,
    Leads,
    OutBonus,
    Passed,
    Played,
    RoundEnded,
    Scored,
    TrickTaken,
    WentOut,
)
from stramash.climbing.moves import (
    Award,
    Bet,
    Bid,
    GiveCard,
    Move,
    Pass,
    Play,
    PutBack,
    parse_move,
)
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.scoring import out_bonus, score
from stramash.climbing.state import TRICK, Phase, State, Table, View
from stramash.core.cards import Card, CardCodeError, CardSet, card_set
from stramash.core.errors import IllegalMove, Reason
from stramash.core.events import Event
from stramash.core.game import Carry, Result, Step, check_deck, seen_by
from stramash.core.seats import Seat

# Events are frozen, so those that name nothing but seats can be shared.
_LEADS: Final = tuple(Leads(seat) for seat in range(4))
_PASSED: Final = tuple(Passed(seat) for seat in range(4))
_TRICK_TAKEN: Final = tuple(tuple(TrickTaken(winner, to) for to in range(4)) for winner in range(4))


class _Progress:
    """A state on its way through the events that one move brings about."""

    __slots__ = ("events", "rules", "state", "table")

    def __init__(self, rules: ClimbingRules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.table = state.table
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Let something happen; what is in `state` but not in its table is kept up to date."""
        self.events.append(event)
        self.table = advance_table(self.table, event)
        self.state = advance_secrets(self.state, event)

    def step(self) -> Step[State]:
        """All that has happened, and the state with its new table."""
        return Step(State(self.table, *self.state[1:]), tuple(self.events))

    def begin_play(self, lead: Seat | None) -> None:
        """C8.4: the Shepherd leads, or whom the match says."""
        self.emit(_LEADS[self.table.first_lead if lead is None else lead])

    def after_card_chosen(self) -> None:
        """C8.1: the last of the choices lets all cards change hands at once."""
        rules, table = self.rules, self.table
        if table.committed.bit_count() < rules.seats:
            return
        partners = tuple(rules.partner(seat) for seat in range(rules.seats))
        self.emit(CardsPassed(partners, tuple(cards[-1] for cards in self.state.passed)))
        if self.table.passed_rounds == rules.passing_rounds:
            self.begin_play(None)

    def after_bid(self) -> None:
        """C8.2: the auction ends when only the standing bidder is left in it, or nobody."""
        table = self.table
        if table.shepherd is None:
            if not table.bidders:
                self.begin_play(None)
        elif table.bidders == 1 << table.shepherd:
            count = self.rules.draw(table.bid)
            self.emit(HaggisDrawn(table.shepherd, count, card_set(self.state.haggis[:count])))

    def after_play(self, seat: Seat) -> None:
        """C5.4, C9.1: somebody may be out, and the round over at once."""
        rules = self.rules
        if self.table.counts[seat]:
            return
        self.emit(WentOut(seat))
        if rules.out_bonus == "at-once":
            self.emit(OutBonus(seat, out_bonus(rules, self.table.counts, seat)))
        out = self.table.out
        is_side_out = rules.partners and rules.partner(seat) in out
        if len(out) == rules.seats - 1 or is_side_out:
            self.emit(RoundEnded())
            self.end_trick()

    def after_pass(self) -> None:
        """C5.3: the trick is over when all others who hold cards have passed in succession."""
        table = self.table
        holders = len(table.counts) - table.counts.count(0)
        others = holders - 1 if table.counts[table.top_seat] else holders
        if table.passes == others:
            self.end_trick()

    def end_trick(self) -> None:
        """C9.2 for those who went out in it, then C6."""
        for seat in self.table.unpaid:
            is_paid = self.rules.out_bonus != "winner" or seat == self.table.top_seat
            self.emit(OutBonus(seat, out_bonus(self.rules, self.table.counts, seat) if is_paid else 0))
        receivers = lawful.trick_receivers(self.rules, self.table)
        if len(receivers) == 1:
            self.take_trick(receivers[0])
        else:
            self.emit(Asked(self.table.top_seat, Phase.TRICK_AWARD))

    def take_trick(self, receiver: Seat) -> None:
        """C6, then C7 or the end of the round."""
        self.emit(_TRICK_TAKEN[self.table.top_seat][receiver])
        if self.table.has_ended:
            self.end_round()
            return
        leads = lawful.lead_choices(self.rules, self.table)
        if len(leads) == 1:
            self.emit(_LEADS[leads[0]])
        else:
            self.emit(Asked(self.table.top_seat, Phase.NAMING_LEAD))

    def end_round(self) -> None:
        """C9.3, then the hands."""
        receivers = lawful.haggis_receivers(self.rules, self.table)
        if len(receivers) > 1 and len({self.rules.side_of[seat] for seat in receivers}) > 1:
            self.emit(Asked(self.table.top_seat, Phase.HAGGIS_AWARD))
        else:
            self.take_haggis(receivers[0] if receivers else None)

    def take_haggis(self, receiver: Seat | None) -> None:
        """C9.3, C9.4, C9.5 and the scores."""
        if receiver is not None:
            self.emit(HaggisTaken(receiver, card_set(self.state.haggis)))
        self.take_hands()
        self.emit(Scored(score(self.rules, self.table)))

    def take_hands(self) -> None:
        """C9.4: the last hand; C9.5: both opponents' hands after a slam."""
        rules, out = self.rules, self.table.out
        left = [seat for seat in range(rules.seats) if seat not in out]
        if len(left) > 1:
            receiver = out[1]  # C9.5
        elif rules.last_hand_to == "nobody":
            return
        else:
            receiver = out[0] if rules.last_hand_to == "first-out" else out[1]
        for owner in left:
            self.emit(HandTaken(owner, receiver, self.state.hands[owner]))


@dataclass(frozen=True)
class ClimbingGame:
    """One climbing game for one number of seats."""

    id: str
    rules: ClimbingRules
    family: ClassVar[str] = "climbing"

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.rules.seats

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that share a total (C11.3)."""
        return self.rules.sides

    def deck(self) -> tuple[Card, ...]:
        """The number cards in order (C1.1); courts are not dealt."""
        once = tuple(number_card(suit, rank) for suit in range(self.rules.suits) for rank in range(2, 11))
        return tuple(sorted(once * self.rules.copies))

    def card_code(self, card: Card) -> str:
        """The written code of a card."""
        return FACES.code_of[card]

    def parse_card(self, code: str) -> Card:
        """The card a code names."""
        card = FACES.parse(code)
        if 1 << card & NUMBERS and FACES.suit(card) >= self.rules.suits:
            raise CardCodeError(f"{code!r} is not a card of this game")
        return card

    def parse_move(self, text: str) -> Move:
        """The move a text names."""
        return parse_move(self.rules, text)

    def first(self, dealer: Seat) -> Carry:
        """C1.4, C11.4: the player to the dealer's left leads the first round."""
        return Carry(dealer=dealer, totals=(0,) * len(self.sides), lead=(dealer + 1) % self.seats)

    def start(self, deck: tuple[Card, ...], carry: Carry) -> Step[State]:
        """C1.3: the haggis from the top, then a block of cards for each seat."""
        check_deck(self, deck)
        size = self.rules.haggis_size
        hands = tuple(card_set(deck[self.block(seat)]) | COURTS for seat in range(self.seats))
        lead = carry.lead if carry.lead is not None else (carry.dealer + 1) % self.seats
        dealt = Dealt(carry, lead, hands)
        table = opening_table(self.rules, dealt)
        return Step(State(table, hands, deck[:size], ((),) * self.seats), (dealt,))

    def block(self, seat: Seat) -> slice:
        """The stretch of a shuffled deck that a seat is dealt (C1.3)."""
        start = self.rules.haggis_size + self.rules.dealt * seat
        return slice(start, start + self.rules.dealt)

    def waiting(self, s: State) -> frozenset[Seat]:
        """The seats that must act."""
        return lawful.waiting(self.rules, s.table)

    def may_act(self, s: State) -> frozenset[Seat]:
        """The seats that may act."""
        return lawful.may_act(self.rules, s.table)

    def legal(self, s: State, seat: Seat) -> tuple[Move, ...]:
        """Every distinct legal move of a seat, in canonical order."""
        return lawful.legal_moves(self.rules, s.table, s.hands[seat], seat)

    def extensions(self, view: View, move: Move) -> tuple[Move, ...]:
        """None: every legal move is listed."""
        return ()

    def sample(self, view: View, rng: Random) -> Move:
        """Any legal move, each as likely as any other."""
        return rng.choice(view.legal)

    def check(self, s: State, seat: Seat, move: Move) -> Reason | None:
        """Why a move is not legal, or None if it is."""
        if not 0 <= seat < self.seats:
            return Reason("C1.2", f"There is no seat {seat} at this table.")
        return lawful.check_move(self.rules, s.table, s.hands[seat], seat, move)

    def show(self, shown: State | View) -> str:
        """A state or a view as text."""
        return str(shown)

    def readings(self, s: State, seat: Seat, cards: CardSet) -> tuple[Move, ...]:
        """A card for the partner, cards for the haggis, or the combinations that cards can be (C2.7)."""
        return lawful.moves_with(self.rules, s.table, s.hands[seat], cards)

    def is_interjection(self, move: Move) -> bool:
        """Bets are made at any time (C10.1)."""
        return isinstance(move, Bet)

    def is_still_hidden(self, s: State, seat: Seat, move: Move, *, is_last: bool) -> bool:
        """A card to pass until all have chosen (C8.1), cards put back until the Shepherd leads (C8.3)."""
        if isinstance(move, GiveCard):
            return bool(s.table.committed >> seat & 1)
        return isinstance(move, PutBack) and is_last

    def apply(self, s: State, seat: Seat, move: Move) -> Step[State]:
        """The state after a move, with all that follows from it."""
        reason = self.check(s, seat, move)
        if reason is not None:
            raise IllegalMove(reason)
        now = _Progress(self.rules, s)
        match move:
            case Play():
                now.emit(Played(seat, move))
                now.after_play(seat)
            case Pass() if s.table.phase is TRICK:
                now.emit(_PASSED[seat])
                now.after_pass()
            case Pass():
                now.emit(BidPassed(seat))
                now.after_bid()
            case Bet(value=value):
                now.emit(BetMade(seat, value))
            case Bid(value=value):
                now.emit(BidMade(seat, value))
                now.after_bid()
            case GiveCard(card=card):
                now.emit(CardChosen(seat, card))
                now.after_card_chosen()
            case PutBack(cards=cards):
                now.emit(HaggisReturned(seat, cards.bit_count(), cards))
                now.begin_play(seat)
            case Award(seat=receiver) if s.table.phase is Phase.TRICK_AWARD:
                now.take_trick(receiver)
            case Award(seat=receiver):
                now.take_haggis(receiver)
            case _:
                now.emit(_LEADS[move.seat])  # C7.2
        return now.step()

    def view(self, s: State, seat: Seat | None, events: Iterable[Event] = ()) -> View:
        """What a seat may know, built field by field."""
        past = seen_by(seat, events)
        if seat is None:
            return self._view(None, s.table, 0, (), (), 0, 0, past)
        received: tuple[Card, ...] = ()
        if self.rules.passing_rounds:
            received = s.passed[self.rules.partner(seat)][: s.table.passed_rounds]
        is_shepherd = seat == s.table.shepherd
        taken = s.taken if is_shepherd else 0
        put_back = s.put_back if is_shepherd else 0
        return self._view(seat, s.table, s.hands[seat], s.passed[seat], received, taken, put_back, past)

    def see(self, view: View | None, event: Event, seat: Seat | None) -> View:
        """A seat's view after one more event as that seat sees it."""
        if isinstance(event, Dealt):
            hand = event.hands[seat] if seat is not None else None
            return self._view(seat, opening_table(self.rules, event), hand or 0, (), (), 0, 0, (event,))
        assert view is not None, "a deal begins with Dealt"
        table = advance_table(view.table, event)
        past = (*view.past, event)
        if seat is None:
            return self._view(None, table, 0, (), (), 0, 0, past)
        hand = advance_hand(view.hand, seat, event)
        passed, received, taken, put_back = view.passed, view.received, view.taken, view.put_back
        match event:
            case CardChosen(seat=who, card=int(card)) if who == seat:
                passed = (*passed, card)
            case CardsPassed(partners=partners, cards=cards):
                received = (*received, *(card for card in (cards[partners[seat]],) if card is not None))
            case HaggisDrawn(cards=int(drawn)):
                taken = drawn
            case HaggisReturned(cards=int(returned)):
                put_back = returned
        return self._view(seat, table, hand, passed, received, taken, put_back, past)

    def determinize(self, view: View, rng: Random) -> State:
        """A full state, sampled so that it agrees with everything the view shows."""
        return determinize(self.rules, view, rng)

    def result(self, s: State) -> Result | None:
        """The scores, once the deal is over."""
        return s.table.result

    def _view(
        self,
        seat: Seat | None,
        table: Table,
        hand: CardSet,
        passed: tuple[Card, ...],
        received: tuple[Card, ...],
        taken: CardSet,
        put_back: CardSet,
        past: tuple[Event, ...],
    ) -> View:
        legal = () if seat is None else lawful.legal_moves(self.rules, table, hand, seat)
        return View(
            seat=seat,
            table=table,
            hand=hand,
            passed=passed,
            received=received,
            taken=taken,
            put_back=put_back,
            legal=legal,
            past=past,
        )
