"""The compiled loops of a family of games, and what they need to know of it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.sim import kernels
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled, with_globals

# In the order in which they call each other.
SHARED = ("choose", "choose_listed", "deal_afresh", "deal_on")
PLAYING = ("play_out", "play_deals", "play_worlds")
"""Made twice: as they are, choosing at random by arithmetic; and `_listed`, choosing from the whole list."""
STEPPING = (
    "reset_games",
    "count_moves_of",
    "count_moves",
    "list_moves",
    "step_games",
    "observe_games",
    "choose_games",
)
TELLING = ("tell_games", "tell_moves")
"""Loops that compute the input features of nets."""
LISTED = "_listed"
STEPS = ("apply_move", "first_deal", "next_deal", "shuffle", "start")
PLACES = ("PHASE", "OVER", "RNG", "SCORES", "SEATS", "WINNERS", "WORDS")

PACKAGES = ByFamily("compiled engine", climbing="climbing", mu="mu")
"""Which package of this one has a family's part."""
FEATURES = ByFamily("features", climbing="stramash.sim.climbing.features", mu="stramash.sim.mu.features")
"""The module with the input features of a family's nets."""


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
    names: dict[str, Any]
    """The values of the templates' globals in this family."""

    def __getattr__(self, name: str) -> Any:
        """A compiled loop by its name in `kernels`."""
        if name.startswith("__") or name not in self.loops:
            raise AttributeError(name)
        return self.loops[name]


@cache
def family(name: str) -> Family:
    """The family called ``climbing`` or ``mu``."""
    record, moves, step, pack, quick, observe = (
        import_module(f"stramash.sim.{name}.{part}")
        for part in ("record", "moves", "step", "pack", "quick", "observe")
    )
    names: dict[str, Any] = {
        "visit_moves": moves.visit_moves,
        "acting_seat": moves.acting_seat,
        "count_legal": moves.count_legal,
        "pick_legal": moves.pick_legal,
        "plan_legal": moves.plan_legal,
        "quick_key": quick.quick_key,
        "observe": observe.observe,
        **{part: getattr(step, part) for part in STEPS},
        **{part: getattr(record, part) for part in PLACES},
    }
    loops: dict[str, Any] = {}

    def fill_in(template: str, variant: str = "", **more: Any) -> Any:
        body = getattr(kernels, template)
        return compiled(with_globals(body, name + variant, {**names, **loops, **more}))

    for template in SHARED:
        loops[template] = fill_in(template)
    listed: dict[str, Any] = {"choose": loops["choose_listed"]}
    for template in PLAYING:
        listed[template] = fill_in(template, LISTED, **listed)
        loops[template] = fill_in(template)
    for template in STEPPING:
        loops[template] = fill_in(template)
    names.update(compiled_features(name, features_of(name)))
    for template in TELLING:
        loops[template] = fill_in(template)
    loops.update((f"{template}{LISTED}", listed[template]) for template in PLAYING)
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
        names=names,
    )


def features_of(name: str) -> Any:
    """The input features of a family's nets: its module `features`."""
    return import_module(FEATURES.parts[name])


def compiled_features(name: str, features: Any) -> dict[str, Any]:
    """The functions of a module `features`, compiled."""
    made: dict[str, Any] = {"popcount": popcount, "popcounts": popcount}
    for part in features.PARTS:
        made[part] = compiled(with_globals(getattr(features, part), name, made))
    return made


def variant(policy: int) -> str:
    """What is added to the name of a playing loop for a policy."""
    return "" if policy == kernels.RANDOM else LISTED


def family_of(game: AnyGame) -> Family:
    """The family that a game belongs to."""
    return family(PACKAGES.of(game))
