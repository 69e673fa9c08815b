"""A process that thinks for bots, with an adviser that answers at once and knows nothing."""

from typing import Any

from stramash.core.game import AnyGame
from stramash.server.thinking import worker
from stramash.server.thinking.advice import ADVISER
from stramash.wire.codec import Json
from stramash.wire.families import forms_of


def _advise(game: AnyGame, view: Any, seed: int, playouts: int, played: str | None = None) -> list[Json]:
    family = forms_of(game)
    move = view.legal[0] if played is None else game.parse_move(played)
    worth = {"value": 1.0, "margin": 1.0, "than": None, "better": 0.0, "better_margin": 1.0}
    return [{"move": family.move(move), "rows": family.rows(move), "also": [], **worth, "why": "First."}]


def _coach(game: AnyGame, view: Any, seed: int, playouts: int) -> Json:
    nothing: Json = {"kind": None, "lines": [], "passing": None, "passing_margin": None, "worlds": 0}
    return {"by": ADVISER, **nothing}


if __name__ == "__main__":
    vars(worker).update(advise=_advise, coach=_coach)
    worker.main()
