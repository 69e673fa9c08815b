"""A fixed benchmark: for every game the same deals and the same opponents, and one number a game.

Opponents search by playouts and not by the clock, so machines do not matter. The deals are those of a seed; a
digest of their decks stands here, so that another way to shuffle would be noticed and not go unnoticed.
"""

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from stramash import games
from stramash.arena.plan import DealResult, Plan
from stramash.arena.stats import Estimate, clustered, differences
from stramash.core.errors import StramashError
from stramash.core.match import shuffled

VERSION: Final = 2
"""Raised when games, deals or opponents change; results of different versions do not compare."""
SEED: Final = 20_261_115
DEALS: Final = 40
OPPONENTS: Final = ("club", "expert@budget=playouts:200")
PINNED_OPPONENTS: Final = {("mu", "club"): "club@auction=bold"}
"""Opponents pinned to an older setting, by game, so that figures compare with earlier ones."""
GAMES: Final = (
    ("haggis", 2),
    ("haggis3", 3),
    ("neeps", 4),
    ("tatties", 3),
    ("haggis-classic", 3),
    ("mu", 4),
    ("mu-classic", 4),
)
DIGESTS: Final = {
    "haggis": "55309d71ad121b40",
    "haggis3": "84988896614884a8",
    "neeps": "d4e503e82bfd3677",
    "tatties": "84988896614884a8",
    "haggis-classic": "84988896614884a8",
    "mu": "6375bdbf1ed1f33c",
    "mu-classic": "6375bdbf1ed1f33c",
}
"""The first decks of each game, hashed."""


class BenchmarkError(StramashError):
    """The deals are not what they were."""


class Line(NamedTuple):
    """What a bot did in one game."""

    game: str
    seats: int
    deals: int
    estimate: Estimate
    """Its points a deal less those of the opponents, over both of them."""
    by_opponent: dict[str, Estimate]
    faults: int

    def as_json(self) -> dict[str, Any]:
        """The line as plain data."""
        return {
            "game": self.game,
            "seats": self.seats,
            "deals": self.deals,
            "points_per_deal": self.estimate.mean,
            "se": self.estimate.se,
            "against": {
                name: {"points_per_deal": each.mean, "se": each.se} for name, each in self.by_opponent.items()
            },
            "faults": self.faults,
        }


def opponents(game_id: str) -> tuple[str, ...]:
    """Whom a bot meets in a game."""
    return tuple(PINNED_OPPONENTS.get((game_id, name), name) for name in OPPONENTS)


def plans(bot: str, game_id: str, seats: int, seed: int, limit: float) -> tuple[Plan, ...]:
    """What is played in one game."""
    return tuple(
        Plan(game=game_id, seats=seats, bots=(bot, opponent), seed=seed, pairs_only=True, limit=limit)
        for opponent in opponents(game_id)
    )


def line(game_id: str, seats: int, played: list[tuple[Plan, list[DealResult]]]) -> Line:
    """What the results of one game say; deals are the independent units."""
    by_opponent: dict[str, Estimate] = {}
    found = [differences(0, 1, plan.seatings(), results) for plan, results in played]
    for (plan, _), (sums, counts) in zip(played, found, strict=True):
        by_opponent[plan.bots[1]] = clustered(sums, counts)
    deals = min(len(sums) for sums, _ in found)
    sums = np.sum([each[:deals] for each, _ in found], axis=0)
    counts = np.sum([each[:deals] for _, each in found], axis=0)
    faults = sum(len(table.faults) for _, results in played for deal in results for table in deal.tables)
    return Line(game_id, seats, deals, clustered(sums, counts), by_opponent, faults)


def chosen(wanted: list[str]) -> Iterator[tuple[str, int]]:
    """The games of the benchmark, or some of them; raises RulesError for an unknown one."""
    for game_id in wanted:
        games.info(game_id)
    for game_id, seats in GAMES:
        if not wanted or game_id in wanted:
            yield game_id, seats


def digest(game_id: str, seats: int, seed: int, deals: int = DEALS) -> str:
    """A hash of the first decks of a game, as `arena.plan.play_deal` shuffles them."""
    game = games.get(game_id, seats)
    text = ""
    for number in range(deals):
        deck = shuffled(game, Random(f"{seed}/deal {number}/deck 0"))
        text += " ".join(map(game.card_code, deck)) + "\n"
    return sha256(text.encode()).hexdigest()[:16]


def check_deals() -> None:
    """Refuse to compare what cannot be compared: raises BenchmarkError where the decks are others."""
    for game_id, seats in GAMES:
        if digest(game_id, seats, SEED) != DIGESTS[game_id]:
            raise BenchmarkError(
                f"the decks of {game_id} are not those of version {VERSION} of the benchmark"
            )
