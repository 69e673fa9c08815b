"""The legal moves as a numbered list: all of them if they are few, else by group and page."""

from collections.abc import Sequence
from typing import Any, Final

from rich.columns import Columns
from rich.console import Group as Lines
from rich.console import RenderableType
from rich.text import Text

from stramash.terminal.screen import Group, Offer

FEW: Final = 20
"""As many moves are listed without groups."""
PAGE: Final = 36


class Menu:
    """A list to choose from by number; a group opens into its moves."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = groups
        self.offers: Sequence[Offer] | None = None
        """The moves listed; None while groups are."""
        self.first = 0
        """The place of the first move on the page."""
        if sum(len(group.offers) for group in groups) <= FEW:
            self.offers = [offer for group in groups for offer in group.offers]
        self.is_flat = self.offers is not None

    def choose(self, number: int) -> Any | None:
        """The move with a number; None if the number opened a group. Raises LookupError."""
        if self.offers is not None:
            if not 1 <= number <= len(self.offers):
                raise LookupError(f"choose a number from 1 to {len(self.offers)}")
            return self.offers[number - 1].move
        if not 1 <= number <= len(self.groups):
            raise LookupError(f"choose a number from 1 to {len(self.groups)}")
        group = self.groups[number - 1]
        if len(group.offers) == 1:
            return group.offers[0].move
        self.offers, self.first = group.offers, 0
        return None

    def turn_page(self) -> bool:
        """Show the next page, after the last the first again; False if there is only one."""
        if self.offers is None or len(self.offers) <= PAGE:
            return False
        self.first = self.first + PAGE if self.first + PAGE < len(self.offers) else 0
        return True

    def close(self) -> None:
        """Back to the groups."""
        if not self.is_flat:
            self.offers = None

    def render(self) -> RenderableType:
        """The list as it stands."""
        if self.offers is None:
            return Lines(*(_group_line(number, group) for number, group in enumerate(self.groups, 1)))
        shown = self.offers[self.first : self.first + PAGE]
        labels = [
            Text.assemble((f"{number:>3} ", "cyan"), offer.label)
            for number, offer in enumerate(shown, self.first + 1)
        ]
        listed: list[RenderableType] = [Columns(labels, padding=(0, 2), column_first=True, expand=False)]
        hints = []
        if len(self.offers) > PAGE:
            hints.append(f"{self.first + 1} to {self.first + len(shown)} of {len(self.offers)}: more")
        if not self.is_flat:
            hints.append("back to all groups: back")
        if hints:
            listed.append(Text("    " + ", ".join(hints), style="dim"))
        return Lines(*listed)


def _group_line(number: int, group: Group) -> Text:
    line = Text.assemble((f"{number:>3} ", "cyan"))
    if len(group.offers) == 1:
        return line + group.offers[0].label
    examples = Text("   ").join(offer.label for offer in group.offers[:3])
    dots = "   ..." if len(group.offers) > 3 else ""
    return Text.assemble(line, f"{group.title} ({len(group.offers)}): ", examples, dots)
