"""A later revision of the rules, as a change of some readings would bring it."""

from typing import Any

import pytest

from stramash import games

BEFORE: dict[tuple[str, int], dict[str, Any]] = {
    **{("mu", seats): {"overtaken_crown": "equal"} for seats in (3, 4, 5, 6)},
    ("haggis-classic", 3): {"bomb_prize": "chosen-player", "first_out_extra": 5},
}
"""What presets had otherwise before it."""
LATER = games.RULES_REVISION + 1


def revise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let today's presets be those of a later revision, and `BEFORE` what the revision of today had."""
    change = games.Revised(
        before=BEFORE, added=frozenset({"overtaken_crown"}), new_games=frozenset({"mu-classic"})
    )
    monkeypatch.setattr(games, "RULES_REVISION", LATER)
    monkeypatch.setitem(games.REVISED, LATER, change)
