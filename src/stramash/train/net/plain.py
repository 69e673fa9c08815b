"""The work on lists of moves in plain torch: for the CPU, and to hold the kernels of `fused` against."""

from typing import NamedTuple

import torch

from stramash.train.net.towers import Parts, judge_moves


class Moves(NamedTuple):
    """The moves of many positions, one after the other."""

    words: torch.Tensor
    """Rows of bits as 32-bit words."""
    offsets: torch.Tensor
    """Where each position's moves begin, and where the last one's end."""
    owner: torch.Tensor
    """The position of each row; rows beyond the last are padding."""
    rows: int
    """How many rows there are without the padding."""


class PpoTarget(NamedTuple):
    """What the clipped loss of PPO is computed from, a row a position, and its coefficients."""

    actions: torch.Tensor
    old_log_probs: torch.Tensor
    """The log-probability of each action when it was chosen."""
    advantages: torch.Tensor
    clip: float
    entropy: float
    level_entropy: float
    level_floor: float
    """How hard every level is kept alive: its gradient does not fade with the chance, as entropy's does."""


class PolicyGradient(NamedTuple):
    """Gradients of the loss by the logits of moves and of levels, and figures of each position."""

    moves: torch.Tensor
    levels: torch.Tensor
    stats: torch.Tensor
    """A row a position: the new log-probability, both entropies, whether it was clipped."""


def expand(
    words: torch.Tensor, places: torch.Tensor, shifts: torch.Tensor, dtype: torch.dtype
) -> torch.Tensor:
    """The chosen bits of rows of 32-bit words, as numbers."""
    return ((words[:, places] >> shifts) & 1).to(dtype)


def move_bits(words: torch.Tensor, inputs: int, dtype: torch.dtype) -> torch.Tensor:
    """All bits of the moves' words."""
    shifts = torch.arange(32, dtype=torch.int32, device=words.device)
    used = words[:, : inputs // 32]
    return ((used[:, :, None] >> shifts) & 1).reshape(len(words), inputs).to(dtype)


def level_of(words: torch.Tensor) -> torch.Tensor:
    """The level of each move."""
    return ((words[:, 3] >> 28) & 7).long()


def values_of(parts: Parts, moves: Moves, looks: torch.Tensor) -> torch.Tensor:
    """A value for each move."""
    bits = move_bits(moves.words[: moves.rows], parts["move"].shape[0], looks.dtype)
    return judge_moves(parts, bits, moves.owner[: moves.rows], looks)


class Chances(NamedTuple):
    """The chances of all moves of many positions."""

    place: torch.Tensor
    """Each move's level, counted through all positions."""
    within: torch.Tensor
    """The logarithm of each move's chance among those of its level."""
    spread: torch.Tensor
    """The entropy of each level of each position."""
    levels: torch.Tensor
    """The logarithm of each level's chance; minus infinity where it has no move."""


def by_level(values: torch.Tensor, level_values: torch.Tensor, moves: Moves) -> Chances:
    """Both softmaxes, on any device."""
    count, levels = len(moves.offsets) - 1, level_values.shape[1] + 1
    place = moves.owner[: moves.rows] * levels + level_of(moves.words[: moves.rows])
    low = torch.full((count * levels,), -torch.inf, dtype=values.dtype, device=values.device)
    high = low.scatter_reduce(0, place, values, "amax")
    sums = torch.zeros_like(high).index_add_(0, place, torch.exp(values - high[place]))
    within = values - high[place] - torch.log(sums)[place]
    spread = torch.zeros_like(high).index_add_(0, place, -torch.exp(within) * within)
    every = torch.cat([torch.zeros(count, 1, device=values.device), level_values], dim=1)
    every = every.masked_fill(torch.isinf(high).view(count, levels), -torch.inf)
    return Chances(place, within, spread.view(count, levels), torch.log_softmax(every, dim=1))


def choose(
    values: torch.Tensor, level_values: torch.Tensor, moves: Moves, seed: int, *, is_greedy: bool = False
) -> tuple[torch.Tensor, torch.Tensor]:
    """A move for each position and the logarithm of its chance."""
    found = by_level(values, level_values, moves)
    dice = torch.Generator().manual_seed(seed)
    count, levels = found.levels.shape

    def noise(like: torch.Tensor) -> torch.Tensor:
        if is_greedy:
            return torch.zeros_like(like)
        drawn = torch.rand(like.shape, generator=dice).clamp_(1e-12, 1 - 1e-7)
        return -torch.log(-torch.log(drawn))

    level = (found.levels + noise(found.levels)).argmax(dim=1)
    owner = moves.owner[: moves.rows]
    score = found.within + noise(found.within)
    score = score.masked_fill(found.place != owner * levels + level[owner], -torch.inf)
    best = torch.full((count,), -torch.inf).scatter_reduce(0, owner, score, "amax")
    rows = torch.arange(moves.rows)
    rows = torch.where(score == best[owner], rows, moves.rows)
    chosen = torch.full((count,), moves.rows).scatter_reduce(0, owner, rows, "amin")
    # A position without any move (its deal is over) gets an answer that means nothing.
    chosen = torch.minimum(chosen, torch.tensor(moves.rows - 1))
    chance = found.levels[torch.arange(count), level] + found.within[chosen]
    return chosen - moves.offsets[:-1], chance


def log_chances(
    values: torch.Tensor, level_values: torch.Tensor, moves: Moves, actions: torch.Tensor
) -> torch.Tensor:
    """The logarithm of the chance of an action in each position, on any device."""
    found = by_level(values[: moves.rows], level_values, moves)
    return _taken(found, moves, actions)[2]


def _taken(
    found: Chances, moves: Moves, actions: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The row of each action, its level and the logarithm of its chance."""
    count, levels = found.levels.shape
    every = torch.arange(count, device=actions.device)
    row = moves.offsets[:-1] + actions
    level = found.place[row] - every * levels
    return row, level, found.levels[every, level] + found.within[row]


def policy_gradient(
    values: torch.Tensor, level_values: torch.Tensor, moves: Moves, target: PpoTarget
) -> PolicyGradient:
    """The gradients of the clipped loss (PPO) with a bonus for both entropies, a mean over positions."""
    found = by_level(values, level_values, moves)
    count, levels = found.levels.shape
    owner = moves.owner[: moves.rows]
    row, level, now = _taken(found, moves, target.actions)
    ratio = torch.exp(now - target.old_log_probs)
    is_clipped = torch.where(target.advantages > 0, ratio > 1 + target.clip, ratio < 1 - target.clip)
    push = torch.where(is_clipped, 0.0, -target.advantages * ratio) / count
    chance = torch.exp(found.within)
    is_mine = found.place == owner * levels + level[owner]
    to_moves = push[owner] * (torch.where(is_mine, -chance, 0.0))
    to_moves[row] += push
    spread = found.spread.view(-1)[found.place]
    to_moves += target.entropy / count * chance * (found.within + spread)
    chances = torch.exp(found.levels)
    logs = found.levels.masked_fill(torch.isinf(found.levels), 0.0)
    level_spread = -(chances * logs).sum(dim=1)
    to_levels = -push[:, None] * chances
    to_levels[torch.arange(count), level] += push
    to_levels += target.level_entropy / count * chances * (logs + level_spread[:, None])
    present = ~torch.isinf(found.levels)
    even = present / present.sum(dim=1, keepdim=True)
    to_levels += target.level_floor / count * (chances - even)
    stats = torch.stack([now, found.spread[:, 0], level_spread, is_clipped.float()], dim=1)
    return PolicyGradient(to_moves, to_levels[:, 1:], stats)
