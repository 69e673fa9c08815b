"""Who sits where, who watches, and whose secret is worth what."""

from typing import Any

import pytest

from stramash import games
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import CreateTable, JoinTable
from stramash.server.table.people import roster as rosters
from stramash.server.table.people.auth import digest
from stramash.server.table.people.roster import Identity, Person, Roster, known_person, new_roster

ANN, BOB, CAT = Person("ann"), Person("bob"), Person("cat")


def a_table(seats: int = 3, **settings: Any) -> tuple[Roster, dict[str, Any]]:
    wish = CreateTable.model_validate({"game": "haggis", "name": "Ann", "settings": settings})
    return new_roster(games.get("haggis", seats), wish, ANN)


def who(roster: Roster, secret: str) -> Identity:
    found = roster.identify(digest(secret))
    assert found is not None
    return found


def code(work: Any, *arguments: Any) -> str:
    with pytest.raises(Refusal) as found:
        work(*arguments)
    return found.value.code


def test_a_secret_opens_its_own_seat_until_its_owner_leaves() -> None:
    roster, made = a_table()
    seat, secret = roster.sit("Bob", 2, BOB)
    assert (seat, who(roster, secret).seat, who(roster, secret).host) == (2, 2, False)
    assert (who(roster, made["secret"]).seat, who(roster, made["secret"]).host) == (0, True)
    for other in (made["invite"], made["watch"], "x" * 22, digest(secret)):
        assert roster.identify(digest(other)) is None
    roster.leave(who(roster, secret), is_playing=False)
    assert roster.identify(digest(secret)) is None
    _, new = roster.sit("Cat", 2, CAT)
    assert roster.identify(digest(secret)) is None
    assert who(roster, new).name == "Cat"


def test_in_a_running_match_a_bot_takes_the_seat_and_nobody_gets_it_by_the_old_secret() -> None:
    roster, _ = a_table()
    _, secret = roster.sit("Bob", 1, BOB)
    roster.leave(who(roster, secret), is_playing=True)
    assert (roster.places[1].kind, roster.places[1].name, roster.places[1].hash) == ("bot", "Bob", None)
    assert roster.identify(digest(secret)) is None
    assert code(roster.sit, "Bob", 1, BOB) == "seat-taken"


def test_the_host_hands_over_to_a_person_or_to_whoever_comes() -> None:
    roster, made = a_table()
    watcher = roster.add_watcher("Eve")
    _, bob = roster.sit("Bob", 1, BOB)
    roster.leave(who(roster, made["secret"]), is_playing=False)
    assert who(roster, bob).host
    assert not who(roster, watcher).host
    roster.leave(who(roster, bob), is_playing=False)
    assert roster.host is None
    _, cat = roster.sit("Cat", 0, CAT)
    assert who(roster, cat).host


def test_links_that_were_replaced_are_worth_nothing() -> None:
    roster, made = a_table()
    links = roster.new_links()
    assert not roster.is_invited(made["invite"])
    assert not roster.may_watch(made["watch"])
    assert roster.is_invited(links["invite"])
    assert not roster.is_invited(links["watch"])
    assert roster.may_watch(links["watch"])
    assert roster.may_watch(links["invite"])
    assert not roster.is_invited(None)
    assert not roster.may_watch(None)


def test_who_may_come_in() -> None:
    roster, made = a_table(public=False)
    assert code(roster.refuse_at_the_door, JoinTable(name="X"), BOB) == "forbidden"
    assert code(roster.refuse_at_the_door, JoinTable(name="X", invite=made["watch"]), BOB) == "forbidden"
    roster.refuse_at_the_door(JoinTable(name="X", invite=made["invite"]), BOB)
    roster.refuse_at_the_door(JoinTable(name="X", invite=made["watch"], watch=True), BOB)
    roster, made = a_table(public=True)
    assert code(roster.refuse_at_the_door, JoinTable(name="Ann"), ANN) == "seat-taken"
    roster.refuse_at_the_door(JoinTable(name="Ann", watch=True), ANN)
    roster.refuse_at_the_door(JoinTable(name="Ann", invite=made["invite"]), ANN)
    _, bob = roster.sit("Bob", 1, BOB)
    roster.bar(digest(bob))
    assert code(roster.refuse_at_the_door, JoinTable(name="B", invite=made["invite"]), BOB) == "forbidden"
    assert code(roster.refuse_at_the_door, JoinTable(name="B", watch=True), BOB) == "forbidden"
    roster.refuse_at_the_door(JoinTable(name="C"), CAT)


def test_a_person_is_another_one_at_every_table() -> None:
    assert known_person("aaaaaa", "browser x") != known_person("bbbbbb", "browser x")
    assert known_person("aaaaaa", "browser x") == known_person("aaaaaa", "browser x")


def test_watchers_who_are_here_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rosters, "MOST_WATCHERS", 2)
    roster, _ = a_table()
    here, gone = roster.add_watcher("A"), roster.add_watcher("B")
    present = frozenset({digest(here)})
    new = roster.add_watcher("C", present)
    assert roster.identify(digest(gone)) is None
    both = present | {digest(new)}
    assert code(roster.add_watcher, "D", both) == "too-many"
    assert who(roster, here).name == "A"


def test_another_bot_on_a_seat_goes_by_the_name_of_the_one_before() -> None:
    roster, _ = a_table()
    roster.put_bot(1, "random")
    name = roster.places[1].name
    roster.put_bot(1, "greedy")
    assert (roster.places[1].name, roster.places[1].level) == (name, "greedy")


def test_what_is_stored_is_read_again() -> None:
    roster, made = a_table(public=True, clock=7)
    _, bob = roster.sit("Bob", 1, BOB)
    roster.bar(digest(bob))
    roster.put_bot(2, "greedy")
    again = Roster.from_doc(roster.doc())
    assert again.doc() == roster.doc()
    assert who(again, bob) == who(roster, bob)
    written = str(roster.doc())
    for secret in (bob, *made.values()):
        assert secret not in written
