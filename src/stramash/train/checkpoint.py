"""Checkpoints: everything a run needs to resume, as plain arrays; nothing in them is ever executed."""

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from stramash import games
from stramash.core.errors import StramashError
from stramash.nets.cards import rules_of
from stramash.nets.files import same_rules
from stramash.train.learn import Settings, Trainer

FORMAT: Final = 1
FLAT: Final = ("master", "first_moment", "second_moment", "ema")


class CheckpointError(StramashError):
    """A file that no training can resume from; says why."""


def save(trainer: Trainer, path: Path, *, compact: bool = False) -> None:
    """Write a checkpoint; the compact one is rounded (see `compressed`) and leaves the games out."""
    parameters = trainer.parameters
    about = {
        "format": FORMAT,
        "game": trainer.game.id,
        "seats": trainer.game.seats,
        "options": rules_of(trainer.game),
        "rules_revision": games.RULES_REVISION,
        "layout": trainer.layout.digest,
        "settings": trainer.settings.as_json(),
        "rounds": trainer.rounds,
        "decisions": trainer.decisions,
        "moves_made": trainer.moves_made,
        "seconds": trainer.seconds,
        "updates": parameters.updates,
        "start": trainer.start,
        "taught_by": trainer.taught_by,
    }
    arrays: dict[str, Any] = {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)}
    flats = {name: getattr(parameters, name).detach().float().cpu().numpy() for name in FLAT}
    arrays |= compressed(flats) if compact else flats
    if not compact and trainer.frozen is not None:
        arrays["frozen"] = trainer.frozen.float().cpu().numpy()
    if not compact and trainer.games is not None:
        arrays["records"] = trainer.games.records.cpu().numpy()
    if trainer.match_rewards is not None and trainer.match_rewards.scores is not None:
        arrays["deals"] = trainer.match_rewards.scores
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    with beside.open("wb") as file:
        np.savez(file, **arrays)
    beside.replace(path)


def load(path: Path, device: str, **changes: Any) -> Trainer:
    """A trainer that resumes from a checkpoint, with some settings changed."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(bytes(arrays["about"]))
        named = (about["game"], about["seats"], about["rules_revision"])
        scale = about["settings"]["reward_scale"]
        settings = Settings(**{**about["settings"], **changes})
        is_ours = about["format"] == FORMAT
    except FileNotFoundError:
        raise CheckpointError(f"{path}: there is no such file") from None
    except Exception as error:
        raise CheckpointError(f"{path} is no checkpoint, or it is damaged: {error}") from None
    if not is_ours:
        raise CheckpointError(f"{path} was written by another version")
    if not same_rules(*named):
        raise CheckpointError(f"{path} was trained by other rules than those of today")
    if settings.reward_scale != scale:
        raise CheckpointError(
            f"{path}: trained with reward_scale={scale:g}; for another one --start with its player"
        )
    trainer = Trainer(games.get_written(*named[:2], about["options"]), settings, device)
    if about["layout"] != trainer.layout.digest:
        raise CheckpointError(f"{path} was trained on other features than this version has")
    parameters = trainer.parameters
    flats = arrays if "master" in arrays else decompressed(arrays)
    for name in FLAT:
        getattr(parameters, name).copy_(torch.from_numpy(flats[name]))
    parameters.updates = about["updates"]
    parameters.refresh()
    for name in ("rounds", "decisions", "moves_made", "seconds"):
        setattr(trainer, name, about[name])
    trainer.start, trainer.taught_by = about["start"], about["taught_by"]
    if "frozen" in arrays:
        trainer.frozen = torch.from_numpy(arrays["frozen"]).to(device)
    if trainer.match_rewards is not None and "deals" in arrays:
        trainer.match_rewards.study(arrays["deals"])
    if "records" in arrays and len(arrays["records"]) == trainer.settings.games:
        trainer.take_up(arrays["records"])
    return trainer


def compressed(flats: dict[str, Any]) -> dict[str, Any]:
    """A third of the size: weights to 16 bits of precision, Adam's moments and the average to what matters.

    A run that goes on from it takes other steps than one that never stopped, but by no more than Adam's steps
    differ from one batch of games to the next.
    """
    master, ema = flats["master"], flats["ema"]
    words = (master.view(np.uint32) + np.uint32(0x80)) >> np.uint32(8)
    root = np.sqrt(flats["second_moment"])
    logs = np.round(6 * np.log2(np.maximum(root, 1e-15))) + 250
    return {
        "master_bytes": words.astype("<u4").view(np.uint8).reshape(-1, 4)[:, :3].copy(),
        "second_moment_log": np.clip(logs, 0, 255).astype(np.uint8),
        **_shares("first", flats["first_moment"] / (root + 1e-15)),
        **_shares("ema_difference", ema - master[: len(ema)]),
    }


def _shares(name: str, values: Any) -> dict[str, Any]:
    """Numbers as the roots of their shares of the largest: fine steps for small ones, coarse for large."""
    scale = np.float32(max(float(np.abs(values).max()), 1e-12))
    share = np.sign(values) * np.sqrt(np.abs(values) / scale)
    return {
        f"{name}_share": np.round(127 * share).astype(np.int8),
        f"{name}_scale": np.array([scale], np.float32),
    }


def _values(name: str, arrays: dict[str, Any]) -> Any:
    share = arrays[f"{name}_share"].astype(np.float32) / 127
    return np.sign(share) * share**2 * arrays[f"{name}_scale"][0]


def decompressed(arrays: dict[str, Any]) -> dict[str, Any]:
    """The arrays of a compressed checkpoint again, as far as they were kept."""
    words = np.zeros((len(arrays["master_bytes"]), 4), np.uint8)
    words[:, 1:] = arrays["master_bytes"]
    master = words.reshape(-1).view("<u4").view(np.float32).copy()
    root = np.exp2((arrays["second_moment_log"].astype(np.float32) - 250) / 6)
    difference = _values("ema_difference", arrays)
    return {
        "master": master,
        "first_moment": _values("first", arrays) * root,
        "second_moment": root**2,
        "ema": master[: len(difference)] + difference,
    }
