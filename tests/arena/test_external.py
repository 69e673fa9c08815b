"""Bots that are plugged in: found by name, loaded safely, and never mistaken for an own one."""

from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.arena.players import First

from stramash import games
from stramash.arena.plan import Plan
from stramash.arena.run import Run
from stramash.bots.outside import specs
from stramash.bots.outside.program import BotFault
from stramash.bots.outside.specs import GROUP, bot_names, fallback, find_bot, fingerprint, plugged_in
from stramash.bots.registry import BOTS
from stramash.core.errors import RulesError

PLAYERS = "tests.arena.players"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("first", f"{PLAYERS}:First", GROUP),
        EntryPoint("greedy", f"{PLAYERS}:Illegal", GROUP),
        EntryPoint("broken", "tests.arena.nothing:Bot", GROUP),
    ]

    def entry_points(*, group: str) -> list[Any]:
        return points if group == GROUP else []

    monkeypatch.setattr(specs, "entry_points", entry_points)
    plugged_in.cache_clear()


@pytest.fixture(autouse=True)
def _forget() -> Any:
    yield
    plugged_in.cache_clear()


@pytest.mark.usefixtures("installed")
def test_an_entry_point_is_a_bot() -> None:
    assert bot_names() == [*BOTS, "first", "broken"]
    found = find_bot("first", limit=2)
    assert isinstance(found.factory(games.get("haggis"), Random(0)), First)
    assert (found.is_own, found.limit) == (False, 2)


@pytest.mark.usefixtures("installed")
def test_the_name_of_an_own_bot_cannot_be_taken() -> None:
    found = find_bot("greedy")
    assert found.is_own
    assert not isinstance(found.factory(games.get("haggis"), Random(0)), First)


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    "spec", ["broken", f"{PLAYERS}:Missing", "no.such.module:Bot", f"{PLAYERS}:NO_FACTORY"]
)
def test_what_cannot_be_loaded_is_told(spec: str) -> None:
    with pytest.raises(BotFault, match=spec):
        find_bot(spec)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(RulesError, match=r"greedy, .*cmd:PROGRAM"):
        find_bot("genius")


def test_settings_are_given_to_the_factory() -> None:
    found = find_bot(f"{PLAYERS}:Patient@budget=seconds:0.3@depth=2")
    bot: Any = found.factory(games.get("haggis"), Random(0))
    assert (bot.budget, bot.depth) == ("seconds:0.3", "2")
    for spec in ("greedy@", "greedy@budget", "greedy@a=1@a=2"):
        with pytest.raises(RulesError, match="NAME@SETTING=VALUE"):
            find_bot(spec)
    with pytest.raises(RulesError, match=r"depth = 3: no such setting"):
        Run(Plan(game="haggis", seats=2, bots=("greedy@depth=3", "random")))


def test_the_fallback_is_an_own_bot() -> None:
    assert find_bot(fallback()).is_own


def test_other_code_has_another_fingerprint(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("1")
    spec = f"cmd:python {bot}"
    before = fingerprint((spec,))
    assert before == fingerprint((spec,))
    bot.write_text("2")
    assert fingerprint((spec,)) != before
    assert fingerprint((f"{PLAYERS}:First",)) != fingerprint(("greedy",))
