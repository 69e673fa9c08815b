"""The bots play legal moves, from a view alone, and the same ones for the same seed."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stramash import games, records
from stramash.bots.base import Bot
from stramash.bots.climbing.greedy import GreedyClimber
from stramash.bots.driver import Decision, step
from stramash.bots.registry import seat_bot
from stramash.climbing.cards import COURTS, FACES
from stramash.climbing.moves import Bet, Play
from stramash.core.cards import size
from stramash.core.errors import RulesError
from stramash.core.match import Match, shuffled
from stramash.mu.moves import Display
from stramash.simulate import Simulation

SEATINGS = [(info.id, seats) for info in games.GAMES.values() for seats in info.seats]


def played(game_id: str, seats: int, bots: tuple[str, ...], deals: int, seed: int) -> Simulation:
    run = Simulation(games.get(game_id, seats), bots, seed)
    run.run(deals)
    return run


# Those that search are played with small budgets in test_expert.py.
@pytest.mark.parametrize("bot", ["random", "greedy", "regular", "club"])
@pytest.mark.parametrize(("game_id", "seats"), SEATINGS)
def test_every_bot_plays_every_game_to_the_end(game_id: str, seats: int, bot: str) -> None:
    deals = 2 if bot == "club" else 6  # the club player thinks; those who do not are quick
    # A move that is not legal raises in the match.
    summary = played(game_id, seats, (bot,) * seats, deals, 11).summary
    assert summary.deals == deals
    assert summary.decisions > deals * seats
    assert summary.legal_plays >= summary.decisions


@pytest.mark.parametrize(("game_id", "seats"), SEATINGS)
def test_the_same_seed_gives_the_same_matches(game_id: str, seats: int, tmp_path: Path) -> None:
    game = games.get(game_id, seats)
    for name in ("one", "two"):
        Simulation(game, ("random",) * seats, 5, tmp_path / name).run(5)
    first, second = (
        {item.name: item.read_bytes() for item in (tmp_path / n).iterdir()} for n in ("one", "two")
    )
    assert first == second
    assert first


def test_another_seed_gives_another_match() -> None:
    first, second = (played("haggis3", 3, ("random",) * 3, 3, seed).summary for seed in (1, 2))
    assert first.decisions != second.decisions or first.scores != second.scores


def test_a_bots_chance_changes_no_deck(tmp_path: Path) -> None:
    game = games.get("mu", 4)
    Simulation(game, ("random",) * 4, 5, tmp_path / "random").run(1)
    Simulation(game, ("greedy",) * 4, 5, tmp_path / "greedy").run(1)
    first, second = (records.read(next((tmp_path / name).iterdir())) for name in ("random", "greedy"))
    assert first.deals[0].deck == second.deals[0].deck
    assert first.first_dealer == second.first_dealer


@pytest.mark.parametrize(
    ("game_id", "seats"), [(g, n) for g, n in SEATINGS if games.info(g).family == "climbing"]
)
def test_greedy_beats_random(game_id: str, seats: int) -> None:
    bots = tuple(
        "greedy" if seat % 2 == 0 and (seats == 4 or seat == 0) else "random" for seat in range(seats)
    )
    scores = played(game_id, seats, bots, 40, 2).summary.scores
    assert scores[0] > 1.3 * max(scores[1:])


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_greedy_beats_random_at_mu(seats: int) -> None:
    scores = played("mu", seats, ("greedy", *["random"] * (seats - 1)), 200, 2).summary.scores
    assert scores[0] > sum(scores[1:]) / (seats - 1)


def test_random_displays_of_mu_have_any_number_of_cards() -> None:
    match = Match(games.get("mu", 4), 0)
    match.deal(shuffled(match.game, Random(1)))
    bot = seat_bot("random", match.game, Random(1))
    view = match.view(0)
    moves = [bot.choose(view) for _ in range(400)]
    assert all(match.game.check(match.state, 0, move) is None for move in moves)
    sizes = Counter(size(move.cards) if isinstance(move, Display) else 0 for move in moves)
    assert set(sizes) >= {0, 1, 2, 3}


def test_bets_out_of_turn_are_made_now_and_then(tmp_path: Path) -> None:
    run = Simulation(games.get("haggis3"), ("random",) * 3, 4, tmp_path)
    run.run(60)
    out_of_turn = 0
    for path in sorted(tmp_path.iterdir()):
        match = records.read(path)
        for deal in match.deals:
            state = match.game.start(deal.deck, deal.carry).state
            for seat, move in deal.moves:
                out_of_turn += isinstance(move, Bet) and seat not in match.game.waiting(state)
                state = match.game.apply(state, seat, move).state
    assert out_of_turn > 0


class Watcher:
    """A bot that writes down what it is asked."""

    def __init__(self, inner: Bot, calls: list[tuple[str, Any]]) -> None:
        self.inner = inner
        self.calls = calls

    def choose(self, view: Any) -> Any:
        self.calls.append(("choose", view))
        return self.inner.choose(view)

    def interject(self, view: Any) -> Any | None:
        self.calls.append(("interject", view))
        return self.inner.interject(view)


def test_a_bot_is_given_views_of_its_own_seat_and_is_asked_in_seat_order() -> None:
    game = games.get("neeps")
    match = Match(game, 0)
    match.deal(shuffled(game, Random(3)))
    calls: list[tuple[str, Any]] = []
    bots = {seat: Watcher(seat_bot("random", game, Random(seat)), calls) for seat in range(4)}
    for _ in range(40):
        if match.needs_deck or match.is_over:
            break
        before = len(calls)
        waiting, may_act = game.waiting(match.state), game.may_act(match.state)
        decision = step(match, bots)
        assert isinstance(decision, Decision)
        asked = [view.seat for word, view in calls[before:] if word == "interject"]
        offered = sorted(may_act - waiting)
        assert asked == [*offered, min(waiting)][: len(asked)]
        assert all(view.legal for _, view in calls[before:])
    assert {type(view).__name__ for _, view in calls} == {"View"}


def test_no_bot_acts_for_a_person() -> None:
    game = games.get("haggis", 2)
    match = Match(game, 0)
    match.deal(shuffled(game, Random(3)))
    assert game.waiting(match.state) == {1}
    bots = {0: seat_bot("greedy", game, Random(0))}
    while (decision := step(match, bots)) is not None:
        assert decision.seat == 0
    assert game.waiting(match.state) == {1}


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(
        RulesError, match="there are random, greedy, regular, club, piper, laird, keen, strong, expert"
    ):
        seat_bot("genius", games.get("mu"), Random(0))


def test_a_bot_for_each_seat_is_needed() -> None:
    with pytest.raises(RulesError, match="name 3 bots"):
        Simulation(games.get("haggis3"), ("random", "random"), 1)


def test_greedy_counts_the_leads_it_needs() -> None:
    climber = GreedyClimber(games.get("haggis3"), Random(0))
    assert climber.leads_needed(FACES.parse_set("2r 3r 4r 5r")) == 1
    assert climber.leads_needed(FACES.parse_set("2r 3r 4r 9b 10b 9p 10p")) == 2
    assert climber.leads_needed(FACES.parse_set("2r 5y 9b")) == 3
    assert climber.leads_needed(0) == 0


def test_greedy_leads_its_longest_plain_combination() -> None:
    game = games.get("haggis3")
    match = Match(game, 2)
    match.deal(shuffled(game, Random(8)))
    (leader,) = game.waiting(match.state)
    view = match.view(leader)
    move = seat_bot("greedy", game, Random(0)).choose(view)
    plays = [move for move in view.legal if isinstance(move, Play)]
    plain = [play for play in plays if not play.cards & COURTS and not play.combo.is_bomb]
    assert move in plain
    assert move.combo.cards == max(play.combo.cards for play in plain)
