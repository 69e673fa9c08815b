"""Whom a match counts for: a seat's player is whoever made nearly all of its moves."""

from collections import Counter
from dataclasses import dataclass
from typing import Final, Literal

from stramash.core.seats import Seat
from stramash.server.table.play.finished import By, FinishedMatch, Sitting

NEARLY_ALL: Final = 9, 10
"""The part of a seat's moves that makes its match somebody's: a short absence costs nobody theirs."""
Yours = Literal["all", "partly", "none"]


@dataclass(frozen=True, slots=True)
class Player:
    """Who played a seat: a person, the bot of one level, or now one and now the other."""

    kind: Literal["person", "bot", "mixed"]
    level: str | None = None


def player(one: FinishedMatch, seat: Seat) -> Player:
    """Who played a seat of a match, as far as it has been played."""
    made: Counter[tuple[By, str | None]] = Counter()
    for mover, moves in one.tallies[seat].items():
        made[mover.by, mover.level] += moves
    if not made.total():
        first = one.occupancies[seat][0].occupant
        return Player(first.kind, first.level)
    (by, level), most = made.most_common(1)[0]
    if by == "clock" or not _is_nearly_all(most, made.total()):
        return Player("mixed")
    return Player(by, level)


def yours(one: FinishedMatch, seat: Seat, sitting: Sitting | None) -> Yours:
    """How much of a seat's part in a match a person played; what a bot or the clock did is not theirs."""
    if all(occupancy.occupant.sitting != sitting for occupancy in one.occupancies[seat]):
        return "none"
    made = one.tallies[seat]
    own = [mover for mover in made if mover.by == "person" and mover.occupant.sitting == sitting]
    return "all" if _is_nearly_all(sum(made[mover] for mover in own), made.total()) else "partly"


def _is_nearly_all(part: int, of: int) -> bool:
    enough, all_of_them = NEARLY_ALL
    return all_of_them * part >= enough * of


def bots_around(one: FinishedMatch, seat: Seat) -> dict[Seat, str] | None:
    """The levels that played the other seats in the latest deal; None where a person had one of them."""
    found: dict[Seat, str] = {}
    for other in range(one.match.game.seats):
        if other == seat:
            continue
        movers = one.movers_in(other)
        occupants = [mover.occupant for mover in movers] or [one.occupant(other)]
        if any(occupant.kind == "person" for occupant in occupants):
            return None
        levels = Counter(mover.level for mover in movers) or Counter([occupants[0].level])
        level = levels.most_common(1)[0][0]
        assert level is not None, "every bot has a level"
        found[other] = level
    return found


def has_played(one: FinishedMatch, seat: Seat, sitting: Sitting | None) -> bool:
    """Whether somebody had a seat during the latest deal, as far as the moves made on it tell."""
    return all(mover.occupant.sitting == sitting for mover in one.movers_in(seat))
