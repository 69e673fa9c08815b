"""What others did in a deal of Mü so far, and what it tells of their cards.

A net says how likely a seat would have decided as it did with one hand or another. Over some hands that agree
with the view this is summed up card by card: by how much each card makes it likelier. Such weights are all
that is kept of a decision, so each is looked at once, and worlds are drawn by their sums.
"""

from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.bots.mu.worlds import MuWorlds
from stramash.core.cards import FIRST_COPIES, SECOND_COPY, remove, size
from stramash.core.events import Event
from stramash.core.seats import Seat
from stramash.mu.cards import KINDS
from stramash.mu.events import CardPlayed, Dealt, Displayed, MuEvent, PartnerNamed, Passed, TrumpNamed
from stramash.mu.game import MuGame
from stramash.mu.moves import PASS, Partner, PlayCard
from stramash.mu.state import State, Table, View
from stramash.nets.crowd import Crowd
from stramash.sim.mu import record as at
from stramash.sim.mu.pack import pack_move, pack_state

MISTAKEN: Final = 0.02
"""The chance that somebody does what the net would not: others are no nets, and nets are not alike."""
HANDS: Final = 60
"""With how many hands of a seat its decisions are looked at."""
ASKED: Final = 1500
"""About how many positions a net is asked about at once: where more was decided, with fewer hands."""
FEWEST_HANDS: Final = 20
WORST: Final = 8.0
"""Hands that explain what was seen worse than the best by more than this, a logarithm, count as alike."""
RIDGE: Final = 2.0
"""How many hands' worth of evidence it takes to believe half of what a card seems to tell."""


class Decision(NamedTuple):
    """What another seat did, packed as nets do it, and the table before it."""

    seat: Seat
    table: Table
    move: tuple[int, int, int]


def decisions(view: View, since: int = 1) -> list[Decision]:
    """What the other seats did from one event of the deal on, the first one first.

    Of a display how many cards it has: nets say that first. What the Crown did before it took the talon is
    left out: some of the cards of then are buried.
    """
    found: list[Decision] = []
    if not view.past or not isinstance(view.past[0], Dealt):
        return found
    table = view.past[0].table()
    for number, event in enumerate(view.past):
        if not isinstance(event, MuEvent):
            continue
        move = _move(event)
        if move is not None and number >= since and (seat := move[0]) != view.seat:
            held_others = table.talon and not view.table.talon and seat == view.table.crown
            if not held_others:
                found.append(Decision(seat, table, move[1]))
        table = event.on_table(table)
    return found


def _move(event: Event) -> tuple[Seat, tuple[int, int, int]] | None:
    """Who decided something in an event, and what, packed as nets do it."""
    match event:
        case CardPlayed(seat=seat, card=card):
            return seat, pack_move(PlayCard(card))
        case Displayed(seat=seat, cards=cards):
            return seat, (at.DISPLAY << 32 | size(cards), 0, 0)
        case Passed(seat=seat):
            return seat, pack_move(PASS)
        case TrumpNamed(seat=seat, trump=trump):
            return seat, pack_move(trump)
        case PartnerNamed(seat=seat, partner=partner):
            return seat, pack_move(Partner(partner))
    return None


class Belief:
    """By how much each unseen card is likely to be with each seat, after all that was seen in a deal."""

    def __init__(self, game: MuGame, crowd: Crowd) -> None:
        self._game, self._crowd = game, crowd
        self._past: tuple[Event, ...] = ()
        self._weights = np.zeros((game.seats, KINDS), np.float64)

    def weights(self, view: View, rng: Random) -> Any:
        """A row for each seat, a place for each face: logarithms, as `MuWorlds` takes them."""
        if not self._past or view.past[: len(self._past)] != self._past:
            self._past, self._weights = (), np.zeros_like(self._weights)
        new = decisions(view, max(1, len(self._past)))
        self._past = view.past
        if new:
            count = max(FEWEST_HANDS, min(HANDS, ASKED // len(new)))
            worlds = MuWorlds(self._game, view, rng, weights=self._weights).take(count)
            likely = self._likely(view, new, worlds)
            for seat in {item.seat for item in new}:
                mine = [i for i, item in enumerate(new) if item.seat == seat]
                self._weights[seat] += _by_card(_faces(worlds, seat), likely[mine].sum(axis=0))
        return self._weights

    def _likely(self, view: View, found: list[Decision], worlds: Any) -> Any:
        """How likely the net would have made each decision in each world; logarithms."""
        rows = np.concatenate([self._before(view, item, worlds) for item in found])
        moves = np.repeat(np.array([item.move for item in found], np.int64), len(worlds), axis=0)
        chances = self._crowd.log_chances(rows, moves)
        likely = np.logaddexp(chances + np.log1p(-MISTAKEN), np.log(MISTAKEN))
        return likely.reshape(len(found), len(worlds))

    def _before(self, view: View, item: Decision, worlds: Any) -> Any:
        """The deal as it was when a seat decided, with the hands that it has in some worlds."""
        # Of the other hands a net is told no more than their sizes and displays, which all have seen.
        some = tuple((1 << count) - 1 for count in item.table.counts)
        before = pack_state(self._game.rules, State(item.table, some, 0, 0, 0))
        before[at.BOLDNESS] = 1  # counts come first
        rows = np.repeat(before[None], len(worlds), axis=0)
        place = at.HANDS + 2 * item.seat
        once, twice = worlds[:, place], worlds[:, place + 1]
        since = remove(view.table.played[item.seat], item.table.played[item.seat])
        more, both = since & FIRST_COPIES, since >> SECOND_COPY
        rows[:, place], rows[:, place + 1] = once | more, twice | once & more | both
        if item.seat == item.table.crown:
            rows[:, at.BURIED : at.BURIED + 2] = worlds[:, at.BURIED : at.BURIED + 2]
        return rows


def _faces(worlds: Any, seat: Seat) -> Any:
    """How many of each face a seat holds in each world."""
    place, faces = at.HANDS + 2 * seat, np.arange(KINDS)
    return (worlds[:, place, None] >> faces & 1) + (worlds[:, place + 1, None] >> faces & 1)


def _by_card(held: Any, likely: Any) -> Any:
    """What each face tells, so that sums of them come near to what whole hands tell: ridge regression."""
    seen = np.flatnonzero(np.ptp(held, axis=0))
    weights = np.zeros(held.shape[1])
    there = held[:, seen] - held[:, seen].mean(axis=0)
    told = np.maximum(likely, likely.max() - WORST)
    square = there.T @ there + RIDGE * np.eye(len(seen))
    weights[seen] = np.linalg.solve(square, there.T @ (told - told.mean()))
    return weights
