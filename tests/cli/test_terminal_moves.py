"""Every kind of decision of every game, typed at the table by the person in seat 0."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.records.sealing import play_some
from typer.testing import CliRunner

from stramash import games, records
from stramash.cli import app
from stramash.core.match import AnyMatch, Match

runner = CliRunner()


class Moment(NamedTuple):
    """Where a kind of move was made by seat 0: in which match, and after how many moves of which deal."""

    match: AnyMatch
    deal: int
    moves: int
    move: Any


def moments() -> Iterator[tuple[str, Moment]]:
    for game_id, info in games.GAMES.items():
        for seats in info.seats:
            match = play_some(games.get(game_id, seats), seed=5, moves=1500)
            for number, deal in enumerate(match.deals):
                for count, (seat, move) in enumerate(deal.moves):
                    if seat == 0:
                        yield f"{game_id}-{seats} {str(move).split()[0]}", Moment(match, number, count, move)


KINDS = dict(moments())


def just_before(moment: Moment) -> AnyMatch:
    """The match in which seat 0 is about to make the move, or may make it out of turn."""
    kept = moment.match
    match = Match(kept.game, kept.first_dealer, kept.names)
    for deal in kept.deals[: moment.deal + 1]:
        match.deal(deal.deck)
        is_last = deal is kept.deals[moment.deal]
        for seat, move in deal.moves[: moment.moves] if is_last else deal.moves:
            match.act(seat, move)
    return match


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path / "match.txt"


def typed(text: str, path: Path) -> str:
    result = runner.invoke(
        app, ["terminal", "--save", str(path)], input=f"y\n{text}\n", catch_exceptions=False
    )
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_there_is_every_kind_of_move() -> None:
    climbing = {"play", "pass", "bet", "bid", "give", "putback", "award", "lead"}
    mu = {"display", "trump", "bury", "partner", "dealer"}
    assert {kind.split()[1] for kind in KINDS} == climbing | mu


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_written_move(kind: str, path: Path) -> None:
    moment = KINDS[kind]
    match = just_before(moment)
    records.save(match, path)
    page = typed(str(moment.move), path)
    moves = records.read(path).deals[moment.deal].moves
    assert (0, moment.move) in moves[moment.moves :], page


@pytest.mark.parametrize("kind", [kind for kind in sorted(KINDS) if hasattr(KINDS[kind].move, "seat")])
def test_a_player_by_name(kind: str, path: Path) -> None:
    moment = KINDS[kind]
    match = just_before(moment)
    records.save(match, path)
    typed(match.names[moment.move.seat].lower(), path)
    assert (0, moment.move) in records.read(path).deals[moment.deal].moves[moment.moves :]


REFUSED = {"give": "C8.1: Court", "putback": "C8.3: ", "display": "'J' is not", "bury": "'J' is not"}


@pytest.mark.parametrize("kind", [kind for kind in sorted(KINDS) if kind.split()[1] in REFUSED])
def test_cards_alone(kind: str, path: Path) -> None:
    moment = KINDS[kind]
    records.save(just_before(moment), path)
    page = typed("J\n" + str(moment.move).partition(" ")[2].replace(" ", ","), path)
    assert (0, moment.move) in records.read(path).deals[moment.deal].moves[moment.moves :]
    assert REFUSED[kind.split()[1]] in page
