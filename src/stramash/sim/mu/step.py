"""State transitions: what a move does to a packed game, and the deal from its cards to its scores."""

from typing import Any

from stramash.core.cards import size
from stramash.mu.cards import ALL_CARDS, RANKS
from stramash.mu.rules import FEWEST_SEATS, MOST_SEATS
from stramash.mu.rules import TALON as TALON_SIZE
from stramash.mu.tricks import TRUMP_SUIT
from stramash.sim.bits import below, next_state, popcount
from stramash.sim.compiling.compiled import compiled, inlined
from stramash.sim.mu.facts import (
    A_COLOUR,
    COLOUR,
    FACES_OF_DECK,
    FIRST_NUMBER,
    display_rank,
    faces_of,
    icons,
    most_shown,
    next_seat,
)
from stramash.sim.mu.moves import hidden_once, hidden_twice
from stramash.sim.mu.record import (
    ADD_CARD,
    AUCTION,
    BIDS,
    BOLDNESS,
    BURIED,
    BURIED_POINTS,
    BURY,
    BURYING,
    CROWN,
    CROWN_TRUMP,
    DEAL,
    DEALER,
    DECK_SIZE,
    DISPLAY,
    DISPLAYS,
    ECLAT_GAIN,
    ECLAT_LOSS,
    EQUAL_CARDS,
    HAND_SIZE,
    HANDS,
    HAS_ECLAT,
    HAS_SHIELD,
    IN_TRICK,
    IS_REDEAL,
    LEADER,
    LED,
    LED_SUIT,
    MAJOR,
    MAJOR_CARDS,
    MINOR,
    MINOR_CARDS,
    NAME_PARTNER,
    NAME_TRUMP,
    NAMING_PARTNER,
    NEXT_DEALER,
    OVER,
    OVERTAKEN_BY_EQUAL,
    OVERTAKEN_CROWN,
    OVERTAKEN_NEVER,
    PARTNER,
    PASS,
    PASSES,
    PHASE,
    PILES,
    PLANNED,
    PLAY,
    PLAYED,
    REACHED,
    REMOVED,
    REMOVED_TOO,
    SCORES,
    SEATS,
    SHIELD,
    SHIELD_TRUMP,
    SHOWS,
    STAGED,
    TAKEN,
    TALON,
    TOP,
    TOTALS,
    TRICK,
    TURN,
    VOIDS,
    WINNERS,
)
from stramash.sim.mu.settle import end_deal, settle

DECK_ROOM = size(ALL_CARDS)
"""Words that the largest deck needs."""


@inlined
def join(game: Any, place: int, once: int, twice: int) -> None:
    """Add cards to a set in the record."""
    have = game[place]
    game[place] = have | once
    game[place + 1] |= (have & once) | twice


@inlined
def remove(game: Any, place: int, once: int, twice: int) -> None:
    """Take cards that are there from a set in the record."""
    copies = game[place + 1]
    game[place] = (game[place] & ~once) | (copies & once & ~twice)
    game[place + 1] = copies & ~once


@compiled
def shuffle(deck: Any, rules: Any, rng: int) -> int:
    """Fill in the cards of a game and shuffle them on the way; returns the generator's next state."""
    removed = A_COLOUR * rules[REMOVED]
    removed_too = A_COLOUR * rules[REMOVED_TOO]
    for i in range(rules[DECK_SIZE]):
        rng = next_state(rng)
        j = below(rng, i + 1)
        deck[i] = deck[j]
        card = i if i < removed else i + A_COLOUR  # M1.3
        deck[j] = FACES_OF_DECK[card if card < removed_too else card + A_COLOUR]
    return rng


@compiled
def start(game: Any, rules: Any, deck: Any) -> None:
    """Deal a shuffled deck (M2.1); dealer, deal number and totals are in the record already."""
    for place in range(LEADER, BOLDNESS):
        game[place] = 0
    at = 0
    for seat in range(rules[SEATS]):
        once = 0
        twice = 0
        for _ in range(rules[HAND_SIZE]):
            bit = 1 << deck[at]
            twice |= once & bit
            once |= bit
            at += 1
        game[HANDS + 2 * seat] = once
        game[HANDS + 2 * seat + 1] = twice
    while at < rules[DECK_SIZE]:
        join(game, TALON, 1 << deck[at], 0)
        at += 1
    game[LEADER] = -1
    game[MINOR] = -1
    game[MAJOR] = -1
    game[CROWN] = -1
    game[SHIELD] = -1
    game[PARTNER] = -1
    game[PHASE] = AUCTION
    game[TURN] = game[DEALER]


@inlined
def apply_move(game: Any, rules: Any, seat: int, code: int, once: int, twice: int) -> None:
    """Make a legal move; a display may also come whole, with nothing staged."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    if kind == PLAY:
        play(game, rules, seat, value)
    elif kind == ADD_CARD:
        join(game, STAGED, 1 << value, 0)
    elif kind == DISPLAY and value:
        game[PLANNED] = value
    elif kind == DISPLAY:
        display(game, rules, seat, once, twice)
    elif kind == PASS:
        pass_auction(game, rules, seat)
    elif kind == NAME_TRUMP:
        name_trump(game, rules, value)
    elif kind == BURY:
        bury(game, seat, once, twice)
    elif kind == NAME_PARTNER:
        game[PARTNER] = value
        lead(game, seat)
    else:
        game[NEXT_DEALER] = value  # M6.6
        game[PHASE] = OVER
        game[TURN] = -1


@inlined
def shield_after_crown(rules: Any, bids: int, overtaken: int, shield: int) -> int:
    """M3.3: who has the Shield once the Crown has gone to a third player, or to who had the Shield."""
    if rules[OVERTAKEN_CROWN] == OVERTAKEN_NEVER:
        return shield
    if shield < 0 or (bids >> (8 * overtaken)) & 255 > (bids >> (8 * shield)) & 255:
        return overtaken
    return overtaken if rules[OVERTAKEN_CROWN] == OVERTAKEN_BY_EQUAL else shield


@inlined
def display(game: Any, rules: Any, seat: int, once: int, twice: int) -> None:
    """M3.1 to M3.3: cards are laid face up; Crown and Shield may change hands."""
    game[STAGED] = 0
    game[STAGED + 1] = 0
    game[PLANNED] = 0
    join(game, DISPLAYS + 2 * seat, once, twice)
    game[BIDS] += (popcount(once) + popcount(twice)) << (8 * seat)
    game[SHOWS] += 1
    game[REACHED] = (game[REACHED] & ~(255 << (8 * seat))) | (game[SHOWS] << (8 * seat))
    game[PASSES] = 0
    game[TURN] = next_seat(rules, seat)
    crown = game[CROWN]
    if rules[HAS_ECLAT]:
        chief_and_vice(game, rules)
    elif crown < 0:
        game[CROWN] = seat
    elif crown != seat:
        bids = game[BIDS]
        bid = (bids >> (8 * seat)) & 255
        shield = game[SHIELD]
        if bid > (bids >> (8 * crown)) & 255:
            game[CROWN] = seat
            game[SHIELD] = shield_after_crown(rules, bids, crown, -1 if shield == seat else shield)
        elif shield < 0 or bid > (bids >> (8 * shield)) & 255:
            game[SHIELD] = seat


@compiled
def chief_and_vice(game: Any, rules: Any) -> None:
    """M3.8, M3.9: who would be Chief and Vice if the auction ended now; nobody where the most is shared."""
    bids = game[BIDS]
    most = most_shown(game, rules)
    chief = -1
    second = 0
    for seat in range(rules[SEATS]):
        bid = (bids >> (8 * seat)) & 255
        if bid == most and chief < 0:
            chief = seat
        elif bid > second:
            second = bid
    game[CROWN] = -1 if second == most else chief
    game[SHIELD] = -1
    if second in (most, 0) or not rules[HAS_SHIELD]:
        return
    best = 0
    for seat in range(rules[SEATS]):
        if seat != chief and (bids >> (8 * seat)) & 255 == second:
            rank = display_rank(game[DISPLAYS + 2 * seat], game[DISPLAYS + 2 * seat + 1])
            if rank > best:
                best = rank
                game[SHIELD] = seat
            elif rank == best:
                game[SHIELD] = -1


@compiled
def eclat(game: Any, rules: Any) -> None:
    """M3.8: those who share the most score, and nothing is played."""
    most = most_shown(game, rules)
    latest = 0
    last = 0
    for seat in range(rules[SEATS]):
        if (game[BIDS] >> (8 * seat)) & 255 == most:
            game[SCORES + seat] = rules[ECLAT_GAIN] * most
            if (game[REACHED] >> (8 * seat)) & 255 > latest:
                latest = (game[REACHED] >> (8 * seat)) & 255
                last = seat
    game[SCORES + last] = -rules[ECLAT_LOSS] * most
    end_deal(game, rules)


@inlined
def pass_auction(game: Any, rules: Any, seat: int) -> None:
    """M3.1, M3.5, M3.8: the auction ends when all have passed in succession."""
    game[PASSES] += 1
    if game[PASSES] < rules[SEATS]:
        game[TURN] = next_seat(rules, seat)
    elif game[CROWN] < 0 and game[BIDS]:
        eclat(game, rules)
    elif game[CROWN] < 0:
        game[IS_REDEAL] = 1
        game[NEXT_DEALER] = game[DEALER]
        game[PHASE] = OVER
        game[TURN] = -1
    elif game[SHIELD] < 0:
        game[PHASE] = CROWN_TRUMP
        game[TURN] = game[CROWN]
    else:
        game[PHASE] = SHIELD_TRUMP
        game[TURN] = game[SHIELD]


@compiled
def name_trump(game: Any, rules: Any, trump: int) -> None:
    """M4.1: the Shield names the minor trump, then the Crown the major one."""
    faces = faces_of(trump)
    if trump >= FIRST_NUMBER:
        game[EQUAL_CARDS] |= faces
    if game[PHASE] == SHIELD_TRUMP:
        game[MINOR] = trump
        game[MINOR_CARDS] = faces
        game[PHASE] = CROWN_TRUMP
        game[TURN] = game[CROWN]
        return
    game[MAJOR] = trump
    game[MAJOR_CARDS] = faces
    if game[TALON]:
        take_talon(game, game[CROWN])
    elif rules[SEATS] == FEWEST_SEATS:
        lead(game, game[CROWN])  # M4.4: the Crown of three has no partner
    else:
        game[PHASE] = NAMING_PARTNER


@compiled
def take_talon(game: Any, crown: int) -> None:
    """M4.4: the talon goes to the Crown, and back again if all else is displayed."""
    once = game[TALON]
    twice = game[TALON + 1]
    join(game, HANDS + 2 * crown, once, twice)
    game[TALON] = 0
    game[TALON + 1] = 0
    if popcount(hidden_once(game, crown)) + popcount(hidden_twice(game, crown)) == TALON_SIZE:
        bury(game, crown, once, twice)
    else:
        game[TAKEN] = once
        game[TAKEN + 1] = twice
        game[PHASE] = BURYING


@compiled
def bury(game: Any, seat: int, once: int, twice: int) -> None:
    """M4.4: three cards lie face down in the Crown's score pile."""
    remove(game, HANDS + 2 * seat, once, twice)
    game[TAKEN] = 0
    game[TAKEN + 1] = 0
    game[BURIED] = once
    game[BURIED + 1] = twice
    lead(game, seat)


@compiled
def lead(game: Any, crown: int) -> None:
    """M5.1: the Crown leads the first trick."""
    game[PHASE] = IN_TRICK
    game[LEADER] = crown
    game[TURN] = crown


@inlined
def play(game: Any, rules: Any, seat: int, card: int) -> None:
    """M5: a card is played; the trick may be won by it, and the hand over."""
    seat &= 7  # lets the compiler know that no index is negative
    bit = 1 << card
    hand = HANDS + 2 * seat
    copy = game[hand + 1] & bit
    game[hand + 1] ^= copy
    game[hand] ^= bit ^ copy
    # M1.4: of two alike the one on display is played.
    shown = DISPLAYS + 2 * seat
    copy = game[shown + 1] & bit
    game[shown + 1] ^= copy
    game[shown] ^= (game[shown] & bit) ^ copy
    minor = game[MINOR_CARDS]
    major = game[MAJOR_CARDS]
    # M5.5: super (both trumps) over major over minor, then the higher face, but faces of a number are equal.
    level = ((minor >> card) & 1) + 2 * ((major >> card) & 1)
    led = game[LED]
    if led == 0:
        colour = card // RANKS
        led = minor | major if level else (COLOUR << (RANKS * colour)) & ~(minor | major)
        game[LED] = led
        game[LED_SUIT] = TRUMP_SUIT if level else colour
    is_following = (led >> card) & 1
    game[VOIDS] |= (1 - is_following) << (8 * seat + game[LED_SUIT])
    face = 0 if game[EQUAL_CARDS] & bit else card
    strength = (level << 6) + face + 1 if is_following | level else 0
    top = game[TOP]
    game[TOP] = (strength << 3) | seat if strength > top >> 3 else top
    game[TRICK] |= (card + 1) << (8 * seat)
    join(game, PLAYED + 2 * seat, bit, 0)
    turn = next_seat(rules, seat)
    if turn == game[LEADER]:
        take_trick(game, rules)
    else:
        game[TURN] = turn


@inlined
def take_trick(game: Any, rules: Any) -> None:
    """M5.6: the trick goes to the winner's pile, and the winner leads."""
    winner = game[TOP] & 7
    cards = game[TRICK]
    pile = PILES + 2 * winner
    once = game[pile]
    twice = game[pile + 1]
    for _ in range(rules[SEATS]):
        bit = (1 << (cards & 255)) >> 1
        twice |= once & bit
        once |= bit
        cards >>= 8
    game[pile] = once
    game[pile + 1] = twice
    game[TRICK] = 0
    game[LED] = 0
    game[LED_SUIT] = 0
    game[TOP] = 0
    game[LEADER] = winner
    game[TURN] = winner
    if game[HANDS + 2 * winner] == 0:
        score(game, rules)


@compiled
def score(game: Any, rules: Any) -> None:
    """M6: the points of the deal."""
    crown = game[CROWN]
    game[BURIED_POINTS] = icons(game[BURIED], game[BURIED + 1])
    join(game, PILES + 2 * crown, game[BURIED], game[BURIED + 1])
    game[BURIED] = 0
    game[BURIED + 1] = 0
    for seat in range(rules[SEATS]):
        game[SCORES + seat] = icons(game[PILES + 2 * seat], game[PILES + 2 * seat + 1])
    settle(game, rules)


@compiled
def first_deal(game: Any, rules: Any, dealer: int) -> None:
    """A match begins (M2.1)."""
    for seat in range(MOST_SEATS):
        game[TOTALS + seat] = 0
    game[DEALER] = dealer
    game[DEAL] = 1
    game[WINNERS] = 0


@compiled
def next_deal(game: Any) -> None:
    """M6.6, and M3.5: the same deal once more after one that was thrown in."""
    game[DEALER] = game[NEXT_DEALER]
    if not game[IS_REDEAL]:
        game[DEAL] += 1
