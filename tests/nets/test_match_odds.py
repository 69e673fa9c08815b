"""What points are worth near the end of a match."""

import numpy as np
import pytest

from stramash import games
from stramash.nets.match_odds import MatchOdds

HAGGIS = games.get("haggis", 2)
OVER = np.array([True])


def after(stakes: MatchOdds, mine: int, theirs: int) -> float:
    """The first side's chance when this deal has brought so many points."""
    scores = np.array([[mine, theirs]])
    return float(stakes.chances(np.zeros((1, 2)), scores, OVER)[0, 0])


def expected(stakes: MatchOdds, lead: float) -> float:
    """The same while a critic expects such a lead."""
    return float(stakes.chances(np.array([[lead, -lead]]), np.zeros((1, 2)), ~OVER)[0, 0])


def test_chances_matter_when_the_goal_is_near() -> None:
    assert not MatchOdds(HAGGIS, (0, 0), 1).are_near
    assert not MatchOdds(HAGGIS, (120, 160), 4).are_near
    assert MatchOdds(HAGGIS, (120, 180), 4).are_near
    rounds = games.get_written("haggis", 2, {"rounds": "6"})
    assert not MatchOdds(rounds, (500, 0), 4).are_near
    assert MatchOdds(rounds, (0, 0), 6).are_near


def test_a_match_that_is_over_is_won_or_lost() -> None:
    stakes = MatchOdds(HAGGIS, (240, 200), 5)
    assert after(stakes, 10, 40) == 1.0
    assert after(stakes, 12, 60) == 0.0
    assert after(stakes, 20, 60) == 0.5
    assert 0.5 < after(stakes, 5, 30) < 1.0  # it goes on
    rounds = MatchOdds(games.get_written("haggis", 2, {"rounds": "6"}), (100, 90), 6)
    assert (after(rounds, 0, 9), after(rounds, 0, 11)) == (1.0, 0.0)


@pytest.mark.parametrize(("totals", "computed"), [((200, 230), 0.263), ((249, 200), 0.801)])
def test_chances_are_near_those_computed(totals: tuple[int, int], computed: float) -> None:
    """By `train.selfplay.match_odds` from deals of the net with itself: docs/training.md#matches."""
    assert after(MatchOdds(HAGGIS, totals, 5), 0, 0) == pytest.approx(computed, abs=0.05)


def test_chances_grow_with_the_lead_and_add_up() -> None:
    stakes = MatchOdds(HAGGIS, (190, 230), 5)
    chances = [expected(stakes, lead) for lead in (-60, -20, 0, 20, 60)]
    assert chances == sorted(chances)
    assert expected(stakes, 40) == pytest.approx(0.5)
    three = MatchOdds(games.get("haggis3"), (200, 180, 240), 5)
    assert three.chances(np.array([[5.0, 10.0, -15.0]]), np.zeros((1, 3)), ~OVER).sum() == pytest.approx(1.0)


@pytest.mark.parametrize(("totals", "dares"), [((190, 245), True), ((245, 190), False)])
def test_who_is_behind_dares_and_who_is_ahead_does_not(totals: tuple[int, int], dares: bool) -> None:
    """Two worlds, two moves that bring 20 points on the mean: one for certain, one 80 or -40."""
    leads = np.array([[[20.0, -20.0], [80.0, -80.0]], [[20.0, -20.0], [-40.0, 40.0]]])
    worth = MatchOdds(HAGGIS, totals, 5).worth(0, leads, np.zeros((2, 2, 2)), np.zeros((2, 2), bool))
    sure, risky = worth.mean(axis=0)
    assert bool(risky > sure) is dares
