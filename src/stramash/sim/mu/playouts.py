"""Rollouts of tricks of Mü by a small net in compiled code: thousands of deals a second.

A batch asks a large net about many positions at once. A small one is mostly sums over a few rows, so every
deal is played by itself, and what a seat was told the last time is kept: of some two hundred bits that are
set few change until its next turn, and only their rows are added or taken off.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from stramash.mu.cards import KINDS
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled
from stramash.sim.family import family
from stramash.sim.mu.features import ABOUT, POSITION_WORDS
from stramash.sim.mu.moves import choices
from stramash.sim.mu.record import (
    DISPLAYS,
    HANDS,
    IN_TRICK,
    LEADER,
    PHASE,
    PILES,
    PLAY,
    PLAYED,
    SCORES,
    SEATS,
    TRICK,
    TURN,
    VOIDS,
    WORDS,
)
from stramash.sim.mu.step import apply_move, join
from stramash.sim.sparse_layers import NONE, add_block, add_product

ONE: Final = np.float32(1.0)
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
    values: Any
    """By card."""


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
        values=np.zeros(KINDS, singles),
    )


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
        add_block(
            x,
            net.block_in[block],
            net.block_in_bias[block],
            net.block_out[block],
            net.block_out_bias[block],
            inner,
            room.above,
        )
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
def judge_cards(game: Any, rules: Any, seat: int, cards: int, net: Any, room: Any) -> None:
    """Put what the net thinks of some cards of a seat into `values`."""
    order = position_bits(game, rules, seat, room.words)
    tell(net, room, seat)
    look_at(net, room, seat)
    move_context(game, rules, seat, room.about)
    while cards:
        card = popcount((cards & -cards) - 1)
        cards &= cards - 1
        code = (PLAY << 32) | card
        shape = move_shape(code, order, rules, seat, room.about)
        room.values[card] = value_of_move(net, room, move_cards(code, 0, 0, order), shape)


@compiled
def liked_card(cards: int, values: Any) -> int:
    """The card of several that is worth most, the first of equals."""
    liked = popcount((cards & -cards) - 1)
    while cards:
        card = popcount((cards & -cards) - 1)
        cards &= cards - 1
        if values[card] > values[liked]:
            liked = card
    return liked


@compiled
def log_chance(card: int, cards: int, values: Any) -> float:
    """The logarithm of the chance of one card among several."""
    most = values[liked_card(cards, values)]
    total = 0.0
    while cards:
        total += np.exp(values[popcount((cards & -cards) - 1)] - most)
        cards &= cards - 1
    return values[card] - most - np.log(total)


@compiled
def weigh_worlds(
    records: Any,
    displays: Any,
    played: Any,
    own: int,
    rules: Any,
    net: Any,
    room: Any,
    mistaken: float,
    logs: Any,
) -> None:
    """How likely the net would have played as the other seats did, by world and seat, as logarithms.

    `displays` are those before the first trick, `played` has seats and cards from then on.
    """
    game = room.game
    for world in range(records.shape[0]):
        for word in range(WORDS):
            game[word] = records[world, word]
        for seat in range(rules[SEATS]):
            join(game, HANDS + 2 * seat, game[PLAYED + 2 * seat], game[PLAYED + 2 * seat + 1])
            for word in range(2):
                game[PLAYED + 2 * seat + word] = 0
                game[PILES + 2 * seat + word] = 0
                game[DISPLAYS + 2 * seat + word] = displays[2 * seat + word]
            room.is_told[0, seat] = 0
            logs[world, seat] = 0.0
        for word in range(TRICK, VOIDS + 1):
            game[word] = 0
        game[LEADER] = played[0, 0]
        game[TURN] = played[0, 0]
        for i in range(played.shape[0]):
            seat = played[i, 0]
            card = played[i, 1]
            cards = choices(game, rules, seat)
            if seat != own and cards & (cards - 1):
                judge_cards(game, rules, seat, cards, net, room)
                chance = np.exp(log_chance(card, cards, room.values))
                logs[world, seat] += np.log(chance * (1.0 - mistaken) + mistaken)
            apply_move(game, rules, seat, (PLAY << 32) | card, 0, 0)


@compiled
def play_on(game: Any, rules: Any, net: Any, room: Any) -> int:
    """Play tricks on to the end of the deal; returns how often the net chose."""
    chosen = 0
    for seat in range(rules[SEATS]):
        room.is_told[0, seat] = 0
    while game[PHASE] == IN_TRICK:
        seat = game[TURN]
        cards = choices(game, rules, seat)
        card = popcount((cards & -cards) - 1)
        if cards & (cards - 1):
            judge_cards(game, rules, seat, cards, net, room)
            card = liked_card(cards, room.values)
            chosen += 1
        apply_move(game, rules, seat, (PLAY << 32) | card, 0, 0)
    return chosen


@compiled
def play_tricks(records: Any, moves: Any, rules: Any, net: Any, room: Any, scores: Any) -> int:
    """Play every move in every world and then on to the end of the deal; returns how often the net chose."""
    game = room.game
    chosen = 0
    for world in range(records.shape[0]):
        for tried in range(moves.shape[0]):
            for word in range(WORDS):
                game[word] = records[world, word]
            apply_move(game, rules, game[TURN], moves[tried, 0], moves[tried, 1], moves[tried, 2])
            chosen += play_on(game, rules, net, room)
            for seat in range(rules[SEATS]):
                scores[world, tried, seat] = game[SCORES + seat]
    return chosen


@compiled
def play_deals(records: Any, rules: Any, net: Any, room: Any, scores: Any) -> None:
    """Play every deal in which cards are due to its end; of those that are over scores are as they were."""
    game = room.game
    for deal in range(records.shape[0]):
        for word in range(WORDS):
            game[word] = records[deal, word]
        play_on(game, rules, net, room)
        for seat in range(rules[SEATS]):
            scores[deal, seat] = game[SCORES + seat]
