"""Deals of Mü played on by a small net in compiled code: thousands a second, from any decision to the end.

A batch asks a large net about many positions at once. A small one is mostly sums over a few rows, so every
deal is played by itself, and what a seat was told the last time is kept: of some two hundred bits that are
set few change until its next turn, and only their rows are added or taken off.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled
from stramash.sim.family import family
from stramash.sim.mu.moves import (
    choice_code,
    choices,
    count_buries,
    hidden_once,
    hidden_twice,
    pick_bury,
    pick_choice,
)
from stramash.sim.mu.record import (
    BURYING,
    NAMING_DEALER,
    PHASE,
    SCORES,
    SEATS,
    TURN,
    WORDS,
)
from stramash.sim.mu.rows import ABOUT, LEVELS, POSITION_WORDS
from stramash.sim.mu.step import apply_move
from stramash.sim.rows import LEVEL_SHIFT
from stramash.sim.sums import NONE

ONE: Final = np.float32(1.0)
MOST_BITS: Final = 64
"""Lists of moves are masks, see `moves`."""
_ROWS: Final = family("mu").names
position_bits, move_context = _ROWS["position_bits"], _ROWS["move_context"]
move_cards, move_shape = _ROWS["move_cards"], _ROWS["move_shape"]


class SmallNet(NamedTuple):
    """The weights of a net; what its tower and the straight way to the moves are told lies side by side."""

    places: Any
    """Which row of `first` belongs to each bit of a position; -1 where none does."""
    first: Any
    first_bias: Any
    block_in: Any
    block_in_bias: Any
    block_out: Any
    block_out_bias: Any
    look: Any
    levels: Any
    """A row for each level but the first."""
    levels_bias: Any
    move: Any
    move_layer: Any
    move_layer_bias: Any
    move_last: Any


class Room(NamedTuple):
    """Where one thread thinks: compiled code takes no memory of its own."""

    game: Any
    words: Any
    about: Any
    told: Any
    """By seat: the bits that its sums are of; then those at its first turn of the first deal."""
    sums: Any
    is_told: Any
    """By seat: whether it was told anything in this deal, and in the first one."""
    above: Any
    """Which numbers of a layer are not 0."""
    x: Any
    inner: Any
    look: Any
    near: Any
    deep: Any
    move: Any
    """The move that the net makes."""
    values: Any
    """By bit of a list of moves."""
    shapes: Any
    level_moves: Any
    """Which moves each level has."""
    level_values: Any


def room_for(net: SmallNet, seats: int) -> Room:
    """Room for a net at a table."""
    width, move_width = net.look.shape
    numbers, singles = np.int64, np.float32
    return Room(
        game=np.zeros(WORDS, numbers),
        words=np.zeros(POSITION_WORDS, numbers),
        about=np.zeros(ABOUT, numbers),
        told=np.zeros((2, seats, POSITION_WORDS), numbers),
        sums=np.zeros((2, seats, width + move_width), singles),
        is_told=np.zeros((2, seats), numbers),
        above=np.zeros(max(width, move_width) + 1, numbers),
        x=np.zeros(width, singles),
        inner=np.zeros(width, singles),
        look=np.zeros(move_width, singles),
        near=np.zeros(move_width, singles),
        deep=np.zeros(move_width, singles),
        move=np.zeros(3, numbers),
        values=np.zeros(MOST_BITS, singles),
        shapes=np.zeros(MOST_BITS, numbers),
        level_moves=np.zeros(LEVELS, numbers),
        level_values=np.zeros(LEVELS, singles),
    )


@compiled
def add_product(x: Any, table: Any, sums: Any, above: Any) -> None:
    """Add the product of a row and a matrix, four rows at once; of the many numbers that are 0 none."""
    count = 0
    for i in range(x.shape[0]):
        above[count] = i
        count += x[i] != NONE  # without a branch, which nobody could foresee
    i = 0
    while i + 4 <= count:
        one, two, three, four = above[i], above[i + 1], above[i + 2], above[i + 3]
        a, b, c, d = x[one], x[two], x[three], x[four]
        row, row_two, row_three, row_four = table[one], table[two], table[three], table[four]
        for k in range(sums.shape[0]):
            sums[k] += (a * row[k] + b * row_two[k]) + (c * row_three[k] + d * row_four[k])
        i += 4
    while i < count:
        a = x[above[i]]
        row = table[above[i]]
        for k in range(sums.shape[0]):
            sums[k] += a * row[k]
        i += 1


@compiled
def bring_up(words: Any, told: Any, net: Any, sums: Any) -> None:
    """Turn the sums of the bits that were told into those of other bits."""
    table = net.first
    for word in range(words.shape[0]):
        now = words[word]
        before = told[word]
        told[word] = now
        bits = now ^ before
        while bits:
            low = bits & -bits
            bits ^= low
            place = net.places[64 * word + popcount(low - 1)]
            if place >= 0:
                row = table[place]
                sign = ONE if now & low else -ONE
                for k in range(sums.shape[0]):
                    sums[k] += sign * row[k]


@compiled
def tell(net: Any, room: Any, seat: int) -> None:
    """Bring a seat's sums up to what stands in `words`."""
    told = room.told[0, seat]
    sums = room.sums[0, seat]
    first_told = room.told[1, seat]
    first_sums = room.sums[1, seat]
    if room.is_told[0, seat]:
        bring_up(room.words, told, net, sums)
        return
    # Another deal begins much like the first one did.
    room.is_told[0, seat] = 1
    if room.is_told[1, seat]:
        for word in range(told.shape[0]):
            told[word] = first_told[word]
        for k in range(sums.shape[0]):
            sums[k] = first_sums[k]
        bring_up(room.words, told, net, sums)
        return
    room.is_told[1, seat] = 1
    for word in range(told.shape[0]):
        told[word] = 0
    for k in range(sums.shape[0]):
        sums[k] = net.first_bias[k]
    bring_up(room.words, told, net, sums)
    for word in range(told.shape[0]):
        first_told[word] = told[word]
    for k in range(sums.shape[0]):
        first_sums[k] = sums[k]


@compiled
def look_at(net: Any, room: Any, seat: int) -> None:
    """Work out how the position looks at the moves of a seat, from its sums."""
    x = room.x
    inner = room.inner
    look = room.look
    sums = room.sums[0, seat]
    width = x.shape[0]
    for k in range(width):
        x[k] = max(sums[k], NONE)
    for block in range(net.block_in.shape[0]):
        for k in range(width):
            inner[k] = net.block_in_bias[block, k]
        add_product(x, net.block_in[block], inner, room.above)
        for k in range(width):
            inner[k] = max(inner[k], NONE)
            x[k] += net.block_out_bias[block, k]
        add_product(inner, net.block_out[block], x, room.above)
        for k in range(width):
            x[k] = max(x[k], NONE)
    for k in range(look.shape[0]):
        look[k] = sums[width + k]
    add_product(x, net.look, look, room.above)


@compiled
def value_of_move(net: Any, room: Any, cards: int, shape: int) -> float:
    """The value of a move, from its two words and how the position looks at it."""
    near = room.near
    deep = room.deep
    for k in range(near.shape[0]):
        near[k] = room.look[k]
        deep[k] = net.move_layer_bias[k]
    for word in range(2):
        bits = shape if word else cards
        while bits:
            row = net.move[64 * word + popcount((bits & -bits) - 1)]
            bits &= bits - 1
            for k in range(near.shape[0]):
                near[k] += row[k]
    for k in range(near.shape[0]):
        near[k] = max(near[k], NONE)
    add_product(near, net.move_layer, deep, room.above)
    value: Any = NONE
    for k in range(near.shape[0]):
        value += (near[k] + max(deep[k], NONE)) * net.move_last[k]
    return value


@compiled
def liked_level(net: Any, room: Any) -> int:
    """The level that the net likes best of those that have a move, the first of equals."""
    liked = -1
    for level in range(LEVELS):
        if room.level_moves[level]:
            value: Any = NONE
            if level:
                row = net.levels[level - 1]
                value = net.levels_bias[level - 1]
                for k in range(row.shape[0]):
                    value += room.x[k] * row[k]
            room.level_values[level] = value
            if liked < 0 or value > room.level_values[liked]:
                liked = level
    return liked


@compiled
def look_from(game: Any, rules: Any, seat: int, net: Any, room: Any) -> int:
    """Let the net look at a position from a seat; returns the order of colours."""
    order = position_bits(game, rules, seat, room.words)
    tell(net, room, seat)
    look_at(net, room, seat)
    move_context(game, rules, seat, room.about)
    return order


@compiled
def sort_moves(game: Any, rules: Any, seat: int, moves: int, order: int, room: Any) -> None:
    """Put the second words of some moves into `shapes`, and the moves into their levels."""
    for level in range(LEVELS):
        room.level_moves[level] = 0
    while moves:
        low = moves & -moves
        moves ^= low
        bit = popcount(low - 1)
        shape = move_shape(choice_code(game, bit), order, rules, seat, room.about)
        room.shapes[bit] = shape
        room.level_moves[(shape >> LEVEL_SHIFT) & (LEVELS - 1)] |= low


@compiled
def value_moves(game: Any, moves: int, order: int, net: Any, room: Any) -> None:
    """Put what the net thinks of some moves into `values`."""
    while moves:
        bit = popcount((moves & -moves) - 1)
        moves &= moves - 1
        cards = move_cards(choice_code(game, bit), 0, 0, order)
        room.values[bit] = value_of_move(net, room, cards, room.shapes[bit])


@compiled
def liked_move(moves: int, values: Any) -> int:
    """The move of several that is worth most, the first of equals."""
    liked = popcount((moves & -moves) - 1)
    while moves:
        bit = popcount((moves & -moves) - 1)
        moves &= moves - 1
        if values[bit] > values[liked]:
            liked = bit
    return liked


@compiled
def choose_listed(game: Any, rules: Any, seat: int, moves: int, net: Any, room: Any) -> None:
    """Put the likeliest move of the likeliest level into `move`."""
    order = look_from(game, rules, seat, net, room)
    sort_moves(game, rules, seat, moves, order, room)
    moves = room.level_moves[liked_level(net, room)]
    if moves & (moves - 1):
        value_moves(game, moves, order, net, room)
    pick_choice(game, room.move, 1 << liked_move(moves, room.values), 0)


@compiled
def choose_buried(game: Any, rules: Any, seat: int, net: Any, room: Any) -> None:
    """Put the burial that is worth most into `move`, the first of equals."""
    order = look_from(game, rules, seat, net, room)
    move = room.move
    once = hidden_once(game, seat)
    twice = hidden_twice(game, seat)
    liked = 0
    most: Any = NONE
    for i in range(count_buries(once, twice)):
        pick_bury(move, once, twice, i)
        shape = move_shape(move[0], order, rules, seat, room.about)
        value = value_of_move(net, room, move_cards(move[0], move[1], move[2], order), shape)
        if i == 0 or value > most:
            liked = i
            most = value
    pick_bury(move, once, twice, liked)


@compiled
def play_on(records: Any, moves: Any, rules: Any, net: Any, room: Any, scores: Any) -> int:
    """Make every move in every world and play on to the end of the deal; returns how often the net chose.

    Worlds in an auction have `BOLDNESS` set: the net says first how many cards it shows.
    """
    game = room.game
    move = room.move
    chosen = 0
    for world in range(records.shape[0]):
        for tried in range(moves.shape[0]):
            for word in range(WORDS):
                game[word] = records[world, word]
            for seat in range(rules[SEATS]):
                room.is_told[0, seat] = 0
            for word in range(3):
                move[word] = moves[tried, word]
            while True:
                apply_move(game, rules, game[TURN], move[0], move[1], move[2])
                if game[PHASE] >= NAMING_DEALER:
                    break
                seat = game[TURN]
                listed = choices(game, rules, seat)
                if game[PHASE] == BURYING:
                    choose_buried(game, rules, seat, net, room)
                    chosen += 1
                elif listed & (listed - 1):
                    choose_listed(game, rules, seat, listed, net, room)
                    chosen += 1
                else:
                    pick_choice(game, move, listed, 0)
            for seat in range(rules[SEATS]):
                scores[world, tried, seat] = game[SCORES + seat]
    return chosen
