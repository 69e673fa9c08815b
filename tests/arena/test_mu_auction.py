"""How bots bid in Mü, in figures."""

import sys

import pytest

from stramash import games
from stramash.arena.mu_auction import HEADER, Figures, main, row, study


def test_figures_are_of_what_the_bot_did_itself() -> None:
    game = games.get("mu", 4)
    like = study(game, "greedy", None, deals=3, minutes=10)
    assert like.deals == len(like.crowns) == like.majors.total() == len(like.partners) == 3
    assert len(like.leads) == 12
    assert sum(like.leads) == pytest.approx(0)
    assert like.minors.total() == len(like.shields) <= 3
    assert 0 <= like.crowns_made <= 3
    alone = study(game, "greedy", "random", deals=4, minutes=10)
    assert len(alone.leads) == alone.deals == 4
    assert len(alone.crowns) == len(alone.partners) <= 4
    assert row("x", like).count("|") == HEADER.splitlines()[0].count("|")
    assert row("nobody", Figures()).startswith("| nobody | 0 |")


def test_the_same_deals_give_the_same_figures() -> None:
    game = games.get("mu", 3)
    first, second = (study(game, "greedy", None, deals=2, minutes=10, first=5) for _ in range(2))
    assert first == second
    assert study(game, "greedy", None, deals=2, minutes=0).deals <= 1


def test_only_mu_has_such_an_auction(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["auction", "3", "greedy", "--game", "tatties"])
    assert main() == 1
    assert "only Mü" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["auction", "3", "greedy", "--deals", "1", "--set", "cap=1"])
    assert main() == 1
    assert "no such option" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["auction", "3", "greedy", "--deals", "1", "--set", "display_limit=9"])
    assert main() == 0
    assert "`greedy`" in capsys.readouterr().out
