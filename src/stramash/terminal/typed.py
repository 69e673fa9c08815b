"""What a player types, turned into moves."""

import re
from typing import Any, Final

from stramash.core.cards import card_set
from stramash.core.errors import MoveSyntaxError
from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.terminal.screen import Names

_CARD: Final = r"(?:(?:10|[0-9])[rygbp]|[jqk])"
_CARDS: Final = re.compile(rf"(?:{_CARD}[\s,]*)+", re.IGNORECASE)
_ONE_CARD: Final = re.compile(rf"(?<![\w-]){_CARD}(?![\w-])", re.IGNORECASE)
_TO_A_SEAT: Final = ("award", "lead", "partner", "dealer")
NOT_UNDERSTOOD: Final = "Type a number of the list, cards such as 5r 6r 7r, or ? for help."


def _card(code: str) -> str:
    """A code as it is written: suits small, courts capital."""
    return code.upper() if code.isalpha() else code.lower()


def moves_meant(game: AnyGame, state: Any, seat: Seat, names: Names, text: str) -> list[Any]:
    """The moves, legal or not, that a seat may mean by a text; several where cards have several readings.

    Raises MoveSyntaxError for a text that means none, IllegalMove for cards that can mean nothing now.
    """
    text = " ".join(text.split())
    if _CARDS.fullmatch(text):
        return _read_cards(game, state, seat, text)
    word, _, rest = text.partition(" ")
    if text.lower() in ("p", "pass"):
        return [game.parse_move("pass")]
    named = names.find(text)
    if named is not None:
        return _moves_for_seat(game.legal(state, seat), named, text)
    named = names.find(rest)
    if named is not None and word.lower() in _TO_A_SEAT:
        rest = str(named)
    written = _codes(rest) if _CARDS.fullmatch(rest) else _ONE_CARD.sub(lambda found: _card(found[0]), rest)
    try:
        return [game.parse_move(f"{word.lower()} {written}".strip())]
    except MoveSyntaxError as error:
        if word.lower() == "play" and _CARDS.fullmatch(rest):
            # C2.7: cards without a reading may have several; what is no play at all stays an error.
            plays = [move for move in _read_cards(game, state, seat, rest) if str(move).startswith("play ")]
            if plays:
                return plays
        known = ("play", "pass", "bet", "bid", "give", "putback", "display", "trump", "bury", *_TO_A_SEAT)
        raise MoveSyntaxError(str(error) if word.lower() in known else NOT_UNDERSTOOD) from None


def _read_cards(game: AnyGame, state: Any, seat: Seat, text: str) -> list[Any]:
    try:
        cards = card_set(game.parse_card(code) for code in _codes(text).split())
    except ValueError as error:  # no card of this game, or one that comes too often
        raise MoveSyntaxError(str(error)) from None
    return list(game.readings(state, seat, cards))


def _codes(text: str) -> str:
    """Cards with single blanks between them."""
    return " ".join(_card(found[0]) for found in re.finditer(_CARD, text, re.IGNORECASE))


def _moves_for_seat(legal: tuple[Any, ...], seat: Seat, text: str) -> list[Any]:
    found = [move for move in legal if getattr(move, "seat", None) == seat]
    if not found:
        raise MoveSyntaxError(f"{text} cannot be chosen here. {NOT_UNDERSTOOD}")
    return found
