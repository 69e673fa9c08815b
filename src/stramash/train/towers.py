"""The towers in torch: what becomes of a position, and what the critic says of it."""

import torch

Parts = dict[str, torch.Tensor]


def tower(parts: Parts, name: str, x: torch.Tensor) -> torch.Tensor:
    """The first layer and the residual blocks after it."""
    x = torch.relu(torch.addmm(parts[f"{name}first_bias"], x, parts[f"{name}first"]))
    i = 0
    while f"{name}block{i}.in" in parts:
        block = f"{name}block{i}."
        inner = torch.relu(torch.addmm(parts[block + "in_bias"], x, parts[block + "in"]))
        x = torch.relu(x + torch.addmm(parts[block + "out_bias"], inner, parts[block + "out"]))
        i += 1
    return x


def look(parts: Parts, told: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """What every move of a position is looked at with, and the values of its levels but the first."""
    x = tower(parts, "", told)
    straight = torch.addmm(parts["look_bias"], told, parts["look_straight"])
    return torch.addmm(straight, x, parts["look"]), torch.addmm(
        parts["levels_bias"], x, parts["levels"]
    ).float()


def judge_moves(parts: Parts, bits: torch.Tensor, owner: torch.Tensor, looks: torch.Tensor) -> torch.Tensor:
    """A number for each move; `owner` says which position it belongs to."""
    seen = torch.relu(bits @ parts["move"] + looks[owner])
    deeper = seen + torch.relu(torch.addmm(parts["move_layer_bias"], seen, parts["move_layer"]))
    return (deeper @ parts["move_last"]).float()


def criticise(parts: Parts, told: torch.Tensor) -> torch.Tensor:
    """What the deal will bring each seat, the own first."""
    x = tower(parts, "critic.", told)
    return torch.addmm(parts["critic.last_bias"], x, parts["critic.last"]).float()
