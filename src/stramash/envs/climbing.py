"""The fields of an observation of a climbing game, and its past moves from a view."""

from collections.abc import Iterator, Sequence
from typing import Any

from stramash.climbing import events
from stramash.climbing.cards import JACK, RANKS
from stramash.climbing.moves import PASS, Award, Bet, Bid, NameLead
from stramash.climbing.rules import ClimbingRules
from stramash.climbing.state import Phase, View
from stramash.core.seats import Seat
from stramash.nets.climbing.layout import layout
from stramash.nets.layout import Field
from stramash.sim.climbing import observations
from stramash.sim.climbing.action_ids import IN_HISTORY
from stramash.sim.climbing.pack import pack_options, pack_view
from stramash.sim.climbing.record import PUT_BACK_MOVE

_KIND_NAMES = ("play", "pass", "bet", "bid", "give", "put back", "award", "lead")

BUILDING: tuple[int, ...] = ()
"""Where in a record a move that is being made stands: nowhere, in these games."""


def position_fields(rules: ClimbingRules) -> tuple[Field, ...]:
    """The bits of a position that can be set in a game."""
    return layout(rules).fields


def secret_fields(rules: ClimbingRules) -> tuple[Field, ...]:
    """The bits of what a seat may not know."""
    return layout(rules).secret_fields


def past_fields(rules: ClimbingRules, name: str, words: Sequence[int], *, is_own: bool) -> Iterator[Field]:
    """The bits of a past move, or of the own one that is being made."""
    yield Field(f"{name} cards", words[0], 0, RANKS * rules.suits)
    yield Field(f"{name} courts", words[0], JACK, 3)
    if not is_own:
        yield Field(f"{name} seat", words[0], observations.SEAT_SHIFT, rules.seats)
    kinds = IN_HISTORY if not is_own else 1 << 1 | 1 << PUT_BACK_MOVE
    for kind, what in enumerate(_KIND_NAMES, 1):
        if kinds >> kind & 1:
            yield Field(f"{name} is {what}", words[0], observations.KIND_SHIFT + kind, 1)
    yield Field(f"{name} type", words[1], 1, 5)
    yield Field(f"{name} tracks", words[1], 7, max(rules.most_tracks, 8 if rules.sets else 1))
    yield Field(f"{name} length", words[1], 16, rules.top_rank - 1)
    yield Field(f"{name} top rank", words[1], 29, 13)
    if not is_own:
        yield Field(f"{name} bet", words[1], 42, len(rules.bets))
        yield Field(f"{name} names seat", words[1], 45, rules.seats)
    if rules.copies == 2:
        yield Field(f"{name} cards twice", words[2], 0, RANKS * rules.suits)


def options(rules: ClimbingRules) -> list[int]:
    """The options as `observations` wants them."""
    numbers: list[int] = pack_options(rules).tolist()
    return numbers


def record_of(rules: ClimbingRules, view: View, chosen: Any) -> list[int]:
    """A view as `observations` wants it."""
    return pack_view(rules, view)


def is_in_position(chosen: Any) -> bool:
    """Whether what is chosen of a move is told by the position already."""
    return False


def past_moves(view: View) -> Iterator[tuple[Seat, Any]]:
    """Who made which move that everybody saw, the oldest first."""
    asked: events.Asked | None = None
    for event in view.past:
        match event:
            case events.Played(seat=seat, play=play):
                yield seat, play
            case events.Passed(seat=seat) | events.BidPassed(seat=seat):
                yield seat, PASS
            case events.BetMade(seat=seat, value=value):
                yield seat, Bet(value)
            case events.BidMade(seat=seat, value=value):
                yield seat, Bid(value)
            case events.Asked():
                asked = event
            case events.TrickTaken(receiver=receiver) if asked and asked.phase is Phase.TRICK_AWARD:
                yield asked.seat, Award(receiver)
                asked = None
            case events.HaggisTaken(receiver=receiver) if asked and asked.phase is Phase.HAGGIS_AWARD:
                yield asked.seat, Award(receiver)
                asked = None
            case events.Leads(seat=lead) if asked and asked.phase is Phase.NAMING_LEAD:
                yield asked.seat, NameLead(lead)
                asked = None
