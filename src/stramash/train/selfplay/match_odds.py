"""Chances to win a match to a goal, from what deals bring, for two or three sides whose deals are all alike.

With W the chance of the first side at all totals, W = the mean of W after one more deal; where a total has
reached the goal it is known (C11.1). Deal after deal it is filled in from there, for all totals at once: the
mean over all that a deal may bring is a product of Fourier transforms.

For two sides W is exact, up to goals above a thousand. The totals of three are too many: they are taken at
places some points apart. What ends between two places counts for both, for each the more the nearer it is, so
means stay what they are; and W between the places follows from those around (`Odds.chances`).
"""

from dataclasses import dataclass
from functools import reduce
from itertools import permutations
from typing import Any, Final

import numpy as np
import torch

MOST_DEALS: Final = 200
CLOSE: Final = 1e-9
MOST_PLACES: Final = 1 << 23
"""Of all sides' totals after a deal; where there would be more, they are further apart. 64 MB an array."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The first side's chance to win, by places of the totals; the others may change places."""

    goal: int
    low: int
    """The total at the first place."""
    step: int
    """So many points from place to place."""
    table: torch.Tensor

    def chances(self, totals: torch.Tensor) -> torch.Tensor:
        """Each side's chance in matches that go on, a row a match; nothing here makes a GPU wait."""
        sides = totals.shape[1]
        # At the goal a match goes on only where the best are equal (C11.2), and then leads are what counts.
        over = (totals.amax(dim=1, keepdim=True) - (self.goal - 1)).clamp(min=0)
        turns = torch.arange(sides, device=totals.device)
        own_first = ((totals - over).clamp(min=self.low) - self.low)[:, (turns[:, None] + turns) % sides]
        places, shares = around(own_first, self.step, len(self.table))
        chances = (self.table[places.unbind(dim=-1)] * shares).sum(dim=-1).clamp(min=0)
        return (chances / chances.sum(dim=1, keepdim=True)).float()


def odds(scores: Any, goal: int, device: str = "cpu") -> Odds:
    """What `scores` make of all totals: the points of equal sides in many deals, a row a deal.

    Sides change places, so each deal counts in all orders. Deals without any points are played again and
    change nothing. Where deals may bring less than nothing, totals below the first place count as there.
    """
    deals = np.asarray(scores).astype(np.int64)
    deals = deals[(deals != 0).any(axis=1)]
    if not len(deals):
        raise ValueError("no deal brought any points")
    sides = deals.shape[1]
    orders = np.concatenate([deals[:, list(order)] for order in permutations(range(sides))])
    least, most = min(0, int(deals.min())), max(0, int(deals.max()))
    bottom = -goal if least < 0 else 0
    step = 1
    while ((goal + most - bottom - least) / step) ** sides > MOST_PLACES:
        step += 2
    # The goal lies midway between the last place before it and the next: with one of them at the goal itself,
    # points that end between the two would make matches too short, or too long.
    last = goal - (step + 1) // 2
    inner = max(2 if step > 1 else 1, -((bottom - last) // step) + 1)
    low = last - (inner - 1) * step
    # A deal moves a total by `back` to `ahead` places, from 0 … inner - 1.
    back, ahead = least // step, -(-most // step)
    after = torch.arange(back, inner + ahead, device=device)
    shape = (quick(len(after)),) * sides
    brings = torch.zeros(shape, dtype=torch.float64)
    places, shares = around(torch.from_numpy(orders - back * step).double(), step, shape[0])
    brings.index_put_(places.unbind(dim=-1), shares / len(orders), accumulate=True)
    turned = torch.fft.rfftn(brings.to(device)).conj()
    totals = torch.meshgrid(*[after] * sides, indexing="ij")
    best = reduce(torch.maximum, totals)
    sharing = sum((total == best).double() for total in totals)
    whole = torch.zeros(shape, dtype=torch.float64, device=device)
    whole[(slice(0, len(after)),) * sides] = (totals[0] == best) / sharing
    held = after[after < inner].clamp(min=0)
    is_on, kept = (slice(0, len(held)),) * sides, (slice(0, inner),) * sides
    known = torch.full((inner,) * sides, 1 / sides, dtype=torch.float64, device=device)
    for _ in range(MOST_DEALS):
        whole[is_on] = reduce(lambda part, side: part.index_select(side, held), range(sides), known)
        # Place (a, b, …) of the product: the mean over deals (x, y, …) of `whole` at (a + x, b + y, …).
        found = torch.fft.irfftn(torch.fft.rfftn(whole) * turned, s=shape)[kept].clamp(0, 1)
        apart = float((found - known).abs().max())
        known = found
        if apart < CLOSE:
            break
    return Odds(goal, low, step, known.contiguous())


def around(points: torch.Tensor, step: int, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The places around rows of points, of `count` each way from 0 on, and each one's share of them.

    That is the place itself where places are a point apart, else the corners of a square or a cube. Beyond
    the last two places the line through them goes on: a share may be less than nothing.
    """
    sides, reach = points.shape[-1], int(step > 1)
    corners = torch.arange(1 << sides * reach, device=points.device)
    is_next = corners[:, None] >> torch.arange(sides, device=points.device) & 1
    place = torch.div(points, step, rounding_mode="floor").long().clamp(max=count - 1 - reach)[..., None, :]
    part = points[..., None, :].double() / step - place
    return place + is_next, torch.where(is_next > 0, part, 1 - part).prod(dim=-1)


def quick(count: int) -> int:
    """The next number without a prime factor above 5: transforms of such a length are quick."""
    while 30**32 % count:
        count += 1
    return count
