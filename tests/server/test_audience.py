"""The connections to one table: each is told as much as its secret is worth, and no longer than that."""

from typing import Any

import pytest
from tests.server.in_process import told

from stramash import games
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import CreateTable
from stramash.server.table.people import audience as audiences
from stramash.server.table.people.audience import LEFT, REMOVED, Audience
from stramash.server.table.people.auth import digest
from stramash.server.table.people.connection import Connection
from stramash.server.table.people.roster import Identity, Roster, new_roster
from stramash.wire.protocol import CLOSE_COME_BACK, CLOSE_FORBIDDEN


class Writer:
    """Writes whom it is for."""

    def text(self, seat: int | None, has_view: bool) -> str:
        """As JSON."""
        return f'{{"seat": {"null" if seat is None else seat}, "view": {"true" if has_view else "false"}}}'


@pytest.fixture
def roster() -> Roster:
    wish = CreateTable.model_validate({"game": "haggis", "name": "Ann"})
    return new_roster(games.get("haggis", 3), wish)[0]


def known(roster: Roster, secret: str) -> Identity:
    who = roster.identify(digest(secret))
    assert who is not None
    return who


def come(audience: Audience, roster: Roster, secret: str, mode: Any = "events") -> Connection:
    connection = Connection(digest(secret), mode)
    audience.add(connection, known(roster, secret))
    return connection


def test_each_is_told_what_its_seat_may_see(roster: Roster) -> None:
    audience = Audience()
    _, bob = roster.sit("Bob", 1)
    eve = roster.add_watcher("Eve")
    seats = [come(audience, roster, bob), come(audience, roster, bob, "views"), come(audience, roster, eve)]
    audience.announce(Writer())  # type: ignore[arg-type]
    assert [told(each) for each in seats] == [
        [{"seat": 1, "view": False}], [{"seat": 1, "view": True}], [{"seat": None, "view": False}]
    ]  # fmt: skip
    assert (audience.seats, audience.watching, len(audience)) == ({1}, 1, 3)
    assert audience.is_present(1)
    assert not audience.is_present(0)


@pytest.mark.parametrize("farewell", [LEFT, REMOVED])
def test_nobody_stays_whose_secret_is_worth_nothing(roster: Roster, farewell: Any) -> None:
    audience = Audience()
    (_, bob), (_, cat) = roster.sit("Bob", 1), roster.sit("Cat", 2)
    gone, stays = [come(audience, roster, bob), come(audience, roster, bob)], come(audience, roster, cat)
    identity = roster.identify(digest(bob))
    assert identity is not None
    roster.leave(identity, is_playing=False)
    audience.review(roster, farewell)
    assert list(audience) == [stays]
    for each in gone:
        assert [message["code"] for message in told(each)] == [farewell.code]
        assert each.close_code == CLOSE_FORBIDDEN
    audience.tell({"secret": "news"})
    assert not any(told(each) for each in gone)
    assert audience.remove(gone[0]) is None


def test_who_becomes_host_is_known_to_be(roster: Roster) -> None:
    audience = Audience()
    _, bob = roster.sit("Bob", 1)
    connection = come(audience, roster, bob)
    roster.host = digest(bob)
    audience.review(roster)
    who = audience.remove(connection)
    assert who is not None
    assert who.host


def test_spectators_go_when_they_are_not_allowed_and_the_host_may_stay(roster: Roster) -> None:
    audience = Audience()
    eve, host = roster.add_watcher("Eve"), roster.add_watcher("Ann")
    roster.host = digest(host)
    watching, hosting = come(audience, roster, eve), come(audience, roster, host)
    roster.settings = roster.settings.model_copy(update={"spectators": False})
    audience.review(roster)
    assert list(audience) == [hosting]
    assert watching.close_code == CLOSE_FORBIDDEN


def test_a_connection_is_nobody_elses(roster: Roster) -> None:
    audience = Audience()
    (_, bob), (_, cat) = roster.sit("Bob", 1), roster.sit("Cat", 2)
    who = roster.identify(digest(bob))
    assert who is not None
    with pytest.raises(AssertionError):
        audience.add(Connection(digest(cat), "events"), who)


def test_too_many_are_refused_and_all_are_asked_to_come_back(
    roster: Roster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audiences, "MOST_PER_SEAT", 2)
    audience = Audience()
    _, bob = roster.sit("Bob", 1)
    both = [come(audience, roster, bob), come(audience, roster, bob)]
    with pytest.raises(Refusal, match="too many"):
        audience.refuse_too_many(known(roster, bob))
    audience.refuse_too_many(known(roster, roster.add_watcher("Eve")))
    audience.ask_to_come_back("stopping", "the server stops")
    assert len(audience) == 0
    assert {each.close_code for each in both} == {CLOSE_COME_BACK}
