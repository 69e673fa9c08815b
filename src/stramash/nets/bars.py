"""What a net must have shown before it plays under the name `net`; before that it is an `apprentice`."""

from typing import Final

from stramash.nets.files import Card

AGAINST: Final = "expert@budget=playouts:4000"
LEAST_DEALS: Final = 400
SURE: Final = 3.29
"""Standard errors above zero at which p is 0.001, two-sided."""
LEAST_LEADS: Final = {("haggis", 2): 10.0, ("haggis3", 3): 12.0, ("mu", 4): 10.0}
"""Points a deal by which the expert must be beaten, where that is asked for."""
LEAST_ALONE: Final = {("mu", 4): 5.0}
"""The same where the net sits alone among experts."""


def has_passed(card: Card) -> bool:
    """Whether what was measured, as the card has it, is enough."""
    table = (card.game, card.seats)
    for found in card.strength:
        if found["against"] != AGAINST or found["deals"] < LEAST_DEALS:
            continue
        alone = found.get("alone", [0.0])[0]
        if (
            found["lead"] > SURE * found["error"]
            and found["lead"] >= LEAST_LEADS.get(table, 0.0)
            and (table not in LEAST_ALONE or alone >= LEAST_ALONE[table])
        ):
            return True
    return False
