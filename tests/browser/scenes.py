"""A match with its phases, one after another, for whoever wants to look at them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.browser.table import Table

LATE = 9
"""A decision in the middle of the deal: there is a trail, and hands are smaller."""


def scenes(table: Table, most: int = 400) -> Iterator[str]:
    """Plays a match, and stops at the first moment of each phase, with cards chosen, and at its end."""
    seen: set[str] = set()
    plays = 0
    for _ in range(most):
        if table.wait() == "next" and "between" not in seen:
            seen.add("between")
            yield "between"
        if not table.wait_for_turn():
            yield "end"
            return
        kinds = [move["kind"] for move in table.moves()]
        phase = _phase(kinds)
        if phase in ("lead", "follow"):
            plays += 1
            phase = "late" if plays == LATE else phase
        if phase not in seen:
            seen.add(phase)
            yield phase
            if phase == "follow" and kinds.count("play") > 1:
                table.choose_cards(next(move for move in table.moves() if move["kind"] == "play")["cards"])
                if table.can_play():
                    yield "chosen"
                table.clear()
        table.act()


def adventures(table: Table, luck: Random, most: int = 400) -> Iterator[str]:
    """Plays a match at random, with large bids; stops at each phase's first decision and at every third."""

    def any_of(legal: list[dict[str, Any]]) -> dict[str, Any]:
        # A bet does not answer what is asked: the same decision stands after it.
        kinds = sorted({move["kind"] for move in legal} - {"bet"})
        kind = luck.choice(kinds)
        return luck.choice([move for move in legal if move["kind"] == kind])

    seen: set[str] = set()
    first = luck.randrange(3)
    for count in range(most):
        if not table.wait_for_turn():
            yield "end"
            return
        legal = table.moves()
        phase = _phase([move["kind"] for move in legal])
        if phase not in seen or count % 3 == first:
            seen.add(phase)
            yield f"{phase}-{count}"
        table.send(any_of(legal))


def _phase(kinds: list[str]) -> str:
    """What is to be decided."""
    if "play" in kinds:
        return "follow" if "pass" in kinds else "lead"
    return next((kind for kind in kinds if kind not in ("pass", "bet")), "pass")
