"""Advice for a seat's own decision. Whoever gives it sees the seat's view and nothing else."""

from importlib import import_module
from typing import Any, Final

from stramash.core.game import AnyGame
from stramash.wire.codec import Json
from stramash.wire.families import forms_of

GREEDY: Final = "greedy"
ADVISER: Final = "expert"
"""Who is asked: no other bot answers in its place."""
EFFORTS: Final = (6000, 24_000, 72_000)
"""Playouts for the first answer, which comes within a second, and for those that refine it."""
PATIENT: Final = "--patient"
"""Said to a process that only makes answers surer, so that it lets everybody go first."""
REVIEWING: Final = 12_000
"""Playouts for each decision of a review."""


def advise(
    game: AnyGame, view: Any, seed: int, playouts: int = EFFORTS[0], played: str | None = None
) -> list[Json]:
    """Moves with what they are worth, best first; bets come last, each with what it would add.

    A move that was played is among them, or comes to the same as one that is.
    """
    if not view.legal:
        return []
    # Loaded here: the compiled engine belongs into the bots' processes, not into the server's.
    family = forms_of(game)
    write = family.move
    move = None if played is None else game.parse_move(played)
    search = import_module("stramash.bots.advice")
    found = search.advice(game, view, budget=f"playouts:{playouts}", seed=seed, played=move)
    return [
        {
            "move": write(item.move),
            "rows": family.rows(item.move),
            "also": [write(other) for other in item.also],
            "value": item.value,
            "margin": item.margin,
            "than": None if item.than is None else write(item.than),
            "better": item.better,
            "better_margin": item.better_margin,
            "why": item.reason,
        }
        for item in found
    ]
