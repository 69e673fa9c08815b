"""The options of Mü and their values by number of players; data only."""

import dataclasses
from dataclasses import dataclass
from typing import Any

from stramash.core.cards import SUIT_NAMES, CardSet, size
from stramash.core.errors import RulesError
from stramash.core.options import Choice, Number, Preset, option, validate
from stramash.mu.cards import ALL_CARDS, COLOUR_CARDS, icons

FEWEST_SEATS = 3
MOST_SEATS = 6
TALON = 3
"""Cards in the talon of three players (M2.1), and cards the Crown puts away for it (M4.4)."""
TARGETS = {3: (14, 2), 4: (28, 2), 5: (21, 3), 6: (16, 4)}
"""The Crown's target by seats: points at a bid of no cards, points more for each card bid (M7.1)."""
DEFAULT_REMOVED = SUIT_NAMES[-1]


@dataclass(frozen=True, kw_only=True)
class MuRules:
    """The rules of Mü for one table; a target left out is the printed one for the seats (M7.1)."""

    seats: int
    removed_colour: str = option(
        DEFAULT_REMOVED, Choice(SUIT_NAMES), "The colour that three players play without (M1.3)."
    )
    rounds: int = option(
        4, Number(1, 20), "The match ends after this many deals (M6.5).", recorded_as="hands"
    )
    overtaken_crown: str = option(
        "more",
        Choice(("more", "equal", "never")),
        "When who loses the Crown takes the Shield: showing more than its holder, as many, or never (M3.3).",
    )
    target_base: int = option(
        None, Number(0, 60), "Points of the Crown's target before its bid is counted (M7.1)."
    )
    target_step: int = option(
        None, Number(0, 60), "Points the Crown's target rises for each card of its bid (M7.1)."
    )
    value_colour: int = option(0, Number(0, 100), "Bonus for winning with a colour as trump (M7.2).")
    value_one_or_seven: int = option(
        10, Number(0, 100), "Bonus for winning with the number 1 or 7 as trump (M7.2)."
    )
    value_number: int = option(20, Number(0, 100), "Bonus for winning with another number as trump (M7.2).")
    value_no_trump: int = option(30, Number(0, 100), "Bonus for winning with no trump (M7.2).")
    crown_bonus: int = option(
        10, Number(0, 100), "Points for each card of the Crown bid if the Crown team wins (M6.2)."
    )
    shield_bonus: int = option(
        5, Number(0, 100), "Points for each card of the Shield bid if the Shield team wins (M6.3)."
    )

    def __post_init__(self) -> None:
        if type(self.seats) is not int or self.seats not in TARGETS:
            raise RulesError("seats", self.seats, f"must be from {FEWEST_SEATS} to {MOST_SEATS} in Mü")
        for name, printed in zip(("target_base", "target_step"), TARGETS[self.seats], strict=True):
            if getattr(self, name) is None:
                object.__setattr__(self, name, printed)
        validate(self)
        if self.seats != 3 and self.removed_colour != DEFAULT_REMOVED:
            raise RulesError(
                "removed_colour",
                self.removed_colour,
                f"only three players remove a colour; leave it at {DEFAULT_REMOVED}",
            )

    def with_options(self, **changes: Any) -> "MuRules":
        """These rules with some options changed."""
        return dataclasses.replace(self, **changes)

    @property
    def cards(self) -> CardSet:
        """All cards that are dealt (M1.1, M1.3)."""
        if self.seats == 3:
            return ALL_CARDS ^ COLOUR_CARDS[SUIT_NAMES.index(self.removed_colour)]
        return ALL_CARDS

    @property
    def talon(self) -> int:
        """How many cards are dealt face down to nobody (M2.1)."""
        return TALON if self.seats == 3 else 0

    @property
    def hand_size(self) -> int:
        """How many cards each player is dealt (M2.1)."""
        return (size(self.cards) - self.talon) // self.seats

    def target(self, bid: int) -> int:
        """The points that the Crown team needs for a bid (M7.1)."""
        return min(self.target_base + self.target_step * bid, icons(self.cards))

    def crown_reward(self, bid: int) -> int:
        """What each of the Crown team gets for making a bid (M6.2)."""
        return self.crown_bonus * bid

    def shield_reward(self, bid: int) -> int:
        """What each of the others gets for the Shield's bid when the Crown fails (M6.3)."""
        return self.shield_bonus * bid


PRESETS: dict[str, Preset[MuRules]] = {
    "mu": Preset(
        "Mü",
        {n: MuRules(seats=n) for n in TARGETS},
        "Bid by showing cards, name two trumps, choose a partner, take tricks.",
        minutes=40,
        usual_seats=4,
        picture="7r 7g 6b 0p",
    ),
}
