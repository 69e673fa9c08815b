"""`import stramash` is enough for a script: what it offers, prints and loads, and what types it has."""

import doctest
import json
import subprocess
import sys
from random import Random
from typing import assert_type

import pytest
from tests.playing import TABLES, TableId, random_deal

import stramash
from stramash import AnyMatch, IllegalMove, Match, MatchError, MoveSyntaxError, get, seat_bot
from stramash.climbing import moves as climbing_moves
from stramash.climbing import state as climbing
from stramash.climbing.game import ClimbingGame
from stramash.core.events import Event
from stramash.core.game import AnyGame
from stramash.mu import moves as mu_moves
from stramash.mu import state as mu
from stramash.mu.game import MuGame


def test_what_there_is() -> None:
    wanted = "get GAMES Match IllegalMove MoveSyntaxError load dump shuffled BOTS seat_bot"
    assert set(wanted.split()) <= set(stramash.__all__)
    for name in stramash.__all__:
        assert hasattr(stramash, name)


def test_the_example_of_the_package_is_true() -> None:
    failed, tried = doctest.testmod(stramash)
    assert (failed, tried > 3) == (0, True)


def test_an_editor_knows_the_types_of_the_climbing_games() -> None:
    match = Match(get("haggis3"))
    assert_type(match.game, stramash.core.game.Game[climbing.State, climbing_moves.Move, climbing.View])
    assert_type(get("neeps"), ClimbingGame)
    match.deal(Random(1))
    assert_type(match.state, climbing.State)
    assert_type(match.view(0), climbing.View)
    assert_type(match.legal(1), tuple[climbing_moves.Move, ...])
    assert_type(match.act(1, match.legal(1)[0]), tuple[Event, ...])
    assert_type(match.deals[0].moves[0][1], climbing_moves.Move)


def test_an_editor_knows_the_types_of_mu() -> None:
    match = Match(get("mu", 4))
    assert_type(get("mu"), MuGame)
    match.deal(Random(1))
    assert_type(match.state, mu.State)
    assert_type(match.view(None), mu.View)
    assert_type(match.legal(0), tuple[mu_moves.Move, ...])


def test_a_game_named_by_a_variable_may_be_any() -> None:
    for game_id in stramash.GAMES:
        assert_type(get(game_id), AnyGame)
        assert_type(Match(get(game_id)), AnyMatch)


def test_importing_it_loads_the_standard_library_alone() -> None:
    loaded = "import sys, json; before = set(sys.modules); import stramash; "
    found = subprocess.run(
        [sys.executable, "-c", loaded + "print(json.dumps(sorted(set(sys.modules) - before)))"],
        capture_output=True,
        check=True,
        text=True,
    )
    tops = {name.partition(".")[0] for name in json.loads(found.stdout)}
    assert "stramash" in tops
    assert tops - {"stramash"} <= sys.stdlib_module_names


def test_a_match_is_driven_by_texts() -> None:
    match = Match(get("haggis", 2), names=("Ann", "Ben"))
    assert match.waiting == frozenset()
    assert match.legal(0) == ()
    with pytest.raises(MatchError, match="no cards have been dealt yet"):
        assert match.state
    match.deal(match.game.deck())
    assert match.waiting == {1}
    (move,) = match.game.readings(match.state, 1, 1 << match.game.parse_card("6b"))
    match.act(1, "play 6b")
    assert match.deals[-1].moves == [(1, move)]
    with pytest.raises(MoveSyntaxError, match="is not a card"):
        match.act(0, "play on")
    with pytest.raises(IllegalMove, match=r"C5\.1"):
        match.act(1, "pass")
    assert match.take_back() == (1, move)
    assert match.waiting == {1}
    with pytest.raises(MatchError, match="there is no move -1"):
        match.take_back()
    with pytest.raises(MatchError, match="no seat 2"):
        match.legal(2)


def test_a_deck_can_be_shuffled_on_the_way() -> None:
    one, other = Match(get("mu")), Match(get("mu"))
    one.deal(Random(5))
    other.deal(list(stramash.shuffled(other.game, Random(5))))
    assert one.state == other.state
    assert one.deals[0].deck == other.deals[0].deck


def test_a_match_prints() -> None:
    match = Match(get("tatties", rounds=1), names=("Ann", "Ben", "Cat"))
    assert repr(match) == "<Match of tatties for 3: deal 1 is to be dealt, totals (0, 0, 0)>"
    assert str(match) == "tatties, deal 1 is to be dealt, totals 0 0 0"
    match.deal(match.game.deck())
    assert repr(match) == "<Match of tatties for 3: deal 1, waiting for Ann, totals (0, 0, 0)>"
    assert str(match) == (
        "tatties, deal 1, waiting for Ann, totals 0 0 0\n"
        "deal 1, auction\n"
        "> seat 0  17 cards  5r 6r 7r 8r 9r 10r 2y 3y 4y 5y 6y 7y 8y 9y J Q K\n"
        "  seat 1  17 cards  10y 2g 3g 4g 5g 6g 7g 8g 9g 10g 2b 3b 4b 5b J Q K\n"
        "  seat 2  17 cards  6b 7b 8b 9b 10b 2p 3p 4p 5p 6p 7p 8p 9p 10p J Q K\n"
        "haggis: 2r 3r 4r"
    )
    match.act(0, "bid 15")
    assert str(match.view(1)) == (
        "deal 1, auction\n"
        "  seat 0  17 cards  Shepherd  J Q K\n"
        "> seat 1  17 cards            10y 2g 3g 4g 5g 6g 7g 8g 9g 10g 2b 3b 4b 5b J Q K\n"
        "  seat 2  17 cards            J Q K\n"
        "haggis: 3 cards"
    )
    bots = [seat_bot("greedy", match.game) for _ in range(3)]
    while match.waiting:
        seat = min(match.waiting)
        match.act(seat, bots[seat].choose(match.view(seat)))
    assert repr(match).startswith("<Match of tatties for 3: won by ")
    assert str(match).splitlines()[-1].startswith("scores ")


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_moment_prints_and_a_move_shows_as_its_text(table: TableId) -> None:
    game = table.game()
    for moment in random_deal(game, Random(f"print {table}")):
        assert len(str(moment.match).splitlines()) > game.seats
        for seat in (None, *range(game.seats)):
            assert len(str(moment.match.view(seat)).splitlines()) > game.seats
        if moment.move is not None:
            assert repr(moment.move) == f"<{moment.move}>"
