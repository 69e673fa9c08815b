"""The club player of Mü: contracts from a few hundred playouts, card play by rules of thumb."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from stramash.bots.mu.club_ideas import own_seat, takes_crown, worth_a_thought
from stramash.bots.mu.worlds import MuWorlds
from stramash.bots.search.compare import Budget, Evaluator, compare, lead_over_others
from stramash.bots.settings import settings_from
from stramash.core.cards import size
from stramash.core.options import Choice, Number, option
from stramash.mu.game import MuGame
from stramash.mu.moves import Display, Move
from stramash.mu.state import Phase, View
from stramash.sim.mu.pack import pack_move, pack_rules, pack_state
from stramash.sim.mu.quick import quick_key
from stramash.sim.run import pack_moves, playouts

ROLLOUT_BIAS: Final = 6.0
"""Points by which playouts overrate a display that takes the Crown or raises its bid: real opponents defend
better than the quick policy, and of many bids luck favoured the one chosen. Found in duplicate matches."""
ONE_CAN_MAKE: Final = 4
"""Cards of a bid that is made as often as not."""


class Caution(NamedTuple):
    """What is taken off a display that takes the Crown or raises its bid, to correct the bias of playouts."""

    points: float = ROLLOUT_BIAS
    for_each_card: float = 0.0
    """The same for each card of a bid beyond `ONE_CAN_MAKE`."""
    least_chance: float = 0.0
    """The chance by the hand alone (`sim.mu.contract`) below which a Crown is not bid for."""
    opens: bool = False
    """Whether nothing is taken off where a pass would throw the deal in (M3.5)."""

    def price(self, view: View, move: Move) -> float:
        """What is taken off a move."""
        seat = own_seat(view)
        if not isinstance(move, Display) or not takes_crown(view.table, seat, move):
            return 0.0
        if self.opens and view.table.crown is None and view.table.passes == view.table.seats - 1:
            return 0.0
        bid = view.table.bids[seat] + size(move.cards)
        return self.points + self.for_each_card * max(0, bid - ONE_CAN_MAKE)


BIAS_ONLY: Final = Caution()
"""The bias of playouts alone, for a search, which sees for itself how often a bid fails."""
LEAST_CHANCE: Final = {3: 0.3, 4: 0.35, 5: 0.3, 6: 0.3}
"""By seats: the lowest chances with which the careful one makes about half of its Crowns (docs/bots.md)."""
AUCTIONS: Final = ("bold", "careful")
"""How the club player bids, as a spec names it: `club@auction=bold` as it did at first, making a fifth."""


def caution_of(auction: str, seats: int) -> Caution:
    """The caution of a club player."""
    if auction == "bold":
        return BIAS_ONLY
    return Caution(least_chance=LEAST_CHANCE[seats], opens=True)


@dataclass(frozen=True, kw_only=True)
class ClubSettings:
    """What may be set of a club player."""

    auction: str = option("careful", Choice(AUCTIONS), "How it bids: as it did at first, or with care.")
    playouts: int = option(
        600, Number(1, 1_000_000), "How many playouts a decision before the first trick may take."
    )


class ClubTrickTaker:
    """A player of Mü that counts cards, knows the bonuses and plays for its team."""

    def __init__(
        self,
        game: MuGame,
        rng: Random,
        *,
        caution: Caution | None = None,
        **settings: Any,
    ) -> None:
        self.game = game
        self._rng = rng
        self._rules = pack_rules(game.rules)
        chosen = settings_from(ClubSettings, settings)
        self._budget = Budget(playouts=chosen.playouts)
        # Where a failed bid is paid for by steps (M6.7) its worth says enough.
        taken = caution_of(chosen.auction, game.seats) if caution is None else caution
        by_worth = taken._replace(least_chance=0.0, opens=False)
        self._caution = by_worth if game.rules.fails_by_steps else taken

    def choose(self, view: View) -> Move:
        """The move of the seat that must act."""
        if len(view.legal) == 1:
            return view.legal[0]
        if view.table.phase in (Phase.PLAY, Phase.NEXT_DEALER):
            return self.by_rule_of_thumb(view)
        moves = worth_a_thought(self.game, self._rules, view, self._caution.least_chance)
        worlds = MuWorlds(self.game, view, self._rng)
        evaluate = by_playouts(self.game, view, self._caution)
        move: Move = compare(worlds.take, moves, evaluate, self._budget)[0].move
        return move

    def interject(self, view: View) -> Move | None:
        """Nothing happens out of turn in Mü."""
        return None

    def by_rule_of_thumb(self, view: View) -> Move:
        """What the quick policy likes best; it is the same in every world that agrees with the view."""
        seat = own_seat(view)
        world = pack_state(self.game.rules, self.game.determinize(view, Random(0)))
        keys = [quick_key(world, self._rules, seat, *pack_move(move)) for move in view.legal]
        return view.legal[keys.index(max(keys))]


def by_playouts(game: MuGame, view: View, caution: Caution = BIAS_ONLY) -> Evaluator:
    """Evaluates moves by playing every world to the end of the deal with the quick policy."""
    seat = own_seat(view)

    def evaluate(worlds: Any, moves: list[Move]) -> Any:
        points = playouts(game, worlds, pack_moves(game, moves), policy="quick", threads=1)
        prices = np.array([caution.price(view, move) for move in moves])
        return lead_over_others(points[:, :, 0, :], seat) - prices

    return evaluate
