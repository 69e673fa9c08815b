"""Every move of a seat in the reference's order: plays, pass, bets, and the choices outside the tricks."""

from typing import Any

from stramash.climbing.cards import JACK, MOST_SEATS
from stramash.climbing.rules import DRAW_FOR_LOWEST_BID
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import NUMBERS
from stramash.sim.climbing.plays.counts import count_plays
from stramash.sim.climbing.plays.lists import visit_plays
from stramash.sim.climbing.plays.pick import pick_play
from stramash.sim.climbing.record import (
    AUCTION,
    AWARD,
    BET,
    BET_COUNT,
    BET_RULE,
    BET_VALUES,
    BETS,
    BETS_IN_AUCTION,
    BID,
    BID_MOVE,
    BOMB_PRIZE,
    COMMITTED,
    GIVE_CARD,
    HAGGIS_AWARD,
    HAGGIS_COUNT,
    HAGGIS_TO,
    HAGGIS_TO_FIRST_OUT,
    HAGGIS_TO_NOBODY,
    HANDS,
    HAS_BOMBED,
    HAS_ENDED,
    IN_TRICK,
    LEAD_PAST_PARTNER,
    NAME_LEAD,
    NAMING_LEAD,
    OUT,
    OVER,
    PARTNER_MAY_LEAD,
    PARTNERS,
    PASS,
    PASSING,
    PHASE,
    PRIZE_KEPT,
    PRIZE_TO_OTHER_SIDE,
    PRIZE_TO_SECOND,
    PUT_BACK_MOVE,
    PUTTING_BACK,
    SEATS,
    SECOND,
    SHEPHERD,
    SHOWN,
    TOP,
    TOP_SEAT,
    TOTALS,
    TRICK_AWARD,
    TURN,
)
from stramash.sim.compiling.compiled import compiled
from stramash.sim.visit import FOUND, NO_TARGET, SKIP, begin, emit


@compiled
def left_of(seat: int, seats: int) -> int:
    """The next seat; a division would cost more than all else here on a GPU."""
    return seat + 1 if seat + 1 < seats else 0


@compiled
def hand_size(game: Any, seat: int) -> int:
    """Cards in a seat's hand, courts included."""
    return popcount(game[HANDS + 2 * seat]) + popcount(game[HANDS + 2 * seat + 1])


@compiled
def acting_seat(game: Any, rules: Any) -> int:
    """The seat that must act, the first of several; -1 when the deal is over."""
    phase = game[PHASE]
    if phase == OVER:
        return -1
    if phase == PASSING:
        for seat in range(rules[SEATS]):
            if not (game[COMMITTED] >> seat) & 1:
                return seat
    return game[TURN]


@compiled
def side_of(rules: Any, seat: int) -> int:
    """The side of a seat."""
    return seat & 1 if rules[PARTNERS] else seat


@compiled
def next_holder(game: Any, rules: Any, seat: int) -> int:
    """The next seat to the left that holds cards (C5.1); the seat itself if nobody else does."""
    seats = rules[SEATS]
    other = seat
    for _ in range(1, seats):
        other = left_of(other, seats)
        if game[HANDS + 2 * other]:
            return other
    return seat


@compiled
def usual_lead(game: Any, rules: Any) -> int:
    """C7.1: the winner of the trick, or the next player to the left who holds cards."""
    winner = game[TOP_SEAT]
    if game[HANDS + 2 * winner]:
        return winner
    return next_holder(game, rules, winner)


@compiled
def other_lead(game: Any, rules: Any) -> int:
    """C7.2: who may be named to lead instead; -1 for nobody."""
    if not (rules[PARTNER_MAY_LEAD] and game[HAS_BOMBED]):
        return -1
    other = game[TOP_SEAT] ^ 2
    if game[HANDS + 2 * other] == 0:
        if not rules[LEAD_PAST_PARTNER]:
            return -1
        other = next_holder(game, rules, other)
    return other if other != usual_lead(game, rules) else -1


@compiled
def leads_named(game: Any, rules: Any) -> int:
    """C7.2: bit per seat that may be named to lead."""
    leads = 1 << usual_lead(game, rules)
    other = other_lead(game, rules)
    return leads | (1 << other) if other >= 0 else leads


@compiled
def trick_receivers(game: Any, rules: Any) -> int:
    """C6: bit per seat that may get the trick."""
    winner = game[TOP_SEAT]
    if not game[HAS_BOMBED] or rules[BOMB_PRIZE] == PRIZE_KEPT:
        return 1 << winner
    if rules[BOMB_PRIZE] == PRIZE_TO_OTHER_SIDE:
        return 1 << left_of(winner, rules[SEATS])
    if rules[BOMB_PRIZE] == PRIZE_TO_SECOND and game[SECOND]:
        return 1 << (game[SECOND] - 1)
    return ((1 << rules[SEATS]) - 1) & ~(1 << winner)


@compiled
def haggis_receivers(game: Any, rules: Any) -> int:
    """C9.3: bit per seat that may get the haggis."""
    if game[HAGGIS_COUNT] == 0 or rules[HAGGIS_TO] == HAGGIS_TO_NOBODY:
        return 0
    if rules[HAGGIS_TO] == HAGGIS_TO_FIRST_OUT:
        return 1 << (game[OUT] & 15)
    last = game[TOP_SEAT]
    if not game[HAS_BOMBED]:
        return 1 << last
    seats = 0
    for seat in range(rules[SEATS]):
        if side_of(rules, seat) != side_of(rules, last):
            seats |= 1 << seat
    return seats


@compiled
def may_bet(game: Any, rules: Any, seat: int, value: int) -> bool:
    """C10.1, C10.3."""
    if rules[BET_RULE] == BETS_IN_AUCTION or game[BETS + seat] or game[HAS_ENDED]:
        return False
    if game[SHOWN + 2 * seat]:
        return False
    return not rules[PARTNERS] or value > game[BETS + (seat ^ 2)]


@compiled
def visit_seats(mem: Any, buffer: Any, move: Any, code: int, seats: int) -> None:
    """One move for each seat of a bitmask."""
    for seat in range(MOST_SEATS):
        if (seats >> seat) & 1:
            emit(mem, buffer, move, (code << 32) | seat, 0, 0)


@compiled
def may_bid(game: Any, seat: int, bid: int) -> bool:
    """C8.2."""
    if bid == game[BID] and game[SHEPHERD] >= 0:
        return game[TOTALS + seat] < game[TOTALS + game[SHEPHERD]]
    return bid > game[BID]


@compiled
def visit_bids(mem: Any, buffer: Any, move: Any, game: Any, rules: Any, seat: int) -> None:
    """C8.2."""
    for i in range(rules[BET_COUNT]):
        bid = rules[BET_VALUES + i]
        if may_bid(game, seat, bid):
            emit(mem, buffer, move, (BID_MOVE << 32) | bid, 0, 0)
    emit(mem, buffer, move, PASS << 32, 0, 0)


@compiled
def drawn(rules: Any, bid: int) -> int:
    """C8.3: how many cards of the haggis go with a bid."""
    for i in range(rules[BET_COUNT]):
        if rules[BET_VALUES + i] == bid:
            return DRAW_FOR_LOWEST_BID - i
    return 0


@compiled
def emit_put_back(mem: Any, buffer: Any, move: Any, a: int, b: int, c: int) -> None:
    """The choice of up to three cards, given by face (-1 for none), in rising order."""
    once = 1 << a
    twice = 0
    if b >= 0:
        if once & (1 << b):
            twice |= 1 << b
        once |= 1 << b
    if c >= 0:
        if once & (1 << c):
            twice |= 1 << c
        once |= 1 << c
    emit(mem, buffer, move, PUT_BACK_MOVE << 32, once, twice)


@compiled
def visit_put_backs(mem: Any, buffer: Any, move: Any, once: int, twice: int, wanted: int) -> None:
    """C8.3: every distinct choice of number cards, lowest faces first."""
    once &= NUMBERS
    for a in range(JACK):
        if not (once >> a) & 1:
            continue
        if wanted == 1:
            emit_put_back(mem, buffer, move, a, -1, -1)
            continue
        for b in range(a, JACK):
            if not (once >> b) & 1 or (b == a and not (twice >> a) & 1):
                continue
            if wanted == 2:
                emit_put_back(mem, buffer, move, a, b, -1)
                continue
            # a face may come twice, never three times
            for c in range(b if b > a else b + 1, JACK):
                if not (once >> c) & 1 or (c == b and not (twice >> b) & 1):
                    continue
                emit_put_back(mem, buffer, move, a, b, c)


@compiled
def visit_choices(mem: Any, buffer: Any, move: Any, game: Any, rules: Any, seat: int, target: int) -> int:
    """Walk over the legal moves of a seat that plays no cards now: choices outside the tricks, and bets."""
    begin(mem, buffer, target)
    phase = game[PHASE]
    once = game[HANDS + 2 * seat]
    if phase == PASSING:
        if not (game[COMMITTED] >> seat) & 1:
            for card in range(JACK):
                if (once >> card) & 1:
                    emit(mem, buffer, move, (GIVE_CARD << 32) | card, 0, 0)
    elif seat == game[TURN]:
        if phase == AUCTION:
            visit_bids(mem, buffer, move, game, rules, seat)
        elif phase == PUTTING_BACK:
            twice = game[HANDS + 2 * seat + 1]
            visit_put_backs(mem, buffer, move, once, twice, drawn(rules, game[BID]))
        elif phase == TRICK_AWARD:
            visit_seats(mem, buffer, move, AWARD, trick_receivers(game, rules))
        elif phase == HAGGIS_AWARD:
            visit_seats(mem, buffer, move, AWARD, haggis_receivers(game, rules))
        elif phase == NAMING_LEAD:
            visit_seats(mem, buffer, move, NAME_LEAD, leads_named(game, rules))
    visit_bets(mem, buffer, move, game, rules, seat)
    return mem[FOUND]


@compiled
def visit_bets(mem: Any, buffer: Any, move: Any, game: Any, rules: Any, seat: int) -> None:
    """C10.1: the bets a seat may make."""
    if game[PHASE] != OVER and rules[BET_RULE] != BETS_IN_AUCTION:
        for i in range(rules[BET_COUNT]):
            value = rules[BET_VALUES + i]
            if may_bet(game, rules, seat, value):
                emit(mem, buffer, move, (BET << 32) | value, 0, 0)


@compiled
def visit_moves(
    mem: Any, buffer: Any, move: Any, game: Any, rules: Any, seat: int, lean: bool, target: int
) -> int:
    """Walk over every legal move of a seat; returns how many there are (or at least target + 1)."""
    if game[PHASE] != IN_TRICK or seat != game[TURN]:
        return visit_choices(mem, buffer, move, game, rules, seat, target)
    once = game[HANDS + 2 * seat]
    visit_plays(mem, buffer, move, rules, lean, once, game[HANDS + 2 * seat + 1], game[TOP], target)
    if game[TOP]:
        emit(mem, buffer, move, PASS << 32, 0, 0)
    visit_bets(mem, buffer, move, game, rules, seat)
    return mem[FOUND]


@compiled
def visit_above(mem: Any, buffer: Any, move: Any, game: Any, rules: Any, seat: int, to_beat: int) -> int:
    """The same, with a combination that is to be beaten in place of the one on the table, as a filter."""
    if game[PHASE] != IN_TRICK or seat != game[TURN]:
        return visit_choices(mem, buffer, move, game, rules, seat, NO_TARGET[0])
    once = game[HANDS + 2 * seat]
    visit_plays(mem, buffer, move, rules, False, once, game[HANDS + 2 * seat + 1], to_beat, NO_TARGET[0])
    if game[TOP]:
        emit(mem, buffer, move, PASS << 32, 0, 0)
    visit_bets(mem, buffer, move, game, rules, seat)
    return mem[FOUND]


@compiled
def count_legal(game: Any, rules: Any, seat: int, lean: bool, mem: Any, move: Any) -> int:
    """How many legal moves a seat has: `visit_moves` without the walk."""
    if game[PHASE] != IN_TRICK or seat != game[TURN]:
        mem[SKIP] = 0
        return visit_choices(mem, mem[:0].reshape(0, 3), move, game, rules, seat, NO_TARGET[0])
    once = game[HANDS + 2 * seat]
    count = count_plays(rules, lean, once, game[HANDS + 2 * seat + 1], game[TOP], mem)
    if game[TOP]:
        count += 1
    return count + count_bets(game, rules, seat)


@compiled
def plan_legal(game: Any, rules: Any, seat: int, lean: bool, mem: Any, move: Any) -> None:
    """Leave in `mem` what `pick_legal` needs, for a count made earlier: it is counted once more."""
    count_legal(game, rules, seat, lean, mem, move)


@compiled
def count_bets(game: Any, rules: Any, seat: int) -> int:
    """How many bets a seat may make (C10.1)."""
    count = 0
    if rules[BET_RULE] != BETS_IN_AUCTION and game[SHOWN + 2 * seat] == 0:
        for i in range(rules[BET_COUNT]):
            if may_bet(game, rules, seat, rules[BET_VALUES + i]):
                count += 1
    return count


@compiled
def pick_legal(
    game: Any, rules: Any, seat: int, lean: bool, index: int, count: int, mem: Any, move: Any
) -> None:
    """Put the i-th of `count` legal moves into `move`, right after `count_legal` counted them into `mem`."""
    if game[PHASE] != IN_TRICK or seat != game[TURN]:
        mem[SKIP] = 0
        visit_choices(mem, mem[:0].reshape(0, 3), move, game, rules, seat, index)
        return
    bets = count_bets(game, rules, seat)
    move[1] = 0
    move[2] = 0
    if index >= count - bets:
        # Bets that may be made are the highest values, since a partner's bet is only ever exceeded.
        last = rules[BET_COUNT] - (count - index)
        move[0] = (BET << 32) | rules[BET_VALUES + last]
    elif game[TOP] and index == count - bets - 1:
        move[0] = PASS << 32
    else:
        once = game[HANDS + 2 * seat]
        pick_play(rules, lean, once, game[HANDS + 2 * seat + 1], game[TOP], index, mem, move)
