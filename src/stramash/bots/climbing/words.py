"""Why a move of a climbing game may be good or bad: one sentence a player would say, from the view alone."""

from typing import Final

from stramash.bots.climbing.club.climber import ClubClimber, Study
from stramash.bots.search.estimate import Estimate
from stramash.bots.wording import cards_left, counted, in_a_row, number, out_of_ten, sentence
from stramash.climbing.cards import COURTS, FACES
from stramash.climbing.moves import Award, Bid, GiveCard, Move, NameLead, Pass, Play, PutBack
from stramash.climbing.state import Phase, View
from stramash.core.cards import CardSet, remove
from stramash.sim.climbing.facts import combo_code

NEVER: Final = 0.005
"""Below this chance something is said never to happen, and above one less it, always."""


def about_bet(value: int, gain: Estimate, chance: float) -> str:
    """What a bet comes to."""
    if abs(gain.points) <= gain.margin:
        verdict = "so it hardly matters"
    else:
        verdict = "which is worth it" if gain.points > 0 else "which is not enough"
    return f"A bet of {value} is won {out_of_ten(chance)}, {verdict}."


class Words:
    """Why a climbing move is good or bad."""

    def __init__(self, club: ClubClimber, view: View) -> None:
        self._club, self._view = club, view
        self._study: Study | None = None

    def about(self, move: Move) -> str:
        """What matters most, in one sentence."""
        view, rules = self._view, self._club.rules
        match move:
            case Play():
                return self._about_play(move)
            case Pass() if view.table.phase is Phase.TRICK:
                holder = view.table.top_seat
                left = cards_left(view.table.counts[holder])
                plan = self._plan(view.hand)
                return f"You leave the trick to seat {holder}, who {left}, and keep {plan}."
            case Pass():
                return "You stay a Sheep and share if the Shepherd fails."
            case Bid(value=value):
                return f"You win {value} if you are first out; otherwise the Sheep share them."
            case GiveCard(card=card):
                return sentence(f"You keep {self._plan(remove(view.hand, 1 << card))}")
            case PutBack(cards=cards):
                return sentence(f"You keep {self._plan(remove(view.hand, cards))}")
            case Award(seat=seat):
                total = view.table.totals[rules.side_of[seat]]
                return f"Seat {seat} has {counted(total, 'point')} in all."
            case NameLead(seat=seat):
                return f"Seat {seat} {cards_left(view.table.counts[seat])}."
        return ""

    def _about_play(self, play: Play) -> str:
        view = self._view
        rest = remove(view.hand, play.cards)
        if not rest:
            return "You go out with it."
        parts = [self._risk(play)]
        size = play.cards.bit_count()
        near = [seat for seat in self._known().opponents if view.table.counts[seat] == size]
        courts = play.cards & COURTS
        if play.combo.is_bomb and self._club.rules.bomb_prize != "keeps":
            parts.append("the cards of a trick that is bombed go to somebody else")
        elif near and self._chance(play) > NEVER:
            parts.append(f"seat {near[0]} could go out on it")
        elif courts and play.combo.cards > 1 and not play.combo.is_bomb:
            parts.append(f"it costs you the {in_a_row(FACES.write(courts).split())}")
        else:
            parts.append(f"you are left with {self._plan(rest)}")
        return sentence(*parts)

    def _known(self) -> Study:
        if self._study is None:
            self._study = self._club.study(self._view)
        return self._study

    def _chance(self, play: Play) -> float:
        return self._known().risk(combo_code(play.combo))

    def _risk(self, play: Play) -> str:
        chance = self._chance(play)
        if chance <= NEVER:
            return "Nobody can beat it"
        if chance >= 1 - NEVER:
            return "It is sure to be beaten"
        return f"It is beaten {out_of_ten(chance)}"

    def _plan(self, cards: CardSet) -> str:
        """The hand as the plays it can be shed in, and how many of them are sure."""
        plan = self._known().plan(cards)
        sure = sum(chance <= NEVER for _, chance in plan)
        if len(plan) == 1:
            return "one play" + (" that nobody can beat" if sure else "")
        which = "all" if sure == len(plan) else number(sure) if sure else "none"
        return f"{counted(len(plan), 'play')}, {which} of them sure"
