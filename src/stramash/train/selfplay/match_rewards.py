"""The reward of a deal in its match: the change in each side's probability of winning (its match odds).

When a match is over the odds are known. Before the end they follow from what deals bring among players like
the net (`Trainer.study`): for two or three sides and a goal they are computed (`match_odds`), else guessed:
leads count less the more deals are to come. An episode is still one deal, so advantages end with it. Most
deals are far from the end of their match, so a share of the matches begins on the way to it.
"""

from importlib import import_module
from typing import Any, Final

import numpy as np
import torch

from stramash.core.game import AnyGame
from stramash.nets.match_odds import PACE, SPREAD, STEEPNESS
from stramash.sim.family import PACKAGES
from stramash.train.selfplay.match_odds import Odds, odds

LEAST_DEALS: Final = 0.5
COMPUTED: Final = (2, 3)
"""So many sides; the totals of more are too many."""


class MatchRewards:
    """Match odds and rewards of a batch of matches."""

    def __init__(self, game: AnyGame, worth: float, device: str = "cpu", begun: float = 0.0) -> None:
        self._at = import_module(f"stramash.sim.{PACKAGES.of(game)}.record")
        self._goal, self._rounds = getattr(game.rules, "goal", 0), game.rules.rounds
        self._sides, self._worth, self._device = len(game.sides), worth, device
        self._begun = begun
        self._spread, self._pace = SPREAD, PACE
        self._odds: Odds | None = None
        self._drawn = torch.zeros((0, self._sides), dtype=torch.int64)
        self.scores: Any = None
        """Points of many deals by side, from which the chances follow; None as long as they are guessed."""

    def study(self, scores: Any) -> None:
        """Learn from the points of many deals what leads are worth."""
        self.scores = np.asarray(scores)
        points = self.scores.astype(np.float64)
        self._spread = max(1.0, float((points[:, 0] - points[:, 1]).std()))
        self._pace = max(1.0, float(points.mean()))
        self._drawn = torch.from_numpy(self.scores.astype(np.int64)).to(self._device)
        if self._goal and self._sides in COMPUTED and points.any():
            self._odds = odds(self.scores, self._goal, self._device)

    def before(self, records: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Totals before the deal on the table, and its number; asked before a step."""
        at, sides = self._at, self._sides
        totals = records[:, at.TOTALS : at.TOTALS + sides].clone()
        naming = getattr(at, "NAMING_DEALER", None)  # M6.6: scored already, not over yet
        if naming is not None:
            scored = (records[:, at.PHASE] == naming)[:, None]
            totals -= records[:, at.SCORES : at.SCORES + sides] * scored
        return totals, records[:, at.DEAL].clone()

    def is_over(self, before: tuple[torch.Tensor, torch.Tensor], scores: Any, records: Any) -> torch.Tensor:
        """Where the deal that ended in a step was the last of its match; nothing where none ended."""
        # A deal that is thrown in changes nothing (M3.5); a new match begins with deal 1.
        over: torch.Tensor = (records[:, self._at.DEAL] == 1) & ((before[1] > 1) | (scores != 0).any(dim=1))
        return over

    def won(self, totals: torch.Tensor) -> torch.Tensor:
        """What each side has of a match that ended with these totals: those who share it have a part each."""
        best = totals.max(dim=1, keepdim=True).values
        won = (totals == best).float()
        return won / won.sum(dim=1, keepdim=True)

    def gained(self, before: tuple[torch.Tensor, torch.Tensor], scores: Any, records: Any) -> torch.Tensor:
        """By how much the chance to win changed for each side, in points; for deals that ended in a step."""
        totals, deal = before
        after = totals + scores
        now = records[:, self._at.DEAL]
        is_over = self.is_over(before, scores, records)
        chances = torch.where(is_over[:, None], self.won(after), self.chances(after, now))
        return (chances - self.chances(totals, deal)) * self._worth

    def chances(self, totals: torch.Tensor, deal: torch.Tensor) -> torch.Tensor:
        """Each side's chance to win a match that goes on with this deal."""
        if self._odds is not None:
            return self._odds.chances(totals)
        points = totals.float()
        if self._goal:
            left = (self._goal - points.max(dim=1).values) / self._pace
        else:
            left = (self._rounds - deal + 1).float()
        spread = self._spread * left.clamp(min=LEAST_DEALS).sqrt()
        return torch.softmax(STEEPNESS * points / spread[:, None], dim=1)

    def scatter(self, records: torch.Tensor, is_new: torch.Tensor, luck: int) -> None:
        """Let a share of the matches that are new begin at some totals on the way to their end."""
        if not self._begun or self.scores is None:
            return
        at, sides, count = self._at, self._sides, len(records)
        dice = torch.Generator(device=self._device).manual_seed(luck)
        drawn = torch.rand((count, sides + 1), generator=dice, device=self._device, dtype=torch.float64)
        chosen = is_new & (drawn[:, sides] < self._begun)
        if self._goal:
            # Everywhere alike: the ends of matches, where there is most to learn, are a third of it.
            totals = (drawn[:, :sides] * self._goal).long()
        else:
            deal = 1 + (drawn[:, 0] * self._rounds).long()
            shape = (count, max(1, self._rounds - 1))
            picked = torch.randint(len(self._drawn), shape, generator=dice, device=self._device)
            played = torch.arange(1, shape[1] + 1, device=self._device)[None, :] < deal[:, None]
            totals = (self._drawn[picked] * played[:, :, None]).sum(dim=1)
            records[:, at.DEAL] = torch.where(chosen, deal, records[:, at.DEAL])
        held = records[:, at.TOTALS : at.TOTALS + sides]
        self.place(records, torch.where(chosen[:, None], totals, held))

    def place(self, records: torch.Tensor, totals: torch.Tensor) -> None:
        """Let matches whose deal has just begun stand at these totals; no move depends on them."""
        records[:, self._at.TOTALS : self._at.TOTALS + self._sides] = totals
