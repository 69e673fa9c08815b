"""Numbers with a step for each row and each column, and the file of them."""

import hashlib
import json
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stramash import games
from stramash.nets.cards import BY_ROW, Card, WeightsError
from stramash.nets.climbing.layout import layout
from stramash.nets.files import read, write
from stramash.nets.quantization.matrices import (
    MOST_STEPS,
    STEP_SIZES,
    QuantizedMatrix,
    packed,
    quantized,
    size_of,
    unpacked,
)
from stramash.nets.shape import Shape

GAME = games.get("haggis", 2)
SHAPE = Shape.for_layout(layout(GAME.rules), width=16, blocks=1, move_width=8)


def drawn(seed: int = 1) -> dict[str, Any]:
    """Parts of a small net: rows and columns with steps of many sizes."""
    rng = np.random.default_rng(seed)
    parts: dict[str, Any] = {}
    for name, size in SHAPE.player_parts().items():
        if len(size) < 2:
            parts[name] = rng.standard_normal(size).astype(np.float16).astype(np.float32)
            continue
        spread = np.exp(rng.uniform(-4, 4, size[0]))[:, None]
        numbers = np.clip(np.round(rng.standard_normal(size) * spread), -MOST_STEPS, MOST_STEPS).astype(
            np.int8
        )
        rows, columns = (rng.integers(40, size=count).astype(np.uint8) for count in size)
        parts[name] = QuantizedMatrix(numbers, float(np.float32(rng.uniform(1e-5, 1e-3))), rows, columns)
    return parts


def card() -> Card:
    about: dict[str, Any] = {"seed": 0, "minutes": 0.0, "decisions": 0, "moves": 0}
    about |= {"game": "haggis", "seats": 2, "rules_revision": games.RULES_REVISION}
    return Card(layout=layout(GAME.rules).digest, shape=SHAPE.as_json(), numbers=BY_ROW, **about)


def put(path: Path, data: bytes) -> None:
    """Other bytes in a file of weights, with a card that knows them."""
    path.write_bytes(data)
    beside = path.with_suffix(".json")
    form = {**json.loads(beside.read_text("utf-8")), "sha256": hashlib.sha256(data).hexdigest()}
    beside.write_text(json.dumps(form), encoding="utf-8")


def test_what_is_written_is_read(tmp_path: Path) -> None:
    parts, path = drawn(), tmp_path / "small.net"
    write(path, card(), parts)
    found, _, there = read(path, GAME)
    assert asdict(found) | {"sha256": ""} == asdict(card())
    for name, part in parts.items():
        wanted = part.weights() if isinstance(part, QuantizedMatrix) else part
        assert there[name].dtype == np.float32
        assert there[name].shape == wanted.shape
        assert (there[name] == wanted).all()


def test_numbers_and_levels_come_back_as_they_were() -> None:
    parts = drawn()
    data = zlib.decompress(packed(list(parts.values())))
    sizes = list(SHAPE.player_parts().values())
    assert len(data) == size_of(sizes)
    for one, other in zip(parts.values(), unpacked(data, sizes), strict=True):
        assert type(one) is type(other)
        if isinstance(one, QuantizedMatrix):
            assert one.scale == other.scale
            for mine, theirs in ((one.numbers, other.numbers), (one.rows, other.rows)):
                assert mine.dtype == theirs.dtype
                assert (mine == theirs).all()
            assert (one.columns == other.columns).all()


def test_a_row_and_a_column_have_steps_of_their_own() -> None:
    ones = np.ones((2, 3), np.int8)
    made = QuantizedMatrix(ones, 0.5, np.array([0, 8], np.uint8), np.array([0, 8, 24], np.uint8)).weights()
    assert made.tolist() == [[0.5, 1.0, 4.0], [1.0, 2.0, 8.0]]
    assert (np.diff(STEP_SIZES) > 0).all()


def test_plain_weights_are_put_on_steps_by_column(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    parts = {name: rng.standard_normal(size) / 4 for name, size in SHAPE.player_parts().items()}
    parts["first"][:, 0] = 0
    write(tmp_path / "small.net", card(), parts)
    _, _, there = read(tmp_path / "small.net", GAME)
    for name, part in parts.items():
        most = np.abs(part).max(axis=0)
        assert (np.abs(there[name] - part) <= most / 200).all(), name
    assert np.abs(quantized(parts["look"]).numbers).max() > MOST_STEPS * 0.9


def test_like_lies_with_like() -> None:
    # The order costs a byte a row and a column and saves much more.
    rng = np.random.default_rng(1)
    size = (400, 300)
    spread = np.exp(rng.uniform(-3, 3, size[0]))[:, None] * np.exp(rng.uniform(-1, 1, size[1]))
    numbers = np.clip(np.round(rng.standard_normal(size) * spread), -MOST_STEPS, MOST_STEPS).astype(np.int8)
    nothing = [np.zeros(count, np.uint8) for count in size]
    packer = zlib.compressobj(9, strategy=zlib.Z_HUFFMAN_ONLY)
    row_by_row = packer.compress(numbers.tobytes()) + packer.flush()
    assert len(packed([QuantizedMatrix(numbers, 1.0, *nothing)])) < 0.85 * len(row_by_row)


def test_any_bytes_are_some_order(tmp_path: Path) -> None:
    path = tmp_path / "small.net"
    write(path, card(), drawn())
    data = bytearray(zlib.decompress(path.read_bytes()))
    before = read(path, GAME)[2]["first"]
    inputs, width = SHAPE.player_parts()["first"]
    about = slice(4 + inputs + width, 4 + 2 * (inputs + width))
    data[about] = np.random.default_rng(1).bytes(inputs + width)
    put(path, zlib.compress(bytes(data)))
    after = read(path, GAME)[2]["first"]
    assert after.shape == before.shape
    assert (after != before).any()


@pytest.mark.parametrize("more", [-1, 1, -5000, 1_000_000])
def test_a_file_of_another_length_is_refused(tmp_path: Path, more: int) -> None:
    path = tmp_path / "small.net"
    write(path, card(), drawn())
    data = zlib.decompress(path.read_bytes())
    put(path, zlib.compress(data[:more] if more < 0 else data + bytes(more)))
    with pytest.raises(WeightsError, match="not as many weights"):
        read(path, GAME)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "small.net"
    write(path, card(), drawn())
    data = path.read_bytes()
    path.write_bytes(data[:-1])
    with pytest.raises(WeightsError, match="is damaged"):
        read(path, GAME)
    put(path, data[: len(data) // 2])
    with pytest.raises(WeightsError, match="not as many weights"):
        read(path, GAME)
    put(path, b"no weights")
    with pytest.raises(WeightsError, match="cannot be unpacked"):
        read(path, GAME)


@pytest.mark.parametrize("scale", [np.nan, np.inf, 1e38])
def test_steps_that_are_no_numbers_are_refused(tmp_path: Path, scale: float) -> None:
    path, parts = tmp_path / "small.net", drawn()
    parts["first"] = parts["first"]._replace(scale=scale, rows=np.full(SHAPE.inputs, 255, np.uint8))
    write(path, card(), parts)
    with pytest.raises(WeightsError, match="weights that are no numbers"):
        read(path, GAME)
