"""Layers of nets where most of what goes in is 0: the same as products of matrices."""

import numpy as np
import pytest

from stramash.sim.sums import add_blocks, add_products


@pytest.mark.parametrize("live", [0, 1, 3, 4, 5, 11, 40])
def test_of_rows_with_few_numbers_the_product_is_that_of_the_matrix(live: int) -> None:
    rng = np.random.default_rng(live)
    x, table = np.zeros((7, 40), np.float32), rng.normal(size=(40, 24)).astype(np.float32)
    for row in x:
        row[rng.permutation(40)[:live]] = rng.normal(size=live)
    before = rng.normal(size=(7, 24)).astype(np.float32)
    sums = before.copy()
    add_products(x, table, sums, np.empty(41, np.int64))
    assert np.allclose(sums, before + x @ table, atol=1e-4)
    assert (sums == before).all() == (live == 0)


def test_a_residual_block_is_two_layers_and_what_went_in() -> None:
    rng = np.random.default_rng(1)
    into, out = (rng.normal(size=(32, 32)).astype(np.float32) for _ in range(2))
    into_bias, out_bias = (rng.normal(size=32).astype(np.float32) for _ in range(2))
    x = np.maximum(rng.normal(size=(9, 32)), 0).astype(np.float32)
    expected = np.maximum(x + np.maximum(x @ into + into_bias, 0) @ out + out_bias, 0)
    add_blocks(x, into, into_bias, out, out_bias, np.empty((9, 32), np.float32), np.empty(33, np.int64))
    assert np.allclose(x, expected, atol=1e-4)
    assert (x == 0).any()
