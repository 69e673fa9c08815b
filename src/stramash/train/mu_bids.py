"""Bids in Mü that chance gives: how many cards a seat is to show in a deal."""

from typing import Any, Final

import torch

from stramash.mu.rules import MuRules
from stramash.sim.mu.record import AUCTION, BIDS, PHASE, RNG, STAGED

_MIX: Final = 0x5851F42D4C957F2D
_ONES: Final = 0x0101010101010101


def given_bids(records: Any, seats: Any, rules: MuRules) -> tuple[Any, Any]:
    """Where a seat is bidding, and where the bid it is given is higher than what it shows and is building.

    The luck is that of the deal, so that a seat has one bid in mind as long as the deal lasts. Short bids are
    likelier than long ones.
    """
    turn = seats.clamp(min=0)
    mixed = (records[:, RNG] + 1 + turn) * _MIX
    mixed = (mixed ^ (mixed >> 29)) * _MIX
    drawn = ((mixed >> 40) & 0xFFFF).double() / 0x10000
    bid = (drawn.square() * (rules.hand_size + 1)).long()
    shown = (records[:, BIDS] >> (8 * turn)) & 255
    shown = shown + popcount(records[:, STAGED]) + popcount(records[:, STAGED + 1])
    return (records[:, PHASE] == AUCTION) & (seats >= 0), shown < bid


def popcount(bits: torch.Tensor) -> torch.Tensor:
    """How many bits are set in each word; words are not negative."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bits * _ONES) >> 56
