"""Layers of nets where most of what goes in is 0: the same as products of matrices."""

import numpy as np
import pytest

from stramash.sim.sparse_layers import add_product, best_moves
from stramash.sim.towers import Tower, look_through


@pytest.mark.parametrize("live", [0, 1, 3, 4, 5, 11, 40])
def test_of_rows_with_few_numbers_the_product_is_that_of_the_matrix(live: int) -> None:
    rng = np.random.default_rng(live)
    x, table = np.zeros(40, np.float32), rng.normal(size=(40, 24)).astype(np.float32)
    x[rng.permutation(40)[:live]] = rng.normal(size=live)
    before = rng.normal(size=24).astype(np.float32)
    sums = before.copy()
    add_product(x, table, sums, np.empty(41, np.int64))
    assert np.allclose(sums, before + x @ table, atol=1e-4)
    assert (sums == before).all() == (live == 0)


@pytest.mark.parametrize("straight", [0, 8])
def test_a_tower_is_layers_blocks_and_what_goes_straight_to_its_end(straight: int) -> None:
    rng = np.random.default_rng(straight)

    def some(*shape: int) -> np.ndarray:
        return rng.normal(size=shape).astype(np.float32)

    places = np.full(128, -1, np.int64)
    told = rng.permutation(128)[:90]
    places[told] = np.arange(90)
    first, last = some(90, 32 + straight), some(32, straight + 5)
    tower = Tower(
        places,
        first,
        np.concatenate([some(32), np.zeros(straight, np.float32)]),
        some(2, 32, 32) / 8,
        some(2, 32),
        some(2, 32, 32) / 8,
        some(2, 32),
        last,
        some(straight + 5),
    )
    words = rng.integers(-(2**63), 2**63 - 1, (9, 2))
    bits = (words[:, :, None] >> np.arange(64) & 1).reshape(9, 128)[:, told].astype(np.float32)
    sums = bits @ first + tower.first_bias
    x = np.maximum(sums[:, :32], 0)
    for i in range(2):
        inner = np.maximum(x @ tower.block_in[i] + tower.block_in_bias[i], 0)
        x = np.maximum(x + inner @ tower.block_out[i] + tower.block_out_bias[i], 0)
    expected = x @ last + tower.last_bias
    expected[:, :straight] += sums[:, 32:]
    found = np.empty((9, straight + 5), np.float32)
    room = np.empty((9, 32 + straight), np.float32), np.empty((9, 32), np.float32), np.empty(33, np.int64)
    look_through(words, tower, *room, found)
    assert np.allclose(found, expected, atol=1e-3)
    assert (room[0][:, :32] == 0).any()


def test_the_best_move_is_of_the_likeliest_level_and_of_equals_the_first() -> None:
    values = np.array([5, 7, 7, 9, 1, 2, 8], np.float32)
    of = np.array([0, 0, 0, 2, 1, 1, 0])
    levels = np.array([[0, -1, -3], [0, 4, 0]], np.float32)
    choices = np.zeros(4, np.int64)
    best_moves(values, levels, of, np.array([4, 0, 0, 3]), np.array([0, 3]), choices)
    assert choices.tolist() == [1, 0, 0, 1]
