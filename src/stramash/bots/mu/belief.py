"""Worlds of Mü in which a net would have done as others did: what they show and play tells what they hold.

Only what a view has is used: the cards as they were shown and played, and worlds that a search dealt.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from stramash.bots.mu.worlds import MuWorlds
from stramash.core.cards import FIRST_COPIES, SECOND_COPY
from stramash.mu.events import CardPlayed, Dealt, Displayed, MuEvent, Passed
from stramash.mu.state import View
from stramash.nets.mu.playouts import Playouts
from stramash.sim.mu import record as at

WEIGHED: Final = 20_000
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


def bids_of(view: View) -> Any | None:
    """The bids so far as seats and two words of cards; None where no other seat has shown any."""
    if not view.past or not isinstance(view.past[0], Dealt):
        return None
    bids = [
        (event.seat, event.cards if isinstance(event, Displayed) else 0)
        for event in view.past
        if isinstance(event, Displayed | Passed)
    ]
    if not any(cards for seat, cards in bids if seat != view.seat):
        return None
    words = [(seat, cards & FIRST_COPIES, cards >> SECOND_COPY) for seat, cards in bids]
    return np.array(words, np.int64)


def believed(
    drawn: MuWorlds, view: View, net: Playouts, count: int, faith: float, faith_in_shows: float = 0.0
) -> Any:
    """So many packed worlds, those oftener in which the net would rather have done as the others did.

    With less `faith` than 1 what they played counts for less, with 0 for nothing; and what they showed.
    """
    seat = view.seat
    tricks = tricks_of(view) if faith else None
    bids = bids_of(view) if faith_in_shows else None
    if seat is None or (tricks is None and bids is None):
        return drawn.take(count)
    asked = 0 if tricks is None else int((tricks.played[:, 0] != seat).sum())
    if bids is not None:
        # A decision for each card, and one for how many.
        asked += sum(shown + 1 for other, shown in enumerate(view.table.bids) if other != seat)
    worlds = drawn.take(max(count, min(MOST_WEIGHED, WEIGHED // max(1, asked))))
    worlds[:, at.BOLDNESS] = 1  # counts come first
    logs = np.zeros(len(worlds))
    if tricks is not None:
        logs += faith * net.log_chances(seat, worlds, *tricks, MISTAKEN).sum(axis=1)
    if bids is not None:
        logs += faith_in_shows * net.log_chances_shown(seat, worlds, bids, MISTAKEN).sum(axis=1)
    sums = np.cumsum(np.exp(logs - logs.max()))
    # Steps of the same length: no world comes oftener by luck than it must.
    places = (np.arange(count) + 0.5) * (sums[-1] / count)
    return worlds[np.random.default_rng(count).permutation(np.searchsorted(sums, places))]
