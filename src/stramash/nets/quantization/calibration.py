"""Calibration for quantisation: the statistics of each layer's inputs and outputs over positions of play.

How much an error of a weight matters depends on its input and on how much its output changes the policy. The
first is the second moment of the layer's inputs. The second is the mean square of the gradient of the
log-policy by the layer's outputs, at a move sampled from the policy (the Fisher information).
"""

from typing import Any, NamedTuple

import numpy as np

from stramash.nets.layout import WORD, expand
from stramash.nets.levels import LEVEL_MASK, level_of
from stramash.nets.quantization.samples import Sample

_LEVELS = LEVEL_MASK + 1


class Activations(NamedTuple):
    """The activations of a net on some positions, layer by layer."""

    told: Any
    blocks: list[tuple[str, Any, Any]]
    """Of each block its name, what comes into it and what is between its two layers."""
    deep: Any
    bits: Any
    """Of moves; so are those that follow."""
    near: Any
    layer: Any
    values: Any
    by_level: Any
    """The values of the levels, a row a position."""


class LayerStatistics(NamedTuple):
    """The statistics of a matrix."""

    inputs: Any
    """The mean products of each two of its inputs, the last of which is always 1."""
    outputs: Any
    """By column: the mean square of the gradient."""


def forward(parts: dict[str, Any], bits: Any, sample: Sample) -> Activations:
    """The forward pass of positions and their moves; `bits` are those of the net's layout."""
    told = expand(sample.words, bits).astype(np.float32)
    x = np.maximum(told @ parts["first"] + parts["first_bias"], 0)
    blocks: list[tuple[str, Any, Any]] = []
    while (name := f"block{len(blocks)}.") + "in" in parts:
        inner = np.maximum(x @ parts[name + "in"] + parts[name + "in_bias"], 0)
        blocks.append((name, x, inner))
        x = np.maximum(x + inner @ parts[name + "out"] + parts[name + "out_bias"], 0)
    look = x @ parts["look"] + told @ parts["look_straight"] + parts["look_bias"]
    words = sample.moves[:, : parts["move"].shape[0] // WORD]
    moves = expand(words, slice(None)).reshape(len(words), -1).astype(np.float32)
    near = np.maximum(moves @ parts["move"] + look[sample.owner], 0)
    layer = near @ parts["move_layer"] + parts["move_layer_bias"]
    values = (near + np.maximum(layer, 0)) @ parts["move_last"]
    by_level = np.pad(x @ parts["levels"] + parts["levels_bias"], ((0, 0), (1, 0)))
    return Activations(told, blocks, x, moves, near, layer, values, by_level)


def greedy_choices(passed: Activations, sample: Sample) -> Any:
    """The likeliest move of the likeliest level of each position."""
    first = _first(sample)
    liked = passed.by_level[sample.owner, level_of(sample.moves)]
    is_liked = liked == np.maximum.reduceat(liked, first)[sample.owner]
    values = np.where(is_liked, passed.values, -np.inf)
    best = np.flatnonzero(values == np.maximum.reduceat(values, first)[sample.owner])[::-1]
    chosen = np.zeros(len(first), np.int64)
    chosen[sample.owner[best]] = best  # of equals the first: it is written last
    return chosen


class Calibration:
    """Statistics of all matrices of a net, gathered from positions of play."""

    def __init__(self, bits: Any, parts: dict[str, Any]) -> None:
        self._bits, self._parts = bits, parts
        self._inputs: dict[str, Any] = {}
        self._outputs: dict[str, Any] = {}
        self._weight: dict[str, float] = {}
        self._positions = 0

    def statistics(self, name: str) -> LayerStatistics:
        """The statistics of a matrix over everything that was added."""
        weight = max(self._weight[name], 1e-12)
        return LayerStatistics(self._inputs[name] / weight, self._outputs[name] / self._positions)

    def bias_of(self, name: str) -> str:
        """The bias that is added to what a matrix gives."""
        bias = {"look_straight": "look_bias", "move": "look_bias"}.get(name, f"{name}_bias")
        assert bias in self._parts, "every matrix has one"
        return bias

    def add(self, sample: Sample, rng: np.random.Generator) -> None:
        """Add a sample: a forward and a backward pass."""
        parts, passed = self._parts, forward(self._parts, self._bits, sample)
        self._positions += len(sample.words)
        to_values, to_levels = _gradients(passed, sample, rng)
        to_near = to_values[:, None] * parts["move_last"]
        to_layer = to_near * (passed.layer > 0)
        to_near = (to_near + to_layer @ parts["move_layer"].T) * (passed.near > 0)
        to_look = np.add.reduceat(to_near, _first(sample))
        # Only moves in question count among moves: of those that nobody thinks of nothing has to be exact.
        self._sum("move_layer", passed.near, to_layer, (to_layer**2).sum(axis=1))
        self._sum("move", passed.bits, to_near, (to_near**2).sum(axis=1))
        self._sum("look", passed.deep, to_look)
        self._sum("look_straight", passed.told, to_look)
        self._sum("levels", passed.deep, to_levels)
        to_x, x = to_look @ parts["look"].T + to_levels @ parts["levels"].T, passed.deep
        for name, before, inner in reversed(passed.blocks):
            to_x = to_x * (x > 0)
            to_inner = (to_x @ parts[name + "out"].T) * (inner > 0)
            self._sum(name + "out", inner, to_x)
            self._sum(name + "in", before, to_inner)
            to_x, x = to_x + to_inner @ parts[name + "in"].T, before
        self._sum("first", passed.told, to_x * (x > 0))

    def _sum(self, name: str, inputs: Any, to_outputs: Any, weights: Any = None) -> None:
        inputs = np.pad(inputs, ((0, 0), (0, 1)), constant_values=1)
        if weights is None:
            products, weight = inputs.T @ inputs, float(len(inputs))
        else:
            here = weights > 0
            inputs = inputs[here] * np.sqrt(weights[here])[:, None]
            products, weight = inputs.T @ inputs, float(weights.sum())
        self._inputs[name] = self._inputs.get(name, 0) + products.astype(np.float64)
        self._weight[name] = self._weight.get(name, 0) + weight
        self._outputs[name] = self._outputs.get(name, 0) + (to_outputs.astype(np.float64) ** 2).sum(axis=0)


def _gradients(passed: Activations, sample: Sample, rng: np.random.Generator) -> tuple[Any, Any]:
    """Of the logarithm of the chance of a move that is drawn: by the values of moves and of levels."""
    levels, n = level_of(sample.moves), len(sample.words)
    place = sample.owner * _LEVELS + levels
    most = np.full(n * _LEVELS, -np.inf)
    np.maximum.at(most, place, passed.values)
    up = np.exp((passed.values - most[place]).astype(np.float64))
    inside = up / np.bincount(place, up, n * _LEVELS)[place]
    count = passed.by_level.shape[1]
    there = np.bincount(place, minlength=n * _LEVELS).reshape(n, _LEVELS)[:, :count] > 0
    liked = np.where(there, passed.by_level, -np.inf)
    liked = np.exp(liked - liked.max(axis=1, keepdims=True))
    liked = liked / liked.sum(axis=1, keepdims=True)
    level = (liked.cumsum(axis=1) > rng.random((n, 1))).argmax(axis=1)
    mine = levels == level[sample.owner]
    # The largest of logarithms of chances with noise of Gumbel's kind: a draw by these chances.
    noise = rng.gumbel(size=len(inside))
    drawn = np.where(mine, np.log(np.maximum(inside, 1e-30)) + noise, -np.inf)
    is_drawn = drawn == np.maximum.reduceat(drawn, _first(sample))[sample.owner]
    to_values = is_drawn - np.where(mine, inside, 0)
    to_levels = np.eye(count)[level] - liked
    return to_values.astype(np.float32), to_levels[:, 1:].astype(np.float32)


def _first(sample: Sample) -> Any:
    """The first move of each position."""
    return np.flatnonzero(np.diff(sample.owner, prepend=-1))
