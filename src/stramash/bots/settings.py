"""Settings of a bot, declared as the options of games are: `expert@budget=playouts:2000`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from stramash.bots.search.compare import Budget
from stramash.core.errors import RulesError
from stramash.core.options import option, options_of, validate

SettingsT = TypeVar("SettingsT")


@dataclass(frozen=True, kw_only=True)
class NoSettings:
    """Nothing."""


@dataclass(frozen=True)
class BudgetText:
    """How long a search may take."""

    @property
    def allowed(self) -> str:
        """Both ways to write it."""
        return "must be written playouts:2000 or seconds:0.2"

    def accepts(self, value: object) -> bool:
        """What `Budget.parse` reads."""
        try:
            return isinstance(value, str) and bool(Budget.parse(value))
        except RulesError:
            return False

    def parse(self, text: str) -> object:
        """The text itself."""
        return text


@dataclass(frozen=True)
class FileName:
    """A file, or none."""

    @property
    def allowed(self) -> str:
        """Any file."""
        return "must be the name of a file"

    def accepts(self, value: object) -> bool:
        """A text, or None for the file that comes with stramash."""
        return value is None or (isinstance(value, str) and bool(value))

    def parse(self, text: str) -> object:
        """The name itself."""
        return text


@dataclass(frozen=True, kw_only=True)
class NetSettings:
    """What may be set of a net."""

    weights: str | None = option(None, FileName(), "Its weights; those that come with stramash unless said.")


def settings_from(kind: type[SettingsT], values: Mapping[str, Any]) -> SettingsT:
    """Settings from texts or values by name; raises RulesError for a name or a value that there is not."""
    known = {item.name: item for item in options_of(kind)}
    found = {}
    for name, value in values.items():
        if name not in known:
            there_are = f"there are {', '.join(known)}" if known else "there is none"
            raise RulesError(name, value, f"no such setting; {there_are}")
        item = known[name]
        try:
            found[name] = item.kind.parse(value) if isinstance(value, str) else value
        except ValueError:
            raise RulesError(name, value, item.kind.allowed) from None
    made = kind(**found)
    validate(made)
    return made
