"""Who may delete what: every role, every thing, at every stage of a table, against one table of answers."""

import asyncio
import itertools
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from tests.server.harness import Running, act, as_host, create, refused
from tests.server.in_process import open_table

from stramash.client import Rest
from stramash.server.http.refusal import Refusal
from stramash.server.protocol.bodies import TableInfo
from stramash.server.table.keeping import MAY_DELETE, Role, Thing, name_of
from stramash.server.table.people.auth import Key, digest
from stramash.server.table.people.roster import Person, Share
from stramash.server.table.table import Table

STAGES: Final[tuple[str, ...]] = get_args(TableInfo.model_fields["stage"].annotation)

ALLOWED: Final = {
    (Role.HOST, Thing.TABLE), (Role.HOST, Thing.OWN_PLACE), (Role.HOST, Thing.OWN_SHARE),
    (Role.HOST, Thing.ANOTHERS_SHARE),
    (Role.WATCHING_HOST, Thing.TABLE), (Role.WATCHING_HOST, Thing.OWN_PLACE),
    (Role.WATCHING_HOST, Thing.ANOTHERS_SHARE),
    (Role.PLAYER, Thing.OWN_PLACE), (Role.PLAYER, Thing.OWN_SHARE),
    (Role.SPECTATOR, Thing.OWN_PLACE),
}  # fmt: skip
"""Written down a second time. A table goes only while nobody else has a seat at it."""


class Case:
    """A table at some stage, and somebody with a role at it."""

    def __init__(self, role: Role, with_another: bool) -> None:
        self.role = role
        self.table, made = open_table("haggis", 2)
        roster = self.table.roster
        self.table.around.cut_seconds = 60.0
        watcher = digest(roster.add_watcher("Wat"))
        self.key: Key = digest(made["secret"])
        if role in (Role.WATCHING_HOST, Role.PLAYER):
            roster.host = watcher
        if role in (Role.WATCHING_HOST, Role.SPECTATOR):
            self.key = watcher
        if role is Role.STRANGER:
            self.key = digest(made["invite"])
        if role is Role.WATCHING_HOST and not with_another:
            roster.places[0].kind, roster.places[0].hash = "bot", None
            roster.places[0].level = "greedy"
        if with_another and role is not Role.WATCHING_HOST:
            roster.sit("Bob", 1, Person("bob"))
        else:
            roster.put_bot(1, "greedy")
        self.own_share, self.anothers_share = digest("own"), digest("another's")
        seat = 0 if role in (Role.HOST, Role.PLAYER) else 1
        roster.shares = {
            self.own_share: Share(1, seat, "replay"),
            self.anothers_share: Share(1, 1 - seat, "replay"),
        }

    async def reach(self, stage: str) -> None:
        """Play on until the table is there."""
        table, host = self.table, self.table.roster.host
        if stage == "open":
            return
        assert host is not None
        settings = table.roster.settings
        table.roster.settings = settings.model_copy(update={"pause": 600 if stage == "between" else 0})
        if stage != "starting":
            table.around.cut_seconds = 0.0
        await table.do(lambda: table.hosting.start(host))
        for _ in range(2000):
            if table.stage == stage:
                return
            await table.do(self.step)
        raise AssertionError(f"{table.stage}, not {stage}")

    async def step(self) -> None:
        """Somebody moves."""
        for seat in sorted(self.table.journal.waiting)[:1]:
            moving = self.table.moving
            await moving._make(seat, moving._fallback(seat), "clock", None)
        await self.table.progress()
        await asyncio.sleep(0)

    async def delete(self, thing: Thing) -> bool:
        """Try it; whether it is gone."""
        table, roster = self.table, self.table.roster
        if thing is Thing.TABLE:
            await table.do(lambda: table.keeping.delete(self.key))
            return table.is_closed
        if thing is Thing.OWN_PLACE:
            await table.do(lambda: table.leave(self.key))
            return roster.identify(self.key) is None
        share = self.own_share if thing is Thing.OWN_SHARE else self.anothers_share
        await table.do(lambda: table.keeping.revoke(self.key, name_of(share)))
        return share not in roster.shares


def _is_possible(role: Role, thing: Thing, stage: str, is_alone: bool) -> bool:
    """Only who sits gives links out, and where bots alone sit no deal waits for anybody."""
    has_seat = role in (Role.HOST, Role.PLAYER)
    return (thing is not Thing.OWN_SHARE or has_seat) and not (
        role is Role.WATCHING_HOST and is_alone and stage in ("starting", "between")
    )


CASES = [
    pytest.param(
        *case, id="-".join((case[0].name, case[1].name, case[2], "alone" if case[3] else "not-alone"))
    )
    for case in itertools.product(Role, Thing, STAGES, (False, True))
    if _is_possible(*case)
]


@pytest.mark.parametrize(("role", "thing", "stage", "is_alone"), CASES)
def test_who_may_delete_what(role: Role, thing: Thing, stage: str, is_alone: bool) -> None:
    async def scene() -> None:
        case = Case(role, with_another=not is_alone)
        table, before = case.table, _seats(case.table)
        await case.reach(stage)
        may = (role, thing) in ALLOWED and (thing is not Thing.TABLE or is_alone)
        code = ""
        try:
            is_gone = await case.delete(thing)
        except Refusal as refusal:
            is_gone, code = False, refusal.code
        finally:
            await table.close("stopping")
        assert is_gone == may
        assert code in ("", "forbidden", "unknown-path")
        assert not code or _seats(table) == before
        assert ("deleted" in table.around.store.saved) == (may and thing is Thing.TABLE)  # type: ignore[attr-defined]

    asyncio.run(asyncio.wait_for(scene(), 30))


def _seats(table: Table) -> list[Any]:
    return [(place.kind, place.name, place.hash) for place in table.roster.places]


def test_every_role_has_its_answer() -> None:
    assert MAY_DELETE.keys() == set(Role)
    assert {(role, thing) for role, things in MAY_DELETE.items() for thing in things} == ALLOWED


def test_a_stranger_on_the_one_open_seat_does_not_delete_the_table_of_a_host_who_watches(
    tmp_path: Path,
) -> None:
    async def scene(running: Running) -> None:
        places = [{"kind": "person"}, {"kind": "bot", "level": "greedy"}]
        created = await create(running, "haggis", 2, places=places, settings={"public": True})
        path, host = f"/tables/{created['table']['id']}", as_host(running, created)
        joined = await running.rest("POST", f"{path}/join", {"name": "Eve"})
        stranger = Rest(running.address, joined["secret"])
        assert await stranger("DELETE", path) == {"deleted": False, "stays": ["Ann"]}
        state = await host("GET", path)
        assert (state["table"]["seats"][0]["kind"], state["table"]["stage"]) == ("open", "open")
        assert await refused(stranger("GET", path + "/matches")) == "forbidden"
        assert await host("DELETE", path) == {"deleted": True, "stays": []}

    act(tmp_path, scene)
