"""The options of Mü and their values by edition and number of players; data only."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from stramash.core.cards import SUIT_NAMES, CardSet, size
from stramash.core.errors import RulesError
from stramash.core.options import Choice, Number, Preset, option, validate, write_value
from stramash.mu.cards import ALL_CARDS, COLOUR_CARDS, icons

FEWEST_SEATS = 3
MOST_SEATS = 6
TALON = 3
"""Cards in the talon of three players (M2.1), and cards the Crown puts away for it (M4.4)."""
TARGETS = {3: (14, 2), 4: (28, 2), 5: (21, 3), 6: (16, 4)}
"""The Crown's target by seats: points at a bid of no cards, points more for each card bid (M7.1)."""
CLASSIC_TARGETS = {**TARGETS, 3: (10, 2)}
"""The same in the game of 1995, in which three play for fewer points (M1.3)."""
DEFAULT_REMOVED = SUIT_NAMES[-1]
NO_COLOUR = "none"


class Titles(NamedTuple):
    """What players of an edition call the two who lead the teams, by itself and as a person."""

    key: str
    """By which screens know them in other languages."""
    crown: str
    shield: str
    crown_player: str
    shield_player: str


REVISED: Final = Titles("revised", "Crown", "Shield", "Crown player", "Shield player")
CLASSIC: Final = Titles("classic", "Chief", "Vice", "Chief", "Vice")


@dataclass(frozen=True, kw_only=True)
class MuRules:
    """The rules of Mü for one table; a target left out is the printed one for the seats (M7.1)."""

    seats: int
    titles: Titles = REVISED
    """What the editions call the one with most cards and the second; in the code Crown and Shield."""
    has_talon: bool = True
    """Whether three players leave cards to the Crown (M2.1)."""
    has_shield: bool = True
    """Whether there can be a Shield (M3.3, M3.9)."""
    has_eclat: bool = False
    """Whether the auction's end decides who is Crown and Shield, and equals play nothing (M3.8)."""
    shield_may_name_none: bool = True
    """Whether the Shield may say no trump (M4.1)."""
    fails_by_steps: bool = False
    """Whether a failed Crown pays for each step of the table (M6.7), and not the Shield's bid (M6.3)."""
    names_dealer: bool = True
    """Whether the dealer names the next one; otherwise the deal goes to the left (M6.6)."""

    removed_colour: str = option(
        DEFAULT_REMOVED, Choice(SUIT_NAMES), "The colour that three players play without (M1.3)."
    )
    removed_too: str = option(
        NO_COLOUR, Choice((*SUIT_NAMES, NO_COLOUR)), "A second colour that three players play without (M1.3)."
    )
    rounds: int = option(4, Number(0, 20), "The match ends after this many deals; 0: it has a goal (M6.5).")
    goal: int = option(0, Number(0, 10_000), "The match ends when somebody has this many points (M6.5).")
    raise_limit: int = option(
        0,
        Number(0, 15),
        "By how many cards a display may go beyond the most on the table; 0: no limit (M3.7).",
    )
    display_limit: int = option(
        0, Number(0, 15), "The most cards that a player may display in all; 0: no limit (M3.7)."
    )
    overtaken_crown: str = option(
        "more",
        Choice(("more", "equal", "never")),
        "When who loses the Crown takes the Shield: showing more than its holder, as many, or never (M3.3).",
    )
    eclat_gain: int = option(
        0, Number(0, 100), "Points an éclat brings for each card, but to the last to draw level (M3.8)."
    )
    eclat_loss: int = option(
        0, Number(0, 100), "Points for each card that the last to draw level loses in an éclat (M3.8)."
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
    most_bonus: int = option(
        0, Number(0, 1_000), "The most that bid and trump bring each of the Crown team; 0: no limit (M6.8)."
    )
    shield_bonus: int = option(
        5, Number(0, 100), "Points for each card of the Shield bid if the Shield team wins (M6.3)."
    )
    short_loss: int = option(
        0,
        Number(0, 100),
        "Lost by the Crown for each step short: each card that its bid was too high by; 0: nothing (M6.7).",
    )
    short_gain: int = option(
        0, Number(0, 100), "Points each opponent gains for each step that the Crown falls short (M6.7)."
    )
    short_steps: str = option(
        "all",
        Choice(("all", "bid")),
        "How many steps short are counted: all, or as many as the bid has cards at most (M6.7).",
    )

    def __post_init__(self) -> None:
        if type(self.seats) is not int or self.seats not in TARGETS:
            raise RulesError("seats", self.seats, f"must be from {FEWEST_SEATS} to {MOST_SEATS} in Mü")
        for name, printed in zip(("target_base", "target_step"), TARGETS[self.seats], strict=True):
            if getattr(self, name) is None:
                object.__setattr__(self, name, printed)
        validate(self)
        for name, makes_sense, allowed in _CROSS_CHECKS:
            if not makes_sense(self):
                raise RulesError(name, write_value(getattr(self, name)), allowed)

    def with_options(self, **changes: Any) -> "MuRules":
        """These rules with some options changed; asking for rounds drops the goal, and the reverse."""
        if changes.get("rounds") and "goal" not in changes:
            changes["goal"] = 0
        if changes.get("goal") and "rounds" not in changes:
            changes["rounds"] = 0
        return dataclasses.replace(self, **changes)

    @property
    def removed(self) -> tuple[int, ...]:
        """The colours that are not in the deck (M1.3)."""
        if self.seats != FEWEST_SEATS:
            return ()
        words = (self.removed_colour, self.removed_too)
        return tuple(sorted(SUIT_NAMES.index(word) for word in words if word != NO_COLOUR))

    @property
    def cards(self) -> CardSet:
        """All cards that are dealt (M1.1, M1.3)."""
        return ALL_CARDS ^ sum(COLOUR_CARDS[colour] for colour in self.removed)

    @property
    def talon(self) -> int:
        """How many cards are dealt face down to nobody (M2.1)."""
        return TALON if self.has_talon and self.seats == FEWEST_SEATS else 0

    @property
    def hand_size(self) -> int:
        """How many cards each player is dealt (M2.1)."""
        return (size(self.cards) - self.talon) // self.seats

    def target(self, bid: int) -> int:
        """The points that the Crown team needs for a bid (M7.1)."""
        return min(self.target_base + self.target_step * bid, icons(self.cards))

    def crown_reward(self, bid: int) -> int:
        """What each of the Crown team gets for making a bid (M6.2), before the trump is counted."""
        return self._limited(self.crown_bonus * bid)

    def trump_reward(self, bid: int, value: int) -> int:
        """What each of the Crown team gets for a trump of a value when they make a bid (M6.4, M6.8)."""
        return self._limited(self.crown_bonus * bid + value) - self.crown_reward(bid)

    def _limited(self, bonus: int) -> int:
        return min(bonus, self.most_bonus) if self.most_bonus else bonus

    def shield_reward(self, bid: int) -> int:
        """What each of the others gets for the Shield's bid when the Crown fails (M6.3)."""
        return self.shield_bonus * bid

    def steps_short(self, bid: int, earned: int) -> int:
        """By how many steps of the table of targets a team with these points missed a bid (M6.7)."""
        steps = -(-(self.target(bid) - earned) // self.target_step)
        return min(steps, bid) if self.short_steps == "bid" else steps

    def is_match_over(self, deal: int, totals: tuple[int, ...]) -> bool:
        """Whether a match ends with a deal that leaves these totals (M6.5)."""
        return max(totals) >= self.goal if self.goal else deal >= self.rounds


_CROSS_CHECKS: tuple[tuple[str, Callable[[MuRules], bool], str], ...] = (
    (
        "removed_colour",
        lambda r: r.seats == FEWEST_SEATS or r.removed_colour == DEFAULT_REMOVED,
        f"only three players remove a colour; leave it at {DEFAULT_REMOVED}",
    ),
    (
        "removed_too",
        lambda r: r.seats == FEWEST_SEATS or r.removed_too == NO_COLOUR,
        f"only three players remove colours; leave it at {NO_COLOUR}",
    ),
    ("removed_too", lambda r: r.removed_too != r.removed_colour, "must be another than removed_colour"),
    ("rounds", lambda r: r.rounds > 0 or r.goal > 0, "a match needs either a goal or a number of rounds"),
    ("goal", lambda r: not (r.goal and r.rounds), "a match needs either a goal or a number of rounds"),
    (
        "overtaken_crown",
        lambda r: not r.has_eclat or r.overtaken_crown == "more",
        "the end of the auction says who is second; leave it at more",
    ),
    (
        "eclat_gain",
        lambda r: r.has_eclat or not r.eclat_gain,
        "there is no éclat in this game; leave it at 0",
    ),
    (
        "eclat_loss",
        lambda r: r.has_eclat or not r.eclat_loss,
        "there is no éclat in this game; leave it at 0",
    ),
    (
        "shield_bonus",
        lambda r: not r.fails_by_steps or not r.shield_bonus,
        "a bid that fails is paid for by steps (M6.7); leave it at 0",
    ),
    (
        "target_step",
        lambda r: not (r.fails_by_steps or r.short_loss) or r.target_step > 0,
        "a bid that fails is paid for by steps (M6.7): 1 or more",
    ),
    (
        "short_gain",
        lambda r: r.fails_by_steps or not r.short_gain,
        "a bid that fails pays the Shield's team in this game (M6.3); leave it at 0",
    ),
    (
        "short_steps",
        lambda r: r.fails_by_steps or r.short_loss > 0 or r.short_steps == "all",
        "a bid that fails costs nothing here (short_loss); leave it at all",
    ),
)


def _classic(seats: int) -> MuRules:
    """The game of 1995."""
    base, step = CLASSIC_TARGETS[seats]
    is_three = seats == FEWEST_SEATS
    return MuRules(
        seats=seats,
        titles=CLASSIC,
        has_talon=False,
        has_shield=not is_three,
        has_eclat=True,
        shield_may_name_none=False,
        fails_by_steps=True,
        names_dealer=False,
        removed_too=SUIT_NAMES[-2] if is_three else NO_COLOUR,
        rounds=0,
        goal=200,
        raise_limit=1,
        eclat_gain=5,
        eclat_loss=10,
        target_base=base,
        target_step=step,
        most_bonus=100,
        shield_bonus=0,
        short_loss=10,
        short_gain=5,
    )


PRESETS: dict[str, Preset[MuRules]] = {
    "mu": Preset(
        "Mü",
        {n: MuRules(seats=n) for n in TARGETS},
        "Bid by showing cards, name two trumps, choose a partner, take tricks.",
        minutes=40,
        usual_seats=4,
        picture="7r 7g 6b 0p",
    ),
    "mu-classic": Preset(
        "Mü as published in 1995",
        {n: _classic(n) for n in CLASSIC_TARGETS},
        "The game of 1995: bid one card more, beware of the éclat; a bid that fails costs points.",
        minutes=40,
        usual_seats=4,
        is_variant=True,
        picture="9r 5y 1g 0b",
    ),
}
