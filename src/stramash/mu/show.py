"""A deal of Mü as text: for each seat what is known of its hand, then what lies in the middle."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from stramash.core.cards import CardSet
from stramash.core.seats import Seat
from stramash.core.show import cards_held, in_columns
from stramash.mu.cards import FACES, icons
from stramash.mu.rules import Titles

if TYPE_CHECKING:  # a state prints itself with this
    from stramash.mu.state import Table


_WAITING_FOR: Final = {"shield_trump": "minor trump", "crown_trump": "major trump"}
"""Phases that are called after what is named: who names it has another title in each edition."""


def show(titles: Titles, table: "Table", hands: dict[Seat, CardSet], hidden: Iterable[str] = ()) -> str:
    """The table with these hands open; of the others only the cards on display (M3.1)."""
    roles = {table.crown: titles.crown, table.shield: titles.shield, table.partner: "partner"}
    rows = []
    for seat, count in enumerate(table.counts):
        display = table.displays[seat]
        cards = FACES.write(hands.get(seat, display))
        shown = f"(on display: {FACES.write(display)})" if seat in hands and display else ""
        notes = [roles[seat]] if seat in roles else []
        notes += [f"bid {table.bids[seat]}"] if table.bids[seat] else []
        notes += [f"{icons(table.won[seat])} points"] if table.won[seat] else []
        mark = ">" if seat == table.turn else " "
        rows.append((f"{mark} seat {seat}", cards_held(count), ", ".join(notes), f"{cards} {shown}".strip()))
    phase = _WAITING_FOR.get(table.phase.value, table.phase.value).replace("_", " ")
    lines = [f"deal {table.carry.deal}, {phase}", *in_columns(rows), *hidden]
    named = {"major": table.trumps.major, "minor": table.trumps.minor}
    trumps = [f"{which} trump {trump.name}" for which, trump in named.items() if trump is not None]
    lines += [", ".join(trumps)] if trumps else []
    for place, card in enumerate(table.trick):
        seat = ((table.leader or 0) + place) % table.seats
        lines.append(f"seat {seat} plays {FACES.code_of[card]}")
    if table.scores is not None:
        lines.append(f"scores {' '.join(map(str, table.scores))}")
    return "\n".join(lines)
