"""Options as data: kinds of values, their texts, and what is refused."""

from dataclasses import dataclass
from typing import Any

import pytest

from stramash import games
from stramash.core.errors import RulesError
from stramash.core.options import (
    Choice,
    Flag,
    Kind,
    Number,
    Numbers,
    changed_options,
    option,
    options_of,
    parse_options,
    validate,
    write_value,
)


@dataclass(frozen=True)
class Rules:
    """Rules with one option of each kind and a field that is none."""

    seats: int = 2
    sets: bool = option(False, Flag(), "Sets.")
    goal: int = option(250, Number(1, 500), "The goal.")
    suits: int = option(4, Choice((4, 5)), "Suits.")
    prize: str = option("keeps", Choice(("keeps", "gives")), "The prize.")
    bets: tuple[int, ...] = option((15, 30), Numbers(1, 99, 3), "Bets.")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Flag(), "on", True),
        (Flag(), " Yes ", True),
        (Flag(), "true", True),
        (Flag(), "1", True),
        (Flag(), "off", False),
        (Flag(), "NO", False),
        (Flag(), "false", False),
        (Flag(), "0", False),
        (Number(0, 9), "7", 7),
        (Choice((4, 5)), "5", 5),
        (Choice(("keeps", "gives")), " gives ", "gives"),
        (Numbers(1, 100, 3), "15,30", (15, 30)),
        (Numbers(1, 100, 3), " 15 , 30 ", (15, 30)),
        (Numbers(1, 100, 3), "none", ()),
        (Numbers(1, 100, 3), "", ()),
    ],
)
def test_texts_of_values(kind: Kind, text: str, value: object) -> None:
    assert kind.parse(text) == value
    assert kind.accepts(value)
    assert kind.parse(write_value(value)) == value


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Flag(), 1),
        (Flag(), "on"),
        (Number(0, 9), -1),
        (Number(0, 9), 10),
        (Number(0, 9), True),
        (Number(0, 9), 3.0),
        (Number(0, 9), "3"),
        (Choice((1, 2)), True),
        (Choice((1, 2)), 3),
        (Choice(("a", "b")), "c"),
        (Numbers(1, 9, 2), (1, 2, 3)),
        (Numbers(1, 9, 2), (2, 1)),
        (Numbers(1, 9, 2), (2, 2)),
        (Numbers(1, 9, 2), (0,)),
        (Numbers(1, 9, 2), [1]),
        (Numbers(1, 9, 2), 1),
    ],
)
def test_values_that_are_refused(kind: Kind, value: object) -> None:
    assert not kind.accepts(value)
    assert kind.allowed.startswith("must be ")


def test_options_are_listed_in_order_and_other_fields_are_none() -> None:
    assert [item.name for item in options_of(Rules)] == ["sets", "goal", "suits", "prize", "bets"]
    assert [item.doc for item in options_of(Rules())][:2] == ["Sets.", "The goal."]


def test_validate_names_the_first_bad_option() -> None:
    validate(Rules())
    with pytest.raises(RulesError) as refusal:
        validate(Rules(goal=501, suits=9))
    assert str(refusal.value) == "goal = 501: must be a whole number from 1 to 500"
    assert (refusal.value.option, refusal.value.value) == ("goal", "501")


def test_parse_options() -> None:
    texts = {"sets": "on", "goal": "300", "suits": "5", "prize": "gives", "bets": "10,20,30"}
    values = {"sets": True, "goal": 300, "suits": 5, "prize": "gives", "bets": (10, 20, 30)}
    assert parse_options(Rules, texts) == values
    assert parse_options(Rules, {}) == {}


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ({"seats": "3"}, "seats = 3: no such option; there are sets, goal, suits, prize, bets"),
        ({"goal": "lots"}, "goal = lots: must be a whole number from 1 to 500"),
        ({"goal": "0"}, "goal = 0: must be a whole number from 1 to 500"),
        ({"sets": "perhaps"}, "sets = perhaps: must be on or off"),
        ({"suits": "6"}, "suits = 6: must be one of 4, 5"),
        ({"prize": "cake"}, "prize = cake: must be one of keeps, gives"),
        (
            {"bets": "1,2,3,4"},
            "bets = 1,2,3,4: must be up to 3 rising whole numbers from 1 to 99, separated by commas, or none",
        ),
    ],
)
def test_parse_options_refuses(texts: dict[str, str], message: str) -> None:
    with pytest.raises(RulesError) as refusal:
        parse_options(Rules, texts)
    assert str(refusal.value) == message


def test_changed_options_are_written_as_they_are_read() -> None:
    assert changed_options(Rules(), Rules()) == {}
    changed = Rules(sets=True, bets=(), goal=100)
    written = changed_options(changed, Rules())
    assert written == {"sets": "on", "goal": "100", "bets": "none"}
    assert Rules(**parse_options(Rules, written)) == changed


@pytest.mark.parametrize("game_id", games.GAMES)
def test_every_option_of_every_game_says_what_it_is_and_survives_being_written(game_id: str) -> None:
    for seats in games.info(game_id).seats:
        rules = games.preset(game_id, seats)
        for item in options_of(rules):
            assert item.doc.endswith(".")
            value: Any = getattr(rules, item.name)
            assert item.kind.parse(write_value(value)) == value


def test_a_game_remembers_only_what_was_changed() -> None:
    game = games.get_written("haggis", 3, {"rounds": "6", "sets": "on"})
    assert games.written_options(game) == {"sets": "on", "goal": "0", "rounds": "6"}
    assert games.get_written("haggis", 3, games.written_options(game)).rules == game.rules
    assert games.written_options(games.get("haggis", 3)) == {}


def test_the_fewest_seats_unless_said() -> None:
    assert games.get("haggis").seats == 2
    assert games.get("neeps").seats == 4


@pytest.mark.parametrize("game_id", games.GAMES)
def test_a_match_of_any_game_can_be_one_deal_long(game_id: str) -> None:
    game = games.with_rounds(games.get(game_id), 1)
    assert game.rules.rounds == 1
    assert game == games.get_written(game_id, None, {"rounds": "1"})
    assert games.with_rounds(game, 1) == game
