"""Two bots over duplicate deals."""

import pytest

from stramash.train import duel as duels


def test_partners_are_always_the_same_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, ...]] = []

    def play(table: duels.Table) -> list[int]:
        seen.append(table.bots)
        return [10 if table.bots[side] == "a" else 4 for side in (0, 1)]

    monkeypatch.setattr(duels, "play", play)
    found = duels.duel("neeps", 4, "a", "b", deals=3, cores=1)
    assert seen[0] == ("a", "b", "a", "b")
    assert (found["lead"], found["error"], found["deals"]) == (6.0, 0.0, 3)


def test_everybody_sits_alone_once() -> None:
    found = duels.duel("mu", 3, "random", "greedy", deals=1, cores=1)
    assert found["deals"] == 1
    assert {"a_alone", "b_alone"} <= set(found)
