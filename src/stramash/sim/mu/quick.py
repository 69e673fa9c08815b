"""The playout policy of Mü, by which `club` plays its cards too.

It uses only what its seat may know: its hand, what lies open, who is out of which suit, and which cards have
not been seen. In the record it looks at the other hands only to learn the unseen cards as a whole.
"""

from typing import Any, Final

import numpy as np

from stramash.mu.cards import RANKS
from stramash.mu.rules import FEWEST_SEATS, MOST_SEATS
from stramash.mu.tricks import TRUMP_SUIT
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled
from stramash.sim.mu.bidder import bold_plan, planned_card_key
from stramash.sim.mu.contract import chance_to_make, contract_worth, expected_icons
from stramash.sim.mu.facts import (
    COLOUR,
    COLUMN,
    FACE_ICONS,
    NO_TRUMP,
    faces_of,
    most_in_all,
    most_shown,
    value_of,
)
from stramash.sim.mu.moves import hidden_once
from stramash.sim.mu.record import (
    ADD_CARD,
    BIDS,
    BURIED,
    BURY,
    CROWN,
    DISPLAY,
    DISPLAYS,
    ECLAT_GAIN,
    ECLAT_LOSS,
    EQUAL_CARDS,
    FAILS_BY_STEPS,
    HANDS,
    HAS_ECLAT,
    LEADER,
    LED,
    LED_SUIT,
    MAJOR_CARDS,
    MINOR_CARDS,
    NAME_DEALER,
    NAME_PARTNER,
    NAME_TRUMP,
    PARTNER,
    PLANNED,
    PLAY,
    REACHED,
    SEATS,
    SHIELD_BONUS,
    STAGED,
    TOP,
    TRICK,
    VOIDS,
)

NEVER: Final = -1_000_000
LONG: Final = 3
"""The fewest cards of a colour or number that make it worth a thought as trump."""
SURE: Final = 256
"""Chances are counted in 256ths, and so is what an icon is worth."""
MOST_MISSED: Final = 12
MISSES = np.array(
    [
        [round(SURE * ((seats - 2) / (seats - 1)) ** k) for k in range(MOST_MISSED + 1)]
        for seats in range(FEWEST_SEATS, MOST_SEATS + 1)
    ],
    np.int64,
)
"""The chance that one of the other seats has none of k cards, for 3 to 6 seats."""

# What follows was tuned by letting variants play against each other over thousands of deals.
RETAKEN: Final = 113  # how often a side that can take a trick back does so
TO_COME: Final = 10  # sixteenths of an icon that each later player adds to a trick
OWN_TRICK: Final = 6  # what an icon is worth more in the own pile than in a team-mate's
A_LEVEL: Final = 256  # the price of a minor trump; of a major twice, of a super three times as much
TOP_TRUMP: Final = 1019  # the price of the highest trump ...
TRUMP_ABOVE: Final = 438  # ... less for each unseen one above it
TOP_CARD: Final = 138  # the price of the highest card of a colour ...
CARD_ABOVE: Final = 13  # ... less for each unseen one above it
LAST_OF_COLOUR: Final = 170  # being out of a colour is worth it
LEAD_TRUMP: Final = -35
LEAD_AGAIN: Final = -69  # winning a trick means having to lead
LEAD_LENGTH: Final = -46  # for each card of the colour led that stays in hand
LEAD_UNSEEN: Final = 18  # for each unseen card of the colour led
LEAD_AS_CROWN: Final = 26  # the Crown's team rather leads colours

LEAST_CHANCE: Final = 40  # the least chance with which a Crown bid is made: failing costs little (M6.3)
A_LOST_CROWN: Final = 26  # points that a lost Crown costs, besides those for the Shield's bid
NO_CONTRACT: Final = 5  # points that a player without a contract may hope for where failing costs (M6.7)
MINOR_VALUE: Final = 6  # sixteenths of an icon that a point of a minor trump's value is worth


@compiled
def quick_key(game: Any, rules: Any, seat: int, code: int, once: int, twice: int) -> int:
    """The higher, the better; passing is worth 0."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    if kind == PLAY:
        return card_key(game, rules, seat, value)
    if kind == ADD_CARD:
        if game[PLANNED]:
            return planned_card_key(game, rules, seat, value)
        return show_key(game, rules, seat, value)
    if kind == DISPLAY and value:
        return 1 if value == bold_plan(game, rules, seat) >> 8 else NEVER
    if kind == DISPLAY:
        return 1 if game[STAGED] else display_key(game, rules, seat, once, twice)
    if kind == NAME_TRUMP:
        return trump_key(game, rules, seat, value)
    if kind == NAME_PARTNER:
        return partner_key(game, rules, seat, value)
    if kind == BURY:
        return bury_key(game, once) + bury_key(game, twice)
    if kind == NAME_DEALER:
        # Who acts early in the auction is a little better off: deal to the right, and be second.
        return (value - seat) % rules[SEATS]
    return 0


@compiled
def beaters(game: Any, top: int, led: int) -> int:
    """The faces that beat a card of this strength in a trick of this suit (M5.5)."""
    minor = game[MINOR_CARDS]
    major = game[MAJOR_CARDS]
    level = top >> 6
    if level == 3:
        return 0  # the supers are equal
    above = minor & major
    same = major & ~minor
    if level < 2:
        above |= same
        same = minor & ~major
    if level < 1:
        above |= same
        same = led
    return above | (same & ~game[EQUAL_CARDS] & -(2 << ((top & 63) - 1)))


@compiled
def missed(seats: int, cards: int) -> int:
    """The chance that one other seat has none of so many unseen cards."""
    return MISSES[seats - FEWEST_SEATS, cards if cards < MOST_MISSED else MOST_MISSED]


@compiled
def unseen_faces(game: Any, rules: Any, seat: int) -> int:
    """The faces of which a seat has not seen every copy; all know it by counting."""
    unseen = 0
    for other in range(rules[SEATS]):
        if other != seat:
            unseen |= hidden_once(game, other)
    if seat != game[CROWN]:
        unseen |= game[BURIED]  # M4.4: only the Crown knows them
    return unseen


@compiled
def chance_to_beat(game: Any, rules: Any, seat: int, suit: int, led: int, higher: int, unseen: int) -> int:
    """How likely a later player has a card that beats the trick and may play it (M5.4)."""
    seats = rules[SEATS]
    voids = (game[VOIDS] >> (8 * seat)) & 255
    shown = game[DISPLAYS + 2 * seat]
    has_shown_suit = (shown & led) != 0
    follows = 0
    out_of_suit = SURE
    if has_shown_suit or not (voids >> suit) & 1:
        if shown & led & higher:
            return SURE - 16
        follows = SURE - missed(seats, popcount(unseen & led & higher))
        out_of_suit = 0 if has_shown_suit else missed(seats, popcount(unseen & led))
    if suit == TRUMP_SUIT or out_of_suit == 0 or (voids >> TRUMP_SUIT) & 1:
        return follows
    ruffing = higher & ~led
    ruffs = SURE if shown & ruffing else SURE - missed(seats, popcount(unseen & ruffing))
    chance = follows + ((out_of_suit * ruffs) >> 8)
    return chance if chance < SURE else SURE


@compiled
def card_key(game: Any, rules: Any, seat: int, card: int) -> int:
    """What playing a card may win for the team, less what the card itself is worth later on."""
    seats = rules[SEATS]
    crown = game[CROWN]
    crown_team = 1 << crown
    if game[PARTNER] >= 0:
        crown_team |= 1 << game[PARTNER]
    is_crowns = (crown_team >> seat) & 1
    team = crown_team if is_crowns else ~crown_team
    minor = game[MINOR_CARDS]
    major = game[MAJOR_CARDS]
    trumps = minor | major
    number = card % RANKS
    level = ((minor >> card) & 1) + 2 * ((major >> card) & 1)
    strength = (level << 6) + 1 + (0 if (game[EQUAL_CARDS] >> card) & 1 else card)
    led = game[LED]
    suit = game[LED_SUIT]
    leader = game[LEADER]
    is_lead = led == 0
    if is_lead:
        suit = TRUMP_SUIT if level else card // RANKS
        led = trumps if level else (COLOUR << (RANKS * suit)) & ~trumps
    top = game[TOP] >> 3
    holder = game[TOP] & 7
    if (level or (led >> card) & 1) and strength > top:
        top = strength
        holder = seat
    points = FACE_ICONS[number]
    cards = game[TRICK]
    while cards:
        if cards & 255:
            points += FACE_ICONS[((cards & 255) - 1) % RANKS]
        cards >>= 8
    unseen = unseen_faces(game, rules, seat)
    higher = beaters(game, top, led)
    is_ours = (team >> holder) & 1
    # The chances that none of the holder's opponents takes the trick, and that no team-mate takes it back.
    held = SURE
    not_retaken = SURE
    later = 0
    other = seat + 1 if seat + 1 < seats else 0
    while other != leader:
        stays = SURE - chance_to_beat(game, rules, other, suit, led, higher, unseen)
        if (team >> other) & 1 == is_ours:
            not_retaken = (not_retaken * stays) >> 8
        else:
            held = (held * stays) >> 8
        later += 1
        other = other + 1 if other + 1 < seats else 0
    held += ((SURE - held) * (SURE - not_retaken) * RETAKEN) >> 16
    win = held if is_ours else SURE - held
    value = ((2 * win - SURE) * (16 * points + TO_COME * later)) >> 4
    if holder == seat:
        value += (win * (OWN_TRICK * points + LEAD_AGAIN)) >> 8
    once = game[HANDS + 2 * seat]
    twice = game[HANDS + 2 * seat + 1]
    if level:
        above = popcount(unseen & beaters(game, strength, trumps))
        price = TOP_TRUMP - TRUMP_ABOVE * above
        value -= A_LEVEL * level + (price if price > 0 else 0)
        if is_lead:
            value += LEAD_TRUMP
    else:
        colour = (COLOUR << (RANKS * (card // RANKS))) & ~trumps
        unseen_here = popcount(unseen & colour)
        if unseen_here:
            value -= TOP_CARD - CARD_ABOVE * popcount(unseen & colour & -(2 << card))
        length = popcount(once & colour) + popcount(twice & colour)
        if length == 1:
            value += LAST_OF_COLOUR
        if is_lead:
            value += LEAD_LENGTH * length + LEAD_UNSEEN * unseen_here + LEAD_AS_CROWN * is_crowns
    return 16 * value - number


@compiled
def planned_bid(game: Any, rules: Any, seat: int) -> int:
    """What a seat wants to show in all: the trump | how many cards << 8; 0 for no more than it shows."""
    crown = game[CROWN]
    if crown == seat:
        return 0
    once = game[HANDS + 2 * seat]
    twice = game[HANDS + 2 * seat + 1]
    bids = game[BIDS]
    shown = (bids >> (8 * seat)) & 255
    crown_bid = most_shown(game, rules)
    is_dear = rules[FAILS_BY_STEPS]
    best = worth_of_passing(game, rules, seat, crown_bid) if is_dear else 0
    at_stake = 0 if is_dear else A_LOST_CROWN + rules[SHIELD_BONUS] * crown_bid
    limit = most_in_all(game, rules)
    plan = 0
    for trump in range(NO_TRUMP):
        faces = faces_of(trump)
        length = popcount(once & faces) + popcount(twice & faces)
        if length < LONG:
            continue
        expected = expected_icons(rules, once, twice, trump)
        shown_of_it = popcount(game[DISPLAYS + 2 * seat] & faces)
        shown_of_it += popcount(game[DISPLAYS + 2 * seat + 1] & faces)
        most = length + shown - shown_of_it
        most = most if most < limit else limit
        for bid in range(crown_bid + 1, most + 1):
            chance = chance_to_make(rules, expected, bid)
            if chance < LEAST_CHANCE:
                break
            worth = contract_worth(rules, expected, bid, trump) + chance * at_stake
            if worth > best:
                best = worth
                plan = trump | (bid << 8)
    return plan


@compiled
def worth_of_passing(game: Any, rules: Any, seat: int, most: int) -> int:
    """What not bidding may bring where a failed bid costs points (M6.7), in 256ths of a point."""
    if not rules[HAS_ECLAT] or most == 0 or (game[BIDS] >> (8 * seat)) & 255 < most:
        return SURE * NO_CONTRACT
    # Level with another (M3.8): the last to draw level pays if all pass, the others are paid.
    for other in range(rules[SEATS]):
        is_level = (game[BIDS] >> (8 * other)) & 255 == most
        if is_level and (game[REACHED] >> (8 * other)) & 255 > (game[REACHED] >> (8 * seat)) & 255:
            return SURE * rules[ECLAT_GAIN] * most
    return -SURE * rules[ECLAT_LOSS] * most


@compiled
def show_key(game: Any, rules: Any, seat: int, card: int) -> int:
    """The lowest cards of the trump in mind, as many as the plan says (M3.1)."""
    plan = planned_bid(game, rules, seat)
    shown = (game[BIDS] >> (8 * seat)) & 255
    staged = popcount(game[STAGED]) + popcount(game[STAGED + 1])
    if shown + staged >= plan >> 8 or not (faces_of(plan & 255) >> card) & 1:
        return NEVER
    return 1000 - card


@compiled
def display_key(game: Any, rules: Any, seat: int, once: int, twice: int) -> int:
    """A display that comes whole is liked if it goes no further than the plan; the lowest cards best."""
    plan = planned_bid(game, rules, seat)
    shown = (game[BIDS] >> (8 * seat)) & 255
    if shown + popcount(once) + popcount(twice) > plan >> 8 or once & ~faces_of(plan & 255):
        return NEVER
    return 1000 - popcount((once & -once) - 1)


@compiled
def trump_key(game: Any, rules: Any, seat: int, trump: int) -> int:
    """What a contract with a trump is worth to the Crown, or the icons that it may bring the Shield."""
    expected = expected_icons(rules, game[HANDS + 2 * seat], game[HANDS + 2 * seat + 1], trump)
    if seat != game[CROWN]:
        return expected + (0 if rules[FAILS_BY_STEPS] else MINOR_VALUE * value_of(rules, trump))
    bid = (game[BIDS] >> (8 * seat)) & 255
    at_stake = 0 if rules[FAILS_BY_STEPS] else A_LOST_CROWN
    worth = contract_worth(rules, expected, bid, trump)
    return 64 * (worth + chance_to_make(rules, expected, bid) * at_stake) + expected


@compiled
def partner_key(game: Any, rules: Any, seat: int, other: int) -> int:
    """Who shows trumps, then who shows most, then who sits nearest to the left."""
    shown = game[DISPLAYS + 2 * other] & (game[MAJOR_CARDS] | game[MINOR_CARDS])
    bid = (game[BIDS] >> (8 * other)) & 255
    return 16 * (9 * popcount(shown) + bid) - (other - seat) % rules[SEATS]


@compiled
def bury_key(game: Any, cards: int) -> int:
    """Icons that would be hard to win, no trumps, no high cards (M4.4)."""
    trumps = game[MAJOR_CARDS] | game[MINOR_CARDS]
    plain = cards & ~trumps
    key = -40 * popcount(cards & trumps) - 20 * popcount(plain & (COLUMN << 9))
    key -= 9 * popcount(plain & (COLUMN << 8))
    for number in range(RANKS):
        key += (4 * FACE_ICONS[number] - (number >> 1)) * popcount(plain & (COLUMN << number))
    return key
