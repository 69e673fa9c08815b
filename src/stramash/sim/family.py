"""What the fast engine needs to know of a family of games, and its loops compiled for that family."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from stramash.core.game import AnyGame
from stramash.sim import kernels
from stramash.sim.compiled import compiled, with_names

# In the order in which they call each other.
TEMPLATES = (
    "choose",
    "play_out",
    "deal_afresh",
    "deal_on",
    "play_deals",
    "play_worlds",
    "reset_games",
    "count_moves_of",
    "count_moves",
    "list_moves",
    "step_games",
    "observe_games",
)
STEPS = ("apply_move", "first_deal", "next_deal", "shuffle", "start")
PLACES = ("PHASE", "OVER", "RNG", "SCORES", "SEATS", "WINNERS", "WORDS")


@dataclass(frozen=True)
class Family:
    """One family: its record's size, its packing, and its compiled loops."""

    name: str
    words: int
    deck_room: int
    pack_rules: Callable[[Any], Any]
    pack_state: Callable[[Any, Any], Any]
    unpack_state: Callable[[Any, Any], Any]
    pack_move: Callable[[Any], tuple[int, int, int]]
    unpack_move: Callable[[int, int, int], Any]
    columns: tuple[str, ...]
    """What the columns of an observation mean."""
    loops: dict[str, Any]

    def __getattr__(self, name: str) -> Any:
        """A compiled loop by its name in `kernels`."""
        if name.startswith("__") or name not in self.loops:
            raise AttributeError(name)
        return self.loops[name]


@cache
def family(name: str) -> Family:
    """The family called ``climbing`` or ``mu``."""
    record, moves, step, pack, greedy, observe = (
        import_module(f"stramash.sim.{name}.{part}")
        for part in ("record", "moves", "step", "pack", "greedy", "observe")
    )
    names: dict[str, Any] = {
        "visit_moves": moves.visit_moves,
        "acting_seat": moves.acting_seat,
        "greedy_key": greedy.greedy_key,
        "observe": observe.observe,
        **{
            part: getattr(step, part)
            for part in ("apply_move", "first_deal", "next_deal", "shuffle", "start")
        },
        **{
            part: getattr(record, part)
            for part in ("PHASE", "OVER", "RNG", "SCORES", "SEATS", "WINNERS", "WORDS")
        },
    }
    loops: dict[str, Any] = {}
    for template in TEMPLATES:
        loops[template] = compiled(with_names(getattr(kernels, template), name, {**names, **loops}))
    return Family(
        name=name,
        words=record.WORDS,
        deck_room=step.DECK_ROOM,
        pack_rules=pack.pack_rules,
        pack_state=pack.pack_state,
        unpack_state=pack.unpack_state,
        pack_move=pack.pack_move,
        unpack_move=pack.unpack_move,
        columns=observe.COLUMNS,
        loops=loops,
    )


def family_of(game: AnyGame) -> Family:
    """The family that a game belongs to."""
    return family("mu" if game.id == "mu" else "climbing")
