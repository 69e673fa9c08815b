"""A place in a deal that was played before: where a table of what-if, or of an exercise, begins."""

from typing import Any

from pydantic import Field

from stramash.core.game import AnyGame, Carry
from stramash.core.match import Deal
from stramash.server.protocol.bodies import DealAgain
from stramash.server.protocol.forms import Form, SeatForm


class PlayedMove(Form):
    """A move that was made."""

    seat: SeatForm
    move: str


class Score(Form):
    """How the match stood when the deal began: with the dealer, all that earlier deals mean for it."""

    totals: tuple[int, ...]
    deal: int
    lead: SeatForm | None = None


class Position(DealAgain):
    """A deal that was played before and its moves up to a place; nothing of the deals before it."""

    moves: list[PlayedMove] = Field(default_factory=list)
    score: Score | None = None
    """None: it was the first deal."""

    @property
    def carry(self) -> Carry | None:
        """What the deal starts from; None: from nothing, as the first one."""
        if self.score is None:
            return None
        return Carry(dealer=self.dealer, totals=self.score.totals, deal=self.score.deal, lead=self.score.lead)


def position_in(game: AnyGame, deal: Deal[Any], moves: int) -> Position:
    """The place in a deal after so many of its moves."""
    carry = deal.carry
    score = Score(totals=carry.totals, deal=carry.deal, lead=carry.lead)
    return Position(
        deck=" ".join(game.card_code(card) for card in deal.deck),
        dealer=carry.dealer,
        moves=[PlayedMove(seat=seat, move=str(move)) for seat, move in deal.moves[:moves]],
        score=None if carry == game.first(carry.dealer) else score,
    )
