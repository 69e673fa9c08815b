"""A match at the server has a length that suits people; the rules alone would allow far longer ones."""

from pathlib import Path

import pytest
from tests.server.harness import EVERY_GAME, Running, act, create

from stramash import games
from stramash.client import RestError
from stramash.core.errors import RulesError
from stramash.core.options import Number, options_of
from stramash.server.http.catalogue import all_games
from stramash.server.table.play.length import LONGEST, game_of


@pytest.mark.parametrize(("game", "seats"), EVERY_GAME)
def test_every_game_is_played_as_its_sheet_has_it(game: str, seats: int) -> None:
    assert game_of(game, seats, {}) == games.get(game, seats)


@pytest.mark.parametrize(("game", "seats"), EVERY_GAME)
@pytest.mark.parametrize("option", LONGEST)
def test_a_match_longer_than_anybody_plays_is_refused_in_words(game: str, seats: int, option: str) -> None:
    most = most_of(game, seats, option)
    assert getattr(game_of(game, seats, {option: str(most)}).rules, option) == most
    with pytest.raises(RulesError, match=f"from 0 to {most}") as refused:
        game_of(game, seats, {option: str(most + 1)})
    assert refused.value.option == option


def most_of(game: str, seats: int, option: str) -> int:
    """What the rules allow, or the server where it allows less."""
    kind = next(item.kind for item in options_of(games.get(game, seats).rules) if item.name == option)
    assert isinstance(kind, Number)
    return min(kind.most, LONGEST[option])


def test_the_catalogue_says_how_long_a_match_may_be() -> None:
    for form in all_games().games:
        for seats in form.seats:
            told = {option.name: option.most for option in seats.options if option.name in LONGEST}
            assert told == {name: most_of(form.id, seats.seats, name) for name in LONGEST}
            known = {item.name for item in options_of(games.get(form.id, seats.seats).rules)}
            assert {option.name for option in seats.options} == known


def test_no_table_and_no_form_takes_a_longer_one(tmp_path: Path) -> None:
    async def scene(running: Running) -> None:
        with pytest.raises(RestError, match="from 0 to 100 at a table of this server") as refused:
            await create(running, "haggis", 2, options={"rounds": "1000", "goal": "0"})
        assert refused.value.code == "bad-option"
        wish = {"game": "haggis", "seats": 2, "options": {"rounds": "101"}}
        checked = await running.rest("POST", "/games/check", wish)
        assert checked["problem"]["option"] == "rounds"

    act(tmp_path, scene)
