"""The loops over many tables, compiled for each family: the templates of `action_ids` and `observations`."""

from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from stramash.core.families import ByFamily
from stramash.core.game import AnyGame
from stramash.sim.bits import popcount
from stramash.sim.compiling.compiled import compiled, inlined, with_globals
from stramash.sim.family import family
from stramash.sim.tables import action_ids as action_templates
from stramash.sim.tables import observations as observation_templates
from stramash.sim.tables.observations import FORMS, place_of

ALONE: Final = "_alone"
"""The end of the names of loops in which no policy plays a seat."""

PACKAGES: Final = ByFamily("action ids", climbing="stramash.sim.climbing", mu="stramash.sim.mu")
"""The package with a family's action ids and observations."""

LOOPS: Final = (
    "clear",
    "mark",
    "mark_only",
    "is_marked",
    "fits",
    "next_face",
    "next_number",
    "take_number",
    "past_moves",
    "seats_on",
    "turn",
    "tell_seat",
    "expand_rows",
    "remember",
    "forget",
    "end_deal_at",
    "survey",
    "answer",
    "is_shown",
    "play_numbers",
    "follow_moves",
    "begin_step",
    "settle",
    "step_tables",
    "first_shut",
    "draw_open",
)
"""Templates of `action_ids` and of `observations`, as they call each other; the first four by `FORMS`."""
INLINED: Final = (
    *("clear", "mark", "mark_many", "mark_only", "is_marked", "turned", "push", "past_moves", "seats_on"),
    *("tell_seat", "expand_rows", "remember", "forget", "tell_built", "fetch"),
    *("answer", "is_shown", "begin_step", "settle", "give_number", "show_open", "first_bits", "tell_pair"),
    *("tell_other", "tell_position", "seats_of_past", "position_words"),
)
"""Functions that are made part of those that call them: handing arrays over would cost more than they do."""


class ActionLoops(NamedTuple):
    """A family's modules of action ids and observations, and the loops compiled for it."""

    action_ids: Any
    observations: Any
    loops: dict[str, Any]


@cache
def action_loops(name: str) -> ActionLoops:
    """The loops of the family called ``climbing`` or ``mu``."""
    package = PACKAGES.parts[name]
    action_ids, observations = (import_module(f"{package}.{part}") for part in ("action_ids", "observations"))
    made = family(name)
    loops: dict[str, Any] = {}
    bodies = {**vars(observation_templates), **vars(action_templates)}
    for form, marks in FORMS.items():
        names: dict[str, Any] = {**made.names, **made.loops, "popcount": popcount, "place_of": place_of}
        own = name + form

        def fill_in(part: str, body: Any, own: str = own, names: dict[str, Any] = names) -> Any:
            made_how = inlined if part in INLINED else compiled
            return made_how(with_globals(body, own, names))

        for part, body in marks.items():
            names[part] = fill_in(part, body) if callable(body) else body
        for module in (action_ids, observations):
            for part in module.COMPILED:
                names[part] = fill_in(part, getattr(module, part))
        for constant in ("AT_CARDS", "CARD_COUNT", "CHOSEN_FACES", "IN_HISTORY", "WALKS"):
            names[constant] = getattr(action_ids, constant)
        names["BUILDS"] = observations.BUILDS
        for loop in LOOPS:
            if loop not in marks:
                names[loop] = fill_in(loop, bodies[loop])
            loops[loop + form] = names[loop]
        names["ROBOTS"] = False
        for loop in ("survey", "answer", "play_numbers", "step_tables"):
            names[loop] = fill_in(loop, bodies[loop], own + ALONE)
            loops[loop + ALONE + form] = names[loop]
    return ActionLoops(action_ids, observations, loops)


def action_loops_of(game: AnyGame) -> ActionLoops:
    """The loops of a game's family."""
    PACKAGES.of(game)
    return action_loops(game.family)
