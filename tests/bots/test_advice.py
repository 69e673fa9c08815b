"""Advice: every move worth a thought, best first, with an error and reasons; from the view alone."""

import dataclasses
import re
from random import Random
from typing import Any

import pytest
from tests.bots.test_positions import HAGGIS, ending

from stramash import games
from stramash.bots.advice import Advice, advice
from stramash.bots.driver import step
from stramash.bots.registry import seat_bot
from stramash.climbing.moves import Bet
from stramash.core.cards import card_set, each
from stramash.core.match import Match, shuffled
from stramash.mu.moves import Display

TABLES = [
    ("haggis", 2),
    ("haggis3", 3),
    ("neeps", 4),
    ("tatties", 3),
    ("haggis-classic", 2),
    ("mu", 4),
    ("mu-classic", 4),
]
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
            for move in (item.move, *item.also):
                assert game.check(match.state, seat, move) is None
            assert item.reason[-1] == "."
            assert not re.search(r"-\d", item.reason)  # a hyphen is no minus
            texts.add(item.reason)
        assert len({move for item in found for move in (item.move, *item.also)}) == sum(
            1 + len(item.also) for item in found
        )
        check_order(found)
    assert len(texts) > 8


def check_order(found: list[Advice]) -> None:
    """The order is that of the values, and every move but the first is compared with the first."""
    weighed = [item for item in found if item.value is not None]
    values = [item.value for item in weighed if item.value is not None]
    assert values == sorted(values, reverse=True)
    for item in weighed[1:]:
        assert item.than == weighed[0].move
        assert item.better is not None
        assert item.value is not None
        assert item.better == pytest.approx(item.value - values[0])
        assert item.better <= 0
        assert item.better_margin is not None
    if len(weighed) > 1:
        assert weighed[0].better is not None
        assert weighed[0].better >= 0


def test_what_was_played_is_judged_however_bad() -> None:
    game = games.get("haggis", 2)
    for match, seat in moments(game, 4, 9):
        view = match.view(seat)
        for move in view.legal[:: max(1, len(view.legal) // 2)]:
            if isinstance(move, Bet):
                continue
            found = advice(game, view, budget=BUDGET, played=move)
            assert any(move in (item.move, *item.also) for item in found)


def test_equivalent_moves_are_one_line() -> None:
    """Two 10s that fit nothing else are one line, whatever their colour; a 10 in a sequence is another."""
    view = ending("3r 10r 3y 10y K", "4g 6b", "", "")
    found = advice(HAGGIS, view, budget=BUDGET)
    lines = [{str(move) for move in (item.move, *item.also)} for item in found]
    assert {"play 10r as single 10", "play 10y as single 10"} in lines
    view = ending("8r 9r 10r 2y 10y 4b", "4g 6b", "", "")
    lines = [{str(move) for move in (item.move, *item.also)} for item in advice(HAGGIS, view, budget=BUDGET)]
    assert any("play 10y as single 10" in line and "play 10r as single 10" not in line for line in lines)


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
    for item in bets:
        assert item.than is None
        assert item.value is None
        assert item.better_margin is not None
        assert item.reason.startswith(f"A bet of {item.move.value} is won ")
    # Out of turn there is nothing but bets to be advised on.
    assert {type(item.move) for item in advice(game, match.view(0), budget=BUDGET)} == {Bet}


def test_reasons_are_in_words() -> None:
    game = games.get("haggis", 2)
    words = [
        item.reason
        for match, seat in moments(game, 6, 2)
        for item in advice(game, match.view(seat), budget="playouts:20")
    ]
    for expected in (
        "You go out with it.",
        "Nobody can beat it",
        "of them sure",
        "costs you the",
    ):
        assert any(expected in reason for reason in words), expected
    for unsaid in ("beaten about 10 times", "no cards left", "one of the one", "1 of them"):
        assert not any(unsaid in reason for reason in words), unsaid


def test_who_may_not_act_gets_none() -> None:
    game = games.get("tatties")
    match = Match(game, 0)
    match.deal(shuffled(game, Random(3)))
    assert advice(game, match.view(1)) == []


@pytest.mark.parametrize(
    ("game_id", "seats", "kinds"),
    [
        ("neeps", 4, {"GiveCard", "Play", "Pass"}),
        ("tatties", 3, {"Bid", "PutBack", "Play", "Pass"}),
        ("mu", 3, {"Display", "Trump", "Bury", "PlayCard", "Pass"}),
        ("mu-classic", 4, {"Display", "Trump", "Partner", "PlayCard", "Pass"}),
    ],
)
def test_exchanges_auctions_and_passes_are_estimated_whatever_was_played(
    game_id: str, seats: int, kinds: set[str]
) -> None:
    game: Any = games.get(game_id, seats)
    found: set[str] = set()
    for seed in range(12):
        match: Any = Match(game, 0)
        match.deal(shuffled(game, Random(seed)))
        rng = Random(seed)
        while match.deals[-1].result is None and kinds - found:
            seat = min(game.waiting(match.state))
            view = match.view(seat)
            move = game.sample(view, rng)  # also displays of several cards, which no list has (M3.1)
            kind = type(move).__name__
            if kind in kinds - found and len(view.legal) > 1:
                lines = advice(game, view, budget=BUDGET, played=move)
                line = next(item for item in lines if move in (item.move, *item.also))
                assert line.value is not None
                found.add(kind)
            match.act(seat, move)
    assert found == kinds


def test_a_display_of_several_cards_is_judged_like_any_other() -> None:
    game: Any = games.get("mu", 4)
    match: Any = Match(game, 0)
    match.deal(shuffled(game, Random(2)))
    view = match.view(min(game.waiting(match.state)))
    several = Display(card_set(sorted(each(view.hand))[-5:]))
    assert several not in view.legal
    lines = advice(game, view, budget=BUDGET, played=several)
    assert any(item.move == several and item.value is not None for item in lines)
