"""Many deals between bots, from one seed: the same seed gives the same matches, and the same records."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from stramash import records
from stramash.bots.driver import step
from stramash.bots.registry import seat_bot
from stramash.core.errors import RulesError
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Match, shuffled


@dataclass(slots=True)
class Summary:
    """What a simulation has done so far."""

    game: str
    seats: int
    deals: int = 0
    """Deals played to their end, those thrown in (M3.5) included."""
    decisions: int = 0
    """Moves made."""
    legal_plays: int = 0
    """Legal moves that were listed for those who made them."""
    seconds: float = 0.0
    scores: list[int] = field(default_factory=list)
    """Points over all deals, one entry a side."""
    seed: int = 0

    def as_json(self) -> dict[str, Any]:
        """The summary as plain data."""
        return {**asdict(self), "seconds": round(self.seconds, 3)}


class Simulation:
    """Whole matches one after the other, until a number of deals is played."""

    def __init__(self, game: AnyGame, bots: tuple[str, ...], seed: int, folder: Path | None = None) -> None:
        if len(bots) != game.seats:
            raise RulesError(
                "bots", ",".join(bots), f"name {game.seats} bots, one a seat, or one for all seats"
            )
        for name in bots:
            seat_bot(name, game, Random(0))
        self.game = game
        self.bots = bots
        self.folder = folder
        self.summary = Summary(game.id, game.seats, scores=[0] * len(game.sides), seed=seed)
        self.matches = 0
        self.match: AnyMatch | None = None

    def run(
        self,
        deals: int,
        after_deal: Callable[[], None] = lambda: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Play, and keep every match in the folder; the last one as far as it got."""
        started = perf_counter()
        for _ in self._deals(deals, is_stopped):
            after_deal()
        self.summary.seconds += perf_counter() - started
        self._keep()

    def _deals(self, wanted: int, is_stopped: Callable[[], bool]) -> Iterator[None]:
        while self.summary.deals < wanted and not is_stopped():
            self._keep()
            self.matches += 1
            # A stream of chance for each purpose: a bot that asks for more of it changes no deck.
            stream = f"{self.summary.seed}/match {self.matches}"
            decks = Random(f"{stream}/decks")
            bots = {
                seat: seat_bot(name, self.game, Random(f"{stream}/seat {seat}"))
                for seat, name in enumerate(self.bots)
            }
            match = Match(self.game, decks.randrange(self.game.seats), self._names())
            self.match = match
            while not match.is_over and self.summary.deals < wanted:
                match.deal(shuffled(self.game, decks))
                while not match.needs_deck and not match.is_over:
                    # Between two moves, so that what is kept is never in the middle of one.
                    if is_stopped():
                        return
                    decision = step(match, bots)
                    assert decision is not None, "every seat has a bot"
                    self.summary.decisions += 1
                    self.summary.legal_plays += decision.choices
                self._count(match)
                yield

    def _names(self) -> tuple[str, ...]:
        return tuple(f"{name} {seat}" for seat, name in enumerate(self.bots))

    def _count(self, match: AnyMatch) -> None:
        result = match.deals[-1].result
        assert result is not None, "the deal is over"
        self.summary.deals += 1
        for side, points in enumerate(result.scores):
            self.summary.scores[side] += points

    def _keep(self) -> None:
        """Write the record of the match that was played last, whether it is over or not."""
        if self.match is not None and self.folder is not None:
            name = f"{self.game.id}-{self.game.seats}-seed-{self.summary.seed}-{self.matches:05}.txt"
            records.save(self.match, self.folder / name)
        self.match = None
