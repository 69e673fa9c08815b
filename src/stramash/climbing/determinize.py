"""Sampling whole states from what one seat knows; the true state is never seen here."""

from itertools import islice
from random import Random

from stramash.climbing.cards import JACK, NUMBERS, RANKS, ROW
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import Phase, State, View
from stramash.core.cards import SECOND_COPY, Card, CardSet, card_set, each, join, remove
from stramash.core.seats import Seat


def whole_deck(rules: ClimbingRules) -> CardSet:
    """All number cards (C1.1)."""
    once = sum(ROW << RANKS * suit for suit in range(rules.suits))
    return once | once << SECOND_COPY if rules.copies == 2 else once


def known_with_partner(rules: ClimbingRules, view: View) -> CardSet:
    """The number cards that a seat knows its partner to hold, because it passed them (C8.1)."""
    if view.seat is None or not rules.passing_rounds:
        return 0
    known: list[Card] = []
    for given, got in zip(view.passed, view.received, strict=False):
        if got in known:
            known.remove(got)  # a card passed back
        known.append(given)
    for card in each(view.table.shown[rules.partner(view.seat)] & NUMBERS):
        if card in known:
            known.remove(card)
    return card_set(known)


def unseen(rules: ClimbingRules, view: View) -> CardSet:
    """The number cards whose place the seat does not know."""
    left = remove(whole_deck(rules), view.table.open_haggis)
    for shown in view.table.shown:
        left = remove(left, shown & NUMBERS)
    left = remove(left, view.hand & NUMBERS)
    left = remove(left, known_with_partner(rules, view))
    return left if view.table.open_haggis else remove(left, view.put_back)


def determinize(rules: ClimbingRules, view: View, rng: Random) -> State:
    """A state in which the cards the seat cannot place are dealt at random."""
    table = view.table
    cards = list(each(unseen(rules, view)))
    rng.shuffle(cards)
    source = iter(cards)
    partner = rules.partner(view.seat) if view.seat is not None and rules.partners else None
    hands: list[CardSet] = []
    for seat in range(rules.seats):
        if seat == view.seat:
            hands.append(view.hand)
            continue
        known = known_with_partner(rules, view) if seat == partner else 0
        missing = table.counts[seat] - table.courts[seat].bit_count() - known.bit_count()
        hands.append(join(known, card_set(islice(source, missing))) | table.courts[seat] << JACK)
    # What nobody holds is the haggis; what the seat itself put back lies on top (C8.3).
    haggis = () if table.open_haggis else (*each(view.put_back), *source)
    passed = _passed(rules, view, hands, rng)
    taken, put_back = _exchange(rules, view, hands, haggis, rng)
    return State(table, tuple(hands), haggis, passed, taken, put_back)


def _passed(
    rules: ClimbingRules, view: View, hands: list[CardSet], rng: Random
) -> tuple[tuple[Card, ...], ...]:
    """The cards passed: one's own and one's partner's as known, the others' as they may have been (C8.1)."""
    if not rules.passing_rounds:
        return ((),) * rules.seats
    table = view.table
    rows: list[tuple[Card, ...]] = []
    for seat in range(rules.seats):
        if seat == view.seat:
            rows.append(view.passed)
            continue
        partner = rules.partner(seat)
        if partner == view.seat:
            row = view.received
        else:
            owned = list(each(join(hands[partner], table.shown[partner]) & NUMBERS))
            row = tuple(rng.sample(owned, table.passed_rounds))
        if table.phase is Phase.PASSING and table.committed >> seat & 1:
            row = (*row, rng.choice(list(each(hands[seat] & NUMBERS))))
        rows.append(row)
    return tuple(rows)


def _exchange(
    rules: ClimbingRules, view: View, hands: list[CardSet], haggis: tuple[Card, ...], rng: Random
) -> tuple[CardSet, CardSet]:
    """What the Shepherd took and put back, as known to the Shepherd or as it may have been (C8.3)."""
    table = view.table
    shepherd: Seat | None = table.shepherd
    if shepherd is None or table.phase is Phase.AUCTION:
        return 0, 0
    if shepherd == view.seat:
        return view.taken, view.put_back
    count = rules.draw(table.bid)
    put_back = 0
    if table.phase is not Phase.PUTTING_BACK:
        lying = haggis[:count] or tuple(rng.sample(list(each(table.open_haggis)), count))
        put_back = card_set(lying)
    owned = join(hands[shepherd], table.shown[shepherd]) & NUMBERS
    candidates = list(each(join(owned, put_back)))
    return card_set(rng.sample(candidates, count)), put_back
