"""The moves of Mü as numbers: a display is built card by card, as the engine does it, and so is a burial."""

from typing import Any, Final

import numpy as np

from stramash.mu.cards import FACES, KINDS
from stramash.mu.moves import TRUMPS
from stramash.mu.rules import MuRules
from stramash.sim.mu.record import (
    ADD_CARD,
    BURY,
    DISPLAY,
    NAME_DEALER,
    NAME_PARTNER,
    NAME_TRUMP,
    PASS,
    PLAY,
    SEATS,
)

# --- where the blocks of numbers begin: the table; the place of the cards is the same in both families -----
AT_TRUMPS: Final = 0
AT_PARTNERS: Final = 1
AT_DEALERS: Final = 2
AT_CARDS: Final = 4
CARD_COUNT: Final = 5
DISPLAY_NUMBER: Final = 1
CHOSEN_FACES: Final = (1 << KINDS) - 1
COMPILED: Final = ("first_number",)
"""Functions that compiled code calls, in the order in which they call each other."""
IN_HISTORY: Final = 1 << PLAY | 1 << PASS | 1 << DISPLAY | 1 << NAME_TRUMP | 1 << NAME_PARTNER
"""Kinds of move that everybody sees: those of the history in observations."""


def place_of(bit: int) -> int:
    """Which bit it is; the compiled one is put in its place."""
    return bit.bit_length() - 1


def first_number(code: int, once: int, twice: int, rules: Any, seat: int, table: Any) -> int:
    """The number that a packed move begins with."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    if kind in (PLAY, ADD_CARD):
        return table[AT_CARDS] + value
    if kind == DISPLAY:
        return DISPLAY_NUMBER
    if kind == NAME_TRUMP:
        return table[AT_TRUMPS] + value
    if kind == NAME_PARTNER:
        return table[AT_PARTNERS] + (value - seat) % rules[SEATS]
    if kind == NAME_DEALER:
        return table[AT_DEALERS] + (value - seat) % rules[SEATS]
    if kind == BURY:
        return table[AT_CARDS] + place_of(once & -once)
    return 0


def number_table(rules: MuRules) -> Any:
    """What `first_number` looks up."""
    table = np.zeros(8, np.int64)
    starts = np.cumsum((DISPLAY_NUMBER + 1, len(TRUMPS), rules.seats, rules.seats))
    table[[AT_TRUMPS, AT_PARTNERS, AT_DEALERS, AT_CARDS]] = starts
    table[CARD_COUNT] = KINDS
    return table


def number_names(rules: MuRules) -> tuple[str, ...]:
    """What each number means, in words."""
    return (
        "pass",
        "display",
        *map(str, TRUMPS),
        *(f"partner seat +{step}" for step in range(rules.seats)),
        *(f"dealer seat +{step}" for step in range(rules.seats)),
        *(f"card {code}" for code in FACES.code_of[:KINDS]),
    )
