"""The statistics against simulated truth and against textbook formulas."""

import numpy as np
import pytest
from scipy import stats as textbook

from stramash.arena.plan import DealResult, Plan
from stramash.arena.play import SeatTally, TableResult
from stramash.arena.stats import LEVEL, clustered, report, running

RUNS = 600


def simulated(rng: np.random.Generator, deals: int, truth: float) -> tuple[np.ndarray, np.ndarray]:
    """Deals whose tables have their luck in common, as sums and counts; matches differ in length."""
    counts = rng.integers(1, 9, size=deals).astype(float)
    luck = rng.normal(0, 10, size=deals)
    sums = np.array(
        [
            count * (truth + shared) + rng.normal(0, 5, size=int(count)).sum()
            for count, shared in zip(counts, luck, strict=True)
        ]
    )
    return sums, counts


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    held = naive_held = 0
    for _ in range(RUNS):
        sums, counts = simulated(rng, 60, truth=3.0)
        estimate = clustered(sums, counts)
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.mean is not None
        held += estimate.low <= 3.0 <= estimate.high
        # As if every table were an observation of its own: too sure by far.
        naive = np.sqrt((10**2 + 5**2) / counts.sum())
        naive_held += abs(estimate.mean - 3.0) <= 1.96 * naive
    assert abs(held / RUNS - LEVEL) < 0.025
    assert naive_held / RUNS < 0.75


def test_without_a_difference_small_p_values_are_as_rare_as_they_say() -> None:
    rng = np.random.default_rng(2)
    values = np.array([clustered(*simulated(rng, 50, truth=0.0)).p for _ in range(RUNS)], dtype=float)
    assert abs((values < 0.05).mean() - 0.05) < 0.025
    assert abs((values < 0.5).mean() - 0.5) < 0.07


def test_single_deals_are_the_t_test_of_the_textbook() -> None:
    rng = np.random.default_rng(3)
    differences = rng.normal(1, 4, size=40)
    found = clustered(2 * differences, np.full(40, 2.0))
    known = textbook.ttest_1samp(differences, 0)
    interval = known.confidence_interval(LEVEL)
    assert found.mean == pytest.approx(differences.mean())
    assert found.se == pytest.approx(textbook.sem(differences))
    assert found.p == pytest.approx(known.pvalue)
    assert found.low == pytest.approx(interval.low)
    assert found.high == pytest.approx(interval.high)


def test_the_running_estimate_ends_where_the_estimate_is() -> None:
    sums, counts = simulated(np.random.default_rng(4), 30, truth=1.0)
    course = running(sums, counts)
    for n in (2, 7, 30):
        found = clustered(sums[:n], counts[:n])
        place = list(course.deals).index(n)
        assert (course.mean[place], course.low[place], course.high[place]) == (
            pytest.approx(found.mean),
            pytest.approx(found.low),
            pytest.approx(found.high),
        )


def test_too_little_says_nothing() -> None:
    assert clustered(np.array([]), np.array([])).mean is None
    assert clustered(np.array([0.0]), np.array([0.0])).mean is None
    one = clustered(np.array([6.0]), np.array([2.0]))
    assert (one.mean, one.se, one.p) == (3.0, None, None)
    assert clustered(np.zeros(5), np.ones(5)).p == 1.0
    assert clustered(np.ones(5), np.ones(5)).p == 0.0


def table(*scores: int, first_out: int = 0) -> TableResult:
    seats = [SeatTally(decisions=10, seconds=0.01 * (seat + 1)) for seat in range(len(scores))]
    seats[first_out].first_out = 1
    best = max(scores)
    return TableResult(list(scores), 1, [side for side, score in enumerate(scores) if score == best], seats)


def test_a_report_by_hand() -> None:
    plan = Plan(game="haggis", seats=2, bots=("greedy", "random"))
    assert [line.sides for line in plan.seatings()] == [(0, 1), (1, 0)]
    results = [
        DealResult(0, (table(30, 10), table(20, 20))),  # +20 and 0
        DealResult(1, (table(5, 15), table(0, 40, first_out=1))),  # -10 and +40
    ]
    form = report(plan, results).as_json()
    assert form["diff_per_deal"] == pytest.approx((20 + 0 - 10 + 40) / 4)
    assert form["se"] == pytest.approx(np.std([10, 15], ddof=1) / np.sqrt(2))
    assert (form["a"], form["b"], form["deals"]) == ("greedy", "random", 2)
    assert (form["won"], form["lost"], form["even"]) == (2, 0, 0)
    greedy, random = form["bots"]
    assert greedy["points_per_deal"] - random["points_per_deal"] == pytest.approx(form["diff_per_deal"])
    assert greedy["wins"] == pytest.approx((1 + 0.5 + 0 + 1) / 4)
    assert greedy["first_out"] == pytest.approx(3 / 4)
    assert form["ms_per_decision"]["greedy"] == pytest.approx((1 + 2 + 1 + 2) / 4)


def test_a_lone_bot_counts_as_much_as_the_others_together() -> None:
    plan = Plan(game="haggis3", seats=3, bots=("greedy", "random"))
    lines = [line.sides for line in plan.seatings()]
    # Who is alone gets 12, each of the others 6.
    tables = tuple(table(*(12 if line.count(entrant) == 1 else 6 for entrant in line)) for line in lines)
    form = report(plan, [DealResult(0, tables), DealResult(1, tables)]).as_json()
    assert form["diff_per_deal"] == 0
    assert [bot["points_per_deal"] for bot in form["bots"]] == [9, 9]
