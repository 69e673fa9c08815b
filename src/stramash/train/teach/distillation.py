"""Distillation: the cross-entropy between a net's policy and target probabilities, and its gradients.

The targets are probabilities of moves, in the order of the moves: a teacher's, or 1 for the move that was
made and 0 for the others. The same torch code serves CPU and GPU: next to the nets it takes no time.
"""

import torch

from stramash.train.net.plain import Moves, PolicyGradient, by_level


def log_chances(values: torch.Tensor, level_values: torch.Tensor, moves: Moves) -> torch.Tensor:
    """The logarithm of every move's chance, without the padding."""
    found = by_level(values[: moves.rows], level_values, moves)
    return found.levels.view(-1)[found.place] + found.within


def distillation_gradient(
    values: torch.Tensor, level_values: torch.Tensor, moves: Moves, wanted: torch.Tensor
) -> PolicyGradient:
    """The gradients of the cross-entropy with the chances that are wanted, a mean over positions.

    Of each position it says how far apart they are (the relative entropy).
    """
    found = by_level(values[: moves.rows], level_values, moves)
    count, levels = found.levels.shape
    nothing = torch.zeros(count * levels, dtype=wanted.dtype, device=wanted.device)
    levels_wanted = nothing.index_add(0, found.place, wanted)
    to_moves = torch.zeros_like(values)
    to_moves[: moves.rows] = (levels_wanted[found.place] * torch.exp(found.within) - wanted) / count
    to_levels = (torch.exp(found.levels) - levels_wanted.view(count, levels)) / count
    logs = found.levels.view(-1)[found.place] + found.within
    # Chances too small for float32 count nothing, and their logarithm would be infinite.
    apart = torch.special.xlogy(wanted, wanted) - torch.where(wanted > 0, wanted * logs, 0.0)
    sums = torch.zeros(count, dtype=wanted.dtype, device=wanted.device)
    sums.index_add_(0, moves.owner[: moves.rows].long(), apart)
    return PolicyGradient(to_moves, to_levels[:, 1:].contiguous(), sums[:, None])


def only(moves: Moves, actions: torch.Tensor) -> torch.Tensor:
    """Wanted is the move that was made in each position."""
    wanted = torch.zeros(moves.rows, device=actions.device)
    wanted[moves.offsets[:-1] + actions] = 1.0
    return wanted
