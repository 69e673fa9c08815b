"""The club player of Mü: legal everywhere, honest, repeatable, and a good team-mate."""

from random import Random
from typing import Any

import pytest
from tests.rules.mu import deal, mu

from stramash import games
from stramash.bots.mu.club import LEAST_CHANCE, ROLLOUT_BIAS, Caution, ClubTrickTaker
from stramash.bots.mu.club_ideas import Idea, own_seat, takes_crown, worth_a_thought
from stramash.bots.mu.greedy import GreedyTrickTaker
from stramash.bots.outside.specs import find_bot
from stramash.core.cards import size
from stramash.core.errors import RulesError
from stramash.core.match import Match, shuffled
from stramash.mu.game import MuGame
from stramash.mu.moves import PASS, TRUMPS, Display, PlayCard
from stramash.mu.state import Phase, View
from stramash.sim.mu.contract import AN_ICON, expected_icons
from stramash.sim.mu.pack import pack_move, pack_rules, pack_state
from stramash.sim.mu.quick import quick_key
from stramash.sim.mu.record import HANDS

SEATS = (3, 4, 5, 6)
PLAYOUTS = 60


def decisions(seats: int, seed: int, hands: int = 2) -> list[tuple[MuGame, Any, View]]:
    """Every decision of a short match between club players: the state and the view of the seat to act."""
    game = mu(seats, rounds=hands)
    rng = Random(seed)
    bots = [ClubTrickTaker(game, Random(seed + seat), playouts=PLAYOUTS) for seat in range(seats)]
    match = Match(game, 0)
    found: list[tuple[MuGame, Any, View]] = []
    while not match.is_over:
        if match.needs_deck:
            match.deal(shuffled(game, rng))
        (seat,) = game.waiting(match.state)
        view = match.view(seat)
        found.append((game, match.state, view))
        match.act(seat, bots[seat].choose(view))  # raises if it is not legal
    return found


@pytest.mark.parametrize("seats", SEATS)
def test_it_plays_legal_moves_in_every_phase(seats: int) -> None:
    phases = {view.table.phase for _, _, view in decisions(seats, 3)}
    first_trick = Phase.BURY if seats == 3 else Phase.PARTNER
    assert phases >= {Phase.AUCTION, Phase.CROWN_TRUMP, first_trick, Phase.PLAY, Phase.NEXT_DEALER}


@pytest.mark.parametrize("least_chance", [0.0, 0.3, 1.0])
def test_a_crown_below_the_chance_asked_for_is_not_thought_about(least_chance: float) -> None:
    bids: list[int] = []
    for game, _, view in decisions(4, 4, hands=1):
        table, seat = view.table, own_seat(view)
        if table.phase is not Phase.AUCTION:
            continue
        moves = worth_a_thought(game, pack_rules(game.rules), view, least_chance)
        taking = [move for move in moves if takes_crown(table, seat, move)]
        if not max(table.bids):
            assert taking, "one card may always be thought about"
        bids += [table.bids[seat] + size(move.cards) for move in taking if isinstance(move, Display)]
    assert max(bids) == 1 if least_chance == 1.0 else max(bids) > 2


def test_it_bids_for_no_crown_below_its_chance_but_the_bold_one_does() -> None:
    hopeless = {"careful": 0, "bold": 0}
    for game, _, view in decisions(4, 6, hands=1):
        table, seat = view.table, own_seat(view)
        if table.phase is not Phase.AUCTION:
            continue
        ideas = [Idea(game, pack_rules(game.rules), view.hand, trump) for trump in TRUMPS]
        most = max(1, *(idea.most_bid(LEAST_CHANCE[4]) for idea in ideas))
        for auction in hopeless:
            move = ClubTrickTaker(game, Random(7), playouts=PLAYOUTS, auction=auction).choose(view)
            if isinstance(move, Display) and takes_crown(table, seat, move):
                hopeless[auction] += table.bids[seat] + size(move.cards) > most
    assert hopeless["careful"] == 0
    assert hopeless["bold"] > 0


def test_a_spec_names_the_way_it_bids() -> None:
    game = mu(4)
    assert isinstance(find_bot("club@auction=bold").factory(game, Random(0)), ClubTrickTaker)
    with pytest.raises(RulesError, match="must be one of bold, careful"):
        find_bot("club@auction=loud").factory(game, Random(0))


@pytest.mark.parametrize("limit", [1, 3])
def test_bots_keep_to_a_limit_of_displays(limit: int) -> None:
    game = mu(4, display_limit=limit, short_loss=10, rounds=2)
    bots: list[Any] = [
        ClubTrickTaker(game, Random(0), playouts=PLAYOUTS),
        GreedyTrickTaker(game, Random(0)),
        ClubTrickTaker(game, Random(1), playouts=PLAYOUTS),
        GreedyTrickTaker(game, Random(0)),
    ]
    match, rng = Match(game, 0), Random(limit)
    while not match.is_over:
        if match.needs_deck:
            match.deal(shuffled(game, rng))
        (seat,) = game.waiting(match.state)
        match.act(seat, bots[seat].choose(match.view(seat)))  # raises if it is not legal


@pytest.mark.parametrize("seats", SEATS)
def test_every_move_worth_a_thought_is_legal(seats: int) -> None:
    for game, state, view in decisions(seats, 4):
        moves = worth_a_thought(game, pack_rules(game.rules), view)
        assert moves
        assert len(set(moves)) == len(moves)
        for move in moves:
            assert game.check(state, own_seat(view), move) is None, move


@pytest.mark.parametrize("seats", SEATS)
def test_its_choice_depends_on_the_view_alone(seats: int) -> None:
    rng = Random(seats)
    for game, state, view in rng.sample(decisions(seats, 5), 30):
        other = game.determinize(view, rng)
        choices = [
            ClubTrickTaker(game, Random(9), playouts=PLAYOUTS).choose(game.view(world, view.seat))
            for world in (state, other)
        ]
        assert choices[0] == choices[1]


@pytest.mark.parametrize("seats", SEATS)
def test_the_quick_policy_looks_at_no_hidden_card(seats: int) -> None:
    """Its keys are the same in every world that agrees with the view, in which hidden cards differ."""
    rng = Random(seats)
    differing = 0
    for game, state, view in rng.sample(decisions(seats, 6), 40):
        other = game.determinize(view, rng)
        differing += other != state
        rules = pack_rules(game.rules)
        keys = [
            [
                quick_key(pack_state(game.rules, world), rules, own_seat(view), *pack_move(move))
                for move in view.legal
            ]
            for world in (state, other)
        ]
        assert keys[0] == keys[1]
    assert differing > 20


def contract(trick: str) -> View:
    """Seat 0 and its partner 1 against 2 and 3, trumps red (Crown) and yellow; a trick up to seat 3."""
    hands = [
        "9g 8g 9r 8r 7r 7r 6r 5r 4r 9b 8b 2g 3g 0b 0p",
        "7g 1g 0g 3r 2r 1b 2b 3b 4b 1p 2p 3p 4p 0y 1y",
        "6g 5g 9y 8y 7y 7y 6y 5y 4y 3y 2y 9p 8p 7p 7p",
        "4g 1g 7g 1r 1r 0r 5b 6b 7b 7b 1b 1p 5p 6p 1y",
    ]
    dealt = deal(mu(4), *hands)
    dealt.play("0 display 4r 5r", "1 pass", "2 display 2y", "3 pass", "0 pass", "1 pass", "2 pass")
    dealt.play("2 trump yellow", "0 trump red", "0 partner 1")
    dealt.trick(trick)
    assert dealt.table.turn is not None
    return dealt.game.view(dealt.state, dealt.table.turn)


def played(view: View) -> str:
    game = mu(4)
    move = ClubTrickTaker(game, Random(1)).choose(view)
    assert isinstance(move, PlayCard)
    return game.card_code(move.card)


def test_points_go_to_a_team_mates_sure_trick() -> None:
    assert played(contract("9g")) == "7g"


def test_no_points_go_to_the_other_side() -> None:
    assert played(contract("9g 7g 5g")) == "1g"


def test_a_trick_is_won_with_the_points_that_are_spared_most_easily() -> None:
    # Seat 3 plays last: every blue card but the 1 wins, and of those with two points the 6 is the lowest.
    assert played(contract("0b 4b 9p")) == "6b"


def test_a_strong_hand_takes_the_crown() -> None:
    game = mu(4)
    dealt = deal(mu(4), "9r 8r 7r 7r 6r 5r 4r 3r 9g 8g 9b 8b 9y 9p 8p")
    move = ClubTrickTaker(game, Random(2)).choose(dealt.game.view(dealt.state, 0))
    assert isinstance(move, Display)


def test_m3_5_who_would_throw_the_deal_in_may_open_for_nothing() -> None:
    dealt = deal(mu(4), "9r 8r 7r 7r 6r 5r 4r 3r 9g 8g 9b 8b 9y 9p 8p")
    prices = []
    for seat in range(4):
        view = dealt.game.view(dealt.state, seat)
        display = next(move for move in view.legal if isinstance(move, Display))
        prices.append((Caution(opens=True).price(view, display), Caution().price(view, display)))
        if seat < 3:
            dealt.act(seat, PASS)
    assert prices == [(ROLLOUT_BIAS, ROLLOUT_BIAS)] * 3 + [(0.0, ROLLOUT_BIAS)]


def test_the_shield_is_bid_for_with_the_best_trump_where_no_crown_is_thought_about() -> None:
    dealt = deal(mu(4), "5r 6r", "0r 2r 3b 4b 5b 6b 7b 7b 8b 9b 9g 8g 9y 8y 9p")
    dealt.play("0 display 5r 6r")
    view = dealt.game.view(dealt.state, 1)
    moves = worth_a_thought(dealt.game, pack_rules(dealt.game.rules), view, 1.0)
    assert [str(move) for move in moves] == ["pass", "display 3b"]


def test_the_quick_policy_shows_no_more_than_it_plans() -> None:
    """Asked about whole displays, as a player without a search does, it stops in time (M3.1)."""
    game = mu(5)
    for seed in range(6):
        deck = shuffled(game, Random(seed))
        state = game.start(deck, game.first(0)).state
        rules = pack_rules(game.rules)
        while state.table.phase is Phase.AUCTION:
            (seat,) = game.waiting(state)
            moves = game.legal(state, seat)
            packed = pack_state(game.rules, state)
            move = max(moves, key=lambda m: quick_key(packed, rules, seat, *pack_move(m)))
            state = game.apply(state, seat, move).state
        assert max(state.table.bids) <= 9


def test_a_chief_alone_of_three_does_not_count_on_a_talon() -> None:
    game = games.get("mu-classic", 3)
    rules, trumps = pack_rules(game.rules), range(len(TRUMPS) - 1)
    expected = []
    for seed in range(100):
        match = Match(game, 0)
        match.deal(shuffled(game, Random(seed)))
        hand = pack_state(game.rules, match.state)[HANDS : HANDS + 2]
        expected.append(max(expected_icons(rules, int(hand[0]), int(hand[1]), trump) for trump in trumps))
    # 36 icons, a third of them for each; the best trump brings some more, and the others have trumps too.
    assert 36 / 3 < sum(expected) / len(expected) / AN_ICON < 36 / 2
