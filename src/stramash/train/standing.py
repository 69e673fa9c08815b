"""What a deal is worth in its match: by how much it changed each side's chance to win.

Before the end that chance is guessed from the totals: leads count less the more deals are to come. When a
match is over it is known. A deal is still learned from by itself, so a surprise in it is not carried on.
"""

from importlib import import_module
from typing import Any, Final

import torch

from stramash.core.game import AnyGame
from stramash.sim.family import PACKAGES

SPREAD: Final = 50.0
"""How far the points of two sides are apart after a deal, about (a standard deviation)."""
STEEPNESS: Final = 1.7
"""Makes the logistic curve as steep as the normal one."""
LEAST_DEALS: Final = 0.5


class Standing:
    """The matches of a batch."""

    def __init__(self, game: AnyGame, worth: float) -> None:
        self._at = import_module(f"stramash.sim.{PACKAGES.of(game)}.record")
        self._goal, self._rounds = getattr(game.rules, "goal", 0), game.rules.rounds
        self._sides, self._worth = len(game.sides), worth

    def before(self, records: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Totals before the deal on the table, and its number; asked before a step."""
        at, sides = self._at, self._sides
        totals = records[:, at.TOTALS : at.TOTALS + sides].clone()
        naming = getattr(at, "NAMING_DEALER", None)  # M6.6: scored already, not over yet
        if naming is not None:
            scored = (records[:, at.PHASE] == naming)[:, None]
            totals -= records[:, at.SCORES : at.SCORES + sides] * scored
        return totals, records[:, at.DEAL].clone()

    def gained(self, before: tuple[torch.Tensor, torch.Tensor], scores: Any, records: Any) -> torch.Tensor:
        """By how much the chance to win changed for each side, in points; for deals that ended in a step."""
        totals, deal = before
        after = totals + scores
        now = records[:, self._at.DEAL]
        # A deal that is thrown in changes nothing (M3.5); a new match begins with deal 1.
        is_over = (now == 1) & ((deal > 1) | (scores != 0).any(dim=1))
        best = after.max(dim=1, keepdim=True).values
        won = (after == best).float()
        won = won / won.sum(dim=1, keepdim=True)
        chances = torch.where(is_over[:, None], won, self.chances(after, now))
        return (chances - self.chances(totals, deal)) * self._worth

    def chances(self, totals: torch.Tensor, deal: torch.Tensor) -> torch.Tensor:
        """Each side's chance to win a match that goes on with this deal."""
        points = totals.float()
        if self._goal:
            left = (self._goal - points.max(dim=1).values) / SPREAD
        else:
            left = (self._rounds - deal + 1).float()
        spread = SPREAD * left.clamp(min=LEAST_DEALS).sqrt()
        return torch.softmax(STEEPNESS * points / spread[:, None], dim=1)
