"""What others decided in a climbing deal so far, and how likely a net would have decided so in other worlds.

Only what a view has is used: the table as everybody saw it at each decision, and worlds that a search dealt.
"""

from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.climbing.advance import advance_table, opening_table
from stramash.climbing.cards import JACK
from stramash.climbing.events import BetMade, Dealt, Passed, Played
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import PASS, Bet, Move
from stramash.climbing.state import Phase, State, Table, View
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet, remove
from stramash.core.seats import Seat
from stramash.nets.crowd import Crowd
from stramash.sim.climbing import record as at
from stramash.sim.climbing.pack import pack_move, pack_state

MISTAKEN: Final = 0.02
"""The chance that somebody does what the net would not: others are no nets, and nets are not alike."""


class Decision(NamedTuple):
    """A move that another seat made in its turn, and the table before it."""

    seat: Seat
    table: Table
    move: Move


def decisions(game: ClimbingGame, view: View) -> list[Decision]:
    """The decisions of the other seats in the tricks of a deal, the first one first."""
    found: list[Decision] = []
    if not view.past or not isinstance(view.past[0], Dealt):
        return found
    table = opening_table(game.rules, view.past[0])
    for event in view.past[1:]:
        move: Move | None = None
        match event:
            case Played(play=play):
                move = play
            case Passed():
                move = PASS
            case BetMade(seat=seat, value=value) if seat == table.turn:
                move = Bet(value)
        if move is not None and table.phase is Phase.TRICK and table.turn != view.seat:
            found.append(Decision(table.turn, table, move))
        table = advance_table(table, event)
    return found


def log_weights(
    crowd: Crowd, game: ClimbingGame, view: View, worlds: Any, last: int, sharpness: float
) -> Any:
    """How well each packed world explains the last decisions of the others; logarithms."""
    weights = np.zeros(len(worlds))
    found = decisions(game, view)[-last:]
    if not found:
        return weights
    state = game.determinize(view, Random(0))
    records = np.concatenate([_before(game, view, state, worlds, item) for item in found])
    moves = np.repeat(np.array([pack_move(item.move) for item in found], np.int64), len(worlds), axis=0)
    chances = crowd.log_chances(records, moves, sharpness).reshape(len(found), len(worlds))
    return np.logaddexp(chances + np.log1p(-MISTAKEN), np.log(MISTAKEN)).sum(axis=0)


def _before(game: ClimbingGame, view: View, state: State, worlds: Any, item: Decision) -> Any:
    """The worlds as they were when somebody decided: their hand with the cards they have played since."""
    # Of the other hands a net is told no more than their sizes and courts, which are the same in all worlds.
    hands = tuple(
        _some_hand(item.table, seat) for seat in range(game.seats)
    )
    before = pack_state(game.rules, state._replace(table=item.table, hands=hands))
    rows = np.repeat(before[None], len(worlds), axis=0)
    since = remove(view.table.shown[item.seat], item.table.shown[item.seat])
    once, twice = since & FIRST_COPIES, since >> SECOND_COPY
    place = at.HANDS + 2 * item.seat
    rows[:, place] = worlds[:, place] | once
    rows[:, place + 1] = worlds[:, place + 1] | twice | worlds[:, place] & once
    return rows


def _some_hand(table: Table, seat: Seat) -> CardSet:
    """Cards of the right number with the right courts."""
    courts = table.courts[seat]
    return (1 << table.counts[seat] - courts.bit_count()) - 1 | courts << JACK


