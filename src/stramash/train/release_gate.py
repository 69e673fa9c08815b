"""The release gate: what a net must have shown, by its card, before its weights are shipped."""

from typing import Final

from stramash.nets.cards import Card

AGAINST: Final = "expert@budget=playouts:4000"
LEAST_DEALS: Final = 400
SURE: Final = 3.29
"""Standard errors above zero at which p is 0.001, two-sided."""
LEAST_LEADS: Final = {("haggis", 2): 10.0, ("haggis3", 3): 12.0, ("mu", 4): 10.0}
"""Points a deal by which the expert must be beaten, where that is asked for."""
LEAST_ALONE: Final = {("mu", 4): 5.0}
"""The same where the net sits alone among experts."""
PLAIN: Final = "the net that is not told of the match"
CLUB: Final = "club"
BEST: Final = ("net", AGAINST)
"""The best player of a table, which a level must stay behind: its large net, or the search."""
LEAST_LEVEL_DEALS: Final = 100
SURE_LEVEL: Final = 2.58
"""Standard errors at which p is 0.01: a level must be so much better than one and worse than the other."""


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


def wins_matches(card: Card, sides: int) -> bool:
    """Whether a net that is told how the match stands surely wins more of them than the one that is not."""
    return any(
        row["won"] - 1 / sides > SURE * row["error"] for row in card.strength if row["against"] == PLAIN
    )


def is_between(card: Card) -> bool:
    """Whether a net is surely better than the club player and surely not the best, as its card has it."""
    found = {row["against"]: row for row in card.strength if row["deals"] >= LEAST_LEVEL_DEALS}
    best = next((found[name] for name in BEST if name in found), None)
    return (
        CLUB in found
        and best is not None
        and found[CLUB]["lead"] > SURE_LEVEL * found[CLUB]["error"]
        and best["lead"] < -SURE_LEVEL * best["error"]
    )
