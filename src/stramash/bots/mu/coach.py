"""The coach at Mü: for each trump and bid, whether the team makes its target, and what that brings.

Each contract is tried as if everybody passed after it; who has the Shield as it stands names its trump, the
partner and the play of the cards are the quick policy's. What it plays against is no better than that either,
so points are lowered as the club player lowers them.
"""

from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.bots.mu.club import ROLLOUT_BIAS
from stramash.bots.mu.club_ideas import MOST_BID, Idea, cards_to_show, own_seat
from stramash.bots.mu.worlds import MuWorlds
from stramash.bots.search.chances import Chance, Coaching, of_points, of_share
from stramash.bots.search.compare import lead_over_others
from stramash.bots.search.estimate import FEWEST_BATCHES
from stramash.bots.search.lines import LinePlayer
from stramash.core.cards import SECOND_COPY, join, size
from stramash.core.seats import Seat
from stramash.mu.auction import most_to_display
from stramash.mu.cards import icons
from stramash.mu.game import MuGame
from stramash.mu.moves import NO_TRUMP, PASS, TRUMPS, Display, Trump
from stramash.mu.state import Phase, View
from stramash.mu.tricks import trumps
from stramash.sim.mu import record as at
from stramash.sim.mu.pack import pack_rules

COLUMNS: Final = 4
"""How many bids are looked at, from the lowest that takes or keeps the Crown."""
ROWS: Final = 8
"""How many trumps are, those that the hand is made for."""


class Contract(NamedTuple):
    """A trump and a bid, and the display that comes to it."""

    trump: Trump
    bid: int
    display: Display | None


def contracts(game: MuGame, view: View) -> list[Contract]:
    """What there is to choose from, trump by trump, the most promising first."""
    table, seat = view.table, own_seat(view)
    hidden, own = table.hidden(seat, view.hand), table.bids[seat]
    rules = pack_rules(game.rules)
    least = own if table.crown == seat else max(table.bids) + 1
    most = min(own + size(hidden), MOST_BID, least + COLUMNS - 1)
    ideas = [
        Idea(game, rules, view.hand, trump)
        for trump in TRUMPS
        if size(view.hand & trumps(None, trump).cards) > 1 or trump == NO_TRUMP
    ]
    if least > most:
        return []
    ideas.sort(key=lambda idea: idea.worth[idea.best_bid(least, most)], reverse=True)
    found = []
    for idea in ideas[:ROWS]:
        for bid in range(least, most + 1):
            cards = cards_to_show(table, seat, hidden, idea, bid - own)
            shown = join(table.displays[seat], cards)
            if idea.trump == NO_TRUMP or shown & idea.cards:  # M4.1
                found.append(Contract(idea.trump, bid, Display(cards) if cards else None))
    return found


def coach(game: MuGame, view: View, playouts: int, rng: Random) -> Coaching | None:
    """What each contract may come to; None outside the auction."""
    if view.table.phase is not Phase.AUCTION or view.seat is None:
        return None
    tried = contracts(game, view)
    worlds = max(2, playouts // max(1, (len(tried) + 1) * FEWEST_BATCHES))
    played = _Contracts(game, view)
    made = np.full((FEWEST_BATCHES, len(tried)), np.nan)
    points = np.full((FEWEST_BATCHES, len(tried)), np.nan)
    passing = np.full(FEWEST_BATCHES, np.nan)
    for batch in range(FEWEST_BATCHES):
        rows = MuWorlds(game, view, rng).take(worlds)
        passing[batch] = np.mean([played.without(row) for row in rows])
        for i, contract in enumerate(tried):
            ends = [end for row in rows if (end := played.along(row, contract)) is not None]
            if ends:
                made[batch, i], points[batch, i] = np.mean(ends, axis=0)
    limit = most_to_display(game.rules, view.table, own_seat(view), view.hand) if view.legal else 0
    count = FEWEST_BATCHES * worlds
    chances = tuple(
        Chance(
            contract.display if contract.display and size(contract.display.cards) <= limit else None,
            contract.bid,
            of_share(made[:, i], count),
            of_points(points[:, i], count),
            trump=contract.trump,
            target=game.rules.target(contract.bid),
        )
        for i, contract in enumerate(tried)
        if not np.isnan(made[:, i]).any()  # a trump that the Shield took in all worlds of a batch (M4.2)
    )
    return Coaching("contracts", chances, of_points(passing, count), count)


class _Contracts:
    """Plays worlds as a contract has them."""

    def __init__(self, game: MuGame, view: View) -> None:
        self._game, self._seat = game, own_seat(view)
        self._player = LinePlayer(game)

    def without(self, row: Any) -> float:
        """The lead of the seat if it shows no more and all others do as they like."""
        world = row.copy()
        world[at.TURN] = self._seat
        self._player.make(world, PASS)
        self._player.finish(world)
        return self._lead(world)

    def along(self, row: Any, contract: Contract) -> tuple[float, float] | None:
        """Whether the target was made, and the lead; None where the trump is taken (M4.2)."""
        world, player, seats = row.copy(), self._player, self._game.seats
        world[at.TURN] = self._seat
        world[at.PASSES] = 0
        if contract.display is not None:
            player.make(world, contract.display)
        for _ in range(seats):
            player.make(world, PASS)
        while world[at.PHASE] == at.SHIELD_TRUMP:
            player.make_quick(world)
        if world[at.PHASE] != at.CROWN_TRUMP or world[at.CROWN] != self._seat:
            return None
        if contract.trump != NO_TRUMP and world[at.MINOR] == TRUMPS.index(contract.trump):
            return None
        player.make(world, contract.trump)
        player.finish(world)
        earned = sum(self._icons(world, seat) for seat in self._team(world))
        return float(earned >= self._game.rules.target(contract.bid)), self._lead(world) - ROLLOUT_BIAS

    def _lead(self, world: Any) -> float:
        points = world[at.SCORES : at.SCORES + self._game.seats].astype(np.float64)
        return float(lead_over_others(points, self._seat))

    def _team(self, world: Any) -> set[Seat]:
        return {self._seat} | ({int(world[at.PARTNER])} if world[at.PARTNER] >= 0 else set())

    def _icons(self, world: Any, seat: Seat) -> int:
        once, twice = (int(world[at.PILES + 2 * seat + i]) for i in (0, 1))
        return icons(once | twice << SECOND_COPY)
