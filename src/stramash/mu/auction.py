"""The auction: who has Crown and Shield, how much may be shown, and how a display is built card by card."""

from stramash.core.cards import FIRST_COPIES, Card, CardSet, count, each, join, kinds, size
from stramash.core.seats import Seat, with_entry
from stramash.mu.cards import number
from stramash.mu.events import Displayed
from stramash.mu.rules import MuRules
from stramash.mu.state import Table


def displayed(rules: MuRules, table: Table, seat: Seat, cards: CardSet) -> Displayed:
    """What a display makes happen (M3.1 to M3.3, M3.8, M3.9)."""
    bids = with_entry(table.bids, seat, table.bids[seat] + size(cards))
    if rules.has_eclat:
        displays = with_entry(table.displays, seat, join(table.displays[seat], cards))
        return Displayed(seat, cards, *chief_and_vice(rules, bids, displays))
    return Displayed(seat, cards, *crown_and_shield(rules, bids, table.crown, table.shield, seat))


def most_to_display(rules: MuRules, table: Table, seat: Seat, hand: CardSet) -> int:
    """How many cards a seat may display in one turn (M3.1, M3.7)."""
    held = size(table.hidden(seat, hand))
    return min(held, most_in_all(rules, table) - table.bids[seat])


def most_in_all(rules: MuRules, table: Table) -> int:
    """How many cards a seat may have on display after its turn (M3.7)."""
    most = rules.display_limit or rules.hand_size
    return min(most, max(table.bids) + rules.raise_limit) if rules.raise_limit else most


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


def chief_and_vice(
    rules: MuRules, bids: tuple[int, ...], displays: tuple[CardSet, ...]
) -> tuple[Seat | None, Seat | None]:
    """Who would be Chief and Vice if the auction ended now; nobody where the most is shared (M3.8, M3.9)."""
    chiefs = with_most(bids)
    if len(chiefs) != 1:
        return None, None
    chief = chiefs[0]
    others = with_most(with_entry(bids, chief, 0))
    if not rules.has_shield or not others:
        return chief, None
    ranks = {seat: _from_the_highest(displays[seat]) for seat in others}
    best = [seat for seat in others if ranks[seat] == max(ranks.values())]
    return chief, best[0] if len(best) == 1 else None


def with_most(bids: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats that have displayed most cards; none where nobody has displayed any."""
    most = max(bids)
    return tuple(seat for seat, bid in enumerate(bids) if bid == most) if most else ()


def _from_the_highest(display: CardSet) -> list[int]:
    return sorted(map(number, each(display)), reverse=True)


def next_cards(hidden: CardSet, chosen: CardSet) -> tuple[Card, ...]:
    """The cards that may be added to a set being chosen from `hidden` cards, lowest face first.

    Cards are added in an order in which faces never fall, so every distinct set is reached exactly once:
    begin with nothing chosen, add one of these cards, and either stop or go on.
    """
    lowest = (chosen & FIRST_COPIES).bit_length() - 1
    return tuple(
        card for card in kinds(hidden) if card >= lowest and count(hidden, card) > count(chosen, card)
    )
