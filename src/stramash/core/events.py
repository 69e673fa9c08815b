"""What happens in a deal, told to each seat as far as that seat may see it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Self

from stramash.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Event(ABC):
    """One thing that happened."""

    @abstractmethod
    def seen_by(self, seat: Seat | None) -> Self:
        """The event as a seat sees it; None is a spectator. No default: forgetting is an error."""


@dataclass(frozen=True, slots=True)
class PublicEvent(Event):
    """An event that holds nothing secret; inheriting from it is the explicit decision that it is public."""

    def seen_by(self, seat: Seat | None) -> Self:
        """Everybody sees all of it."""
        return self
