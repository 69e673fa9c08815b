"""Lets bots play a match: in a fixed order, so that the same seeds give the same match."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from stramash.bots.base import Bot
from stramash.core.events import Event
from stramash.core.match import AnyMatch
from stramash.core.seats import Seat


class Decision(NamedTuple):
    """One move that a bot made."""

    seat: Seat
    choices: int
    """How many legal moves its view listed."""
    events: tuple[Event, ...]


def step(match: AnyMatch, bots: Mapping[Seat, Bot]) -> Decision | None:
    """The next move that one of the bots makes; None while only other players must act.

    Seats that may act out of turn are offered it first, in seat order; then the first that must act does.
    """
    game = match.game
    waiting = game.waiting(match.state)
    for seat in _ours(game.may_act(match.state) - waiting, bots):
        decision = _offer(match, bots[seat], seat)
        if decision is not None:
            return decision
    for seat in _ours(waiting, bots):
        view = match.view(seat)
        move = bots[seat].interject(view)
        if move is None:
            move = bots[seat].choose(view)
        return Decision(seat, len(view.legal), match.act(seat, move))
    return None


def _ours(seats: Iterable[Seat], bots: Mapping[Seat, Bot]) -> list[Seat]:
    return sorted(seat for seat in seats if seat in bots)


def _offer(match: AnyMatch, bot: Bot, seat: Seat) -> Decision | None:
    view = match.view(seat)
    move = bot.interject(view)
    return None if move is None else Decision(seat, len(view.legal), match.act(seat, move))
