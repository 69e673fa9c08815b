"""Observations: their fields and bits, the same from a view as from a batch."""

from importlib import import_module
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.envs.action_ids import Chosen
from stramash.nets.layout import WORD, Field, expand
from stramash.sim.climbing.pack import pack_move as pack_climbing_move
from stramash.sim.mu.pack import pack_move as pack_mu_move

USUAL_PAST: Final = 16
"""How many moves back an observation tells, unless said."""


class FamilyPlanes(NamedTuple):
    """What differs from family to family."""

    layout: str
    """The module with the fields and the past."""
    words: str
    """The module that fills in the words."""
    pack_move: Any


PLANES: Final = ByFamily(
    "observations",
    climbing=FamilyPlanes("stramash.envs.climbing", "stramash.sim.climbing.observations", pack_climbing_move),
    mu=FamilyPlanes("stramash.envs.mu", "stramash.sim.mu.observations", pack_mu_move),
)


class Planes:
    """The observation of one game: `fields` in order, a byte of 0 or 1 for each of their bits."""

    def __init__(self, game: AnyGame, past: int = USUAL_PAST) -> None:
        part = PLANES.of(game)
        self.game = game
        self.past = past
        self._layout = import_module(part.layout)
        self._words = import_module(part.words)
        self._pack_move = part.pack_move
        self._options = self._layout.options(game.rules)
        own = self._words.position_words(self._options)
        a_move = self._words.PAST_WORDS
        fields = [*self._layout.position_fields(game.rules)]
        fields += self._layout.past_fields(game.rules, "being made", range(own, own + a_move), is_own=True)
        for back in range(past):
            # The first words of all past moves, then the second ones, then the third.
            words = range(own + a_move + back, own + a_move * (past + 1), past)
            fields += self._layout.past_fields(game.rules, f"{back + 1} ago", words, is_own=False)
        self.fields: tuple[Field, ...] = tuple(fields)
        self.secret_fields: tuple[Field, ...] = self._layout.secret_fields(game.rules)
        self.words = own + a_move * (past + 1)
        self.secret_words: int = self._words.SECRET_WORDS
        self.bits = _bits(self.fields)
        self.secret_bits = _bits(self.secret_fields)
        self.runs = _runs(self.fields)
        self.secret_runs = _runs(self.secret_fields)

    @property
    def size(self) -> int:
        """How many bits an observation has."""
        return len(self.bits)

    @property
    def own_size(self) -> int:
        """How many bits an observation has before its past."""
        return sum(field.width for field in self.fields if field.name.split(" ")[1:2] != ["ago"])

    @property
    def secret_size(self) -> int:
        """How many bits more the perfect information has."""
        return len(self.secret_bits)

    def unpack(self, rows: Any) -> Any:
        """Observations, a byte a bit, from packed ones with eight bits a byte."""
        return np.unpackbits(rows, axis=-1, bitorder="little")[..., self.bits]

    def where(self, name: str) -> slice:
        """Where in an observation a field is; raises KeyError."""
        at = 0
        for field in self.fields:
            if field.name == name:
                return slice(at, at + field.width)
            at += field.width
        raise KeyError(name)

    def is_building(self, record: Any) -> bool:
        """Whether a display is being built in a packed game (M3.1)."""
        return bool(self._layout.BUILDING) and any(record[place] for place in self._layout.BUILDING)

    def keep_building(self, record: Any, other: Any) -> None:
        """Let the display that is being built in a packed game be built in another one too."""
        for place in self._layout.BUILDING:
            other[place] = record[place]

    def of_view(self, view: Any, chosen: Chosen | None = None) -> Any:
        """The observation of a seat from its view, whose `past` tells the past."""
        return expand(np.array(self.words_of(view, chosen), np.int64), self.bits)

    def words_of(self, view: Any, chosen: Chosen | None = None) -> list[int]:
        """The words that an observation takes its bits from."""
        words = [0] * self.words
        record = self._layout.record_of(self.game.rules, view, chosen)
        self._words.tell_position(record, self._options, view.seat, words)
        at, step = self._words.position_words(self._options), self._words.PAST_WORDS

        def tell(seat: int, move: Any, places: slice) -> None:
            row = [0] * step
            self._words.tell_past(*move, seat, self._options, view.seat, row, 0, 1)
            words[places] = row

        if chosen is not None and not self._layout.is_in_position(chosen):
            tell(view.seat, chosen[:3], slice(at, at + step))
        latest = [*self._layout.past_moves(view)][::-1][: self.past]
        for place, (seat, move) in enumerate(latest, at + step):
            tell(seat, self._pack_move(move), slice(place, None, self.past))
        return words


def _bits(fields: tuple[Field, ...]) -> Any:
    places = [np.arange(field.width) + field.first + WORD * field.word for field in fields]
    return np.concatenate(places).astype(np.int64)


def _runs(fields: tuple[Field, ...]) -> Any:
    """The same bits as stretches: word, first bit, width, and how many bytes may be written at once."""
    joined: list[list[int]] = []
    for field in fields:
        latest = joined[-1] if joined else [-1, 0, 0]
        if latest[0] == field.word and latest[1] + latest[2] == field.first:
            latest[2] += field.width
        else:
            joined.append([field.word, field.first, field.width])
    return with_room(joined)


def with_room(stretches: list[list[int]]) -> Any:
    """Stretches of bits with the room for each: 64, 32 or 16 bytes if the row has them; else 0."""
    left = sum(width for _, _, width in stretches)
    rows: list[tuple[int, int, int, int]] = []
    for word, first, width in stretches:
        rooms = [room for room in (16, 32, 64) if width <= room <= left]
        rows.append((word, first, width, rooms[0] if rooms else 0))
        left -= width
    return np.array(rows, np.int64).reshape(-1, 4)
