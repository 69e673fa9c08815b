"""What a seat's hand is worth before it bets or bids, from its view and nothing else."""

from importlib import import_module
from typing import Any, Final

from stramash.core.game import AnyGame
from stramash.server.thinking.advice import ADVISER
from stramash.wire.codec import Json
from stramash.wire.families import forms_of

EFFORTS: Final = (3000, 10_000, 30_000)
"""Playouts for the first answer, which comes within a second, and for those that refine it."""
_COACH: Final = "stramash.bots.coach"


def coach(game: AnyGame, view: Any, seed: int, playouts: int) -> Json:
    """Chances and points of every bet or bid, each with its error."""
    nothing: Json = {
        "by": ADVISER,
        "kind": None,
        "lines": [],
        "passing": None,
        "passing_margin": None,
        "worlds": 0,
    }
    # Loaded here: the compiled engine belongs into the bots' processes, not into the server's.
    found = import_module(_COACH).coach(game, view, playouts=playouts, seed=seed)
    if found is None:
        return nothing
    write = forms_of(game).move
    return {
        "by": ADVISER,
        "kind": found.kind,
        "lines": [
            {
                "move": None if line.move is None else write(line.move),
                "value": line.value,
                "trump": None if line.trump is None else write(line.trump),
                "target": line.target,
                "draws": line.draws,
                "chance": line.chance.points,
                "chance_margin": line.chance.margin,
                "points": line.points.points,
                "points_margin": line.points.margin,
                "needed": line.needed,
            }
            for line in found.chances
        ],
        "passing": None if found.passing is None else found.passing.points,
        "passing_margin": None if found.passing is None else found.passing.margin,
        "worlds": found.worlds,
    }
