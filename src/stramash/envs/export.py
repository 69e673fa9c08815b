"""Decisions as Parquet: observation, legal mask, action id, and outcome."""

import json
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from stramash import games, records
from stramash.core.errors import StramashError
from stramash.core.extras import need
from stramash.core.game import AnyGame
from stramash.core.match import AnyMatch, Deal
from stramash.envs.action_ids import VERSION
from stramash.envs.observations import USUAL_PAST
from stramash.envs.tables import Rows, Tables, side_of_seats

ROWS_AT_ONCE: Final = 8192
FORMAT: Final = f"stramash decisions {VERSION}"


class ExportError(StramashError):
    """Records that do not go into one file, or a file that holds no decisions."""


class Decisions(NamedTuple):
    """Many decisions, as arrays with a row each: the numbers that seats gave."""

    observation: Any
    mask: Any
    deal: Any
    """Which deal of the file, from 0."""
    step: Any
    """Which decision of the deal, from 0."""
    seat: Any
    action: Any
    points: Any
    """The points of the seat's side at the end of the deal."""
    lead: Any
    """These less the mean of the other sides'."""


class Exporter:
    """Writes the decisions of matches of one game; used as a context."""

    def __init__(self, game: AnyGame, path: Path, past: int = USUAL_PAST) -> None:
        self.game = game
        self.count = 0
        self._deals = 0
        self._tables = Tables(game, 1, past=past, goes_on=False)
        self._arrow, parquet = _arrow()
        numbers, planes = self._tables.action_ids, self._tables.planes
        self._rows = Rows(
            np.zeros((ROWS_AT_ONCE, planes.words), np.int64),
            np.zeros((ROWS_AT_ONCE, self._tables.open_bits.shape[1]), np.int64),
            np.zeros(ROWS_AT_ONCE, np.int64),
            np.zeros(ROWS_AT_ONCE, np.int64),
        )
        self._ends = np.zeros((ROWS_AT_ONCE, 4))
        """Deal, step, points and lead of each row."""
        self._filled = 0
        self._side_of = side_of_seats(game)
        about = {
            "format": FORMAT,
            "game": game.id,
            "seats": game.seats,
            "options": games.written_options(game),
            "past": past,
            "observation_bits": planes.size,
            "actions": numbers.size,
        }
        arrow = self._arrow
        self._schema = arrow.schema(
            [
                ("observation", arrow.binary(-(-planes.size // 8))),
                ("mask", arrow.binary(-(-numbers.size // 8))),
                ("deal", arrow.int32()),
                ("step", arrow.int32()),
                ("seat", arrow.int8()),
                ("action", arrow.int16()),
                ("points", arrow.int32()),
                ("lead", arrow.float32()),
            ],
            metadata={"stramash": json.dumps(about)},
        )
        self._file = parquet.ParquetWriter(path, self._schema, compression="zstd")

    def __enter__(self) -> "Exporter":
        return self

    def __exit__(self, *error: object) -> None:
        self._write()
        self._file.close()

    def add(self, match: AnyMatch) -> None:
        """Write the decisions of every deal that was played to its end and scored."""
        if match.game != self.game:
            raise ExportError(
                f"a record is of {match.game.id} for {match.game.seats}, others are of {self.game.id} for "
                f"{self.game.seats}, or their options differ: one file holds one game"
            )
        for deal in match.deals:
            if deal.result is not None and not deal.result.redeal:
                self._add_deal(deal)

    def _add_deal(self, deal: Deal[Any]) -> None:
        tables, result, game = self._tables, deal.result, self.game
        assert result is not None, "only deals that are over are written"
        others = len(game.sides) - 1
        points = np.array(result.scores)
        ends = np.stack([points, points - (points.sum() - points) / others], axis=1)[self._side_of]
        tables.load(0, game.start(deal.deck, deal.carry).state)
        packed = [(seat, row, move) for seat, move in deal.moves for row in tables.action_ids.packed(move)]
        who = np.array([seat for seat, _, _ in packed], np.int64)
        moves = np.array([row for _, row, _ in packed], np.int64).reshape(-1, 3)
        at = step = 0
        while at < len(packed):
            before, first = at, self._filled
            at, self._filled = tables.replay(at, who, moves, self._rows, first)
            if self._filled == first and self._filled < ROWS_AT_ONCE:
                if at > before:
                    raise ExportError(f"move {at + 1} of a deal cannot be made again by the compiled engine")
                seat, _, move = packed[at]
                self._interject(seat, move)
                at += 1
            rows = slice(first, self._filled)
            here = self._ends[rows]
            here[:, 0] = self._deals
            here[:, 1] = step + np.arange(len(here))
            here[:, 2:] = ends[self._rows.seats[rows]]
            step += len(here)
            self.count += len(here)
            if self._filled == ROWS_AT_ONCE:
                self._write()
        self._deals += 1

    def _interject(self, seat: int, move: Any) -> None:
        """A move out of turn, which tables know nothing of: bets (C10.1), and who passes first (C8.1)."""
        tables, game, rows, place = self._tables, self.game, self._rows, self._filled
        state = tables.state(0)
        view = game.view(state, seat)
        (number,) = tables.action_ids.encode(view, move)
        rows.words[place] = tables.words_of(seat)
        open_bytes = np.packbits(tables.action_ids.mask(view), bitorder="little")
        rows.masks[place] = 0
        rows.masks.view(np.uint8)[place, : len(open_bytes)] = open_bytes
        rows.numbers[place], rows.seats[place] = number, seat
        self._filled += 1
        tables.follow(0, game.apply(state, seat, move).state, [(seat, move)])

    def _write(self) -> None:
        rows = self._filled
        if not rows:
            return
        arrow, kinds = self._arrow, [field.type for field in self._schema]
        deal, step, points, lead = self._ends[:rows].T
        observed = self._tables.expand(self._rows.words[:rows])
        plain = (deal, step, self._rows.seats[:rows], self._rows.numbers[:rows], points, lead)
        columns = [
            _binary(arrow, np.packbits(observed, axis=1, bitorder="little"), kinds[0]),
            _binary(arrow, self._rows.masks[:rows].view(np.uint8)[:, : kinds[1].byte_width], kinds[1]),
            *(
                arrow.array(values.astype(kind.to_pandas_dtype()))
                for values, kind in zip(plain, kinds[2:], strict=True)
            ),
        ]
        self._file.write_table(arrow.Table.from_arrays(columns, schema=self._schema))
        self._filled = 0


def export(paths: Iterable[Path], out: Path, past: int = USUAL_PAST) -> int:
    """Write the decisions of records into a file; how many there were. Raises RecordError and OSError."""
    found = [record for path in paths for record in _records(path)]
    if not found:
        raise ExportError("there is no record to read")
    first = records.read(found[0])
    with Exporter(first.game, out, past) as exporter:
        exporter.add(first)
        for path in found[1:]:
            exporter.add(records.read(path))
        return exporter.count


def _records(path: Path) -> list[Path]:
    """A record, or those of a run of the arena: the texts in a folder."""
    return sorted(path.glob("*.txt")) if path.is_dir() else [path]


def about(path: Path) -> dict[str, Any]:
    """What a file of decisions says of itself; raises ExportError."""
    _, parquet = _arrow()
    metadata = (parquet.read_schema(path).metadata or {}).get(b"stramash")
    described: dict[str, Any] = json.loads(metadata) if metadata else {}
    if described.get("format") != FORMAT:
        raise ExportError(f"{path} holds no decisions of this version: {FORMAT}")
    return described


def read(path: Path, rows: int = ROWS_AT_ONCE) -> Iterator[Decisions]:
    """The decisions of a file, so many at a time; observations and masks a byte a bit."""
    _, parquet = _arrow()
    described = about(path)
    widths = (described["observation_bits"], described["actions"])
    for batch in parquet.ParquetFile(path).iter_batches(rows):
        bits = [_unpacked(batch.column(place), width) for place, width in zip((0, 1), widths, strict=True)]
        yield Decisions(*bits, *(batch.column(place).to_numpy() for place in range(2, 8)))


def _binary(arrow: Any, rows: Any, kind: Any) -> Any:
    """Rows of bytes as a column of them."""
    buffer = arrow.py_buffer(np.ascontiguousarray(rows))
    return arrow.FixedSizeBinaryArray.from_buffers(kind, len(rows), [None, buffer])


def _unpacked(column: Any, width: int) -> Any:
    size = column.type.byte_width
    raw = np.frombuffer(column.buffers()[1], np.uint8, len(column) * size, column.offset * size)
    return np.unpackbits(raw.reshape(-1, size), axis=1, count=width, bitorder="little")


def _arrow() -> tuple[Any, Any]:
    need("data", "pyarrow")
    return import_module("pyarrow"), import_module("pyarrow.parquet")
