"""Outcomes of a finished deal by seat besides its points: going out and bets, or Crowns."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from stramash.climbing.rules import ClimbingRules
from stramash.climbing.scoring import live_bets
from stramash.climbing.state import Table as ClimbingTable
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.mu.cards import icons
from stramash.mu.rules import MuRules
from stramash.mu.state import Table as MuTable


class Tally(Protocol):
    """What is counted."""

    first_out: int
    bets: int
    bets_won: int


@dataclass(frozen=True)
class Outcomes:
    """What is counted in a family of games, and what players call it."""

    count: Callable[[Any, Any, list[Any]], None]
    """Adds one finished deal, by its rules and table, to the tallies of its seats."""
    bet_name: Callable[[Any], str]
    """What stands for a bet, by the rules."""
    has_first_out: bool
    """Whether somebody is the first to go out."""


def count_deal(game: AnyGame, state: Any, tallies: list[Any]) -> None:
    """Add one finished deal to the tallies of its seats."""
    OUTCOMES.of(game).count(game.rules, state.table, tallies)


def _count_climbing(rules: ClimbingRules, table: ClimbingTable, tallies: list[Tally]) -> None:
    first = table.out[0]
    tallies[first].first_out += 1
    if rules.has_auction:
        bets = {} if table.shepherd is None else {table.shepherd: table.bid}
    else:
        bets = live_bets(rules, table.bets)
    for seat, value in bets.items():
        tallies[seat].bets += 1
        by_points = rules.bet_rule == "points"
        tallies[seat].bets_won += _points(table, seat) >= value if by_points else seat == first


def _points(table: ClimbingTable, seat: int) -> int:
    """The points of a seat without those of bets (C10.2)."""
    assert table.result is not None, "the deal is over"
    return sum(line.points for line in table.result.sheet if line.side == seat and line.clause != "C10.2")


def _count_mu(rules: MuRules, table: MuTable, tallies: list[Tally]) -> None:
    """The Crown is Mü's bet, and it is won by reaching the target (M6.2)."""
    crown = table.crown
    if crown is None:  # M3.8: nobody played for anything
        return
    tallies[crown].bets += 1
    earned = sum(icons(table.won[seat]) for seat in table.crown_team)
    tallies[crown].bets_won += earned >= rules.target(table.bids[crown])


OUTCOMES: Final = ByFamily(
    "count of outcomes",
    climbing=Outcomes(_count_climbing, lambda rules: "Shepherd" if rules.has_auction else "bets", True),
    mu=Outcomes(_count_mu, lambda rules: rules.titles.crown, False),
)
