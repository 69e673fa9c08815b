"""A climbing deal as text: for each seat what is known of its hand, then what lies in the middle."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stramash.climbing.cards import FACES, JACK
from stramash.core.cards import CardSet
from stramash.core.seats import Seat
from stramash.core.show import cards_held, in_columns

if TYPE_CHECKING:  # a state prints itself with this
    from stramash.climbing.state import Table


def show(table: "Table", hands: dict[Seat, CardSet], hidden: Iterable[str] = ()) -> str:
    """The table with these hands open; of the others only the courts, which lie face up (C1.2)."""
    rows = []
    for seat, count in enumerate(table.counts):
        cards = FACES.write(hands.get(seat, table.courts[seat] << JACK))
        notes = [f"bet {table.bets[seat]}"] if table.bets[seat] else []
        notes += ["Shepherd"] if seat == table.shepherd else []
        notes += ["out"] if not count else []
        mark = ">" if seat in table.to_act else " "
        rows.append((f"{mark} seat {seat}", cards_held(count), ", ".join(notes), cards))
    lines = [f"deal {table.deal}, {table.phase.value}", *in_columns(rows), *hidden]
    lines += [f"seat {seat} plays {play.combo}: {FACES.write(play.cards)}" for seat, play in table.trick]
    if table.result is not None:
        lines.append(f"scores {' '.join(map(str, table.result.scores))}")
    return "\n".join(lines)
