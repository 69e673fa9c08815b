"""Matches of an earlier revision of the rules go on under it, or are refused: none comes out differently."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.records.sealing import body_of, seal

from stramash import games, records
from stramash.core.errors import RecordError, RulesError
from stramash.core.match import Match
from stramash.core.options import options_of
from stramash.fairness import decks, proof
from stramash.fairness.first_format import OldShuffle
from stramash.terminal import saves

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))
FIRST = [path for path in FILES if "\nrules 1\n" in path.read_text(encoding="utf-8")]
SECOND = [path for path in FILES if "\nrules 2\n" in path.read_text(encoding="utf-8")]
# What a preset of the first revision had that the second has otherwise.
BEFORE: dict[tuple[str, int], dict[str, object]] = {
    **{("mu", seats): {"overtaken_crown": "equal"} for seats in (3, 4, 5, 6)},
    ("haggis-classic", 3): {"bomb_prize": "chosen-player", "first_out_extra": 5},
}
TABLES = [(info.id, seats) for info in games.GAMES.values() for seats in info.seats]


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_there_are_records_of_both_revisions() -> None:
    assert games.RULES_REVISION == 2
    assert len(FIRST) == 9
    assert {records.read(path).game.id for path in SECOND} == {"haggis-classic", "mu", "mu-classic"}


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_what_the_first_revision_had_otherwise(game_id: str, seats: int) -> None:
    then, now = games.preset(game_id, seats, 1), games.preset(game_id, seats)
    names = [option.name for option in options_of(now)]
    otherwise = {name: getattr(then, name) for name in names if getattr(then, name) != getattr(now, name)}
    assert otherwise == BEFORE.get((game_id, seats), {})


def test_a_game_that_the_first_revision_did_not_have_is_refused() -> None:
    assert games.get_written("mu-classic", 4, {}, 2).id == "mu-classic"
    with pytest.raises(RulesError, match="no mu-classic before revision 2"):
        games.get_written("mu-classic", 4, {}, 1)


@pytest.mark.parametrize("path", FIRST, ids=lambda path: path.stem)
def test_a_record_of_the_first_revision_is_the_game_with_the_old_readings(path: Path) -> None:
    match = records.read(path)
    assert match.revision == 1
    for name, value in BEFORE.get((match.game.id, match.game.seats), {}).items():
        assert getattr(match.game.rules, name) == value
    assert records.dump(match) == path.read_text(encoding="utf-8")


def spelled_out(match: Match[Any, Any, Any]) -> str:
    """The same match as a record of today, the old readings as options."""
    again = Match(match.game, match.first_dealer, match.names)
    for deal in match.deals:
        again.deal(deal.deck)
        for seat, move in deal.moves:
            again.act(seat, move)
    return records.dump(again)


@pytest.mark.parametrize("path", FIRST, ids=lambda path: path.stem)
def test_the_old_readings_can_be_spelled_out(path: Path) -> None:
    match = records.read(path)
    text = spelled_out(match)
    assert "\nrules 2\n" in text
    for name, value in BEFORE.get((match.game.id, match.game.seats), {}).items():
        assert f"\noption {name}={value}\n" in text
    renewed = records.load(text)
    assert (renewed.totals, renewed.winners, renewed.revision) == (match.totals, match.winners, None)
    assert records.dump(renewed) == text


def test_the_first_revision_called_the_second_is_refused() -> None:
    with pytest.raises(RecordError) as refusal:
        records.load(seal(body_of(text_of("haggis-classic-3")).replace("\nrules 1\n", "\nrules 2\n")))
    assert refusal.value.line > 10  # where the readings part


@pytest.mark.parametrize("path", SECOND, ids=lambda path: path.stem)
def test_the_second_revision_called_the_first_is_refused(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    with pytest.raises(RecordError):
        records.load(seal(body_of(text).replace("\nrules 2\n", "\nrules 1\n")))


def test_an_option_of_a_later_revision_is_refused_by_name() -> None:
    text = body_of(text_of("mu-3")).replace(
        "\noption hands=2\n", "\noption hands=2\noption overtaken_crown=never\n"
    )
    with pytest.raises(RecordError, match=r"overtaken_crown.*no such option before revision 2"):
        records.load(seal(text))


@pytest.mark.parametrize("revision", [0, 3, -1])
def test_an_unknown_revision_is_refused(revision: int) -> None:
    with pytest.raises(RulesError, match="this stramash knows revisions 1 to 2"):
        games.get_written("mu", 4, {}, revision)


def test_a_running_match_is_played_on_and_saved_under_its_own_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = saves.place("haggis-classic")
    body = body_of(text_of("haggis-classic-3"))
    opened = "".join(body.splitlines(keepends=True)[:40])
    path.parent.mkdir(parents=True)
    path.write_text(seal(opened, "open"), encoding="utf-8")
    match = saves.running(path)
    assert match is not None
    assert match.revision == 1
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
        assert (again.revision, again.totals) == (1, match.totals)
    assert path.read_text(encoding="utf-8").startswith(opened)


def test_the_proof_of_an_old_record_still_holds() -> None:
    game = games.get_written("mu", 4, {"hands": "1"}, 1)
    shuffle = OldShuffle("table12345", 1, 1, bytes(range(32)), (None,) * 4)
    match = Match(game, decks.first_dealer(game.seats, shuffle), revision=1)
    match.deal(decks.deck(game, shuffle))
    rng = Random(1)
    while not match.is_over:
        seat = min(game.waiting(match.state))
        match.act(seat, game.sample(match.view(seat), rng))
    record, text = records.dump(match), proof.dump(match, "table12345", 1, [shuffle])
    assert "\nrules 1\n" in record
    assert proof.verify(records.load(record), text).old == 1
