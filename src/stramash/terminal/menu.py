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
MANY_GROUPS: Final = 7
"""More groups than these are put together by sort first, so that the table stays in sight."""
PAGE: Final = 36


class Menu:
    """A list to choose from by number; a group opens into smaller groups or its moves."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self._open: list[Sequence[Group] | Sequence[Offer]] = []
        """What is listed now comes last, what `close` goes back to before it."""
        self._first = 0
        """The place of the first move on the page."""
        if sum(len(group.offers) for group in groups) <= FEW:
            self._open.append([offer for group in groups for offer in group.offers])
        else:
            self._open.append(groups if len(groups) <= MANY_GROUPS else _sorts(groups))

    def choose(self, number: int) -> Any | None:
        """The move with a number; None if the number opened a group. Raises LookupError."""
        listed = self._open[-1]
        if not 1 <= number <= len(listed):
            raise LookupError(f"choose a number from 1 to {len(listed)}")
        chosen = listed[number - 1]
        if isinstance(chosen, Offer):
            return chosen.move
        if len(chosen.offers) == 1:
            return chosen.offers[0].move
        self._open.append(chosen.parts or chosen.offers)
        self._first = 0
        return None

    def turn_page(self) -> bool:
        """Show the next page, after the last the first again; False if there is only one."""
        if len(self._open[-1]) <= PAGE:
            return False
        self._first = self._first + PAGE if self._first + PAGE < len(self._open[-1]) else 0
        return True

    def close(self) -> None:
        """Back to what was listed before."""
        if len(self._open) > 1:
            self._open.pop()
        self._first = 0

    def render(self) -> RenderableType:
        """The list as it stands."""
        listed = self._open[-1]
        lines: list[RenderableType] = [
            _group_line(number, item) for number, item in enumerate(listed, 1) if isinstance(item, Group)
        ]
        hints = []
        if not lines:
            shown = listed[self._first : self._first + PAGE]
            labels = [
                Text.assemble((f"{number:>3} ", "cyan"), item.label)
                for number, item in enumerate(shown, self._first + 1)
                if isinstance(item, Offer)
            ]
            lines.append(Columns(labels, padding=(0, 2), column_first=True, expand=False))
            if len(listed) > PAGE:
                hints.append(f"{self._first + 1} to {self._first + len(shown)} of {len(listed)}: more")
        if len(self._open) > 1:
            hints.append("all groups: back")
        if hints:
            lines.append(Text("    " + ", ".join(hints), style="dim"))
        return Lines(*lines)


def _sorts(groups: Sequence[Group]) -> list[Group]:
    """Groups of one sort put together."""
    sorts: dict[str, list[Group]] = {}
    for group in groups:
        sorts.setdefault(group.sort, []).append(group)
    return [
        parts[0]
        if len(parts) == 1
        else Group(sort, [offer for part in parts for offer in part.offers], parts)
        for sort, parts in sorts.items()
    ]


def _group_line(number: int, group: Group) -> Text:
    line = Text.assemble((f"{number:>3} ", "cyan"))
    if len(group.offers) == 1:
        line.append_text(group.offers[0].label)
        return line
    line.append(f"{group.title} ({len(group.offers)}): ")
    if group.parts:
        line.append(
            ", ".join(
                f"{part.title.removeprefix(group.title).strip(' ,')} ({len(part.offers)})"
                for part in group.parts
            )
        )
    else:
        line.append_text(Text("   ").join(offer.label for offer in group.offers[:3]))
        line.append("   ..." if len(group.offers) > 3 else "")
    line.no_wrap, line.overflow = True, "ellipsis"
    return line
