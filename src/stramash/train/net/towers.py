"""The towers in torch: what becomes of a position, and what the critic says of it."""

from typing import Final

import torch
from torch.nn.functional import pad

Parts = dict[str, torch.Tensor]
EVEN: Final = 8
"""Matrix products on a GPU are slow where a row is not a multiple of 16 bytes."""


class Layers:
    """Whether the layers' own kernels are used on a GPU (`layers`); what torch makes of them is the same."""

    fused = True


def tower(parts: Parts, name: str, x: torch.Tensor) -> torch.Tensor:
    """The first layer and the residual blocks after it."""
    if x.is_cuda and Layers.fused:
        from stramash.train.net import layers  # noqa: PLC0415  Triton is there only with a GPU

        first, block = layers.first_layer, layers.block
    else:
        first, block = first_layer, residual_block
    x = first(x, parts[f"{name}first"], parts[f"{name}first_bias"])
    i = 0
    while f"{name}block{i}.in" in parts:
        x = block(x, *(parts[f"{name}block{i}.{part}"] for part in ("in", "in_bias", "out", "out_bias")))
        i += 1
    return x


def first_layer(x: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """The first layer of a tower."""
    return torch.relu(torch.addmm(bias, x, weights))


def residual_block(
    x: torch.Tensor,
    first: torch.Tensor,
    first_bias: torch.Tensor,
    second: torch.Tensor,
    second_bias: torch.Tensor,
) -> torch.Tensor:
    """ReLU of the input and what two layers make of it."""
    inner = torch.relu(torch.addmm(first_bias, x, first))
    return torch.relu(x + torch.addmm(second_bias, inner, second))


def few(x: torch.Tensor, weights: torch.Tensor, bias: torch.Tensor) -> torch.Tensor:
    """A layer of a few numbers; on a GPU others that nobody asks for are worked out beside them."""
    count = len(bias)
    if x.is_cuda and Layers.fused:
        more = (0, -count % EVEN)
        weights, bias = pad(weights, more), pad(bias, more)
    return torch.addmm(bias, x, weights)[:, :count].float()


def look(parts: Parts, told: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """What every move of a position is looked at with, and the values of its levels but the first."""
    x = tower(parts, "", told)
    straight = torch.addmm(parts["look_bias"], told, parts["look_straight"])
    return torch.addmm(straight, x, parts["look"]), few(x, parts["levels"], parts["levels_bias"])


def judge_moves(parts: Parts, bits: torch.Tensor, owner: torch.Tensor, looks: torch.Tensor) -> torch.Tensor:
    """A number for each move; `owner` says which position it belongs to."""
    seen = torch.relu(bits @ parts["move"] + looks[owner])
    deeper = seen + torch.relu(torch.addmm(parts["move_layer_bias"], seen, parts["move_layer"]))
    return (deeper @ parts["move_last"]).float()


def critic_values(parts: Parts, told: torch.Tensor) -> torch.Tensor:
    """What the deal will bring each seat, the own first."""
    x = tower(parts, "critic.", told)
    return few(x, parts["critic.last"], parts["critic.last_bias"])
