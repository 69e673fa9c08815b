"""Matches, tables and moves as text, for those who print them."""

from collections.abc import Iterable, Sequence


def in_columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows of cells as lines, their columns aligned and those without a text left out."""
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    widths = [max(map(len, column)) for column in columns]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in zip(*columns, strict=True)]


def cards_held(count: int) -> str:
    """How many cards: "1 card", "5 cards"."""
    return f"{count} card{'' if count == 1 else 's'}"


def written(move: object) -> str:
    """How a move shows: as its text."""
    try:
        return f"<{move}>"
    except (IndexError, TypeError, ValueError):  # one that was built with nonsense has no text
        return object.__repr__(move)


class Written:
    """A move that shows as its text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return written(self)
