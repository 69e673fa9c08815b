"""One implementation of what each event changes: for the table, the whole state, and a seat's view."""

from collections.abc import Callable
from typing import Any, Final

from stramash.climbing.cards import COURTS, courts_of, laid_down
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
from stramash.climbing.plays.combos import BOMB
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import TRICK, Phase, State, Table
from stramash.core.cards import CardSet, each, join, remove
from stramash.core.events import Event
from stramash.core.seats import Seat, first_to_left, leftwards, with_entry


def opening_table(rules: ClimbingRules, event: Dealt) -> Table:
    """The table right after the deal."""
    nothing = (0,) * rules.seats
    auction = rules.has_auction
    phase = Phase.PASSING if rules.passing_rounds else Phase.AUCTION if auction else Phase.TRICK
    return Table(
        phase=phase,
        turn=event.carry.dealer if auction else event.lead,  # C8.2, C11.4, C11.5
        dealer=event.carry.dealer,
        deal=event.carry.deal,
        totals=event.carry.totals,
        first_lead=event.lead,
        counts=(rules.dealt + COURTS.bit_count(),) * rules.seats,
        courts=(0b111,) * rules.seats,
        shown=nothing,
        piles=nothing,
        out_points=nothing,
        bets=nothing,
        bidders=(1 << rules.seats) - 1 if auction else 0,
        haggis_count=rules.haggis_size,
    )


def next_holder(counts: tuple[int, ...], seat: Seat) -> Seat:
    """The next seat to the left that holds cards (C5.1)."""
    left = (seat + 1) % len(counts)
    if counts[left]:
        return left
    return first_to_left(left, [other for other, count in enumerate(counts) if count], len(counts))


def _next_bidder(bidders: int, seat: Seat, seats: int) -> Seat:
    for other in leftwards((seat + 1) % seats, seats):
        if bidders >> other & 1:
            return other
    return seat


def _card_chosen(table: Table, event: CardChosen) -> Table:
    return table._replace(committed=table.committed | 1 << event.seat)


def _cards_passed(table: Table, event: CardsPassed) -> Table:
    return table._replace(committed=0, passed_rounds=table.passed_rounds + 1)


def _bet_made(table: Table, event: BetMade) -> Table:
    return table._replace(bets=with_entry(table.bets, event.seat, event.value))


def _bid_made(table: Table, event: BidMade) -> Table:
    turn = _next_bidder(table.bidders, event.seat, len(table.counts))
    return table._replace(bid=event.value, shepherd=event.seat, turn=turn)


def _bid_passed(table: Table, event: BidPassed) -> Table:
    bidders = table.bidders & ~(1 << event.seat)
    return table._replace(bidders=bidders, turn=_next_bidder(bidders, event.seat, len(table.counts)))


def _haggis_drawn(table: Table, event: HaggisDrawn) -> Table:
    return table._replace(
        phase=Phase.PUTTING_BACK,
        turn=event.seat,
        counts=with_entry(table.counts, event.seat, table.counts[event.seat] + event.count),
        haggis_count=table.haggis_count - event.count,
    )


def _haggis_returned(table: Table, event: HaggisReturned) -> Table:
    return table._replace(
        counts=with_entry(table.counts, event.seat, table.counts[event.seat] - event.count),
        haggis_count=table.haggis_count + event.count,
    )


# Nearly all events are one of the next four. What they do is `table._replace(turn=..., passes=...)`, but in
# a third of its time: they change a list of the table's fields, each at its place, and make a table of it.
_place: Final = Table._fields.index
_PHASE, _TURN, _FIRST_LEAD = _place("phase"), _place("turn"), _place("first_lead")
_COUNTS, _COURTS, _SHOWN = _place("counts"), _place("courts"), _place("shown")
_TRICK, _TOP, _TOP_SEAT = _place("trick"), _place("top"), _place("top_seat")
_PASSES, _HAS_BOMBED, _PILES = _place("passes"), _place("has_bombed"), _place("piles")


def _leads(table: Table, event: Leads) -> Table:
    fields: list[Any] = list(table)
    fields[_PHASE] = TRICK
    fields[_TURN] = event.seat
    if not any(table.shown):
        fields[_FIRST_LEAD] = event.seat
    fields[_TOP] = None
    fields[_PASSES] = 0
    return tuple.__new__(Table, fields)


def _played(table: Table, event: Played) -> Table:
    seat, play = event.seat, event.play
    cards = play.cards
    counts = with_entry(table.counts, seat, table.counts[seat] - cards.bit_count())
    fields: list[Any] = list(table)
    fields[_TURN] = next_holder(counts, seat)
    fields[_COUNTS] = counts
    if cards & COURTS:
        fields[_COURTS] = with_entry(table.courts, seat, table.courts[seat] & ~courts_of(cards))
    fields[_SHOWN] = with_entry(table.shown, seat, join(table.shown[seat], cards))
    fields[_TRICK] = (*table.trick, (seat, play))
    fields[_TOP] = play.combo
    fields[_TOP_SEAT] = seat
    fields[_PASSES] = 0
    fields[_HAS_BOMBED] = play.combo.kind is BOMB
    return tuple.__new__(Table, fields)


def _passed(table: Table, event: Passed) -> Table:
    fields: list[Any] = list(table)
    fields[_TURN] = next_holder(table.counts, event.seat)
    fields[_PASSES] = table.passes + 1
    return tuple.__new__(Table, fields)


def _trick_taken(table: Table, event: TrickTaken) -> Table:
    pile = table.piles[event.receiver]
    for seat, play in table.trick:
        pile = join(pile, laid_down(play.cards, seat))
    fields: list[Any] = list(table)
    fields[_PILES] = with_entry(table.piles, event.receiver, pile)
    fields[_TRICK] = ()
    fields[_TOP] = None
    fields[_PASSES] = 0
    return tuple.__new__(Table, fields)


def _went_out(table: Table, event: WentOut) -> Table:
    return table._replace(out=(*table.out, event.seat), unpaid=(*table.unpaid, event.seat))


def _out_bonus(table: Table, event: OutBonus) -> Table:
    return table._replace(
        unpaid=tuple(seat for seat in table.unpaid if seat != event.seat),
        out_points=with_entry(table.out_points, event.seat, table.out_points[event.seat] + event.points),
    )


def _round_ended(table: Table, event: RoundEnded) -> Table:
    return table._replace(has_ended=True)


def _asked(table: Table, event: Asked) -> Table:
    return table._replace(phase=event.phase, turn=event.seat)


def _haggis_taken(table: Table, event: HaggisTaken) -> Table:
    pile = join(table.piles[event.receiver], event.cards)
    return table._replace(
        piles=with_entry(table.piles, event.receiver, pile), haggis_count=0, open_haggis=event.cards
    )


def _hand_taken(table: Table, event: HandTaken) -> Table:
    pile = join(table.piles[event.receiver], laid_down(event.cards, event.owner))
    return table._replace(
        piles=with_entry(table.piles, event.receiver, pile),
        counts=with_entry(table.counts, event.owner, 0),
        courts=with_entry(table.courts, event.owner, 0),
        shown=with_entry(table.shown, event.owner, join(table.shown[event.owner], event.cards)),
    )


def _scored(table: Table, event: Scored) -> Table:
    return table._replace(phase=Phase.OVER, result=event.result)


_TABLE: Final[dict[type[Event], Callable[[Table, Any], Table]]] = {
    CardChosen: _card_chosen,
    CardsPassed: _cards_passed,
    BetMade: _bet_made,
    BidMade: _bid_made,
    BidPassed: _bid_passed,
    HaggisDrawn: _haggis_drawn,
    HaggisReturned: _haggis_returned,
    Leads: _leads,
    Played: _played,
    Passed: _passed,
    WentOut: _went_out,
    OutBonus: _out_bonus,
    RoundEnded: _round_ended,
    Asked: _asked,
    TrickTaken: _trick_taken,
    HaggisTaken: _haggis_taken,
    HandTaken: _hand_taken,
    Scored: _scored,
}


def advance_table(table: Table, event: Event) -> Table:
    """The table after an event, from what everybody sees of it."""
    return _TABLE[type(event)](table, event)


def advance_hand(hand: CardSet, seat: Seat, event: Event) -> CardSet:
    """A seat's hand after an event as that seat sees it."""
    match event:
        case Played(seat=who, play=play) if who == seat:
            return remove(hand, play.cards)
        case CardsPassed(partners=partners, cards=cards):
            given, got = cards[seat], cards[partners[seat]]
            assert given is not None, "a seat sees the card it gave"
            assert got is not None, "a seat sees the card it got"
            return join(remove(hand, 1 << given), 1 << got)
        case HaggisDrawn(seat=who, cards=int(drawn)) if who == seat:
            return join(hand, drawn)
        case HaggisReturned(seat=who, cards=int(returned)) if who == seat:
            return remove(hand, returned)
        case HandTaken(owner=who) if who == seat:
            return 0
    return hand


def _hand_played(state: State, event: Played) -> State:
    hand = remove(state.hands[event.seat], event.play.cards)
    return State(state.table, with_entry(state.hands, event.seat, hand), *state[2:])


def _choice_kept(state: State, event: CardChosen) -> State:
    assert event.card is not None, "nothing is hidden from the whole state"
    chosen = (*state.passed[event.seat], event.card)
    return state._replace(passed=with_entry(state.passed, event.seat, chosen))


def _hands_changed(state: State, event: CardsPassed | HandTaken) -> State:
    return state._replace(hands=_all_hands(state, event))


def _haggis_in_hand(state: State, event: HaggisDrawn) -> State:
    assert event.cards is not None, "nothing is hidden from the whole state"
    haggis = state.haggis[event.count :]
    return state._replace(hands=_all_hands(state, event), haggis=haggis, taken=event.cards)


def _haggis_refilled(state: State, event: HaggisReturned) -> State:
    assert event.cards is not None, "nothing is hidden from the whole state"
    haggis = (*each(event.cards), *state.haggis)
    return state._replace(hands=_all_hands(state, event), haggis=haggis, put_back=event.cards)


def _haggis_gone(state: State, event: HaggisTaken) -> State:
    return state._replace(haggis=())


def _all_hands(state: State, event: Event) -> tuple[CardSet, ...]:
    return tuple(advance_hand(hand, seat, event) for seat, hand in enumerate(state.hands))


_SECRETS: Final[dict[type[Event], Callable[[State, Any], State]]] = {
    CardChosen: _choice_kept,
    CardsPassed: _hands_changed,
    HaggisDrawn: _haggis_in_hand,
    HaggisReturned: _haggis_refilled,
    Played: _hand_played,
    HaggisTaken: _haggis_gone,
    HandTaken: _hands_changed,
}


def advance_secrets(state: State, event: Event) -> State:
    """The whole state after an event that nothing is hidden from, all but its table."""
    change = _SECRETS.get(type(event))
    return state if change is None else change(state, event)
