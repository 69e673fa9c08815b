"""Files of weights: float16 numbers, and a card beside them that says what they are and who made them."""

import hashlib
import json
from dataclasses import asdict, dataclass, field, fields
from math import prod
from pathlib import Path
from typing import Any, Final

import numpy as np

from stramash import games
from stramash.core.errors import StramashError
from stramash.core.game import AnyGame
from stramash.nets.layout import has_layout
from stramash.nets.shape import Shape

HOME: Final = Path(__file__).with_name("weights")
SUFFIX: Final = ".net"
CARD_SUFFIX: Final = ".json"
CRITIC_SUFFIX: Final = ".critic"


class WeightsError(StramashError):
    """Weights that cannot be played with; says why."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """What a file of weights is."""

    game: str
    seats: int
    rules_revision: int
    layout: str
    """The digest of what the net is told."""
    shape: dict[str, Any]
    seed: int
    minutes: float
    """Time on the machine that trained it."""
    decisions: int
    """Decisions it learned from."""
    moves: int
    """Moves made in all its games, forced ones as well."""
    sha256: str = ""
    """The digest of the file of weights."""
    critic_sha256: str = ""
    """The digest of the file of its critic; empty where there is none."""
    strength: list[dict[str, Any]] = field(default_factory=list)
    """What was measured: against whom, over how many deals, the lead in points a deal and its error."""


def write(path: Path, card: Card, parts: dict[str, Any]) -> None:
    """Write weights and their card, and the critic's beside them if its parts are given."""
    shape = Shape(**card.shape)
    form = {**asdict(card), "sha256": _write_parts(path, shape.player_parts(), parts)}
    if any(name in parts for name in shape.critic_parts()):
        beside = path.with_suffix(CRITIC_SUFFIX)
        form["critic_sha256"] = _write_parts(beside, shape.critic_parts(), parts)
    path.with_suffix(CARD_SUFFIX).write_text(json.dumps(form, indent=1) + "\n", encoding="utf-8")


def _write_parts(path: Path, sizes: dict[str, tuple[int, ...]], parts: dict[str, Any]) -> str:
    """Write some parts as float16; the digest of the file."""
    flat = np.concatenate([np.asarray(parts[name], np.float16).reshape(-1) for name in sizes])
    data = flat.astype("<f2").tobytes()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def read_card(path: Path) -> Card:
    """The card beside a file of weights."""
    beside = path.with_suffix(CARD_SUFFIX)
    try:
        form = json.loads(beside.read_text(encoding="utf-8"))
        optional = {"critic_sha256"}  # players alone have none
        return Card(
            **{item.name: form[item.name] for item in fields(Card) if item.name not in optional - set(form)}
        )
    except OSError:
        raise WeightsError(f"{beside}: there is no such card") from None
    except (ValueError, TypeError, KeyError) as error:
        raise WeightsError(f"{beside} is no card of weights: {error!r}") from None


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
    try:
        shape = Shape(**card.shape)
    except TypeError as error:
        raise WeightsError(f"{path}: its card has no usable shape: {error}") from None
    return card, shape, _read_parts(path, card.sha256, shape.player_parts())


def read_critic(path: Path, game: AnyGame) -> dict[str, Any]:
    """The parts of the critic beside a file of weights; raises WeightsError where there is none."""
    card, shape, _ = read(path, game)
    if not card.critic_sha256:
        raise WeightsError(f"{path} has no critic beside it")
    return _read_parts(path.with_suffix(CRITIC_SUFFIX), card.critic_sha256, shape.critic_parts())


def _read_parts(path: Path, sha256: str, sizes: dict[str, tuple[int, ...]]) -> dict[str, Any]:
    try:
        data = path.read_bytes()
    except OSError:
        raise WeightsError(f"{path}: there is no such file") from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise WeightsError(f"{path} is damaged: its digest is not the one on its card")
    flat = np.frombuffer(data, "<f2")
    if len(flat) != sum(prod(size) for size in sizes.values()):
        raise WeightsError(f"{path} has not as many weights as its card says")
    if not np.isfinite(flat).all():
        raise WeightsError(f"{path} holds weights that are no numbers")
    parts, at = {}, 0
    for name, size in sizes.items():
        parts[name] = flat[at : at + prod(size)].astype(np.float32).reshape(size)
        at += prod(size)
    return parts


def shipped(game: AnyGame) -> Path | None:
    """The weights that come with stramash for a game, where there are any."""
    path = HOME / f"{game.id}-{game.seats}{SUFFIX}"
    return path if path.is_file() else None
