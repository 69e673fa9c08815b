"""Input features of the nets of climbing games: rows of bits for the position, its critic and each move.

The functions are plain Python over whole numbers, written once: `family` compiles them for CPU batches and
for the GPU, and a player without any compiled code calls them as they are, with the record that `pack_view`
makes of a view. So features in training and in play cannot differ.

Everything is told from the seat's own place, the other seats in turn order. Suits mean nothing by themselves
(C2.9), so they are put in order first: the longest in the own hand first, then by its cards and those seen.
"""

from typing import Any, Final

from stramash.climbing.cards import COURTS, FIRST_COURTS, JACK, ONE_POINT, RANKS, ROW
from stramash.sim.climbing.facts import JACK_POINTS, KING_POINTS, NUMBERS, QUEEN_POINTS
from stramash.sim.climbing.record import (
    AWARD,
    BET,
    BET_VALUES,
    BETS,
    BID,
    BID_MOVE,
    BIDDERS,
    DEAL,
    DEALER,
    FLAT_POINTS,
    GIVE_CARD,
    GOAL,
    HAGGIS,
    HANDS,
    HAS_BOMBED,
    NAME_LEAD,
    OUT,
    OUT_COUNT,
    OUT_POINTS,
    PARTNERS,
    PASSED,
    PASSED_ROUNDS,
    PASSES,
    PHASE,
    PILES,
    PLAY,
    PUT_BACK,
    ROUNDS,
    SEATS,
    SHEPHERD,
    SHOWN,
    SUITS,
    TAKEN,
    TOP,
    TOP_SEAT,
    TOTALS,
    TRICK,
)
from stramash.sim.features import LEVEL_SHIFT, popcount, popcounts, upto

# --- the words of a position: two of the own hand, one of the trick, two of the exchange, six a seat; then of
# the match one a side and one of the rounds
DEAL_WORDS: Final = 30
POSITION_WORDS: Final = 35
CRITIC_WORDS: Final = 8
MOVE_WORDS: Final = 3
EACH_SEAT: Final = 6
AT_SEATS: Final = 6
AT_MATCH: Final = DEAL_WORDS
LEVELS: Final = 4
"""Cards, passes and the like are one level; each value of a bet or bid is one of its own."""
PARTS: Final = (
    "upto",
    "suit_order",
    "arranged",
    "points_of",
    "given_cards",
    "match_bits",
    "position_in_order",
    "position_bits",
    "critic_bits",
    "move_cards",
    "move_shape",
    "move_copies",
    "move_context",
    "move_bits",
)
"""The functions that are compiled, in the order in which they call each other."""


def suit_order(game: Any, rules: Any, seat: int, scratch: Any) -> int:
    """The suits in the order in which a seat is told of them, three bits each, the first lowest."""
    suits = rules[SUITS]
    once = game[HANDS + 2 * seat]
    twice = game[HANDS + 2 * seat + 1]
    seen = 0
    for other in range(rules[SEATS]):
        seen |= game[SHOWN + 2 * other]
    for suit in range(suits):
        own = (once >> (RANKS * suit)) & ROW
        held = popcount(own) + popcount((twice >> (RANKS * suit)) & ROW)
        key = (held << 18) | (own << 9) | ((seen >> (RANKS * suit)) & ROW)
        scratch[suit] = (key << 3) | (7 - suit)
    order = 0
    for suit in range(suits):
        place = 0
        for other in range(suits):
            if scratch[other] > scratch[suit]:
                place += 1
        order |= suit << (3 * place)
    return order


def arranged(cards: Any, order: int, suits: int) -> Any:
    """Cards with their suits in that order, one word of a set; courts stay where they are."""
    result = cards & COURTS
    for place in range(suits):
        suit = (order >> (3 * place)) & 7
        result = result | (((cards >> (RANKS * suit)) & ROW) << (RANKS * place))
    return result


def points_of(once: int, twice: int, is_flat: int) -> int:
    """C10.5, for cards as they lie in a score pile."""
    if is_flat:
        return popcount(once) + popcount(twice)
    points = popcount(once & ONE_POINT) + popcount(twice & ONE_POINT)
    points += JACK_POINTS * popcount(once & FIRST_COURTS) + QUEEN_POINTS * popcount(
        once & (FIRST_COURTS << 1)
    )
    return points + KING_POINTS * popcount(once & (FIRST_COURTS << 2))


def given_cards(packed: int) -> int:
    """Cards given in the passing (C8.1), as a set of faces."""
    faces = 0
    for place in range(4):
        card = (packed >> (8 * place)) & 255
        if card:
            faces |= 1 << (card - 1)
    return faces


def match_bits(game: Any, rules: Any, seat: int, row: Any) -> None:
    """How the match stands: points each side still needs, or is behind by, and the rounds to come (C11.1)."""
    for word in range(AT_MATCH, POSITION_WORDS):
        row[word] = 0
    sides = 2 if rules[PARTNERS] else rules[SEATS]
    goal = rules[GOAL]
    if goal == 0:
        for side in range(sides):
            goal = max(goal, game[TOTALS + side])
        row[AT_MATCH + 4] = upto(rules[ROUNDS] - game[DEAL], 20)
    for step in range(sides):
        missing = goal - game[TOTALS + (seat + step) % sides]
        row[AT_MATCH + step] = upto((missing + 4) // 5, 60)


def position_in_order(game: Any, rules: Any, seat: int, order: int, row: Any) -> None:
    """Fill in the words of the deal with the suits in a given order."""
    seats = rules[SEATS]
    suits = rules[SUITS]
    for word in range(DEAL_WORDS):
        row[word] = 0
    top = game[TOP]
    row[0] = arranged(game[HANDS + 2 * seat], order, suits)
    row[0] |= (1 << 48) << game[PHASE]
    if top == 0:
        row[0] |= 1 << 55
    elif game[HAS_BOMBED]:
        row[0] |= 1 << 56
    row[0] |= upto(game[PASSES], 3) << 57
    row[1] = arranged(game[HANDS + 2 * seat + 1], order, suits)
    if game[BID]:
        for i in range(3):
            if rules[BET_VALUES + i] == game[BID]:
                row[1] |= (1 << 48) << i
    in_trick = 0
    for other in range(seats):
        # A hand's courts stand where a pile has those of seat 0.
        in_trick += points_of(game[TRICK + 2 * other], game[TRICK + 2 * other + 1], rules[FLAT_POINTS])
    if top:
        row[2] = (1 << (top >> 24)) | ((1 << 6) << ((top >> 16) & 15)) | ((1 << 15) << ((top >> 8) & 15))
        row[2] |= (1 << 28) << (top & 15)
        row[2] |= upto((in_trick + 1) // 2, 12) << 42
    if game[PASSED + seat]:
        row[3] = arranged(given_cards(game[PASSED + seat]), order, suits)
        # Only cards that have changed hands already (C8.1).
        came = game[PASSED + (seat + 2) % 4] & ((1 << (8 * game[PASSED_ROUNDS])) - 1)
        row[4] = arranged(given_cards(came), order, suits)
    if game[SHEPHERD] == seat:
        row[3] = arranged(game[TAKEN], order, suits)
        row[4] = arranged(game[PUT_BACK], order, suits)
    for step in range(seats):
        other = (seat + step) % seats
        at = AT_SEATS + EACH_SEAT * step
        hand = game[HANDS + 2 * other]
        held = popcount(hand) + popcount(game[HANDS + 2 * other + 1])
        row[at] = arranged(game[SHOWN + 2 * other], order, suits)
        row[at] |= ((hand >> JACK) & 7) << 48
        if game[BETS + other]:
            for i in range(3):
                if rules[BET_VALUES + i] == game[BETS + other]:
                    row[at] |= (1 << 51) << i
        for i in range(game[OUT_COUNT]):
            if (game[OUT] >> (4 * i)) & 15 == other:
                row[at] |= (1 << 54) << i
        if top and game[TOP_SEAT] == other:
            row[at] |= 1 << 58
        if game[DEALER] == other:
            row[at] |= 1 << 59
        if game[SHEPHERD] == other:
            row[at] |= 1 << 60
        if (game[BIDDERS] >> other) & 1:
            row[at] |= 1 << 61
        row[at + 1] = arranged(game[TRICK + 2 * other], order, suits)
        row[at + 1] |= upto((game[OUT_POINTS + other] + 9) // 10, 12) << 48
        row[at + 2] = 1 << held
        points = points_of(game[PILES + 2 * other], game[PILES + 2 * other + 1], rules[FLAT_POINTS])
        row[at + 2] |= (upto(points, 10) | (upto((points - 10 + 3) // 4, 14) << 10)) << 24
        row[at + 3] = arranged(game[SHOWN + 2 * other + 1], order, suits)
        row[at + 4] = arranged(game[TRICK + 2 * other + 1], order, suits)


def position_bits(game: Any, rules: Any, seat: int, row: Any) -> int:
    """Fill in a row of `POSITION_WORDS` words with what the seat may know; returns the order of suits."""
    order = suit_order(game, rules, seat, row)
    position_in_order(game, rules, seat, order, row)
    match_bits(game, rules, seat, row)
    return order


def critic_bits(game: Any, rules: Any, seat: int, order: int, row: Any) -> None:
    """What nobody may know but the critic: the hands of the other seats, and the haggis."""
    suits = rules[SUITS]
    for word in range(CRITIC_WORDS):
        row[word] = 0
    for step in range(1, rules[SEATS]):
        other = (seat + step) % rules[SEATS]
        row[2 * step - 2] = arranged(game[HANDS + 2 * other] & NUMBERS, order, suits)
        row[2 * step - 1] = arranged(game[HANDS + 2 * other + 1], order, suits)
    row[6] = arranged(game[HAGGIS], order, suits)
    row[7] = arranged(game[HAGGIS + 1], order, suits)


def move_cards(code: Any, once: Any, order: int, rules: Any, held: int) -> Any:
    """A move's first word: its cards, its type, how many cards are left after it; for one move or many."""
    kind = code >> 32
    given = (kind == GIVE_CARD) * 1
    cards = once | (given << ((code & 63) * given))
    left = held - popcounts(once) - given
    left = left + (6 - left) * (left > 6)
    return arranged(cards, order, rules[SUITS]) | ((1 << 48) << left) | ((1 << 54) << kind)


def move_shape(code: Any, once: Any, rules: Any, seat: int) -> Any:
    """A move's second word: its combination, or its value, or whom it names; and its level."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    play = (kind == PLAY) * 1
    bet = ((kind == BET) | (kind == BID_MOVE)) * 1
    names = ((kind == AWARD) | (kind == NAME_LEAD)) * 1
    shape = (play << (((value >> 24) & 7) * play)) | ((play << 6) << (((value >> 16) & 15) * play))
    shape = shape | ((play << 15) << (((value >> 8) & 15) * play)) | ((play << 28) << ((value & 15) * play))
    level = bet * 0
    for i in range(3):
        here = bet * (value == rules[BET_VALUES + i])
        shape = shape | (here << (42 + i))
        level = level | (here * (i + 1))
    shape = shape | ((names << 45) << (((value - seat) % rules[SEATS]) * names))
    courts = popcounts(once & COURTS)
    return shape | ((play << 49) << courts) | (level << LEVEL_SHIFT)


def move_copies(twice: Any, order: int, rules: Any) -> Any:
    """A move's third word: its second copies, in decks that have them."""
    return arranged(twice, order, rules[SUITS])


def move_context(game: Any, rules: Any, seat: int, about: Any) -> None:
    """What the rows of all moves of a seat are told from: how many cards it has in hand."""
    about[0] = popcount(game[HANDS + 2 * seat]) + popcount(game[HANDS + 2 * seat + 1])


def move_bits(
    code: int, once: int, twice: int, order: int, rules: Any, seat: int, about: Any, row: Any
) -> None:
    """Fill in the row of a move; `about` is filled in by `move_context`."""
    row[0] = move_cards(code, once, order, rules, about[0] - popcounts(twice))
    row[1] = move_shape(code, once, rules, seat)
    row[2] = move_copies(twice, order, rules)
