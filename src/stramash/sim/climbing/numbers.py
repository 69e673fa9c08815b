"""The moves of a climbing game as numbers.

A play's first number says type, tracks, length, top rank and which courts are wild in it; where a hand leaves
a choice of faces for that, they follow as further numbers (`stramash.sim.numbering`). A single is its card.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from stramash.climbing.cards import FACES, HIGHEST_NUMBER, JACK, LOWEST_RANK, RANKS
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
from stramash.sim.climbing.facts import JACK_RANK, NUMBERS, combo_code
from stramash.sim.climbing.moves import visit_above
from stramash.sim.climbing.record import (
    AWARD,
    BET,
    BET_COUNT,
    BET_VALUES,
    BID_MOVE,
    GIVE_CARD,
    IN_TRICK,
    NAME_LEAD,
    PASS,
    PHASE,
    PLAY,
    PUT_BACK_MOVE,
    SEATS,
    SINGLE,
    TOP,
)

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
AT_SHAPES: Final = 8
"""The numbers of shapes follow: by type, tracks, length, top rank and courts."""
CHOSEN_FACES: Final = NUMBERS
"""Faces that are chosen one by one; courts are part of a play's first number."""
COMPILED: Final = ("shape_place", "first_number", "show_open", "give_number", "walk_moves")
"""Functions that compiled code calls, in the order in which they call each other."""
WALKS: Final = True
"""Whether open numbers are found by walking over the list of moves; `show_open` is not asked."""
IN_HISTORY: Final = 1 << PLAY | 1 << PASS | 1 << BET | 1 << BID_MOVE | 1 << AWARD | 1 << NAME_LEAD
"""Kinds of move that everybody sees: those of the history in observations."""
_ALL_COURTS: Final = 7
_KINDS: Final = len(Kind) + 1
AT_CODES: Final = AT_SHAPES + (_KINDS << 15)
"""And then, by number, the codes of the shapes."""


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


def show_open(game: Any, rules: Any, seat: int, table: Any, chosen: Any, shared: Any, mask: Any) -> None:
    """Nothing: open numbers are found by a walk."""


def give_number(game: Any, rules: Any, seat: int, number: int, table: Any, chosen: Any, move: Any) -> int:
    """1 if an open number makes the move in `move`; -1 where that takes a walk to find out."""
    if game[PHASE] != IN_TRICK or chosen[0] or number >= table[AT_CARDS]:
        return -1
    move[1] = 0
    move[2] = 0
    if number == 0:
        move[0] = PASS << 32
        return 1
    if number >= table[AT_SINGLES]:
        face = number - table[AT_SINGLES]
        rank = face % RANKS + LOWEST_RANK
        if face >= table[CARD_COUNT]:
            face += JACK - table[CARD_COUNT]
            rank = face - JACK + JACK_RANK
        move[0] = (PLAY << 32) | (SINGLE << 24) | (1 << 16) | (1 << 8) | rank
        move[1] = 1 << face
        return 1
    if number < table[AT_AWARDS]:
        move[0] = (BET << 32) | rules[BET_VALUES + number - table[AT_BETS]]
        return 1
    return -1


def walk_moves(
    mem: Any, buffer: Any, move: Any, game: Any, rules: Any, seat: int, number: int, table: Any, chosen: Any
) -> int:
    """Walk over the moves of a seat; where the shape is known, over those that are not below it."""
    to_beat = game[TOP]
    if chosen[0]:
        to_beat = (chosen[0] & 0xFFFFFFFF) - 1
    elif number >= table[FIRST_SHAPE]:
        to_beat = table[AT_CODES + number] - 1
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
    for shape, courts in kinds:
        code = combo_code(shape)
        table[shape_place(code, courts)] = number
        table[AT_CODES + number] = code
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
