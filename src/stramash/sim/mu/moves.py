"""Every move of a seat in the reference's order: counted, one of them picked, or all written down.

A display (M3.1) may be any set of cards, so it is built card by card. In the auction a seat may pass or add
a card, which lies in `STAGED`, where only that seat sees it. While something is staged the same seat may
display it as it is, or add another card whose face is not lower, so that every distinct set is built in
exactly one way (`stramash.mu.auction.next_cards`). Pass, or the display of what is staged, is the first
move of the list; the cards follow, lowest face first.

For nets counts come first (`BOLDNESS` is set): a seat passes or says how many cards it will show, then it
adds them one by one in any order, and what is built is displayed when the count is reached. So how much to
bid is one choice, and not the sum of many small ones.

But for the choice of three cards to bury (M4.4), every list is the set bits of a mask: it is counted by one
population count, and any of its moves is found without visiting the others.
"""

from typing import Any

from stramash.mu.cards import COLOURS, RANKS
from stramash.sim.bits import popcount, select
from stramash.sim.compiling.compiled import compiled, inlined
from stramash.sim.mu.facts import COLOUR, FIRST_NUMBER, NO_TRUMP, most_in_all
from stramash.sim.mu.record import (
    ADD_CARD,
    AUCTION,
    BIDS,
    BOLDNESS,
    BURY,
    BURYING,
    CROWN_TRUMP,
    DISPLAY,
    DISPLAY_LIMIT,
    DISPLAYS,
    HANDS,
    IN_TRICK,
    LED,
    MINOR,
    MOST_PLANNED,
    NAME_DEALER,
    NAME_PARTNER,
    NAME_TRUMP,
    NAMING_PARTNER,
    PASS,
    PHASE,
    PLANNED,
    PLAY,
    RAISE_LIMIT,
    SEATS,
    SHIELD,
    SHIELD_MAY_NAME_NONE,
    SHIELD_TRUMP,
    STAGED,
    TURN,
)
from stramash.sim.visit import SKIP, begin, emit


@inlined
def acting_seat(game: Any, rules: Any) -> int:
    """The seat that must act; -1 when the deal is over."""
    return game[TURN]


@inlined
def hidden_once(game: Any, seat: int) -> int:
    """The faces among a seat's cards that are not displayed."""
    hand = HANDS + 2 * seat
    shown = DISPLAYS + 2 * seat
    return (game[hand] & ~game[shown]) | (game[hand + 1] & game[shown] & ~game[shown + 1])


@inlined
def hidden_twice(game: Any, seat: int) -> int:
    """The faces of which a seat holds two that are not displayed."""
    return game[HANDS + 2 * seat + 1] & ~game[DISPLAYS + 2 * seat]


@inlined
def addable(game: Any, seat: int) -> int:
    """The faces that may be added to the display being built."""
    staged = game[STAGED]
    if staged == 0:
        return hidden_once(game, seat)
    below_top = staged | (staged >> 1)
    below_top |= below_top >> 2
    below_top |= below_top >> 4
    below_top |= below_top >> 8
    below_top |= below_top >> 16
    below_top |= below_top >> 32
    top = below_top ^ (below_top >> 1)
    once_more = top & hidden_twice(game, seat) & ~game[STAGED + 1]
    return (hidden_once(game, seat) & ~below_top) | once_more


@inlined
def may_show_more(game: Any, rules: Any, seat: int) -> bool:
    """M3.7: whether the display being built may have a card more."""
    if rules[RAISE_LIMIT] == 0 and rules[DISPLAY_LIMIT] == 0:
        return True
    staged = popcount(game[STAGED]) + popcount(game[STAGED + 1])
    return ((game[BIDS] >> (8 * seat)) & 255) + staged < most_in_all(game, rules)


@compiled
def choices_by_count(game: Any, rules: Any, seat: int) -> int:
    """The list of an auction in which counts come first: pass, one card, two, ...; or the card to add."""
    once = hidden_once(game, seat)
    twice = hidden_twice(game, seat)
    planned = game[PLANNED]
    if planned:
        if popcount(game[STAGED]) + popcount(game[STAGED + 1]) >= planned:
            return 1
        return ((once & ~game[STAGED]) | (twice & game[STAGED] & ~game[STAGED + 1])) << 1
    shown = (game[BIDS] >> (8 * seat)) & 255
    most = popcount(once) + popcount(twice)
    most = most if most < MOST_PLANNED - shown else MOST_PLANNED - shown
    allowed = most_in_all(game, rules) - shown  # M3.7
    most = most if most < allowed else allowed
    return (2 << most) - 1 if most > 0 else 1


@compiled
def namable(game: Any, rules: Any, seat: int) -> int:
    """M4.1, M4.2: bit per trump that the seat may name."""
    shown = game[DISPLAYS + 2 * seat]
    trumps = 1 << NO_TRUMP if rules[SHIELD_MAY_NAME_NONE] or game[PHASE] == CROWN_TRUMP else 0
    numbers = 0
    for colour in range(COLOURS):
        faces = (shown >> (RANKS * colour)) & COLOUR
        numbers |= faces
        if faces:
            trumps |= 1 << colour
    trumps |= numbers << FIRST_NUMBER
    minor = game[MINOR]
    if 0 <= minor < NO_TRUMP:
        trumps &= ~(1 << minor)
    return trumps


@inlined
def choices(game: Any, rules: Any, seat: int) -> int:
    """The list of moves as a mask, in every phase in which there is one (all but the burying)."""
    phase = game[PHASE]
    if phase == IN_TRICK:
        # M5.3, M5.4: before the lead there is no suit to follow.
        hand = game[HANDS + 2 * seat]
        follow = hand & game[LED]
        return follow if follow else hand
    if phase == AUCTION:
        if game[BOLDNESS]:
            return choices_by_count(game, rules, seat)
        return (addable(game, seat) << 1) | 1 if may_show_more(game, rules, seat) else 1
    if phase in (SHIELD_TRUMP, CROWN_TRUMP):
        return namable(game, rules, seat)
    others = ((1 << rules[SEATS]) - 1) & ~(1 << seat)
    if phase == NAMING_PARTNER and game[SHIELD] >= 0:
        others &= ~(1 << game[SHIELD])  # M4.5
    return others


@inlined
def choice_code(game: Any, bit: int) -> int:
    """The code of the move that a bit of the mask stands for."""
    phase = game[PHASE]
    if phase == IN_TRICK:
        return (PLAY << 32) | bit
    if phase == AUCTION:
        if bit and game[BOLDNESS] and game[PLANNED] == 0:
            return (DISPLAY << 32) | bit
        if bit:
            return (ADD_CARD << 32) | (bit - 1)
        return DISPLAY << 32 if game[STAGED] else PASS << 32
    kind = NAME_PARTNER if phase == NAMING_PARTNER else NAME_DEALER
    if phase in (SHIELD_TRUMP, CROWN_TRUMP):
        kind = NAME_TRUMP
    return (kind << 32) | bit


@inlined
def pick_choice(game: Any, move: Any, mask: int, index: int) -> None:
    """Put a move of the list that is a mask into `move`."""
    code = choice_code(game, select(mask, index))
    is_display = code == DISPLAY << 32
    move[0] = code
    move[1] = game[STAGED] if is_display else 0
    move[2] = game[STAGED + 1] if is_display else 0


@compiled
def count_buries(once: int, twice: int) -> int:
    """M4.4: how many distinct sets of three these cards hold."""
    faces = popcount(once)
    return faces * (faces - 1) * (faces - 2) // 6 + popcount(twice) * (faces - 1)


@compiled
def pick_bury(move: Any, once: int, twice: int, index: int) -> None:
    """Put a set of three into `move`; lowest faces first, two of a face before one of it and a higher one."""
    move[0] = BURY << 32
    while True:
        low = once & -once
        is_double = (twice & low) != 0
        once ^= low
        twice &= ~low
        above = popcount(once)
        sets = above * (above - 1) // 2 + popcount(twice)
        if is_double:
            if index < above:
                move[1] = low | (1 << select(once, index))
                move[2] = low
                return
            index -= above
        if index < sets:
            break
        index -= sets
    while True:
        middle = once & -once
        once ^= middle
        if twice & middle:
            if index == 0:
                move[1] = low | middle
                move[2] = middle
                return
            index -= 1
        above = popcount(once)
        if index < above:
            break
        index -= above
    move[1] = low | middle | (1 << select(once, index))
    move[2] = 0


@compiled
def visit_buries(mem: Any, buffer: Any, move: Any, once: int, twice: int) -> None:
    """Every set of three, in the order of `pick_bury`."""
    code = BURY << 32
    first = once
    while first:
        low = first & -first
        first ^= low
        if twice & low:
            third = first
            while third:
                high = third & -third
                third ^= high
                emit(mem, buffer, move, code, low | high, low)
        second = first
        while second:
            middle = second & -second
            second ^= middle
            if twice & middle:
                emit(mem, buffer, move, code, low | middle, middle)
            third = second
            while third:
                high = third & -third
                third ^= high
                emit(mem, buffer, move, code, low | middle | high, 0)


@inlined
def count_legal(game: Any, rules: Any, seat: int, lean: bool, mem: Any, move: Any) -> int:
    """How many legal moves a seat has; the lean list is the same list."""
    if seat != game[TURN]:
        return 0
    if game[PHASE] == BURYING:
        return count_buries(hidden_once(game, seat), hidden_twice(game, seat))
    return popcount(choices(game, rules, seat))


@inlined
def plan_legal(game: Any, rules: Any, seat: int, lean: bool, mem: Any, move: Any) -> None:
    """Nothing needs to be left for `pick_legal` here."""


@inlined
def pick_legal(
    game: Any, rules: Any, seat: int, lean: bool, index: int, count: int, mem: Any, move: Any
) -> None:
    """Put the i-th of `count` legal moves into `move`."""
    if game[PHASE] == BURYING:
        pick_bury(move, hidden_once(game, seat), hidden_twice(game, seat), index)
    else:
        pick_choice(game, move, choices(game, rules, seat), index)


@inlined
def visit_moves(
    mem: Any, buffer: Any, move: Any, game: Any, rules: Any, seat: int, lean: bool, target: int
) -> int:
    """Walk over every legal move of a seat; returns how many there are."""
    count = count_legal(game, rules, seat, lean, mem, move)
    if 0 <= target < count:
        pick_legal(game, rules, seat, lean, target, count, mem, move)
    if count and buffer.shape[0]:
        write_moves(mem, buffer, move, game, rules, seat)
    return count


@compiled
def write_moves(mem: Any, buffer: Any, move: Any, game: Any, rules: Any, seat: int) -> None:
    """Write the list down, from move number mem[SKIP] on, as far as there is room."""
    if game[PHASE] == BURYING:
        begin(mem, buffer, -1)
        visit_buries(mem, buffer, move, hidden_once(game, seat), hidden_twice(game, seat))
        return
    rows = buffer.shape[0]
    mask = choices(game, rules, seat)
    row = -mem[SKIP]
    while mask and row < rows:
        low = mask & -mask
        mask ^= low
        if row >= 0:
            code = choice_code(game, popcount(low - 1))
            is_display = code == DISPLAY << 32
            buffer[row, 0] = code
            buffer[row, 1] = game[STAGED] if is_display else 0
            buffer[row, 2] = game[STAGED + 1] if is_display else 0
        row += 1
