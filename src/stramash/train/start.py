"""Weights of one game as the beginning of another's.

A bit of a row means the same in every game of a family, whatever else its nets are told. So the weights of
shared bits, moves, levels and seats are taken over; what the new game has besides begins at nothing. So do
residual blocks that the new net has more: it plays exactly as the one it began with until it has learned.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from stramash import games
from stramash.core.errors import RulesError, StramashError
from stramash.nets.cards import read_card
from stramash.nets.files import read, read_critic
from stramash.nets.layout import Layout, layout_with
from stramash.nets.shape import CRITIC_SCALE
from stramash.train.learn import Trainer
from stramash.train.net.parameters import rescaled
from stramash.train.teach.teacher import Teacher, places

PLAYER: Final = ("width", "blocks", "move_width")
CRITIC: Final = ("critic_width", "critic_blocks")
"""The settings that say how large a net is."""
IN_ORDER: Final = ("move", "levels", "levels_bias", "critic.last", "critic.last_bias")
"""Parts in which words of moves, levels or seats that two games share come first."""


class StartError(StramashError):
    """Weights that another game cannot begin with; says why."""


def begin_with(trainer: Trainer, path: Path) -> None:
    """Give a trainer that has learned nothing the weights of a player and of its critic, where it has one."""
    parameters = trainer.parameters
    with torch.no_grad():
        parameters.master.copy_(_weights(trainer, path))
        parameters.ema.copy_(parameters.master[: parameters.player_size])
    parameters.refresh()
    trainer.start = read_card(path).sha256


def learn_to_beat(trainer: Trainer, path: Path) -> None:
    """Put a player that never changes at the seats of others: what is learned is a best response to it."""
    trainer.fixed = _player(trainer, path)


def learn_among(trainer: Trainer, path: Path) -> None:
    """Put a player that never changes at the seats of `among_net`."""
    trainer.among = _player(trainer, path)


def learn_from(trainer: Trainer, path: Path) -> None:
    """Give a trainer a teacher: what is learned is to do what that player does, by a net of any width."""
    settings = trainer.settings
    if settings.epochs < 1 or not 0 <= settings.teacher_plays <= 1:
        raise RulesError("set", "epochs teacher_plays", "once at least, and a share from 0 to 1")
    seats = places(trainer.game.seats, settings.games, settings.teacher_plays, settings.seed)
    trainer.teacher = Teacher(path, trainer.game, trainer.device, trainer.parameters.dtype, seats)
    if trainer.rounds and trainer.taught_by != trainer.teacher.sha256:
        raise StartError(f"{path} is another teacher than the one this run began with")
    trainer.taught_by = trainer.teacher.sha256


def _player(trainer: Trainer, path: Path) -> torch.Tensor:
    """The weights of a player of the same game."""
    card, game = read_card(path), trainer.game
    if (card.game, card.seats) != (game.id, game.seats):
        raise StartError(f"{path} plays {card.game} for {card.seats}, not {game.id} for {game.seats}")
    return _weights(trainer, path)[: trainer.parameters.player_size].to(trainer.device)


def _weights(trainer: Trainer, path: Path) -> torch.Tensor:
    """Weights of a player and of its critic, or else of the trainer's own, as the trainer's game has them."""
    card = read_card(path)
    source = games.get_written(card.game, card.seats, card.options)
    if source.family != trainer.game.family:
        raise StartError(f"{path} is for {card.game}: another kind of game than {trainer.game.id}")
    settings = trainer.settings
    if any(card.shape.get(name) != getattr(settings, name) for name in PLAYER if name != "blocks"):
        raise StartError(f"{path} has other widths than this run: {card.shape}")
    if card.shape["blocks"] > settings.blocks:
        raise StartError(f"{path} has {card.shape['blocks']} blocks, this run only {settings.blocks}")
    _, shape, parts = read(path, source)
    own = {
        name: part.float().cpu().numpy()
        for name, part in trainer.parameters.master_parts().items()
        if name.startswith(tuple(f"block{i}." for i in range(shape.blocks, settings.blocks)))
    }
    own |= {name: part * 0 for name, part in own.items() if ".out" in name}
    if card.critic_sha256 and all(card.shape.get(name) == getattr(settings, name) for name in CRITIC):
        parts |= rescaled(read_critic(path, source), CRITIC_SCALE / settings.reward_scale)
    else:  # players of games in which nobody asks a critic come without
        own |= {name: part.float().cpu().numpy() for name, part in trainer.parameters.critic_parts().items()}
    shared = _shared(layout_with(source, shape.inputs), trainer.layout)
    pieces = []
    for name, size in trainer.parameters.sizes.items():
        new = np.zeros(size, np.float32)
        if name == "levels_bias":
            new += trainer.layout.level_start
        if name in own:
            new[...] = own[name]
        elif name in shared:
            there, here = shared[name]
            new[here] = parts[name][there]
        elif name in IN_ORDER:
            both = tuple(slice(min(sizes)) for sizes in zip(parts[name].shape, size, strict=True))
            new[both] = parts[name][both]
        else:
            new[...] = parts[name]
        pieces.append(new.reshape(-1))
    return torch.from_numpy(np.concatenate(pieces))


def _shared(old: Layout, new: Layout) -> dict[str, tuple[Any, Any]]:
    """Rows of the first layers that mean the same: where they are in the old ones, and where in the new."""
    told = _common(_known(old.position, old.fields), _known(new.position, new.fields))
    secret = _common(_known(old.secrets, old.secret_fields), _known(new.secrets, new.secret_fields))
    there = np.concatenate([told[0], secret[0] + len(old.position)])
    here = np.concatenate([told[1], secret[1] + len(new.position)])
    return {"first": told, "look_straight": told, "critic.first": (there, here)}


def _known(bits: Any, fields: Any) -> Any:
    """The bits of a table without those that only fill it up."""
    return bits[: sum(field.width for field in fields)]


def _common(old: Any, new: Any) -> tuple[Any, Any]:
    """The places in two tables of the bits that are in both."""
    _, there, here = np.intersect1d(old, new, return_indices=True)
    return there, here
