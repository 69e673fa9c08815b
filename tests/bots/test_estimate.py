"""Stated errors hold: where playouts resemble each other, and for real decisions."""

from random import Random
from typing import Any

import numpy as np
import pytest

from stramash import games
from stramash.bots.registry import BOTS
from stramash.bots.search.estimate import FEWEST_BATCHES, MOST_IN_A_BATCH, Estimates, Sizes, estimate, t95
from stramash.core.match import Match, shuffled


def test_a_budget_makes_batches() -> None:
    assert Sizes.within(10, 5) == Sizes(FEWEST_BATCHES, 6)
    assert Sizes.within(5000, 5) == Sizes(FEWEST_BATCHES, 125)
    large = Sizes.within(100_000, 5)
    assert large.worlds == MOST_IN_A_BATCH
    assert large.batches == 100_000 // 5 // MOST_IN_A_BATCH


def test_students_t_is_on_the_safe_side() -> None:
    assert t95(7) == 2.365
    assert t95(11) == t95(10) > t95(15) > t95(1000) >= 1.96


@pytest.mark.parametrize("resemblance", [0.0, 5.0])
def test_intervals_hold_even_if_what_is_in_a_batch_resembles_itself(resemblance: float) -> None:
    """As a tree that happened on one line of play does: single playouts would state a tenth of that error."""
    chance = np.random.default_rng(3)
    inside = 0
    for _ in range(600):

        def measure(worlds: int) -> Any:
            own = chance.normal(0, resemblance, 2)
            return (chance.normal(0, 20, (worlds, 1)) + chance.normal([7, 3], 4, (worlds, 2)) + own).mean(
                axis=0
            )

        found = estimate(measure, Sizes(8, 60))
        inside += 4.0 in found.difference(0, 1)
    assert 0.92 < inside / 600 < 0.985


def test_luck_that_moves_share_cancels_out() -> None:
    luck = np.array([[9.0], [-8.0], [3.0], [-4.0], [7.0], [-6.0], [2.0], [-1.0]])
    found = Estimates(luck + np.array([[1.0, 0.0]]), 800)
    assert found.value(0).margin > 4
    assert found.difference(0, 1).points == pytest.approx(1.0)
    assert found.difference(0, 1).margin < 0.1
    assert found.order() == [0, 1]


def test_stated_intervals_contain_what_a_longer_search_finds() -> None:
    """The small sister of `make calibration`: always the same decisions, and the same result."""
    game = games.get("haggis3")
    inside, count = 0, 0
    for seed in range(6):
        match = Match(game, 0)
        match.deal(shuffled(game, Random(seed)))
        (seat,) = game.waiting(match.state)
        view = match.view(seat)
        expert: Any = BOTS["expert"].make(game, Random(seed), budget="playouts:120")
        moves = [item.move for item in expert.evaluate(view)][:4]

        def measure(worlds: int, expert: Any = expert, view: Any = view, moves: Any = moves) -> Any:
            return expert.measure(view, moves, worlds)

        short, long = estimate(measure, Sizes(8, 12)), estimate(measure, Sizes(80, 12))
        for i in range(len(moves)):
            count += 1
            inside += long.value(i).points in short.value(i)
    assert count > 20
    assert inside >= 0.8 * count
