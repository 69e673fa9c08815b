"""Seats that are played by others than the net that learns, so that it does not only know its like.

In self-play alone a habit that everybody shares goes unpunished: in Mü bids climbed to the highest there was,
since where all go on a single pass changes nothing. In a share of the games somebody else plays: the net as
it was some rounds ago, the quick policy (`regular`), another net that never changes, or in Mü bidders of many
kinds (`sim.mu.bidder`), for whom the net plays on after the auction; in Mü so it does for the other net, once
cards are played, but for a share of the games (`imitate` makes one that bids, or plays, like an expert). Half
of these games have one such seat, half have one seat that learns; with bidders and another net there are from
one to all but one, each as often. Where another net sits at all seats (`net_everywhere`) only cards are
learned, after auctions as it has them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import torch

from stramash.core.errors import RulesError
from stramash.core.game import AnyGame
from stramash.core.seats import sides_by_seat
from stramash.train.families import BIDDING

if TYPE_CHECKING:
    from stramash.train.learn import Settings

LEARNS: Final = 0
FROZEN: Final = 1
REGULAR: Final = 2
BIDDERS: Final = 3
NET: Final = 4
SHARES: Final = {
    FROZEN: "among_frozen",
    REGULAR: "among_regular",
    BIDDERS: "among_bidders",
    NET: "among_net",
}
"""The settings that say in which share of the games somebody else plays."""
PARTS: Final = 20
"""Shares of the games in which another net draws, plays on or sits everywhere are counted in so many."""


class Others:
    """Who plays which seat of which game; the same games have the same others all the time."""

    def __init__(self, game: AnyGame, settings: "Settings", device: str) -> None:
        self.seats = torch.from_numpy(_seating(game, settings)).to(device)
        """By game and seat: who plays there."""
        self.has = {kind: bool(getattr(settings, name)) for kind, name in SHARES.items()}
        count = game.seats
        places = 1 << torch.arange(count, device=device)
        self._masks = ((self.seats != LEARNS).long() * places).sum(dim=1)
        self._count = count
        self.bidder_hopes = settings.bidder_hopes
        # Games in a row differ in who sits where: whole rows of them are drawn or not.
        row = torch.arange(settings.games, device=device) // (count * max(1, count - 1))
        self._draws = row % PARTS < round(PARTS * settings.net_draws)
        self._plays = row // PARTS % PARTS < round(PARTS * settings.net_plays)
        module = BIDDING.of(game)
        if self.has[BIDDERS] and module is None:
            raise RulesError("set", "among_bidders", "there is no auction of displays in this game")
        self._bids = None if module is None else import_module(module)

    def flags(self, seats: torch.Tensor) -> torch.Tensor:
        """Which seats are played by others, one bit each, counted from the seats that act."""
        masks, turn = self._masks, seats.clamp(min=0)
        return (masks >> turn | masks << (self._count - turn)) & (1 << self._count) - 1

    def kinds(self, seats: torch.Tensor) -> torch.Tensor:
        """Who acts in each game."""
        return self.seats.gather(1, seats.clamp(min=0)[:, None])[:, 0]

    def quick(self, records: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
        """Where the quick policy acts: for `regular` always, for bidders in the auction."""
        kinds = self.kinds(seats)
        quick = kinds == REGULAR
        return quick | self._is_bidder(records, kinds) if self.has[BIDDERS] else quick

    def learned(self, records: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
        """Which decisions the net may learn from: its own, also those for bidders after the auction."""
        kinds = self.kinds(seats)
        mine = kinds == LEARNS
        if self.has[BIDDERS]:
            mine = mine | (kinds == BIDDERS) & ~self._is_bidder(records, kinds)
        return mine | (kinds == NET) & ~self.net(records, seats) if self.has[NET] else mine

    def net(self, records: torch.Tensor, seats: torch.Tensor) -> torch.Tensor:
        """Where the other net acts: in Mü until cards are played, in some games and elsewhere always."""
        theirs: torch.Tensor = self.kinds(seats) == NET
        return theirs if self._bids is None else theirs & (self._plays | self._bids.is_before_cards(records))

    def is_sure(self, records: torch.Tensor) -> torch.Tensor | None:
        """Where the other net does what it likes best: once its bids, as varied as they were, are made.

        In some games it draws trumps and partner too, so that not always the same ones are played. Cards it
        never draws: who plays one at random now and then is no expert.
        """
        if self._bids is None:
            return None
        bidding: torch.Tensor = self._bids.is_bidding(records)
        return ~bidding & ~(self._draws & self._bids.is_before_cards(records))

    def _is_bidder(self, records: torch.Tensor, kinds: torch.Tensor) -> torch.Tensor:
        assert self._bids is not None, "asked for before"
        bidding: torch.Tensor = self._bids.is_bidding(records)
        return (kinds == BIDDERS) & bidding


def others_of(game: AnyGame, settings: "Settings", device: str) -> Others | None:
    """The others of a run; None where the net plays every seat."""
    shares = [getattr(settings, name) for name in SHARES.values()]
    if min(shares) < 0 or sum(shares) > 1:
        raise RulesError("set", " ".join(SHARES.values()), "shares of the games: from 0 to 1 together")
    return Others(game, settings, device) if any(shares) else None


def _seating(game: AnyGame, settings: "Settings") -> Any:
    """A row a game: who plays each seat; games with others come last."""
    side_of = sides_by_seat(game.sides)
    rows = torch.zeros((settings.games, game.seats), dtype=torch.int64).numpy()
    first = settings.games
    everywhere = round(PARTS * settings.net_everywhere)
    for kind, name in SHARES.items():
        count = round(settings.games * getattr(settings, name))
        first -= count
        for i in range(count):
            lone, is_one = i % len(game.sides), i // len(game.sides) % 2
            others = 1 if is_one else len(game.sides) - 1
            if kind in (BIDDERS, NET):
                others = 1 + i // len(game.sides) % (len(game.sides) - 1)
            if kind == NET and i % PARTS < everywhere:
                others = len(game.sides)
            for seat in range(game.seats):
                if (side_of[seat] - lone) % len(game.sides) < others:
                    rows[first + i, seat] = kind
    return rows
