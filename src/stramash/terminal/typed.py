"""What a player types, turned into moves."""

import re
from typing import Any, Final

from stramash.core.errors import MoveSyntaxError
from stramash.core.game import AnyGame
from stramash.terminal.screen import Names, Screen

_CARD: Final = r"(?:(?:10|[0-9])[rygbp]|[jqk])"
_CARDS: Final = re.compile(rf"(?:{_CARD}[\s,]*)+", re.IGNORECASE)
_ONE_CARD: Final = re.compile(rf"(?<![\w-]){_CARD}(?![\w-])", re.IGNORECASE)
_TO_A_SEAT: Final = ("award", "lead", "partner", "dealer")
NOT_UNDERSTOOD: Final = "Type a number of the list, cards such as 5r 6r 7r, or ? for help."


def _card(code: str) -> str:
    """A code as it is written: suits small, courts capital."""
    return code.upper() if code.isalpha() else code.lower()


def moves_meant(game: AnyGame, screen: Screen, names: Names, view: Any, text: str) -> list[Any]:
    """The moves, legal or not, that a text may mean; several where cards can be read in several ways.

    Raises MoveSyntaxError for a text that means none.
    """
    text = " ".join(text.split())
    if _CARDS.fullmatch(text):
        return screen.read_cards(view, _codes(text))
    word, _, rest = text.partition(" ")
    if text.lower() in ("p", "pass"):
        return [game.parse_move("pass")]
    seat = names.find(text)
    if seat is not None:
        return _moves_for_seat(view, seat, text)
    seat = names.find(rest)
    if seat is not None and word.lower() in _TO_A_SEAT:
        rest = str(seat)
    written = _codes(rest) if _CARDS.fullmatch(rest) else _ONE_CARD.sub(lambda found: _card(found[0]), rest)
    try:
        return [game.parse_move(f"{word.lower()} {written}".strip())]
    except MoveSyntaxError as error:
        if word.lower() == "play" and _CARDS.fullmatch(rest):
            # C2.7: cards without a reading may have several; what is no play at all stays an error.
            plays = [move for move in screen.read_cards(view, written) if str(move).startswith("play ")]
            if plays:
                return plays
        known = ("play", "pass", "bet", "bid", "give", "putback", "display", "trump", "bury", *_TO_A_SEAT)
        raise MoveSyntaxError(str(error) if word.lower() in known else NOT_UNDERSTOOD) from None


def _codes(text: str) -> str:
    """Cards with single blanks between them."""
    return " ".join(_card(found[0]) for found in re.finditer(_CARD, text, re.IGNORECASE))


def _moves_for_seat(view: Any, seat: int, text: str) -> list[Any]:
    found = [move for move in view.legal if getattr(move, "seat", None) == seat]
    if not found:
        raise MoveSyntaxError(f"{text} cannot be chosen here. {NOT_UNDERSTOOD}")
    return found
