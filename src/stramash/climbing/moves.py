"""The moves of the climbing games: small, hashable, seatless, each with a written form."""

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from stramash.climbing.cards import FACES, RANK_NAMES
from stramash.climbing.plays.combos import BOMB_NAMES, Combo, Kind, bomb, combo, readings
from stramash.climbing.rules import ClimbingRules
from stramash.core.cards import Card, CardCodeError, CardSet
from stramash.core.errors import MoveSyntaxError
from stramash.core.seats import Seat
from stramash.core.show import Written, written


class Play(NamedTuple):
    """Cards from hand and the combination declared for them (C2.7)."""

    cards: CardSet
    combo: Combo

    def __str__(self) -> str:
        return f"play {FACES.write(self.cards)} as {self.combo}"

    def __repr__(self) -> str:  # a NamedTuple cannot inherit it
        return written(self)


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Written):
    """Not playing in a trick (C5.2), or not bidding (C8.2)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True, repr=False)
class Bet(Written):
    """A bet (C10.1), at any time before the seat's first card."""

    value: int

    def __str__(self) -> str:
        return f"bet {self.value}"


@dataclass(frozen=True, slots=True, repr=False)
class Bid(Written):
    """A bid to be the Shepherd (C8.2)."""

    value: int

    def __str__(self) -> str:
        return f"bid {self.value}"


@dataclass(frozen=True, slots=True, repr=False)
class GiveCard(Written):
    """A card for the partner, face down (C8.1)."""

    card: Card

    def __str__(self) -> str:
        return f"give {FACES.code_of[self.card]}"


@dataclass(frozen=True, slots=True, repr=False)
class PutBack(Written):
    """The cards the Shepherd puts back on the haggis (C8.3)."""

    cards: CardSet

    def __str__(self) -> str:
        return f"putback {FACES.write(self.cards)}"


@dataclass(frozen=True, slots=True, repr=False)
class Award(Written):
    """The seat that gets a bombed trick (C6.2) or the haggis (C9.3)."""

    seat: Seat

    def __str__(self) -> str:
        return f"award {self.seat}"


@dataclass(frozen=True, slots=True, repr=False)
class NameLead(Written):
    """The seat that leads after a bomb (C7.2)."""

    seat: Seat

    def __str__(self) -> str:
        return f"lead {self.seat}"


Move = Play | Pass | Bet | Bid | GiveCard | PutBack | Award | NameLead

PASS: Final = Pass()
_FORMS: Final = (
    "play CARDS as COMBINATION, pass, bet N, bid N, give CARD, putback CARDS, award SEAT, lead SEAT"
)
_RANK: Final = r"(?:10|[2-9]|[JQK])"
_COMBO: Final = re.compile(
    rf"single (?P<single>{_RANK})|set (?P<set>{_RANK})|bomb (?P<bomb>[\w-]+)"
    rf"|sequence (?P<low>{_RANK})-(?P<top>{_RANK})"
    rf"|stair (?P<stair_low>{_RANK})-(?P<stair_top>{_RANK}) x(?P<tracks>[0-9]{{1,2}})"
)
_RANK_OF: Final = {name: rank for rank, name in RANK_NAMES.items()}


def parse_move(rules: ClimbingRules, text: str) -> Move:
    """The move a text names; `play CARDS` alone will do where the cards have one reading."""
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    try:
        match word:
            case "play":
                return _parse_play(rules, rest)
            case "pass" if not rest:
                return PASS
            case "bet":
                return Bet(_number(rest))
            case "bid":
                return Bid(_number(rest))
            case "give":
                return GiveCard(FACES.parse(rest))
            case "putback":
                return PutBack(FACES.parse_set(rest))
            case "award":
                return Award(_number(rest))
            case "lead":
                return NameLead(_number(rest))
    except CardCodeError as error:
        raise MoveSyntaxError(f"{error} in {text!r}") from None
    raise MoveSyntaxError(f"{text!r} is not a move; moves are: {_FORMS}")


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise MoveSyntaxError(f"{text!r} is not a number")
    return int(text)


def _parse_play(rules: ClimbingRules, text: str) -> Play:
    codes, declared, combination = text.partition(" as ")
    cards = FACES.parse_set(codes)
    if declared:
        return Play(cards, parse_combo(combination.strip(), cards.bit_count()))
    possible = readings(rules, cards)
    if len(possible) == 1:
        return Play(cards, possible[0])
    if possible:
        choices = ", ".join(f"as {item}" for item in possible)
        raise MoveSyntaxError(f"C2.7: {codes} can be read in several ways, say which: {choices}")
    raise MoveSyntaxError(f"C2.7: {codes!r} is no combination")


def parse_combo(text: str, cards: int) -> Combo:
    """The combination a text declares for a number of cards."""
    found = _COMBO.fullmatch(text)
    if found is None:
        raise MoveSyntaxError(
            f"{text!r} is not a combination; write single 7, set 7, sequence 3-5, stair 6-7 x2 or bomb J-Q"
        )
    part = found.groupdict()
    if part["single"]:
        return combo(Kind.SINGLE, 1, 1, _rank(part["single"]))
    if part["set"]:
        return combo(Kind.SET, cards, 1, _rank(part["set"]))
    if part["bomb"]:
        if part["bomb"] not in BOMB_NAMES[1:]:
            raise MoveSyntaxError(f"{text!r}: the bombs are {', '.join(BOMB_NAMES[1:])}")
        return bomb(BOMB_NAMES.index(part["bomb"]))
    is_stair = part["tracks"] is not None
    low, top = (
        _rank(part["stair_low" if is_stair else "low"]),
        _rank(part["stair_top" if is_stair else "top"]),
    )
    if top <= low:
        raise MoveSyntaxError(f"{text!r}: the second rank must be higher than the first")
    kind = Kind.STAIR if is_stair else Kind.SEQUENCE
    return combo(kind, int(part["tracks"]) if is_stair else 1, top - low + 1, top)


def _rank(name: str) -> int:
    return _RANK_OF[name] if name in _RANK_OF else int(name)
