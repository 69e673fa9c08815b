"""A place in the middle of a match that was played before: where a table of what-if begins."""

from pydantic import Field

from stramash.core.match import AnyMatch
from stramash.server.protocol.bodies import DealAgain
from stramash.server.protocol.forms import Form, SeatForm


class PlayedMove(Form):
    """A move that was made."""

    seat: SeatForm
    move: str


class PlayedDeal(Form):
    """A deal, or its beginning."""

    deck: str
    moves: list[PlayedMove]


class Position(DealAgain):
    """A deal that was played before, its moves, and the deals that followed; the last one up to a place."""

    moves: list[PlayedMove] = Field(default_factory=list)
    later: list[PlayedDeal] = Field(default_factory=list)


def position_in(match: AnyMatch, deal: int, moves: int) -> Position:
    """The place in a match before a move of a deal, both counted from the first: `moves` were made in it."""
    made = [
        PlayedDeal(
            deck=" ".join(match.game.card_code(card) for card in played.deck),
            moves=[
                PlayedMove(seat=seat, move=str(move))
                for seat, move in (played.moves[:moves] if number == deal else played.moves)
            ],
        )
        for number, played in enumerate(match.deals[:deal], 1)
    ]
    first, *later = made
    return Position(deck=first.deck, dealer=match.first_dealer, moves=first.moves, later=later)
