"""Auctions of Mü in training: counts come first, bidders of many kinds, and what became of the Crowns."""

from typing import Any, Final

import torch

from stramash.sim.mu.record import AUCTION, BIDS, BOLDNESS, CROWN, PARTNER, PHASE, SCORES

KINDS: Final = 255
"""Kinds of bidders, see `sim.mu.bidder`; 0 is none."""


def prepare(records: Any, seats: int, seed: int) -> None:
    """Let counts come first in every game, and give every seat its boldness, which it keeps."""
    dice = torch.Generator().manual_seed(seed)
    drawn = torch.randint(1, KINDS + 1, (len(records), seats), generator=dice)
    words = (drawn << (8 * torch.arange(seats))).sum(dim=1)
    records[:, BOLDNESS] = words.to(records.device)


def is_bidding(records: Any) -> Any:
    """Where an auction is under way."""
    return records[:, PHASE] == AUCTION


def crowns(records: Any, ours: Any) -> dict[str, float]:
    """Of finished deals: the cards of the Crowns at the seats that are ours, and how many were made."""
    crown = records[:, CROWN].clamp(min=0)
    mine = ours.gather(1, crown[:, None])[:, 0] & (records[:, CROWN] >= 0)
    bids = (records[:, BIDS] >> (8 * crown)) & 255
    scores = records[:, SCORES : SCORES + ours.shape[1]]
    partner = torch.where(records[:, PARTNER] >= 0, records[:, PARTNER], crown)
    # M6.2: both of a team that made it have ten a card, and hardly ever as many icons.
    least = torch.minimum(scores.gather(1, crown[:, None]), scores.gather(1, partner[:, None]))[:, 0]
    count = mine.sum().clamp(min=1)
    return {
        "crowns": float(mine.sum() / len(records)),
        "crown_cards": float((bids * mine).sum() / count),
        "crowns_made": float(((least >= 10 * bids) & mine).sum() / count),
    }
