"""Clauses M6 and M7: the score, the match and their tables."""

import dataclasses

import pytest
from tests.rules.mu import Round, cards, deal, mu

from stramash import games
from stramash.core.errors import RulesError
from stramash.core.match import Match
from stramash.mu.events import Dealt, Scored
from stramash.mu.game import MuGame
from stramash.mu.moves import COLOUR_TRUMPS, NO_TRUMP, NUMBER_TRUMPS, NextDealer, Trump
from stramash.mu.rules import MuRules
from stramash.mu.scoring import score_sheet, trump_value
from stramash.mu.state import Table
from stramash.mu.tricks import trumps

# A colour has 12 icons (M1.2). Red and yellow 24; green with blue 0 and 2: 14; the other blue 10; purple 12.
PILES = tuple(
    cards(codes)
    for codes in (
        "0r 1r 1r 2r 3r 4r 5r 6r 7r 7r 8r 9r 0y 1y 1y 2y 3y 4y 5y 6y 7y 7y 8y 9y",
        "0g 1g 1g 2g 3g 4g 5g 6g 7g 7g 8g 9g 0b 2b",
        "1b 1b 3b 4b 5b 6b 7b 7b 8b 9b",
        "0p 1p 1p 2p 3p 4p 5p 6p 7p 7p 8p 9p",
    )
)


def finished(
    bids: tuple[int, ...] = (4, 3, 0, 0),
    *,
    crown: int = 0,
    shield: int | None = 1,
    partner: int | None = 2,
    minor: Trump | None = COLOUR_TRUMPS[2],
    major: Trump = COLOUR_TRUMPS[0],
) -> Table:
    """A table of four after the last trick."""
    game = games.get("mu", 4)
    dealt = game.start(game.deck(), game.first(0)).events[0]
    assert isinstance(dealt, Dealt)
    return dealt.table()._replace(
        bids=bids, crown=crown, shield=shield, partner=partner, won=PILES, trumps=trumps(minor, major)
    )


def scores(table: Table, rules: MuRules | None = None) -> list[int]:
    """The sum of the sheet per seat."""
    totals = [0] * table.seats
    for line in score_sheet(rules or MuRules(seats=table.seats), table, 0):
        totals[line.side] += line.points
    return totals


def test_m6_7_a_loss_comes_beside_what_the_shield_team_is_paid() -> None:
    table = finished((8, 3, 0, 0))  # 34 icons of 44 needed: 5 steps of 2
    assert scores(table) == [24, 14 + 15, 10, 12 + 15]
    assert scores(table, MuRules(seats=4, short_loss=10)) == [24 - 50, 14 + 15, 10, 12 + 15]
    assert scores(finished((2, 1, 0, 0)), MuRules(seats=4, short_loss=10))[0] == 24 + 20
    few = MuRules(seats=4, short_loss=10, short_steps="bid", target_base=60, target_step=1)
    assert scores(finished((3, 1, 0, 0)), few)[0] == 24 - 30  # 26 steps, three of them counted
    alone = finished((8, 0, 0, 0), shield=None, minor=None)
    assert scores(alone, MuRules(seats=4, short_loss=10)) == [24 - 50, 14, 10, 12]


def test_m6_1_everybody_scores_the_icons_in_their_own_pile() -> None:
    sheet = score_sheet(MuRules(seats=4), finished(), 0)
    points = {line.side: line.points for line in sheet if line.clause == "M6.1"}
    assert points == {0: 24, 1: 14, 2: 10, 3: 12}


def test_m6_2_the_crown_team_reaches_its_target_exactly() -> None:
    # Target for a bid of 3: 28 + 6 = 34, and the team has 24 + 10 = 34. Each scores 10 x 3.
    assert scores(finished((3, 2, 0, 0))) == [24 + 30, 14, 10 + 30, 12]


def test_m6_2_the_bonus_follows_the_bid() -> None:
    # Target for a bid of 1: 30; seats 0 and 1 have 38. Each scores 10 x 1.
    assert scores(finished((1, 0, 1, 0), shield=2, partner=1)) == [24 + 10, 14 + 10, 10, 12]


def test_m6_3_otherwise_each_of_the_shield_team_scores() -> None:
    # Target for a bid of 4: 36, the team has 34. Seats 1 and 3 score 5 x 3.
    assert scores(finished((4, 3, 0, 0))) == [24, 14 + 15, 10, 12 + 15]


def test_m6_3_with_no_shield_nobody_gets_a_bonus() -> None:
    assert scores(finished((4, 0, 0, 0), shield=None, minor=None)) == [24, 14, 10, 12]


def test_m6_4_the_winning_team_scores_its_leaders_trump() -> None:
    # The Crown team wins with no trump: 30 more each; the Shield's number 2 does not count.
    won = finished((3, 2, 0, 0), major=NO_TRUMP, minor=NUMBER_TRUMPS[2])
    assert scores(won) == [24 + 30 + 30, 14, 10 + 30 + 30, 12]
    # The Shield team wins with the number 2: 20 more each.
    lost = finished((4, 3, 0, 0), major=NO_TRUMP, minor=NUMBER_TRUMPS[2])
    assert scores(lost) == [24, 14 + 15 + 20, 10, 12 + 15 + 20]
    clauses = [line.clause for line in score_sheet(MuRules(seats=4), lost, 0)]
    assert clauses == ["M6.1"] * 4 + ["M6.3", "M6.4"] * 2


def test_m6_4_bonuses_of_nothing_are_not_listed() -> None:
    rules = MuRules(seats=4, crown_bonus=0)
    assert {line.clause for line in score_sheet(rules, finished((3, 2, 0, 0)), 0)} == {"M6.1"}


def played_hand(game: MuGame, *, number: int = 1, dealer: int = 2, totals: tuple[int, ...]) -> Round:
    """A hand in which seat 2 has the Crown, played to its end."""
    played = deal(game, dealer=dealer, number=number, totals=totals)
    first = played.hand(2).split()[0]
    played.play(f"2 display {first}")
    played.all_pass()
    played.play("2 trump none", "2 partner 0")
    played.play_out()
    return played


def test_m6_5_the_match_ends_after_its_number_of_hands_and_most_points_win() -> None:
    dealt = played_hand(mu(4, rounds=3), number=3, totals=(0, 0, 0, 1000))
    result = dealt.result
    assert result.winners == (3,)
    assert result.carry is None
    assert result.totals == tuple(old + new for old, new in zip((0, 0, 0, 1000), result.scores, strict=True))


def test_m6_5_a_tie_is_shared() -> None:
    game = mu(4, rounds=1)
    points = played_hand(game, totals=(0, 0, 0, 0)).table.scores
    assert points is not None
    level = max(points)
    result = played_hand(game, totals=(level - points[0], 0, 0, level - points[3])).result
    assert set(result.winners) >= {0, 3}
    assert {result.totals[seat] for seat in result.winners} == {level}


def test_m6_5_four_hands_by_default_and_a_match_of_one_deal() -> None:
    assert MuRules(seats=5).rounds == 4
    match = Match(MuGame("mu", MuRules(seats=5, rounds=1)), 0)
    match.deal(match.game.deck())
    state_before = match.state
    assert match.totals == (0, 0, 0, 0, 0)
    assert not match.is_over
    assert match.game.result(state_before) is None


def test_m6_6_the_dealer_names_another_player_as_next_dealer() -> None:
    dealt = played_hand(mu(4), totals=(1, 2, 3, 4))
    assert dealt.phase == "next_dealer"
    assert dealt.table.turn == 2
    assert not dealt.is_over
    assert isinstance(dealt.events[-1], Scored)
    assert dealt.legal(2) == ["dealer 0", "dealer 1", "dealer 3"]
    dealt.play("2 dealer 3")
    result = dealt.result
    assert result.carry is not None
    assert (result.carry.dealer, result.carry.deal, result.carry.totals) == (3, 2, result.totals)
    assert result.winners == ()


def test_m6_6_not_oneself_nobody_else_and_nobody_who_is_not_there() -> None:
    dealt = played_hand(mu(4), totals=(1, 2, 3, 4))
    assert "another" in dealt.refuse("2 dealer 2").sentence
    for move in (NextDealer(4), NextDealer(-1), NextDealer(False), NextDealer(7)):
        assert "no such seat" in dealt.refuse_move(2, move).sentence
    assert dealt.refuse("0 dealer 1").clause == "M6.6"


def test_m6_6_after_the_last_hand_there_is_no_next_dealer() -> None:
    dealt = played_hand(mu(4, rounds=1), totals=(0, 0, 0, 0))
    assert dealt.phase == "over"
    assert dealt.is_over


@pytest.mark.parametrize(
    ("seats", "bid", "target"),
    [(3, 1, 16), (3, 10, 34), (4, 1, 30), (4, 5, 38), (5, 1, 24), (5, 4, 33), (6, 1, 20), (6, 6, 40)],
)
def test_m7_1_targets(seats: int, bid: int, target: int) -> None:
    assert MuRules(seats=seats).target(bid) == target


def test_m7_1_never_above_the_points_in_the_deck() -> None:
    assert MuRules(seats=3, target_step=60).target(15) == 48
    assert MuRules(seats=6).target(10) == 56
    assert MuRules(seats=4, target_base=60, target_step=60).target(1) == 60


def test_m7_1_the_host_may_change_targets() -> None:
    assert MuRules(seats=5, target_base=10, target_step=0).target(9) == 10
    changed = dataclasses.replace(MuRules(seats=4), target_base=30)
    assert (changed.target_base, changed.target_step) == (30, 2)


def test_m7_2_trump_values() -> None:
    rules = MuRules(seats=4)
    assert [trump_value(rules, trump) for trump in COLOUR_TRUMPS] == [0] * 5
    assert [trump_value(rules, trump) for trump in NUMBER_TRUMPS] == [20, 10, 20, 20, 20, 20, 20, 10, 20, 20]
    assert trump_value(rules, NO_TRUMP) == 30


def test_m7_2_the_host_may_change_values() -> None:
    rules = MuRules(seats=4, value_colour=1, value_one_or_seven=2, value_number=3, value_no_trump=4)
    named = (COLOUR_TRUMPS[3], NUMBER_TRUMPS[7], NUMBER_TRUMPS[0], NO_TRUMP)
    assert [trump_value(rules, trump) for trump in named] == [1, 2, 3, 4]
    changed = rules.with_options(crown_bonus=1, shield_bonus=2)
    assert scores(finished((3, 2, 0, 0)), changed) == [24 + 3 + 1, 14, 10 + 3 + 1, 12]
    assert scores(finished((4, 3, 0, 0)), changed) == [24, 14 + 6 + 1, 10, 12 + 6 + 1]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("seats", 2),
        ("seats", 7),
        ("seats", True),
        ("seats", "4"),
        ("rounds", 0),
        ("rounds", 21),
        ("removed_colour", "orange"),
        ("removed_colour", "red"),
        ("target_base", -1),
        ("target_base", 61),
        ("target_step", 61),
        ("value_colour", -1),
        ("value_one_or_seven", 101),
        ("value_number", 1.5),
        ("value_no_trump", None),
        ("crown_bonus", -10),
        ("shield_bonus", True),
    ],
)
def test_m7_2_nonsense_is_refused_by_name(option: str, value: object) -> None:
    settings: dict[str, object] = {"seats": 4, option: value}
    with pytest.raises(RulesError) as refused:
        MuRules(**settings)  # type: ignore[arg-type]  # wrong on purpose
    assert refused.value.option == option
