"""The master of Mü: rollouts of the net's favourite moves in sampled worlds.

The net says which moves are worth a thought. Each of them is made in worlds that agree with the view, and
there a small net distilled from it plays on for everybody to the end of the deal. What is still in question
then the net itself plays on. No critic is asked, and in no world does anybody play by cards they cannot know.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from stramash import games
from stramash.bots.mu.advice import same
from stramash.bots.mu.club_ideas import own_seat
from stramash.bots.mu.endings import SOLVED_TRICKS, best_card, is_ending
from stramash.bots.mu.net import NetTrickTaker
from stramash.bots.mu.opponent_model import posterior_worlds
from stramash.bots.mu.worlds import MuWorlds
from stramash.bots.search.paired_stats import BEHIND, contenders, distinct, mean_and_error
from stramash.bots.settings import FileName, NetSettings, settings_from
from stramash.core.options import Number, Real, option
from stramash.mu.game import MuGame
from stramash.mu.moves import Move
from stramash.mu.state import Phase, View
from stramash.nets import levels
from stramash.nets.batched_net import BatchedNet
from stramash.nets.cards import WeightsError, rules_of, shipped
from stramash.nets.files import read
from stramash.nets.mu.player import auction_moves
from stramash.nets.mu.playouts import Playouts, are_cards_due
from stramash.nets.player import Seen
from stramash.sim.mu import record as at
from stramash.sim.run import pack_moves

WORLDS: Final = 60
CANDIDATES: Final = 8
LEAST_CHANCE: Final = 1e-5
"""Cards less likely than this by the net are not looked at; it is surer of itself than it should be."""
LCB_STDEVS: Final = 1.0
"""By how many standard errors another move must be better than the net's own to be made instead."""
SOLVED: Final = 60
"""How many worlds of an ending are solved."""
PLAYED: Final = 5000
"""How many cards the large net plays on in all worlds together: with more moves in question fewer worlds
are looked at. Work is counted, not time, so that the same seed plays the same on any machine."""
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
POSTERIOR_WEIGHT: Final = 0.5
"""The power of the likelihood in the posterior over worlds: 1 takes it in full, 0 leaves the prior."""
TRICKS: Final = "tricks"
"""The folder of small nets that know nothing but cards, and are there to play on."""
LEVEL: Final = "laird"
"""The level whose net plays on where there is none of those."""
PackedEvaluator = Callable[[Any, Any], Any]
"""Evaluates packed moves in packed worlds: an array of values, worlds by moves."""
TO_THE_END: Final = 1000
"""More decisions than any deal has left."""
LOOKED_AT: Final = {Phase.AUCTION, Phase.SHIELD_TRUMP, Phase.CROWN_TRUMP, Phase.PARTNER, Phase.PLAY}
"""What is looked at. That a look at burials helps has not been seen."""


@dataclass(frozen=True, kw_only=True)
class MasterSettings(NetSettings):
    """What may be set of a master."""

    small: str | None = option(None, FileName(), "The weights of the small net that plays on.")
    worlds: int = option(WORLDS, Number(1, 100_000), "In how many worlds the net plays on.")
    played: int = option(PLAYED, Number(1, 10**9), "How many cards it plays in all of them together.")
    small_worlds: int = option(SMALL_WORLDS, Number(1, 100_000), "In how many worlds the small net plays on.")
    small_played: int = option(SMALL_PLAYED, Number(1, 10**9), "How many cards it plays in all of them.")
    bid_worlds: int = option(BID_WORLDS, Number(0, 100_000), "In how many worlds a bid is looked at.")
    bid_played: int = option(BID_PLAYED, Number(1, 10**9), "How many cards are played after all of them.")
    solved_worlds: int = option(SOLVED, Number(0, 100_000), "How many worlds of an ending are solved.")
    lcb_stdevs: float = option(
        LCB_STDEVS, Real(0, 100), "By how many standard errors a move must be better than the net's own."
    )
    candidates: int = option(CANDIDATES, Number(1, 1_000), "How many cards are looked at.")
    chance: float = option(
        LEAST_CHANCE, Real(0, 1), "The chance by the net below which a card is not looked at."
    )
    posterior_weight: float = option(
        POSTERIOR_WEIGHT, Real(0, 10), "The power to which likelihoods of worlds are raised."
    )


class MasterTrickTaker(NetTrickTaker):
    """Plays Mü by a net, and looks ahead with it."""

    def __init__(self, game: MuGame, parts: dict[str, Any], rng: Random, **settings: Any) -> None:
        super().__init__(game, parts)
        self._mu = game
        self.batched = BatchedNet(game, parts)
        self._rng = rng
        self._settings = settings_from(MasterSettings, settings)
        self._small = _playouts(game, self._settings.small)

    def choose(self, view: View) -> Move:
        """The best move found."""
        if len(view.legal) == 1 or view.table.phase not in LOOKED_AT:
            return super().choose(view)
        if view.table.phase is Phase.AUCTION:
            return self._bid(view)
        if self._settings.solved_worlds and is_ending(view, SOLVED_TRICKS[self.game.seats]):
            return best_card(self._mu, self.net, view, self.drawn_worlds(view, self._settings.solved_worlds))
        packed = pack_moves(self.game, list(view.legal))
        if view.table.phase is Phase.PLAY:
            return view.legal[self._look(view, packed)]
        liked = self.liked(self.net.seen(view, packed), None, self._settings.candidates, LEAST_CHANCE_NAMED)
        return view.legal[self._look_ahead(view, packed, liked)]

    def _counted(self, view: View, seen: Seen, sums: Any) -> int:
        packed = auction_moves(self.net.rules, view)
        if len(packed) == 1 or not self._settings.bid_worlds:
            return super()._counted(view, seen, sums)
        return self._look_ahead(view, packed, self.liked(seen, sums, BIDS, LEAST_CHANCE_BID))

    def _look_ahead(self, view: View, packed: Any, tried: Any) -> int:
        """The number of the bid, trumps or partner surely better than the net's own, or of that one."""
        is_bid = view.table.phase is Phase.AUCTION
        count = self._settings.bid_worlds if is_bid else self._settings.small_worlds
        left = self._settings.bid_played if is_bid else self._settings.small_played
        worth = self.after_naming(view)
        better, error = self._played_on(view, packed[tried], worth, self.drawn_worlds(view, count), left)
        return int(tried[int(np.argmax(better - self._settings.lcb_stdevs * error))])

    def after_naming(self, view: View) -> PackedEvaluator:
        """Evaluates moves before cards: the large net bids and names on, the small one plays the cards."""
        small = self._small

        def worth(worlds: Any, moves: Any) -> Any:
            records = self.batched.played_to(worlds, moves, are_cards_due)
            return small.worth_of(own_seat(view), records).reshape(len(worlds), len(moves))

        return worth

    def _look(self, view: View, packed: Any) -> int:
        """The number of the card that is surely better than the net's own, or of that one."""
        tried = self._tried(view, packed)
        if len(tried) == 1:
            return int(tried[0])
        drawn = self._explaining(view)
        better, error = self._by_small(view, packed[tried], drawn)
        # The large net looks at those that may be the best, and at its own.
        stays = better + BEHIND * error >= better.max()
        stays[0] = True
        kept = np.flatnonzero(stays)
        if len(kept) > 1:
            by, by_error = np.full(len(tried), -np.inf), np.zeros(len(tried))
            by[kept], by_error[kept] = self._by_net(view, packed[tried[kept]], drawn)
            better, error = (better + by) / 2, np.sqrt(error**2 + by_error**2) / 2
        return int(tried[int(np.argmax(better - self._settings.lcb_stdevs * error))])

    def _explaining(self, view: View) -> Any:
        """Packed worlds that explain what the others played."""
        drawn = MuWorlds(self._mu, view, self._rng)
        count = max(self._settings.small_worlds, self._settings.worlds)
        return posterior_worlds(drawn, view, self._small, count, self._settings.posterior_weight)

    def _by_net(self, view: View, packed: Any, drawn: Any) -> tuple[Any, Any]:
        """By how much moves are better than the first if the net plays on in worlds, with errors."""

        def worth(worlds: Any, moves: Any) -> Any:
            return self.batched.worth(own_seat(view), worlds, moves, TO_THE_END)

        return self._played_on(view, packed, worth, drawn[: self._settings.worlds], self._settings.played)

    def _by_small(self, view: View, packed: Any, drawn: Any) -> tuple[Any, Any]:
        """The same if the small net does."""

        def worth(worlds: Any, moves: Any) -> Any:
            return self._small.worth(own_seat(view), worlds, moves)

        return self._played_on(
            view, packed, worth, drawn[: self._settings.small_worlds], self._settings.small_played
        )

    def _played_on(
        self, view: View, packed: Any, evaluate: PackedEvaluator, drawn: Any, left: int
    ) -> tuple[Any, Any]:
        """By how much moves are better than the first where so many cards may be played on in worlds."""
        worlds, times = distinct(drawn)
        kept, worth = np.arange(len(packed)), np.zeros((0, len(packed)))
        length = sum(view.table.counts)
        while len(kept) > 1 and (first := len(worth)) < len(worlds):
            # A quarter of the worlds, another one, then the rest: each for the moves still in question.
            last = first + -(-len(worlds) // 4) if first < len(worlds) // 2 else len(worlds)
            last = min(last, len(worlds), first + left // (len(kept) * length))
            if last == first:
                break
            more = evaluate(worlds[first:last], packed[kept])
            left -= more.size * length
            worth = np.concatenate([worth, more])
            stays = contenders(worth, times[:last])
            kept, worth = kept[stays], worth[:, stays]
        better, error = np.full(len(packed), -np.inf), np.zeros(len(packed))
        if len(worth):
            better[kept], error[kept] = mean_and_error(worth - worth[:, :1], times[: len(worth)])
        better[0] = error[0] = 0.0
        return better, error

    def _tried(self, view: View, packed: Any) -> Any:
        """The numbers of the cards worth a look: the net's own first."""
        liked = self.liked(
            self.net.seen(view, packed), None, self._settings.candidates, self._settings.chance
        )
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


def _playouts(game: MuGame, file: str | None) -> Playouts:
    """The small net that plays on: from a file, or the one that comes with stramash; raises WeightsError."""
    path = Path(file) if file is not None else shipped(game, TRICKS) or shipped(game, LEVEL)
    if path is None or (file is None and rules_of(game)):
        raise WeightsError(f"there is no small net to play {game.id} for {game.seats} on with these options")
    return _read(path, game.seats)


@lru_cache(maxsize=4)
def _read(path: Path, seats: int) -> Playouts:
    game = games.get("mu", seats)
    return Playouts(game, read(path, game)[2])
