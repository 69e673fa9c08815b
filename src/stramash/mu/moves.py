"""What a player can do in Mü, and how each move is written."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from stramash.core.cards import SUIT_NAMES, Card, CardCodeError, CardSet
from stramash.core.errors import MoveSyntaxError
from stramash.core.seats import Seat
from stramash.core.show import Written
from stramash.mu.cards import COLOURS, FACES, KINDS, RANKS


@dataclass(frozen=True, slots=True, repr=False)
class Pass(Written):
    """Display nothing this turn (M3.1)."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True, repr=False)
class Display(Written):
    """Lay cards from hand face up (M3.1)."""

    cards: CardSet

    def __str__(self) -> str:
        return f"display {FACES.write(self.cards)}"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Trump(Written):
    """Name a colour or a number as trump, or, with neither, no trump (M4.1)."""

    colour: int | None = None
    number: int | None = None

    def __str__(self) -> str:
        return f"trump {self.name}"

    @property
    def name(self) -> str:
        """What is trump: ``red``, ``7`` or ``none``."""
        if self.colour is not None:
            return SUIT_NAMES[self.colour]
        return "none" if self.number is None else str(self.number)


@dataclass(frozen=True, slots=True, repr=False)
class Partner(Written):
    """Pick a partner as the Crown player (M4.5)."""

    seat: Seat

    def __str__(self) -> str:
        return f"partner {self.seat}"


@dataclass(frozen=True, slots=True, repr=False)
class Bury(Written):
    """Put three cards face down into one's own score pile for the talon (M4.4)."""

    cards: CardSet

    def __str__(self) -> str:
        return f"bury {FACES.write(self.cards)}"


@dataclass(frozen=True, slots=True, repr=False)
class PlayCard(Written):
    """Play a card to the trick (M5.2)."""

    card: Card

    def __str__(self) -> str:
        return f"play {FACES.code_of[self.card]}"


@dataclass(frozen=True, slots=True, repr=False)
class NextDealer(Written):
    """Name the next dealer as the dealer of a finished hand (M6.6)."""

    seat: Seat

    def __str__(self) -> str:
        return f"dealer {self.seat}"


Move = Pass | Display | Trump | Partner | Bury | PlayCard | NextDealer

# Every move without a choice of several cards exists once, so that listing legal moves builds nothing.
PASS: Final = Pass()
DISPLAY_ONE: Final = tuple(Display(1 << card) for card in range(KINDS))
PLAY: Final = tuple(PlayCard(card) for card in range(KINDS))
NO_TRUMP: Final = Trump()
COLOUR_TRUMPS: Final = tuple(Trump(colour=colour) for colour in range(COLOURS))
NUMBER_TRUMPS: Final = tuple(Trump(number=number) for number in range(RANKS))
TRUMPS: Final = (*COLOUR_TRUMPS, *NUMBER_TRUMPS, NO_TRUMP)
_TRUMP_NAMED: Final = {trump.name: trump for trump in TRUMPS}


def parse_move(text: str) -> Move:
    """The move a text names: ``parse_move(str(move)) == move``."""
    word, _, rest = text.strip().partition(" ")
    parse = _PARSERS.get(word)
    if parse is None:
        raise MoveSyntaxError(f"{text!r} is not a move of Mü; moves begin with {', '.join(_PARSERS)}")
    return parse(rest.strip())


def _parse_pass(rest: str) -> Move:
    if rest:
        raise MoveSyntaxError(f"nothing may follow pass, but {rest!r} does")
    return PASS


def _parse_trump(rest: str) -> Move:
    trump = _TRUMP_NAMED.get(rest)
    if trump is None:
        raise MoveSyntaxError(
            f"{rest!r} is not a trump; name a colour ({', '.join(SUIT_NAMES)}), a number from 0 to 9, or none"
        )
    return trump


def _parse_play(rest: str) -> Move:
    try:
        return PLAY[FACES.parse(rest)]
    except CardCodeError:
        raise MoveSyntaxError(f"{rest!r} is not one card; write for example: play 7r") from None


def _parse_display(rest: str) -> Move:
    return Display(_parse_cards("display", rest))


def _parse_bury(rest: str) -> Move:
    return Bury(_parse_cards("bury", rest))


def _parse_partner(rest: str) -> Move:
    return Partner(_parse_seat("partner", rest))


def _parse_dealer(rest: str) -> Move:
    return NextDealer(_parse_seat("dealer", rest))


def _parse_cards(word: str, rest: str) -> CardSet:
    if not rest:
        raise MoveSyntaxError(f"{word} what? Write for example: {word} 7r 7r 2b")
    try:
        return FACES.parse_set(rest)
    except CardCodeError as error:
        raise MoveSyntaxError(f"{error}; write for example: {word} 7r 7r 2b") from None


def _parse_seat(word: str, rest: str) -> Seat:
    if not (rest.isascii() and rest.isdigit() and len(rest) == 1):
        raise MoveSyntaxError(f"{rest!r} is not a seat; write for example: {word} 2")
    return int(rest)


_PARSERS: Final[dict[str, Callable[[str], Move]]] = {
    "pass": _parse_pass,
    "display": _parse_display,
    "trump": _parse_trump,
    "partner": _parse_partner,
    "bury": _parse_bury,
    "play": _parse_play,
    "dealer": _parse_dealer,
}
