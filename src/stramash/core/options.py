"""Rules options as data: what values each allows, how it is written, what it means."""

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from stramash.core.errors import RulesError


class Kind(Protocol):
    """The values an option may take."""

    @property
    def allowed(self) -> str:
        """A sentence that says which values are allowed."""

    def accepts(self, value: object) -> bool:
        """Whether a value is one of them."""

    def parse(self, text: str) -> object:
        """The value a text names; raises ValueError."""


@dataclass(frozen=True)
class Flag:
    """On or off."""

    @property
    def allowed(self) -> str:
        """Both values."""
        return "must be on or off"

    def accepts(self, value: object) -> bool:
        """Only real booleans."""
        return isinstance(value, bool)

    def parse(self, text: str) -> object:
        """The usual words for yes and no."""
        word = text.strip().lower()
        if word in ("on", "true", "yes", "1"):
            return True
        if word in ("off", "false", "no", "0"):
            return False
        raise ValueError(text)


@dataclass(frozen=True)
class Number:
    """A whole number in a range."""

    least: int
    most: int

    @property
    def allowed(self) -> str:
        """The range."""
        return f"must be a whole number from {self.least} to {self.most}"

    def accepts(self, value: object) -> bool:
        """Ints in the range; True is not a number here."""
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most

    def parse(self, text: str) -> object:
        """A decimal number."""
        return int(text)


@dataclass(frozen=True)
class Real:
    """A number in a range, whole or not."""

    least: float
    most: float

    @property
    def allowed(self) -> str:
        """The range."""
        return f"must be a number from {self.least:g} to {self.most:g}"

    def accepts(self, value: object) -> bool:
        """Numbers in the range; True is not a number here."""
        return (
            isinstance(value, int | float)
            and not isinstance(value, bool)
            and self.least <= value <= self.most
        )

    def parse(self, text: str) -> object:
        """A decimal number."""
        return float(text)


@dataclass(frozen=True)
class Choice:
    """One of some words or numbers."""

    words: tuple[str | int, ...]

    @property
    def allowed(self) -> str:
        """The words."""
        return "must be one of " + ", ".join(str(word) for word in self.words)

    def accepts(self, value: object) -> bool:
        """Exactly one of the words; True is not the number 1."""
        return value in self.words and not isinstance(value, bool)

    def parse(self, text: str) -> object:
        """The word or number itself."""
        word = text.strip()
        return next((item for item in self.words if str(item) == word), word)


@dataclass(frozen=True)
class Numbers:
    """Some whole numbers in rising order, all in a range."""

    least: int
    most: int
    longest: int

    @property
    def allowed(self) -> str:
        """Range and length."""
        return (
            f"must be up to {self.longest} rising whole numbers from {self.least} to {self.most}, "
            "separated by commas, or none"
        )

    def accepts(self, value: object) -> bool:
        """A tuple of rising numbers."""
        number = Number(self.least, self.most)
        return (
            isinstance(value, tuple)
            and len(value) <= self.longest
            and all(number.accepts(item) for item in value)
            and all(low < high for low, high in pairwise(value))
        )

    def parse(self, text: str) -> object:
        """Numbers separated by commas, or the word none."""
        if text.strip().lower() in ("", "none"):
            return ()
        return tuple(int(part) for part in text.split(","))


RulesT = TypeVar("RulesT")


class Preset(NamedTuple, Generic[RulesT]):
    """A game as its sheet describes it."""

    name: str
    rules: Mapping[int, RulesT]
    """By number of seats, the fewest first."""
    sentence: str
    """What kind of game it is, for those who choose one."""
    minutes: int
    """About how long a match takes."""
    picture: str
    """A few cards that stand for the game where it is chosen, by their codes."""
    usual_seats: int | None = None
    """How many play where nobody says; None: the fewest."""
    is_variant: bool = False
    """Another edition of one of the others, which is shown after them."""


class Option(NamedTuple):
    """One option of a rules class."""

    name: str
    kind: Kind
    doc: str


def option(default: Any, kind: Kind, doc: str) -> Any:
    """Declare an option as a field of a frozen rules dataclass."""
    return dataclasses.field(default=default, metadata={"kind": kind, "doc": doc})


def options_of(rules: object) -> Iterator[Option]:
    """All options of a rules class or object, in the order they are declared."""
    for item in dataclasses.fields(rules):  # type: ignore[arg-type]  # any rules dataclass
        if "kind" in item.metadata:
            yield Option(item.name, item.metadata["kind"], item.metadata["doc"])


def find_option(rules: object, name: str, value: object) -> Option:
    """The option with a name; raises RulesError for an unknown one."""
    known = list(options_of(rules))
    for item in known:
        if name == item.name:
            return item
    raise RulesError(name, value, "no such option; there are " + ", ".join(item.name for item in known))


def validate(rules: object) -> None:
    """Raise RulesError for the first option whose value is not allowed."""
    for item in options_of(rules):
        value = getattr(rules, item.name)
        if not item.kind.accepts(value):
            raise RulesError(item.name, write_value(value), item.kind.allowed)


def parse_options(rules: type, texts: Mapping[str, str]) -> dict[str, Any]:
    """The values that written options stand for; raises RulesError for an unknown name or a bad value."""
    values: dict[str, Any] = {}
    for name, text in texts.items():
        found = find_option(rules, name, text)
        try:
            value = found.kind.parse(text)
        except ValueError:
            raise RulesError(name, text, found.kind.allowed) from None
        if not found.kind.accepts(value):
            raise RulesError(name, text, found.kind.allowed)
        values[found.name] = value
    return values


def write_value(value: object) -> str:
    """An option's value as text, as `parse_options` reads it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        return ",".join(str(item) for item in value) or "none"
    return str(value)


def changed_options(rules: object, preset: object) -> dict[str, str]:
    """The options in which a rules object differs from its preset, written out."""
    return {
        item.name: write_value(getattr(rules, item.name))
        for item in options_of(rules)
        if getattr(rules, item.name) != getattr(preset, item.name)
    }
