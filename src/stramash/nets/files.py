"""Files of weights, and a card beside them that says what they are and who made them.

Numbers are float16, or int8 with a float32 scale for each column of a matrix: half the size.
"""

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
HARMLESS: Final = {"goal", "rounds"}
"""Options that change nothing in a deal: a net that learned with the sheet's values plays with others."""
FLOAT16: Final = "float16"
INT8: Final = "int8"


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
    numbers: str = FLOAT16
    """What the weights are written as."""
    critic_numbers: str = FLOAT16
    """What the critic's are written as."""
    start: str = ""
    """The digest of the weights it began with, those of another game perhaps; empty where it had none."""
    options: dict[str, str] = field(default_factory=dict)
    """Options of the game by which it learned, where they are not those of the sheet."""
    strength: list[dict[str, Any]] = field(default_factory=list)
    """What was measured: against whom, over how many deals, the lead in points a deal and its error."""


def write(path: Path, card: Card, parts: dict[str, Any]) -> None:
    """Write weights and their card, and the critic's beside them if its parts are given."""
    shape = Shape(**card.shape)
    form = {**asdict(card), "sha256": _write_parts(path, shape.player_parts(), parts, card.numbers)}
    if any(name in parts for name in shape.critic_parts()):
        beside = path.with_suffix(CRITIC_SUFFIX)
        form["critic_sha256"] = _write_parts(beside, shape.critic_parts(), parts, card.critic_numbers)
    path.with_suffix(CARD_SUFFIX).write_text(json.dumps(form, indent=1) + "\n", encoding="utf-8")


def _write_parts(path: Path, sizes: dict[str, tuple[int, ...]], parts: dict[str, Any], numbers: str) -> str:
    """Write some parts; the digest of the file."""
    data = b"".join(_packed(np.asarray(parts[name], np.float32), numbers) for name in sizes)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def _packed(part: Any, numbers: str) -> bytes:
    """One part as it lies in a file."""
    if numbers == FLOAT16 or part.ndim < 2:
        return bytes(part.astype("<f2").tobytes())
    scale = np.maximum(np.abs(part).max(axis=0), np.float32(1e-12)) / 127
    return bytes(scale.astype("<f4").tobytes() + np.round(part / scale).astype(np.int8).tobytes())


def _packed_size(size: tuple[int, ...], numbers: str) -> int:
    return 2 * prod(size) if numbers == FLOAT16 or len(size) < 2 else 4 * size[-1] + prod(size)


def _unpacked(data: bytes, size: tuple[int, ...], numbers: str) -> Any:
    """One part from its bytes."""
    if numbers == FLOAT16 or len(size) < 2:
        return np.frombuffer(data, "<f2").astype(np.float32).reshape(size)
    scale = np.frombuffer(data[: 4 * size[-1]], "<f4")
    return np.frombuffer(data[4 * size[-1] :], np.int8).reshape(size) * scale


def read_card(path: Path) -> Card:
    """The card beside a file of weights."""
    beside = path.with_suffix(CARD_SUFFIX)
    try:
        form = json.loads(beside.read_text(encoding="utf-8"))
        optional = {"critic_sha256", "numbers", "critic_numbers", "start", "options"}  # not on every card
        return Card(
            **{item.name: form[item.name] for item in fields(Card) if item.name not in optional - set(form)}
        )
    except OSError:
        raise WeightsError(f"{beside}: there is no such card") from None
    except (ValueError, TypeError, KeyError) as error:
        raise WeightsError(f"{beside} is no card of weights: {error!r}") from None


def rules_of(game: AnyGame) -> dict[str, str]:
    """The options of a game that make it another one to play; how long a match is does not."""
    return {name: text for name, text in games.written_options(game).items() if name not in HARMLESS}


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
    if numbers not in (FLOAT16, INT8):
        raise WeightsError(f"{path} is written as {numbers}, which this version cannot read")
    if len(data) != sum(_packed_size(size, numbers) for size in sizes.values()):
        raise WeightsError(f"{path} has not as many weights as its card says")
    parts, at = {}, 0
    for name, size in sizes.items():
        length = _packed_size(size, numbers)
        parts[name] = _unpacked(data[at : at + length], size, numbers)
        at += length
    if not all(np.isfinite(part).all() for part in parts.values()):
        raise WeightsError(f"{path} holds weights that are no numbers")
    return parts


def shipped(game: AnyGame) -> Path | None:
    """The weights that come with stramash for a game, where there are any."""
    path = HOME / f"{game.id}-{game.seats}{SUFFIX}"
    return path if path.is_file() else None
