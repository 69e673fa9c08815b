"""Ratings against known strengths."""

import numpy as np
import pytest
from tests.arena.inline import InlineExecutor

from stramash.arena.ladder import ANCHORED_AT, ELO, PRIOR, fit, ratings
from stramash.arena.plan import DealResult, Plan
from stramash.arena.play import SeatTally, TableResult
from stramash.arena.run import Run

PLAYERS = "tests.arena.players"


def test_the_fit_finds_the_strengths_that_made_the_wins() -> None:
    strengths = np.array([1200.0, 1000.0, 850.0, 400.0])
    chance = 1 / (1 + np.exp((strengths[None, :] - strengths[:, None]) / ELO))
    wins = 1000 * chance * (1 - np.eye(4))
    assert fit(wins, anchor=1) == pytest.approx(strengths, abs=0.01)
    assert fit(wins, anchor=None).mean() == pytest.approx(ANCHORED_AT)


def results_of(rng: np.random.Generator, strengths: list[float], plan: Plan, deals: int) -> list[DealResult]:
    """Deals in which the better of each pair wins as often as the model says."""
    results = []
    for number in range(deals):
        tables: list[TableResult] = []
        lines = plan.seatings()
        for first in range(0, len(lines), 2):  # both seatings of a pair
            a, b = lines[first].sides
            wins = rng.random() < 1 / (1 + 10 ** ((strengths[b] - strengths[a]) / 400))
            for line in lines[first : first + 2]:
                scores = [10 if (side == a) == wins else 0 for side in line.sides]
                tables.append(TableResult(scores, 1, [], [SeatTally(), SeatTally()]))
        results.append(DealResult(number, tuple(tables)))
    return results


def test_the_intervals_hold_the_truth_as_often_as_they_say() -> None:
    truth = {"greedy": 1000.0, "random": 900.0, "other": 1150.0}
    plan = Plan(game="haggis", seats=2, bots=tuple(truth), pairs_only=True)
    rng = np.random.default_rng(5)
    held = total = 0
    for _ in range(25):
        for rating in ratings(plan, results_of(rng, list(truth.values()), plan, 80), samples=100):
            if rating.label != "greedy":
                held += rating.low <= truth[rating.label] <= rating.high
                total += 1
    assert 0.86 <= held / total <= 1


def test_who_wins_every_deal_is_rated_high_with_a_wide_interval() -> None:
    plan = Plan(game="haggis", seats=2, bots=("strong", "greedy"), pairs_only=True)
    best, anchor = ratings(plan, results_of(np.random.default_rng(1), [9000.0, 0.0], plan, 30))
    assert (best.label, best.won, best.played) == ("strong", 30, 30)
    assert best.rating == pytest.approx(ANCHORED_AT + ELO * np.log((30 + PRIOR) / PRIOR))
    assert best.low > anchor.rating == ANCHORED_AT
    assert best.high - best.low > 200


def test_a_real_ladder_puts_the_bots_in_order() -> None:
    plan = Plan(game="haggis", seats=2, bots=("random", f"{PLAYERS}:First", "greedy"), pairs_only=True)
    run = Run(plan)
    run.play(8, InlineExecutor())
    rated = ratings(plan, run.results(8), samples=100)
    assert rated[-1].label == "random"
    assert all(rating.low <= rating.rating <= rating.high for rating in rated)
    assert all(rating.played == 16 for rating in rated)
    assert sum(rating.won for rating in rated) == 24
