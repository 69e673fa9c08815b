"""What an evening of duplicate is: its deals, its entrants, and how far its tables have come."""

from dataclasses import dataclass
from typing import Final, Literal

from stramash import games
from stramash.core.game import AnyGame
from stramash.duplicate.sets import DealSet
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import Settings
from stramash.server.table.people import auth
from stramash.wire.codec import Json

MOST_EVENINGS: Final = 2_000
MOST_TABLES: Final = 200
"""Tables of one evening."""
NETWORK_DIGITS: Final = 5
SETTLED: Final = ("public", "several_seats", "spectators", "hints", "unseen")
"""What is the same at all tables of an evening: nobody looks on, and everybody has the same help."""

Stage = Literal["open", "closed", "ended"]
"""Tables may come; no more tables come; no more deals are played."""


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


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening as it is stored."""

    id: str
    part: EveningPart
    hints: bool
    key: str
    """The digest of the secret in its link."""
    host: str
    """The digest of the secret of whoever opened it."""

    def doc(self) -> Json:
        """What is stored."""
        game = self.part.deal_set.game
        return {
            "game": game.id,
            "seats": game.seats,
            "rules": games.RULES_REVISION,
            "options": games.written_options(game),
            "part": self.part.doc(),
            "hints": self.hints,
            "key": self.key,
            "host": self.host,
        }

    @classmethod
    def from_doc(cls, evening: str, doc: Json) -> "Evening":
        """What was stored."""
        game = games.get_written(doc["game"], doc["seats"], doc["options"], doc["rules"])
        part = EveningPart.from_doc(doc["part"], game)
        return cls(evening, part, doc["hints"], doc["key"], doc["host"])


@dataclass(frozen=True, slots=True)
class Play:
    """One line of an evening: a deal that a table has played; deal 0 is its coming."""

    evening: str
    table: str
    deal: int
    body: Json


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who comes to an evening: once, to one table."""

    evening: str
    person: str
    """What tells people apart in this evening; `known_person` makes it."""
    network: str
    """`network_mark` of where they came from."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """An entrant who opens a table of their own."""

    part: EveningPart
    network: str
    secret: str
    """Of the new seat, made by the person: it is not lost with an answer that never arrives."""

    def entrant(self, person: str) -> Entrant:
        """The same person as the evening knows them."""
        return Entrant(self.part.id, person, self.network)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an evening has come."""

    stage: Stage
    ends: float | None
    """When it ends by itself, in seconds since 1970; None once it has ended."""
    played: dict[str, int]
    """How many deals each of its tables has played; of those tables that have not been deleted."""


class AlreadyEntered(Refusal):
    """Somebody has entered an evening before."""

    def __init__(self, table: str) -> None:
        super().__init__("seat-taken", "you have a table in this evening already")
        self.table = table


@dataclass(frozen=True, slots=True)
class NotAdmitted:
    """Why somebody may not come in; nothing was saved."""

    why: Literal["ended", "closed", "full", "entered"]
    table: str = ""
    """Where they have entered before."""

    def refusal(self) -> Refusal:
        """The same in words."""
        match self.why:
            case "ended":
                return Refusal("not-open", "this evening has ended")
            case "closed":
                return Refusal("not-open", "nobody else may come to this evening")
            case "full":
                return Refusal("too-many", "as many tables as there is room for have come already")
            case "entered":
                return AlreadyEntered(self.table)


def network_mark(evening: str, address: str) -> str:
    """Tells whether two came from one address; too short to tell from which."""
    return auth.digest(f"{evening} network {address}")[:NETWORK_DIGITS]
