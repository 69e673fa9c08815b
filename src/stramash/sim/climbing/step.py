"""State transitions: what a move does to a packed game, and the deal from its cards to its end."""

from typing import Any

from stramash.climbing.cards import COURTS, COURTS_A_HAND, MOST_SEATS, RANKS, SUIT_COUNT
from stramash.climbing.rules import DRAW_FOR_LOWEST_BID
from stramash.climbing.scoring import POINTS_A_CARD
from stramash.sim.bits import below, next_state, popcount
from stramash.sim.climbing.facts import NUMBERS
from stramash.sim.climbing.moves import (
    drawn,
    haggis_receivers,
    hand_size,
    left_of,
    next_holder,
    other_lead,
    side_of,
    trick_receivers,
    usual_lead,
)
from stramash.sim.climbing.record import (
    AUCTION,
    BET,
    BET_RULE,
    BETS,
    BETS_IN_AUCTION,
    BID,
    BID_MOVE,
    BIDDERS,
    BOMB,
    COMMITTED,
    COPIES,
    DEAL,
    DEALER,
    DEALT,
    FIRST_LEAD,
    GIVE_CARD,
    HAGGIS,
    HAGGIS_AWARD,
    HAGGIS_COUNT,
    HAGGIS_SIZE,
    HAGGIS_TOP,
    HANDS,
    HAS_BOMBED,
    HAS_ENDED,
    IN_TRICK,
    LAST_HAND_TO,
    LAST_HAND_TO_FIRST_OUT,
    LAST_HAND_TO_SECOND_OUT,
    NAME_LEAD,
    NAMING_LEAD,
    NEXT_DEALER,
    NEXT_LEAD,
    OPEN_HAGGIS,
    OUT,
    OUT_BONUS,
    OUT_BONUS_AT_ONCE,
    OUT_BONUS_TO_WINNER,
    OUT_COUNT,
    OUT_POINTS,
    OVER,
    PARTNERS,
    PASS,
    PASSED,
    PASSED_ROUNDS,
    PASSES,
    PASSING,
    PASSING_ROUNDS,
    PHASE,
    PILES,
    PLAY,
    PUT_BACK,
    PUT_BACK_MOVE,
    PUTTING_BACK,
    SCORES,
    SEATS,
    SECOND,
    SHEPHERD,
    SHOWN,
    SUITS,
    TAKEN,
    TOP,
    TOP_SEAT,
    TOTALS,
    TRICK,
    TRICK_AWARD,
    TURN,
    UNPAID,
    WINNERS,
)
from stramash.sim.climbing.score import score
from stramash.sim.compiling.compiled import compiled

NOBODY = -1
NOT_YET = -2
DECK_ROOM = 2 * RANKS * SUIT_COUNT
"""Words that the largest deck needs."""


@compiled
def join(game: Any, place: int, once: int, twice: int) -> None:
    """Add cards to a set in the record."""
    have = game[place]
    shared = have & once
    game[place] = have | once
    if shared | twice:
        game[place + 1] |= shared | twice


@compiled
def remove(game: Any, place: int, once: int, twice: int) -> None:
    """Take cards that are there from a set in the record."""
    have = game[place]
    copies = game[place + 1]
    if copies:
        game[place] = (have & ~once) | (copies & once & ~twice)
        game[place + 1] = copies & ~once
    else:
        game[place] = have & ~once


@compiled
def lay_down(game: Any, owner: int, place: int, receiver: int) -> None:
    """Move a set of one owner's cards to a score pile, where each seat's courts have places of their own."""
    once = game[place]
    join(
        game,
        PILES + 2 * receiver,
        (once & NUMBERS) | ((once & COURTS) << (COURTS_A_HAND * owner)),
        game[place + 1],
    )
    game[place] = 0
    game[place + 1] = 0


@compiled
def start(game: Any, rules: Any, deck: Any) -> None:
    """Deal a shuffled deck; dealer, lead, deal number and totals are in the record already (C1.3)."""
    seats = rules[SEATS]
    size = rules[HAGGIS_SIZE]
    has_auction = rules[BET_RULE] == BETS_IN_AUCTION
    for place in range(TOP, SECOND + 1):
        game[place] = 0
    for place in range(SCORES, TRICK + 8):
        game[place] = 0
    game[SHEPHERD] = -1
    game[HAGGIS_COUNT] = size
    for i in range(size):
        join(game, HAGGIS, 1 << deck[i], 0)
        if i < DRAW_FOR_LOWEST_BID and has_auction:
            game[HAGGIS_TOP] |= deck[i] << (8 * i)
    at = size
    for seat in range(seats):
        for _ in range(rules[DEALT]):
            join(game, HANDS + 2 * seat, 1 << deck[at], 0)
            at += 1
        game[HANDS + 2 * seat] |= COURTS
    game[PHASE] = PASSING if rules[PASSING_ROUNDS] else AUCTION if has_auction else IN_TRICK
    game[TURN] = game[DEALER] if has_auction else game[FIRST_LEAD]
    if has_auction:
        game[BIDDERS] = (1 << seats) - 1


@compiled
def shuffle(deck: Any, rules: Any, rng: int) -> int:
    """Fill in the number cards of a game and shuffle them; returns the generator's next state."""
    size = rules[SUITS] * RANKS * rules[COPIES]
    for i in range(size):
        deck[i] = i >> (rules[COPIES] - 1)
    for i in range(size - 1, 0, -1):
        rng = next_state(rng)
        j = below(rng, i + 1)
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card
    return rng


@compiled
def apply_move(game: Any, rules: Any, seat: int, code: int, once: int, twice: int) -> None:
    """Make a legal move, then what follows from it: each consequence is called in one place only."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    is_trick_over = False
    receiver = NOBODY
    haggis_receiver = NOT_YET
    if kind == PASS and game[PHASE] == IN_TRICK:
        game[PASSES] += 1
        game[TURN] = next_holder(game, rules, seat)
        others = 0
        for other in range(rules[SEATS]):
            if game[HANDS + 2 * other] and other != game[TOP_SEAT]:
                others += 1
        is_trick_over = game[PASSES] == others  # C5.3
    elif kind == PLAY:
        play(game, rules, seat, value, once, twice)
        is_trick_over = game[HAS_ENDED] == 1  # C5.4
    elif kind == BET:
        game[BETS + seat] = value
    elif kind in (BID_MOVE, PASS):
        bid(game, rules, seat, value)
    elif kind == GIVE_CARD:
        give_card(game, rules, seat, value)
    elif kind == PUT_BACK_MOVE:
        remove(game, HANDS + 2 * seat, once, twice)
        join(game, HAGGIS, once, twice)
        game[PUT_BACK] = once
        game[PUT_BACK + 1] = twice
        game[HAGGIS_COUNT] += popcount(once) + popcount(twice)
        game[FIRST_LEAD] = seat
        lead(game, seat)
    elif kind == NAME_LEAD:
        lead(game, value)
    elif game[PHASE] == TRICK_AWARD:
        receiver = value
    else:
        haggis_receiver = value
    if is_trick_over:
        receiver = end_trick(game, rules)
    if receiver != NOBODY:
        haggis_receiver = take_trick(game, rules, receiver)
    if haggis_receiver != NOT_YET:
        take_haggis(game, rules, haggis_receiver)


@compiled
def lead(game: Any, seat: int) -> None:
    """C7.1, C8.4: a seat is to lead."""
    game[PHASE] = IN_TRICK
    game[TURN] = seat
    game[TOP] = 0
    game[PASSES] = 0


@compiled
def give_card(game: Any, rules: Any, seat: int, card: int) -> None:
    """C8.1: the last choice lets all cards change hands at once."""
    shift = 8 * game[PASSED_ROUNDS]
    game[PASSED + seat] |= (card + 1) << shift
    game[COMMITTED] |= 1 << seat
    if game[COMMITTED] != (1 << rules[SEATS]) - 1:
        return
    for giver in range(MOST_SEATS):
        given = ((game[PASSED + giver] >> shift) & 255) - 1
        remove(game, HANDS + 2 * giver, 1 << given, 0)
    for giver in range(MOST_SEATS):
        given = ((game[PASSED + giver] >> shift) & 255) - 1
        join(game, HANDS + 2 * (giver ^ 2), 1 << given, 0)
    game[COMMITTED] = 0
    game[PASSED_ROUNDS] += 1
    if game[PASSED_ROUNDS] == rules[PASSING_ROUNDS]:
        lead(game, game[FIRST_LEAD])


@compiled
def bid(game: Any, rules: Any, seat: int, value: int) -> None:
    """C8.2, C8.3: a bid, or a pass (0), which is final."""
    if value:
        game[BID] = value
        game[SHEPHERD] = seat
    else:
        game[BIDDERS] &= ~(1 << seat)
    bidders = game[BIDDERS]
    if bidders == 0:
        game[HAGGIS_TOP] = 0
        lead(game, game[FIRST_LEAD])
        return
    shepherd = game[SHEPHERD]
    if shepherd >= 0 and bidders == 1 << shepherd:
        count = drawn(rules, game[BID])
        for i in range(count):
            card = (game[HAGGIS_TOP] >> (8 * i)) & 255
            remove(game, HAGGIS, 1 << card, 0)
            join(game, HANDS + 2 * shepherd, 1 << card, 0)
            join(game, TAKEN, 1 << card, 0)
        game[HAGGIS_COUNT] -= count
        game[HAGGIS_TOP] = 0
        game[PHASE] = PUTTING_BACK
        game[TURN] = shepherd
        return
    turn = seat
    for _ in range(rules[SEATS]):
        turn = left_of(turn, rules[SEATS])
        if (bidders >> turn) & 1:
            break
    game[TURN] = turn


@compiled
def play(game: Any, rules: Any, seat: int, combo: int, once: int, twice: int) -> None:
    """C5, C9.1: a combination is played; somebody may be out, and the round over."""
    remove(game, HANDS + 2 * seat, once, twice)
    join(game, SHOWN + 2 * seat, once, twice)
    join(game, TRICK + 2 * seat, once, twice)
    game[SECOND] = game[TOP_SEAT] + 1 if game[TOP] else 0
    game[TOP] = combo
    game[TOP_SEAT] = seat
    game[PASSES] = 0
    game[HAS_BOMBED] = 1 if (combo >> 24) == BOMB else 0
    game[TURN] = next_holder(game, rules, seat)
    if game[HANDS + 2 * seat]:
        return
    game[OUT] |= seat << (4 * game[OUT_COUNT])
    game[OUT_COUNT] += 1
    if rules[OUT_BONUS] == OUT_BONUS_AT_ONCE:
        pay_out_bonus(game, rules, seat)
    else:
        game[UNPAID] |= 1 << seat
    is_side_out = rules[PARTNERS] and game[HANDS + 2 * (seat ^ 2)] == 0
    if game[OUT_COUNT] == rules[SEATS] - 1 or is_side_out:
        game[HAS_ENDED] = 1


@compiled
def pay_out_bonus(game: Any, rules: Any, seat: int) -> None:
    """C9.2: five points for each card in the largest hand of an opponent."""
    largest = 0
    for other in range(rules[SEATS]):
        if side_of(rules, other) != side_of(rules, seat):
            largest = max(largest, hand_size(game, other))
    game[OUT_POINTS + seat] += POINTS_A_CARD * largest


@compiled
def end_trick(game: Any, rules: Any) -> int:
    """C9.2 for those who went out in it, then C6: who gets the cards; NOBODY if that must be chosen."""
    if game[UNPAID]:
        for seat in range(rules[SEATS]):
            is_paid = rules[OUT_BONUS] != OUT_BONUS_TO_WINNER or seat == game[TOP_SEAT]
            if is_paid and (game[UNPAID] >> seat) & 1:
                pay_out_bonus(game, rules, seat)
        game[UNPAID] = 0
    receivers = trick_receivers(game, rules)
    if receivers & (receivers - 1):
        game[PHASE] = TRICK_AWARD
        game[TURN] = game[TOP_SEAT]
        return NOBODY
    return popcount(receivers - 1)


@compiled
def take_trick(game: Any, rules: Any, receiver: int) -> int:
    """C6, then C7; or, at the end of the round, who gets the haggis (C9.3), unless that must be chosen."""
    for seat in range(rules[SEATS]):
        if game[TRICK + 2 * seat]:
            lay_down(game, seat, TRICK + 2 * seat, receiver)
    game[TOP] = 0
    game[SECOND] = 0
    game[PASSES] = 0
    if game[HAS_ENDED]:
        receivers = haggis_receivers(game, rules)
        if receivers == 0:
            return NOBODY
        if rules[PARTNERS] or receivers & (receivers - 1) == 0:
            # Partners on one side: the first of them, as good as the other.
            return popcount((receivers & -receivers) - 1)
        game[PHASE] = HAGGIS_AWARD
        game[TURN] = game[TOP_SEAT]
    elif other_lead(game, rules) >= 0:
        game[PHASE] = NAMING_LEAD
        game[TURN] = game[TOP_SEAT]
    else:
        lead(game, usual_lead(game, rules))
    return NOT_YET


@compiled
def take_haggis(game: Any, rules: Any, receiver: int) -> None:
    """C9.3, C9.4, C9.5 and the scores."""
    if receiver >= 0:
        join(game, PILES + 2 * receiver, game[HAGGIS], game[HAGGIS + 1])
        game[OPEN_HAGGIS] = game[HAGGIS]
        game[OPEN_HAGGIS + 1] = game[HAGGIS + 1]
        game[HAGGIS] = 0
        game[HAGGIS + 1] = 0
        game[HAGGIS_COUNT] = 0
    left = rules[SEATS] - game[OUT_COUNT]
    taker = -1
    if left > 1 or rules[LAST_HAND_TO] == LAST_HAND_TO_SECOND_OUT:
        taker = (game[OUT] >> 4) & 15
    elif rules[LAST_HAND_TO] == LAST_HAND_TO_FIRST_OUT:
        taker = game[OUT] & 15
    if taker >= 0:
        for owner in range(rules[SEATS]):
            hand = HANDS + 2 * owner
            if game[hand]:
                join(game, SHOWN + 2 * owner, game[hand], game[hand + 1])
                lay_down(game, owner, hand, taker)
    game[PHASE] = OVER
    score(game, rules)


@compiled
def first_deal(game: Any, rules: Any, dealer: int) -> None:
    """C11.4: a match begins."""
    for side in range(MOST_SEATS):
        game[TOTALS + side] = 0
    game[DEALER] = dealer
    game[DEAL] = 1
    game[FIRST_LEAD] = left_of(dealer, rules[SEATS])
    game[WINNERS] = 0


@compiled
def next_deal(game: Any) -> None:
    """C11.5: the match goes on."""
    game[DEALER] = game[NEXT_DEALER]
    game[FIRST_LEAD] = game[NEXT_LEAD]
    game[DEAL] += 1
