"""What a person decides about matches that are over: who else may look at them, and whether they are kept."""

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Final, Literal

from stramash.server.http.refusal import Refusal
from stramash.server.table.people import auth
from stramash.server.table.people.audience import LEFT
from stramash.server.table.people.auth import Key
from stramash.server.table.people.roster import MOST_SHARES, Identity, Share

if TYPE_CHECKING:  # the table owns this part of itself
    from stramash.server.table.table import Table

NOBODY: Final = "somebody"
"""Whoever has deleted their table, in an evening that it belonged to."""


class Role(Enum):
    """What somebody is at a table."""

    HOST = "the host, on a seat"
    WATCHING_HOST = "the host, who only watches"
    PLAYER = "somebody else on a seat"
    SPECTATOR = "somebody else who watches"
    STRANGER = "whoever has no secret of the table: a link is none"


class Thing(Enum):
    """What can be deleted."""

    TABLE = "the table with all its matches"
    OWN_PLACE = "the own seat, or the own place as a spectator"
    OWN_SHARE = "a link to a match that one gave out"
    ANOTHERS_SHARE = "a link to a match that somebody else gave out"


MAY_DELETE: Final[Mapping[Role, frozenset[Thing]]] = {
    Role.HOST: frozenset(Thing),
    Role.WATCHING_HOST: frozenset({Thing.TABLE, Thing.OWN_PLACE, Thing.ANOTHERS_SHARE}),
    Role.PLAYER: frozenset({Thing.OWN_PLACE, Thing.OWN_SHARE}),
    Role.SPECTATOR: frozenset({Thing.OWN_PLACE}),
    Role.STRANGER: frozenset(),
}
"""Who may delete what, at any time; a table only while nobody else has a seat at it."""


def role_of(who: Identity | None) -> Role:
    """What somebody is at a table."""
    if who is None:
        return Role.STRANGER
    if who.host:
        return Role.WATCHING_HOST if who.seat is None else Role.HOST
    return Role.SPECTATOR if who.seat is None else Role.PLAYER


class Keeping:
    """Links that a person gives out and takes back, and the end of a table. All run in the table's task."""

    def __init__(self, table: "Table") -> None:
        self._table = table

    async def share(self, key: Key, match: int, what: Literal["replay", "review"]) -> tuple[str, str]:
        """A link to a match that is over; its name and its secret, which is told once."""
        table = self._table
        seat = table.acting_seat(key)
        table.journal.refuse_secret(match)
        if len(table.roster.shares) >= MOST_SHARES:
            raise Refusal("too-many", "as many links as there is room for are open; end one of them")
        secret = auth.new_secret()
        table.roster.shares[auth.digest(secret)] = Share(match, seat, what)
        await table.save_roster()
        return name_of(auth.digest(secret)), secret

    async def revoke(self, key: Key, name: str) -> None:
        """From now on a link leads nowhere; its owner says so, or the host."""
        who, shares = self._table.known(key), self._table.roster.shares
        may = MAY_DELETE[role_of(who)]
        found = [
            one
            for one, share in shares.items()
            if name_of(one) == name
            and (Thing.OWN_SHARE if share.seat == who.seat else Thing.ANOTHERS_SHARE) in may
        ]
        if not found:
            raise Refusal("unknown-path", "there is no such link, or it is not yours")
        for one in found:
            del shares[one]
        await self._table.save_roster()

    async def delete(self, key: Key) -> list[str]:
        """Forget the table, or only the own place at it (`MAY_DELETE`). The names of those it stays for."""
        table = self._table
        who = table.known(key)
        others = self._others(key)
        if others or Thing.TABLE not in MAY_DELETE[role_of(who)]:
            await table.let_go(who, LEFT)
            return others
        await table.around.store.delete(table.id, table.claim, NOBODY)
        table.shut("closed", Refusal("unknown-table", "this table has been deleted"))
        return []

    def _others(self, key: Key) -> list[str]:
        """The names of the others on seats; of a host who watches, too."""
        roster = self._table.roster
        names = [place.name for place in roster.places if place.kind == "person" and place.hash != key]
        host = None if roster.host in (None, key) else roster.watchers.get(roster.host)
        return names if host is None else [*names, host.name]


def name_of(digest: Key) -> str:
    """What a link is called by its owner: it opens nothing."""
    return digest[:12]
