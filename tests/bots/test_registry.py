"""Every bot is one row: what makes it, what may be set of it, and what is refused."""

from pkgutil import resolve_name
from random import Random
from typing import Any

import pytest

from stramash import games
from stramash.bots.outside.specs import find_bot
from stramash.bots.registry import BOTS, seat_bot
from stramash.core.errors import RulesError
from stramash.core.options import options_of, validate
from stramash.games import FAMILIES

ONE_OF_EACH = {family: next(i.id for i in games.GAMES.values() if i.family == family) for family in FAMILIES}


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("family", FAMILIES)
def test_a_row_leads_to_a_bot_and_to_its_settings(name: str, family: games.Family) -> None:
    bot = BOTS[name]
    game = games.get(ONE_OF_EACH[family])
    assert callable(resolve_name(bot.makers.of(game)))
    assert bot.sentence.endswith(".")
    assert hasattr(seat_bot(name, game, Random(1)), "choose")
    if bot.settings is not None:
        kind: Any = resolve_name(bot.settings.of(game))
        validate(kind())
        assert all(option.doc.endswith(".") for option in options_of(kind))
        assert bot.settings_for(game, {}) == {**vars(kind()), **bot.defaults}


@pytest.mark.parametrize("name", [name for name, bot in BOTS.items() if bot.stand_in is not None])
def test_who_stands_in_is_a_bot_that_plays_everywhere(name: str) -> None:
    assert BOTS[BOTS[name].stand_in or ""].stand_in is None


def test_texts_become_values() -> None:
    mu, haggis = games.get("mu", 4), games.get("haggis")
    assert BOTS["net"].settings_for(mu, {"endings": "off"})["endings"] is False
    assert BOTS["master"].settings_for(haggis, {"stakes": "0"})["stakes"] is False
    assert BOTS["master"].settings_for(mu, {"worlds": "12", "lcb_stdevs": "1.5"})["lcb_stdevs"] == 1.5
    assert BOTS["keen"].settings_for(mu, {})["budget"] == "playouts:200"
    assert BOTS["keen"].settings_for(mu, {"budget": "playouts:9"})["budget"] == "playouts:9"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("expert@solves=0", "solves = 0: no such setting; there are budget, search"),
        ("expert@budget=long", r"budget = long: must be written playouts:2000 or seconds:0\.2"),
        ("expert@search=deep", "search = deep: must be one of tree, flat"),
        ("club@playouts=many", "playouts = many: must be a whole number"),
        ("club@playouts=0", "playouts = 0: must be a whole number from 1"),
        ("greedy@depth=3", "depth = 3: no such setting; there is none"),
        ("net@endings=perhaps", "endings = perhaps: must be on or off"),
        ("master@lcb_stdevs=x", "lcb_stdevs = x: must be a number from 0 to 100"),
    ],
)
def test_what_cannot_be_set_is_refused_before_anybody_sits_down(spec: str, words: str) -> None:
    for game in (games.get("mu", 4), None):
        with pytest.raises(RulesError, match=words):
            find_bot(spec, game=game)


def test_a_setting_of_the_other_family_is_refused_at_this_table() -> None:
    find_bot("club@playouts=60")
    find_bot("club@playouts=60", game=games.get("mu", 4))
    with pytest.raises(RulesError, match="playouts = 60: no such setting; there is none"):
        find_bot("club@playouts=60", game=games.get("haggis"))
