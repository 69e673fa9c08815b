"""Why a move of a climbing game may be good or bad, in words that a player can check: from the view alone."""

from random import Random
from typing import Final

from stramash.bots.base import Advice
from stramash.bots.climbing.club import ClubClimber, Study
from stramash.bots.climbing.expert import ExpertClimber
from stramash.bots.search.compare import Judged
from stramash.climbing.cards import COURTS, FACES
from stramash.climbing.game import ClimbingGame
from stramash.climbing.moves import Award, Bet, Bid, GiveCard, Move, NameLead, Pass, Play, PutBack
from stramash.climbing.state import Phase, View
from stramash.core.cards import CardSet, remove
from stramash.sim.climbing.facts import combo_code

NEVER_BEATEN: Final = 0.005
SELDOM_BEATEN: Final = 0.25


def advise(game: ClimbingGame, view: View, budget: str, seed: int) -> list[Advice]:
    """The moves worth a thought, best first; bets come last, each with what it would add."""
    expert = ExpertClimber(game, Random(seed), budget=budget)
    club = ClubClimber(game, Random(seed))
    bets = [move for move in view.legal if isinstance(move, Bet)]
    found: list[Advice] = []
    best: Move | None = None
    if len(bets) < len(view.legal):
        judged = expert.judge(view)
        best = judged[0].move
        words = _Words(club, view)
        found = [
            Advice(item.move, item.value, item.error, (*words.about(item.move), *_weighed(item)))
            for item in judged
        ]
    if bets:
        gains = sorted(expert.bet_gains(view, best, bets), key=lambda item: item.value, reverse=True)
        found += [Advice(item.move, item.value, item.error, _about_bet(item)) for item in gains]
    return found


def _weighed(item: Judged) -> tuple[str, ...]:
    return (f"{item.value:+.1f} points on the others over {item.worlds} possible deals",)


def _about_bet(item: Judged) -> tuple[str, ...]:
    verb = "gains" if item.value > 0 else "loses"
    return (f"{verb} {abs(item.value):.1f} points on average over {item.worlds} possible deals",)


class _Words:
    """Why a climbing move is good or bad."""

    def __init__(self, club: ClubClimber, view: View) -> None:
        self._club, self._view = club, view
        self._study: Study | None = None

    def about(self, move: Move) -> list[str]:
        """The reasons that can be put into words, the weightiest first."""
        view = self._view
        match move:
            case Play():
                return self._about_play(move)
            case Pass() if view.table.phase is Phase.TRICK:
                holder = view.table.top_seat
                cards = view.table.counts[holder]
                lead = f"leaves the trick to seat {holder}, who holds {_cards(cards)}"
                return [lead, f"keeps {self._plan(view.hand)}"]
            case Pass():
                return ["leaves the flock to others"]
            case Bid(value=value):
                return [f"{value} points if you are the first out, shared by the Sheep if not"]
            case GiveCard(card=card):
                return [f"leaves {self._plan(remove(view.hand, 1 << card))}"]
            case PutBack(cards=cards):
                return [f"leaves {self._plan(remove(view.hand, cards))}"]
            case Award(seat=seat):
                return [f"seat {seat} has {view.table.totals[self._club.rules.side_of[seat]]} points in all"]
            case NameLead(seat=seat):
                return [f"seat {seat} holds {_cards(view.table.counts[seat])}"]
        return []

    def _about_play(self, play: Play) -> list[str]:
        view = self._view
        rest = remove(view.hand, play.cards)
        if not rest:
            return ["goes out"]
        reasons = [self._risk(play), f"leaves {self._plan(rest)}"]
        courts = play.cards & COURTS
        if play.combo.is_bomb:
            if self._club.rules.bomb_prize != "keeps":
                reasons.append("a bomb: the cards of the trick go to others")
        elif courts and play.combo.cards > 1:
            reasons.append(f"spends {' and '.join(FACES.write(courts).split())}")
        size = play.cards.bit_count()
        near = [seat for seat in self._opponents() if view.table.counts[seat] == size]
        if near and self._chance(play) > NEVER_BEATEN:
            reasons.append(f"seat {near[0]} could go out on it")
        return reasons

    def _opponents(self) -> list[int]:
        return self._known().opponents

    def _known(self) -> Study:
        if self._study is None:
            self._study = self._club.study(self._view)
        return self._study

    def _chance(self, play: Play) -> float:
        return self._known().risk(combo_code(play.combo))

    def _risk(self, play: Play) -> str:
        chance = self._chance(play)
        if chance <= NEVER_BEATEN:
            return "nothing unseen beats it"
        return f"is beaten about {max(1, round(100 * chance))} times in 100"

    def _plan(self, cards: CardSet) -> str:
        plan = self._known().plan(cards)
        strong = sum(chance <= NEVER_BEATEN for _, chance in plan)
        seldom = sum(chance <= SELDOM_BEATEN for _, chance in plan)
        plays = f"{len(plan)} play{'' if len(plan) == 1 else 's'}"
        if strong:
            return f"{plays}, {strong} of them unbeatable"
        return f"{plays}, {seldom} of them seldom beaten" if seldom else plays


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"
