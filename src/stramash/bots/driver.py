"""Lets bots play a match: in a fixed order, so that the same seeds give the same match."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from stramash.bots.base import Bot
from stramash.core.events import Event
from stramash.core.game import AnyGame
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
    found = next_move(match.game, match.state, match.view, bots)
    if found is None:
        return None
    seat, view, move = found
    return Decision(seat, len(view.legal), match.act(seat, move))


def next_move(
    game: AnyGame, state: Any, view_of: Callable[[Seat], Any], bots: Mapping[Seat, Bot]
) -> tuple[Seat, Any, Any] | None:
    """Whose move it is, what that seat sees, and what it does; in the same order everywhere."""
    waiting = game.waiting(state)
    for seat in _ours(game.may_act(state) - waiting, bots):
        view = view_of(seat)
        move = bots[seat].interject(view)
        if move is not None:
            return seat, view, move
    for seat in _ours(waiting, bots):
        view = view_of(seat)
        move = bots[seat].interject(view)
        return seat, view, bots[seat].choose(view) if move is None else move
    return None


def _ours(seats: Iterable[Seat], bots: Mapping[Seat, Bot]) -> list[Seat]:
    return sorted(seat for seat in seats if seat in bots)
