"""A net that knows the game, of whatever width, and whose chances another net learns (distillation).

The pupil plays some of the seats and so meets its own mistakes; what the teacher would do is asked at every
decision, whoever takes it. A pupil needs no critic, and a fraction of the decisions of self-play.
"""

from pathlib import Path
from typing import Any, Final

import torch

from stramash.core.game import AnyGame
from stramash.nets.files import read
from stramash.nets.layout import layout_with
from stramash.train.net.towers import look
from stramash.train.selfplay.play import Sight, Step, kernels
from stramash.train.teach.distillation import log_chances

SETTINGS: Final[dict[str, Any]] = {
    "learning_rate": 2e-3,
    "last_learning_rate": 1e-4,
    "anneal_over": 2e8,
    "ema_decay": 0.998,
}
"""What is usual where a net has a teacher: nothing needs to be found out, so steps are larger and fewer."""


class Teacher:
    """A player of the same table that never changes."""

    def __init__(
        self, path: Path, game: AnyGame, device: str, dtype: torch.dtype, seats: torch.Tensor
    ) -> None:
        """`seats`: by game and seat whether it plays there."""
        card, shape, parts = read(path, game)
        self.sha256 = card.sha256
        self._sight = Sight(layout_with(game, shape.inputs), device, dtype)
        self._parts = {name: torch.from_numpy(part).to(device, dtype) for name, part in parts.items()}
        self._seats = seats.to(device)
        self._work = kernels(device)

    def teach(self, step: Step, seed: int, alone: torch.Tensor | None = None) -> None:
        """Note what it thinks of all moves and likes best; where it sits, act by its chances.

        `alone`: where it acts whoever sits there.
        """
        with torch.no_grad():
            looks, level_values = look(self._parts, self._sight.position(step.words))
            values = self._work.values_of(self._parts, step.moves, looks)
            step.teacher_probs = torch.exp(log_chances(values, level_values, step.moves))
            step.teacher_move, _ = self._work.choose(values, level_values, step.moves, seed, is_greedy=True)
            drawn, _ = self._work.choose(values, level_values, step.moves, seed)
        acts = self._seats.gather(1, step.seats[:, None])[:, 0]
        step.actions = torch.where(acts if alone is None else acts | alone, drawn, step.actions)


def places(seats: int, count: int, share: float, seed: int) -> torch.Tensor:
    """In so many games: where the teacher plays, the same all the time; tables of every mixture."""
    dice = torch.Generator().manual_seed(seed)
    return torch.rand((count, seats), generator=dice) < share
