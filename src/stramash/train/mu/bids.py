"""Auctions of Mü in training: counts come first, bidders of many kinds, and what became of the Crowns."""

from typing import Any, Final

import torch

from stramash.mu.rules import MuRules
from stramash.sim.mu.bidder import HOPES as MOST_HOPES
from stramash.sim.mu.bidder import OPENING, SHIELDING
from stramash.sim.mu.record import AUCTION, BIDS, BOLDNESS, CROWN, IN_TRICK, PARTNER, PHASE, SCORES

HOPES: Final = (2, 4, 4, 4, 4, 4, 4, 4, 3, 3, 2, 1, 1, 1, 1, 1)
OPENINGS: Final = (2, 1, 5, 2)
SHIELDS: Final = (3, 3, 2, 2)
"""How often which bidder sits there, by the three parts of a boldness (`sim.mu.bidder`)."""


def prepare(records: Any, seats: int, seed: int, hopes: int = 0) -> None:
    """Let counts come first in every game, and give every seat its boldness, which it keeps.

    `hopes`: so many icons more than usual, within what a boldness can say.
    """
    dice = torch.Generator().manual_seed(seed)
    words = torch.zeros(len(records), dtype=torch.int64)
    for seat in range(seats):
        for shares, first in ((HOPES, 0), (OPENINGS, OPENING), (SHIELDS, SHIELDING)):
            weights = torch.tensor(shares, dtype=torch.float32)
            drawn = torch.multinomial(weights, len(records), replacement=True, generator=dice)
            if shares is HOPES:
                drawn = (drawn + hopes).clamp(0, MOST_HOPES)
            words |= drawn << (8 * seat + first)
    # Not 0 in any game: that would mean that cards are shown one by one.
    records[:, BOLDNESS] = (words | 1 << (8 * seats)).to(records.device)


def is_bidding(records: Any) -> Any:
    """Where an auction is under way."""
    return records[:, PHASE] == AUCTION


def is_before_cards(records: Any) -> Any:
    """Where no card can be played yet: the auction, trumps, the partner, what is buried."""
    return records[:, PHASE] < IN_TRICK


def crowns(records: Any, ours: Any, rules: MuRules) -> dict[str, float]:
    """Of finished deals: the cards of the Crowns at the seats that are ours, and how many were made."""
    crown = records[:, CROWN].clamp(min=0)
    mine = ours.gather(1, crown[:, None])[:, 0] & (records[:, CROWN] >= 0)
    bids = (records[:, BIDS] >> (8 * crown)) & 255
    scores = records[:, SCORES : SCORES + ours.shape[1]]
    partner = torch.where(records[:, PARTNER] >= 0, records[:, PARTNER], crown)
    # M6.2: both of a team that made it have the bonus of each card, and hardly ever as many icons.
    least = torch.minimum(scores.gather(1, crown[:, None]), scores.gather(1, partner[:, None]))[:, 0]
    count = mine.sum().clamp(min=1)
    return {
        "crowns": float(mine.sum() / len(records)),
        "crown_cards": float((bids * mine).sum() / count),
        "crowns_made": float(((least >= rules.crown_bonus * bids) & mine).sum() / count),
    }
