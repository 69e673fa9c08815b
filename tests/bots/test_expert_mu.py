"""The expert at Mü: legal, honest, repeatable; its worlds and its advice agree with the view."""

from collections import Counter
from random import Random

import pytest
from tests.rules.mu import deal, mu

from stramash.bots.mu.advice import advise, reason_for
from stramash.bots.mu.club_ideas import own_seat
from stramash.bots.mu.expert import ExpertTrickTaker
from stramash.bots.mu.greedy import GreedyTrickTaker
from stramash.bots.mu.worlds import MuWorlds
from stramash.core.match import Match, shuffled
from stramash.mu.state import Phase, State, View
from stramash.sim.mu.pack import unpack_state

SEATS = (3, 4, 5, 6)
PLAYOUTS = 80
SMALL = f"playouts:{PLAYOUTS}"


def moments(seats: int, seed: int) -> list[tuple[State, View]]:
    """Every decision of a deal between greedy players who sometimes play any card."""
    game, rng = mu(seats, rounds=2), Random(seed)
    match = Match(game, 0)
    match.deal(shuffled(game, rng))
    found: list[tuple[State, View]] = []
    while match.deals[-1].result is None:
        (seat,) = game.waiting(match.state)
        view = match.view(seat)
        found.append((match.state, view))
        bot = GreedyTrickTaker(game, Random(0))
        is_wild = view.table.phase is Phase.PLAY and rng.random() < 0.3
        match.act(seat, rng.choice(view.legal) if is_wild else bot.choose(view))
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_it_plays_legal_moves_in_every_phase(seats: int) -> None:
    game, rng = mu(seats, rounds=2), Random(1)
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
    game, rng = mu(seats, rounds=2), Random(seats)
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
    game, rng = mu(seats, rounds=2), Random(seats)
    differing = 0
    for state, view in moments(seats, 3)[::3]:
        for row in MuWorlds(game, view, rng, remembers=remembers).take(3):
            world = unpack_state(game.rules, row)
            assert game.view(world, view.seat) == view
            differing += world != state
    assert differing


def test_worlds_are_equally_likely_where_nothing_is_remembered() -> None:
    """Where seats are out of a suit, each holds each card as often as exact sampling says."""
    game = mu(4, rounds=2)
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


@pytest.mark.parametrize("seats", SEATS)
def test_every_move_worth_a_thought_has_reasons_that_hold_in_every_world(seats: int) -> None:
    game, rng = mu(seats, rounds=2), Random(8)
    phases = set()
    for i, (state, view) in enumerate(moments(seats, 4)):
        if view.table.phase is Phase.PLAY and i % 4:
            continue
        other = game.view(game.determinize(view, rng), view.seat)
        phases.add(view.table.phase)
        for item in advise(game, view, PLAYOUTS, 3, None):
            assert game.check(state, own_seat(view), item.move) is None
            if view.table.phase is not Phase.NEXT_DEALER:
                assert item.value is not None
                assert item.margin is not None
                assert abs(item.value) < 250
                assert item.margin >= 0
            assert item.reason == reason_for(game, other, item.move)
            assert item.reason
    before_tricks = Phase.BURY if seats == 3 else Phase.PARTNER
    assert phases >= {Phase.AUCTION, Phase.CROWN_TRUMP, before_tricks, Phase.PLAY}


def test_reasons_say_who_gets_the_trick_and_what_is_unbeatable() -> None:
    dealt = deal(mu(4), "9g 8g 9r 8r 7r 7r 6r 5r 4r 3r 2r 9b 8b 9y 9p")
    dealt.play("0 display 2r 3r", "1 pass", "2 pass", "3 pass", "0 pass")
    dealt.play("0 trump red", "0 partner 2")
    view = dealt.game.view(dealt.state, 0)
    reasons = {str(move): reason_for(dealt.game, view, move) for move in view.legal}
    assert reasons["play 9r"].startswith("Nothing left beats it, so the trick goes to you")
    # Blue has neither 9 nor 8 outside, but three trumps are: 0, 1 and 1.
    assert reasons["play 9b"].startswith("It can be beaten by three cards that others may hold")
    assert "you are then out of yellow" in reasons["play 9y"]
    # Seat 1 has no blue card but trumps; its team-mate, seat 3, plays last.
    dealt.play("0 play 9b", "1 play 0r", "2 play 0b")
    last = dealt.game.view(dealt.state, 3)
    for move in last.legal:
        assert "goes to a team-mate" in reason_for(dealt.game, last, move)


def test_reasons_for_displays_name_target_and_bonus() -> None:
    dealt = deal(mu(4), "9r 8r 7r 7r 6r 5r 4r 3r 9g 8g 9b 8b 9y 9p 8p")
    game = dealt.game
    reason = reason_for(game, game.view(dealt.state, 0), game.parse_move("display 3r 4r 5r"))
    assert reason == (
        "You take the Crown with three cards: the team needs 34 points for 30 each, "
        "and you show 3 of your 8 red cards."
    )
    every = reason_for(game, game.view(dealt.state, 0), game.parse_move("display 8b 8g 8p 8r"))
    assert "you show all your 8s" in every
