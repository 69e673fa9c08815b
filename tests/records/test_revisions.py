"""Matches of an earlier revision of the rules go on under it, or are refused: none comes out differently."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.records.revising import BEFORE, LATER, revise
from tests.records.sealing import body_of, play_some, seal

from stramash import games, records
from stramash.core.errors import RecordError, RulesError
from stramash.core.match import Match
from stramash.core.options import options_of
from stramash.terminal import saves

TODAY = games.RULES_REVISION
TABLES = [(info.id, seats) for info in games.GAMES.values() for seats in info.seats]
EARLIER = [(game_id, seats) for game_id, seats in TABLES if game_id != "mu-classic"]


def recorded(game_id: str, seats: int) -> str:
    """The record of a short match under the revision before the later one, by its readings."""
    game = games.get_written(game_id, seats, {"rounds": "1", "goal": "0"}, TODAY)
    match = play_some(game, seats, 4000)
    assert match.is_over
    match.revision = TODAY
    return records.dump(match)


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    revise(monkeypatch)


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_what_the_earlier_revision_had_otherwise(game_id: str, seats: int) -> None:
    then, now = games.preset(game_id, seats, TODAY), games.preset(game_id, seats)
    names = [option.name for option in options_of(now)]
    otherwise = {name: getattr(then, name) for name in names if getattr(then, name) != getattr(now, name)}
    assert otherwise == BEFORE.get((game_id, seats), {})


def test_a_game_that_the_earlier_revision_did_not_have_is_refused() -> None:
    assert games.get_written("mu-classic", 4, {}, LATER).id == "mu-classic"
    with pytest.raises(RulesError, match=f"no mu-classic before revision {LATER}"):
        games.get_written("mu-classic", 4, {}, TODAY)


@pytest.mark.parametrize(("game_id", "seats"), EARLIER)
def test_a_record_of_the_earlier_revision_is_the_game_with_its_readings(game_id: str, seats: int) -> None:
    text = recorded(game_id, seats)
    assert f"\nrules {TODAY}\n" in text
    assert "overtaken_crown" not in text
    match = records.load(text)
    assert match.revision == TODAY
    for name, value in BEFORE.get((game_id, seats), {}).items():
        assert getattr(match.game.rules, name) == value
    assert records.dump(match) == text


def spelled_out(match: Match[Any, Any, Any]) -> str:
    """The same match as a record of the later revision, the earlier readings as options."""
    again = Match(match.game, match.first_dealer, match.names)
    for deal in match.deals:
        again.deal(deal.deck)
        for seat, move in deal.moves:
            again.act(seat, move)
    return records.dump(again)


@pytest.mark.parametrize(("game_id", "seats"), EARLIER)
def test_the_earlier_readings_can_be_spelled_out(game_id: str, seats: int) -> None:
    match = records.load(recorded(game_id, seats))
    text = spelled_out(match)
    assert f"\nrules {LATER}\n" in text
    for name, value in BEFORE.get((game_id, seats), {}).items():
        assert f"\noption {name}={value}\n" in text
    renewed = records.load(text)
    assert (renewed.totals, renewed.winners, renewed.revision) == (match.totals, match.winners, None)
    assert records.dump(renewed) == text


def test_an_option_of_the_later_revision_is_refused_by_name() -> None:
    text = body_of(recorded("mu", 3)).replace(
        "\noption rounds=1\n", "\noption rounds=1\noption overtaken_crown=never\n"
    )
    with pytest.raises(RecordError, match=rf"overtaken_crown.*no such option before revision {LATER}"):
        records.load(seal(text))


@pytest.mark.parametrize("revision", [0, LATER + 1, -1])
def test_an_unknown_revision_is_refused(revision: int) -> None:
    with pytest.raises(RulesError, match=f"this stramash knows revisions 1 to {LATER}"):
        games.get_written("mu", 4, {}, revision)


def test_a_running_match_is_played_on_and_saved_under_its_own_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = saves.place("haggis-classic")
    begun = play_some(games.get_written("haggis-classic", 3, {"rounds": "2", "goal": "0"}, TODAY), 5, 20)
    begun.revision = TODAY
    opened = body_of(records.dump(begun))
    path.parent.mkdir(parents=True)
    path.write_text(seal(opened, "open"), encoding="utf-8")
    match = saves.running(path)
    assert match is not None
    assert match.revision == TODAY
    rng = Random(2)
    while not match.is_over:
        if match.needs_deck:
            deck = list(match.game.deck())
            rng.shuffle(deck)
            match.deal(tuple(deck))
        else:
            seat = min(match.game.waiting(match.state))
            match.act(seat, match.game.sample(match.view(seat), rng))
        records.save(match, path)
        again = records.read(path)
        assert (again.revision, again.totals) == (TODAY, match.totals)
    assert path.read_text(encoding="utf-8").startswith(opened)
