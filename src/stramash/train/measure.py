"""How strong a net is: duplicate deals against a player that never changes, played in one batch."""

from importlib import import_module
from itertools import combinations
from typing import NamedTuple

import torch

from stramash.core.game import AnyGame
from stramash.train.families import BIDDING
from stramash.train.net.towers import Parts
from stramash.train.selfplay.play import Games, Sight, decide

MOST_STEPS = 400


class Measured(NamedTuple):
    """A lead in points a deal and its standard error."""

    lead: float
    error: float
    alone: float
    """The lead where the net sits alone among the others: what it knows of players that are not its like."""
    alone_error: float
    crowns: float | None = None
    """In Mü: the share of the deals, alone among the others, in which the net has the Crown."""
    crown_cards: float | None = None
    crowns_made: float | None = None


def seatings(game: AnyGame) -> list[tuple[bool, ...]]:
    """Where the net sits: alone in every seat, and everywhere but in one; partners sit together."""
    sides = len(game.sides)
    taken = {pick for size in (1, sides - 1) for pick in combinations(range(sides), size)}
    return [
        tuple(any(seat in game.sides[side] for side in pick) for seat in range(game.seats))
        for pick in sorted(taken)
    ]


class Measure:
    """The same deals each time, against the quick policy (`regular`), chance or another net."""

    def __init__(
        self,
        game: AnyGame,
        deals: int,
        seed: int,
        device: str,
        sight: Sight,
        *,
        against: str | Parts = "regular",
        draws: bool = False,
    ) -> None:
        """`draws`: whether another net bids in Mü by its chances, as it does where one learns among it."""
        self.game, self.deals, self.sight, self.against = game, deals, sight, against
        module = BIDDING.of(game)
        self._bids = None if module is None else import_module(module)
        self._draws = draws and self._bids is not None
        self._seats = seatings(game)
        self.games = Games(game, deals * len(self._seats), seed, device, goes_on=False)
        first = self.games.records[:deals]
        self._start = torch.cat([first] * len(self._seats))
        self._ours = torch.tensor(self._seats, device=device).repeat_interleave(deals, dim=0)
        self._seed = seed

    def play(self, parts: Parts) -> Measured:
        """Let a net play all deals, choosing what it likes best."""
        games = self.games
        games.batch.load(games.lent(self._start))
        for t in range(MOST_STEPS):
            if bool((games.seats < 0).all()):
                break
            step = games.observe()
            actions, _ = decide(parts, self.sight, step, t, is_greedy=True)
            acting = games.seats.clamp(min=0)
            theirs = ~self._ours.gather(1, acting[:, None])[:, 0]
            if self.against == "regular":
                games.batch.choose(games.lent(actions), games.lent(theirs))
            elif not isinstance(self.against, str):
                is_sure = ~self._bids.is_bidding(games.records) if self._bids and self._draws else None
                chosen, _ = decide(
                    self.against, self.sight, step, t, is_greedy=not self._draws, is_sure=is_sure
                )
                actions = torch.where(theirs, chosen, actions)
            else:
                dice = torch.Generator(device=games.device).manual_seed(self._seed + t)
                drawn = torch.rand(games.count, generator=dice, device=games.device, dtype=torch.float64)
                actions = torch.where(theirs, (drawn * games.counts).long(), actions)
            games.batch.step(games.lent(actions))
        points = games.scores.to(torch.float64)
        sides = [self.game.sides[side][0] for side in range(len(self.game.sides))]
        ours = self._ours[:, sides].to(torch.float64)
        mine = (points * ours).sum(1) / ours.sum(1)
        others = (points * (1 - ours)).sum(1) / (1 - ours).sum(1)
        leads = (mine - others).view(len(self._seats), self.deals)
        is_alone = [sum(seats) == min(map(sum, self._seats)) for seats in self._seats]
        crowns: dict[str, float] = {}
        if self._bids is not None:
            rows = torch.tensor(is_alone, device=games.device).repeat_interleave(self.deals)
            crowns = self._bids.crowns(games.records[rows], self._ours[rows], self.game.rules)
        return Measured(*_mean_and_error(leads), *_mean_and_error(leads[is_alone]), **crowns)


def _mean_and_error(leads: torch.Tensor) -> tuple[float, float]:
    """The mean over deals of what their seatings brought, and its standard error."""
    by_deal = leads.mean(dim=0)
    return float(by_deal.mean()), float(by_deal.std() / len(by_deal) ** 0.5)
