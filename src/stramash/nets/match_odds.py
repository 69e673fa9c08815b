"""Match odds: what the points of a deal are worth near the end of a match, by the chance to win it.

Chances are guessed from the totals: leads count less the more deals are to come. A match that is over is won.
"""

from typing import Any, Final

import numpy as np

from stramash.core.game import AnyGame

SPREAD: Final = 50.0
"""How far the points of two sides are apart after a deal, about (a standard deviation)."""
PACE: Final = 40.0
"""Points that a side has in a deal, about."""
STEEPNESS: Final = 1.7
"""Makes the logistic curve as steep as the normal one."""
DEALS_LEFT: Final = 2.0
"""So many deals of a leader from the end, or fewer, a chance to win is something else than points."""
OPEN: Final = 30.0
"""How far a deal may still come out from what a critic says of it, about (a standard deviation)."""
LEAST_SLOPE: Final = 0.02
"""Of a match that is nearly decided points are not made more of than this."""


class MatchOdds:
    """The odds of a match near its end, before a deal."""

    def __init__(self, game: AnyGame, totals: tuple[int, ...], deal: int) -> None:
        self._goal, self._later = getattr(game.rules, "goal", 0), game.rules.rounds - deal
        self._totals, self._sides = np.array(totals, np.float64), len(game.sides)

    @property
    def are_near(self) -> bool:
        """Whether the match may be decided in this deal or the next."""
        if self._goal:
            return bool((self._goal - self._totals.max()) / PACE <= DEALS_LEFT)
        return self._later + 1 <= DEALS_LEFT

    def chances(self, leads: Any, scores: Any, is_over: Any) -> Any:
        """Each side's chance to win the match, in the last place as everywhere here.

        `leads` are those over the mean of the others in the deal; `scores` count where it is over.
        """
        guessed = leads * ((self._sides - 1) / self._sides) + PACE
        after = self._totals + np.where(is_over[..., None], scores, guessed)
        most = after.max(axis=-1, keepdims=True)
        later = np.maximum((self._goal - most) / PACE, 0.0) if self._goal else np.full_like(most, self._later)
        open_ = np.where(is_over[..., None], 0.0, OPEN)
        # A match that goes on after this deal has at least one more.
        least = np.where(is_over[..., None], SPREAD**2, 0.0)
        spread = np.sqrt(np.maximum(open_**2 + later * SPREAD**2, least))
        exponents = STEEPNESS * (after - most) / spread
        chances = np.exp(exponents)
        ended = is_over[..., None] & (most >= self._goal if self._goal else self._later <= 0)
        chances = np.where(ended, after == most, chances)
        return chances / chances.sum(axis=-1, keepdims=True)

    def worth(self, side: int, leads: Any, scores: Any, is_over: Any) -> Any:
        """A side's chances, as the points that they are about worth where most of these deals end."""
        chances = self.chances(leads, scores, is_over)[..., side]
        usual = float(chances.mean())
        slope = max(LEAST_SLOPE, usual * (1 - usual)) * STEEPNESS / SPREAD
        return chances / slope
