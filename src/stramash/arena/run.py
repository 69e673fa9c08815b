"""A run of the arena: plays the deals that are missing from its journal."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from stramash.arena.executors import Executor
from stramash.arena.journal import Journal
from stramash.arena.plan import DealResult, Plan, play_deal
from stramash.bots.outside.specs import find_bot


class Run:
    """A plan, and how much of it is done."""

    def __init__(self, plan: Plan, folder: Path | None = None, *, fresh: bool = False) -> None:
        for spec in sorted({spec for line in plan.seatings() for spec in line.bots}):
            _try(plan, spec)
        self.plan = plan
        self.folder = folder
        self.journal = Journal(plan, folder, fresh=fresh)

    def missing(self, deals: int) -> list[int]:
        """The deals of the first so many that are not done yet."""
        return [number for number in range(deals) if number not in self.journal.done]

    def play(
        self,
        deals: int,
        executor: Executor,
        after_deal: Callable[[], None] = lambda: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Play until all are done or it is to stop; what was done is kept in any case."""
        function = partial(play_deal, self.plan, self.folder is not None)
        results = executor.run(function, self.missing(deals), is_stopped)
        try:
            for _, result in results:
                self._keep_records(result)
                self.journal.add(result)
                after_deal()
        finally:
            self.journal.close()
            close = getattr(results, "close", None)
            if close is not None:
                close()

    def results(self, deals: int) -> list[DealResult]:
        """What is done of the first so many deals, in order: the same whatever order they were played in."""
        return [self.journal.done[number] for number in range(deals) if number in self.journal.done]

    def _keep_records(self, result: DealResult) -> None:
        if self.folder is None:
            return
        word = "match" if self.plan.matches else "deal"
        for seating, text in enumerate(result.records, 1):
            path = self.folder / f"{self.plan.game}-{word}-{result.number + 1:06}-{seating}.txt"
            path.write_text(text, encoding="utf-8", newline="\n")


def _try(plan: Plan, spec: str) -> None:
    """Refuse a bot that cannot sit down; that of somebody else may, and is reported when it fails."""
    game = plan.opened()
    found = find_bot(spec, plan.limit, game)
    if found.is_own:
        found.factory(game, Random(0))
