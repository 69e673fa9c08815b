"""What a person decides about matches that are over: who else may look at them, and whether they are kept."""

from typing import TYPE_CHECKING, Final, Literal

from stramash.server.http.refusal import Refusal
from stramash.server.table.people import auth
from stramash.server.table.people.audience import LEFT
from stramash.server.table.people.auth import Key
from stramash.server.table.people.roster import MOST_SHARES, Share

if TYPE_CHECKING:  # the table owns this part of itself
    from stramash.server.table.table import Table

NOBODY: Final = "somebody"
"""Whoever has deleted their table, in an evening that it belonged to."""


class Keeping:
    """Links that a person gives out and takes back, and the end of a table. All run in the table's task."""

    def __init__(self, table: "Table") -> None:
        self._table = table

    async def share(self, key: Key, match: int, what: Literal["replay", "review"]) -> tuple[str, str]:
        """A link to a match that is over; its name and its secret, which is told once."""
        table = self._table
        seat = table.acting_seat(key)
        found = [one for one in table.journal.matches if one.number == match]
        if not found:
            raise Refusal("unknown-match", f"there is no match {match} at this table")
        if not found[0].match.is_over:
            raise Refusal("not-over", "the match is not over; its cards are still secret")
        if len(table.roster.shares) >= MOST_SHARES:
            raise Refusal("too-many", "as many links as there is room for are open; end one of them")
        secret = auth.new_secret()
        table.roster.shares[auth.digest(secret)] = Share(match, seat, what)
        await table.save_roster()
        return name_of(auth.digest(secret)), secret

    async def revoke(self, key: Key, name: str) -> None:
        """From now on a link leads nowhere; its owner says so, or the host."""
        who, shares = self._table.known(key), self._table.roster.shares
        own = [one for one, share in shares.items() if name_of(one) == name and share.seat == who.seat]
        found = [one for one in shares if name_of(one) == name] if who.host else own
        if not found:
            raise Refusal("unknown-path", "there is no such link, or it is not yours")
        for one in found:
            del shares[one]
        await self._table.save_roster()

    async def delete(self, key: Key) -> list[str]:
        """Forget the table; where others sit at it, only the own part in it. Their names are returned."""
        table = self._table
        who = table.known(key)
        places = table.roster.places
        others = [place.name for place in places if place.kind == "person" and place.hash != key]
        is_all_ones_own = not others and (who.seat is not None or who.host)
        if not is_all_ones_own:
            await table.let_go(who, LEFT)
            return others
        await table.around.store.delete(table.id, table.claim, NOBODY)
        table.shut("closed", Refusal("unknown-table", "this table has been deleted"))
        return []


def name_of(digest: Key) -> str:
    """What a link is called by its owner: it opens nothing."""
    return digest[:12]
