"""What people at a table say to each other: told to those who are here, kept nowhere."""

from typing import TYPE_CHECKING, Final

from stramash.core.seats import Seat
from stramash.server.http.limits import TokenBucket
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.messages import Say
from stramash.server.table.people.auth import Key

if TYPE_CHECKING:
    from stramash.server.table.table import Table

BURST: Final = 4
RATE: Final = 0.4
"""Messages of one seat a second, in the long run: a conversation, no torrent."""


class Talk:
    """Those who play speak, everybody hears. Who watches may know more than a player: they say nothing."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self._buckets: dict[Seat, TokenBucket] = {}
        self._last: dict[Seat, tuple[Key, str]] = {}
        """The last message of each seat, which may come once more after a broken connection."""

    async def say(self, key: Key, message: Say) -> int:
        """Tell everybody who is here what somebody says; raises Refusal."""
        table = self.table
        seat = table.acting_seat(key)
        if self._last.get(seat) == (key, message.id):
            return table.journal.n
        if (message.phrase is None) == (message.words is None):
            raise Refusal("bad-message", "say a phrase or words of your own")
        allowed = table.roster.settings.messages
        if allowed == "off" or (message.words is not None and allowed != "free"):
            raise Refusal("forbidden", "the host of this table does not allow that")
        if not self._buckets.setdefault(seat, TokenBucket(BURST, RATE)).take():
            raise Refusal("too-many", "you say much at once; wait a moment")
        self._last[seat] = key, message.id
        table.audience.tell({"type": "said", "seat": seat, "phrase": message.phrase, "words": message.words})
        return table.journal.n
