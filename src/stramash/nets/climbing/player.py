"""What a net of a climbing game is told of a view."""

from typing import Any

import numpy as np

from stramash.climbing.cards import COURTS, RANKS
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import View
from stramash.nets.climbing.layout import layout
from stramash.nets.levels import level_of
from stramash.nets.player import Seen, Towers
from stramash.sim.climbing import features
from stramash.sim.climbing import record as at
from stramash.sim.climbing.pack import pack_options, pack_view
from stramash.sim.features import popcounts


class Net(Towers):
    """The weights of one climbing game, ready to play."""

    def __init__(self, rules: ClimbingRules, parts: dict[str, Any]) -> None:
        super().__init__(layout, rules, parts)
        self.rules = rules
        self._options = pack_options(rules).tolist()

    def seen(self, view: View, packed: Any) -> Seen:
        """What the net is told of a view and some of its moves, packed."""
        assert view.seat is not None, "a spectator is never asked"
        words = [0] * features.POSITION_WORDS
        order = features.position_bits(pack_view(self.rules, view), self._options, view.seat, words)
        code, once, twice = packed[:, 0], packed[:, 1], packed[:, 2]
        held = view.hand.bit_count() - popcounts(twice)
        told = np.stack(
            [
                features.move_cards(code, once, order, self._options, held),
                features.move_shape(code, once, self._options, view.seat),
                features.move_copies(twice, order, self._options),
            ],
            axis=1,
        )
        return Seen(np.array(words, np.int64), told, level_of(told))


def lean(rules: ClimbingRules, hand: int, moves: Any) -> Any:
    """Which packed moves are in the lean list (docs/sim.md): wild cards only where the hand has a gap."""
    code, once, twice = moves[:, 0], moves[:, 1], moves[:, 2]
    value = code & 0xFFFFFFFF
    kind, tracks, length, top = value >> 24, value >> 16 & 255, value >> 8 & 255, value & 255
    is_set = kind == at.SET
    concerns = (
        (code >> 32 == at.PLAY) & (once & COURTS != 0) & (is_set | (kind == at.SEQUENCE) | (kind == at.STAIR))
    )
    low = np.maximum(top - length + 1, 2) - 2
    high = np.minimum(top - 2, 8)
    window = np.where(high >= low, (1 << np.maximum(high + 1, 0)) - (1 << low), 0)
    hand_once, hand_twice = hand & (1 << 64) - 1, hand >> 64
    is_fine = np.ones(len(moves), bool)
    own_tracks, empty = np.zeros(len(moves), np.int64), np.zeros(len(moves), np.int64)
    for suit in range(rules.suits):
        shift = RANKS * suit
        held, held_twice = hand_once >> shift & window, hand_twice >> shift & window
        used, used_twice = once >> shift & window, twice >> shift & window
        is_fine &= ~is_set | ((used == held) & (used_twice == held_twice))
        empty += held == 0
        own_tracks += np.where(used != 0, np.where(used_twice != 0, 2, 1), 0)
        is_whole = (used == held) & ((used_twice == 0) | (used_twice == held_twice))
        is_fine &= is_set | (used == 0) | is_whole
    is_fine &= is_set | (tracks - own_tracks <= empty * rules.tracks_a_suit)
    return ~concerns | is_fine
