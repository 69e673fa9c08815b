"""What each event changes beyond the table: for the whole state, and for a seat's view."""

from stramash.core.cards import CardSet, join, remove
from stramash.core.events import Event
from stramash.core.seats import Seat, with_entry
from stramash.mu.events import Buried, CardPlayed, Dealt, MuEvent, Scored, TalonTaken
from stramash.mu.legal import legal_moves
from stramash.mu.rules import MuRules
from stramash.mu.state import State, Table, View


def opening_state(dealt: Dealt) -> State:
    """The state of a deal whose cards are all known."""
    return State(dealt.table(), tuple(hand or 0 for hand in dealt.hands), dealt.talon or 0, 0, 0)


def advance_state(state: State, event: MuEvent) -> State:
    """The state after an event in which all cards are known."""
    hands, talon, taken, buried = state.hands, state.talon, state.taken, state.buried
    if isinstance(event, (CardPlayed, TalonTaken, Buried)):
        hand, taken, buried = _own_after(event, hands[event.seat], taken, buried)
        hands = with_entry(hands, event.seat, hand)
        if isinstance(event, TalonTaken):
            talon = 0
    elif isinstance(event, Scored):
        buried = 0
    return State(event.on_table(state.table), hands, talon, taken, buried)


def advance_view(rules: MuRules, view: View | None, event: Event, seat: Seat | None) -> View:
    """A seat's view after one more event, as that seat sees it."""
    if isinstance(event, Dealt):
        hand = 0 if seat is None else event.hands[seat] or 0
        return _view(rules, event.table(), seat, hand, 0, 0, (event,))
    if view is None or not isinstance(event, MuEvent):
        raise ValueError(f"a view of Mü begins with Dealt and goes on with events of Mü, not with {event}")
    hand, taken, buried = view.hand, view.taken, view.buried
    if isinstance(event, (CardPlayed, TalonTaken, Buried)):
        if event.seat == seat:
            hand, taken, buried = _own_after(event, hand, taken, buried)
    elif isinstance(event, Scored):
        buried = 0
    return _view(rules, event.on_table(view.table), seat, hand, taken, buried, (*view.past, event))


def _own_after(
    event: CardPlayed | TalonTaken | Buried, hand: CardSet, taken: CardSet, buried: CardSet
) -> tuple[CardSet, CardSet, CardSet]:
    """What the seat that acts holds, took from the talon and buried, after it acted."""
    if isinstance(event, CardPlayed):
        return remove(hand, 1 << event.card), taken, buried
    cards = event.cards or 0
    if isinstance(event, TalonTaken):
        return join(hand, cards), cards, 0
    return remove(hand, cards), 0, cards


def view_of(rules: MuRules, state: State, seat: Seat | None, past: tuple[Event, ...]) -> View:
    """What a seat may know of a state; None is a spectator."""
    table = state.table
    is_crown = seat is not None and seat == table.crown
    return _view(
        rules,
        table,
        seat,
        0 if seat is None else state.hands[seat],
        state.taken if is_crown else 0,
        state.buried if is_crown else 0,
        past,
    )


def _view(
    rules: MuRules,
    table: Table,
    seat: Seat | None,
    hand: CardSet,
    taken: CardSet,
    buried: CardSet,
    past: tuple[Event, ...],
) -> View:
    return View(
        seat=seat,
        table=table,
        hand=hand,
        taken=taken,
        buried=buried,
        legal=legal_moves(rules, table, hand, seat),
        past=past,
    )
