"""Decisions as Parquet: what a seat was told, which numbers were open, which it gave, what came of it."""

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
from stramash.envs.numbers import VERSION
from stramash.envs.planes import USUAL_PAST
from stramash.envs.tables import Tables

ROWS_AT_ONCE: Final = 8192
FORMAT: Final = f"stramash decisions {VERSION}"


class ExportError(StramashError):
    """Records that do not go into one file, or a file that holds no decisions."""


class Decision(NamedTuple):
    """One number that a seat gave."""

    deal: int
    """Which deal of the file, from 0."""
    step: int
    """Which decision of the deal, from 0."""
    seat: int
    action: int
    points: int
    """The points of the seat's side at the end of the deal."""
    lead: float
    """These less the mean of the other sides'."""


class Decisions(NamedTuple):
    """Many decisions, as arrays with a row each."""

    observation: Any
    mask: Any
    deal: Any
    step: Any
    seat: Any
    action: Any
    points: Any
    lead: Any


class Exporter:
    """Writes the decisions of matches of one game; used as a context."""

    def __init__(self, game: AnyGame, path: Path, past: int = USUAL_PAST) -> None:
        self.game = game
        self.count = 0
        self._has_copies = len(set(game.deck())) < len(game.deck())
        self._deals = 0
        self._tables = Tables(game, 1, past=past, goes_on=False)
        self._arrow, parquet = _arrow()
        numbers, planes = self._tables.numbers, self._tables.planes
        self._told = np.zeros((ROWS_AT_ONCE, planes.size), np.uint8)
        self._open = np.zeros((ROWS_AT_ONCE, numbers.size), np.uint8)
        self._rows: list[Decision] = []
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
        tables, result = self._tables, deal.result
        assert result is not None, "only deals that are over are written"
        game = self.game
        side_of = {seat: side for side, seats in enumerate(game.sides) for seat in seats}
        others = len(game.sides) - 1
        leads = [points - (sum(result.scores) - points) / others for points in result.scores]
        tables.load(0, game.start(deal.deck, deal.carry).state)
        step = 0
        for seat, move in deal.moves:
            side = side_of[seat]
            ends = (result.scores[side], leads[side])
            if seat == tables.seats[0]:
                for number in self._numbers(seat, move):
                    self._keep(
                        Decision(self._deals, step, seat, number, *ends),
                        tables.observations[0],
                        tables.masks[0],
                    )
                    tables.step_one(number)
                    step += 1
            else:  # out of turn, which the tables know nothing of: bets (C10.1), and who passes first (C8.1)
                state = tables.state(0)
                view = game.view(state, seat)
                (number,) = tables.numbers.encode(view, move)
                told, mask = tables.observe(seat)[0], tables.numbers.mask(view)
                self._keep(Decision(self._deals, step, seat, number, *ends), told, mask)
                tables.follow(0, game.apply(state, seat, move).state, [(seat, move)])
                step += 1
        self._deals += 1

    def _numbers(self, seat: int, move: Any) -> Iterator[int]:
        """The numbers of a move, each to be given before the next is asked for."""
        tables = self._tables
        first, cards = tables.numbers.first(move, seat)
        if first is None:
            yield from tables.numbers.encode(self.game.view(tables.state(0), seat), move)
            return
        yield first
        if not tables.is_choosing(0):
            return
        if self._has_copies:
            yield from tables.numbers.encode(self.game.view(tables.state(0), seat), move)[1:]
            return
        # Where no card comes twice: of the cards that are open, the lowest that is in the move.
        own = tables.numbers.card_numbers(cards)
        while tables.is_choosing(0):
            yield next(number for number in own if tables.masks[0, number])

    def _keep(self, decision: Decision, told: Any, mask: Any) -> None:
        place = len(self._rows)
        self._told[place] = told
        self._open[place] = mask
        self._rows.append(decision)
        self.count += 1
        if len(self._rows) == ROWS_AT_ONCE:
            self._write()

    def _write(self) -> None:
        if not self._rows:
            return
        arrow, rows = self._arrow, len(self._rows)
        columns = [
            _packed(arrow, self._told[:rows], self._schema.field(0).type),
            _packed(arrow, self._open[:rows], self._schema.field(1).type),
        ]
        fields = zip(*self._rows, strict=True)
        columns += [
            arrow.array(values, self._schema.field(place).type) for place, values in enumerate(fields, 2)
        ]
        self._file.write_table(arrow.Table.from_arrays(columns, schema=self._schema))
        self._rows.clear()


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


def _packed(arrow: Any, bits: Any, kind: Any) -> Any:
    packed = np.packbits(bits, axis=1, bitorder="little")
    return arrow.FixedSizeBinaryArray.from_buffers(kind, len(bits), [None, arrow.py_buffer(packed)])


def _unpacked(column: Any, width: int) -> Any:
    size = column.type.byte_width
    raw = np.frombuffer(column.buffers()[1], np.uint8, len(column) * size, column.offset * size)
    return np.unpackbits(raw.reshape(-1, size), axis=1, count=width, bitorder="little")


def _arrow() -> tuple[Any, Any]:
    need("data", "pyarrow")
    return import_module("pyarrow"), import_module("pyarrow.parquet")
