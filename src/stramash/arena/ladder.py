"""Ratings: all bots on one scale, by a Bradley-Terry fit to who did better in each duplicate deal."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np

from stramash.arena.plan import DealResult, Plan
from stramash.arena.stats import LEVEL, Floats, differences
from stramash.core.extras import need

ANCHOR: Final = "greedy"
ANCHORED_AT: Final = 1000.0
"""The rating of the anchor, or where it does not play the mean of all."""
ELO: Final = 400 / np.log(10)
"""The usual scale: 400 points are odds of ten to one."""
SAMPLES: Final = 400
"""Weightings of the deals from which the intervals come."""
PRIOR: Final = 0.5
"""An imagined half win each way in every pair: who always wins is rated high, not infinitely high."""


@dataclass(slots=True)
class Rating:
    """A bot's place on the scale."""

    label: str
    rating: float
    low: float
    high: float
    won: float
    """Deals won against the others, an even one as half."""
    played: int

    def as_json(self) -> dict[str, Any]:
        """The rating as plain data."""
        return {
            "bot": self.label,
            "rating": round(self.rating, 1),
            "interval": [round(self.low, 1), round(self.high, 1)],
            "won": self.won,
            "played": self.played,
        }


def ratings(plan: Plan, results: list[DealResult], samples: int = SAMPLES) -> list[Rating]:
    """The ratings, best first; the intervals come from weighting the deals anew, each with all its tables."""
    labels = [entrant.label for entrant in plan.entrants()]
    wins = _wins(plan, results, len(labels))
    anchor = labels.index(ANCHOR) if ANCHOR in labels else None
    total = wins.sum(axis=0)
    prior = PRIOR * (1 - np.eye(len(labels)))
    fitted = fit(total + prior, anchor)
    rng = np.random.default_rng(0)
    # Bayesian bootstrap (Rubin, 1981): exponential weights for the deals, and for the imagined wins, so that
    # the interval of who has won every deal is as wide as the few deals make it.
    sampled = np.array(
        [
            fit(
                np.tensordot(rng.exponential(size=len(results)), wins, axes=1)
                + prior * rng.exponential(size=prior.shape),
                anchor,
            )
            for _ in range(samples)
        ]
    )
    low, high = np.quantile(sampled, ((1 - LEVEL) / 2, (1 + LEVEL) / 2), axis=0)
    found = [
        Rating(
            label,
            float(fitted[place]),
            float(low[place]),
            float(high[place]),
            float(total[place].sum()),
            round(float(total[place].sum() + total[:, place].sum())),
        )
        for place, label in enumerate(labels)
    ]
    return sorted(found, key=lambda rating: -rating.rating)


def fit(wins: Floats, anchor: int | None) -> Floats:
    """Ratings from a matrix of wins: row against column; every pair needs some each way."""
    need("arena", "choix")
    strengths: Floats = import_module("choix").ilsr_pairwise_dense(wins, max_iter=10_000) * ELO
    base = float(strengths.mean()) if anchor is None else float(strengths[anchor])
    return strengths - base + ANCHORED_AT


def _wins(plan: Plan, results: list[DealResult], count: int) -> Floats:
    """For each deal a matrix: who did better than whom, an even deal as half a win for both."""
    lines = plan.seatings()
    wins = np.zeros((len(results), count, count))
    for a in range(count):
        for b in range(a + 1, count):
            sums, _ = differences(a, b, lines, results)
            share = (np.sign(sums) + 1) / 2
            wins[:, a, b] = share
            wins[:, b, a] = 1 - share
    return wins
