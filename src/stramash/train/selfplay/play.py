"""Self-play: rollouts of many games in lockstep, with everything that learning needs."""

from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
import torch

from stramash.core.game import AnyGame
from stramash.nets.layout import WORD, Layout
from stramash.sim.batch import Batch
from stramash.sim.family import family_of, features_of
from stramash.train.families import BIDDING
from stramash.train.net.plain import Moves, log_chances
from stramash.train.net.towers import Parts, look
from stramash.train.selfplay.match_rewards import MatchRewards
from stramash.train.selfplay.others import Others


def kernels(device: str) -> Any:
    """Where the work on lists of moves is done: Triton kernels on a GPU, plain torch elsewhere."""
    if device == "cuda":
        from stramash.train.net import fused  # noqa: PLC0415  Triton is there only with a GPU

        return fused
    from stramash.train.net import plain  # noqa: PLC0415

    return plain


class Sight:
    """Rows of bits as numbers for a net, on one device."""

    def __init__(self, layout: Layout, device: str, dtype: torch.dtype) -> None:
        self.layout, self.device, self.dtype = layout, device, dtype
        self._work = kernels(device)
        every = np.concatenate([layout.position, layout.secrets + WORD * layout.position_words])
        self._places, self._shifts = self._table(layout.position)
        self._all_places, self._all_shifts = self._table(every)

    def _table(self, bits: Any) -> tuple[torch.Tensor, torch.Tensor]:
        kind = torch.int32 if self.device == "cuda" else torch.int64
        places = torch.from_numpy(bits // 32).to(self.device, kind)
        return places, torch.from_numpy(bits % 32).to(self.device, torch.int32)

    def position(self, words: torch.Tensor) -> torch.Tensor:
        """What a player is told."""
        told: torch.Tensor = self._work.expand(words, self._places, self._shifts, self.dtype)
        return told

    def everything(self, words: torch.Tensor) -> torch.Tensor:
        """What a critic is told: the position and the secrets."""
        told: torch.Tensor = self._work.expand(words, self._all_places, self._all_shifts, self.dtype)
        return told


@dataclass(slots=True)
class Step:
    """One step of a rollout: a decision in every game."""

    words: torch.Tensor
    """The rows of positions and secrets, as 32-bit words."""
    moves: Moves
    seats: torch.Tensor
    actions: torch.Tensor = field(init=False)
    log_probs: torch.Tensor = field(init=False)
    """The log-probability of each action when it was sampled."""
    finished: torch.Tensor = field(init=False)
    points: torch.Tensor = field(init=False)
    """What the deals that ended brought each seat: its side's points less the mean of the others'."""
    learned: torch.Tensor | None = None
    """Which of the decisions are learned from; None for all."""
    explored: torch.Tensor | None = None
    """At which of them another move was explored than the net sampled; None for none."""
    taught: torch.Tensor | None = None
    """Where a pupil learns from its teacher; None for everywhere."""
    teacher_probs: torch.Tensor | None = None
    """The teacher's policy: the probabilities of all moves."""
    teacher_move: torch.Tensor | None = None
    """The teacher's most likely move."""


class Games:
    """A batch of games with torch's view of its arrays."""

    def __init__(
        self,
        game: AnyGame,
        count: int,
        seed: int,
        device: str,
        *,
        goes_on: bool = True,
        others: Others | None = None,
        match_rewards: MatchRewards | None = None,
    ) -> None:
        self.game, self.device = game, device
        self.others, self._match_rewards = others, match_rewards
        self.batch = Batch(game, count, seed, device, lean=True, goes_on=goes_on, skips_forced=True)
        self.count = count
        self._sizes = features_of(family_of(game).name)
        self.seats = self._seen(self.batch.seats)
        self.counts = self._seen(self.batch.counts)
        self.finished = self._seen(self.batch.finished)
        self.scores = self._seen(self.batch.scores)
        self.records = self._seen(self.batch.records)
        self.forced = self._seen(self.batch.forced)
        self._orders = torch.zeros(count, dtype=torch.int64, device=device)
        self._lead = _lead(game).to(device)
        self._work = kernels(device)
        module = BIDDING.of(game)
        if module is not None:
            # Counts come first, and that changes the lists of moves.
            hopes = 0 if others is None else others.bidder_hopes
            import_module(module).prepare(self.records, game.seats, seed, hopes)
            self.batch.load(self.lent(self.records.clone()))
        self._everybody = torch.arange(count, dtype=torch.int32, device=device)

    def _seen(self, array: Any) -> torch.Tensor:
        return torch.from_numpy(array) if self.device == "cpu" else torch.as_tensor(array, device="cuda")

    def lent(self, array: torch.Tensor) -> Any:
        """An array as the batch takes it."""
        return array.numpy() if self.device == "cpu" else array

    def observe(self) -> Step:
        """The observations of the seats to act and their legal moves, as rows of bits."""
        sizes = self._sizes
        assert sizes is not None, "a layout was found before"
        words = torch.empty(
            (self.count, sizes.POSITION_WORDS + sizes.CRITIC_WORDS), dtype=torch.int64, device=self.device
        )
        positions = torch.empty((self.count, sizes.POSITION_WORDS), dtype=torch.int64, device=self.device)
        secrets = torch.empty((self.count, sizes.CRITIC_WORDS), dtype=torch.int64, device=self.device)
        self.batch.tell(self.lent(positions), self.lent(self._orders), self.lent(secrets))
        at_others = getattr(sizes, "AT_OTHERS", None)
        if self.others is not None and at_others is not None:
            secrets[:, at_others] = self.others.flags(self.seats)
        torch.cat([positions, secrets], dim=1, out=words)
        offsets = torch.zeros(self.count + 1, dtype=torch.int64, device=self.device)
        torch.cumsum(self.counts, 0, out=offsets[1:])
        total = int(offsets[-1])
        room = self._work.padded(total) if self.device == "cuda" else total
        told = torch.empty((room, sizes.MOVE_WORDS), dtype=torch.int64, device=self.device)
        self.batch.tell_moves(self.lent(offsets), self.lent(self._orders), self.lent(told))
        if self.device == "cuda":
            owner = torch.empty(room, dtype=torch.int32, device=self.device)
            owner[:total] = torch.repeat_interleave(self._everybody, self.counts, output_size=total)
        else:
            owner = torch.repeat_interleave(torch.arange(self.count), self.counts)
        moves = Moves(told.view(torch.int32), offsets, owner, total)
        return Step(words.view(torch.int32), moves, self.seats.clone())

    def act(self, step: Step, actions: torch.Tensor, luck: int = 0) -> None:
        """Make these moves and store the outcome in the step; `luck` seeds the totals of new matches."""
        before = None if self._match_rewards is None else self._match_rewards.before(self.records)
        self.batch.step(self.lent(actions))
        step.finished = self.finished.clone()
        # Points are small whole numbers: exact in float32.
        points = self.scores.to(torch.float32)
        if self._match_rewards is not None and before is not None:
            points = self._match_rewards.gained(before, self.scores, self.records)
            is_new = self.finished & self._match_rewards.is_over(before, self.scores, self.records)
            self._match_rewards.scatter(self.records, is_new, luck)
        step.points = (points @ self._lead) * step.finished[:, None]

    def act_at_random(self, seed: int) -> None:
        """Make any legal move in every game, as many games apart as there are steps of this."""
        dice = torch.Generator(device=self.device).manual_seed(seed)
        drawn = torch.rand(self.count, generator=dice, device=self.device, dtype=torch.float64)
        self.batch.step(self.lent((drawn * self.counts).long()))


def _lead(game: AnyGame) -> torch.Tensor:
    """The matrix from points by side to each seat's lead: its side's points less the mean of the others'."""
    sides = len(game.sides)
    matrix = torch.zeros((sides, game.seats))
    for side, seats in enumerate(game.sides):
        for seat in seats:
            matrix[:, seat] = -1 / (sides - 1)
            matrix[side, seat] = 1.0
    return matrix


def decide(
    parts: Parts,
    sight: Sight,
    step: Step,
    seed: int,
    *,
    is_greedy: bool = False,
    is_sure: torch.Tensor | None = None,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Sample an action in each game, with its log-probability; greedily where `is_sure`."""
    work = kernels(sight.device)
    with torch.no_grad():
        thought = _thought(parts, sight, step)
        chosen: tuple[torch.Tensor, torch.Tensor] = work.choose(
            *thought, step.moves, seed, is_greedy=is_greedy
        )
        if is_sure is not None:
            liked = work.choose(*thought, step.moves, seed, is_greedy=True)
            actions, chances = (torch.where(is_sure, a, b) for a, b in zip(liked, chosen, strict=True))
            return actions, chances
    return chosen


def explore(
    parts: Parts, sight: Sight, step: Step, seed: int, share: float, temperature: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Actions, their log-probabilities, and where they are explored: sampled at a temperature above 1.

    A net that is sure of itself never finds out what it misses: a move of a chance of a thousandth is hardly
    ever made. Levels are not explored: the loss keeps them alive (`PpoTarget.level_floor`).
    """
    work = kernels(sight.device)
    dice = torch.Generator(device=sight.device).manual_seed(seed ^ 0x777777)
    with torch.no_grad():
        values, level_values = _thought(parts, sight, step)
        usual, _ = work.choose(values, level_values, step.moves, seed)
        flat, _ = work.choose(values / temperature, level_values, step.moves, seed ^ 0x0F0F0F)
        drawn = torch.rand(len(usual), generator=dice, device=sight.device)
        explored = (drawn < share) & (flat != usual)
        actions = torch.where(explored, flat, usual)
        return actions, log_chances(values, level_values, step.moves, actions), explored


def _thought(parts: Parts, sight: Sight, step: Step) -> tuple[torch.Tensor, torch.Tensor]:
    """The values of all moves and of the levels."""
    looks, level_values = look(parts, sight.position(step.words))
    return kernels(sight.device).values_of(parts, step.moves, looks), level_values
