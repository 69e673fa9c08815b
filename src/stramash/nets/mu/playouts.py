"""A small net of Mü that plays tricks on to the end of the deal, in many worlds: see `sim.mu.playouts`."""

from typing import Any, Final

import numpy as np

from stramash.mu.game import MuGame
from stramash.nets.batched_net import FEWEST_WORLDS, places_of, shared
from stramash.nets.layout import WORD, layout_with
from stramash.sim.mu.features import POSITION_WORDS
from stramash.sim.mu.pack import pack_rules
from stramash.sim.mu.playouts import SmallNet, play_deals, play_tricks, room_for, weigh_worlds
from stramash.sim.mu.record import IN_TRICK, PHASE

FEWEST_DEALS: Final = 16
"""Deals for which a thread is worth its while."""


class Playouts:
    """The net of one table, which plays on for everybody."""

    def __init__(self, game: MuGame, parts: dict[str, Any]) -> None:
        self.seats = game.seats
        self._rules = pack_rules(game.rules)
        self.net = small_net(game, parts)

    def worth(self, seat: int, worlds: Any, moves: Any) -> Any:
        """What each packed card of a seat brings it in each packed world: its lead over the others' mean."""
        scores = shared(lambda part: self._scores(part, moves), worlds, FEWEST_WORLDS)
        own = scores[..., seat]
        return own - (scores.sum(axis=-1) - own) / (self.seats - 1)

    def worth_of(self, seat: int, records: Any) -> Any:
        """What deals in which cards are due bring a seat: its lead over the others' mean."""
        scores = shared(self._ends, records, FEWEST_DEALS)
        own = scores[:, seat]
        return own - (scores.sum(axis=1) - own) / (self.seats - 1)

    def log_chances(self, seat: int, worlds: Any, displays: Any, played: Any, mistaken: float = 0.0) -> Any:
        """How likely others would have played in packed worlds as a seat saw them play: worlds by seats."""

        def weighed(part: Any) -> Any:
            logs, room = np.zeros((len(part), self.seats)), room_for(self.net, self.seats)
            weigh_worlds(part, displays, played, seat, self._rules, self.net, room, mistaken, logs)
            return logs

        return shared(weighed, worlds, FEWEST_WORLDS)

    def _scores(self, worlds: Any, moves: Any) -> Any:
        scores = np.zeros((len(worlds), len(moves), self.seats), np.int64)
        room = room_for(self.net, self.seats)
        play_tricks(worlds, moves, self._rules, self.net, room, scores)
        return scores

    def _ends(self, records: Any) -> Any:
        scores = np.zeros((len(records), self.seats), np.int64)
        play_deals(records, self._rules, self.net, room_for(self.net, self.seats), scores)
        return scores


def are_cards_due(records: Any) -> Any:
    """Of which deals nothing is left to bid or to name."""
    return records[:, PHASE] >= IN_TRICK


def small_net(game: MuGame, parts: dict[str, Any]) -> SmallNet:
    """The weights as compiled code takes them."""
    layout = layout_with(game, len(parts["first"]))
    blocks = 0
    while f"block{blocks}.in" in parts:
        blocks += 1

    def stacked(name: str) -> Any:
        return _singles(np.stack([parts[f"block{i}.{name}"] for i in range(blocks)]))

    return SmallNet(
        places=places_of(layout.position, WORD * POSITION_WORDS),
        first=_singles(np.hstack([parts["first"], parts["look_straight"]])),
        first_bias=_singles(np.concatenate([parts["first_bias"], parts["look_bias"]])),
        block_in=stacked("in"),
        block_in_bias=stacked("in_bias"),
        block_out=stacked("out"),
        block_out_bias=stacked("out_bias"),
        look=_singles(parts["look"]),
        move=_singles(parts["move"]),
        move_layer=_singles(parts["move_layer"]),
        move_layer_bias=_singles(parts["move_layer_bias"]),
        move_last=_singles(parts["move_last"]),
    )


def _singles(numbers: Any) -> Any:
    return np.ascontiguousarray(numbers, np.float32)
