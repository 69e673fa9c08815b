"""A bot that plays any legal move: it reaches every corner of the rules and wins by accident only."""

from random import Random
from typing import Any, Final

from stramash.climbing.moves import Bet
from stramash.core.cards import join
from stramash.core.game import AnyGame
from stramash.mu.auction import next_cards
from stramash.mu.moves import PASS, Display
from stramash.mu.state import Phase as MuPhase
from stramash.mu.state import View as MuView

BET_OUT_OF_TURN: Final = 0.02
"""How often a chance to bet out of turn is taken; there are dozens of them in a deal."""
DISPLAY: Final = 0.5
"""How often a card is displayed in Mü, the first and each further one."""


class RandomBot:
    """Chooses uniformly among the legal moves."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: Any) -> Any:
        """Any legal move; a display of Mü has any number of cards."""
        if isinstance(view, MuView) and view.table.phase is MuPhase.AUCTION:
            return self._display(view)
        return self.rng.choice(view.legal)

    def interject(self, view: Any) -> Any | None:
        """A bet, rarely."""
        bets = [move for move in view.legal if isinstance(move, Bet)]
        return self.rng.choice(bets) if bets and self.rng.random() < BET_OUT_OF_TURN else None

    def _display(self, view: MuView) -> Any:
        """Cards added one by one (M3.1): `legal` names only the displays of one card."""
        assert view.seat is not None, "a spectator is never asked"
        hidden = view.table.hidden(view.seat, view.hand)
        chosen = 0
        while (more := next_cards(hidden, chosen)) and self.rng.random() < DISPLAY:
            chosen = join(chosen, 1 << self.rng.choice(more))
        return Display(chosen) if chosen else PASS
