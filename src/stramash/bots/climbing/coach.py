"""The coach of the climbing games: how likely a bet or a bid is won, and what it brings."""

from random import Random
from typing import Any, Final

import numpy as np

from stramash.bots.climbing.club.climber import ClubClimber
from stramash.bots.climbing.worlds import Worlds
from stramash.bots.search.chances import Chance, Coaching, of_points, of_share
from stramash.bots.search.compare import lead_over_others
from stramash.bots.search.estimate import FEWEST_BATCHES
from stramash.bots.search.lines import LinePlayer
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import PASS, Bet, Bid, Move, Play
from stramash.climbing.state import Phase, View
from stramash.core.seats import Seat
from stramash.sim.climbing import record as at

MOST_WORLDS: Final = 2000


def coach(game: ClimbingGame, view: View, playouts: int, rng: Random) -> Coaching | None:
    """What each bid or bet may come to; None where there is nothing to bid or bet."""
    if view.table.phase is Phase.AUCTION and view.seat is not None:
        return _bids(game, view, view.seat, playouts, rng)
    bets = [move for move in view.legal if isinstance(move, Bet)]
    return _bets(game, view, bets, playouts, rng) if bets else None


def _worlds_a_batch(playouts: int, lines: int) -> int:
    return max(2, min(MOST_WORLDS, playouts // (lines * FEWEST_BATCHES)))


def _lead(game: ClimbingGame, world: Any, seat: Seat) -> float:
    points = world[at.SCORES : at.SCORES + len(game.sides)].astype(np.float64)
    return float(lead_over_others(points, game.rules.side_of[seat]))


def _bids(game: ClimbingGame, view: View, seat: Seat, playouts: int, rng: Random) -> Coaching | None:
    """Each bid as if it stood: the Shepherd takes from the haggis, puts as many back, and leads (C8.3)."""
    table = view.table
    if not table.bidders >> seat & 1:
        return None
    values = [value for value in game.rules.bets if value >= table.bid]
    if view.legal:  # who bids again must bid more (C8.2); those to come may do as they like
        legal = {move.value for move in view.legal if isinstance(move, Bid)}
        values = [value for value in values if value in legal]
    player = LinePlayer(game)
    worlds = _worlds_a_batch(playouts, len(values) + 1)
    won = np.zeros((FEWEST_BATCHES, len(values)))
    points = np.zeros((FEWEST_BATCHES, len(values)))
    passing = np.zeros(FEWEST_BATCHES)
    for batch in range(FEWEST_BATCHES):
        rows = Worlds(game, view, rng.getrandbits(60)).records(worlds)
        passing[batch] = np.mean([_passed(game, player, row, seat) for row in rows])
        for i, value in enumerate(values):
            ends = [_bid_out(game, player, row, seat, value) for row in rows]
            won[batch, i], points[batch, i] = np.mean(ends, axis=0)
    count = FEWEST_BATCHES * worlds
    chances = tuple(
        Chance(
            Bid(value) if Bid(value) in view.legal else None,
            value,
            of_share(won[:, i], count),
            of_points(points[:, i], count),
            draws=game.rules.draw(value),
        )
        for i, value in enumerate(values)
    )
    return Coaching("bids", chances, of_points(passing, count), count)


def _passed(game: ClimbingGame, player: LinePlayer, row: Any, seat: Seat) -> float:
    world = row.copy()
    world[at.TURN] = seat
    player.make(world, PASS)
    player.finish(world)
    return _lead(game, world, seat)


def _bid_out(game: ClimbingGame, player: LinePlayer, row: Any, seat: Seat, value: int) -> tuple[float, float]:
    """Whether a bid is won that nobody goes beyond, and the lead it brings."""
    world = row.copy()
    world[at.TURN] = seat
    player.make(world, Bid(value))
    while world[at.PHASE] == at.AUCTION:
        player.make(world, PASS)
    player.finish(world)
    return float(world[at.OUT] & 15 == seat), _lead(game, world, seat)


def _bets(game: ClimbingGame, view: View, bets: list[Bet], playouts: int, rng: Random) -> Coaching:
    """Each bet against none in the same worlds, after the move that a club player would make."""
    seat = view.seat
    assert seat is not None, "a spectator is never asked"
    player = LinePlayer(game)
    first = _first_move(game, view, rng)
    worlds = _worlds_a_batch(playouts, len(bets) + 1)
    gains = np.zeros((FEWEST_BATCHES, len(bets), worlds))
    for batch in range(FEWEST_BATCHES):
        rows = Worlds(game, view, rng.getrandbits(60)).records(worlds)
        for k, row in enumerate(rows):
            ends = []
            for value in (0, *(bet.value for bet in bets)):
                world = row.copy()
                if value:
                    world[at.BETS + seat] = value
                if first is not None:
                    player.make(world, first)
                player.finish(world)
                ends.append(_lead(game, world, seat))
            gains[batch, :, k] = np.array(ends[1:]) - ends[0]
    count = FEWEST_BATCHES * worlds
    chances = []
    for i, bet in enumerate(bets):
        is_won = gains[:, i] > 0
        chances.append(
            Chance(
                bet,
                bet.value,
                of_share(is_won.mean(axis=1), count),
                of_points(gains[:, i].mean(axis=1), count),
                needed=_needed(gains[:, i][is_won], gains[:, i][~is_won]),
            )
        )
    return Coaching("bets", tuple(chances), None, count)


def _first_move(game: ClimbingGame, view: View, rng: Random) -> Move | None:
    """What the seat leads or plays after its bet; None where it is not its turn, or it would play nothing."""
    if view.table.phase is not Phase.TRICK or view.table.turn != view.seat:
        return None
    move = ClubClimber(game, rng).choose(view)
    return move if isinstance(move, Play) or move == PASS else None


def _needed(won: Any, lost: Any) -> float | None:
    """How often a bet must be won to gain nothing and lose nothing."""
    if not len(won) or not len(lost):
        return None
    gain, loss = float(won.mean()), -float(lost.mean())
    return loss / (gain + loss) if gain + loss > 0 else None
