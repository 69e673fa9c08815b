"""Action ids from views: which are legal, what they mean, and the ids of a move.

The definition is in `stramash.sim.tables.action_ids`, which does the same in compiled code; this is plain
Python and shares nothing with it but the first number of a move.
"""

from importlib import import_module
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.core.cards import FIRST_COPIES, SECOND_COPY, CardSet
from stramash.core.errors import StramashError
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.sim.climbing import action_ids as climbing_ids
from stramash.sim.climbing import pack as climbing_pack

VERSION: Final = 1
"""Part of the name of every environment; raised when a number or a bit comes to mean another thing."""


class ActionIdError(StramashError):
    """A number that is not open, or a move that has none now."""


class Chosen(NamedTuple):
    """What a seat has chosen of a move that takes several numbers."""

    code: int
    once: int
    twice: int
    face: int

    @property
    def cards(self) -> CardSet:
        """The cards chosen so far."""
        return self.once | self.twice << SECOND_COPY


class Row(NamedTuple):
    """A legal move, packed."""

    code: int
    cards: CardSet
    move: Any


class ActionIds:
    """The numbers of one game."""

    _ids: Any = climbing_ids
    """The modules of the family."""
    _pack: Any = climbing_pack

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.names: tuple[str, ...] = self._ids.number_names(game.rules)
        """What each number means."""
        self.size = len(self.names)
        self._table = self._ids.number_table(game.rules).tolist()
        self._first_card = self._table[self._ids.AT_CARDS]
        self._card_count = self._table[self._ids.CARD_COUNT]
        options = getattr(self._pack, "pack_options", self._pack.pack_rules)
        self._options = options(game.rules).tolist()
        faces = self._ids.CHOSEN_FACES
        self._faces: CardSet = faces | faces << SECOND_COPY

    def choices(self, view: Any, chosen: Chosen | None = None) -> dict[int, Any]:
        """What each open number leads to: a move, or what is then chosen of one."""
        rows = self._rows(view)
        if chosen is None:
            return self._split(rows, {row: self._first(row, view.seat) for row in rows}, 0)
        rows = [row for row in rows if self._fits(row, chosen)]
        shared = self._shared(rows)
        numbers = {row: self._first_card + self._next_face(row, shared) for row in rows}
        return self._split(rows, numbers, shared)

    def mask(self, view: Any, chosen: Chosen | None = None) -> Any:
        """A byte a number, 1 where it is open."""
        mask = np.zeros(self.size, np.int8)
        mask[list(self.choices(view, chosen))] = 1
        return mask

    def encode(self, view: Any, move: Any) -> tuple[int, ...]:
        """The numbers that make a legal move; raises ActionIdError for any other."""
        rows = self._rows(view)
        mine = next((row for row in rows if row.move == move), None)
        if mine is None:
            raise ActionIdError(f"{move} is not a legal move now")
        path = [self._first(mine, view.seat)]
        rows = [row for row in rows if self._first(row, view.seat) == path[0]]
        while len(rows) > 1:
            shared = self._shared(rows)
            face = self._next_face(mine, shared)
            rows = [row for row in rows if self._next_face(row, shared) == face]
            path.append(self._first_card + face)
        return tuple(path)

    def packed(self, move: Any) -> list[tuple[int, int, int]]:
        """A move as the compiled engine makes it: several packed ones where it builds it card by card."""
        return [self._pack.pack_move(move)]

    def decode(self, view: Any, numbers: tuple[int, ...]) -> Any:
        """The move that some numbers make; raises ActionIdError if they make none."""
        chosen: Chosen | None = None
        for place, number in enumerate(numbers):
            found = self.choices(view, chosen).get(number)
            if found is None:
                raise ActionIdError(f"{number} is not open as number {place + 1} of a move")
            if not isinstance(found, Chosen):
                if place + 1 < len(numbers):
                    raise ActionIdError(
                        f"{found} is made by its first {place + 1} numbers: {numbers} are more"
                    )
                return found
            chosen = found
        raise ActionIdError(f"{numbers} are not all numbers of a move")

    def _rows(self, view: Any) -> list[Row]:
        packed = ((self._pack.pack_move(move), move) for move in view.legal)
        return [Row(code, once | twice << SECOND_COPY, move) for (code, once, twice), move in packed]

    def _first(self, row: Row, seat: int) -> int:
        once, twice = row.cards & FIRST_COPIES, row.cards >> SECOND_COPY
        number: int = self._ids.first_number(row.code, once, twice, self._options, seat, self._table)
        return number

    def _fits(self, row: Row, chosen: Chosen) -> bool:
        below = (1 << max(chosen.face, 0)) - 1
        return (
            row.code == chosen.code
            and (row.cards ^ chosen.cards) & ~self._faces == 0
            and (row.cards ^ chosen.cards) & (below | below << SECOND_COPY) == 0
            and chosen.cards & ~row.cards == 0
        )

    def _shared(self, rows: list[Row]) -> CardSet:
        shared = -1
        for row in rows:
            shared &= row.cards
        return shared

    def _next_face(self, row: Row, shared: CardSet) -> int:
        own = row.cards & ~shared & self._faces
        faces = own & FIRST_COPIES | own >> SECOND_COPY
        return (faces & -faces).bit_length() - 1

    def _split(self, rows: list[Row], numbers: dict[Row, int], shared: CardSet) -> dict[int, Any]:
        by_number: dict[int, list[Row]] = {}
        for row in rows:
            by_number.setdefault(numbers[row], []).append(row)
        return {
            number: some[0].move if len(some) == 1 else self._chosen(number, some, shared)
            for number, some in by_number.items()
        }

    def _chosen(self, number: int, rows: list[Row], shared: CardSet) -> Chosen:
        courts = rows[0].cards & ~self._faces & FIRST_COPIES
        face = number - self._first_card
        if not 0 <= face < self._card_count:
            return Chosen(rows[0].code, courts, 0, -1)
        bit = 1 << face
        once = courts | shared & (bit - 1) | bit
        return Chosen(
            rows[0].code, once, shared >> SECOND_COPY & (bit - 1) | (shared & bit & FIRST_COPIES), face
        )


ACTION_IDS: Final = ByFamily(
    "action ids", climbing=("stramash.envs.action_ids", "ActionIds"), mu=("stramash.envs.mu", "MuActionIds")
)
"""What makes the numbers of a family's games."""


def action_ids(game: AnyGame) -> ActionIds:
    """The numbers of a game."""
    module, name = ACTION_IDS.of(game)
    made: ActionIds = getattr(import_module(module), name)(game)
    return made
