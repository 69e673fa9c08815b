"""Tables of what differs from family to family of games; each knows which families it has."""

from typing import Any, ClassVar, Generic, TypeVar

from stramash.core.errors import StramashError
from stramash.core.game import AnyGame

PartT = TypeVar("PartT")


class FamilyError(StramashError):
    """A family of games that some part of the program knows nothing of."""


class ByFamily(Generic[PartT]):
    """One thing for each family of games, such as its form on the wire; an unknown family is an error."""

    tables: ClassVar[list["ByFamily[Any]"]] = []
    """Every table there is, for the test that holds them against the families there are."""

    def __init__(self, what: str, /, **parts: PartT) -> None:
        self.what = what
        self.parts = parts
        ByFamily.tables.append(self)

    def of(self, game: AnyGame) -> PartT:
        """What the family of a game has; raises FamilyError."""
        if game.family not in self.parts:
            there_are = ", ".join(self.parts)
            raise FamilyError(
                f"{game.id}: no {self.what} for the family {game.family!r}, only for {there_are}"
            )
        return self.parts[game.family]
