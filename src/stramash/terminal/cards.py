"""Cards as they look in a terminal: a colour for the eye, and always the letter of the suit as well."""

from collections.abc import Iterable
from typing import Final

from rich.table import Table
from rich.text import Text

from stramash.core.cards import SUIT_LETTERS, SUIT_NAMES, CardSet, Faces, count, each, size

SUIT_STYLES: Final = ("bright_red", "bright_yellow", "bright_green", "bright_blue", "bright_magenta")
_STYLE_OF: Final = dict(zip(SUIT_LETTERS, SUIT_STYLES, strict=True))
_SUITLESS: Final = "bold"
_TWICE: Final = "x2"


def code_text(code: str) -> Text:
    """One card."""
    return Text(code, style=_STYLE_OF.get(code[-1], _SUITLESS))


def cards_text(faces: Faces, cards: CardSet) -> Text:
    """Some cards, lowest suit first."""
    return Text(" ").join(code_text(faces.code_of[card]) for card in each(cards))


def how_many(cards: CardSet) -> str:
    """The size of a hand in words."""
    number = size(cards)
    return f"{number} card" if number == 1 else f"{number} cards"


def hand_grid(faces: Faces, hand: CardSet, suits: Iterable[int], shown: CardSet = 0) -> Table:
    """A hand with a row for each suit and a column for each rank, so that runs and stairs stand out.

    Cards that lie on display are in brackets; those without a suit have a row of their own.
    """
    grid = Table.grid(padding=(0, 1))
    ranks = range(faces.lowest, faces.highest + 1)
    grid.add_column()
    for _ in ranks:
        grid.add_column(min_width=3)
    for suit in suits:
        if not any(count(hand, faces.card(suit, rank)) for rank in ranks):
            continue
        row = [Text(f"  {SUIT_NAMES[suit]}", style=SUIT_STYLES[suit])]
        row += [_cell(faces, faces.card(suit, rank), hand, shown) for rank in ranks]
        grid.add_row(*row)
    suitless = [code for code in faces.suitless if count(hand, faces.face_of[code])]
    if suitless:
        grid.add_row(Text("  courts"), *(code_text(code) for code in suitless))
    return grid


def _cell(faces: Faces, card: int, hand: CardSet, shown: CardSet) -> Text:
    open_copies = count(shown, card)
    copies = count(hand, card) - open_copies
    code = faces.code_of[card]
    if not copies and not open_copies:
        return Text("·", style="dim")
    text = code_text(code) if copies else Text()
    if copies == 2:
        text.append(_TWICE)
    if open_copies:
        text.append_text(Text("[") + code_text(code) + Text(f"{_TWICE}]" if open_copies == 2 else "]"))
    return text
