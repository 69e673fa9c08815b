"""The action ids of Mü: displays and burials are built card by card, as in the engine."""

from typing import Any, Final

import numpy as np

from stramash.mu.cards import FACES, KINDS
from stramash.mu.moves import TRUMPS
from stramash.mu.rules import MuRules
from stramash.sim.mu.moves import choice_code, choices, hidden_once, hidden_twice, visit_moves
from stramash.sim.mu.record import (
    ADD_CARD,
    AUCTION,
    BURY,
    BURYING,
    CROWN_TRUMP,
    DISPLAY,
    IN_TRICK,
    NAME_DEALER,
    NAME_PARTNER,
    NAME_TRUMP,
    NAMING_PARTNER,
    PASS,
    PHASE,
    PLAY,
    SEATS,
    SHIELD_TRUMP,
    STAGED,
)
from stramash.sim.visit import NO_TARGET

# --- where the blocks of numbers begin: the table; the place of the cards is the same in both families -----
AT_TRUMPS: Final = 0
AT_PARTNERS: Final = 1
AT_DEALERS: Final = 2
AT_CARDS: Final = 4
CARD_COUNT: Final = 5
DISPLAY_NUMBER: Final = 1
CHOSEN_FACES: Final = (1 << KINDS) - 1
COMPILED: Final = (
    "first_number",
    "highest",
    "open_buries",
    "made",
    "bury",
    "show_open",
    "give_number",
    "walk_moves",
)
"""Functions that compiled code calls, in the order in which they call each other."""
WALKS: Final = False
"""Whether open numbers are found by walking over the list of moves: here they are known without."""
IN_HISTORY: Final = 1 << PLAY | 1 << PASS | 1 << DISPLAY | 1 << NAME_TRUMP | 1 << NAME_PARTNER
"""Kinds of move that everybody sees: those of the history in observations."""


def place_of(bit: int) -> int:
    """Which bit it is; the compiled one is put in its place."""
    return bit.bit_length() - 1


def mark_only(mask: Any, low: int, bits: int, first: int) -> None:
    """Mark the open numbers of a row; the compiled one is put in its place."""


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


def popcount(bits: int) -> int:
    """How many bits are set; the compiled one is put in its place."""
    return bits.bit_count()


def highest(bits: int) -> int:
    """The highest bit; 0 of none."""
    below = bits | (bits >> 1)
    below |= below >> 2
    below |= below >> 4
    below |= below >> 8
    below |= below >> 16
    below |= below >> 32
    return below ^ (below >> 1)


def open_buries(once: int, twice: int, chosen: Any, shared: Any) -> int:
    """The faces with which a burial goes on (M4.4), and in `shared` what all that are left have in common.

    Three cards are buried, the lowest face first, none three times. So after the lowest come: it again, any
    higher one of two, and any but the highest; the numbers are those of `stramash.sim.tables.action_ids`,
    without the list of some hundred sets.
    """
    if chosen[0] == 0:
        top = highest(once)
        second = highest(once ^ top)
        below = once & (second - 1)
        return below | second if twice & (top | second) else below
    low = chosen[1] & -chosen[1]
    above = once & ~(low | (low - 1))
    shared[0] = chosen[1]
    shared[1] = chosen[2]
    if chosen[2]:
        return above
    middle = chosen[1] ^ low
    if middle:
        return (above & ~(middle | (middle - 1))) | (twice & middle)
    doubles = twice & above
    found = (above ^ highest(above)) | doubles
    kinds = popcount(above)
    if twice & low:
        found |= low
        if kinds == 1:
            shared[0] |= above
    elif kinds == 2 and doubles and doubles & (doubles - 1) == 0:
        # The double is in every set: where it is the lower, the set of both goes on with the higher.
        shared[0] |= doubles
        found = above
    return found


def made(move: Any, chosen: Any, once: int, twice: int) -> bool:
    """A burial is complete: three cards are known."""
    move[0] = BURY << 32
    move[1] = once
    move[2] = twice
    chosen[0] = 0
    chosen[1] = 0
    chosen[2] = 0
    chosen[3] = -1
    return True


def bury(once: int, twice: int, face: int, chosen: Any, move: Any) -> bool:
    """Bury a face more: whether the set is known now; if not, what is chosen of it is in `chosen`."""
    bit = 1 << face
    low = chosen[1] & -chosen[1] if chosen[0] else bit
    above = once & ~(low | (low - 1))
    doubles = twice & above
    kinds = popcount(above)
    is_double = (twice & low) != 0
    middle = 0
    if chosen[0]:
        middle = chosen[1] ^ low
        if chosen[2]:
            return made(move, chosen, low | bit, low)
        if middle:
            return made(move, chosen, low | middle | bit, middle if bit == middle else 0)
        if bit == low:
            if kinds == 1:
                return made(move, chosen, low | above, low)
            chosen[2] = low
            return False
        if not is_double and kinds == 2 and doubles == above & -above:
            # One of two kinds is double, the lower: see `open_buries`.
            return made(move, chosen, low | above if bit != doubles else low | bit, bit & doubles)
        higher = above & ~(bit | (bit - 1))
        if popcount(higher) + (1 if doubles & bit else 0) == 1:
            return made(move, chosen, low | bit | higher, doubles & bit)
        chosen[1] |= bit
        chosen[3] = face
        return False
    sets = kinds * (kinds - 1) // 2 + popcount(doubles) + (kinds if is_double else 0)
    if sets == 1:
        return made(move, chosen, low | above, low if is_double else doubles)
    chosen[0] = BURY << 32
    chosen[1] = bit
    chosen[2] = 0
    chosen[3] = face
    return False


def show_open(game: Any, rules: Any, seat: int, table: Any, chosen: Any, shared: Any, mask: Any) -> bool:
    """Mark the open numbers, without a list of moves."""
    phase = game[PHASE]
    low = 0
    first = table[AT_CARDS]
    if phase == BURYING:
        bits = open_buries(hidden_once(game, seat), hidden_twice(game, seat), chosen, shared)
    else:
        bits = choices(game, rules, seat)
    if phase == AUCTION:
        # Pass, or the display of what is staged, is the first bit; the cards follow.
        low = (bits & 1) << (DISPLAY_NUMBER if game[STAGED] else 0)
        bits >>= 1
    elif phase in (SHIELD_TRUMP, CROWN_TRUMP):
        first = table[AT_TRUMPS]
    elif phase not in (BURYING, IN_TRICK):
        first = table[AT_PARTNERS if phase == NAMING_PARTNER else AT_DEALERS]
        bits = (bits >> seat) | ((bits & ((1 << seat) - 1)) << rules[SEATS] - seat)
    mark_only(mask, low, bits, first)
    return True


def give_number(game: Any, rules: Any, seat: int, number: int, table: Any, chosen: Any, move: Any) -> int:
    """What an open number does: 1 if it makes the move in `move`, 0 if more numbers are to come."""
    phase = game[PHASE]
    face = number - table[AT_CARDS]
    if phase == BURYING:
        return 1 if bury(hidden_once(game, seat), hidden_twice(game, seat), face, chosen, move) else 0
    place = face
    if phase == AUCTION:
        place = face + 1 if face >= 0 else 0
    elif phase in (SHIELD_TRUMP, CROWN_TRUMP):
        place = number - table[AT_TRUMPS]
    elif phase != IN_TRICK:
        place = number - table[AT_PARTNERS if phase == NAMING_PARTNER else AT_DEALERS] + seat
        if place >= rules[SEATS]:
            place -= rules[SEATS]
    code = choice_code(game, place)
    is_display = code == DISPLAY << 32
    move[0] = code
    move[1] = game[STAGED] if is_display else 0
    move[2] = game[STAGED + 1] if is_display else 0
    return 1


def walk_moves(
    mem: Any, buffer: Any, move: Any, game: Any, rules: Any, seat: int, number: int, table: Any, chosen: Any
) -> int:
    """Walk over the moves of a seat."""
    return visit_moves(mem, buffer, move, game, rules, seat, False, NO_TARGET[0])


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
