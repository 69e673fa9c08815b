"""Files of weights, and a card beside them that says what they are and who made them.

Weights are float16, or quantised to int8 with a float32 scale for each column of a matrix: half the size.
int8 may be deflated besides, or have an exponent for each row and each column (`quantization.matrices`).
"""

import hashlib
import json
import zlib
from dataclasses import asdict
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from stramash import games
from stramash.core.game import AnyGame
from stramash.nets.cards import (
    BY_ROW,
    CARD_SUFFIX,
    CRITIC_SUFFIX,
    DEFLATED,
    FLOAT16,
    INT8,
    Card,
    WeightsError,
    read_card,
    rules_of,
)
from stramash.nets.layout import has_layout
from stramash.nets.quantization.matrices import MOST_STEPS, QuantizedMatrix, packed, size_of, unpacked
from stramash.nets.shape import Shape


def write(path: Path, card: Card, parts: dict[str, Any]) -> None:
    """Write weights and their card, and the critic's beside them if its parts are given.

    Matrices may be `QuantizedMatrix` where numbers are written by row and column.
    """
    shape = Shape(**card.shape)
    form = {**asdict(card), "sha256": _write_parts(path, shape.player_parts(), parts, card.numbers)}
    if any(name in parts for name in shape.critic_parts()):
        beside = path.with_suffix(CRITIC_SUFFIX)
        form["critic_sha256"] = _write_parts(beside, shape.critic_parts(), parts, card.critic_numbers)
    path.with_suffix(CARD_SUFFIX).write_text(json.dumps(form, indent=1) + "\n", encoding="utf-8")


def _write_parts(path: Path, sizes: dict[str, tuple[int, ...]], parts: dict[str, Any], numbers: str) -> str:
    """Write some parts; the digest of the file."""
    if numbers == BY_ROW:
        data = packed(
            [part if isinstance(part := parts[name], QuantizedMatrix) else _single(part) for name in sizes]
        )
    else:
        data = b"".join(_packed(_single(parts[name]), numbers) for name in sizes)
    if numbers == DEFLATED:
        data = _deflated(data)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def _single(part: Any) -> Any:
    return np.asarray(part, np.float32)


def _packed(part: Any, numbers: str) -> bytes:
    """One part as it lies in a file."""
    if numbers == FLOAT16 or part.ndim < 2:
        return bytes(part.astype("<f2").tobytes())
    scale = np.maximum(np.abs(part).max(axis=0), np.float32(1e-12)) / MOST_STEPS
    return bytes(scale.astype("<f4").tobytes() + np.round(part / scale).astype(np.int8).tobytes())


def _packed_size(size: tuple[int, ...], numbers: str) -> int:
    return 2 * prod(size) if numbers == FLOAT16 or len(size) < 2 else 4 * size[-1] + prod(size)


def _unpacked(data: bytes, size: tuple[int, ...], numbers: str) -> Any:
    """One part from its bytes."""
    if numbers == FLOAT16 or len(size) < 2:
        return np.frombuffer(data, "<f2").astype(np.float32).reshape(size)
    scale = np.frombuffer(data[: 4 * size[-1]], "<f4")
    return np.frombuffer(data[4 * size[-1] :], np.int8).reshape(size) * scale


def _deflated(data: bytes) -> bytes:
    """Packed by how often each number comes; looking for repeats as well makes noise larger, not smaller."""
    packer = zlib.compressobj(
        zlib.Z_BEST_COMPRESSION, memLevel=zlib.DEF_MEM_LEVEL + 1, strategy=zlib.Z_HUFFMAN_ONLY
    )
    return packer.compress(data) + packer.flush()


def _inflated(path: Path, data: bytes, whole: int) -> bytes:
    """What was deflated, no more than a byte over what is expected; raises WeightsError."""
    try:
        return zlib.decompressobj().decompress(data, whole + 1)
    except zlib.error as error:
        raise WeightsError(f"{path} cannot be unpacked: {error}") from None


def same_rules(game_id: str, seats: int, revision: int) -> bool:
    """Whether a game's sheet is read today as it was in a revision of the rules."""
    if not 1 <= revision <= games.RULES_REVISION:
        return False
    return bool(games.preset(game_id, seats, revision) == games.preset(game_id, seats))


def read(path: Path, game: AnyGame) -> tuple[Card, Shape, dict[str, Any]]:
    """The weights of a file, if they are whole and for this game; raises WeightsError."""
    card = read_card(path)
    if (card.game, card.seats) != (game.id, game.seats):
        raise WeightsError(f"{path} is for {card.game} with {card.seats} seats")
    if not same_rules(card.game, card.seats, card.rules_revision) or not has_layout(game, card.layout):
        raise WeightsError(f"{path} was made for other rules or by another version")
    here = rules_of(game)
    if card.options != here:
        other = sorted(name for name in {*card.options, *here} if card.options.get(name) != here.get(name))
        raise WeightsError(f"{path} learned other values of {', '.join(other)}")
    try:
        shape = Shape(**card.shape)
    except TypeError as error:
        raise WeightsError(f"{path}: its card has no usable shape: {error}") from None
    return card, shape, _read_parts(path, card.sha256, shape.player_parts(), card.numbers)


def read_critic(path: Path, game: AnyGame) -> dict[str, Any]:
    """The parts of the critic beside a file of weights; raises WeightsError where there is none."""
    card, shape, _ = read(path, game)
    if not card.critic_sha256:
        raise WeightsError(f"{path} has no critic beside it")
    beside = path.with_suffix(CRITIC_SUFFIX)
    return _read_parts(beside, card.critic_sha256, shape.critic_parts(), card.critic_numbers)


def _read_parts(path: Path, sha256: str, sizes: dict[str, tuple[int, ...]], numbers: str) -> dict[str, Any]:
    try:
        data = path.read_bytes()
    except OSError:
        raise WeightsError(f"{path}: there is no such file") from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise WeightsError(f"{path} is damaged: its digest is not the one on its card")
    if numbers not in (FLOAT16, INT8, DEFLATED, BY_ROW):
        raise WeightsError(f"{path} is written as {numbers}, which this version cannot read")
    if numbers == BY_ROW:
        whole = size_of(list(sizes.values()))
    else:
        whole = sum(_packed_size(size, numbers) for size in sizes.values())
    if numbers in (DEFLATED, BY_ROW):
        data = _inflated(path, data, whole)
    if len(data) != whole:
        raise WeightsError(f"{path} has not as many weights as its card says")
    parts = _parts(data, sizes, numbers)
    if not all(np.isfinite(part).all() for part in parts.values()):
        raise WeightsError(f"{path} holds weights that are no numbers")
    return parts


def _parts(data: bytes, sizes: dict[str, tuple[int, ...]], numbers: str) -> dict[str, Any]:
    """All parts from their bytes."""
    if numbers == BY_ROW:
        found = unpacked(data, list(sizes.values()))
        return {
            name: part.weights() if isinstance(part, QuantizedMatrix) else part
            for name, part in zip(sizes, found, strict=True)
        }
    parts, at = {}, 0
    for name, size in sizes.items():
        length = _packed_size(size, numbers)
        parts[name] = _unpacked(data[at : at + length], size, numbers)
        at += length
    return parts
