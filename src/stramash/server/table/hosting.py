"""What the host of a table decides."""

from typing import TYPE_CHECKING

from stramash.core.seats import Seat
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import Level, Settings
from stramash.server.table.auth import Key
from stramash.server.table.roster import Identity
from stramash.wire.codec import Json

if TYPE_CHECKING:  # the table owns this part of itself
    from stramash.server.table.table import Table


class Hosting:
    """The operations of the host. Each asks the roster who is host now; all run in the table's task."""

    def __init__(self, table: "Table") -> None:
        self._table = table

    def require_host(self, key: Key) -> Identity:
        """Refuse whoever is not the host now."""
        who = self._table.known(key)
        if not who.host:
            raise Refusal("not-host", "only the host may do that")
        return who

    async def start(self, key: Key) -> None:
        """Begin the first match."""
        self.require_host(key)
        if self._table.stage != "open":
            raise Refusal("not-open", "the match has begun; once it is over, ask for a rematch")
        await self._table.begin_match()

    async def rematch(self, key: Key) -> None:
        """A new match with the same people on the same seats. It waits for no host who is away."""
        who = self._table.known(key)
        if not who.host and (who.seat is None or self._table.is_host_here):
            raise Refusal(
                "not-host", "only the host may do that, or somebody on a seat while the host is away"
            )
        if self._table.stage != "over":
            raise Refusal("not-over", "the match is not over")
        await self._table.begin_match()

    async def set_settings(self, key: Key, settings: Settings) -> None:
        """Change what the host decides."""
        self.require_host(key)
        self._table.roster.settings = settings
        self._table.clocks.restart()
        await self._table.changed()

    async def new_links(self, key: Key) -> Json:
        """New invitations; the old ones are worth nothing afterwards."""
        self.require_host(key)
        links = self._table.roster.new_links()
        await self._table.save_roster()
        return links

    async def put_bot(self, key: Key, seat: Seat, level: Level) -> None:
        """Let a bot play a seat."""
        self.require_host(key)
        self._table.roster.put_bot(seat, level)
        await self._table.changed()

    async def hand_back(self, key: Key, seat: Seat) -> None:
        """Let a person play their seat again."""
        self.require_host(key)
        self._table.roster.hand_back(seat, is_playing=self._table.is_going_on)
        await self._table.changed()
