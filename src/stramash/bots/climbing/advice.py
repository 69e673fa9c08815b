"""Advice on a climbing game: what moves are worth, and why, in words; from the view alone."""

from random import Random
from typing import Final

from stramash.bots.base import Advice
from stramash.bots.climbing.club.climber import ClubClimber
from stramash.bots.climbing.expert import ExpertClimber
from stramash.bots.climbing.move_classes import MoveClasses
from stramash.bots.climbing.words import Words, about_bet
from stramash.bots.search.estimate import Estimates, Sizes, estimate
from stramash.bots.search.weigh import MoveGrouping, as_advice, screening, weigh
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import PASS, Bet, Move
from stramash.climbing.state import View

BETS_IN: Final = Sizes(batches=8, worlds=60)
"""In how many worlds bets are tried."""


def advise(
    game: ClimbingGame, view: View, playouts: int, seed: int, played: Move | None, looks_at_all: bool = False
) -> list[Advice]:
    """The moves worth a thought, best first; bets come last, each with what it would add."""
    expert = ExpertClimber(game, Random(seed), budget=screening(playouts), looks_at_all=looks_at_all)
    words = Words(ClubClimber(game, Random(seed)), view)
    bets = [move for move in view.legal if isinstance(move, Bet)]
    found: list[Advice] = []
    if len(bets) < len(view.legal):
        wanted = None if isinstance(played, Bet) else played
        weighed = weigh(expert, view, playouts, move_grouping(expert.club, view), PASS, wanted)
        found = as_advice(weighed, PASS, words.about)
    if bets:
        found += bet_advice(expert, view, found[0].move if found else None, bets)
    return found


def move_grouping(club: ClubClimber, view: View) -> MoveGrouping:
    """How moves are grouped into lines of advice."""
    classes = MoveClasses(club, view)
    return MoveGrouping(classes.same, classes.others, classes.nearly)


def bet_advice(expert: ExpertClimber, view: View, move: Move | None, bets: list[Bet]) -> list[Advice]:
    """Each bet with what it adds to the deal, best first."""
    tried = measure_bets(expert, view, move, bets, BETS_IN)
    found = []
    for i, bet in enumerate(bets):
        gain, chance = tried.value(i), tried.value(len(bets) + i).points
        why = about_bet(bet.value, gain, chance)
        found.append(Advice(bet, (), None, None, None, gain.points, gain.margin, why))
    return sorted(found, key=lambda item: item.better or 0.0, reverse=True)


def measure_bets(
    expert: ExpertClimber, view: View, move: Move | None, bets: list[Bet], sizes: Sizes
) -> Estimates:
    """What each bet adds, and then how often each is won, in batches."""
    return estimate(lambda worlds: expert.measure_bets(view, move, bets, worlds), sizes)
