"""The club player's rules of thumb, and the compiled counting under them against the reference."""

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rules.climbing import climbing

from stramash import games
from stramash.bots.climbing.club.beats import has_bomb, has_higher
from stramash.bots.climbing.club.bets import Outlook, best_bet, best_bid, first_out, gain
from stramash.bots.climbing.club.climber import ClubClimber
from stramash.bots.climbing.club.split import price
from stramash.bots.climbing.greedy import GreedyClimber
from stramash.bots.driver import step
from stramash.climbing.cards import COURTS, FACES, KING, NUMBERS
from stramash.climbing.moves import PASS, Bet, GiveCard, Play
from stramash.climbing.plays.combos import Kind
from stramash.climbing.plays.generate import plays
from stramash.climbing.state import Phase, State, View
from stramash.core.cards import card_set, remove
from stramash.core.match import Match, shuffled
from stramash.sim.climbing.facts import combo_code
from stramash.sim.climbing.pack import pack_rules

TABLES = [("haggis", 2), ("haggis", 3), ("haggis3", 3), ("neeps", 4), ("tatties", 3), ("haggis-classic", 2)]


def at_lead(game: Any, hands: list[str], seat: int = 0, top: Play | None = None, holder: int = 1) -> View:
    """A view in the middle of a deal, in which everything but these hands has been played."""
    match = Match(game, 0)
    match.deal(shuffled(game, Random(1)))
    state: State = match.state
    sets = [FACES.parse_set(hand) for hand in hands]
    shown = card_set(game.deck())
    for hand in sets:
        shown = remove(shown, hand & NUMBERS)
    spread = [shown, *[1 << KING] * (game.seats - 1)]  # somebody has played all of it
    table = state.table._replace(
        phase=Phase.TRICK,
        turn=seat,
        counts=tuple(hand.bit_count() for hand in sets),
        courts=tuple(hand >> 45 & 7 for hand in sets),
        shown=tuple(spread),
        haggis_count=0,
        top=None if top is None else top.combo,
        top_seat=holder,
        trick=() if top is None else ((holder, top),),
    )
    view: View = game.view(State(table, tuple(sets), (), state.passed), seat)
    return view


def chosen(game: Any, view: View) -> Any:
    return ClubClimber(game, Random(5)).choose(view)


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_club_beats_greedy(game_id: str, seats: int) -> None:
    game = climbing(game_id, seats)
    lead = 0.0
    for number in range(12):
        deck = shuffled(game, Random(number))
        for side, seats_of_side in enumerate(game.sides):
            match = Match(game, number % seats)
            match.deal(deck)
            bots = {
                seat: ClubClimber(game, Random(seat))
                if seat in seats_of_side
                else GreedyClimber(game, Random(0))
                for seat in range(seats)
            }
            while match.deals[-1].result is None:
                step(match, bots)
            scores = match.deals[-1].result.scores
            lead += scores[side] - (sum(scores) - scores[side]) / (len(scores) - 1)
    assert lead > 0


def test_it_goes_out_when_it_can() -> None:
    game = climbing("haggis", 2)
    view = at_lead(game, ["5r 6r 7r", "2b 9b 10b"])
    assert str(chosen(game, view)) == "play 5r 6r 7r as sequence 5-7"


def test_it_runs_out_with_its_controls_first() -> None:
    game = climbing("haggis", 2)
    # The ten cannot be beaten by a hand without courts; the two would give the lead away.
    view = at_lead(game, ["2r 10r", "8b 9b 5y"])
    assert str(chosen(game, view)) == "play 10r as single 10"


def test_it_does_not_lead_a_size_on_which_an_opponent_goes_out() -> None:
    game = climbing("haggis", 2)
    view = at_lead(game, ["3r 4r 5r 2b 4y", "9g"])
    assert str(chosen(game, view)) == "play 3r 4r 5r as sequence 3-5"


def test_it_takes_the_trick_with_the_cheapest_card_that_costs_no_play() -> None:
    game = climbing("haggis", 2)
    (led,) = (play for play in plays(game.rules, FACES.parse_set("3b"), None))
    view = at_lead(game, ["4r 5r 6r 7y 9g K", "8b 9b 10b 2y 6y"], top=led)
    assert str(chosen(game, view)) == "play 7y as single 7"


def test_it_lets_a_partner_who_is_about_to_go_out_go_out() -> None:
    game = climbing("neeps")
    (led,) = (play for play in plays(game.rules, FACES.parse_set("7b"), None))
    hands = ["8r 3g 3y 4b", "2b 4r 9r", "6y", "5b 2r 9y"]
    assert chosen(game, at_lead(game, hands, top=led, holder=2)) == PASS
    # The same card of an opponent is beaten.
    assert chosen(game, at_lead(game, hands, top=led, holder=3)) != PASS


def test_it_passes_a_loose_card_to_its_partner() -> None:
    game = climbing("neeps")
    match = Match(game, 0)
    match.deal(shuffled(game, Random(4)))
    view = match.view(1)
    club = ClubClimber(game, Random(0))
    move = club.choose(view)
    assert isinstance(move, GiveCard)
    study = club.study(view)
    loose = study.price(remove(view.hand, 1 << move.card))
    prices = [
        study.price(remove(view.hand, 1 << other.card)) for other in view.legal if isinstance(other, GiveCard)
    ]
    assert loose <= min(prices) + 0.5
    assert loose < sum(prices) / len(prices)


def test_the_plan_covers_the_hand_exactly() -> None:
    game = climbing("haggis3")
    for seed in range(20):
        match = Match(game, 0)
        match.deal(shuffled(game, Random(seed)))
        view = match.view(1)
        plan = ClubClimber(game, Random(0)).study(view).plan(view.hand)
        left = view.hand
        for play, risk in plan:
            left = remove(left, play.cards)
            assert 0 <= risk <= 1
            assert game.check(match.state, 1, play) is None
        assert left == 0


def test_the_split_is_the_cheapest_there_is() -> None:
    """Against every split into plays of the reference engine, for hands without courts."""
    game = climbing("haggis3")
    rng = Random(3)
    match = Match(game, 0)
    match.deal(shuffled(game, rng))
    view = match.view(1)
    club = ClubClimber(game, Random(0))
    study = club.study(view)

    def price_of(play: Play) -> float:
        return price(combo_code(play.combo), study.tables)

    def cheapest(hand: int) -> float:
        if not hand:
            return 0.0
        low = min(
            (card for card in range(45) if hand >> card & 1), key=lambda card: (card % 9, card)
        )  # every split sheds the lowest card with one of its plays
        best = float("inf")
        for play in plays(game.rules, hand, None):
            if play.cards >> low & 1:
                best = min(best, price_of(play) + cheapest(remove(hand, play.cards)))
        return best

    numbers = list(game.deck())
    for _ in range(40):
        start = rng.randrange(20)
        hand = card_set(rng.sample(numbers[start : start + 22], 7))
        assert study.price(hand) == pytest.approx(cheapest(hand))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_beating_agrees_with_the_reference(data: st.DataObject) -> None:
    game_id = data.draw(st.sampled_from(["haggis3", "neeps", "haggis-classic"]))
    game = climbing(game_id, None if game_id != "haggis-classic" else 3)
    rng = Random(data.draw(st.integers(0, 10**6)))
    deck = shuffled(game, rng)
    mine = card_set(deck[:9]) | rng.randrange(8) << 45
    theirs = card_set(deck[20:30]) | rng.randrange(8) << 45
    packed = pack_rules(game.rules)
    words = (theirs & (1 << 64) - 1, theirs >> 64)
    for play in plays(game.rules, mine, None)[::5]:
        higher = plays(game.rules, theirs, play.combo)
        bombs = [reply for reply in higher if reply.combo.is_bomb]
        if not play.combo.is_bomb:
            assert has_higher(packed, *words, combo_code(play.combo)) == (len(higher) > len(bombs))
        above = play.combo.top if play.combo.is_bomb else 0
        assert has_bomb(packed, words[0], above) == bool(bombs)


def test_the_beam_keeps_large_hands_quick_and_legal() -> None:
    game = climbing("neeps")
    match = Match(game, 0)
    match.deal(shuffled(game, Random(2)))
    club = ClubClimber(game, Random(0))
    study = club.study(match.view(1))
    study.plan(match.view(1).hand)
    assert club.memory["counters"][0] > 0
    assert not np.isnan(study.price(match.view(1).hand))


def test_bets_go_by_the_chance_to_win_them() -> None:
    strong, weak = Outlook(-6.0, 0, False), Outlook(6.0, 0, False)
    for game_id, seats in TABLES:
        rules = games.preset(game_id, seats)
        assert first_out(rules, strong) > 0.6
        assert first_out(rules, weak) < 0.3
        if rules.has_auction:
            assert str(best_bid(rules, strong, [15, 30, 45])) == "bid 15"
            assert best_bid(rules, weak, [15, 30, 45]) == PASS
            continue
        match = Match(climbing(game_id, seats), 0)
        match.deal(shuffled(match.game, Random(1)))
        view = match.view(0)
        assert best_bet(rules, view, strong, [15, 30]) == Bet(30)
        assert best_bet(rules, view, weak, [15, 30]) is None


def test_neeps_bets_from_one_third() -> None:
    rules = games.preset("neeps")
    assert gain(rules, 15, 0.34) > 0 > gain(rules, 15, 0.32)
    assert gain(games.preset("haggis", 2), 15, 0.49) < 0 < gain(games.preset("haggis", 2), 15, 0.51)


def test_it_bets_just_before_its_first_card_and_never_before() -> None:
    game = climbing("haggis", 2)
    made = 0
    for seed in range(40):
        match = Match(game, 0)
        match.deal(shuffled(game, Random(seed)))
        bots = {seat: ClubClimber(game, Random(seat)) for seat in range(2)}
        while match.deals[-1].result is None:
            state = match.state
            step(match, bots)
            seat, move = match.deals[-1].moves[-1]
            if isinstance(move, Bet):
                made += 1
                assert seat == state.table.turn
                step(match, bots)
                after, play = match.deals[-1].moves[-1]
                assert after == seat
                assert isinstance(play, Play)
    assert made > 10


def test_a_play_of_the_lean_list_is_chosen() -> None:
    game = climbing("haggis-classic", 2)
    view = at_lead(game, ["4r 4b 5r 9y", "2b 3b 6b 7b 8b"])
    move = chosen(game, view)
    assert move in view.legal
    assert move.combo.kind in (Kind.SET, Kind.SINGLE)
    assert not move.cards & COURTS
