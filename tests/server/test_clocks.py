"""When a table stops waiting: decided by whose question and whose absence it was, not by the seat alone."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from tests.server.in_process import open_table, told

from stramash.server.protocol.bodies import JoinTable
from stramash.server.table.people.auth import digest
from stramash.server.table.people.connection import Connection
from stramash.server.table.people.roster import Person
from stramash.server.table.play.clocks import Clocks
from stramash.server.table.table import Table


def play(scene: Callable[[], Awaitable[Any]]) -> None:
    asyncio.run(asyncio.wait_for(scene(), 30))


class Planner:
    """In place of the table's task: what is planned under which name."""

    def __init__(self) -> None:
        self.plans: dict[str, tuple[float, Callable[[], Awaitable[Any]]]] = {}

    def later(self, name: str, delay: float, operation: Callable[[], Awaitable[Any]]) -> None:
        """Keep it."""
        self.plans[name] = delay, operation

    def cancel(self, name: str) -> None:
        """Drop it."""
        self.plans.pop(name, None)


def planned(table: Table) -> tuple[Planner, Clocks, list[Any]]:
    planner = Planner()
    due: list[Any] = []

    async def time_out(seat: int, must: int) -> None:
        due.append(("clock", seat, must))

    async def absent(seat: int) -> None:
        due.append(("absent", seat))

    clocks = Clocks(planner, table.roster, table.journal, time_out, absent, 900.0)  # type: ignore[arg-type]
    return planner, clocks, due


def test_a_stand_in_is_planned_for_who_is_gone_while_somebody_waits() -> None:
    async def scene() -> None:
        table, _ = open_table(seats=2, takeover_after=5)
        planner, clocks, due = planned(table)
        clocks.everybody_is_gone()
        clocks.plan_stand_ins(is_going_on=True, is_anybody_here=False)
        assert planner.plans == {}
        clocks.plan_stand_ins(is_going_on=True, is_anybody_here=True)
        delay, operation = planner.plans["stand-in 0"]
        assert 0 < delay <= 5
        await operation()
        assert due == [("absent", 0)]
        clocks.plan_stand_ins(is_going_on=False, is_anybody_here=True)
        assert planner.plans == {}
        await table.close("stopping")

    play(scene)


def test_whoever_sits_there_since_is_not_taken_to_be_gone() -> None:
    async def scene() -> None:
        table, _ = open_table(seats=2)
        planner, clocks, due = planned(table)
        clocks.everybody_is_gone()
        clocks.plan_stand_ins(is_going_on=True, is_anybody_here=True)
        _, stale = planner.plans["stand-in 0"]
        clocks.is_back(0)  # left; and then another one sits down
        await stale()
        clocks.is_gone(0)
        await stale()
        assert due == []
        await table.close("stopping")

    play(scene)


def test_a_clock_runs_for_each_new_question_and_for_no_bot() -> None:
    async def scene() -> None:
        table, secrets = open_table(seats=2, clock=9)
        _, other = await table.do(lambda: table.join(JoinTable(name="Bob"), Person("bob")))
        await table.do(lambda: table.hosting.start(digest(secrets["secret"])))
        planner, clocks, _ = planned(table)
        (seat,) = table.journal.waiting
        clocks.plan_time_outs()
        assert list(planner.plans) == [f"clock {seat}"]
        first = clocks.deadline
        assert first is not None
        clocks.plan_time_outs()  # the same question keeps its time
        assert clocks.deadline == first
        table.roster.places[seat].stand_in = "absent"
        clocks.plan_time_outs()
        assert planner.plans == {}
        is_running = clocks.deadline is not None
        assert not is_running
        table.roster.places[seat].stand_in = None
        table.roster.settings = table.roster.settings.model_copy(update={"clock": 0})
        clocks.restart()
        assert clocks.deadline is None
        assert other
        await table.close("stopping")

    play(scene)


@pytest.mark.parametrize(
    ("game", "bid", "passed"),
    [("mu", "display", "mu.passed"), ("tatties", "bid", "climbing.bid_passed")],
)
def test_in_an_auction_the_clock_passes(game: str, bid: str, passed: str) -> None:
    async def scene() -> None:
        table, secrets = open_table(game, seats=3, clock=9)
        key = digest(secrets["secret"])
        for person in ("bob", "cat"):
            await table.do(partial(table.join, JoinTable(name=person), Person(person)))
        await table.do(lambda: table.hosting.start(key))
        connection = Connection(key, "events")
        await table.do(lambda: table.connect(connection, None))
        told(connection)
        journal = table.journal
        (seat,) = journal.waiting
        assert journal.match is not None
        assert {journal.family.move(move)["kind"] for move in journal.match.view(seat).legal} >= {"pass", bid}
        must = journal.must(seat)
        assert must is not None
        await table.do(lambda: table.moving.time_out(seat, must))
        updates = [message for message in told(connection) if message["type"] == "update"]
        assert [(one["seat"], one["by"]) for one in updates] == [(seat, "clock")]
        assert [event["type"] for event in updates[0]["events"]] == [passed]
        await table.close("stopping")

    play(scene)


def test_what_a_table_says_is_saved_before() -> None:
    async def scene() -> None:
        table, secrets = open_table(seats=2)
        key = digest(secrets["secret"])
        connection = Connection(key, "events")
        await table.do(lambda: table.connect(connection, None))
        told(connection)
        saving = asyncio.Event()
        save = table.around.store.save

        async def slow(*what: Any, **documents: Any) -> None:
            assert not [message for message in told(connection) if message["type"] == "table"]
            saving.set()
            await save(*what, **documents)

        table.around.store.save = slow  # type: ignore[method-assign]
        await table.do(lambda: table.join(JoinTable(name="Bob"), Person("bob")))
        assert saving.is_set()
        assert [message["type"] for message in told(connection)] == ["table"]
        await table.close("stopping")

    play(scene)
