"""The expert at Mü: legal, honest, repeatable; its worlds agree with the view, its search compares fairly."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from stramash import games
from stramash.bots.driver import shuffled
from stramash.bots.expert_mu import ExpertTrickTaker
from stramash.bots.expert_mu_search import Budget, compare
from stramash.bots.expert_mu_worlds import MuWorlds
from stramash.bots.greedy_mu import GreedyTrickTaker
from stramash.core.errors import RulesError
from stramash.core.match import Match
from stramash.mu.game import MuGame
from stramash.mu.moves import PLAY, Move
from stramash.mu.state import Phase, State, View
from stramash.sim.mu.pack import unpack_state

SEATS = (3, 4, 5, 6)
SMALL = "playouts:80"


def mu(seats: int, hands: int = 1) -> MuGame:
    game = games.get("mu", seats, hands=hands)
    assert isinstance(game, MuGame)
    return game


def moments(seats: int, seed: int) -> list[tuple[State, View]]:
    """Every decision of a deal between greedy players who sometimes play any card."""
    game, rng = mu(seats, 2), Random(seed)
    match = Match(game, 0)
    match.deal(shuffled(game, rng))
    found: list[tuple[State, View]] = []
    while match.deals[-1].result is None:
        (seat,) = game.waiting(match.state)
        view = match.view(seat)
        found.append((match.state, view))
        bot = GreedyTrickTaker(game.rules)
        is_wild = view.table.phase is Phase.PLAY and rng.random() < 0.3
        match.act(seat, rng.choice(view.legal) if is_wild else bot.choose(view))
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_it_plays_legal_moves_in_every_phase(seats: int) -> None:
    game, rng = mu(seats, 2), Random(1)
    bots = [ExpertTrickTaker(game, Random(seat), budget=SMALL) for seat in range(seats)]
    match = Match(game, 0)
    phases = set()
    while not match.is_over:
        if match.needs_deck:
            match.deal(shuffled(game, rng))
        (seat,) = game.waiting(match.state)
        phases.add(match.state.table.phase)
        match.act(seat, bots[seat].choose(match.view(seat)))
    before_tricks = Phase.BURY if seats == 3 else Phase.PARTNER
    assert phases >= {Phase.AUCTION, Phase.CROWN_TRUMP, before_tricks, Phase.PLAY, Phase.NEXT_DEALER}


@pytest.mark.parametrize("seats", SEATS)
def test_its_choice_depends_on_view_and_seed_alone(seats: int) -> None:
    game, rng = mu(seats, 2), Random(seats)
    for state, view in moments(seats, 2)[::4]:
        other = game.determinize(view, rng)
        choices = [
            ExpertTrickTaker(game, Random(7), budget=SMALL).choose(game.view(world, view.seat))
            for world in (state, other, state)
        ]
        assert choices[0] == choices[1] == choices[2]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("remembers", [False, True])
def test_every_world_gives_the_same_view(seats: int, remembers: bool) -> None:
    game, rng = mu(seats, 2), Random(seats)
    differing = 0
    for state, view in moments(seats, 3)[::3]:
        for row in MuWorlds(game, view, rng, remembers=remembers).take(3):
            world = unpack_state(game.rules, row)
            assert game.view(world, view.seat) == view
            differing += world != state
    assert differing


def test_worlds_are_equally_likely_where_nothing_is_remembered() -> None:
    """Where seats are out of a suit, each holds each card as often as exact sampling says."""
    game = mu(4, 2)
    view = next(
        view
        for seed in range(20)
        for _, view in moments(4, seed)
        if view.table.phase is Phase.PLAY
        and sum(view.table.voids[s] > 0 for s in range(4) if s != view.seat) >= 2
    )
    assert view.seat is not None
    others = [seat for seat in range(4) if seat != view.seat]
    count, rng = 3000, Random(5)
    held: Counter[tuple[int, int]] = Counter()
    exact: Counter[tuple[int, int]] = Counter()
    for row in MuWorlds(game, view, rng, remembers=False).take(count):
        hands = unpack_state(game.rules, row).hands
        held.update((seat, face) for seat in others for face in range(50) if hands[seat] >> face & 1)
    for _ in range(count):
        hands = game.determinize(view, rng).hands
        exact.update((seat, face) for seat in others for face in range(50) if hands[seat] >> face & 1)
    assert held.keys() == exact.keys()
    # Five standard errors of a difference of two shares.
    assert max(abs(held[key] - exact[key]) for key in held) < 5 * (count / 2) ** 0.5


class _Fixed(MuWorlds):
    """Worlds that are only counted."""

    def __init__(self) -> None:
        self.taken = 0

    def take(self, count: int) -> Any:
        """Numbered rows instead of records."""
        rows = np.arange(self.taken, self.taken + count)
        self.taken += count
        return rows


def test_the_search_gives_up_what_is_clearly_worse_and_spends_the_rest_on_the_close_ones() -> None:
    moves: list[Move] = [PLAY[card] for card in (3, 4, 5)]

    def judge(worlds: Any, alive: list[Move]) -> Any:
        luck = np.random.default_rng(int(worlds[0])).normal(size=(len(worlds), len(alive)))
        gain = {moves[0]: 0.0, moves[1]: 0.05, moves[2]: -5.0}
        return luck + np.array([gain[move] for move in alive])

    worlds = _Fixed()
    best, second, worst = compare(worlds, moves, judge, Budget(playouts=20_000))
    assert best.move == moves[1]
    assert worst.move == moves[2]
    assert worst.worlds < second.worlds
    assert best.error < worst.error


def test_the_search_stops_early_when_one_move_is_left() -> None:
    worlds = _Fixed()
    moves: list[Move] = [PLAY[3], PLAY[4]]
    judged = compare(
        worlds,
        moves,
        lambda rows, alive: np.tile([0.0, 1.0][: len(alive)], (len(rows), 1)),
        Budget(playouts=10_000),
    )
    assert judged[0].move == moves[1]
    assert worlds.taken < 100


def test_a_budget_of_playouts_is_kept() -> None:
    for playouts in (100, 1000):
        worlds = _Fixed()

        def judge(rows: Any, alive: list[Move]) -> Any:
            return np.random.default_rng(int(rows[0])).normal(size=(len(rows), len(alive)))

        compare(worlds, [PLAY[3], PLAY[4]], judge, Budget(playouts=playouts))
        assert playouts / 2 < worlds.taken * 2 <= playouts


@pytest.mark.parametrize("text", ["playouts", "playouts:0", "seconds:-1", "seconds:x", "2000"])
def test_a_budget_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(RulesError, match="playouts:2000"):
        Budget.parse(text)


def test_budgets_are_read() -> None:
    assert Budget.parse("playouts:300") == Budget(playouts=300)
    assert Budget.parse("seconds:0.25") == Budget(seconds=0.25)
