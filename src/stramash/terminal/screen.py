"""What the terminal game needs from a family of games: how to show it and tell it."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from stramash.core.events import Event
from stramash.core.game import ScoreLine
from stramash.core.seats import Seat


class Offer(NamedTuple):
    """A move as it stands in a list."""

    label: Text
    move: Any


class Group(NamedTuple):
    """Moves of one sort, perhaps of several smaller sorts."""

    title: str
    offers: Sequence[Offer]
    parts: "Sequence[Group]" = ()

    @property
    def sort(self) -> str:
        """What it has in common with similar groups: the first word of its title."""
        return self.title.split(" ")[0].strip(",")


class Names:
    """What the players are called, seen from one seat."""

    def __init__(self, names: tuple[str, ...], me: Seat) -> None:
        self.names = names
        self.me = me

    def __getitem__(self, seat: Seat) -> str:
        """How a seat stands in a table."""
        name = self.names[seat]
        return f"{name} (you)" if seat == self.me and name.lower() != "you" else name

    def who(self, seat: Seat) -> str:
        """A seat as the subject of a sentence."""
        return "You" if seat == self.me else self.names[seat]

    def whom(self, seat: Seat) -> str:
        """A seat as the object of a sentence."""
        return "you" if seat == self.me else self.names[seat]

    def whose(self, seat: Seat) -> str:
        """What belongs to a seat."""
        return "your" if seat == self.me else f"{self.names[seat]}'s"

    def does(self, seat: Seat, verb: str, rest: str = "") -> str:
        """A sentence's beginning: "You play", "Rab plays"."""
        irregular = {"are": "is", "have": "has", "pass": "passes", "take": "takes"}
        form = verb if seat == self.me else irregular.get(verb, f"{verb}s")
        return f"{self.who(seat)} {form}{rest and ' '}{rest}"

    def in_words(self, text: str) -> str:
        """A text of the rules engine with names in place of seat numbers."""
        return re.sub(r"\bseat (\d)\b", lambda found: self.whom(int(found[1])), text)

    def find(self, word: str) -> Seat | None:
        """The seat of a player by name, or by the beginning of one that nobody else's name has."""
        wanted = word.strip().lower()
        known = [name.lower() for name in self.names]
        if known.count(wanted) == 1:
            return known.index(wanted)
        found = [seat for seat, name in enumerate(known) if wanted and name.startswith(wanted)]
        return found[0] if len(found) == 1 else None


class Screen(Protocol):
    """One family of games in the terminal, made from the views and events of one seat and nothing else."""

    def table(self, view: Any) -> RenderableType:
        """Everything on the table, and the own hand."""

    def question(self, view: Any) -> str:
        """What is to be decided now."""

    def clauses(self, view: Any) -> tuple[str, ...]:
        """The clauses that matter now, the most important first."""

    def groups(self, view: Any) -> list[Group]:
        """The legal moves, sorted for a person."""

    def tell(self, event: Event) -> RenderableType | None:
        """What happened, in words; None for what goes without saying."""


def score_sheet(
    sides: Sequence[str],
    sheet: Sequence[ScoreLine],
    scores: Sequence[int],
    totals: Sequence[int],
    names: Names,
) -> Table:
    """Where each point of a deal came from, with the clause that gives it."""
    table = Table(title="Score sheet", title_justify="left", box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column("points", justify="right")
    table.add_column("for")
    table.add_column("rule", style="dim")
    for side, name in enumerate(sides):
        table.add_row(
            Text(name, style="bold"), Text(str(scores[side]), style="bold"), Text(f"total {totals[side]}")
        )
        for line in sheet:
            if line.side == side:
                table.add_row("", str(line.points), Text(names.in_words(line.what)), line.clause)
    return table
