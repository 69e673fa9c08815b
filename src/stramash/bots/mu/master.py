"""A player of Mü that learned and looks: the net's favourites, played on by the net in many worlds.

The net says which moves are worth a thought. Each of them is made in worlds that agree with the view, and
there a small pupil of the net plays on for everybody to the end of the deal. What is still in question then
the net itself plays on. Trees of playouts may grow as the expert's do; no critic is asked. In no world does
anybody play by cards they cannot know.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from stramash import games
from stramash.bots.mu.advice import same
from stramash.bots.mu.belief import believed
from stramash.bots.mu.club_ideas import own_seat
from stramash.bots.mu.endings import SOLVED_TRICKS, best_card, is_ending
from stramash.bots.mu.net import NetTrickTaker
from stramash.bots.mu.worlds import MuWorlds
from stramash.bots.search.doubt import BEHIND, different, in_question, mean_and_error
from stramash.bots.search.estimate import LEARNING
from stramash.bots.search.tree import playout_judge
from stramash.core.errors import RulesError
from stramash.mu.game import MuGame
from stramash.mu.moves import Move
from stramash.mu.state import Phase, View
from stramash.nets import levels
from stramash.nets.cards import rules_of, shipped
from stramash.nets.crowd import Crowd
from stramash.nets.files import read
from stramash.nets.mu.player import auction_moves
from stramash.nets.mu.playouts import Playouts, are_cards_due
from stramash.nets.player import Seen
from stramash.sim.mu import record as at
from stramash.sim.run import pack_moves

WORLDS: Final = 60
CANDIDATES: Final = 6
LEAST_CHANCE: Final = 0.01
"""Moves that the net itself would hardly ever make are not looked at."""
CANDIDATES_SMALL: Final = 8
LEAST_CHANCE_SMALL: Final = 1e-5
"""The same of cards where a small net plays on: the large one is surer of itself than it should be."""
DOUBT: Final = 1.0
"""By how many standard errors another move must be better than the net's own to be made instead."""
SOLVED: Final = 60
"""How many worlds of an ending are solved."""
PLAYED: Final = 3000
"""How many cards are played on in all worlds together: where many moves stay in question, fewer worlds are
looked at. Work is counted, not time, so that the same seed plays the same on any machine."""
PLAYED_AFTER: Final = 5000
"""The same where the small net has judged before: it leaves few moves."""
PLAYOUTS: Final = 3000
"""How many playouts the trees of all moves of a decision have together."""
SMALL_WORLDS: Final = 150
"""In how many worlds a small net plays on, which takes a twentieth of the time."""
SMALL_PLAYED: Final = 40_000
"""How many cards it plays on in all of them together."""
BID_WORLDS: Final = 48
"""In how many worlds a bid is looked at."""
BID_PLAYED: Final = 6000
"""How many cards are played after all of them: before those of each deal the large net ends the auction."""
BIDS: Final = 4
LEAST_CHANCE_BID: Final = 0.003
"""The same of bids: how many, none included, and the least chance of them."""
LEAST_CHANCE_NAMED: Final = 0.001
"""The same of trumps and partners where a small net plays the cards."""
FAITH: Final = 0.5
"""How much what the others played counts for what they hold, see `belief`."""
NET, SMALL, TREE = JUDGES = ("net", "small", "tree")
JUDGE: Final = "small+net"
"""Who judges cards, as a spec names it: each looks at what those before it leave in question."""
WITHOUT_SMALL: Final = (NET, TREE)
"""Who judges them where there is no small net."""
TRICKS: Final = "tricks"
"""The folder of small nets that know nothing but cards, and are there to play on."""
LEVEL: Final = "laird"
"""The level whose net plays on where there is none of those."""
Judge = Callable[[Any, Any], Any]
"""Of packed worlds and moves: what each of the moves is worth in each of the worlds."""
TO_THE_END: Final = 1000
"""More decisions than any deal has left."""
LOOKED_AT: Final = {Phase.PLAY, Phase.SHIELD_TRUMP, Phase.CROWN_TRUMP}
"""What is looked at without a small net."""
LOOKED_AT_SMALL: Final = {Phase.AUCTION, Phase.PARTNER, *LOOKED_AT}
"""What is looked at with one. That a look at burials helps has not been seen."""


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
        candidates: int | str | None = None,
        chance: float | str | None = None,
        judge: str = JUDGE,
        small: str | None = None,
        small_worlds: int | str = SMALL_WORLDS,
        small_played: int | str = SMALL_PLAYED,
        bid_worlds: int | str = BID_WORLDS,
        bid_played: int | str = BID_PLAYED,
        faith: float | str = FAITH,
        played: int | str | None = None,
        playouts: int | str = PLAYOUTS,
        solved_worlds: int | str = SOLVED,
    ) -> None:
        super().__init__(game, parts)
        self._mu = game
        self.crowd = Crowd(game, parts)
        self._rng, self._worlds, self._doubt = rng, int(worlds), float(doubt)
        self._small, self._faith = _playouts(game, small), float(faith)
        self._judges = _judges(judge, has_small=self._small is not None)
        by_small = SMALL in self._judges
        usual, least = (CANDIDATES_SMALL, LEAST_CHANCE_SMALL) if by_small else (CANDIDATES, LEAST_CHANCE)
        self._most = usual if candidates is None else int(candidates)
        self._chance = least if chance is None else float(chance)
        self._small_worlds, self._small_played = int(small_worlds), int(small_played)
        self._bid_worlds, self._bid_played = int(bid_worlds), int(bid_played)
        self._looked_at = LOOKED_AT_SMALL if self._small is not None else LOOKED_AT
        self._played = (PLAYED_AFTER if by_small else PLAYED) if played is None else int(played)
        self._playouts = int(playouts)
        self.solved_worlds = int(solved_worlds)

    def choose(self, view: View) -> Move:
        """The best move found."""
        if len(view.legal) == 1 or view.table.phase not in self._looked_at:
            return super().choose(view)
        if view.table.phase is Phase.AUCTION:
            return self._bid(view)
        if self.solved_worlds and is_ending(view, SOLVED_TRICKS[self.game.seats]):
            return best_card(self._mu, self.net, view, self.drawn_worlds(view, self.solved_worlds))
        packed = pack_moves(self.game, list(view.legal))
        if view.table.phase is Phase.PLAY or self._small is None:
            return view.legal[self._look(view, packed)]
        liked = self.liked(self.net.seen(view, packed), None, self._most, LEAST_CHANCE_NAMED)
        return view.legal[self._look_ahead(view, packed, liked)]

    def _counted(self, view: View, seen: Seen, sums: Any) -> int:
        packed = auction_moves(self.net.rules, view)
        if len(packed) == 1 or not self._bid_worlds:
            return super()._counted(view, seen, sums)
        return self._look_ahead(view, packed, self.liked(seen, sums, BIDS, LEAST_CHANCE_BID))

    def _look_ahead(self, view: View, packed: Any, tried: Any) -> int:
        """The number of the bid, trumps or partner surely better than the net's own, or of that one."""
        is_bid = view.table.phase is Phase.AUCTION
        count = self._bid_worlds if is_bid else self._small_worlds
        left = self._bid_played if is_bid else self._small_played
        worth = self.after_naming(view)
        better, error = self._played_on(view, packed[tried], worth, self.drawn_worlds(view, count), left)
        return int(tried[int(np.argmax(better - self._doubt * error))])

    def after_naming(self, view: View) -> Judge:
        """Judges moves before cards: the large net bids and names on, the small one plays the cards."""
        small = self._small
        assert small is not None, "not looked at without it"

        def worth(worlds: Any, moves: Any) -> Any:
            records = self.crowd.played_to(worlds, moves, are_cards_due)
            return small.worth_of(own_seat(view), records).reshape(len(worlds), len(moves))

        return worth

    def _look(self, view: View, packed: Any) -> int:
        """The number of the move that is surely better than the net's own, or of that one."""
        tried = self._tried(view, packed)
        judges = self._judges if view.table.phase is Phase.PLAY else [NET]
        drawn: Any = None
        found: list[tuple[Any, Any]] = []
        kept = np.arange(len(tried))
        for judge in judges:
            if len(kept) == 1:
                break
            if judge == TREE:
                said = self._by_trees(view, [view.legal[i] for i in tried[kept]])
            else:
                drawn = self._explaining(view) if drawn is None else drawn
                said = (self._by_small if judge == SMALL else self._by_net)(view, packed[tried[kept]], drawn)
            by, by_error = np.full(len(tried), -np.inf), np.zeros(len(tried))
            by[kept], by_error[kept] = said
            found.append((by, by_error))
            # The next judge looks at those that may be the best, and at the net's own.
            stays = said[0] + BEHIND * said[1] >= said[0].max()
            stays[0] = True
            kept = kept[stays]
        if not found:
            return int(tried[0])
        better = sum(by for by, _ in found) / len(found)
        error = np.sqrt(sum(error**2 for _, error in found)) / len(found)
        return int(tried[int(np.argmax(better - self._doubt * error))])

    def _explaining(self, view: View) -> Any:
        """Packed worlds that explain what the others played, where a small net can tell."""
        net = self._small
        if net is None or view.table.phase is not Phase.PLAY:
            return self.drawn_worlds(view, self._worlds)
        drawn = MuWorlds(self._mu, view, self._rng)
        return believed(drawn, view, net, max(self._small_worlds, self._worlds), self._faith)

    def _by_net(self, view: View, packed: Any, drawn: Any) -> tuple[Any, Any]:
        """By how much moves are better than the first if the net plays on in worlds, with errors."""

        def worth(worlds: Any, moves: Any) -> Any:
            return self.crowd.worth(own_seat(view), worlds, moves, TO_THE_END)

        return self._played_on(view, packed, worth, drawn[: self._worlds], self._played)

    def _by_small(self, view: View, packed: Any, drawn: Any) -> tuple[Any, Any]:
        """The same if the small net does."""
        net = self._small
        assert net is not None, "no judge without it"

        def worth(worlds: Any, moves: Any) -> Any:
            return net.worth(own_seat(view), worlds, moves)

        return self._played_on(view, packed, worth, drawn[: self._small_worlds], self._small_played)

    def _played_on(self, view: View, packed: Any, judged: Judge, drawn: Any, left: int) -> tuple[Any, Any]:
        """By how much moves are better than the first where so many cards may be played on in worlds."""
        worlds, times = different(drawn)
        kept, worth = np.arange(len(packed)), np.zeros((0, len(packed)))
        length = sum(view.table.counts)
        while len(kept) > 1 and (first := len(worth)) < len(worlds):
            # A quarter of the worlds, another one, then the rest: each for the moves still in question.
            last = first + -(-len(worlds) // 4) if first < len(worlds) // 2 else len(worlds)
            last = min(last, len(worlds), first + left // (len(kept) * length))
            if last == first:
                break
            more = judged(worlds[first:last], packed[kept])
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
        worth = playout_judge(self._mu, None, learns=True)(self.drawn_worlds(view, count), moves)[
            count // LEARNING :
        ]
        ahead = worth - worth[:, :1]
        return ahead.mean(axis=0), ahead.std(axis=0) / np.sqrt(len(ahead))

    def _tried(self, view: View, packed: Any) -> Any:
        """The numbers of the moves worth a look: the net's own first."""
        is_play = view.table.phase is Phase.PLAY
        least = self._chance if is_play else LEAST_CHANCE
        liked = self.liked(self.net.seen(view, packed), None, self._most, least)
        if not is_play:
            return liked
        # Of cards that come to the same the net's favourite: what tells them apart in some worlds is noise.
        first: dict[Hashable, int] = {}
        for i in liked.tolist():
            first.setdefault(same(self._mu.rules, view, view.legal[i]), i)
        return np.array([*first.values()])

    def liked(self, seen: Seen, sums: Any, most: int, least: float) -> Any:
        """The numbers of the moves that the net likes best, if it would ever make them: its own first."""
        values, level_values = self.net.values(seen, sums)
        own = levels.best(values, level_values, seen.levels)
        chances = levels.log_chances(values, level_values, seen.levels)
        order = np.argsort(-chances, kind="stable")[:most]
        return np.array([*dict.fromkeys([own, *order[chances[order] > np.log(least)].tolist()])])

    def drawn_worlds(self, view: View, count: int) -> Any:
        """Packed worlds that agree with the view."""
        worlds = MuWorlds(self._mu, view, self._rng).take(count)
        worlds[:, at.BOLDNESS] = 1  # counts come first
        return worlds


def _judges(text: str, *, has_small: bool) -> list[str]:
    """The judges that a text names, joined by +; raises RulesError for a name that there is not."""
    names = text.split("+")
    for name in names:
        if name not in JUDGES:
            raise RulesError("judge", text, f"there are {', '.join(JUDGES)}, not {name}")
    if SMALL in names and not has_small:
        return [name for name in JUDGES if name in (*names, *WITHOUT_SMALL) and name != SMALL]
    return names


def _playouts(game: MuGame, file: str | None) -> Playouts | None:
    """A small net that plays on: from a file, or one that comes with stramash; None without one."""
    path = Path(file) if file is not None else shipped(game, TRICKS) or shipped(game, LEVEL)
    return None if path is None or (file is None and rules_of(game)) else _read(path, game.seats)


@lru_cache(maxsize=4)
def _read(path: Path, seats: int) -> Playouts:
    game = games.get("mu", seats)
    return Playouts(game, read(path, game)[2])
