"""Scoring of a deal of points (M6), and whether the match goes on."""

from typing import Any

from stramash.sim.compiling.compiled import compiled
from stramash.sim.mu.facts import crown_reward, next_seat, steps_short, target_of, value_of
from stramash.sim.mu.record import (
    BIDS,
    CROWN,
    DEAL,
    DEALER,
    DEALS,
    FAILS_BY_STEPS,
    GOAL,
    LEADER,
    MAJOR,
    MINOR,
    NAMES_DEALER,
    NAMING_DEALER,
    NEXT_DEALER,
    OVER,
    PARTNER,
    PHASE,
    SCORES,
    SEATS,
    SHIELD,
    SHIELD_BONUS,
    SHORT_GAIN,
    SHORT_LOSS,
    TOTALS,
    TURN,
    WINNERS,
)


@compiled
def settle(game: Any, rules: Any) -> None:
    """M6.2 to M6.4: from the points in the piles, which stand as scores, to those of the deal."""
    crown = game[CROWN]
    shield = game[SHIELD]
    partner = game[PARTNER]
    earned = game[SCORES + crown]
    team = 1 << crown
    if partner >= 0:
        earned += game[SCORES + partner]
        team |= 1 << partner
    bid = (game[BIDS] >> (8 * crown)) & 255
    bonus = 0
    if earned >= target_of(rules, bid):
        bonus = crown_reward(rules, bid, game[MAJOR])
    else:
        team = ~team
        if rules[SHORT_LOSS] or rules[SHORT_GAIN]:
            steps = steps_short(rules, bid, earned)
            game[SCORES + crown] -= rules[SHORT_LOSS] * steps
            bonus = rules[SHORT_GAIN] * steps
        if shield >= 0 and not rules[FAILS_BY_STEPS]:
            bid = (game[BIDS] >> (8 * shield)) & 255
            bonus = rules[SHIELD_BONUS] * bid + value_of(rules, game[MINOR])
    for seat in range(rules[SEATS]):
        game[SCORES + seat] += bonus * ((team >> seat) & 1)
    end_deal(game, rules)


@compiled
def end_deal(game: Any, rules: Any) -> None:
    """M6.5, M6.6: the match is over, or the deal goes on: to the left, or to whom the dealer names."""
    seats = rules[SEATS]
    for seat in range(seats):
        game[TOTALS + seat] += game[SCORES + seat]
    best = game[TOTALS]
    for seat in range(1, seats):
        total = game[TOTALS + seat]
        best = total if total > best else best  # numba's CUDA target fails on max
    game[LEADER] = -1
    game[PHASE] = OVER
    game[TURN] = -1
    is_last = best >= rules[GOAL] if rules[GOAL] else game[DEAL] >= rules[DEALS]
    if is_last:
        for seat in range(seats):
            if game[TOTALS + seat] == best:
                game[WINNERS] |= 1 << seat
    elif rules[NAMES_DEALER]:
        game[PHASE] = NAMING_DEALER
        game[TURN] = game[DEALER]
    else:
        game[NEXT_DEALER] = next_seat(rules, game[DEALER])
