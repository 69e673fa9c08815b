"""A plan: what is to be played, as data that can be pickled; and how one deal of it is played."""

from dataclasses import asdict, dataclass
from functools import cache
from random import Random
from typing import Any, NamedTuple

from stramash import games, records
from stramash.arena.play import TableResult, play_table
from stramash.arena.schedule import Entrant, Seating, entrants, seatings
from stramash.bots.outside.specs import ANSWER_LIMIT, FoundBot, find_bot
from stramash.core.cards import Card
from stramash.core.game import AnyGame
from stramash.core.match import shuffled


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Everything that decides what happens, and nothing else: equal plans give equal results."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()
    bots: tuple[str, ...]
    seed: int = 0
    matches: bool = False
    """Whole matches in place of single deals."""
    pairs_only: bool = False
    limit: float = ANSWER_LIMIT
    """Seconds that a bot of somebody else has for an answer."""

    def opened(self) -> AnyGame:
        """The game itself."""
        return games.get_written(self.game, self.seats, dict(self.options))

    def entrants(self) -> tuple[Entrant, ...]:
        """Who plays."""
        return entrants(self.bots)

    def seatings(self) -> tuple[Seating, ...]:
        """How they sit, in the order in which each deal is played."""
        return seatings(self.opened(), self.entrants(), pairs_only=self.pairs_only)

    def as_json(self) -> dict[str, Any]:
        """The plan as plain data."""
        return {**asdict(self), "options": dict(self.options), "bots": list(self.bots)}


class DealResult(NamedTuple):
    """One deal, or one match, in all its seatings."""

    number: int
    tables: tuple[TableResult, ...]
    records: tuple[str, ...] = ()


def play_deal(plan: Plan, with_records: bool, number: int) -> DealResult:
    """Play the deal of a number, from 0, in all seatings; each with the same dealer and the same decks."""
    game, lines, bots = _prepared(plan)
    chance = f"{plan.seed}/deal {number}"
    dealer = Random(chance).randrange(game.seats)

    def deck(place: int) -> tuple[Card, ...]:
        return shuffled(game, Random(f"{chance}/deck {place}"))

    results = []
    texts = []
    for index, line in enumerate(lines):
        result, match = play_table(
            game,
            tuple(bots[spec] for spec in line.bots),
            dealer,
            deck,
            f"{chance}/seating {index}",
            whole_match=plan.matches,
        )
        results.append(result)
        if with_records:
            texts.append(records.dump(match))
    return DealResult(number, tuple(results), tuple(texts))


@cache
def _prepared(plan: Plan) -> tuple[AnyGame, tuple[Seating, ...], dict[str, FoundBot]]:
    """What every deal of a plan needs."""
    lines = plan.seatings()
    specs = {spec for line in lines for spec in line.bots}
    game = plan.opened()
    return game, lines, {spec: find_bot(spec, plan.limit, game) for spec in sorted(specs)}
