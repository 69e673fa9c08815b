"""A table's part in an evening of duplicate: its cards, its bots' chance, and what it hands in."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.duplicate.sets import DealSet
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import Settings
from stramash.server.store.base import Play
from stramash.server.table.play.finished import By
from stramash.wire.codec import Json, write_result

if TYPE_CHECKING:  # the table owns its part
    from stramash.server.table.table import Table

SETTLED: Final = ("public", "several_seats", "spectators", "hints", "unseen")
"""What is the same at all tables of an evening: nobody looks on, and everybody has the same help."""


@dataclass(frozen=True, slots=True)
class EveningPart:
    """What a table keeps of the evening that it belongs to."""

    id: str
    deal_set: DealSet
    level: str
    """Of the bots, at every table."""

    def doc(self) -> Json:
        """What is stored."""
        deals = self.deal_set
        return {"id": self.id, "deals": deals.deals, "seed": deals.seed.hex(), "level": self.level}

    @classmethod
    def from_doc(cls, doc: Json, game: AnyGame) -> "EveningPart":
        """What was stored."""
        return cls(doc["id"], DealSet(game, doc["deals"], bytes.fromhex(doc["seed"])), doc["level"])

    def refuse_more(self, begun: int) -> None:
        """Refuse a match after the last deal."""
        if begun >= self.deal_set.deals:
            raise Refusal("not-open", "all deals of this evening have been played at this table")

    def refuse_other(self, now: Settings, wish: Settings) -> None:
        """Refuse settings in which tables of an evening may not differ."""
        for name in SETTLED:
            if getattr(now, name) != getattr(wish, name):
                raise Refusal("bad-option", "that is the same at all tables of an evening", option=name)

    def refuse_level(self, level: str) -> None:
        """Refuse other bots than everybody has."""
        if level != self.level:
            raise Refusal("bad-option", f"at all tables of this evening the bots are {self.level}")


def play_of(table: "Table", seat: Seat, move: Any, by: By) -> Play | None:
    """What a move that has been checked means for the evening: the end of a deal, or nothing."""
    part, journal = table.roster.evening, table.journal
    match = journal.match
    if part is None or match is None:
        return None
    result = journal.game.result(journal.game.apply(match.state, seat, move).state)
    if result is None or result.redeal:
        return None
    played = journal.matches[-1]
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
