"""Worlds of Mü in which a net would have played as the others did: what they played tells what they hold.

Only what a view has is used: the cards as they were played, and worlds that a search dealt.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from stramash.bots.mu.worlds import MuWorlds
from stramash.core.cards import FIRST_COPIES, SECOND_COPY
from stramash.mu.events import CardPlayed, Dealt, MuEvent
from stramash.mu.state import View
from stramash.nets.mu.playouts import Playouts

WEIGHED: Final = 6_000
"""About how many decisions of the others are asked about in all worlds together. Work is counted, not time,
so that the same seed plays the same on any machine."""
MOST_WEIGHED: Final = 1000
"""In how many worlds at most."""
MISTAKEN: Final = 0.02
"""The chance that somebody does what the net would not: others are no nets, and nets are not alike."""


class Tricks(NamedTuple):
    """What has happened in the tricks of a deal."""

    displays: Any
    """The cards on display before the first of them, two words a seat."""
    played: Any
    """Seats and cards."""


def tricks_of(view: View) -> Tricks | None:
    """The tricks so far; None where a view does not say, and before the first card."""
    if not view.past or not isinstance(view.past[0], Dealt):
        return None
    played = [(event.seat, event.card) for event in view.past if isinstance(event, CardPlayed)]
    if not played:
        return None
    table = view.past[0].table()
    for event in view.past[1:]:
        if isinstance(event, CardPlayed):
            break
        assert isinstance(event, MuEvent), "a deal of Mü has no others"
        table = event.on_table(table)
    displays = [(cards & FIRST_COPIES, cards >> SECOND_COPY) for cards in table.displays]
    return Tricks(np.array(displays, np.int64).ravel(), np.array(played, np.int64))


def believed(drawn: MuWorlds, view: View, net: Playouts, count: int, faith: float) -> Any:
    """So many packed worlds, those oftener in which the net would rather have played as the others did.

    With less `faith` than 1 what they played counts for less, with 0 for nothing.
    """
    tricks = tricks_of(view) if faith else None
    if tricks is None or view.seat is None:
        return drawn.take(count)
    asked = int((tricks.played[:, 0] != view.seat).sum())
    worlds = drawn.take(max(count, min(MOST_WEIGHED, WEIGHED // max(1, asked))))
    logs = faith * net.log_chances(view.seat, worlds, *tricks, MISTAKEN).sum(axis=1)
    sums = np.cumsum(np.exp(logs - logs.max()))
    # Steps of the same length: no world comes oftener by luck than it must.
    places = (np.arange(count) + 0.5) * (sums[-1] / count)
    return worlds[np.random.default_rng(count).permutation(np.searchsorted(sums, places))]
