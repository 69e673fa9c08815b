"""The exercises that come along: they load, they are legal, and their answers stand out."""

from collections import Counter

import pytest

from stramash import exercises, games

FORMS = exercises.forms()


def test_there_are_ten_of_every_kind_that_a_game_knows() -> None:
    wanted = {
        (game.id, game.seats, kind): exercises.EACH
        for game in exercises.games_of_the_set()
        for kind in exercises.kinds_of(game)
    }
    assert Counter((form["game"], form["seats"], form["kind"]) for form in FORMS.values()) == wanted
    assert exercises.EACH == 10
    assert {form["kind"] for form in FORMS.values()} == set(exercises.KINDS)
    assert {form["game"] for form in FORMS.values()} == set(games.GAMES)


def test_a_game_has_bets_or_bids_and_mu_has_neither_bets_nor_bombs() -> None:
    assert exercises.kinds_of(games.get("haggis")) == ("lead", "follow", "bomb", "bet", "ending")
    assert exercises.kinds_of(games.get("tatties")) == ("lead", "follow", "bomb", "bid", "ending")
    assert exercises.kinds_of(games.get("mu")) == ("lead", "follow", "bid", "ending")


def test_no_two_are_the_same_deal_of_a_kind() -> None:
    decks = Counter((form["deck"], form["kind"]) for form in FORMS.values())
    assert max(decks.values()) == 1


@pytest.mark.parametrize("exercise_id", FORMS)
def test_an_exercise_is_a_legal_position_with_one_best_move(exercise_id: str) -> None:
    exercise = exercises.find(exercise_id)
    game, seat = exercise.game, exercise.seat
    assert seat in game.may_act(exercise.match.state)
    moves = [move for line in exercise.lines for move in line.moves]
    assert len(moves) == len(set(moves))
    for move in moves:
        assert game.check(exercise.match.state, seat, move) is None
    first, *rest = exercise.lines
    assert first.behind == 0
    assert rest
    assert all(line.behind > line.margin for line in rest)
    assert [line.behind for line in rest] == sorted(line.behind for line in rest)
    assert all(line.moves for line in exercise.lines) or exercise.kind == "bet"
