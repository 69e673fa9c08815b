"""A randomised family of bidders, where counts come first: opponents for training the auction.

Each is the quick player's estimate of a hand (`contract`) with a boldness of its own, eight bits: how many
icons more or less than the estimate it hopes for, whether it opens high or low, what it does for the Shield.
"""

from typing import Any, Final

from stramash.mu.cards import RANKS
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled
from stramash.sim.mu.contract import AN_ICON, chance_to_make, contract_worth, expected_icons
from stramash.sim.mu.facts import NO_TRUMP, faces_of, most_in_all, most_shown
from stramash.sim.mu.moves import hidden_once, hidden_twice
from stramash.sim.mu.record import (
    BIDS,
    BOLDNESS,
    CROWN,
    HANDS,
    MOST_PLANNED,
    SHIELD,
    SHIELD_BONUS,
)

HOPES: Final = 15
"""The bits that say what it hopes for: from CALM icons below the estimate to eleven above it."""
CALM: Final = 4
LEAST_CHANCE: Final = 77
"""The least chance, of 256, with which any of them takes the Crown."""
FEWEST_TRUMPS: Final = 2
LOST_CROWN: Final = 26
# How it takes the Crown: two bits from OPENING on.
OPENING: Final = 4
LEAST: Final = 0
MIDDLE: Final = 1
ONE_MORE: Final = 3
# What it does for the Shield: two bits from SHIELDING on.
SHIELDING: Final = 6
NEVER_SHIELD: Final = 0
DRAW: Final = 2


@compiled
def bold_plan(game: Any, rules: Any, seat: int) -> int:
    """What a seat wants to show now: the trump | how many cards << 8; no cards for a pass."""
    boldness = (game[BOLDNESS] >> (8 * seat)) & 255
    once = game[HANDS + 2 * seat]
    twice = game[HANDS + 2 * seat + 1]
    bids = game[BIDS]
    shown = (bids >> (8 * seat)) & 255
    most = most_shown(game, rules)
    limit = most_in_all(game, rules)
    limit = limit if limit < MOST_PLANNED else MOST_PLANNED
    hopes = ((boldness & HOPES) - CALM) * AN_ICON
    best = 0
    wanted = 0
    trump_wanted = 0
    most_icons = -1_000_000
    trump_liked = 0
    for trump in range(NO_TRUMP):
        faces = faces_of(trump)
        if popcount(once & faces) + popcount(twice & faces) < FEWEST_TRUMPS:
            continue
        expected = expected_icons(rules, once, twice, trump) + hopes
        if expected > most_icons:
            most_icons = expected
            trump_liked = trump
        stake = LOST_CROWN + rules[SHIELD_BONUS] * most
        for bid in range(most + 1, limit + 1):
            chance = chance_to_make(rules, expected, bid)
            if chance < LEAST_CHANCE:
                break
            worth = contract_worth(rules, expected, bid, trump) + chance * stake
            if worth > best:
                best = worth
                wanted = bid
                trump_wanted = trump
    if wanted and game[CROWN] != seat:
        opening = (boldness >> OPENING) & 3
        if opening == LEAST:
            wanted = most + 1
        elif opening == MIDDLE:
            wanted = (most + 2 + wanted) >> 1
        elif opening == ONE_MORE:
            wanted += 1
        return trump_wanted | (_held_to(game, rules, seat, wanted - shown) << 8)
    return trump_liked | (_held_to(game, rules, seat, _for_shield(game, seat, boldness) - shown) << 8)


@compiled
def _for_shield(game: Any, seat: int, boldness: int) -> int:
    """How many cards in all a seat shows for the Shield; 0 for none."""
    way = (boldness >> SHIELDING) & 3
    crown = game[CROWN]
    if way == NEVER_SHIELD or crown < 0 or crown == seat:
        return 0
    bids = game[BIDS]
    crown_bid = (bids >> (8 * crown)) & 255
    if way == DRAW:
        return crown_bid
    if game[SHIELD] == seat:
        return 0
    least = 1 if game[SHIELD] < 0 else ((bids >> (8 * game[SHIELD])) & 255) + 1
    return least if least <= crown_bid else 0


@compiled
def _held_to(game: Any, rules: Any, seat: int, count: int) -> int:
    """As many cards as may be shown at once (M3.7), no fewer than none."""
    held = popcount(hidden_once(game, seat)) + popcount(hidden_twice(game, seat))
    shown = (game[BIDS] >> (8 * seat)) & 255
    most = held if held < MOST_PLANNED - shown else MOST_PLANNED - shown
    allowed = most_in_all(game, rules) - shown
    most = most if most < allowed else allowed
    count = count if count < most else most
    return count if count > 0 else 0


@compiled
def planned_card_key(game: Any, rules: Any, seat: int, card: int) -> int:
    """The lowest cards of the trump in mind first, one of them at least; then the lowest others."""
    trump = bold_plan(game, rules, seat) & 255
    is_trump = (faces_of(trump) >> card) & 1
    return 100 + 50 * is_trump - card % RANKS
