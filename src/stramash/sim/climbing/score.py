"""The points of a deal and what they decide: is the match won, who deals and leads next."""

from typing import Any

from stramash.climbing.cards import FIRST_COURTS, ONE_POINT
from stramash.climbing.rules import SHARES
from stramash.sim.bits import popcount
from stramash.sim.climbing.facts import JACK_POINTS, KING_POINTS, QUEEN_POINTS
from stramash.sim.climbing.moves import left_of, side_of
from stramash.sim.climbing.record import (
    BET_PAYS,
    BET_RULE,
    BETS,
    BETS_BY_POINTS,
    BETS_IN_AUCTION,
    BETS_SHARED,
    BID,
    DEAL,
    DEAL_MOVES_LEFT,
    DEALER,
    DEALER_TIE,
    DEALER_TIE_TO_FIRST_OUT,
    FIRST_LEAD,
    FIRST_OUT_EXTRA,
    FLAT_POINTS,
    GOAL,
    LEAD_AFTER_LAST,
    NEXT_DEALER,
    NEXT_LEAD,
    OUT,
    OUT_COUNT,
    OUT_POINTS,
    PARTNERS,
    PILES,
    ROUNDS,
    SCORES,
    SEATS,
    SHEPHERD,
    TOTALS,
    WINNERS,
)
from stramash.sim.compiling.compiled import compiled


@compiled
def pile_points(game: Any, rules: Any, seat: int) -> int:
    """C10.5."""
    once = game[PILES + 2 * seat]
    twice = game[PILES + 2 * seat + 1]
    if rules[FLAT_POINTS]:
        return popcount(once) + popcount(twice)
    points = popcount(once & ONE_POINT) + popcount(twice & ONE_POINT)
    points += JACK_POINTS * popcount(once & FIRST_COURTS)
    points += QUEEN_POINTS * popcount(once & (FIRST_COURTS << 1))
    points += KING_POINTS * popcount(once & (FIRST_COURTS << 2))
    return points


@compiled
def score(game: Any, rules: Any) -> None:
    """C9, C10: the points of the deal, then what C11 makes of them."""
    seats = rules[SEATS]
    first = game[OUT] & 15
    for seat in range(seats):
        points = pile_points(game, rules, seat) + game[OUT_POINTS + seat]
        if seat == first:
            points += rules[FIRST_OUT_EXTRA]
        game[SCORES + side_of(rules, seat)] += points
    rule = rules[BET_RULE]
    if rule == BETS_IN_AUCTION:
        score_shepherd(game, first)
    elif rule == BETS_BY_POINTS:
        score_bets_by_points(game, rules, first)
    else:
        score_bets_to_be_first(game, rules, first)
    sides = 2 if rules[PARTNERS] else seats
    for side in range(sides):
        game[TOTALS + side] += game[SCORES + side]
    finish(game, rules, sides)


@compiled
def score_shepherd(game: Any, first: int) -> None:
    """C10.4."""
    shepherd = game[SHEPHERD]
    if shepherd < 0:
        return
    if first == shepherd:
        game[SCORES + shepherd] += game[BID]
    else:
        third = game[BID] // SHARES
        game[SCORES + first] += game[BID] - third
        game[SCORES + 3 - first - shepherd] += third


@compiled
def score_bets_by_points(game: Any, rules: Any, first: int) -> None:
    """C10.2; which bets are won is settled before any is paid."""
    seats = rules[SEATS]
    won = 0
    for seat in range(seats):
        if game[BETS + seat] and game[SCORES + seat] >= game[BETS + seat]:
            won |= 1 << seat
    for seat in range(seats):
        value = game[BETS + seat]
        if (won >> seat) & 1:
            game[SCORES + seat] += value * rules[BET_PAYS]
        elif value:
            for other in range(seats):
                if other != seat and (other == first or game[BETS + other] == 0):
                    game[SCORES + other] += value


@compiled
def score_bets_to_be_first(game: Any, rules: Any, first: int) -> None:
    """C10.3."""
    seats = rules[SEATS]
    for seat in range(seats):
        value = game[BETS + seat]
        if value == 0 or (rules[PARTNERS] and value <= game[BETS + (seat ^ 2)]):
            continue
        if seat == first:
            game[SCORES + side_of(rules, seat)] += value * rules[BET_PAYS]
        elif rules[PARTNERS]:
            game[SCORES + 1 - side_of(rules, seat)] += value
        else:
            for other in range(seats):
                is_paid = rules[BET_RULE] == BETS_SHARED and other != seat and game[BETS + other] == 0
                if other == first or is_paid:
                    game[SCORES + other] += value


@compiled
def has_won(game: Any, rules: Any, seat: int, other: int) -> bool:
    """C11.5: whether a seat won the round rather than another with the same total."""
    if rules[DEALER_TIE] == DEALER_TIE_TO_FIRST_OUT:
        for i in range(game[OUT_COUNT]):
            out = (game[OUT] >> (4 * i)) & 15
            if out in (seat, other):
                return bool(out == seat)
        return False
    return bool(game[SCORES + side_of(rules, seat)] > game[SCORES + side_of(rules, other)])


@compiled
def finish(game: Any, rules: Any, sides: int) -> None:
    """C11.2: is the match won; C11.5: who deals and leads next."""
    seats = rules[SEATS]
    best = game[TOTALS]
    worst = game[TOTALS]
    for side in range(1, sides):
        best = max(best, game[TOTALS + side])
        worst = min(worst, game[TOTALS + side])
    leaders = 0
    for side in range(sides):
        if game[TOTALS + side] == best:
            leaders |= 1 << side
    if rules[GOAL]:
        is_over = best >= rules[GOAL] and leaders & (leaders - 1) == 0
    else:
        is_over = game[DEAL] >= rules[ROUNDS]
    if is_over:
        game[WINNERS] = leaders
        game[NEXT_DEALER] = 0
        game[NEXT_LEAD] = 0
        return
    dealer = left_of(game[DEALER], seats)
    if not rules[DEAL_MOVES_LEFT]:
        # The highest total, then who won the round, then the first to the last dealer's left.
        seat = dealer
        for _ in range(1, seats):
            seat = left_of(seat, seats)
            total = game[TOTALS + side_of(rules, seat)]
            holds = game[TOTALS + side_of(rules, dealer)]
            if total > holds or (total == holds and has_won(game, rules, seat, dealer)):
                dealer = seat
    game[NEXT_DEALER] = dealer
    leader = game[FIRST_LEAD] if rules[LEAD_AFTER_LAST] else dealer
    for _ in range(seats):
        leader = left_of(leader, seats)
        if game[TOTALS + side_of(rules, leader)] == worst:
            break
    game[NEXT_LEAD] = leader
