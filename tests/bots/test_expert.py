"""The search: budgets, repeatability, the confidence test; and that no bot gets more than a view."""

import dataclasses
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.rules.climbing import climbing

from stramash import games
from stramash.bots.climbing.expert import ExpertClimber
from stramash.bots.climbing.worlds import Worlds, passes_seen
from stramash.bots.driver import step
from stramash.bots.outside.specs import find_bot
from stramash.bots.search.compare import Budget, compare, lead_over_others
from stramash.climbing.cards import NUMBERS
from stramash.climbing.plays.combos import Kind
from stramash.climbing.state import Phase
from stramash.core.errors import RulesError
from stramash.core.match import Match, shuffled
from stramash.sim.climbing.pack import pack_rules, unpack_state

SEATINGS = [(info.id, seats) for info in games.GAMES.values() for seats in info.seats]
CLIMBING = [(game_id, seats) for game_id, seats in SEATINGS if games.info(game_id).family == "climbing"]
QUICK = "@budget=playouts:40"
BOTS = ["random", "greedy", "regular", "club", "keen" + QUICK, "strong" + QUICK, "expert" + QUICK]


def made(spec: str, game: Any, seed: int) -> Any:
    return find_bot(spec).factory(game, Random(seed))


@pytest.mark.parametrize(("game_id", "seats"), SEATINGS)
@pytest.mark.parametrize("spec", BOTS)
def test_a_bot_gets_no_more_than_a_view(game_id: str, seats: int, spec: str) -> None:
    """Hidden cards that differ change nothing: same view, same seed, same choice."""
    game = games.get(game_id, seats)
    match = Match(game, 0)
    match.deal(shuffled(game, Random(7)))
    others = {seat: made("greedy", game, seat) for seat in range(seats)}
    rng = Random(11)
    differed = 0
    for number in range(14):
        if match.needs_deck or match.is_over:
            break
        (seat, *_) = sorted(game.waiting(match.state))
        view = match.view(seat)
        if number % 3 == 0:
            other = game.determinize(view, rng)
            sampled = dataclasses.replace(game.view(other, seat), past=view.past)
            assert sampled == view
            differed += other.hands != match.state.hands
            answers = []
            for seen in (view, sampled):
                bot = made(spec, game, 3)
                answers.append((bot.interject(seen), bot.choose(seen)))
            assert answers[0] == answers[1]
        step(match, others)
    assert differed


@pytest.mark.parametrize(("game_id", "seats"), CLIMBING)
def test_the_expert_plays_every_game_to_the_end_and_can_be_repeated(game_id: str, seats: int) -> None:
    game = games.get(game_id, seats)
    played = []
    for _ in range(2):
        match = Match(game, 0)
        match.deal(shuffled(game, Random(3)))
        bots = {seat: made("expert" + QUICK if seat == 0 else "club", game, seat) for seat in range(seats)}
        while match.deals[-1].result is None:
            step(match, bots)
        played.append(match.deals[-1].moves)
    assert played[0] == played[1]


def test_the_expert_beats_the_club() -> None:
    game = games.get("haggis", 2)
    lead = 0
    for number in range(8):
        deck = shuffled(game, Random(number))
        for mine in range(2):
            match = Match(game, 0)
            match.deal(deck)
            bots = {
                seat: made("expert@budget=playouts:400" if seat == mine else "club", game, seat)
                for seat in range(2)
            }
            while match.deals[-1].result is None:
                step(match, bots)
            scores = match.deals[-1].result.scores
            lead += scores[mine] - scores[1 - mine]
    assert lead > 0


def test_budgets_are_written_and_read() -> None:
    for text in ("playouts:2000", "seconds:0.25"):
        assert str(Budget.parse(text)) == text
    for wrong in (
        "",
        "2000",
        "playouts:",
        "playouts:0",
        "playouts:-3",
        "seconds:nan",
        "seconds:inf",
        "hours:1",
    ):
        with pytest.raises(RulesError, match=r"playouts:2000 or seconds:0\.2"):
            Budget.parse(wrong)


def test_the_better_move_is_found_and_the_worse_ones_are_given_up() -> None:
    rng = np.random.default_rng(1)
    asked: list[tuple[int, int]] = []

    def evaluate(worlds: Any, moves: list[int]) -> Any:
        asked.append((len(worlds), len(moves)))
        luck = rng.normal(0, 20, (len(worlds), 1))  # the same for every move of a world
        return luck + np.array(moves)[None, :] + rng.normal(0, 2, (len(worlds), len(moves)))

    estimates = compare(np.zeros, [0, 5, 10], evaluate, Budget(playouts=5000))
    assert [item.move for item in estimates] == [10, 5, 0]
    assert sum(worlds * moves for worlds, moves in asked) < 500
    assert all(item.error > 0 for item in estimates)


def test_the_budget_is_kept() -> None:
    spent = 0

    def evaluate(worlds: Any, moves: list[int]) -> Any:
        nonlocal spent
        spent += len(worlds) * len(moves)
        return np.random.default_rng(spent).normal(0, 1, (len(worlds), len(moves)))

    compare(np.zeros, [1, 2, 3, 4], evaluate, Budget(playouts=1000))
    assert 500 < spent <= 1000


def test_moves_that_stay_equal_take_no_more_worlds() -> None:
    estimates = compare(
        np.arange,
        ["a", "b"],
        lambda worlds, moves: np.repeat(worlds[:, None] * 1.0, len(moves), axis=1),
        Budget(playouts=10_000),
    )
    assert estimates[0].worlds == estimates[1].worlds
    assert 100 < estimates[0].worlds < 200


def test_moves_that_are_too_close_are_kept_until_they_surely_are() -> None:
    rng = np.random.default_rng(2)

    def evaluate(worlds: Any, moves: list[float]) -> Any:
        luck = rng.normal(0, 20, (len(worlds), 1))
        return luck + np.array(moves)[None, :] + rng.normal(0, 3, (len(worlds), len(moves)))

    moves = [0.0, 9.9, 10.0]
    close = compare(np.zeros, moves, evaluate, Budget(playouts=20_000), 2.0)
    assert {item.move for item in close[:2]} == {9.9, 10.0}
    assert close[0].worlds == close[1].worlds > close[2].worlds
    apart = compare(np.zeros, moves, evaluate, Budget(playouts=20_000))
    assert apart[0].worlds > 10 * close[0].worlds


def test_between_moves_that_are_too_close_the_clubs_taste_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    game = climbing("haggis", 2)
    for seed in range(40):
        match = Match(game, 0)
        match.deal(shuffled(game, Random(seed)))
        view = match.view(1)
        favourite = ExpertClimber(game, Random(0), budget="playouts:400").club.choose(view)
        monkeypatch.setattr("stramash.bots.climbing.expert.TOO_CLOSE", 1000)
        blind = ExpertClimber(game, Random(0), budget="playouts:400")
        assert blind.choose(view) == favourite
        monkeypatch.setattr("stramash.bots.climbing.expert.TOO_CLOSE", 0)
        sharp = [ExpertClimber(game, Random(0), budget="playouts:400") for _ in range(2)]
        assert sharp[0].choose(view) == sharp[1].evaluate(view)[0].move


def test_the_lead_is_over_the_mean_of_the_others() -> None:
    points = np.array([[[30, 10, 20], [0, 5, 5]]])
    assert lead_over_others(points, 0).tolist() == [[15, -5]]


@pytest.mark.parametrize(("game_id", "seats"), CLIMBING)
def test_every_world_agrees_with_the_view(game_id: str, seats: int) -> None:
    game = climbing(game_id, seats)
    match = Match(game, 0)
    match.deal(shuffled(game, Random(5)))
    bots = {seat: made("greedy", game, seat) for seat in range(seats)}
    hands = set()
    while match.deals[-1].result is None:
        (seat, *_) = sorted(game.waiting(match.state))
        view = match.view(seat)
        for row in Worlds(game, view, 9).records(3):
            world = unpack_state(game.rules, row)
            assert world.hands[seat] == view.hand
            assert tuple(hand.bit_count() for hand in world.hands) == view.table.counts
            if view.table.phase is Phase.TRICK and view.table.trick == ():
                assert dataclasses.replace(game.view(world, seat), past=()) == dataclasses.replace(
                    view, past=()
                )
            hands.add(world.hands)
        step(match, bots)
    assert len(hands) > 20


def test_a_pass_makes_holding_a_beating_card_less_likely() -> None:
    game = climbing("haggis", 2)
    weight = {True: 0.0, False: 0.0}
    for seed in range(30):
        match = Match(game, 0)
        match.deal(shuffled(game, Random(seed)))
        bots = {seat: made("greedy", game, seat) for seat in range(2)}
        while match.deals[-1].result is None:
            view = match.view(0)
            passes = [item for item in passes_seen(game.rules, view) if item.code >> 24 == Kind.SINGLE + 1]
            if passes and view.table.counts[1] > 4:
                worlds = Worlds(game, view, 3)
                assert worlds.rules.tolist() == pack_rules(game.rules).tolist()
                hands, _, weights = worlds.deal(60)
                top = passes[-1].code & 255
                high = sum(0b111111111 >> (top - 1) << (top - 1 + 9 * suit) for suit in range(4))
                for row, how_likely in zip(hands, weights, strict=True):
                    holds = bool(int(row[1, 0]) & NUMBERS & high)
                    weight[holds] += how_likely - 1
                break
            step(match, bots)
    assert weight[True] < 0 < weight[False]
