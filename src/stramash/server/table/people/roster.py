"""Who sits where, who watches, and what their host decided: the part of a table that is no match."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NewType

from stramash import games
from stramash.bots.registry import level_at
from stramash.core.game import AnyGame
from stramash.core.seats import Seat
from stramash.duplicate.sets import DealSet
from stramash.server.evenings.model import Arrival, EveningPart
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import CreateTable, JoinTable, PersonPlace, Settings, You
from stramash.server.table.people import auth
from stramash.server.table.people.auth import Key
from stramash.server.table.people.names import LONGEST_NAME, look
from stramash.server.table.play.finished import Occupant, Sitting
from stramash.server.table.play.position import Position
from stramash.server.thinking.readiness import Substitute
from stramash.wire.codec import Json

MOST_WATCHERS = 200
MOST_BARRED = 100
MOST_SHARES = 100
STAND_IN_LEVEL = "greedy"
BOT_NAMES = ("Morag", "Hamish", "Isla", "Fergus", "Catriona", "Rory")
"""What bots are called, by seat: a level would name all of them alike."""


Person = NewType("Person", str)
"""The digest of a table and of what a person is known by there: a browser's cookie, a program's address."""


def known_person(scope: str, known_by: str) -> Person:
    """A person as one table knows them, or one evening; no other could tell that it is the same."""
    return Person(auth.digest(f"{scope} {known_by}"))


@dataclass(slots=True)
class Place:
    """A seat and who has it."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    level: str | None = None
    """The bot's; for a person, the one that stands in."""
    hash: Key | None = None
    """Of the person's secret."""
    stand_in: Literal["absent", "host"] | None = None
    person: Person | None = None
    """Who sits here, as far as one can tell without accounts."""
    sitting: Sitting | None = None
    """Of the person."""

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot makes this seat's moves now."""
        return self.kind == "bot" or self.stand_in is not None


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who may watch."""

    name: str
    person: Person | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """A match that is over, which anybody with the link may look at."""

    match: int
    seat: Seat
    """Whose link it is; of a review, whose review."""
    what: Literal["replay", "review"]
    """A review comes with the replay."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Whom a secret belongs to, at the moment of asking: never kept beyond the operation that asked."""

    key: Key
    seat: Seat | None
    name: str
    host: bool

    @property
    def only_watches(self) -> bool:
        """Whether this is a spectator; a host who has no seat is none."""
        return self.seat is None and not self.host

    @property
    def form(self) -> You:
        """As it is told to the person."""
        return You(seat=self.seat, name=self.name, host=self.host)


@dataclass(slots=True)
class Roster:
    """The document of a table."""

    game: AnyGame
    settings: Settings
    places: list[Place]
    invite: str
    watch: str
    host: Key | None
    """Of the host's secret."""
    watchers: dict[Key, Watcher] = field(default_factory=dict)
    """Spectators by the key of their secret."""
    again: Position | None = None
    """The deal that matches here begin with; None: a shuffled deck."""
    barred: list[Person] = field(default_factory=list)
    """Whom the host has removed."""
    revision: int = games.RULES_REVISION
    """The revision of the rules that the table was opened under; it goes on under it."""
    evening: EveningPart | None = None
    """The evening of duplicate that the table belongs to."""
    shares: dict[Key, Share] = field(default_factory=dict)
    """Links that people gave out, by the key of their secret."""

    # Kept.

    def doc(self) -> Json:
        """What is stored."""
        return {
            "game": self.game.id,
            "seats": self.game.seats,
            "rules": self.revision,
            "options": games.written_options(self.game, self.revision),
            "settings": self.settings.model_dump(),
            "places": [
                {
                    "kind": p.kind,
                    "name": p.name,
                    "level": p.level,
                    "hash": p.hash,
                    "stand_in": p.stand_in,
                    "person": p.person,
                    "sitting": p.sitting,
                }
                for p in self.places
            ],
            "invite": self.invite,
            "watch": self.watch,
            "host": self.host,
            "watchers": {key: asdict(watcher) for key, watcher in self.watchers.items()},
            "again": None if self.again is None else self.again.model_dump(),
            "barred": self.barred,
            "evening": None if self.evening is None else self.evening.doc(),
            "shares": {key: asdict(share) for key, share in self.shares.items()},
        }

    @classmethod
    def from_doc(cls, doc: Json) -> "Roster":
        """What was stored; raises RulesError for rules that are not known here."""
        revision = doc["rules"]
        game = games.get_written(doc["game"], doc["seats"], doc["options"], revision)
        again, evening = doc["again"], doc["evening"]
        return cls(
            game=game,
            settings=Settings.model_validate(doc["settings"]),
            places=[Place(**place) for place in doc["places"]],
            invite=doc["invite"],
            watch=doc["watch"],
            host=doc["host"],
            watchers={Key(key): Watcher(**watcher) for key, watcher in doc["watchers"].items()},
            again=None if again is None else Position.model_validate(again),
            barred=list(doc["barred"]),
            revision=revision,
            evening=None if evening is None else EveningPart.from_doc(evening, game),
            shares={Key(key): Share(**share) for key, share in doc["shares"].items()},
        )

    @property
    def deal_set(self) -> DealSet | None:
        """The deals that its matches are, in an evening of duplicate."""
        return None if self.evening is None else self.evening.deal_set

    # Who is who.

    def identify(self, key: Key) -> Identity | None:
        """Whom a secret belongs to now. All are compared, so that the time tells nothing."""
        found: Identity | None = None
        is_host = self.host is not None and auth.is_same(key, self.host)
        for seat, place in enumerate(self.places):
            if place.hash is not None and auth.is_same(key, place.hash):
                found = Identity(key, seat, place.name, is_host)
        watcher = self.watchers.get(key)  # a digest: who could guess one from the time still has no secret
        if watcher is not None:
            found = Identity(key, None, watcher.name, is_host)
        return found

    def known_person(self, table: str, known_by: str) -> Person:
        """A person as they are known here; all tables of an evening know them alike."""
        return known_person(table if self.evening is None else self.evening.id, known_by)

    def is_invited(self, secret: str | None) -> bool:
        """Whether a secret is the one of the invitation."""
        return secret is not None and auth.is_same(auth.digest(secret), self.invite)

    def may_watch(self, secret: str | None) -> bool:
        """Whether a secret is one that lets others watch."""
        if secret is None:
            return False
        hashed = auth.digest(secret)
        return auth.is_same(hashed, self.watch) | auth.is_same(hashed, self.invite)

    def refuse_at_the_door(self, wish: JoinTable, person: Person) -> None:
        """Refuse who may not come in. The invitation is the host's word; without it, one seat a person."""
        if person in self.barred:
            raise Refusal("forbidden", "the host has removed you from this table")
        if self.may_watch(wish.invite) if wish.watch else self.is_invited(wish.invite):
            return
        if not self.settings.public:
            raise Refusal("forbidden", "this table is private; you need its link")
        is_second = not wish.watch and any(place.person == person for place in self.places)
        if is_second and not self.settings.several_seats:
            raise Refusal("seat-taken", "you have a seat at this table; the host may allow more")

    def is_sent_away(self, who: Identity) -> bool:
        """Whether somebody only watches, which the host does not allow."""
        return who.only_watches and not self.settings.spectators

    def open_seats(self) -> list[Seat]:
        """The seats that anybody may take."""
        return [seat for seat, place in enumerate(self.places) if place.kind == "open"]

    def occupant(self, seat: Seat) -> Occupant:
        """Who has a seat that is not open, for the journal."""
        place = self.places[seat]
        if place.kind == "person":
            return Occupant("person", place.name, place.sitting)
        return Occupant("bot", place.name, level=place.level)

    def occupants(self) -> tuple[Occupant, ...]:
        """Who has each seat when a match begins."""
        return tuple(map(self.occupant, range(self.game.seats)))

    def seat_forms(
        self,
        present: set[Seat],
        ready: set[Seat],
        given_up_at: Mapping[Seat, float | None],
        substitute: Callable[[str, AnyGame], Substitute | None],
    ) -> list[Json]:
        """What everybody may know of each seat."""
        return [
            {
                "seat": seat,
                "kind": place.kind,
                "name": place.name,
                "level": place.level,
                "present": place.kind == "bot" or seat in present,
                "stand_in": place.stand_in,
                "substitute": found._asdict()
                if place.level is not None and (found := substitute(place.level, self.game)) is not None
                else None,
                "given_up_at": given_up_at.get(seat),
                "host": place.hash is not None and place.hash == self.host,
                "ready": seat in ready or place.is_played_by_bot,
            }
            for seat, place in enumerate(self.places)
        ]

    # Changes.

    def new_links(self) -> Json:
        """New secrets for inviting people and for watching; the old ones are worth nothing afterwards."""
        invite, watch = auth.new_secret(), auth.new_secret()
        self.invite, self.watch = auth.digest(invite), auth.digest(watch)
        return {"invite": invite, "watch": watch}

    def free_seat(self, seat: Seat | None) -> Seat:
        """The seat that somebody gets who wishes for this one, or for any; raises Refusal."""
        free = self.open_seats()
        if seat is None:
            if not free:
                raise Refusal("seat-taken", "no seat is open at this table")
            seat = free[0]
        elif seat >= self.game.seats:
            raise Refusal("unknown-seat", f"there is no seat {seat} at this table")
        elif seat not in free:
            raise Refusal("seat-taken", f"seat {seat} is taken")
        return seat

    def sit(
        self, name: str, seat: Seat | None, person: Person | None = None, secret: str | None = None
    ) -> tuple[Seat, str]:
        """Give a person a seat; the seat and its secret, a new one unless they have made one."""
        seat = self.free_seat(seat)
        secret = secret or auth.new_secret()
        key = auth.digest(secret)
        sitting = Sitting(key[:12])  # of the first secret: it stays when another one takes its place
        self.places[seat] = Place(
            "person", self._unique(name, seat), hash=key, person=person, sitting=sitting
        )
        if self.host is None:
            self.host = key
        return seat, secret

    def add_watcher(self, name: str, here: frozenset[Key] = frozenset(), person: Person | None = None) -> str:
        """Let somebody watch; their secret. Those who are here are not forgotten for it."""
        if not self.settings.spectators:
            raise Refusal("forbidden", "the host of this table does not allow spectators")
        if len(self.watchers) >= MOST_WATCHERS:
            gone = next((key for key in self.watchers if key != self.host and key not in here), None)
            if gone is None:
                raise Refusal("too-many", "as many people as there is room for watch already")
            del self.watchers[gone]
        secret = auth.new_secret()
        self.watchers[auth.digest(secret)] = Watcher(name, person)
        return secret

    def put_bot(self, seat: Seat, level: str) -> None:
        """A bot on an open seat, in place of another bot, or for a person.

        Of a level that has not learned this table its stand-in sits down, and is called what it is.
        """
        level = level_at(level, self.game)
        place = self.place(seat)
        if place.kind == "person":
            place.stand_in, place.level = "host", level
        else:
            self.places[seat] = Place("bot", self._unique(BOT_NAMES[seat], seat), level)

    def hand_back(self, seat: Seat, is_playing: bool) -> None:
        """The person plays again; a bot's own seat becomes open, unless a match is going on."""
        place = self.place(seat)
        if place.kind == "person":
            place.stand_in, place.level = None, None
        elif is_playing:
            raise Refusal("not-open", "a bot's seat can be opened only when no match is going on")
        else:
            self.places[seat] = Place()

    def exchange(self, old: Key, new: Key) -> None:
        """A person goes on with another secret; the one before is worth nothing afterwards."""
        if self.identify(new) is not None:
            raise Refusal("forbidden", "that secret is somebody's already")
        for place in self.places:
            if place.hash == old:
                place.hash = new
        self.watchers = {new if key == old else key: watcher for key, watcher in self.watchers.items()}
        if self.host == old:
            self.host = new

    def bar(self, key: Key) -> Json:
        """Whoever sits with this secret shall not come back; the links that let in who may, from now on.

        Nobody knows whose the places of spectators are: at a private table all of them end with the links.
        """
        people = [place.person for place in self.places if place.hash == key and place.person is not None]
        self.barred = [*self.barred, *people][-MOST_BARRED:]
        self.watchers = {
            one: watcher
            for one, watcher in self.watchers.items()
            if one == self.host or (self.settings.public and watcher.person not in people)
        }
        return self.new_links()

    def leave(self, who: Identity, is_playing: bool) -> None:
        """A person goes for good: their secret is worth nothing afterwards."""
        if who.seat is None:
            self.watchers.pop(who.key, None)
        else:
            name = self.places[who.seat].name
            self.places[who.seat] = Place("bot", name, STAND_IN_LEVEL) if is_playing else Place()
            # Nobody could take their links back any more.
            self.shares = {key: share for key, share in self.shares.items() if share.seat != who.seat}
        if self.host == who.key:  # the next person at the table becomes host; else whoever comes
            others = [place.hash for place in self.places if place.kind == "person"]
            self.host = others[0] if others else None

    def place(self, seat: Seat) -> Place:
        """A seat and who has it; raises Refusal where there is none."""
        if not 0 <= seat < self.game.seats:
            raise Refusal("unknown-seat", f"there is no seat {seat} at this table")
        return self.places[seat]

    def _unique(self, name: str, seat: Seat) -> str:
        """A name that cannot be taken for another seat's at the table: with a number if need be."""
        taken = {look(place.name) for other, place in enumerate(self.places) if other != seat}
        if look(name) not in taken:
            return name
        room = LONGEST_NAME - 2
        numbered = (f"{name[:room].rstrip()} {number}" for number in range(2, 10))
        return next(new for new in numbered if look(new) not in taken)


def new_roster(
    game: AnyGame,
    wish: CreateTable,
    person: Person | None = None,
    arrival: Arrival | None = None,
    position: Position | None = None,
) -> tuple[Roster, Json]:
    """A new table as its creator wishes it; the secrets are told once and kept nowhere."""
    invite, watch = auth.new_secret(), auth.new_secret()
    roster = Roster(
        game=game,
        settings=wish.settings,
        places=[Place() for _ in range(game.seats)],
        invite=auth.digest(invite),
        watch=auth.digest(watch),
        host=None,
        again=position or (None if wish.deal is None else Position(**wish.deal.model_dump())),
        evening=None if arrival is None else arrival.part,
    )
    places: list[Any] = list(wish.places or [PersonPlace(you=True)])
    if len(places) > game.seats or (wish.places is not None and len(places) != game.seats):
        raise Refusal("bad-option", f"{game.seats} places are needed, one a seat", option="places")
    own = [seat for seat, place in enumerate(places) if isinstance(place, PersonPlace) and place.you]
    if len(own) > 1:
        raise Refusal("bad-option", "you can sit at one place only", option="places")
    if own:
        _, secret = roster.sit(wish.name, own[0], person, None if arrival is None else arrival.secret)
    else:  # the host only watches
        secret = auth.new_secret()
        roster.host = auth.digest(secret)
        roster.watchers[roster.host] = Watcher(wish.name, person)
    for seat, place in enumerate(places):
        if not isinstance(place, PersonPlace):
            roster.put_bot(seat, place.level)
    return roster, {"secret": secret, "invite": invite, "watch": watch}
