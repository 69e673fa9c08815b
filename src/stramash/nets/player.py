"""A net in NumPy: from what it is told of a position and its moves to the values of these moves."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from stramash.nets.layout import Layout, expand

SPARSE: Final = 3
"""One number in so many that is not 0 is few enough to go by their rows."""


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
        self._ones = np.ones(len(self._first), self._first.dtype)
        self._blocks: list[list[Any]] = []
        while (name := f"block{len(self._blocks)}") + ".in" in parts:
            self._blocks.append([parts[f"{name}.{part}"] for part in ("in", "in_bias", "out", "out_bias")])

    def values(self, seen: Seen, sums: Any = None) -> tuple[Any, Any]:
        """The values of the moves, and of the levels but the first; `sums` where they are known already."""
        return self._values(self.first_sums(seen.words) if sums is None else sums, seen.moves)

    def first_sums(self, words: Any) -> Any:
        """What the first layer makes of a row of words: the sum of its weights where a bit is set."""
        told = expand(words, self._bits).nonzero()[0]
        return self._ones[: len(told)] @ self._first[told]

    def _values(self, sums: Any, moves: Any) -> tuple[Any, Any]:
        parts = self._parts
        both = sums + self._first_bias
        x = np.maximum(both[: self._width], 0.0)
        for into, into_bias, out, out_bias in self._blocks:
            inner = np.maximum(_product(x, into) + into_bias, 0.0)
            x = np.maximum(x + _product(inner, out) + out_bias, 0.0)
        look = both[self._width :] + _product(x, parts["look"])
        bits = expand(moves[:, : self._move_words], slice(None)).reshape(len(moves), -1)
        near = np.maximum(bits.astype(np.float32) @ parts["move"] + look, 0.0)
        deeper = near + np.maximum(near @ parts["move_layer"] + parts["move_layer_bias"], 0.0)
        return deeper @ parts["move_last"], x @ parts["levels"] + parts["levels_bias"]


def _product(x: Any, part: Any) -> Any:
    """A vector times a matrix; where most of it is 0, as behind a layer that learned, of the other rows only.

    A large net does not fit into a processor's near memory: what is not fetched is time saved.
    """
    live = x.nonzero()[0]
    return x[live] @ part[live] if SPARSE * len(live) < len(x) else x @ part
