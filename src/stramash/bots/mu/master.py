"""A player of Mü that learned and looks: the net's favourites, played on by the net in many worlds.

The net says which moves are worth a thought. Each of them is made in worlds that agree with the view, and
there the net plays on for everybody to the end of the deal, or trees of playouts grow as the expert's do: no
critic is asked. In no world does anybody play by cards they cannot know.
"""

from collections.abc import Hashable
from random import Random
from typing import Any, Final

import numpy as np

from stramash.bots.mu.advice import same
from stramash.bots.mu.club_ideas import own_seat
from stramash.bots.mu.endings import best_card, is_ending
from stramash.bots.mu.net import NetTrickTaker
from stramash.bots.mu.worlds import MuWorlds
from stramash.bots.search.doubt import different, in_question, mean_and_error
from stramash.bots.search.estimate import LEARNING
from stramash.bots.search.tree import playout_judge
from stramash.core.errors import RulesError
from stramash.mu.game import MuGame
from stramash.mu.moves import Move
from stramash.mu.state import Phase, View
from stramash.nets import levels
from stramash.nets.crowd import Crowd
from stramash.sim.mu import record as at
from stramash.sim.run import pack_moves

WORLDS: Final = 60
CANDIDATES: Final = 6
LEAST_CHANCE: Final = 0.01
"""Moves that the net itself would hardly ever make are not looked at."""
DOUBT: Final = 1.0
"""By how many standard errors another move must be better than the net's own to be made instead."""
SOLVED: Final = 60
"""How many worlds of an ending are solved."""
PLAYED: Final = 3000
"""How many cards are played on in all worlds together: where many moves stay in question, fewer worlds are
looked at. Work is counted, not time, so that the same seed plays the same on any machine."""
PLAYOUTS: Final = 3000
"""How many playouts the trees of all moves of a decision have together."""
NET, TREE = "net", "tree"
JUDGE: Final = "net+tree"
"""Who judges cards, as a spec names it."""
TO_THE_END: Final = 1000
"""More decisions than any deal has left."""
LOOKED_AT: Final = {Phase.PLAY, Phase.SHIELD_TRUMP, Phase.CROWN_TRUMP}
"""What is looked at: that a look at bids, partners or burials helps has not been seen."""


class MasterTrickTaker(NetTrickTaker):
    """Plays Mü by a net, and looks ahead with it."""

    def __init__(
        self,
        game: MuGame,
        parts: dict[str, Any],
        rng: Random,
        *,
        worlds: int | str = WORLDS,
        doubt: float | str = DOUBT,
        candidates: int | str = CANDIDATES,
        chance: float | str = LEAST_CHANCE,
        judge: str = JUDGE,
        played: int | str = PLAYED,
        playouts: int | str = PLAYOUTS,
        solved_worlds: int | str = SOLVED,
    ) -> None:
        super().__init__(game, parts)
        self._mu = game
        self.crowd = Crowd(game, parts)
        self._rng, self._worlds, self._doubt = rng, int(worlds), float(doubt)
        self._most, self._chance = int(candidates), float(chance)
        self._judges = _judges(judge)
        self._played, self._playouts = int(played), int(playouts)
        self.solved_worlds = int(solved_worlds)

    def choose(self, view: View) -> Move:
        """The best move found."""
        if len(view.legal) == 1 or view.table.phase not in LOOKED_AT:
            return super().choose(view)
        if self.solved_worlds and is_ending(view, self.game.seats):
            return best_card(self._mu, self.net, view, self._drawn(view, self.solved_worlds))
        packed = pack_moves(self.game, list(view.legal))
        return view.legal[self._look(view, packed)]

    def _look(self, view: View, packed: Any) -> int:
        """The number of the move that is surely better than the net's own, or of that one."""
        tried = self._tried(view, packed)
        if len(tried) == 1:
            return int(tried[0])
        is_play = view.table.phase is Phase.PLAY
        found = []
        if NET in self._judges or not is_play:
            found.append(self._by_net(view, packed[tried]))
        if TREE in self._judges and is_play:
            found.append(self._by_trees(view, [view.legal[i] for i in tried]))
        better = sum(by for by, _ in found) / len(found)
        error = np.sqrt(sum(error**2 for _, error in found)) / len(found)
        return int(tried[int(np.argmax(better - self._doubt * error))])

    def _by_net(self, view: View, packed: Any) -> tuple[Any, Any]:
        """By how much moves are better than the first if the net plays on in worlds, with errors."""
        worlds, times = different(self._drawn(view, self._worlds))
        kept, worth = np.arange(len(packed)), np.zeros((0, len(packed)))
        length, left = sum(view.table.counts), self._played
        while len(kept) > 1 and (first := len(worth)) < len(worlds):
            # A quarter of the worlds, another one, then the rest: each for the moves still in question.
            last = first + -(-len(worlds) // 4) if first < len(worlds) // 2 else len(worlds)
            last = min(last, len(worlds), first + left // (len(kept) * length))
            if last == first:
                break
            more = self.crowd.worth(own_seat(view), worlds[first:last], packed[kept], TO_THE_END)
            left -= more.size * length
            worth = np.concatenate([worth, more])
            stays = in_question(worth, times[:last])
            kept, worth = kept[stays], worth[:, stays]
        better, error = np.full(len(packed), -np.inf), np.zeros(len(packed))
        if len(worth):
            better[kept], error[kept] = mean_and_error(worth - worth[:, :1], times[: len(worth)])
        better[0] = error[0] = 0.0
        return better, error

    def _by_trees(self, view: View, moves: list[Move]) -> tuple[Any, Any]:
        """The same by trees of playouts, a tree for each move; what came before they learnt is left out."""
        count = self._playouts // len(moves)
        worth = playout_judge(self._mu, None, learns=True)(self._drawn(view, count), moves)[
            count // LEARNING :
        ]
        ahead = worth - worth[:, :1]
        return ahead.mean(axis=0), ahead.std(axis=0) / np.sqrt(len(ahead))

    def _tried(self, view: View, packed: Any) -> Any:
        """The numbers of the moves worth a look: the net's own first."""
        seen = self.net.seen(view, packed)
        values, level_values = self.net.values(seen)
        own = levels.best(values, level_values, seen.levels)
        chances = levels.log_chances(values, level_values, seen.levels)
        order = np.argsort(-chances, kind="stable")[: self._most]
        liked = order[chances[order] > np.log(self._chance)]
        if view.table.phase is not Phase.PLAY:
            return np.array([*dict.fromkeys([own, *liked.tolist()])])
        # Of cards that come to the same the net's favourite: what tells them apart in some worlds is noise.
        first: dict[Hashable, int] = {}
        for i in (own, *liked.tolist()):
            first.setdefault(same(self._mu.rules, view, view.legal[i]), i)
        return np.array([*first.values()])

    def _drawn(self, view: View, count: int) -> Any:
        """Packed worlds that agree with the view."""
        worlds = MuWorlds(self._mu, view, self._rng).take(count)
        worlds[:, at.BOLDNESS] = 1  # counts come first
        return worlds


def _judges(text: str) -> list[str]:
    """The judges that a text names, joined by +; raises RulesError for a name that there is not."""
    names = text.split("+")
    for name in names:
        if name not in (NET, TREE):
            raise RulesError("judge", text, f"there are {NET} and {TREE}, not {name}")
    return names
