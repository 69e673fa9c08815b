"""The auction: who has Crown and Shield, and how programs build a display card by card."""

from stramash.core.cards import FIRST_COPIES, Card, CardSet, count, kinds, size
from stramash.core.seats import Seat, with_entry
from stramash.mu.events import Displayed
from stramash.mu.rules import MuRules
from stramash.mu.state import Table


def displayed(rules: MuRules, table: Table, seat: Seat, cards: CardSet) -> Displayed:
    """What a display makes happen (M3.1 to M3.3)."""
    bids = with_entry(table.bids, seat, table.bids[seat] + size(cards))
    return Displayed(seat, cards, *crown_and_shield(rules, bids, table.crown, table.shield, seat))


def crown_and_shield(
    rules: MuRules, bids: tuple[int, ...], crown: Seat | None, shield: Seat | None, seat: Seat
) -> tuple[Seat, Seat | None]:
    """Who has Crown and Shield after a seat's display, which `bids` already count, by who had them before."""
    if crown is None or crown == seat:
        return seat, shield
    if bids[seat] > bids[crown]:  # M3.2: equal does not take it
        return seat, _shield_after_crown(rules, bids, crown, None if shield == seat else shield)
    if shield is None or bids[seat] > bids[shield]:  # M3.3: equal does not take it
        return crown, seat
    return crown, shield


def _shield_after_crown(
    rules: MuRules, bids: tuple[int, ...], overtaken: Seat, shield: Seat | None
) -> Seat | None:
    """M3.3: who has the Shield once the Crown has gone to a third player, or to who had the Shield."""
    if rules.overtaken_crown == "never":
        return shield
    if shield is None or bids[overtaken] > bids[shield]:
        return overtaken
    return overtaken if rules.overtaken_crown == "equal" else shield


def next_cards(hidden: CardSet, chosen: CardSet) -> tuple[Card, ...]:
    """The cards that may be added to a set being chosen from `hidden` cards, lowest face first.

    Cards are added in an order in which faces never fall, so every distinct set is reached exactly once:
    begin with nothing chosen, add one of these cards, and either stop or go on.
    """
    lowest = (chosen & FIRST_COPIES).bit_length() - 1
    return tuple(
        card for card in kinds(hidden) if card >= lowest and count(hidden, card) > count(chosen, card)
    )
