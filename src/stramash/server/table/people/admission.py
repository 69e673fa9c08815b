"""Whom a table is opened for: asked of what is stored of it, before a process takes it from another one."""

from collections.abc import Callable

from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import JoinTable
from stramash.server.table.people.auth import digest
from stramash.server.table.people.roster import Roster

Admission = Callable[[Roster], None]
"""Raises Refusal for whom the table is none of their business. What they do there asks again, in its turn."""


def for_people(secret: str | None) -> Admission:
    """Somebody on a seat, a spectator, or whoever has a link to one of its matches."""

    def admit(roster: Roster) -> None:
        key = digest(secret) if secret else None
        if key is None or (roster.identify(key) is None and key not in roster.shares):
            raise Refusal("forbidden", "that needs the link of somebody at this table")

    return admit


def with_link(secret: str) -> Admission:
    """Whoever has the link of a seat or of a spectator."""

    def admit(roster: Roster) -> None:
        if roster.identify(digest(secret)) is None:
            raise Refusal("forbidden", "this link is not valid here")

    return admit


def with_share(secret: str | None) -> Admission:
    """Whoever has a link to one of its matches."""

    def admit(roster: Roster) -> None:
        if not secret or digest(secret) not in roster.shares:
            raise Refusal("forbidden", "this link leads nowhere any more")

    return admit


def to_look(secret: str | None) -> Admission:
    """Anybody, where the table is public; otherwise whoever has any of its links."""

    def admit(roster: Roster) -> None:
        if roster.settings.public or roster.may_watch(secret):
            return
        if not secret or roster.identify(digest(secret)) is None:
            raise Refusal("forbidden", "this table is private; you need its link")

    return admit


def to_join(wish: JoinTable, table: str, known_by: str) -> Admission:
    """Whoever may sit down or watch."""
    return lambda roster: roster.refuse_at_the_door(wish, roster.known_person(table, known_by))
