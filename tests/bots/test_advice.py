"""Advice: every move worth a thought, best first, with an error and reasons; from the view alone."""

import dataclasses
from random import Random
from typing import Any

import pytest

from stramash import games
from stramash.bots.advice import advice
from stramash.bots.driver import step
from stramash.bots.registry import seat_bot
from stramash.climbing.moves import Bet
from stramash.core.match import Match, shuffled

TABLES = [("haggis", 2), ("haggis3", 3), ("neeps", 4), ("tatties", 3), ("haggis-classic", 2), ("mu", 4)]
BUDGET = "playouts:60"


def moments(game: Any, seed: int, every: int) -> Any:
    """Views of one deal, some of the decisions in it."""
    match = Match(game, 0)
    match.deal(shuffled(game, Random(seed)))
    bots = {seat: seat_bot("greedy", game, Random(seat)) for seat in range(game.seats)}
    number = 0
    while match.deals[-1].result is None:
        (seat, *_) = sorted(game.waiting(match.state))
        if number % every == 0:
            yield match, seat
        number += 1
        step(match, bots)


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_every_decision_gets_advice(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    texts: set[str] = set()
    for match, seat in moments(game, 4, 4):
        view = match.view(seat)
        found = advice(game, view, budget=BUDGET)
        assert found
        for item in found:
            assert game.check(match.state, seat, item.move) is None
            assert item.reasons or len(found) == 1
            assert item.error is None or item.error >= 0
            texts.update(item.reasons)
    assert len(texts) > 10


def test_it_is_the_same_whatever_is_hidden() -> None:
    game = games.get("haggis3")
    for match, seat in moments(game, 2, 9):
        view = match.view(seat)
        other = game.determinize(view, Random(1))
        sampled = dataclasses.replace(game.view(other, seat), past=view.past)
        assert advice(game, view, budget=BUDGET) == advice(game, sampled, budget=BUDGET)


def test_bets_come_with_what_they_add() -> None:
    game = games.get("haggis", 2)
    match = Match(game, 0)
    match.deal(shuffled(game, Random(3)))
    found = advice(game, match.view(1), budget=BUDGET)
    bets = [item for item in found if isinstance(item.move, Bet)]
    assert {item.move.value for item in bets} == {15, 30}
    assert found[-2:] == bets
    assert all("points on average" in item.reasons[0] for item in bets)
    # Out of turn there is nothing but bets to be advised on.
    assert {type(item.move) for item in advice(game, match.view(0), budget=BUDGET)} == {Bet}


def test_reasons_are_in_words() -> None:
    game = games.get("haggis", 2)
    words = [
        reason
        for match, seat in moments(game, 6, 1)
        for item in advice(game, match.view(seat), budget="playouts:20")
        for reason in item.reasons
    ]
    for expected in (
        "goes out",
        "nothing unseen beats it",
        "of them unbeatable",
        "spends",
        "leaves the trick",
    ):
        assert any(expected in reason for reason in words), expected


def test_who_may_not_act_gets_none() -> None:
    game = games.get("tatties")
    match = Match(game, 0)
    match.deal(shuffled(game, Random(3)))
    assert advice(game, match.view(1)) == []
