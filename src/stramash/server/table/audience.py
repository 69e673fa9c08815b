"""The connections to one table: who is here, and how all of them are told something at once."""

from collections.abc import Iterator
from typing import Final

from stramash.core.seats import Seat
from stramash.server.http.refusal import Refusal
from stramash.server.table.announce import Announcement
from stramash.server.table.connection import Connection, dump
from stramash.server.table.roster import Identity
from stramash.wire.codec import Json
from stramash.wire.protocol import CLOSE_COME_BACK, CLOSE_FORBIDDEN

MOST_CONNECTIONS: Final = 400
MOST_PER_SEAT: Final = 16


class Audience:
    """Everybody who is connected, people at their seats and spectators."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._connections)

    def __len__(self) -> int:
        return len(self._connections)

    @property
    def seats(self) -> set[Seat]:
        """The seats that somebody is connected to."""
        return {each.who.seat for each in self._connections if each.who.seat is not None}

    @property
    def watching(self) -> int:
        """How many spectators there are."""
        return sum(1 for each in self._connections if each.who.seat is None)

    def is_present(self, seat: Seat) -> bool:
        """Whether somebody is connected to a seat."""
        return any(each.who.seat == seat for each in self._connections)

    # Coming and going.

    def refuse_too_many(self, who: Identity) -> None:
        """Refuse one more connection where there are enough."""
        same = sum(1 for each in self._connections if each.who.hash == who.hash)
        if same >= MOST_PER_SEAT or len(self._connections) >= MOST_CONNECTIONS:
            raise Refusal("too-many", "too many connections to this table")

    def add(self, connection: Connection) -> None:
        """From now on it is told everything."""
        self._connections.add(connection)

    def remove(self, connection: Connection) -> bool:
        """It is gone; whether it was here."""
        was_here = connection in self._connections
        self._connections.discard(connection)
        return was_here

    def send_away(self, who: Identity) -> None:
        """Close all connections of somebody who has left for good."""
        for each in tuple(self._connections):
            if each.who.hash == who.hash:
                self._dismiss(each, "left", "you have left the table", "left")

    def send_spectators_away(self) -> None:
        """Close the connections of those who only watch; the host may stay."""
        for each in tuple(self._connections):
            if each.who.seat is None and not each.who.host:
                self._dismiss(
                    each, "closed", "the host no longer allows spectators", "spectators are not allowed"
                )

    def _dismiss(self, connection: Connection, code: str, sentence: str, reason: str) -> None:
        connection.tell({"type": "notice", "code": code, "sentence": sentence})
        connection.close(CLOSE_FORBIDDEN, reason)
        self._connections.discard(connection)

    def ask_to_come_back(self, code: str, sentence: str) -> None:
        """Close all connections; the table goes on elsewhere or later."""
        for each in self._connections:
            each.tell({"type": "notice", "code": code, "sentence": sentence})
            each.close(CLOSE_COME_BACK, "come back")
        self._connections.clear()

    # Telling.

    def tell(self, form: Json) -> None:
        """Tell everybody the same."""
        text = dump(form)
        for each in self._connections:
            each.tell_text(text)

    def announce(self, announcement: Announcement) -> None:
        """Tell everybody what happened, each as much as they may see."""
        texts: dict[tuple[Seat | None, str], str] = {}
        for each in self._connections:
            key = (each.who.seat, each.mode)
            if key not in texts:
                texts[key] = announcement.text(each.who.seat, each.mode == "views")
            each.tell_text(texts[key])
