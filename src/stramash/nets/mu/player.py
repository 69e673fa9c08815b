"""What a net of Mü is told of a view, and how it builds a display."""

from typing import Any, Final

import numpy as np

from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet, join, remove, size
from stramash.core.seats import Seat
from stramash.mu.auction import most_in_all
from stramash.mu.rules import MuRules
from stramash.mu.state import View
from stramash.nets.levels import level_of
from stramash.nets.mu.layout import layout
from stramash.nets.player import Seen, Towers
from stramash.sim.features import upto
from stramash.sim.mu import features
from stramash.sim.mu import record as at
from stramash.sim.mu.pack import pack_rules, pack_view

FEW: Final = 30
"""Up to so many moves their rows are made faster one by one."""


class Net(Towers):
    """The weights of Mü for some seats, ready to play."""

    def __init__(self, rules: MuRules, parts: dict[str, Any]) -> None:
        super().__init__(layout, rules, parts)
        self.rules = rules
        self._options = pack_rules(rules).tolist()

    def seen(self, view: View, packed: Any, staged: CardSet = 0, planned: int = 0) -> "Looked":
        """What the net is told of a view and some moves, packed; a display may be under way."""
        assert view.seat is not None, "a spectator is never asked"
        words, about = [0] * features.POSITION_WORDS, [0] * features.ABOUT
        record = pack_view(self.rules, view, staged, planned)
        order = features.position_bits(record, self._options, view.seat, words)
        features.move_context(record, self._options, view.seat, about)
        seen = Looked(np.array(words, np.int64), packed[:0], packed[:0, 0], order, about)
        return self.with_moves(seen, view, packed)

    def with_moves(self, seen: "Looked", view: View, packed: Any) -> "Looked":
        """The same position with other moves of the seat."""
        assert view.seat is not None, "a spectator is never asked"
        told = self._rows(seen, view.seat, packed)
        return Looked(seen.words, told, level_of(told), seen.order, seen.about)

    def _rows(self, seen: "Looked", seat: Seat, packed: Any) -> Any:
        """The rows of moves: of a few one by one in whole numbers, of many all at once."""
        order, about, options = seen.order, seen.about, self._options
        if len(packed) > FEW:
            code, once, twice = packed[:, 0], packed[:, 1], packed[:, 2]
            cards = features.move_cards(code, once, twice, order)
            shape = features.move_shape(code, order, options, seat, about)
            return np.stack([cards, shape, np.zeros_like(code)], axis=1)
        told = np.zeros((len(packed), features.MOVE_WORDS), np.int64)
        for i, (code, once, twice) in enumerate(packed.tolist()):
            told[i, 0] = features.move_cards(code, once, twice, order)
            told[i, 1] = features.move_shape(code, order, options, seat, about)
        return told

    def with_staged(self, seen: "Looked", view: View, staged: CardSet, planned: int, kept: Any) -> Seen:
        """A position before a display as it is in the midst of it, with those of its moves that are left.

        A display that is being built stands in three words and changes nothing of what its cards mean, so it
        need not be looked at from the beginning at every card. A test holds this against `seen`.
        """
        assert view.seat is not None, "a spectator is never asked"
        words = seen.words.copy()
        words[1] = features.arranged(staged & FIRST_COPIES, staged >> SECOND_COPY, seen.order)
        words[6] |= upto(view.table.bids[view.seat] + size(staged), features.MOST_BID) << 30
        words[features.AT_MATCH] |= upto(planned - size(staged), at.MOST_PLANNED) << features.AT_PLANNED
        return Seen(words, seen.moves[kept], seen.levels[kept])


class Looked(Seen):
    """A position of Mü as a net is told of it, with what its moves are told from."""

    def __init__(self, words: Any, moves: Any, levels: Any, order: int, about: list[int]) -> None:
        super().__init__(words, moves, levels)
        self.order, self.about = order, about


def auction_moves(rules: MuRules, view: View, staged: CardSet = 0, planned: int = 0) -> Any:
    """What a seat may do next: pass or say how many cards it will show, then add them; as batches list it."""
    assert view.seat is not None, "a spectator is never asked"
    table = view.table
    hidden = remove(view.hand, join(table.displays[view.seat], staged))
    if planned:
        faces = hidden & FIRST_COPIES
        codes = [at.ADD_CARD << 32 | card for card in range(faces.bit_length()) if faces >> card & 1]
    else:
        shown = table.bids[view.seat]
        most = min(size(hidden), at.MOST_PLANNED - shown, most_in_all(rules, table) - shown)
        codes = [at.PASS << 32, *(at.DISPLAY << 32 | count for count in range(1, most + 1))]
    return np.array([(code, 0, 0) for code in codes], np.int64)
