"""A match of a table and who played it: who had each seat, since when, and who made each move."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, Literal, NewType, Self

from stramash.core.game import AnyGame, Carry
from stramash.core.match import AnyMatch, Match
from stramash.core.seats import Seat
from stramash.fairness.cuts import Shuffle
from stramash.wire.codec import Json

By = Literal["person", "bot", "clock"]
Sitting = NewType("Sitting", str)
"""One person on one seat, from sitting down to leaving, whatever secret they have. It opens nothing."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who has a seat. A person whom a bot stands in for still has it."""

    kind: Literal["person", "bot"]
    name: str
    sitting: Sitting | None = None
    """Of a person."""
    level: str | None = None
    """Of a bot."""

    def body(self) -> Json:
        """As it stands in an entry."""
        about = {"sitting": self.sitting} if self.kind == "person" else {"level": self.level}
        return {"kind": self.kind, "name": self.name, **about}

    @classmethod
    def from_body(cls, body: Json) -> "Occupant":
        """As it stood in an entry."""
        return cls(body["kind"], body["name"], body.get("sitting"), body.get("level"))


@dataclass(frozen=True, slots=True)
class Occupancy:
    """An occupant and the first entry under them; it lasts until the next one of the seat."""

    occupant: Occupant
    since: int


@dataclass(frozen=True, slots=True)
class Mover:
    """Who made a move, and who had the seat then."""

    by: By
    level: str | None
    """Of the bot that made it; None too for moves made before the table began, as in a what-if."""
    occupant: Occupant

    @property
    def is_known(self) -> bool:
        """Whether it was made here, and not before the table began."""
        return self.by != "bot" or self.level is not None


MOST_KEPT: Final = 20
"""Occupants of a seat, and who made its moves, that a match tells apart; every snapshot holds them."""
ANYBODY: Final = Mover("person", None, Occupant("person", ""))


@dataclass(slots=True)
class FinishedMatch:
    """A match of the table with the proof of each of its decks; the last one may still be going on."""

    number: int
    first_n: int
    match: AnyMatch
    occupancies: tuple[list[Occupancy], ...]
    """Who had each seat: the first occupant, and the latest ones."""
    shuffles: list[Shuffle | None] = field(default_factory=list)
    """What each deck of `match.deals` followed from; None: it was decided before the table was made."""
    movers: list[list[Mover]] = field(default_factory=list)
    """Who made each move of `match.deals`, deal by deal."""
    is_again: bool = False
    """Whether it began with a deal played before, whose deck nobody shuffled."""
    is_later: bool = False
    """Whether it began with a later deal of another match, so that it has no record."""
    at: int | None = None
    """When it began, in seconds since 1970."""
    tallies: tuple[Counter[Mover], ...] = ()
    """How many of each seat's moves somebody made here."""
    _known: dict[Mover, Mover] = field(default_factory=dict, compare=False)
    """One object for all moves that were made alike: a match may have many."""

    def occupant(self, seat: Seat) -> Occupant:
        """Who has a seat now, or had it last."""
        return self.occupancies[seat][-1].occupant

    def changes(self, seat: Seat, occupant: Occupant | None) -> Json:
        """What an entry says of who has a seat: nothing, while that is still the same one."""
        if occupant is None or occupant == self.occupant(seat):
            return {}
        return {"occupant": occupant.body()}

    def take_move(self, n: int, body: Json) -> None:
        """Note who made a move of the current deal, and who has its seat from now on."""
        seat: Seat = body["seat"]
        if "occupant" in body:
            self.occupancies[seat].append(Occupancy(Occupant.from_body(body["occupant"]), n))
            del self.occupancies[seat][1 : -MOST_KEPT + 1]
        mover = Mover(body["by"], body.get("level"), self.occupant(seat))
        mover = self._known.setdefault(mover, mover)
        self.movers[-1].append(mover)
        self.tallies[seat][self._counted(seat, mover)] += mover.is_known

    def take_back(self, seat: Seat, index: int) -> Mover:
        """One of the moves of the current deal has not been made after all; who had made it."""
        mover = self.movers[-1].pop(index)
        self.tallies[seat][self._counted(seat, mover)] -= mover.is_known
        return mover

    def _counted(self, seat: Seat, mover: Mover) -> Mover:
        """Under whom a move is counted: who comes to a seat after very many others is one of them."""
        known = self.tallies[seat]
        return mover if mover in known or len(known) < MOST_KEPT else ANYBODY

    def movers_in(self, seat: Seat) -> list[Mover]:
        """Who made the moves of a seat here in the latest deal."""
        made = zip(self.match.deals[-1].moves, self.movers[-1], strict=True)
        return [mover for (other, _), mover in made if other == seat and mover.is_known]

    def forget(self, kept: int) -> None:
        """Remember no more than the latest deals."""
        self.match.forget(kept)
        del self.movers[:-kept]
        del self.shuffles[:-kept]

    def body(self) -> Json:
        """All of it but its deals: as it stands in a snapshot."""
        return {
            "number": self.number,
            "n": self.first_n,
            "dealer": self.match.first_dealer,
            "names": list(self.match.names),
            "again": self.is_again,
            "later": self.is_later,
            "at": self.at,
            "occupancies": [
                [{"since": one.since, "occupant": one.occupant.body()} for one in seat]
                for seat in self.occupancies
            ],
            "tallies": [
                [
                    {"by": who.by, "level": who.level, "occupant": who.occupant.body(), "moves": moves}
                    for who, moves in seat.items()
                ]
                for seat in self.tallies
            ],
        }

    @classmethod
    def from_body(cls, body: Json, game: AnyGame, revision: int | None, carry: Carry | None) -> Self:
        """As it stood in a snapshot, before the deal that starts from `carry`."""
        return cls(
            number=body["number"],
            first_n=body["n"],
            match=Match(game, body["dealer"], tuple(body["names"]), revision, carry),
            occupancies=tuple(
                [Occupancy(Occupant.from_body(one["occupant"]), one["since"]) for one in seat]
                for seat in body["occupancies"]
            ),
            is_again=body["again"],
            is_later=body["later"],
            at=body["at"],
            tallies=tuple(Counter({_mover(one): one["moves"] for one in seat}) for seat in body["tallies"]),
        )


def begun(number: int, n: int, match: AnyMatch, body: Json) -> FinishedMatch:
    """A match as its entry begins it."""
    first = tuple([Occupancy(Occupant.from_body(one), n)] for one in body["occupants"])
    tallies: tuple[Counter[Mover], ...] = tuple(Counter() for _ in first)
    is_later = "carry" in body
    return FinishedMatch(number, n, match, first, is_later=is_later, at=body.get("at"), tallies=tallies)


def _mover(body: Json) -> Mover:
    return Mover(body["by"], body["level"], Occupant.from_body(body["occupant"]))
