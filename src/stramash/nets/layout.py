"""Which bits of the rows that `stramash.sim` makes a game's net is told: one table for every path.

A row has a place for whatever any game of the family may need. A net takes the bits that can be set in its
own game, in the order of this table; NumPy, a batch on the CPU and one on the GPU expand the same rows by it.
"""

import hashlib
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.core.errors import StramashError
from stramash.core.families import ByFamily
from stramash.core.game import AnyGame

VERSION: Final = 1
"""Raised when a bit changes its meaning: older weights do not fit any more."""
WORD: Final = 64
STEP: Final = 16
"""Inputs are filled up to a multiple of this with bits that are never set: matrix products are faster so."""
_NEVER_SET: Final = 63
RARE: Final = -2.0
"""What levels other than the usual one are worth to a net that has learned nothing, where they are bets."""


LAYOUTS: Final = ByFamily(
    "layout for nets", climbing="stramash.nets.climbing.layout", mu="stramash.nets.mu.layout"
)
"""The module in which a family's layout is; None where there is none yet."""


class NoLayout(StramashError):
    """A game whose family has no nets yet."""


class Field(NamedTuple):
    """Some bits of one word that belong together."""

    name: str
    word: int
    first: int
    width: int


@dataclass(frozen=True, eq=False)
class Layout:
    """What a net of one game is told."""

    fields: tuple[Field, ...]
    secret_fields: tuple[Field, ...]
    position_words: int
    """Words of a position's row; the secrets' row follows it."""
    move_words: int
    levels: int
    seats: int
    level_start: float = RARE
    """What the other levels are worth at first; nothing of what a net is told."""

    @property
    def never(self) -> int:
        """A bit of a position row that no game sets."""
        return WORD * 5 + _NEVER_SET

    @property
    def position(self) -> Any:
        """The bits of a position row, by number: word times 64 plus the place in it."""
        return _bits(self.fields, never=self.never)

    @property
    def secrets(self) -> Any:
        """The bits of a critic's row."""
        return _bits(self.secret_fields, never=WORD * 7 + _NEVER_SET)

    @property
    def digest(self) -> str:
        """A short name for exactly this layout."""
        text = f"{VERSION} {self.fields} {self.secret_fields} {self.move_words} {self.levels} {self.seats}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _bits(fields: tuple[Field, ...], never: int) -> Any:
    bits = np.concatenate([np.arange(f.width) + f.first + WORD * f.word for f in fields]).astype(np.int64)
    return np.pad(bits, (0, -len(bits) % STEP), constant_values=never)


def expand(words: Any, bits: Any) -> Any:
    """Rows of 64-bit words as rows of the chosen bits, 0 or 1 each."""
    flat = np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=-1, bitorder="little")
    return flat[..., bits]


def layout_of(game: AnyGame, *, match: bool = False) -> Layout:
    """What the net of a game is told, with how the match stands where it is to know that; raises NoLayout."""
    module = LAYOUTS.of(game)
    if module is None:
        raise NoLayout(f"{game.id}: there are no nets for games of this kind yet")
    layout: Layout = import_module(module).layout(game.rules, match=match)
    return layout


def layout_with(game: AnyGame, inputs: int) -> Layout:
    """The layout of a net with so many inputs: one that learned from matches has more."""
    layout = layout_of(game)
    return layout if len(layout.position) == inputs else layout_of(game, match=True)


def has_layout(game: AnyGame, digest: str) -> bool:
    """Whether this version has a layout with a digest for a game."""
    return any(layout_of(game, match=match).digest == digest for match in (False, True))
