"""The opponent model of Mü: worlds weighted by a net's likelihood of what the others played.

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
BLUNDER_RATE: Final = 0.02
"""The probability that an opponent departs from the net's policy."""


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


def posterior_worlds(drawn: MuWorlds, view: View, net: Playouts, count: int, posterior_weight: float) -> Any:
    """So many packed worlds, resampled by the likelihood of what the others played.

    Likelihoods are raised to the power `posterior_weight`: 1 is the posterior, 0 the prior.
    """
    tricks = tricks_of(view) if posterior_weight else None
    if tricks is None or view.seat is None:
        return drawn.take(count)
    asked = int((tricks.played[:, 0] != view.seat).sum())
    worlds = drawn.take(max(count, min(MOST_WEIGHED, WEIGHED // max(1, asked))))
    logs = posterior_weight * net.log_chances(view.seat, worlds, *tricks, BLUNDER_RATE).sum(axis=1)
    sums = np.cumsum(np.exp(logs - logs.max()))
    # Steps of the same length: no world comes oftener by luck than it must.
    places = (np.arange(count) + 0.5) * (sums[-1] / count)
    return worlds[np.random.default_rng(count).permutation(np.searchsorted(sums, places))]
