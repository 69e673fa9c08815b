"""Estimates of the chance and the points of a bet or a bid, for the coach."""

from typing import Any, NamedTuple

import numpy as np

from stramash.bots.search.estimate import BATCH_ERROR_FLOOR, Estimate, t95

SHARE_ERROR_FLOOR = 1.0
"""The same of a share: one that came out as 0 or 1 is off by about one world in all those seen."""


class Chance(NamedTuple):
    """What one bet or bid may come to."""

    move: Any | None
    """The move that makes it, where it can be made now."""
    value: int
    """What is bet or bid."""
    chance: Estimate
    """To win it, from 0 to 1."""
    points: Estimate
    """What it brings: for bets, more than none; for bids, the deal's points less the mean of the others'."""
    trump: Any | None = None
    """The trump that is named with it."""
    target: int | None = None
    """The points that a team needs for it."""
    draws: int | None = None
    """How many cards of the haggis come with it."""
    needed: float | None = None
    """The chance from which on a bet gains; None where it cannot be said."""


class Coaching(NamedTuple):
    """What there is to be said before a bet or bid."""

    kind: str
    """``contracts``, ``bids`` or ``bets``."""
    chances: tuple[Chance, ...]
    passing: Estimate | None
    """What the deal brings, less the mean of the others', if the seat bids no more."""
    worlds: int


def of_points(batches: Any, worlds: int) -> Estimate:
    """Points from the means of batches that know nothing of each other."""
    return _estimate(batches, BATCH_ERROR_FLOOR / max(1, worlds))


def of_share(batches: Any, worlds: int) -> Estimate:
    """A chance from the shares of batches."""
    return _estimate(batches, SHARE_ERROR_FLOOR / max(1, worlds))


def _estimate(batches: Any, least: float) -> Estimate:
    error = float(batches.std(ddof=1)) / len(batches) ** 0.5
    return Estimate(float(batches.mean()), float(np.hypot(t95(len(batches) - 1) * error, least)))
