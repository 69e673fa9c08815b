"""What a table hands in: the end of a deal of its evening, saved with the move that ended it."""

from typing import TYPE_CHECKING, Any

from stramash.core.seats import Seat
from stramash.server.evenings.model import Play
from stramash.server.table.play.finished import By
from stramash.wire.codec import Json, write_result

if TYPE_CHECKING:  # the table owns its part
    from stramash.server.table.people.roster import Roster
    from stramash.server.table.table import Table


def coming_of(table: str, roster: "Roster") -> Play:
    """That a new table has come to its evening."""
    assert roster.evening is not None
    body: Json = {
        "names": [place.name for place in roster.places],
        "kinds": [place.kind for place in roster.places],
    }
    return Play(roster.evening.id, table, 0, body)


def play_of(table: "Table", seat: Seat, move: Any, by: By) -> Play | None:
    """What a move that has been checked means for the evening: the end of a deal, or nothing."""
    part, journal = table.roster.evening, table.journal
    match = journal.match
    if part is None or match is None or journal.latest is None:
        return None
    result = journal.game.result(journal.game.apply(match.state, seat, move).state)
    if result is None or result.redeal:
        return None
    played = journal.latest
    # Whoever had a seat when the deal began: what others did on it afterwards was help, not another player.
    first = [occupancies[0].occupant for occupancies in played.occupancies]
    made = zip(match.deals[-1].moves, played.movers[-1], strict=True)
    makers = [*((mover, (who.by, who.occupant)) for (mover, _), who in made)]
    makers.append((seat, (by, table.roster.occupant(seat))))
    helped = {
        mover for mover, who in makers if first[mover].kind == "person" and who != ("person", first[mover])
    }
    body: Json = {
        "names": [occupant.name for occupant in first],
        "kinds": [occupant.kind for occupant in first],
        "helped": sorted(helped),
        "result": write_result(result),
    }
    return Play(part.id, table.id, journal.match_number, body)
