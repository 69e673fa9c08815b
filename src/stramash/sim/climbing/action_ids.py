"""The action ids of the climbing games.

A play's first number says type, tracks, length, top rank and which courts are wild in it; where a hand leaves
a choice of faces for that, they follow as further numbers (`stramash.sim.tables.action_ids`). A single is its
card.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from stramash.climbing.cards import FACES, HIGHEST_NUMBER, JACK, LOWEST_RANK, RANKS, ROW
from stramash.climbing.plays.combos import (
    BOMB_NAMES,
    COURT_BOMBS,
    SHORTEST_SEQUENCE,
    SHORTEST_STAIR,
    Combo,
    Kind,
    bomb,
    combo,
)
from stramash.climbing.rules import ClimbingRules
from stramash.sim.climbing.facts import (
    ALL_COURTS,
    BELOW_RANKS,
    COLUMN,
    JACK_RANK,
    NUMBERS,
    combo_code,
)
from stramash.sim.climbing.moves import (
    drawn,
    haggis_receivers,
    leads_named,
    may_bet,
    may_bid,
    trick_receivers,
    visit_above,
)
from stramash.sim.climbing.open_action_ids import (
    AT_END,
    mark_many,
    part_faces,
    put_rows,
    show_bombs,
    show_plays,
    show_shapes,
)
from stramash.sim.climbing.record import (
    AUCTION,
    AWARD,
    BET,
    BET_COUNT,
    BET_VALUES,
    BID,
    BID_MOVE,
    GIVE_CARD,
    HANDS,
    IN_TRICK,
    NAME_LEAD,
    NAMING_LEAD,
    PASS,
    PASSING,
    PHASE,
    PLAY,
    PUT_BACK_MOVE,
    PUTTING_BACK,
    SEATS,
    SINGLE,
    TOP,
    TRICK_AWARD,
)
from stramash.sim.climbing.record import COPIES as COPIES_A_CARD  # in templates COPIES are of past moves

# --- where the blocks of numbers begin: the head of the table -------------------------------------------
AT_BETS: Final = 0
AT_AWARDS: Final = 1
AT_LEADS: Final = 2
AT_SINGLES: Final = 3
AT_CARDS: Final = 4
CARD_COUNT: Final = 5
"""How many cards are numbers of their own; not a place."""
FIRST_SHAPE: Final = 6
"""The first number of a shape; not a place."""
AT_SHAPES: Final = AT_END
"""The numbers of shapes follow: by type, tracks, length, top rank and courts."""
CHOSEN_FACES: Final = NUMBERS
"""Faces that are chosen one by one; courts are part of a play's first number."""
COMPILED: Final = (
    "shape_place",
    "first_number",
    *(part.__name__ for part in (show_shapes, show_bombs, show_plays)),
    "show_open",
    "give_part",
    "give_number",
    "walk_moves",
)
"""Functions that compiled code calls, in the order in which they call each other."""
WALKS: Final = True
"""Whether open numbers are ever found by walking over the list of moves: where a deck has two copies of each
card, in the middle of a move and where cards are put back."""
IN_HISTORY: Final = 1 << PLAY | 1 << PASS | 1 << BET | 1 << BID_MOVE | 1 << AWARD | 1 << NAME_LEAD
"""Kinds of move that everybody sees: those of the history in observations."""
_ALL_COURTS: Final = 7
_KINDS: Final = len(Kind) + 1
AT_CODES: Final = AT_SHAPES + (_KINDS << 15)
"""And then, by number, the codes of the shapes, with their courts << 32."""


def shape_place(code: int, courts: int) -> int:
    """Where in the table the number of a combination with some courts stands."""
    kind = (code >> 24) & 7
    fields = (((kind << 4) | ((code >> 16) & 15)) << 4) | ((code >> 8) & 15)
    return AT_SHAPES + ((((fields << 4) | (code & 15)) << 3) | courts)


def first_number(code: int, once: int, twice: int, rules: Any, seat: int, table: Any) -> int:
    """The number that a packed move begins with."""
    kind = code >> 32
    value = code & 0xFFFFFFFF
    if kind == PLAY:
        if value >> 24 == SINGLE:
            face = place_of(once)
            return table[AT_SINGLES] + face - (JACK - table[CARD_COUNT] if face >= JACK else 0)
        return table[shape_place(value, (once >> JACK) & _ALL_COURTS)]
    if kind in (BET, BID_MOVE):
        for i in range(rules[BET_COUNT]):
            if rules[BET_VALUES + i] == value:
                return table[AT_BETS] + i
    if kind == AWARD:
        return table[AT_AWARDS] + (value - seat) % rules[SEATS]
    if kind == NAME_LEAD:
        return table[AT_LEADS] + (value - seat) % rules[SEATS]
    if kind == GIVE_CARD:
        return table[AT_CARDS] + value
    if kind == PUT_BACK_MOVE:
        return table[AT_CARDS] + place_of(once & -once)
    return 0


def place_of(bit: int) -> int:
    """Which bit it is; the compiled one is put in its place."""
    return bit.bit_length() - 1


def mark(mask: Any, number: int) -> None:
    """A number is open; the compiled one is put in its place."""


def show_open(game: Any, rules: Any, seat: int, table: Any, chosen: Any, shared: Any, mask: Any) -> bool:
    """Mark the open numbers without a list of moves; False, and none is marked, where that takes a walk."""
    phase = game[PHASE]
    once = game[HANDS + 2 * seat]
    if chosen[0] or phase == PUTTING_BACK:
        if rules[COPIES_A_CARD] > 1:
            return False
        back = drawn(rules, game[BID]) if phase == PUTTING_BACK else 0
        mark_many(mask, part_faces(once, back, chosen, shared, 0), table[AT_CARDS])
        shared[1] = 0
        return True
    for i in range(rules[BET_COUNT]):
        value = rules[BET_VALUES + i]
        if may_bid(game, seat, value) if phase == AUCTION else may_bet(game, rules, seat, value):
            mark(mask, table[AT_BETS] + i)
    if phase == IN_TRICK:
        to_beat = game[TOP]
        if to_beat:
            mark(mask, 0)
        if to_beat == 0 or to_beat >> 24 == SINGLE:
            # C2.1
            above = max((to_beat & 255) - BELOW_RANKS, 0)
            courts = max((to_beat & 255) - HIGHEST_NUMBER, 0)
            courts = ((once >> (JACK + courts)) & (ALL_COURTS >> courts)) << courts
            cards = once & (COLUMN * (ROW & (ROW << above)))
            mark_many(mask, cards | (courts << table[CARD_COUNT]), table[AT_SINGLES])
        show_plays(once, game[HANDS + 2 * seat + 1], to_beat, rules, table, mask)
    elif phase == AUCTION:
        mark(mask, 0)
    elif phase == PASSING:
        mark_many(mask, once & NUMBERS, table[AT_CARDS])
    else:
        first = table[AT_AWARDS]
        if phase == TRICK_AWARD:
            seats = trick_receivers(game, rules)
        elif phase == NAMING_LEAD:
            seats = leads_named(game, rules)
            first = table[AT_LEADS]
        else:
            seats = haggis_receivers(game, rules)
        seats = (seats >> seat) | ((seats & ((1 << seat) - 1)) << (rules[SEATS] - seat))
        mark_many(mask, seats, first)
    return True


def give_part(once: int, back: int, number: int, table: Any, chosen: Any, move: Any) -> int:
    """`give_number` for a shape, a card of one, or one of `back` cards, where each card comes once."""
    if number < table[FIRST_SHAPE]:
        face = number - table[AT_CARDS]
        if chosen[0]:
            part_faces(once, back, chosen, move, 1)
        else:
            chosen[0] = PUT_BACK_MOVE << 32
        chosen[1] = (chosen[1] & ~NUMBERS) | (move[1] & ((1 << face) - 1)) | (1 << face)
        chosen[3] = face
    else:
        chosen[0] = (PLAY << 32) | (table[AT_CODES + number] & 0xFFFFFFFF)
        chosen[1] = (table[AT_CODES + number] >> 32) << JACK
        chosen[3] = -1
    chosen[2] = 0
    if part_faces(once, back, chosen, move, 1):
        return 0
    move[0] = chosen[0]
    chosen[0] = 0
    chosen[1] = 0
    chosen[3] = -1
    return 1


def give_number(game: Any, rules: Any, seat: int, number: int, table: Any, chosen: Any, move: Any) -> int:
    """What an open number does: 1 if it makes the move in `move`, 0 if more are to come, -1 for a walk."""
    phase = game[PHASE]
    move[1] = 0
    move[2] = 0
    if chosen[0] or number >= table[FIRST_SHAPE] or phase == PUTTING_BACK:
        if rules[COPIES_A_CARD] > 1:
            return -1
        back = drawn(rules, game[BID]) if phase == PUTTING_BACK else 0
        return give_part(game[HANDS + 2 * seat], back, number, table, chosen, move)
    if number == 0:
        move[0] = PASS << 32
    elif number < table[AT_AWARDS]:
        kind = BID_MOVE if phase == AUCTION else BET
        move[0] = (kind << 32) | rules[BET_VALUES + number - table[AT_BETS]]
    elif number < table[AT_SINGLES]:
        is_lead = number >= table[AT_LEADS]
        other = number - table[AT_LEADS if is_lead else AT_AWARDS] + seat
        kind = NAME_LEAD if is_lead else AWARD
        move[0] = (kind << 32) | (other - (rules[SEATS] if other >= rules[SEATS] else 0))
    elif number < table[AT_CARDS]:
        face = number - table[AT_SINGLES]
        rank = face % RANKS + LOWEST_RANK
        if face >= table[CARD_COUNT]:
            face += JACK - table[CARD_COUNT]
            rank = face - JACK + JACK_RANK
        move[0] = (PLAY << 32) | (SINGLE << 24) | (1 << 16) | (1 << 8) | rank
        move[1] = 1 << face
    else:
        move[0] = (GIVE_CARD << 32) | (number - table[AT_CARDS])
    return 1


def walk_moves(
    mem: Any, buffer: Any, move: Any, game: Any, rules: Any, seat: int, number: int, table: Any, chosen: Any
) -> int:
    """Walk over the moves of a seat; where the shape is known, over those that are not below it."""
    to_beat = game[TOP]
    if chosen[0]:
        to_beat = (chosen[0] & 0xFFFFFFFF) - 1
    elif number >= table[FIRST_SHAPE]:
        to_beat = (table[AT_CODES + number] & 0xFFFFFFFF) - 1
    return visit_above(mem, buffer, move, game, rules, seat, to_beat)


def shapes(rules: ClimbingRules) -> Iterator[tuple[Combo, int]]:
    """Every combination but singles, with each set of courts it can hold, in the order of their numbers."""
    if rules.sets:
        most = min(rules.suits * rules.copies, rules.dealt) + 3
        for tracks in range(2, most + 1):
            for rank in range(LOWEST_RANK, HIGHEST_NUMBER + 1):
                yield from _with_courts(rules, combo(Kind.SET, tracks, 1, rank), rules.suits * rules.copies)
    longest = rules.top_rank - LOWEST_RANK + 1
    for length in range(SHORTEST_SEQUENCE, longest + 1):
        for top in range(LOWEST_RANK + length - 1, rules.top_rank + 1):
            yield from _with_courts(rules, combo(Kind.SEQUENCE, 1, length, top), _numbers_in(length, top))
    for tracks in range(2, rules.most_tracks + 1):
        for length in range(SHORTEST_STAIR, longest + 1):
            for top in range(LOWEST_RANK + length - 1, rules.top_rank + 1):
                shape = combo(Kind.STAIR, tracks, length, top)
                yield from _with_courts(rules, shape, tracks * _numbers_in(length, top))
    courts_of_bomb = {level: cards >> JACK for cards, level in COURT_BOMBS.items()}
    for level in range(1, len(BOMB_NAMES)):
        yield bomb(level), courts_of_bomb.get(level, 0)


def _numbers_in(length: int, top: int) -> int:
    """How many ranks of a run are number cards (C2.6)."""
    return min(top, HIGHEST_NUMBER) - (top - length)


def _with_courts(rules: ClimbingRules, shape: Combo, room: int) -> Iterator[tuple[Combo, int]]:
    """C2.5: a shape with every set of courts that leaves a number card, and no more than there can be."""
    for courts in range(8):
        if 1 <= shape.cards - courts.bit_count() <= min(room, rules.dealt):
            yield shape, courts


def number_table(rules: ClimbingRules) -> Any:
    """What `first_number` looks up."""
    cards = RANKS * rules.suits
    kinds = [*shapes(rules)]
    blocks = (1, len(rules.bets), rules.seats, rules.seats, cards + 3, cards)
    starts = np.cumsum(blocks)
    number = int(starts[5])
    table = np.full(AT_CODES + number + len(kinds), -1, np.int64)
    table[AT_BETS : AT_CARDS + 1] = starts[:5]
    table[CARD_COUNT] = cards
    table[FIRST_SHAPE] = number
    put_rows(table, kinds, number)
    for shape, courts in kinds:
        code = combo_code(shape)
        table[shape_place(code, courts)] = number
        table[AT_CODES + number] = code | courts << 32
        number += 1
    return table


def number_names(rules: ClimbingRules) -> tuple[str, ...]:
    """What each number means, in words."""
    suits = FACES.code_of[: RANKS * rules.suits]
    word = "bid" if rules.has_auction else "bet"
    return (
        "pass",
        *(f"{word} {value}" for value in rules.bets),
        *(f"award to seat +{step}" for step in range(rules.seats)),
        *(f"lead by seat +{step}" for step in range(rules.seats)),
        *(f"single {code}" for code in (*suits, *FACES.suitless)),
        *(f"card {code}" for code in suits),
        *(_shape_name(shape, courts) for shape, courts in shapes(rules)),
    )


def _shape_name(shape: Combo, courts: int) -> str:
    if shape.is_bomb:
        return str(shape)
    name = f"{shape} x{shape.tracks}" if shape.kind is Kind.SET else str(shape)
    return f"{name} with {FACES.write(courts << JACK)}" if courts else name
