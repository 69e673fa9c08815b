"""The expert as it searched before two faults were mended, to be played against: what the mending brought.

Then a move that had equalled the best in every world so far was given up, and in solved endings the club
player's favourites alone were tried. Solved endings did not count the match either, which no single deal from
the start of a match can show. ``python -m stramash.train.duel haggis 2 expert@budget=playouts:1000
benchmarks.search_before:expert@budget=playouts:1000 200 2`` plays the two.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final
from unittest.mock import patch

import numpy as np

from stramash.bots.climbing.expert import MOST_SOLVED, ExpertClimber
from stramash.bots.mu.expert import ExpertTrickTaker
from stramash.bots.search import compare as search
from stramash.bots.search.compare import CLEAR, Budget, Judged
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame

ALL_AT_FIRST: Final = 10**9
"""However many moves there were, the first round had 24 worlds."""


def still_in_question(alive: list[int], seen: list[list[Any]], too_close: float) -> tuple[list[int], bool]:
    """The moves that may still be the best, as it was: those that equal it are given up."""
    rows = np.stack([np.concatenate(seen[i]) for i in alive])
    best = int(rows.mean(axis=1).argmax())
    behind = rows[best] - rows
    gap = behind.mean(axis=1)
    error = behind.std(axis=1) / np.sqrt(max(1, rows.shape[1] - 1))
    is_same = (error == 0) & (gap == 0) & (np.arange(len(alive)) != best)
    stays = (gap <= np.maximum(CLEAR * error, too_close)) & ~is_same
    is_settled = bool((gap + CLEAR * error <= too_close)[stays].all())
    return [i for i, is_in in zip(alive, stays, strict=True) if is_in], is_settled


@contextmanager
def _as_it_was() -> Iterator[None]:
    """Moves are compared as they were; a bot searches in one thread, so the names can be lent."""
    with (
        patch.object(search, "_still_in_question", still_in_question),
        patch.object(search, "MOST_FIRST", ALL_AT_FIRST),
    ):
        yield


class ClimberBefore(ExpertClimber):
    """The expert of the climbing games."""

    def _compared(self, view: Any, moves: list[Any]) -> list[Judged]:
        with _as_it_was():
            return super()._compared(view, moves)

    def _all_by_taste(self, view: Any) -> list[Any]:
        """In endings too the favourites alone."""
        with patch.object(self, "can_solve", lambda _: False):
            return self.candidates(view)

    def _solving_budget(self, moves: int) -> Budget:
        most = self._budget.playouts
        return Budget(playouts=min(most, MOST_SOLVED)) if most else self._budget


class TrickTakerBefore(ExpertTrickTaker):
    """The expert of Mü."""

    def judge(self, view: Any) -> list[Judged]:
        """The moves worth a thought, best first."""
        with _as_it_was():
            return super().judge(view)


_EXPERTS: Final = ByFamily("expert before", climbing=ClimberBefore, mu=TrickTakerBefore)


def expert(game: AnyGame, rng: Random, **settings: Any) -> Any:
    """The expert of a game as it was."""
    return _EXPERTS.of(game)(game, rng, **settings)
