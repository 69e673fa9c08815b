"""Converts between the reference engine's objects and the compiled engine's packed records."""

from importlib import import_module
from typing import Any

import numpy as np

from stramash.climbing.cards import JACK, courts_of
from stramash.climbing.moves import (
    PASS,
    Award,
    Bet,
    Bid,
    GiveCard,
    Move,
    NameLead,
    Play,
    PutBack,
)
from stramash.climbing.plays.combos import Combo, Kind, combo
from stramash.climbing.rules import DRAW_FOR_LOWEST_BID, ClimbingRules
from stramash.climbing.scoring import score
from stramash.climbing.state import Phase, State, Table, View
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, Card, CardSet, card_set, each, join
from stramash.core.game import Result
from stramash.sim.climbing import record as at
from stramash.sim.climbing.facts import combo_code
from stramash.sim.words import word_number


def _number(rules: ClimbingRules, option: str) -> int:
    return word_number(ClimbingRules, option, getattr(rules, option))


def pack_rules(rules: ClimbingRules) -> Any:
    """A rules object as an array of numbers, with the tables for counting behind it."""
    # Loaded here: the tables come with compiled code, which a net need not load.
    tables = import_module("stramash.sim.climbing.plays.tables").ALL_TABLES
    return np.concatenate([pack_options(rules), tables])


def pack_options(rules: ClimbingRules) -> Any:
    """A rules object as an array of numbers."""
    packed = np.zeros(at.OPTIONS, np.int64)
    packed[at.SEATS] = rules.seats
    packed[at.PARTNERS] = rules.partners
    packed[at.PASSING_ROUNDS] = rules.passing_rounds
    packed[at.DEAL_MOVES_LEFT] = rules.next_dealer == "moves-left"
    packed[at.LEAD_AFTER_LAST] = rules.next_lead == "after-last-lead"
    packed[at.SUITS] = rules.suits
    packed[at.COPIES] = rules.copies
    packed[at.HAGGIS_SIZE] = rules.haggis_size
    packed[at.DEALT] = rules.dealt
    packed[at.SETS] = rules.sets
    packed[at.TOP_RANK] = rules.top_rank
    packed[at.TRACKS_A_SUIT] = rules.tracks_a_suit
    packed[at.MOST_TRACKS] = rules.most_tracks
    packed[at.BOMB_PRIZE] = _number(rules, "bomb_prize")
    packed[at.PARTNER_MAY_LEAD] = rules.partner_may_lead
    packed[at.OUT_BONUS] = _number(rules, "out_bonus")
    packed[at.FIRST_OUT_EXTRA] = rules.first_out_extra
    packed[at.HAGGIS_TO] = _number(rules, "haggis_to")
    packed[at.LAST_HAND_TO] = _number(rules, "last_hand_to")
    packed[at.BET_COUNT] = len(rules.bets)
    for i, value in enumerate(rules.bets):
        packed[at.BET_VALUES + i] = value
    packed[at.BET_RULE] = _number(rules, "bet_rule")
    packed[at.BET_PAYS] = rules.bet_pays
    packed[at.FLAT_POINTS] = rules.card_points == "flat"
    packed[at.GOAL] = rules.goal
    packed[at.ROUNDS] = rules.rounds
    packed[at.LEAD_PAST_PARTNER] = rules.lead_past_partner
    packed[at.DEALER_TIE] = _number(rules, "dealer_tie")
    return packed


def _put(words: Any, place: int, cards: CardSet) -> None:
    words[place] = cards & FIRST_COPIES
    words[place + 1] = cards >> SECOND_COPY


def _get(words: Any, place: int) -> CardSet:
    return int(words[place]) | int(words[place + 1]) << SECOND_COPY


def code_combo(code: int) -> Combo | None:
    """The combination that a number stands for."""
    if not code:
        return None
    return combo(Kind((code >> 24) - 1), code >> 16 & 255, code >> 8 & 255, code & 255)


def pack_state(rules: ClimbingRules, state: State) -> Any:
    """A state as a record."""
    table = state.table
    words = np.zeros(at.WORDS, np.int64)
    words[at.PHASE] = at.PHASES.index(table.phase)
    words[at.TURN] = table.turn
    words[at.DEALER] = table.dealer
    words[at.DEAL] = table.deal
    words[at.FIRST_LEAD] = table.first_lead
    words[at.TOP] = combo_code(table.top)
    words[at.TOP_SEAT] = table.top_seat
    words[at.SECOND] = table.trick[-2][0] + 1 if len(table.trick) > 1 else 0
    words[at.PASSES] = table.passes
    words[at.HAS_BOMBED] = table.has_bombed
    words[at.OUT_COUNT] = len(table.out)
    words[at.OUT] = sum(seat << 4 * i for i, seat in enumerate(table.out))
    words[at.UNPAID] = sum(1 << seat for seat in table.unpaid)
    words[at.HAS_ENDED] = table.has_ended
    words[at.COMMITTED] = table.committed
    words[at.PASSED_ROUNDS] = table.passed_rounds
    words[at.BIDDERS] = table.bidders
    words[at.BID] = table.bid
    words[at.SHEPHERD] = -1 if table.shepherd is None else table.shepherd
    words[at.HAGGIS_COUNT] = table.haggis_count
    if table.phase is Phase.AUCTION:
        words[at.HAGGIS_TOP] = sum(card << 8 * i for i, card in enumerate(state.haggis[:DRAW_FOR_LOWEST_BID]))
    _put(words, at.HAGGIS, card_set(state.haggis))
    _put(words, at.OPEN_HAGGIS, table.open_haggis)
    _put(words, at.TAKEN, state.taken)
    _put(words, at.PUT_BACK, state.put_back)
    for side, total in enumerate(table.totals):
        words[at.TOTALS + side] = total
    for seat in range(rules.seats):
        words[at.BETS + seat] = table.bets[seat]
        words[at.OUT_POINTS + seat] = table.out_points[seat]
        words[at.PASSED + seat] = sum(card + 1 << 8 * i for i, card in enumerate(state.passed[seat]))
        _put(words, at.HANDS + 2 * seat, state.hands[seat])
        _put(words, at.PILES + 2 * seat, table.piles[seat])
        _put(words, at.SHOWN + 2 * seat, table.shown[seat])
        played = 0
        for who, play in table.trick:
            if who == seat:
                played = join(played, play.cards)
        _put(words, at.TRICK + 2 * seat, played)
    if table.result is not None:
        _pack_result(words, table.result)
    return words


def pack_view(rules: ClimbingRules, view: View) -> list[int]:
    """A view as a record, for `features`; of hands that it cannot see only the size is right."""
    table, seat = view.table, view.seat
    assert seat is not None, "a spectator is never asked"
    words = [0] * at.WORDS
    words[at.PHASE] = at.PHASES.index(table.phase)
    words[at.TURN] = table.turn
    words[at.DEALER] = table.dealer
    words[at.DEAL] = table.deal
    words[at.TOTALS : at.TOTALS + len(table.totals)] = table.totals
    words[at.TOP] = combo_code(table.top)
    words[at.TOP_SEAT] = table.top_seat
    words[at.PASSES] = table.passes
    words[at.HAS_BOMBED] = int(table.has_bombed)
    words[at.OUT_COUNT] = len(table.out)
    words[at.OUT] = sum(who << 4 * i for i, who in enumerate(table.out))
    words[at.PASSED_ROUNDS] = table.passed_rounds
    words[at.BIDDERS] = table.bidders
    words[at.BID] = table.bid
    words[at.SHEPHERD] = -1 if table.shepherd is None else table.shepherd
    _put(words, at.TAKEN, view.taken)
    _put(words, at.PUT_BACK, view.put_back)
    words[at.PASSED + seat] = sum(card + 1 << 8 * i for i, card in enumerate(view.passed))
    if rules.partners:
        words[at.PASSED + rules.partner(seat)] = sum(
            card + 1 << 8 * i for i, card in enumerate(view.received)
        )
    for other in range(rules.seats):
        words[at.BETS + other] = table.bets[other]
        words[at.OUT_POINTS + other] = table.out_points[other]
        courts = table.courts[other]
        hidden = table.counts[other] - courts.bit_count()
        words[at.HANDS + 2 * other] = (1 << hidden) - 1 | courts << JACK
        _put(words, at.PILES + 2 * other, table.piles[other])
        _put(words, at.SHOWN + 2 * other, table.shown[other])
    _put(words, at.HANDS + 2 * seat, view.hand)
    for who, play in table.trick:
        _put(words, at.TRICK + 2 * who, join(_get(words, at.TRICK + 2 * who), play.cards))
    return words


def _pack_result(words: Any, result: Result) -> None:
    for side, points in enumerate(result.scores):
        words[at.SCORES + side] = points
        words[at.TOTALS + side] = result.totals[side]
    words[at.WINNERS] = sum(1 << side for side in result.winners)
    if result.carry is not None and result.carry.lead is not None:
        words[at.NEXT_DEALER] = result.carry.dealer
        words[at.NEXT_LEAD] = result.carry.lead


def unpack_state(rules: ClimbingRules, words: Any) -> State:
    """The state that a record stands for.

    Two things come back in another form, since the rules never ask for them: the plays of the current trick
    as one entry a seat, its cards together under the combination to beat, the two that played last at the
    end; and the order of the haggis below its three top cards.
    """
    seats = range(rules.seats)
    hands = tuple(_get(words, at.HANDS + 2 * seat) for seat in seats)
    top = code_combo(int(words[at.TOP]))
    trick = []
    if top is not None:
        last = (int(words[at.SECOND]) - 1, int(words[at.TOP_SEAT]))
        for seat in sorted(seats, key=lambda seat: last.index(seat) if seat in last else -1):
            cards = _get(words, at.TRICK + 2 * seat)
            if cards:
                trick.append((seat, Play(cards, top)))
    is_over = int(words[at.PHASE]) == at.OVER
    out = tuple(int(words[at.OUT]) >> 4 * i & 15 for i in range(int(words[at.OUT_COUNT])))
    scores = [int(words[at.SCORES + side]) if is_over else 0 for side in range(len(rules.sides))]
    table = Table(
        phase=at.PHASES[int(words[at.PHASE])],
        turn=int(words[at.TURN]),
        dealer=int(words[at.DEALER]),
        deal=int(words[at.DEAL]),
        totals=tuple(int(words[at.TOTALS + side]) - points for side, points in enumerate(scores)),
        first_lead=int(words[at.FIRST_LEAD]),
        counts=tuple(hand.bit_count() for hand in hands),
        courts=tuple(courts_of(hand) for hand in hands),
        shown=tuple(_get(words, at.SHOWN + 2 * seat) for seat in seats),
        trick=tuple(trick),
        top=top,
        top_seat=int(words[at.TOP_SEAT]),
        passes=int(words[at.PASSES]),
        has_bombed=bool(words[at.HAS_BOMBED]),
        piles=tuple(_get(words, at.PILES + 2 * seat) for seat in seats),
        out=out,
        unpaid=tuple(seat for seat in out if int(words[at.UNPAID]) >> seat & 1),  # in the order of going out
        out_points=tuple(int(words[at.OUT_POINTS + seat]) for seat in seats),
        bets=tuple(int(words[at.BETS + seat]) for seat in seats),
        has_ended=bool(words[at.HAS_ENDED]),
        committed=int(words[at.COMMITTED]),
        passed_rounds=int(words[at.PASSED_ROUNDS]),
        bidders=int(words[at.BIDDERS]),
        bid=int(words[at.BID]),
        shepherd=None if words[at.SHEPHERD] < 0 else int(words[at.SHEPHERD]),
        haggis_count=int(words[at.HAGGIS_COUNT]),
        open_haggis=_get(words, at.OPEN_HAGGIS),
    )
    if is_over:
        table = table._replace(result=score(rules, table))
    return State(
        table=table,
        hands=hands,
        haggis=_unpack_haggis(table, words),
        passed=tuple(_bytes(int(words[at.PASSED + seat])) for seat in seats),
        taken=_get(words, at.TAKEN),
        put_back=_get(words, at.PUT_BACK),
    )


def _unpack_haggis(table: Table, words: Any) -> tuple[Card, ...]:
    cards = list(each(_get(words, at.HAGGIS)))
    if table.phase is not Phase.AUCTION:
        return tuple(cards)
    top = [int(words[at.HAGGIS_TOP]) >> 8 * i & 255 for i in range(DRAW_FOR_LOWEST_BID)]
    for card in top:
        cards.remove(card)
    return (*top, *cards)


def _bytes(packed: int) -> tuple[Card, ...]:
    cards = []
    while packed:
        cards.append((packed & 255) - 1)
        packed >>= 8
    return tuple(cards)


def pack_move(move: Move) -> tuple[int, int, int]:
    """A move as its code and two words of cards."""
    match move:
        case Play(cards, combination):
            return (
                at.PLAY << 32 | combo_code(combination),
                cards & FIRST_COPIES,
                cards >> SECOND_COPY,
            )
        case Bet(value=value):
            return at.BET << 32 | value, 0, 0
        case Bid(value=value):
            return at.BID_MOVE << 32 | value, 0, 0
        case GiveCard(card=card):
            return at.GIVE_CARD << 32 | card, 0, 0
        case PutBack(cards=cards):
            return at.PUT_BACK_MOVE << 32, cards & FIRST_COPIES, cards >> SECOND_COPY
        case Award(seat=seat):
            return at.AWARD << 32 | seat, 0, 0
        case NameLead(seat=seat):
            return at.NAME_LEAD << 32 | seat, 0, 0
    return at.PASS << 32, 0, 0


def unpack_move(code: int, once: int, twice: int) -> Move:
    """The move that a code and two words of cards stand for."""
    value = code & 0xFFFFFFFF
    cards = once | twice << SECOND_COPY
    match code >> 32:
        case at.PLAY:
            combination = code_combo(value)
            assert combination is not None
            return Play(cards, combination)
        case at.BET:
            return Bet(value)
        case at.BID_MOVE:
            return Bid(value)
        case at.GIVE_CARD:
            return GiveCard(value)
        case at.PUT_BACK_MOVE:
            return PutBack(cards)
        case at.AWARD:
            return Award(value)
        case at.NAME_LEAD:
            return NameLead(value)
    return PASS
