"""Engine values as JSON and back: what is common to all games. No model here is on the way of a move."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from stramash.core.cards import CardSet, Faces, card_set, each
from stramash.core.errors import StramashError
from stramash.core.events import Event
from stramash.core.game import Carry, Reason, Result, ScoreLine

Json = dict[str, Any]


class WireError(StramashError):
    """JSON that is not the form of any engine value."""


@dataclass(frozen=True)
class Codec:
    """How one kind of value is written and read."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def optional(codec: Codec) -> Codec:
    """The same, with null for None."""
    return Codec(
        lambda value: None if value is None else codec.write(value),
        lambda form: None if form is None else codec.read(form),
    )


def row(codec: Codec) -> Codec:
    """A tuple of such values."""
    return Codec(
        lambda values: [codec.write(value) for value in values],
        lambda forms: tuple(codec.read(form) for form in forms),
    )


def _same(value: Any) -> Any:
    return value


def read_carry(form: Json) -> Carry:
    """What a match hands to its next deal, from JSON."""
    return Carry(dealer=form["dealer"], totals=tuple(form["totals"]), deal=form["deal"], lead=form["lead"])


def write_carry(carry: Carry) -> Json:
    """What a deal starts from."""
    return {"dealer": carry.dealer, "totals": list(carry.totals), "deal": carry.deal, "lead": carry.lead}


def _write_line(line: ScoreLine) -> Json:
    return {
        "side": line.side,
        "points": line.points,
        "clause": line.clause,
        "what": line.what,
        "seat": line.seat,
    }


def _read_line(form: Json) -> ScoreLine:
    # A server of before 0.2 says no seat.
    return ScoreLine(form["side"], form["points"], form["clause"], form["what"], form.get("seat"))


def write_result(result: Result) -> Json:
    """The end of a deal."""
    return {
        "scores": list(result.scores),
        "sheet": [_write_line(line) for line in result.sheet],
        "totals": list(result.totals),
        "winners": list(result.winners),
        "carry": None if result.carry is None else write_carry(result.carry),
        "redeal": result.redeal,
    }


def _read_result(form: Json) -> Result:
    return Result(
        tuple(form["scores"]),
        tuple(_read_line(line) for line in form["sheet"]),
        tuple(form["totals"]),
        tuple(form["winners"]),
        None if form["carry"] is None else read_carry(form["carry"]),
        form["redeal"],
    )


PLAIN: Final = Codec(_same, _same)
ROW: Final = row(PLAIN)
CARRY: Final = Codec(write_carry, read_carry)
RESULT: Final = Codec(write_result, _read_result)
SHEET: Final = row(Codec(_write_line, _read_line))


def card_codec(faces: Faces) -> Codec:
    """One card."""
    return Codec(lambda card: faces.code_of[card], faces.parse)


def cards_codec(faces: Faces) -> Codec:
    """A set of cards, lowest face first."""
    return Codec(
        lambda cards: [faces.code_of[card] for card in each(cards)],
        lambda codes: card_set(faces.parse(code) for code in codes),
    )


_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


def type_name(family: str, event: type[Event]) -> str:
    """The name of an event on the wire: ``climbing.card_chosen``."""
    return f"{family}.{_CAPITAL.sub('_', event.__name__).lower()}"


class EventCodec:
    """All events of one family of games."""

    def __init__(self, family: str, fields: Mapping[type[Event], Mapping[str, Codec]]) -> None:
        self.fields = fields
        self._writers = {
            kind: (type_name(family, kind), tuple(parts.items())) for kind, parts in fields.items()
        }
        self._readers = {type_name(family, kind): (kind, parts) for kind, parts in fields.items()}

    def write(self, event: Event) -> Json:
        """An event as JSON; it must already be what its receiver may see."""
        name, parts = self._writers[type(event)]
        form: Json = {"type": name}
        for field, codec in parts:
            form[field] = codec.write(getattr(event, field))
        return form

    def read(self, form: Json) -> Event:
        """The event a JSON object stands for; raises WireError."""
        known = self._readers.get(form.get("type", ""))
        if known is None:
            raise WireError(f"there is no event {form.get('type')!r}")
        kind, parts = known
        try:
            return kind(**{field: codec.read(form[field]) for field, codec in parts.items()})
        except (KeyError, TypeError, ValueError) as error:
            raise WireError(f"this is no {form['type']}: {error}") from error


@dataclass(frozen=True)
class Forms:
    """How the values of one family of games are written and read."""

    name: str
    events: EventCodec
    cards: Codec
    move: Callable[[Any], Json]
    """A move's text and parts."""
    cards_of: Callable[[Any], CardSet]
    """The cards that a move is made with; the empty set for a move without cards."""
    terms: Callable[[Any], Json]
    """What a game's options come to, in numbers: all that a screen needs to know of them."""
    choice: Callable[[Any, Any], Json | None]
    """Which cards a seat may choose from now, and how many; None where none are asked for."""
    would: Callable[[Any, Any, Any], Json | None]
    """What a move would make of the seat, by game and view, where that is more than is plain to see."""
    view: Callable[[Any, Any], Json]
    """A game's view as it stands: legal moves are not worked out."""
    hands: Callable[[Any], tuple[tuple[CardSet, ...], CardSet]]
    """All hands and the cards that lie face down: for a finished match only."""
    unlisted: Callable[[Any, Any], Json]
    """What a seat that is asked must know of legal moves besides those in its view's `legal`."""
    rows: Callable[[Any], list[list[Json]]]
    """Where each card of a move stands on the table, where that is more than is plain to see."""


def write_choice(
    verb: str, sets: tuple[CardSet, ...], cards: Codec, *, is_counted: bool, most: int | None = None
) -> Json | None:
    """Cards to choose from, by the sets that moves may take; `most` at a time, where not all are listed."""
    sets = tuple(filter(None, sets))
    if not sets:
        return None
    union = 0
    for one in sets:
        union |= one  # the second copy of a card has a bit of its own
    counts = [one.bit_count() for one in sets]
    at_once = max(counts) if most is None else most
    return {
        "move": verb,
        "cards": cards.write(union),
        "least": min(counts),
        "most": at_once,
        "is_counted": is_counted,
        "is_listed": most is None,
    }


def write_reason(reason: Reason | None) -> Json | None:
    """Why a move is not legal."""
    return None if reason is None else {"clause": reason.clause, "sentence": reason.sentence}
