"""All weights of a net and its critic in one flat array, with Adam and the EMA of the weights."""

from math import prod, sqrt
from typing import Any, Final

import numpy as np
import torch

from stramash.nets.layout import RARE
from stramash.nets.shape import Shape

BETA_1: Final = 0.9
BETA_2: Final = 0.999
EPSILON: Final = 1e-8
SET_BITS: Final = 64
"""Bits that are set in a position, about: the first layer starts as if it had so many inputs."""
FIRST_LOOK: Final = 0.02
"""Spread of the last weights of a move at the start: nearly the same for all moves."""
ALIGNED: Final = 8
"""Parts of the working copy begin at multiples of so many numbers: 16 bytes of bf16, for matrix products."""


class Parameters:
    """Master weights in float32, a working copy for matrix products, Adam's moments, and the average."""

    def __init__(
        self, shape: Shape, seed: int, device: str, dtype: torch.dtype, *, level_start: float = RARE
    ) -> None:
        self.shape, self.device, self.dtype = shape, device, dtype
        player, critic = shape.player_parts(), shape.critic_parts()
        self.sizes = {**player, **critic}
        self.player_size = sum(prod(size) for size in player.values())
        self.master = torch.from_numpy(first_weights(self.sizes, seed, level_start)).to(device)
        self.first_moment = torch.zeros_like(self.master)
        self.second_moment = torch.zeros_like(self.master)
        self.ema = self.master[: self.player_size].clone()
        self.updates = 0
        self._runs: list[tuple[torch.Tensor, torch.Tensor]] = []
        """Parts that follow each other without a gap: in the working copy, and in the master weights."""
        self.parts = self._working_copy()
        self.refresh()
        for part in self.parts.values():
            part.requires_grad_()

    def _working_copy(self) -> dict[str, torch.Tensor]:
        """Room for the parts as they work, each at an even place: a part of odd size leaves a gap."""
        places, runs, here, there = {}, [[0, 0]], 0, 0
        for name, size in self.sizes.items():
            if there % ALIGNED:
                there += -there % ALIGNED
                runs.append([here, there])
            places[name] = there
            here, there = here + prod(size), there + prod(size)
        work = torch.zeros(there, dtype=self.dtype, device=self.device)
        ends = [first for first, _ in runs[1:]] + [here]
        for (first, place), end in zip(runs, ends, strict=True):
            self._runs.append((work[place : place + end - first], self.master[first:end]))
        return {
            name: work[places[name] : places[name] + prod(size)].detach().view(size)
            for name, size in self.sizes.items()
        }

    @staticmethod
    def _split(flat: torch.Tensor, sizes: dict[str, tuple[int, ...]]) -> dict[str, torch.Tensor]:
        pieces = torch.split(flat.detach(), [prod(size) for size in sizes.values()])
        return {
            name: piece.detach().view(size) for (name, size), piece in zip(sizes.items(), pieces, strict=True)
        }

    def ema_parts(self) -> dict[str, torch.Tensor]:
        """The player that plays: the average of the weights over the last updates."""
        return self._split(self.ema.to(self.dtype), self.shape.player_parts())

    def player(self, flat: torch.Tensor) -> dict[str, torch.Tensor]:
        """The parts of a player from all its weights in a row."""
        return self._split(flat.to(self.dtype), self.shape.player_parts())

    def ema_parts_float32(self) -> dict[str, torch.Tensor]:
        """The same at full precision, to be written down."""
        return self._split(self.ema, self.shape.player_parts())

    def master_parts(self) -> dict[str, torch.Tensor]:
        """All weights as they are now, without an average."""
        return self._split(self.master, self.sizes)

    def critic_parts(self) -> dict[str, torch.Tensor]:
        """The critic at full precision, to be written down; it has no average."""
        return self._split(self.master[self.player_size :], self.shape.critic_parts())

    def refresh(self) -> None:
        """Bring the working copy up to date with the master weights."""
        with torch.no_grad():
            for work, master in self._runs:
                work.copy_(master)

    def update(self, learning_rate: float, decay: float, clip: float, *, player: bool = True) -> torch.Tensor:
        """One step of Adam from the gradients of the parts; returns the two gradients' norms, unclipped."""
        with torch.no_grad():
            gradient = torch.cat(
                [
                    (torch.zeros_like(part) if part.grad is None else part.grad).reshape(-1)
                    for part in self.parts.values()
                ]
            ).float()
            for part in self.parts.values():
                part.grad = None
            mine, critic = gradient[: self.player_size], gradient[self.player_size :]
            norms = torch.stack([mine.norm(), critic.norm()])
            scale = (clip / (norms + 1e-6)).clamp(max=1.0)
            mine.mul_(scale[0] if player else 0.0)
            critic.mul_(scale[1])
            self.updates += 1
            self.first_moment.lerp_(gradient, 1 - BETA_1)
            self.second_moment.mul_(BETA_2).addcmul_(gradient, gradient, value=1 - BETA_2)
            spread = sqrt(1 - BETA_2**self.updates)
            under = self.second_moment.sqrt().div_(spread).add_(EPSILON)
            step = learning_rate / (1 - BETA_1**self.updates)
            self.master.addcdiv_(self.first_moment, under, value=-step)
            self.refresh()
            # The average starts as the weights themselves, and forgets its beginning soon.
            kept = min(decay, 1 - 1 / (1 + self.updates / 4))
            self.ema.lerp_(self.master[: self.player_size], 1 - kept)
        return norms


def rescaled(critic: dict[str, Any], factor: float) -> dict[str, Any]:
    """A critic whose output is multiplied by a factor: its last layer is linear."""
    return critic | {name: factor * critic[name] for name in ("critic.last", "critic.last_bias")}


def first_weights(sizes: dict[str, tuple[int, ...]], seed: int, level_start: float = RARE) -> Any:
    """Weights to start with, the same on every machine."""
    rng = np.random.default_rng(seed)
    pieces = []
    for name, size in sizes.items():
        spread = 0.0
        if name.endswith("first"):
            spread = sqrt(2 / SET_BITS)
        elif name == "look_straight":
            spread = sqrt(0.5 / SET_BITS)
        elif name == "move":
            spread = sqrt(1 / 12)
        elif name == "move_last":
            spread = FIRST_LOOK
        elif name.endswith((".out", "move_layer")):
            spread = 0.3 * sqrt(1 / size[0])
        elif name.endswith(".last") or name == "levels":
            spread = 0.1 * sqrt(1 / size[0])
        elif len(size) == 2:
            spread = sqrt(2 / size[0])
        drawn = rng.standard_normal(size, np.float32) * np.float32(spread)
        if name == "levels_bias":
            drawn += np.float32(level_start)
        pieces.append(drawn.reshape(-1))
    return np.concatenate(pieces)
