"""A net in NumPy: from what it is told of a position and its moves to the values of these moves."""

from collections.abc import Callable
from typing import Any

import numpy as np

from stramash.nets.layout import Layout, expand


class Seen:
    """A view as a net is told of it."""

    def __init__(self, words: Any, moves: Any, levels: Any) -> None:
        self.words, self.moves, self.levels = words, moves, levels


class Towers:
    """The weights of one game, ready to play; families of games add how a view is told."""

    def __init__(self, layout: Callable[..., Layout], rules: Any, parts: dict[str, Any]) -> None:
        told = layout(rules)
        if len(told.position) != len(parts["first"]):
            told = layout(rules, match=True)
        self._bits = told.position
        self._parts = parts
        self._move_words = parts["move"].shape[0] // 64
        # The first layer and the straight way to the moves have the same inputs: one product.
        self._first = np.ascontiguousarray(np.hstack([parts["first"], parts["look_straight"]]))
        self._first_bias = np.concatenate([parts["first_bias"], parts["look_bias"]])
        self._width = parts["first"].shape[1]

    def values(self, seen: Seen) -> tuple[Any, Any]:
        """The values of the moves, and of the levels but the first."""
        parts = self._parts
        # Rows of the first layer are added up where a bit is set.
        told = np.flatnonzero(expand(seen.words, self._bits))
        both = self._first[told].sum(axis=0) + self._first_bias
        x = np.maximum(both[: self._width], 0.0)
        i = 0
        while f"block{i}.in" in parts:
            inner = np.maximum(x @ parts[f"block{i}.in"] + parts[f"block{i}.in_bias"], 0.0)
            x = np.maximum(x + inner @ parts[f"block{i}.out"] + parts[f"block{i}.out_bias"], 0.0)
            i += 1
        look = both[self._width :] + x @ parts["look"]
        bits = expand(seen.moves[:, : self._move_words], slice(None)).reshape(len(seen.moves), -1)
        near = np.maximum(bits.astype(np.float32) @ parts["move"] + look, 0.0)
        deeper = near + np.maximum(near @ parts["move_layer"] + parts["move_layer_bias"], 0.0)
        return deeper @ parts["move_last"], x @ parts["levels"] + parts["levels_bias"]
