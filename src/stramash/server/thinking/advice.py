"""Advice for a seat's own decision. Whoever gives it sees the seat's view and nothing else."""

from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from stramash.bots.registry import BOTS, seat_bot
from stramash.core.game import AnyGame
from stramash.wire.codec import Json
from stramash.wire.families import forms_of

GREEDY: Final = "greedy"
EXPERT: Final = "expert"
_SEARCHING: Final = "stramash.bots.advice"
ADVISER: Final = EXPERT if EXPERT in BOTS and find_spec(_SEARCHING) is not None else GREEDY
"""Who is asked."""
MOST_LINES: Final = 6
"""How many moves a hint tells about, besides bets."""

Line = tuple[Any, float | None, str]
"""A move, its expected points (None: not estimated) and a reason."""


def advise(game: AnyGame, view: Any, level: str, seed: int) -> list[Json]:
    """Moves with what they are worth, best first; bets come last, each with what it would add."""
    if not view.legal:
        return []
    write = forms_of(game).move
    lines = _searched(game, view, seed) if level == EXPERT else _greedy(game, view, seed)
    return [{"move": write(move), "value": value, "why": why} for move, value, why in lines]


def _searched(game: AnyGame, view: Any, seed: int) -> list[Line]:
    # Loaded here: the compiled engine belongs into the bots' processes, not into the server's.
    found = import_module(_SEARCHING).advice(game, view, seed=seed)
    return [(move, value, "; ".join(reasons)) for move, value, _, reasons in found]


def _greedy(game: AnyGame, view: Any, seed: int) -> list[Line]:
    """One move; nothing is estimated."""
    bot = seat_bot(GREEDY, game, Random(seed))
    move = bot.interject(view)
    if move is None:
        move = bot.choose(view)
    return [(move, None, "what the greedy bot would do")]
