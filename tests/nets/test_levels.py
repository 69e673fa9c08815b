"""Small nets as levels for people: which tables they have learned, and who plays at the others."""

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.nets.test_files import written

from stramash import games
from stramash.bots.climbing.club.climber import ClubClimber
from stramash.bots.climbing.learned.net import NetClimber
from stramash.bots.learned import LARGE, learned_tables, taught_tables, why_no_level
from stramash.bots.registry import BOTS, instead, level_at, seat_bot
from stramash.nets import cards
from stramash.nets.cards import HOME, read_card
from stramash.nets.files import read
from stramash.train.release_gate import AGAINST, has_passed, is_between

HAGGIS = games.get("haggis", 2)
LEVELS = ["piper", "laird"]
SHIPPED = sorted(path for level in LEVELS for path in (HOME / level).glob("*.net"))


def row(against: str, lead: float, deals: int = 100, error: float = 2.0) -> dict[str, Any]:
    return {"against": against, "deals": deals, "lead": lead, "error": error}


BETWEEN = [row("club", 9.0), row("net", -12.0)]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the net of a piper who knows haggis for two."""
    path = written(tmp_path / "piper", strength=BETWEEN)
    for suffix in (".net", ".json"):
        path.with_suffix(suffix).rename(path.with_name(f"haggis-2{suffix}"))
    monkeypatch.setattr(cards, "HOME", tmp_path)
    for tables in (learned_tables, taught_tables):
        tables.cache_clear()
    yield tmp_path
    for tables in (learned_tables, taught_tables):
        tables.cache_clear()


def test_a_level_plays_where_it_has_learned(home: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert learned_tables("piper") == {"haggis": [2]}
    assert learned_tables("laird") == {}
    assert taught_tables("piper") == {}
    assert isinstance(seat_bot("piper", HAGGIS, Random(1)), NetClimber)
    assert level_at("piper", HAGGIS) == "piper"
    assert level_at("piper", games.get("haggis", 2, goal=300)) == "piper"
    assert level_at("club", games.get("mu", 4)) == "club"
    assert level_at("net", HAGGIS) == "expert"
    assert level_at("somebody's", HAGGIS) == "somebody's"
    assert not caplog.records


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (games.get("haggis", 3), "it has not learned haggis for 3"),
        (games.get("haggis", 2, bets=(10, 20)), "not other values of bets"),
    ],
)
def test_elsewhere_another_level_sits_down_and_is_called_what_it_is(
    home: Path, caplog: pytest.LogCaptureFixture, game: Any, words: str
) -> None:
    assert level_at("piper", game) == "club"
    with caplog.at_level(logging.WARNING, "stramash.bots"):
        assert isinstance(seat_bot("piper", game, Random(1)), ClubClimber)
    (record,) = caplog.records
    assert words in record.getMessage()
    assert instead("piper", "club") == "Piper has not learned this table; club plays."


def test_a_damaged_net_is_refused_and_another_level_plays(
    home: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (home / "piper/haggis-2.net").write_bytes(b"no weights")
    with caplog.at_level(logging.WARNING, "stramash.bots"):
        assert isinstance(seat_bot("piper", HAGGIS, Random(1)), ClubClimber)
    assert "is damaged" in caplog.records[0].getMessage()
    (home / "piper/haggis-2.json").write_text("{}")
    assert "is no card" in str(why_no_level(HAGGIS, "piper"))


@pytest.mark.parametrize(
    ("strength", "is_fine"),
    [
        (BETWEEN, True),
        ([row("club", 9.0), row(AGAINST, -7.0)], True),
        ([row("club", 4.0), row("net", -12.0)], False),
        ([row("club", 9.0), row("net", 1.0)], False),
        ([row("club", 9.0, deals=99), row("net", -12.0)], False),
        ([row("club", 9.0), row("net", 0.0), row(AGAINST, -7.0)], False),
        ([row("club", 9.0)], False),
        ([], False),
    ],
)
def test_a_level_is_surely_above_the_club_and_below_the_best(
    home: Path, strength: list[dict[str, Any]], is_fine: bool
) -> None:
    card = replace(read_card(home / "piper/haggis-2.net"), strength=strength)
    assert is_between(card) == is_fine


def test_how_a_level_learned_is_what_its_cards_say() -> None:
    for level in LEVELS:
        for game_id, every in learned_tables(level).items():
            for seats in every:
                card = read_card(HOME / level / f"{game_id}-{seats}.net")
                assert bool(card.teacher) == (seats in taught_tables(level).get(game_id, []))
    assert taught_tables("laird").keys() == {"mu", "neeps"}
    assert taught_tables("net") == {}


def test_what_is_said_of_a_level_is_true_at_every_table() -> None:
    for level in (*LEVELS, "net"):
        sentence = BOTS[level].sentence
        assert "bet" not in sentence.lower()  # Mü has none
        assert "itself" not in sentence  # the table says how it learned


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_small_net_that_is_shipped_is_whole_and_between(path: Path) -> None:
    card = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    game = games.get(card["game"], card["seats"])
    read(path, game)
    assert level_at(path.parent.name, game) == path.parent.name
    assert path.stat().st_size < 300_000


def test_the_large_net_is_a_level_where_it_has_beaten_the_expert_by_enough() -> None:
    tables = learned_tables("net")
    assert 2 in tables["haggis"]
    assert "mu-classic" not in tables
    assert learned_tables("master") == tables
    assert {name for name, bot in BOTS.items() if bot.stand_in is not None} == {*LEVELS, *LARGE}
    for game_id, seats in tables.items():
        for count in seats:
            path = cards.shipped(games.get(game_id, count))
            assert path is not None
            assert has_passed(read_card(path))
