"""Hints of every game as they are given at the table: python -m scripts.hints > docs/hints.md."""

from itertools import islice
from typing import Any, Final

from benchmarks.moments import decisions

from stramash import games
from stramash.bots.advice import Advice, advice
from stramash.core.game import AnyGame

TABLES: Final = (
    ("haggis", 2, 29, 5),
    ("haggis3", 3, 17, 4),
    ("neeps", 4, 31, 4),
    ("tatties", 3, 13, 4),
    ("haggis-classic", 2, 23, 4),
    ("mu", 4, 23, 5),
    ("mu-classic", 4, 23, 4),
)
"""Games with seats, of how many decisions one is shown, and how many are."""
SLIGHT: Final = 1.0
"""Points that are nothing to speak of where the error is larger."""


def points(item: Advice) -> str:
    """How much better or worse, as the page says it."""
    if item.better is None or item.better_margin is None:
        return ""
    size = f"{abs(item.better):.1f} ± {item.better_margin:.1f}"
    than = "no bet" if item.than is None else f"`{item.than}`"
    if SLIGHT < abs(item.better) <= item.better_margin:
        return f"perhaps {'better' if item.better > 0 else 'worse'} than {than}, by {size}"
    if abs(item.better) <= item.better_margin:
        return f"as good as {than}, as far as can be told ({size})"
    return f"{'better' if item.better > 0 else 'worse'} than {than} by {size}"


def show(game: AnyGame, view: Any, found: list[Advice]) -> str:
    """One decision and the hint for it."""
    lines = ["```", game.show(view), "```", ""]
    for number, item in enumerate(found, 1):
        also = "".join(f", or `{move}`" for move in item.also)
        better = points(item)
        lines.append(f"{number}. `{item.move}`{also}{f': {better}' if better else ''}. {item.reason}")
    return "\n".join(lines)


def main() -> None:
    """Print them."""
    print("# Thirty hints\n")
    print("Made by `scripts/hints.py` from deals between club players: what each sees, and the advice on it.")
    for game_id, seats, every, each in TABLES:
        game = games.get(game_id, seats)
        print(f"\n## {games.info(game_id).name}, {seats} players")
        for number, view in enumerate(islice(decisions(game, 5, every), each), 1):
            print(f"\n### {games.info(game_id).name} {number}\n")
            print(show(game, view, advice(game, view, seed=number)))


if __name__ == "__main__":
    main()
