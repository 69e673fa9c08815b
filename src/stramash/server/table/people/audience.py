"""The connections to one table: who is here, and how all of them are told something at once."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from stramash.core.seats import Seat
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.messages import NoticeCode
from stramash.server.table.people.auth import Key
from stramash.server.table.people.connection import Connection, dump
from stramash.server.table.people.roster import Identity, Roster
from stramash.server.table.play.announce import UpdateWriter
from stramash.wire.codec import Json
from stramash.wire.protocol import CLOSE_COME_BACK, CLOSE_FORBIDDEN

MOST_SPECTATORS: Final = 300
"""Connections of spectators to one table; a seat and the host have their own, whoever watches."""
MOST_PER_SEAT: Final = 16
"""Connections with one secret."""


class Farewell(NamedTuple):
    """What somebody is told whose connection is closed for good."""

    code: NoticeCode
    sentence: str


LEFT: Final = Farewell("left", "you have left the table")
REMOVED: Final = Farewell("removed", "the host has removed you from the table")
RELINKED: Final = Farewell("relinked", "somebody was removed, and the table's links are others now")
EXCHANGED: Final = Farewell("exchanged", "this link was exchanged for a new one")
NO_SPECTATORS: Final = Farewell("closed", "the host no longer allows spectators")


class Audience:
    """Everybody who is connected, people at their seats and spectators."""

    def __init__(self) -> None:
        self._who: dict[Connection, Identity] = {}
        """Each connection and whom its secret belongs to; `review` keeps that true."""

    def __iter__(self) -> Iterator[Connection]:
        return iter(self._who)

    def __len__(self) -> int:
        return len(self._who)

    @property
    def seats(self) -> set[Seat]:
        """The seats that somebody is connected to."""
        return {who.seat for who in self._who.values() if who.seat is not None}

    @property
    def keys(self) -> frozenset[Key]:
        """The keys that somebody is connected with."""
        return frozenset(each.key for each in self._who)

    @property
    def watching(self) -> int:
        """How many spectators there are."""
        return sum(1 for who in self._who.values() if who.seat is None)

    def is_present(self, seat: Seat) -> bool:
        """Whether somebody is connected to a seat."""
        return any(who.seat == seat for who in self._who.values())

    # Coming and going.

    def refuse_too_many(self, newcomer: Identity) -> None:
        """Refuse one more connection where there are enough. Spectators are never in the way of who plays."""
        same = sum(1 for each in self._who if each.key == newcomer.key)
        spectators = sum(1 for who in self._who.values() if who.only_watches)
        if same >= MOST_PER_SEAT or (newcomer.only_watches and spectators >= MOST_SPECTATORS):
            raise Refusal("too-many", "too many connections to this table")

    def add(self, connection: Connection, who: Identity) -> None:
        """From now on it is told everything that this person may see."""
        assert connection.key == who.key
        self._who[connection] = who

    def remove(self, connection: Connection) -> Identity | None:
        """It is gone; whose it was, None if it was not here."""
        return self._who.pop(connection, None)

    def review(self, roster: Roster, farewell: Farewell = LEFT) -> None:
        """After any change of the roster: nobody stays whose secret is worth nothing any more."""
        for each in tuple(self._who):
            who = roster.identify(each.key)
            if who is None:
                is_spectator = self._who[each].seat is None
                self._dismiss(each, RELINKED if farewell is REMOVED and is_spectator else farewell)
            elif roster.is_sent_away(who):
                self._dismiss(each, NO_SPECTATORS)
            else:
                self._who[each] = who

    def _dismiss(self, connection: Connection, farewell: Farewell) -> None:
        connection.tell({"type": "notice", "code": farewell.code, "sentence": farewell.sentence})
        connection.close(CLOSE_FORBIDDEN, farewell.sentence)
        del self._who[connection]

    def ask_to_come_back(self, code: NoticeCode, sentence: str) -> None:
        """Close all connections; the table goes on elsewhere or later."""
        for each in self._who:
            each.tell({"type": "notice", "code": code, "sentence": sentence})
            each.close(CLOSE_COME_BACK, "come back")
        self._who.clear()

    # Telling.

    def tell(self, form: Json) -> None:
        """Tell everybody the same."""
        text = dump(form)
        for each in self._who:
            each.tell_text(text)

    def tell_host(self, form: Json) -> bool:
        """Tell the host alone; False where the host is not here."""
        found = [each for each, who in self._who.items() if who.host]
        for each in found:
            each.tell(form)
        return bool(found)

    def announce(self, writer: UpdateWriter) -> None:
        """Tell everybody what happened, each as much as they may see."""
        texts: dict[tuple[Seat | None, str], str] = {}
        for each, who in self._who.items():
            key = (who.seat, each.mode)
            if key not in texts:
                texts[key] = writer.text(who.seat, each.mode == "views")
            each.tell_text(texts[key])
