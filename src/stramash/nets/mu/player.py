"""What a net of Mü is told of a view, and how it builds a display."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet, remove
from stramash.core.game import AnyGame
from stramash.mu.moves import Display
from stramash.mu.rules import MuRules
from stramash.mu.state import View
from stramash.nets.levels import level_of
from stramash.nets.mu.layout import layout
from stramash.nets.player import Seen, Towers
from stramash.sim.mu import record as at
from stramash.sim.mu import rows
from stramash.sim.mu.pack import pack_rules, pack_view


class Net(Towers):
    """The weights of Mü for some seats, ready to play."""

    def __init__(self, rules: MuRules, parts: dict[str, Any]) -> None:
        super().__init__(layout, rules, parts)
        self.rules = rules
        self._options = pack_rules(rules).tolist()

    def seen(self, view: View, packed: Any, staged: CardSet = 0) -> Seen:
        """What the net is told of a view and some moves, packed; a display may be under way."""
        assert view.seat is not None, "a spectator is never asked"
        words, about = [0] * rows.POSITION_WORDS, [0] * rows.ABOUT
        record = pack_view(self.rules, view, staged)
        order = rows.position_bits(record, self._options, view.seat, words)
        rows.move_context(record, self._options, view.seat, about)
        code, once, twice = packed[:, 0], packed[:, 1], packed[:, 2]
        told = np.stack(
            [
                rows.move_cards(code, once, twice, order),
                rows.move_shape(code, order, self._options, view.seat, about),
                np.zeros_like(code),
            ],
            axis=1,
        )
        return Seen(np.array(words, np.int64), told, level_of(told))


def auction_moves(game: AnyGame, view: View, staged: CardSet) -> Any:
    """What a seat may do next while it builds a display: stop, or add a card; as the batches list it."""
    stop = at.DISPLAY << 32 if staged else at.PASS << 32
    grown: Sequence[Any] = game.extensions(view, Display(staged)) if staged else view.legal[1:]
    added = [remove(move.cards, staged).bit_length() - 1 for move in grown]
    rows_of_cards = [(at.ADD_CARD << 32 | card, 0, 0) for card in added]
    return np.array([(stop, staged & FIRST_COPIES, staged >> SECOND_COPY), *rows_of_cards], np.int64)
