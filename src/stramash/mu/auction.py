"""The auction: who has Crown and Shield, and how programs build a display card by card."""

from stramash.core.cards import FIRST_COPIES, Card, CardSet, count, kinds
from stramash.core.seats import Seat


def crown_and_shield(
    bids: tuple[int, ...], reached: tuple[int, ...], crown: Seat | None, seat: Seat
) -> tuple[Seat, Seat | None]:
    """Crown and Shield after a seat's display; `bids` and `reached` already count it.

    `reached` says of each seat at which display of the auction it reached its total.
    """
    if crown is None or bids[seat] > bids[crown]:  # M3.2: equal does not take it
        crown = seat
    shield: Seat | None = None
    for other, bid in enumerate(bids):
        if other == crown or not bid:
            continue
        # M3.3: worked out anew; of equals, the first to reach the total.
        if shield is None or (bid, -reached[other]) > (bids[shield], -reached[shield]):
            shield = other
    return crown, shield


def next_cards(hidden: CardSet, chosen: CardSet) -> tuple[Card, ...]:
    """The cards that may be added to a set being chosen from `hidden` cards, lowest face first.

    Cards are added in an order in which faces never fall, so every distinct set is reached exactly once:
    begin with nothing chosen, add one of these cards, and either stop or go on.
    """
    lowest = (chosen & FIRST_COPIES).bit_length() - 1
    return tuple(
        card for card in kinds(hidden) if card >= lowest and count(hidden, card) > count(chosen, card)
    )
